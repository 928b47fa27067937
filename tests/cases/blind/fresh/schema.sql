-- 社区生鲜配送。只用哈希取数，可重复。数据 2024-01-01 .. 2026-11-20。
CREATE TABLE stores (
  store_id int PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  district text NOT NULL,
  district_en text NOT NULL,
  store_type smallint NOT NULL,
  opened_on date NOT NULL,
  closed_on date,
  manager text,
  daily_order_target int
);
COMMENT ON TABLE stores IS '门店，含已关闭的';
COMMENT ON COLUMN stores.store_type IS '1 前置仓，2 社区店，3 自提点';
COMMENT ON COLUMN stores.closed_on IS '最后营业日，营业中为空';
COMMENT ON COLUMN stores.daily_order_target IS '每天有效订单的目标单量，未定为空';
INSERT INTO stores VALUES
 (1,'西园店','Xiyuan','老城区','Old Town',2,'2020-03-01',NULL,'周敏',4),
 (2,'西园南店','Xiyuan South','老城区','Old Town',2,'2021-06-18',NULL,'周敏',3),
 (3,'湖滨前置仓','Lakeside Hub','南湖区','South Lake',1,'2019-09-10',NULL,'陈立',5),
 (4,'湖滨路店','Lakeside Road','南湖区','South Lake',2,'2022-04-02',NULL,'Kevin O''Hara',3),
 (5,'高新一店','Hi-Tech 1','高新区','Hi-Tech Zone',1,'2019-05-20',NULL,'马骏',5),
 (6,'高新二店','Hi-Tech 2','高新区','Hi-Tech Zone',2,'2023-03-15',NULL,'马骏',3),
 (7,'老街店','Old Street','老城区','Old Town',2,'2018-11-11',NULL,'何秀兰',3),
 (8,'阳光城店','Sunshine City','滨江区','Riverside',2,'2021-01-09',NULL,'孙涛',3),
 (9,'阳光里自提点','Sunshine Lane Pick-up','滨江区','Riverside',3,'2022-10-01',NULL,NULL,2),
 (10,'大学城前置仓','University Town Hub','高新区','Hi-Tech Zone',1,'2020-08-25',NULL,'吴桐',4),
 (11,'Joe''s 广场店','Joe''s Plaza','滨江区','Riverside',2,'2021-12-12','2025-08-31','Joe Lin',3),
 (12,'云杉店','Spruce','南湖区','South Lake',2,'2026-03-01',NULL,'郑好',NULL);

CREATE TABLE riders (
  rider_id int PRIMARY KEY,
  name text NOT NULL,
  store_id int NOT NULL REFERENCES stores,
  employ_type smallint NOT NULL,
  hired_on date NOT NULL,
  left_on date
);
COMMENT ON TABLE riders IS '骑手';
COMMENT ON COLUMN riders.employ_type IS '1 全职，2 兼职，3 众包';
COMMENT ON COLUMN riders.left_on IS '离职日期，在职为空';
INSERT INTO riders
SELECT s.store_id*100+n,
  (ARRAY['张','王','李','赵','刘','陈','杨','黄','吴','徐','马','罗'])[1+h%12]||(ARRAY['伟','强','军','磊','勇','超','明辉','建国','小龙','志远','佳','海波','刚','宁'])[1+(h/12)%14],
  s.store_id, CASE WHEN (h/200)%10<5 THEN 1 WHEN (h/200)%10<8 THEN 2 ELSE 3 END,
  GREATEST(s.opened_on, date '2021-01-01' + (h/31)%1000),
  CASE WHEN s.closed_on IS NOT NULL THEN s.closed_on WHEN n>6 AND (h/77)%3=0 THEN date '2025-01-01'+(h/91)%650 END
FROM stores s CROSS JOIN generate_series(1,8) n CROSS JOIN LATERAL (SELECT hashtext('rider'||s.store_id||'-'||n)&2147483647 AS h) x
WHERE s.store_type<>3;

CREATE TABLE products (
  product_id int PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  category text NOT NULL,
  category_en text NOT NULL,
  unit text NOT NULL,
  list_price numeric(8,2) NOT NULL,
  cost_price numeric(8,2),
  shelf_life_days int,
  supplier text,
  listed_on date NOT NULL,
  delisted_on date
);
COMMENT ON TABLE products IS '商品';
COMMENT ON COLUMN products.cost_price IS '进价，元';
COMMENT ON COLUMN products.shelf_life_days IS '保质期（天），日用品为空';
COMMENT ON COLUMN products.supplier IS '供应商，自采为空';
INSERT INTO products VALUES
 (1,'菠菜','Spinach','蔬菜','Vegetables','份',4.90,2.60,3,'绿源合作社','2020-01-01',NULL),
 (2,'有机菠菜','Organic Spinach','蔬菜','Vegetables','份',9.90,5.40,3,'绿源合作社','2022-01-01',NULL),
 (3,'上海青','Bok Choy','蔬菜','Vegetables','份',3.80,1.90,3,'绿源合作社','2020-01-01',NULL),
 (4,'番茄','Tomatoes','蔬菜','Vegetables','份',6.50,3.60,6,'绿源合作社','2020-01-01',NULL),
 (5,'土豆','Potatoes','蔬菜','Vegetables','份',5.20,2.50,20,NULL,'2020-01-01',NULL),
 (6,'黄瓜','Cucumber','蔬菜','Vegetables','份',4.50,2.30,5,'田野农业','2020-01-01',NULL),
 (7,'香菇','Shiitake','蔬菜','Vegetables','盒',7.80,4.30,5,'田野农业','2020-01-01',NULL),
 (8,'红富士苹果','Fuji Apples','水果','Fruit','份',15.80,9.20,15,'果满园','2020-01-01',NULL),
 (9,'香蕉','Bananas','水果','Fruit','份',8.90,5.00,5,'果满园','2020-01-01',NULL),
 (10,'阳光玫瑰葡萄','Shine Muscat Grapes','水果','Fruit','盒',29.90,18.50,6,'果满园','2021-07-01',NULL),
 (11,'蓝莓','Blueberries','水果','Fruit','盒',16.90,10.80,6,'果满园','2020-01-01',NULL),
 (12,'草莓','Strawberries','水果','Fruit','盒',26.80,16.00,3,'绿源合作社','2020-01-01','2026-05-31'),
 (13,'西瓜','Watermelon','水果','Fruit','个',24.00,13.50,8,'果满园','2020-01-01',NULL),
 (14,'榴莲','Durian','水果','Fruit','个',99.00,72.00,6,NULL,'2023-05-01',NULL),
 (15,'鸡蛋','Eggs','肉禽蛋','Meat & Eggs','盒',13.90,9.80,25,'康禾牧业','2020-01-01',NULL),
 (16,'土鸡蛋','Free-range Eggs','肉禽蛋','Meat & Eggs','盒',22.90,15.20,25,'康禾牧业','2020-01-01',NULL),
 (17,'五花肉','Pork Belly','肉禽蛋','Meat & Eggs','份',23.80,17.50,3,'康禾牧业','2020-01-01',NULL),
 (18,'鸡胸肉','Chicken Breast','肉禽蛋','Meat & Eggs','份',15.90,10.60,4,'康禾牧业','2020-01-01',NULL),
 (19,'牛腩','Beef Brisket','肉禽蛋','Meat & Eggs','份',45.00,33.00,4,NULL,'2020-01-01',NULL),
 (20,'基围虾','Prawns','水产','Seafood','份',39.90,28.00,2,'海之味','2020-01-01',NULL),
 (21,'鲈鱼','Sea Bass','水产','Seafood','条',28.80,20.50,2,'海之味','2020-01-01',NULL),
 (22,'花蛤','Clams','水产','Seafood','份',12.80,7.60,2,'海之味','2020-01-01',NULL),
 (23,'鲜牛奶','Fresh Milk','乳品','Dairy','瓶',12.50,8.60,7,'晨光乳业','2020-01-01',NULL),
 (24,'酸奶','Yogurt','乳品','Dairy','杯',6.90,4.20,18,'晨光乳业','2020-01-01',NULL),
 (25,'有机鲜牛奶','Organic Fresh Milk','乳品','Dairy','瓶',19.90,14.00,7,'晨光乳业','2025-04-01',NULL),
 (26,'奶酪片','Cheese Slices','乳品','Dairy','包',18.90,12.70,60,'晨光乳业','2020-01-01',NULL),
 (27,'东北大米5kg','Rice 5 kg','粮油','Staples','袋',39.90,30.00,365,'丰收粮油','2020-01-01',NULL),
 (28,'花生油','Peanut Oil','粮油','Staples','桶',79.90,66.00,540,'丰收粮油','2020-01-01',NULL),
 (29,'挂面','Dried Noodles','粮油','Staples','包',8.50,5.40,360,'丰收粮油','2020-01-01',NULL),
 (30,'手工水饺','Handmade Dumplings','速食','Ready Meals','袋',21.90,13.80,180,'好味道食品','2020-01-01',NULL),
 (31,'番茄牛腩饭','Tomato Brisket Rice','速食','Ready Meals','盒',25.90,16.90,2,'好味道食品','2024-09-01',NULL),
 (32,'Lay''s 薯片','Lay''s Crisps','速食','Ready Meals','包',7.90,5.10,180,'好味道食品','2020-01-01',NULL),
 (33,'抽纸','Tissues','日用','Household','提',19.90,14.50,NULL,'洁雅日化','2020-01-01',NULL),
 (34,'洗洁精','Dish Soap','日用','Household','瓶',12.90,NULL,NULL,'洁雅日化','2020-01-01',NULL),
 (35,'苹果汁','Apple Juice','速食','Ready Meals','瓶',11.80,7.00,270,'果满园','2020-01-01',NULL);

CREATE TABLE campaigns (
  campaign_id int PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  kind smallint NOT NULL,
  start_on date NOT NULL,
  end_on date NOT NULL,
  budget numeric(10,2)
);
COMMENT ON TABLE campaigns IS '营销活动，每年同名的是不同期';
COMMENT ON COLUMN campaigns.kind IS '1 满减，2 折扣，3 拉新';
INSERT INTO campaigns VALUES
 (1,'年货节','New Year Fair',1,'2024-01-25','2024-02-08',5000),(2,'618囤货节','618 Stock-up',1,'2024-06-10','2024-06-20',4500),
 (3,'新客礼','Newcomer Gift',3,'2024-03-01','2024-12-31',NULL),(4,'双11生鲜节','Double 11 Fresh',2,'2024-11-01','2024-11-11',5500),
 (5,'年货节','New Year Fair',1,'2025-01-12','2025-01-26',6000),(6,'618囤货节','618 Stock-up',1,'2025-06-10','2025-06-20',5500),
 (7,'新客礼','Newcomer Gift',3,'2025-01-01','2025-12-31',NULL),(8,'双11生鲜节','Double 11 Fresh',2,'2025-11-01','2025-11-11',6500),
 (9,'年货节','New Year Fair',1,'2026-01-31','2026-02-14',7000),(10,'618囤货节','618 Stock-up',1,'2026-06-10','2026-06-20',6500),
 (11,'周三会员日','Member Wednesday',2,'2026-01-01','2026-12-31',9000),(12,'双11生鲜节','Double 11 Fresh',2,'2026-11-01','2026-11-11',8000),
 (13,'双12清仓','Double 12 Clearance',2,'2026-12-05','2026-12-12',3000);

CREATE TABLE calendar_days (
  day date PRIMARY KEY,
  holiday text,
  holiday_en text,
  is_workday boolean NOT NULL
);
COMMENT ON TABLE calendar_days IS '日历，一天一行';
COMMENT ON COLUMN calendar_days.holiday IS '法定假期名称，平常日子为空';
COMMENT ON COLUMN calendar_days.is_workday IS '是否上班（周末和假期为否）';
INSERT INTO calendar_days
SELECT d::date, h.n, h.e, h.n IS NULL AND extract(isodow FROM d)<6
FROM generate_series(timestamp '2024-01-01', timestamp '2026-12-31', interval '1 day') d
LEFT JOIN (VALUES ('元旦','New Year',date '2024-01-01',date '2024-01-01'),('春节','Spring Festival','2024-02-10','2024-02-17'),('清明','Qingming','2024-04-04','2024-04-06'),
 ('五一','Labour Day','2024-05-01','2024-05-05'),('端午','Dragon Boat','2024-06-08','2024-06-10'),('中秋','Mid-Autumn','2024-09-15','2024-09-17'),('国庆','National Day','2024-10-01','2024-10-07'),
 ('元旦','New Year','2025-01-01','2025-01-01'),('春节','Spring Festival','2025-01-28','2025-02-04'),('清明','Qingming','2025-04-04','2025-04-06'),
 ('五一','Labour Day','2025-05-01','2025-05-05'),('端午','Dragon Boat','2025-05-31','2025-06-02'),('国庆','National Day','2025-10-01','2025-10-08'),
 ('元旦','New Year','2026-01-01','2026-01-03'),('春节','Spring Festival','2026-02-15','2026-02-23'),('清明','Qingming','2026-04-04','2026-04-06'),
 ('五一','Labour Day','2026-05-01','2026-05-05'),('端午','Dragon Boat','2026-06-19','2026-06-21'),('中秋','Mid-Autumn','2026-09-25','2026-09-27'),('国庆','National Day','2026-10-01','2026-10-07')) h(n,e,a,b)
 ON d BETWEEN h.a AND h.b;

CREATE TABLE orders (
  order_id int PRIMARY KEY,
  store_id int NOT NULL REFERENCES stores,
  rider_id int REFERENCES riders,
  customer_id int NOT NULL,
  campaign_id int REFERENCES campaigns,
  channel smallint NOT NULL,
  ordered_at timestamp NOT NULL,
  paid_at timestamp,
  promised_at timestamp,
  delivered_at timestamp,
  delivery_minutes int,
  status smallint NOT NULL,
  delivery_fee numeric(6,2) NOT NULL,
  coupon_amount numeric(8,2) NOT NULL,
  pay_amount numeric(10,2) NOT NULL
);
COMMENT ON TABLE orders IS '订单';
COMMENT ON COLUMN orders.channel IS '1 小程序，2 App，3 团长（次日达），4 电话';
COMMENT ON COLUMN orders.promised_at IS '承诺送达时间；自提单为空';
COMMENT ON COLUMN orders.delivered_at IS '实际送达时间；自提单和未送达为空';
COMMENT ON COLUMN orders.delivery_minutes IS '付款到送达的分钟数';
COMMENT ON COLUMN orders.status IS '1 未付款关闭，2 配送中，3 已完成，4 已取消';
COMMENT ON COLUMN orders.pay_amount IS '应付 = 有效商品金额 + 配送费 - 优惠券；只有状态 2、3 真正收钱';
INSERT INTO orders
SELECT oid, store_id, CASE WHEN store_type=3 OR st IN (1,4) THEN NULL ELSE rider END, cust, camp, channel, oat,
  CASE WHEN st=1 OR (st=4 AND (h/3)%2=0) THEN NULL ELSE oat + ((h/5)%6)*interval '1 minute' END,
  CASE WHEN store_type=3 THEN NULL WHEN channel=3 THEN date_trunc('day',oat)+interval '1 day 18 hours' ELSE oat + interval '60 minutes' END,
  CASE WHEN store_type=3 OR st<>3 THEN NULL WHEN channel=3 THEN date_trunc('day',oat)+interval '1 day 16 hours 30 minutes'+((h/7)%110)*interval '1 minute'
       ELSE oat + ((h/5)%6)*interval '1 minute' + mins*interval '1 minute' END,
  NULL, st, CASE WHEN store_type=3 OR (h/11)%3=0 THEN 0 ELSE (ARRAY[3,4,5])[1+(h/13)%3] END,
  CASE WHEN camp IS NOT NULL THEN 5+(h/17)%4*2 WHEN (h/17)%9=0 THEN 3 ELSE 0 END, 0
FROM (
 SELECT y.*, CASE WHEN (h/19)%100<3 THEN 1 WHEN (h/19)%100<(CASE channel WHEN 4 THEN 14 WHEN 3 THEN 9 ELSE 7 END) THEN 4
      WHEN channel=3 AND store_type<>3 AND oat >= timestamp '2026-11-20' THEN 2 ELSE 3 END AS st,
   18 + (h/23)%36 + CASE WHEN extract(hour FROM oat) IN (11,17,18) THEN 9 ELSE 0 END + CASE WHEN (h/29)%12=0 THEN 25 ELSE 0 END + (ARRAY[0,2,-4,3,-2,5,1,0,0,-3,4,8])[store_id] AS mins,
   (SELECT c.campaign_id FROM campaigns c WHERE y.oat::date BETWEEN c.start_on AND c.end_on
      AND (c.kind<3 AND (h/37)%10<5 AND (c.campaign_id<>11 OR extract(isodow FROM y.oat)=3) OR c.kind=3 AND (h/37)%20=19) ORDER BY c.kind=3, c.campaign_id=11, c.campaign_id LIMIT 1) AS camp
 FROM (
  SELECT row_number() OVER (ORDER BY d, x.store_id, n) AS oid, x.store_id, x.store_type, h, x.store_id*100+1+(h/41)%(CASE WHEN d>=366 THEN 6 ELSE 8 END) AS rider,
    1+LEAST((h/43)%2600,(h/47)%2600 + d*0) AS cust,
    CASE WHEN (h/53)%100<46 THEN 1 WHEN (h/53)%100<70+d/365*4 THEN 2 WHEN (h/53)%100<92 THEN 3 ELSE 4 END AS channel,
    timestamp '2024-01-01' + d*interval '1 day' + (ARRAY[7,8,9,10,10,11,11,12,14,15,16,17,17,17,18,18,18,19,20,21])[1+(h/59)%20]*interval '1 hour' + ((h/61)%60)*interval '1 minute' AS oat
  FROM (
   SELECT s.store_id, s.store_type, d, 1 + (hashtext('cnt'||s.store_id||'-'||d)&2147483647)%3
     + CASE WHEN extract(isodow FROM date '2024-01-01'+d)>=6 THEN 1 ELSE 0 END + (ARRAY[1,0,2,0,2,0,0,1,-1,1,0,0])[s.store_id]
     + CASE WHEN (hashtext('gr'||s.store_id||'-'||d)&2147483647)%100 < d/12 THEN 1 ELSE 0 END
     + CASE WHEN c.holiday='春节' THEN -1 WHEN c.holiday IS NOT NULL THEN 1 ELSE 0 END
     + CASE WHEN date '2024-01-01'+d IN (SELECT generate_series(start_on,end_on,'1 day')::date FROM campaigns WHERE kind<3 AND campaign_id<>11) THEN 1 ELSE 0 END AS cnt
   FROM stores s CROSS JOIN generate_series(0,1054) d JOIN calendar_days c ON c.day=date '2024-01-01'+d
   WHERE date '2024-01-01'+d >= s.opened_on AND (s.closed_on IS NULL OR date '2024-01-01'+d <= s.closed_on)
  ) x CROSS JOIN LATERAL generate_series(1,x.cnt) n
  CROSS JOIN LATERAL (SELECT hashtext('o'||x.store_id||'-'||d||'-'||n)&2147483647 AS h) k
 ) y
) z;

CREATE TABLE order_lines (
  order_id int NOT NULL REFERENCES orders,
  line_no int NOT NULL,
  product_id int NOT NULL REFERENCES products,
  quantity int NOT NULL,
  unit_price numeric(8,2) NOT NULL,
  amount numeric(10,2) NOT NULL,
  line_status smallint NOT NULL,
  PRIMARY KEY (order_id, line_no)
);
COMMENT ON TABLE order_lines IS '订单明细';
COMMENT ON COLUMN order_lines.line_status IS '1 正常，2 缺货未发，3 随订单取消（含未付款关闭）';
INSERT INTO order_lines
SELECT o.order_id, n, p.product_id, q, round(p.list_price*f,2), q*round(p.list_price*f,2),
       CASE WHEN o.status IN (1,4) THEN 3 WHEN n>1 AND (h/67)%22=0 THEN 2 ELSE 1 END
FROM orders o
CROSS JOIN LATERAL generate_series(1, 1+(hashtext('ln'||o.order_id)&2147483647)%3) n
CROSS JOIN LATERAL (SELECT hashtext('l'||o.order_id||'-'||n)&2147483647 AS h) k
CROSS JOIN LATERAL (SELECT 1+(h/3)%35 AS pid, CASE WHEN (h/7)%5=0 THEN 3 WHEN (h/7)%5<3 THEN 1 ELSE 2 END AS q,
   CASE WHEN o.ordered_at>='2026-01-01' THEN 1.05 WHEN o.ordered_at>='2025-01-01' THEN 1.02 ELSE 1 END AS f) v
JOIN products p0 ON p0.product_id=v.pid
CROSS JOIN LATERAL (SELECT CASE WHEN o.ordered_at::date<p0.listed_on OR o.ordered_at::date>p0.delisted_on THEN 1
   WHEN p0.product_id=12 AND extract(month FROM o.ordered_at) BETWEEN 6 AND 11 THEN 11
   WHEN p0.product_id=13 AND extract(month FROM o.ordered_at) NOT BETWEEN 5 AND 9 THEN 8
   WHEN p0.product_id IN (14,19,26,34) AND (h/71)%2=0 THEN 23 ELSE p0.product_id END AS pid2) w
JOIN products p ON p.product_id=w.pid2;
UPDATE orders o SET pay_amount = GREATEST(0, x.a + o.delivery_fee - o.coupon_amount),
   delivery_minutes = (extract(epoch FROM o.delivered_at - o.paid_at)/60)::int
FROM (SELECT order_id, sum(amount) FILTER (WHERE line_status<>2) AS a FROM order_lines GROUP BY 1) x WHERE x.order_id=o.order_id;

CREATE TABLE aftersales (
  case_id int PRIMARY KEY,
  order_id int NOT NULL REFERENCES orders,
  kind smallint NOT NULL,
  reason smallint NOT NULL,
  created_on date NOT NULL,
  closed_on date,
  status smallint NOT NULL,
  amount numeric(10,2)
);
COMMENT ON TABLE aftersales IS '售后单：退款、投诉、补送';
COMMENT ON COLUMN aftersales.kind IS '1 退款，2 投诉，3 补送';
COMMENT ON COLUMN aftersales.reason IS '1 缺货，2 变质，3 送晚，4 少送错送，5 服务态度，9 其他';
COMMENT ON COLUMN aftersales.status IS '0 处理中，1 已通过，2 已驳回';
COMMENT ON COLUMN aftersales.amount IS '退款金额，投诉和补送为空';
INSERT INTO aftersales
SELECT row_number() OVER (ORDER BY c, order_id), order_id, kind, reason, c,
  CASE WHEN c + 1 + (h/5)%6 <= date '2026-11-20' AND (h/97)%60>0 THEN c + 1 + (h/5)%6 END,
  CASE WHEN NOT (c + 1 + (h/5)%6 <= date '2026-11-20' AND (h/97)%60>0) THEN 0 WHEN (h/89)%7=0 THEN 2 ELSE 1 END,
  CASE WHEN kind=1 THEN round(GREATEST(2, pay_amount*(ARRAY[0.2,0.3,0.5,1.0])[1+(h/31)%4]),2) END
FROM (
 SELECT o.order_id, o.pay_amount, h, LEAST(o.ordered_at::date + (h/3)%4, date '2026-11-20') AS c,
   CASE WHEN (h/11)%10<6 THEN 1 WHEN (h/11)%10<9 THEN 2 ELSE 3 END AS kind,
   CASE WHEN o.delivered_at>o.promised_at AND (h/13)%2=0 THEN 3 ELSE (ARRAY[1,1,2,2,2,4,4,5,9,2])[1+(h/17)%10] END AS reason
 FROM orders o CROSS JOIN LATERAL (SELECT hashtext('as'||o.order_id)&2147483647 AS h) k
 WHERE o.status=3 AND h%100 < 4 + CASE WHEN o.delivered_at>o.promised_at THEN 9 ELSE 0 END + (ARRAY[0,1,0,3,0,2,0,-1,0,0,2,3])[o.store_id]
) x;

CREATE TABLE stock_counts (
  count_date date NOT NULL,
  store_id int NOT NULL REFERENCES stores,
  product_id int NOT NULL REFERENCES products,
  on_hand int NOT NULL,
  wasted int NOT NULL,
  PRIMARY KEY (count_date, store_id, product_id)
);
COMMENT ON TABLE stock_counts IS '每日盘点（打烊后），2025-07-01 起，只盘重点商品';
COMMENT ON COLUMN stock_counts.on_hand IS '打烊时在库份数';
COMMENT ON COLUMN stock_counts.wasted IS '当天报损份数';
INSERT INTO stock_counts
SELECT date '2025-07-01'+d, s.store_id, p, GREATEST(0,(h%(CASE s.store_type WHEN 1 THEN 60 WHEN 2 THEN 36 ELSE 14 END)) - CASE WHEN extract(isodow FROM date '2025-07-01'+d)=7 THEN 6 ELSE 0 END - 2),
  CASE WHEN (h/101)%5=0 THEN (h/103)%4 + CASE WHEN p IN (1,20) THEN 1 ELSE 0 END ELSE 0 END
FROM stores s CROSS JOIN generate_series(0,507) d CROSS JOIN unnest(ARRAY[1,4,8,11,15,17,20,23]) p
CROSS JOIN LATERAL (SELECT hashtext('stk'||s.store_id||'-'||d||'-'||p)&2147483647 AS h) k
WHERE date '2025-07-01'+d >= s.opened_on AND (s.closed_on IS NULL OR date '2025-07-01'+d <= s.closed_on);

CREATE TABLE order_reviews (
  review_id int PRIMARY KEY,
  order_id int NOT NULL REFERENCES orders,
  rider_score smallint,
  goods_score smallint NOT NULL,
  reviewed_on date NOT NULL
);
COMMENT ON TABLE order_reviews IS '旧版App里的评价，2025年底随旧版下线停止';
INSERT INTO order_reviews
SELECT row_number() OVER (ORDER BY o.order_id), o.order_id,
  CASE WHEN o.rider_id IS NULL THEN NULL ELSE GREATEST(1,(ARRAY[5,5,5,4,4,3,5,4])[1+h%8] - CASE WHEN o.delivered_at>o.promised_at THEN 2 ELSE 0 END) END,
  (ARRAY[5,5,4,4,3,5,2,1,4,5])[1+(h/9)%10], o.ordered_at::date+1+(h/7)%3
FROM orders o CROSS JOIN LATERAL (SELECT hashtext('rv'||o.order_id)&2147483647 AS h) k
WHERE o.status=3 AND (h/5)%6=0 AND o.ordered_at::date+1+(h/7)%3 <= date '2025-12-31';
CREATE INDEX ON orders(ordered_at);
CREATE INDEX ON order_lines(product_id);
ANALYZE;

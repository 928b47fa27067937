-- 茶小满 milk-tea chain, operations database
CREATE TABLE districts (
  district_id integer PRIMARY KEY,
  name text NOT NULL, name_en text NOT NULL,
  city text NOT NULL, city_en text NOT NULL
);
COMMENT ON TABLE districts IS '城市行政区 districts of the cities we are in';
COMMENT ON COLUMN districts.name IS '区名（不同城市可能同名，如鼓楼区）';
COMMENT ON COLUMN districts.city IS '所在城市';
INSERT INTO districts VALUES
(1,'徐汇区','Xuhui','上海','Shanghai'),(2,'浦东新区','Pudong','上海','Shanghai'),(3,'静安区','Jing''an','上海','Shanghai'),
(4,'西湖区','Xihu','杭州','Hangzhou'),(5,'滨江区','Binjiang','杭州','Hangzhou'),(6,'余杭区','Yuhang','杭州','Hangzhou'),
(7,'鼓楼区','Gulou','南京','Nanjing'),(8,'江宁区','Jiangning','南京','Nanjing'),
(9,'姑苏区','Gusu','苏州','Suzhou'),(10,'工业园区','Industrial Park','苏州','Suzhou'),
(11,'鼓楼区','Gulou','福州','Fuzhou'),(12,'武侯区','Wuhou','成都','Chengdu'),(13,'锦江区','Jinjiang','成都','Chengdu'),
(14,'台江区','Taijiang','福州','Fuzhou');

CREATE TABLE shops (
  shop_id integer PRIMARY KEY,
  name text NOT NULL, name_en text NOT NULL,
  district_id integer NOT NULL REFERENCES districts,
  ownership smallint NOT NULL,
  franchisee text,
  opened_on date NOT NULL, closed_on date,
  area_m2 numeric(6,1) NOT NULL,
  seats integer NOT NULL,
  monthly_rent numeric(10,2),
  phone text
);
COMMENT ON TABLE shops IS '门店';
COMMENT ON COLUMN shops.ownership IS '1 直营 own, 2 加盟 franchised';
COMMENT ON COLUMN shops.franchisee IS '加盟商，直营店为空';
COMMENT ON COLUMN shops.opened_on IS '开业日期';
COMMENT ON COLUMN shops.closed_on IS '闭店日期，NULL = 仍在营业';
COMMENT ON COLUMN shops.area_m2 IS '面积 平方米';
COMMENT ON COLUMN shops.seats IS '座位数';
COMMENT ON COLUMN shops.monthly_rent IS '月租金（元），加盟商自付的为空';
INSERT INTO shops VALUES
(1,'徐家汇店','Xujiahui',1,1,NULL,'2021-04-18',NULL,86.0,32,42000,'021-64880101'),
(2,'龙华店','Longhua',1,2,'陈立群','2022-09-01',NULL,45.5,12,NULL,'021-64880102'),
(3,'陆家嘴店','Lujiazui',2,1,NULL,'2020-06-12',NULL,92.0,36,51000,'021-58880103'),
(4,'张江店','Zhangjiang',2,2,'周明远','2023-03-20',NULL,60.0,18,18500,'021-58880104'),
(5,'静安寺店','Jing''an Temple',3,1,NULL,'2019-11-08','2026-03-31',70.0,24,46000,NULL),
(6,'西湖文化广场店','West Lake Plaza',4,1,NULL,'2021-01-15',NULL,78.0,30,28000,'0571-87880106'),
(7,'文三路店','Wensan Road',4,2,'沈佳','2022-05-28',NULL,40.0,10,NULL,'0571-87880107'),
(8,'滨江龙湖店','Binjiang Longfor',5,1,NULL,'2023-08-08',NULL,66.0,20,21000,'0571-87880108'),
(9,'未来科技城店','Future Sci-Tech City',6,2,'沈佳','2024-04-02',NULL,52.0,16,NULL,'0571-87880109'),
(10,'良渚店','Liangzhu',6,2,'吴海燕','2025-06-18',NULL,38.0,8,NULL,NULL),
(11,'湖南路店','Hunan Road',7,1,NULL,'2020-10-01',NULL,75.0,28,26000,'025-83880111'),
(12,'龙江店','Longjiang',7,2,'丁国栋','2023-11-11',NULL,42.0,12,NULL,'025-83880112'),
(13,'百家湖店','Baijiahu',8,2,'丁国栋','2024-07-20',NULL,55.0,18,9800,'025-83880113'),
(14,'观前街店','Guanqian Street',9,1,NULL,'2021-12-24',NULL,64.0,22,25000,'0512-67880114'),
(15,'平江路店','Pingjiang Road',9,2,'顾晓芸','2023-05-01',NULL,36.0,6,NULL,'0512-67880115'),
(16,'圆融店','Yuanrong',10,1,NULL,'2022-12-10',NULL,72.0,26,24000,'0512-67880116'),
(17,'东街口店','Dongjiekou',11,2,'林志强','2024-01-26',NULL,48.0,14,NULL,'0591-87880117'),
(18,'五四路店','Wusi Road',11,2,'林志强','2025-09-27',NULL,44.0,12,NULL,'0591-87880118'),
(19,'来福士店','Raffles',12,1,NULL,'2021-09-19',NULL,80.0,30,27500,'028-85880119'),
(20,'桐梓林店','Tongzilin',12,2,'何静','2023-10-15',NULL,50.0,16,NULL,'028-85880120'),
(21,'春熙路店','Chunxi Road',13,1,NULL,'2020-12-31',NULL,95.0,40,39000,'028-85880121'),
(22,'太古里店','Taikoo Li',13,1,NULL,'2026-05-01',NULL,68.0,20,44000,'028-85880122');

CREATE TABLE drinks (
  drink_id integer PRIMARY KEY,
  name text NOT NULL, name_en text NOT NULL,
  category char(2) NOT NULL,
  list_price numeric(6,2) NOT NULL,
  launched_on date NOT NULL, withdrawn_on date,
  seasonal boolean NOT NULL DEFAULT false,
  calories integer
);
COMMENT ON TABLE drinks IS '饮品/菜单';
COMMENT ON COLUMN drinks.category IS 'MT 奶茶 milk tea, FT 果茶 fruit tea, PT 纯茶 pure tea, CF 咖啡 coffee, IC 冰淇淋 ice cream';
COMMENT ON COLUMN drinks.list_price IS '中杯标价 list price of a medium cup; large +3';
COMMENT ON COLUMN drinks.launched_on IS '上市日期';
COMMENT ON COLUMN drinks.withdrawn_on IS '下架日期，NULL = 在售';
COMMENT ON COLUMN drinks.seasonal IS '季节限定';
COMMENT ON COLUMN drinks.calories IS '热量 kcal（中杯），未检测为空';
INSERT INTO drinks VALUES
(1,'珍珠奶茶','Pearl Milk Tea','MT',14,'2019-11-01',NULL,false,420),
(2,'黑糖波波奶茶','Brown Sugar Boba','MT',18,'2020-03-01',NULL,false,510),
(3,'芋泥奶茶','Taro Milk Tea','MT',19,'2020-09-10',NULL,false,530),
(4,'茉莉奶绿','Jasmine Milk Green','MT',15,'2019-11-01',NULL,false,380),
(5,'烤奶','Roasted Milk Tea','MT',16,'2021-02-14',NULL,false,410),
(6,'桂花酒酿奶茶','Osmanthus Rice Wine Milk Tea','MT',20,'2024-09-01',NULL,true,450),
(7,'杨枝甘露','Mango Pomelo Sago','FT',22,'2020-05-01',NULL,false,360),
(8,'满杯橙子','Full Cup Orange','FT',18,'2020-05-01',NULL,false,210),
(9,'多肉葡萄','Cheesy Grape','FT',24,'2021-06-01',NULL,false,290),
(10,'柠檬茶','Lemon Tea','FT',12,'2019-11-01',NULL,false,160),
(11,'百香果双响炮','Passion Fruit Double','FT',16,'2022-04-20',NULL,false,230),
(12,'西瓜啵啵','Watermelon Bobo','FT',19,'2025-06-01',NULL,true,220),
(13,'草莓波波冰','Strawberry Slush','FT',25,'2024-12-15','2025-04-30',true,340),
(14,'四季春茶','Four Seasons Oolong','PT',9,'2019-11-01',NULL,false,5),
(15,'茉莉绿茶','Jasmine Green Tea','PT',9,'2019-11-01',NULL,false,4),
(16,'金凤茶王','Golden Phoenix Tea','PT',12,'2021-03-15',NULL,false,NULL),
(17,'普洱','Pu''er','PT',11,'2022-10-01','2025-12-31',false,3),
(18,'美式咖啡','Americano','CF',13,'2023-03-01',NULL,false,15),
(19,'生椰拿铁','Coconut Latte','CF',18,'2023-03-01',NULL,false,240),
(20,'奶茶拿铁','Milk Tea Latte','CF',19,'2024-03-08',NULL,false,NULL),
(21,'抹茶冰淇淋','Matcha Ice Cream','IC',10,'2023-06-01',NULL,false,280),
(22,'牛乳冰淇淋','Milk Ice Cream','IC',8,'2022-06-01',NULL,false,260),
(23,'芒果圣代','Mango Sundae','IC',15,'2025-05-20',NULL,false,NULL),
(24,'栗子奶茶','Chestnut Milk Tea','MT',21,'2026-12-01',NULL,true,NULL);

CREATE TABLE platforms (
  platform_id integer PRIMARY KEY, name text NOT NULL, name_en text NOT NULL,
  commission_rate numeric(5,4) NOT NULL, contract_until date
);
COMMENT ON TABLE platforms IS '外卖平台 delivery platforms';
COMMENT ON COLUMN platforms.commission_rate IS '佣金比例，按实付计，0.18 = 18%';
COMMENT ON COLUMN platforms.contract_until IS '合同到期日';
INSERT INTO platforms VALUES (1,'美团','Meituan',0.1800,'2026-12-31'),(2,'饿了么','Ele.me',0.1650,'2027-06-30'),(3,'京东外卖','JD Delivery',0.1200,NULL),(4,'抖音','Douyin',0.0800,'2027-03-31');

CREATE TABLE coupons (
  coupon_id integer PRIMARY KEY, name text NOT NULL, name_en text NOT NULL,
  kind smallint NOT NULL, face_value numeric(6,2), min_spend numeric(6,2) NOT NULL DEFAULT 0,
  valid_from date NOT NULL, valid_to date
);
COMMENT ON TABLE coupons IS '优惠券活动';
COMMENT ON COLUMN coupons.kind IS '1 满减 money off, 2 折扣 percent off, 3 新客券 new customer';
COMMENT ON COLUMN coupons.face_value IS '满减/新客券面额（元）；折扣券为空';
COMMENT ON COLUMN coupons.min_spend IS '使用门槛（元）';
COMMENT ON COLUMN coupons.valid_to IS '截止日，NULL = 长期有效';
INSERT INTO coupons VALUES
(1,'新客立减','Newcomer',3,5,0,'2023-01-01',NULL),
(2,'满30减5','5 off 30',1,5,30,'2024-06-01',NULL),
(3,'满50减12','12 off 50',1,12,50,'2024-06-01','2026-06-30'),
(4,'会员日88折','Member day 12% off',2,NULL,0,'2024-01-01',NULL),
(5,'双十一狂欢','Double Eleven',1,8,25,'2025-11-01','2025-11-15'),
(6,'夏日第二杯半价','Summer half price',2,NULL,20,'2026-06-01','2026-08-31'),
(7,'国庆礼券','National Day',1,6,20,'2026-10-01','2026-10-08'),
(8,'新春礼券','Spring Festival',1,10,40,'2027-01-20','2027-02-20');

CREATE TABLE orders (
  order_id integer PRIMARY KEY,
  shop_id integer NOT NULL REFERENCES shops,
  ordered_at timestamp NOT NULL,
  channel smallint NOT NULL,
  platform_id integer REFERENCES platforms,
  coupon_id integer REFERENCES coupons,
  status smallint NOT NULL,
  refund_reason smallint,
  is_member boolean NOT NULL,
  gross_amount numeric(8,2) NOT NULL DEFAULT 0,
  discount_amount numeric(8,2) NOT NULL DEFAULT 0,
  paid_amount numeric(8,2) NOT NULL DEFAULT 0,
  wait_minutes integer,
  rating smallint
);
COMMENT ON TABLE orders IS '订单';
COMMENT ON COLUMN orders.ordered_at IS '下单时间';
COMMENT ON COLUMN orders.channel IS '1 堂食 dine-in, 2 自取 pick-up, 3 外卖 delivery';
COMMENT ON COLUMN orders.platform_id IS '外卖平台；非外卖为空';
COMMENT ON COLUMN orders.coupon_id IS '使用的优惠券；没用券为空';
COMMENT ON COLUMN orders.status IS '1 已完成 completed, 2 已退款 refunded, 3 已取消 cancelled (nothing made, no lines)';
COMMENT ON COLUMN orders.refund_reason IS '退款原因 1 做错 wrong drink, 2 超时 too late, 3 漏送 missing item, 4 口味 taste; 未退款为空';
COMMENT ON COLUMN orders.is_member IS '是否会员下单';
COMMENT ON COLUMN orders.gross_amount IS '折前金额';
COMMENT ON COLUMN orders.discount_amount IS '优惠金额';
COMMENT ON COLUMN orders.paid_amount IS '实付金额 = 折前 - 优惠';
COMMENT ON COLUMN orders.wait_minutes IS '出杯等待分钟，取消为空';
COMMENT ON COLUMN orders.rating IS '顾客评分 1-5，多数未评';

CREATE TABLE order_items (
  item_id integer PRIMARY KEY,
  order_id integer NOT NULL,
  drink_id integer NOT NULL REFERENCES drinks,
  size char(1) NOT NULL,
  sugar smallint,
  cups integer NOT NULL,
  amount numeric(8,2) NOT NULL
);
COMMENT ON TABLE order_items IS '订单明细 order lines';
COMMENT ON COLUMN order_items.size IS 'M 中杯, L 大杯';
COMMENT ON COLUMN order_items.sugar IS '甜度 0 无糖 no sugar, 3 三分 30%, 5 半糖 half, 7 七分 70%, 10 全糖 full; 冰淇淋为空';
COMMENT ON COLUMN order_items.cups IS '杯数';
COMMENT ON COLUMN order_items.amount IS '折前金额（元）';

CREATE FUNCTION tea_r(s text) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x'||substr(md5(s),1,7))::bit(28)::int)::double precision / 268435456.0 $$;

INSERT INTO orders (order_id,shop_id,ordered_at,channel,platform_id,coupon_id,status,refund_reason,is_member,wait_minutes,rating)
WITH d AS MATERIALIZED (
  SELECT s.shop_id, s.ownership, g::date AS day,
    floor(0.6 + (ARRAY[3.4,1.9,3.8,2.3,2.2,2.9,1.7,2.1,2.0,1.4,2.7,1.5,1.8,2.5,1.6,2.4,2.0,1.5,2.6,1.7,3.5,3.1])[s.shop_id]
      * (CASE WHEN extract(month FROM g) IN (6,7,8) THEN 1.25 WHEN extract(month FROM g) IN (1,2) THEN 0.8 ELSE 1 END)
      * (CASE WHEN extract(isodow FROM g) >= 6 THEN 1.3 ELSE 1 END)
      * (1 + 0.10*((g::date - date '2024-11-21')/365.0))
      * (CASE WHEN s.shop_id=12 AND g >= '2026-07-01' THEN 0.6 ELSE 1 END)
      * (0.5 + tea_r('n'||s.shop_id||g::date)))::int AS n
  FROM shops s, generate_series(timestamp '2024-11-21', timestamp '2026-11-20', interval '1 day') g
  WHERE g::date >= s.opened_on AND (s.closed_on IS NULL OR g::date <= s.closed_on)
), o AS MATERIALIZED (
  SELECT d.shop_id, d.day, k, d.shop_id||'-'||d.day||'-'||k AS s FROM d, generate_series(1, d.n) k
), p AS MATERIALIZED (
  SELECT shop_id, day, s,
    day + interval '9 hours' + floor(780*(CASE WHEN tea_r('h'||s)<0.35 THEN 0.25+0.2*tea_r('t'||s) ELSE tea_r('u'||s) END)) * interval '1 minute' AS at,
    CASE WHEN tea_r('c'||s)<0.22 THEN 1 WHEN tea_r('c'||s)<0.55 - (day-date '2024-11-21')/9000.0 THEN 2 ELSE 3 END AS ch,
    CASE WHEN tea_r('st'||s)<0.035 THEN 3 WHEN tea_r('st'||s)<0.06 + (CASE WHEN shop_id IN (7,12) THEN 0.03 ELSE 0 END) THEN 2 ELSE 1 END AS st
  FROM o
)
SELECT row_number() OVER (ORDER BY at, shop_id, s), shop_id, at, ch,
  CASE WHEN ch=3 THEN CASE WHEN tea_r('p'||s)<0.5 THEN 1 WHEN tea_r('p'||s)<0.8 THEN 2 WHEN day>='2025-04-01' AND tea_r('p'||s)<0.9 THEN 3 ELSE 4 END END,
  CASE WHEN st=3 THEN NULL WHEN tea_r('k'||s)<0.04 THEN 1 WHEN tea_r('k'||s)<0.14 THEN 2 WHEN tea_r('k'||s)<0.19 AND day<='2026-06-30' THEN 3
       WHEN tea_r('k'||s)<0.25 THEN 4 WHEN tea_r('k'||s)<0.5 AND day BETWEEN '2025-11-01' AND '2025-11-15' THEN 5
       WHEN tea_r('k'||s)<0.35 AND day BETWEEN '2026-06-01' AND '2026-08-31' THEN 6
       WHEN tea_r('k'||s)<0.45 AND day BETWEEN '2026-10-01' AND '2026-10-08' THEN 7 END,
  st, CASE WHEN st=2 THEN CASE WHEN tea_r('q'||s)<0.3 THEN 1 WHEN tea_r('q'||s)<0.7 THEN 2 WHEN tea_r('q'||s)<0.85 THEN 3 ELSE 4 END END,
  tea_r('m'||s)<0.42,
  CASE WHEN st<>3 THEN 3+floor(18*tea_r('w'||s)*tea_r('w2'||s)+ (CASE WHEN shop_id=7 THEN 4 ELSE 0 END))::int END,
  CASE WHEN st<>3 AND tea_r('g'||s)<0.34 THEN CASE WHEN st=2 THEN 1+floor(3*tea_r('g2'||s))::int
    WHEN tea_r('g2'||s)<0.52+0.01*shop_id THEN 5 WHEN tea_r('g2'||s)<0.88 THEN 4 ELSE 3 END END
FROM p;

INSERT INTO order_items
WITH l AS MATERIALIZED (
  SELECT o.order_id, o.ordered_at::date AS day, k, o.order_id||'/'||k AS s
  FROM orders o, generate_series(1, 1+floor(2.2*tea_r('l'||o.order_id)*tea_r('l2'||o.order_id)+0.25)::int) k WHERE o.status<>3
), m AS MATERIALIZED (
  SELECT order_id, k, s, day,
   (ARRAY[1,1,1,1,2,2,2,3,3,3,4,4,5,5,6,7,7,7,8,8,9,9,9,10,10,10,11,12,13,14,14,15,16,17,18,19,19,19,20,21,22,23])[1+floor(42*tea_r('d'||s))::int] AS dr
  FROM l
), f AS MATERIALIZED (
  SELECT m.*, CASE WHEN d.launched_on>m.day OR coalesce(d.withdrawn_on,'2030-01-01')<m.day
     OR (m.dr=12 AND extract(month FROM m.day) NOT IN (6,7,8,9)) OR (m.dr=6 AND extract(month FROM m.day) NOT IN (9,10,11,12)) THEN 1 ELSE m.dr END AS drink
  FROM m JOIN drinks d ON d.drink_id=m.dr
), c AS MATERIALIZED (
  SELECT f.order_id, f.k, f.drink, d.list_price, d.category,
    CASE WHEN d.category<>'IC' AND tea_r('z'||s)<0.38 THEN 'L' ELSE 'M' END AS size,
    CASE WHEN d.category<>'IC' THEN (ARRAY[0,3,3,5,5,5,7,7,10])[1+floor(9*tea_r('y'||s))::int] END AS sugar,
    CASE WHEN tea_r('x'||s)<0.82 THEN 1 WHEN tea_r('x'||s)<0.96 THEN 2 ELSE 3 END AS cups
  FROM f JOIN drinks d ON d.drink_id=f.drink
)
SELECT row_number() OVER (ORDER BY order_id,k), order_id, drink, size, sugar, cups, cups*(list_price+CASE WHEN size='L' THEN 3 ELSE 0 END) FROM c;

UPDATE orders o SET gross_amount=x.a, coupon_id=x.cp, discount_amount=x.disc, paid_amount=x.a-x.disc
FROM (SELECT i.order_id, i.a, CASE WHEN c.min_spend<=i.a THEN c.coupon_id END AS cp, CASE WHEN c.coupon_id IS NULL OR c.min_spend>i.a THEN 0 WHEN c.kind=2 AND c.coupon_id=4 THEN round(i.a*0.12,2) WHEN c.kind=2 THEN round(i.a*0.25,2) ELSE least(c.face_value,i.a) END AS disc
  FROM (SELECT order_id, sum(amount) a FROM order_items GROUP BY 1) i JOIN orders o2 USING (order_id) LEFT JOIN coupons c ON c.coupon_id=o2.coupon_id) x
WHERE x.order_id=o.order_id;
CREATE INDEX ON orders(shop_id, ordered_at);
CREATE INDEX ON order_items(order_id);
ALTER TABLE order_items ADD FOREIGN KEY (order_id) REFERENCES orders;

CREATE TABLE ingredients (
  ingredient_id integer PRIMARY KEY, name text NOT NULL, name_en text NOT NULL,
  unit text NOT NULL, storage smallint NOT NULL, shelf_life_days integer
);
COMMENT ON TABLE ingredients IS '原料';
COMMENT ON COLUMN ingredients.unit IS '采购单位';
COMMENT ON COLUMN ingredients.storage IS '储存方式 1 常温 room temperature, 2 冷藏 chilled, 3 冷冻 frozen';
COMMENT ON COLUMN ingredients.shelf_life_days IS '保质期（天），包材为空';
INSERT INTO ingredients VALUES
(1,'红茶叶','Black tea','kg',1,540),(2,'绿茶叶','Green tea','kg',1,540),(3,'鲜牛奶','Fresh milk','L',2,7),(4,'珍珠','Tapioca pearls','kg',1,180),
(5,'黑糖','Brown sugar','kg',1,365),(6,'芋泥','Taro paste','kg',3,270),(7,'芒果','Mango','kg',2,6),(8,'葡萄','Grapes','kg',2,8),
(9,'柠檬','Lemon','kg',2,20),(10,'咖啡豆','Coffee beans','kg',1,365),(11,'椰浆','Coconut milk','L',1,300),(12,'纸杯','Paper cups','箱',1,NULL),(13,'吸管','Straws','箱',1,NULL),(14,'草莓','Strawberry','kg',2,4);

CREATE TABLE purchases (
  purchase_id integer PRIMARY KEY,
  shop_id integer NOT NULL REFERENCES shops,
  ingredient_id integer NOT NULL REFERENCES ingredients,
  purchased_on date NOT NULL,
  supplier text NOT NULL,
  quantity numeric(8,1) NOT NULL, unit_price numeric(8,2) NOT NULL, amount numeric(10,2) NOT NULL,
  arrived_on date
);
COMMENT ON TABLE purchases IS '门店原料采购 ingredient purchases';
COMMENT ON COLUMN purchases.supplier IS '供应商';
COMMENT ON COLUMN purchases.amount IS '采购金额 = quantity * unit_price';
COMMENT ON COLUMN purchases.arrived_on IS '到货日，NULL = 未到货';
INSERT INTO purchases
SELECT row_number() OVER (ORDER BY day, shop_id, ing), shop_id, ing, day,
  CASE WHEN ing IN (1,2,5) THEN '武夷茶业' WHEN ing=3 THEN '光明乳业' WHEN ing IN (7,8,9,14) THEN '鲜果汇' WHEN ing IN (12,13) THEN '绿源包材' ELSE (ARRAY['恒泰食品','鲜果汇'])[1+floor(1.3*tea_r('sp'||s))::int] END,
  q, p, round(q*p,2), CASE WHEN day + 1 + floor(4*tea_r('a'||s))::int <= date '2026-11-20' THEN day + 1 + floor(4*tea_r('a'||s))::int END
FROM (
 SELECT sh.shop_id, i.ing, g::date AS day, sh.shop_id||'b'||i.ing||'b'||g::date AS s,
  round((1+4.5*tea_r('q'||sh.shop_id||i.ing||g::date))::numeric,1) AS q,
  round(((ARRAY[32,30,8.5,7,6,13,9,12,7.5,48,11,56,40,20])[i.ing]*(0.92+0.16*tea_r('pp'||i.ing||date_trunc('month',g)))*(1+0.04*((g::date-date '2024-11-21')/365.0)))::numeric,2) AS p
 FROM shops sh, generate_series(1,14) i(ing), generate_series(timestamp '2024-11-22', timestamp '2026-11-20', interval '7 days') g
 WHERE g::date>=sh.opened_on AND (sh.closed_on IS NULL OR g::date<=sh.closed_on) AND tea_r('buy'||sh.shop_id||i.ing||g::date) < (CASE WHEN i.ing=3 THEN 0.85 WHEN i.ing=14 AND extract(month FROM g) NOT IN (12,1,2,3,4) THEN 0 ELSE 0.32 END)
) x;

CREATE TABLE staff (
  staff_id integer PRIMARY KEY, name text NOT NULL,
  shop_id integer NOT NULL REFERENCES shops,
  role smallint NOT NULL, hired_on date NOT NULL, left_on date,
  monthly_pay numeric(8,2), health_cert_until date
);
COMMENT ON TABLE staff IS '员工';
COMMENT ON COLUMN staff.role IS '1 店长 manager, 2 店员 barista, 3 兼职 part-timer';
COMMENT ON COLUMN staff.left_on IS '离职日期，NULL = 在职';
COMMENT ON COLUMN staff.monthly_pay IS '月薪（元）；兼职按小时，不填';
COMMENT ON COLUMN staff.health_cert_until IS '健康证有效期至';
INSERT INTO staff
SELECT row_number() OVER (ORDER BY shop_id,k),
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','马','朱','胡','郭','何','高','林','罗'])[1+(shop_id*7+k*3)%20] ||
  (ARRAY['雨桐','子涵','浩然','思琪','俊杰','欣怡','梓萱','宇航','佳宁','文博','晓彤','志远','诗雅'])[1+(shop_id*5+k)%13],
  shop_id, CASE WHEN k=1 THEN 1 WHEN k<=4 THEN 2 ELSE 3 END,
  greatest(opened_on, date '2021-01-01' + floor(1800*tea_r('hi'||shop_id||'/'||k))::int),
  CASE WHEN closed_on IS NOT NULL THEN closed_on WHEN k>1 AND tea_r('le'||shop_id||'/'||k)<0.22 THEN date '2026-01-10'+floor(300*tea_r('ld'||shop_id||'/'||k))::int END,
  CASE WHEN k=1 THEN 8500+100*floor(30*tea_r('pa'||shop_id)) WHEN k<=4 THEN 5000+50*floor(25*tea_r('pb'||shop_id||'/'||k)) END,
  CASE WHEN tea_r('hc'||shop_id||'/'||k)<0.93 THEN date '2026-10-15'+floor(400*tea_r('hd'||shop_id||'/'||k))::int END
FROM shops, generate_series(1,7) k WHERE k <= 4 + area_m2/30;
UPDATE staff SET hired_on = left_on - 200 WHERE left_on < hired_on;

CREATE TABLE inspections (
  inspection_id integer PRIMARY KEY, shop_id integer NOT NULL REFERENCES shops,
  inspected_on date NOT NULL, inspector text NOT NULL,
  score numeric(4,1) NOT NULL, result smallint NOT NULL, fine numeric(8,2), remark text
);
COMMENT ON TABLE inspections IS '巡店检查';
COMMENT ON COLUMN inspections.inspector IS '督导';
COMMENT ON COLUMN inspections.score IS '得分，满分100';
COMMENT ON COLUMN inspections.result IS '1 合格 passed, 2 限期整改 to be corrected, 3 不合格 failed';
COMMENT ON COLUMN inspections.fine IS '罚款（元），无罚款为空';
INSERT INTO inspections
SELECT row_number() OVER (ORDER BY day, shop_id), shop_id, day, insp, sc, CASE WHEN sc>=80 THEN 1 WHEN sc>=70 THEN 2 ELSE 3 END,
  CASE WHEN sc<70 THEN 1000 WHEN sc<75 THEN 300 END,
  CASE WHEN sc<70 THEN (ARRAY['原料过期','地面积水','未戴手套'])[1+floor(3*tea_r('re'||shop_id||day))::int] WHEN sc<80 THEN '标签不全' END
FROM (SELECT s.shop_id, (g + (floor(30*tea_r('in'||s.shop_id||g::date)) + (s.shop_id%7)*7)*interval '1 day')::date AS day,
   (ARRAY['钱卫东','苏敏','韩磊'])[1+floor(3*tea_r('ip'||s.shop_id||g::date))::int] AS insp,
   round((63 + 36*sqrt(tea_r('sc'||s.shop_id||g::date)) - CASE WHEN s.shop_id IN (12,15) THEN 7 ELSE 0 END)::numeric,1) AS sc
  FROM shops s, generate_series(timestamp '2024-11-25', timestamp '2026-11-01', interval '45 days') g
  WHERE g::date>=s.opened_on AND (s.closed_on IS NULL OR g::date+72<=s.closed_on)) x
WHERE day<=date '2026-11-20';

CREATE TABLE targets (
  shop_id integer NOT NULL REFERENCES shops, month date NOT NULL,
  target_amount numeric(10,2) NOT NULL, PRIMARY KEY (shop_id, month)
);
COMMENT ON TABLE targets IS '门店月度营业额目标 monthly sales targets';
COMMENT ON COLUMN targets.month IS '月份，每月1号';
INSERT INTO targets
SELECT s.shop_id, g::date, 100*round(((ARRAY[3.4,1.9,3.8,2.3,2.2,2.9,1.7,2.1,2.0,1.4,2.7,1.5,1.8,2.5,1.6,2.4,2.0,1.5,2.6,1.7,3.5,3.1])[s.shop_id]*7.9*(1+0.15*((g::date-date '2024-11-21')/365.0))*(0.85+0.35*tea_r('tg'||s.shop_id||g::date)) + 2)::numeric,0)
FROM shops s, generate_series(timestamp '2024-12-01', timestamp '2026-12-01', interval '1 month') g
WHERE g::date>=s.opened_on AND (s.closed_on IS NULL OR g::date<=s.closed_on);

DROP FUNCTION tea_r(text);
ANALYZE;

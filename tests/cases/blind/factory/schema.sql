-- 小厨电制造公司：生产、销售、发货、采购（确定性数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.plants (
  plant_id   int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  city       text NOT NULL,
  city_en    text NOT NULL,
  manager    text,
  floor_m2   int NOT NULL,
  opened_on  date NOT NULL,
  closed_on  date
);
COMMENT ON TABLE public.plants IS '工厂 Plant';
COMMENT ON COLUMN public.plants.manager IS '厂长';
COMMENT ON COLUMN public.plants.floor_m2 IS '厂房面积（平方米）';
COMMENT ON COLUMN public.plants.opened_on IS '投产日期';
COMMENT ON COLUMN public.plants.closed_on IS '关厂日期，在产为空';
INSERT INTO public.plants VALUES
 (1,'顺德厂','Shunde','佛山','Foshan','梁志强',32000,'2012-05-08',NULL),
 (2,'慈溪厂','Cixi','宁波','Ningbo','沈佳',24500,'2016-09-20',NULL),
 (3,'湛江厂','Zhanjiang','湛江','Zhanjiang','黄伟明',18000,'2021-03-15',NULL),
 (4,'中山厂','Zhongshan','中山','Zhongshan',NULL,9600,'2009-11-01','2025-08-31');

CREATE TABLE public.production_lines (
  line_id       int PRIMARY KEY,
  plant_id      int NOT NULL REFERENCES public.plants,
  name          text NOT NULL,
  name_en       text NOT NULL,
  line_type     char(1) NOT NULL,
  rated_per_hr  int NOT NULL,
  foreman       text,
  installed_on  date NOT NULL,
  retired_on    date
);
COMMENT ON TABLE public.production_lines IS '产线 Production line';
COMMENT ON COLUMN public.production_lines.line_type IS '类型：A 自动 S 半自动 M 手工';
COMMENT ON COLUMN public.production_lines.rated_per_hr IS '额定产能（台/小时）';
COMMENT ON COLUMN public.production_lines.foreman IS '线长';
COMMENT ON COLUMN public.production_lines.retired_on IS '停用日期，在用为空';
INSERT INTO public.production_lines VALUES
 (1,1,'顺德1线','Shunde Line 1','A',60,'罗建国','2018-02-01',NULL),
 (2,1,'顺德2线','Shunde Line 2','A',58,'冯海燕','2018-02-01',NULL),
 (3,1,'顺德3线','Shunde Line 3','S',40,'邓超','2015-06-10',NULL),
 (4,1,'顺德4线','Shunde Line 4','S',38,'谭勇','2014-03-03',NULL),
 (5,1,'顺德5线','Shunde Line 5','M',22,'区美玲','2012-05-08',NULL),
 (6,2,'慈溪1线','Cixi Line 1','A',62,'徐琳','2022-08-15',NULL),
 (7,2,'慈溪2线','Cixi Line 2','S',42,'方磊','2017-01-09',NULL),
 (8,2,'慈溪3线','Cixi Line 3','S',40,'高敏','2016-09-20',NULL),
 (9,2,'慈溪4线','Cixi Line 4','M',20,'胡斌','2016-09-20',NULL),
 (10,3,'湛江1线','Zhanjiang Line 1','A',55,'陈水生','2021-03-15',NULL),
 (11,3,'湛江2线','Zhanjiang Line 2','S',39,'林秀珍','2021-03-15',NULL),
 (12,3,'湛江3线','Zhanjiang Line 3','A',64,NULL,'2025-12-01',NULL),
 (13,4,'中山1线','Zhongshan Line 1','S',34,'何炳','2010-01-05','2025-08-31'),
 (14,4,'中山2线','Zhongshan Line 2','M',18,'何炳','2009-11-01','2025-07-31');

CREATE TABLE public.products (
  product_id   int PRIMARY KEY,
  sku          text NOT NULL UNIQUE,
  name         text NOT NULL,
  name_en      text NOT NULL,
  category     text NOT NULL,
  category_en  text NOT NULL,
  list_price   numeric(8,2) NOT NULL,
  std_cost     numeric(8,2),
  power_w      int,
  launched_on  date NOT NULL,
  discontinued_on date
);
COMMENT ON TABLE public.products IS '产品 Product';
COMMENT ON COLUMN public.products.category IS '品类';
COMMENT ON COLUMN public.products.list_price IS '出厂标价（元）';
COMMENT ON COLUMN public.products.std_cost IS '标准成本（元/台），未核算为空';
COMMENT ON COLUMN public.products.power_w IS '额定功率（瓦）';
COMMENT ON COLUMN public.products.launched_on IS '上市日期';
COMMENT ON COLUMN public.products.discontinued_on IS '停产日期，在产为空';
INSERT INTO public.products VALUES
 (1,'RC-30','3升电饭煲','Rice Cooker 3L','电饭煲','Rice cookers',129,78,600,'2019-03-01',NULL),
 (2,'RC-50','5升电饭煲','Rice Cooker 5L','电饭煲','Rice cookers',169,101,860,'2019-03-01',NULL),
 (3,'RC-IH','IH电饭煲','IH Rice Cooker','电饭煲','Rice cookers',399,238,1250,'2022-08-10',NULL),
 (4,'AF-35','3.5升空气炸锅','Air Fryer 3.5L','空气炸锅','Air fryers',189,112,1300,'2020-06-18',NULL),
 (5,'AF-55','5.5升空气炸锅','Air Fryer 5.5L','空气炸锅','Air fryers',259,150,1700,'2021-10-01',NULL),
 (6,'AF-D2','双篮空气炸锅','Dual Basket Air Fryer','空气炸锅','Air fryers',449,271,2400,'2025-09-01',NULL),
 (7,'KT-17','1.7升电水壶','Kettle 1.7L','电水壶','Kettles',59,33,1850,'2018-01-15',NULL),
 (8,'KT-10','旅行电水壶','Travel Kettle','电水壶','Kettles',79,44,800,'2023-04-20',NULL),
 (9,'KT-TC','控温电水壶','Temperature Control Kettle','电水壶','Kettles',149,86,1500,'2024-05-06',NULL),
 (10,'BL-08','便携榨汁杯','Portable Blender','搅拌机','Blenders',89,47,120,'2021-05-01',NULL),
 (11,'BL-15','台式搅拌机','Countertop Blender','搅拌机','Blenders',219,128,1000,'2019-11-11',NULL),
 (12,'BL-HP','破壁机','High Power Blender','搅拌机','Blenders',499,305,1800,'2023-09-09',NULL),
 (13,'OV-20','20升电烤箱','Oven 20L','电烤箱','Ovens',199,125,1400,'2017-07-07','2026-03-31'),
 (14,'OV-38','38升电烤箱','Oven 38L','电烤箱','Ovens',299,184,1800,'2020-02-20',NULL),
 (15,'TS-2S','两片吐司机','2-Slice Toaster','吐司机','Toasters',99,56,750,'2018-10-10',NULL),
 (16,'TS-4S','四片吐司机','4-Slice Toaster','吐司机','Toasters',159,92,1500,'2021-01-05','2025-06-30'),
 (17,'CM-DR','滴漏咖啡机','Drip Coffee Maker','咖啡机','Coffee makers',179,105,900,'2022-03-03',NULL),
 (18,'CM-ES','意式咖啡机','Espresso Machine','咖啡机','Coffee makers',699,NULL,1350,'2026-04-15',NULL);

CREATE TABLE public.work_orders (
  wo_id        int PRIMARY KEY,
  line_id      int NOT NULL REFERENCES public.production_lines,
  product_id   int NOT NULL REFERENCES public.products,
  shift_cd     char(1) NOT NULL,
  released_on  date NOT NULL,
  prod_date    date NOT NULL,
  plan_qty     int NOT NULL,
  good_qty     int,
  scrap_qty    int,
  rework_qty   int,
  run_hours    numeric(5,2),
  defect_cd    char(2),
  status_cd    int NOT NULL
);
COMMENT ON TABLE public.work_orders IS '生产工单 Work order';
COMMENT ON COLUMN public.work_orders.shift_cd IS '班次：D 白班 N 夜班';
COMMENT ON COLUMN public.work_orders.released_on IS '下达日期';
COMMENT ON COLUMN public.work_orders.prod_date IS '生产日期';
COMMENT ON COLUMN public.work_orders.plan_qty IS '计划数量（台）';
COMMENT ON COLUMN public.work_orders.good_qty IS '良品数（台），未完工为空';
COMMENT ON COLUMN public.work_orders.scrap_qty IS '报废数（台），未完工为空';
COMMENT ON COLUMN public.work_orders.rework_qty IS '返工数（台），未完工为空';
COMMENT ON COLUMN public.work_orders.run_hours IS '开机工时（小时）';
COMMENT ON COLUMN public.work_orders.defect_cd IS '主要不良原因：SC 外观划伤 EL 电气不良 LK 漏水 AS 装配不良 PK 包装破损；无不良为空';
COMMENT ON COLUMN public.work_orders.status_cd IS '状态：1 已下达 2 生产中 3 已完工 9 已取消';
INSERT INTO public.work_orders
SELECT row_number() OVER (ORDER BY d, line_id, s)::int, line_id, pid, s, d - 2 - _h('rl'||k,5), d, plan,
  CASE WHEN st=3 THEN good END, CASE WHEN st=3 THEN scrap END, CASE WHEN st=3 THEN _h('rw'||k,9) END,
  CASE WHEN st=3 THEN round((7 + _h('rh'||k,300)/100.0)::numeric,2) END,
  CASE WHEN st=3 AND scrap>0 AND _h('dn'||k,12)>0 THEN (ARRAY['SC','SC','SC','EL','EL','LK','AS','AS','AS','PK'])[1+_h('df'||k,10)] END,
  st
FROM (SELECT *, (plan*(90+_h('gd'||k,11))/100)::int AS good,
        (plan*(5+_h('sq'||k,30)+CASE s WHEN 'N' THEN 9 ELSE 0 END+CASE WHEN line_id IN (5,9,14) THEN 14 WHEN line_id=12 THEN -4 ELSE 0 END)/1000)::int AS scrap,
        CASE WHEN _h('st'||k,100)<3 THEN 9 WHEN d>=date '2026-11-20' AND _h('st'||k,100)<55 THEN 2 WHEN d>=date '2026-11-19' AND _h('st'||k,100)<22 THEN 2 WHEN d>=date '2026-11-20' AND _h('st'||k,100)<70 THEN 1 ELSE 3 END AS st
      FROM (SELECT l.line_id, d::date AS d, s, l.line_id||'/'||d::date||'/'||s AS k,
              (l.rated_per_hr*8*(70+_h('pl'||l.line_id||d::date||s,26)+CASE WHEN extract(month FROM d) IN (5,9,10,11) THEN 6 WHEN extract(month FROM d)=2 THEN -14 ELSE 0 END)/100)::int AS plan,
              p.product_id AS pid
            FROM public.production_lines l
            CROSS JOIN generate_series(timestamp '2024-11-01', timestamp '2026-11-20', interval '1 day') d
            CROSS JOIN (VALUES ('D'),('N')) v(s)
            CROSS JOIN LATERAL (SELECT product_id FROM public.products p
               WHERE p.launched_on<=d::date AND (p.discontinued_on IS NULL OR p.discontinued_on>=d::date)
               ORDER BY _h('pp'||l.line_id||'-'||(extract(epoch FROM d)/86400/3)::int||s||p.product_id,100000) LIMIT 1) p
            WHERE d::date>=l.installed_on AND (l.retired_on IS NULL OR d::date<=l.retired_on)
              AND extract(isodow FROM d)<7
              AND NOT (extract(isodow FROM d)=6 AND s='N')
              AND NOT (l.line_type='M' AND s='N')
              AND _h('wk'||l.line_id||d::date||s,20)>0
              AND NOT (d::date BETWEEN '2025-01-27' AND '2025-02-04') AND NOT (d::date BETWEEN '2026-02-15' AND '2026-02-23')
              AND NOT (d::date BETWEEN '2025-10-01' AND '2025-10-04') AND NOT (d::date BETWEEN '2026-10-01' AND '2026-10-04')) a) b;

CREATE TABLE public.machine_stops (
  stop_id     int PRIMARY KEY,
  line_id     int NOT NULL REFERENCES public.production_lines,
  started_at  timestamp NOT NULL,
  ended_at    timestamp,
  minutes     int,
  reason_cd   int,
  note        text
);
COMMENT ON TABLE public.machine_stops IS '停机记录 Machine stop';
COMMENT ON COLUMN public.machine_stops.started_at IS '停机开始时间';
COMMENT ON COLUMN public.machine_stops.ended_at IS '恢复时间，未恢复为空';
COMMENT ON COLUMN public.machine_stops.minutes IS '停机时长（分钟），未恢复为空';
COMMENT ON COLUMN public.machine_stops.reason_cd IS '停机原因：1 换型 2 设备故障 3 缺料 4 停电 5 保养，空为未填';
INSERT INTO public.machine_stops
SELECT row_number() OVER (ORDER BY st, line_id)::int, line_id, st,
  CASE WHEN opn THEN NULL ELSE st + m*interval '1 minute' END, CASE WHEN opn THEN NULL ELSE m END, r,
  CASE WHEN r=2 AND _h('nt'||k,4)=0 THEN (ARRAY['传送带卡住','电机过热','气压不足','传感器失灵'])[1+_h('nn'||k,4)] END
FROM (SELECT *, d::date + interval '8 hours' + _h('tm'||k,800)*interval '1 minute' AS st,
        CASE r WHEN 1 THEN 12+_h('m'||k,35) WHEN 2 THEN 15+_h('m'||k,150) WHEN 3 THEN 20+_h('m'||k,80) WHEN 4 THEN 40+_h('m'||k,120) ELSE 30+_h('m'||k,45) END AS m,
        d::date>=date '2026-11-20' AND _h('op'||k,3)=0 AS opn
      FROM (SELECT l.line_id, d, l.line_id||'~'||d::date AS k,
              CASE WHEN _h('r'||l.line_id||d::date,100)<34 THEN 1 WHEN _h('r'||l.line_id||d::date,100)<62 THEN 2 WHEN _h('r'||l.line_id||d::date,100)<80 THEN 3 WHEN _h('r'||l.line_id||d::date,100)<84 THEN 4 WHEN _h('r'||l.line_id||d::date,100)<96 THEN 5 END AS r
            FROM public.production_lines l CROSS JOIN generate_series(timestamp '2024-11-01', timestamp '2026-11-20', interval '1 day') d
            WHERE d::date>=l.installed_on AND (l.retired_on IS NULL OR d::date<=l.retired_on) AND extract(isodow FROM d)<7
              AND NOT (d::date BETWEEN '2025-01-27' AND '2025-02-04') AND NOT (d::date BETWEEN '2026-02-15' AND '2026-02-23')
              AND _h('sp'||l.line_id||d::date,100) < CASE l.line_type WHEN 'A' THEN 38 WHEN 'S' THEN 52 ELSE 24 END) a) b;

CREATE TABLE public.customers (
  customer_id  int PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL,
  channel_cd   char(2) NOT NULL,
  region       text NOT NULL,
  region_en    text NOT NULL,
  sales_rep    text,
  credit_limit numeric(12,2),
  since        date NOT NULL,
  lost_on      date
);
COMMENT ON TABLE public.customers IS '客户 Customer';
COMMENT ON COLUMN public.customers.channel_cd IS '渠道：EC 电商 RT 商超 DS 经销商 EX 出口';
COMMENT ON COLUMN public.customers.region IS '区域';
COMMENT ON COLUMN public.customers.sales_rep IS '业务员，未分配为空';
COMMENT ON COLUMN public.customers.credit_limit IS '信用额度（元），现款客户为空';
COMMENT ON COLUMN public.customers.since IS '开户日期';
COMMENT ON COLUMN public.customers.lost_on IS '停止合作日期，合作中为空';
INSERT INTO public.customers VALUES
 (1,'京东自营','JD Retail','EC','华北','North','陈丽',3000000,'2017-03-01',NULL),
 (2,'天猫超市','Tmall Mart','EC','华东','East','陈丽',2500000,'2017-06-18',NULL),
 (3,'拼多多旗舰','Pinduoduo Store','EC','华东','East','周凯',1500000,'2020-01-10',NULL),
 (4,'抖音商城','Douyin Mall','EC','华北','North','周凯',1800000,'2022-04-01',NULL),
 (5,'唯品会','Vipshop','EC','华南','South','周凯',NULL,'2021-11-11','2026-05-31'),
 (6,'永辉超市','Yonghui','RT','华东','East','何军',800000,'2016-02-01',NULL),
 (7,'大润发','RT-Mart','RT','华东','East','何军',900000,'2015-05-20',NULL),
 (8,'华润万家','CR Vanguard','RT','华南','South','何军',850000,'2016-08-08',NULL),
 (9,'苏宁易购','Suning','RT','华东','East','陈丽',1200000,'2014-10-01',NULL),
 (10,'国美电器','Gome','RT','华北','North','何军',500000,'2014-10-01','2025-04-30'),
 (11,'物美','Wumart','RT','华北','North',NULL,400000,'2023-03-15',NULL),
 (12,'步步高','Better Life','RT','华中','Central','何军',300000,'2018-07-07',NULL),
 (13,'广州恒发电器','Hengfa Appliances','DS','华南','South','吴倩',350000,'2013-01-01',NULL),
 (14,'佛山美家','Meijia Foshan','DS','华南','South','吴倩',280000,'2015-03-12',NULL),
 (15,'深圳新丰','Xinfeng Shenzhen','DS','华南','South','吴倩',NULL,'2019-09-09',NULL),
 (16,'杭州西子家电','Xizi Hangzhou','DS','华东','East','林涛',320000,'2017-04-04',NULL),
 (17,'南京金陵商贸','Jinling Trading','DS','华东','East','林涛',260000,'2018-05-05',NULL),
 (18,'成都蓉城电器','Rongcheng Chengdu','DS','西南','Southwest','林涛',300000,'2016-06-16',NULL),
 (19,'重庆山城家电','Shancheng Chongqing','DS','西南','Southwest','林涛',240000,'2019-02-02',NULL),
 (20,'昆明春城','Chuncheng Kunming','DS','西南','Southwest',NULL,NULL,'2024-12-10',NULL),
 (21,'武汉江汉电器','Jianghan Wuhan','DS','华中','Central','吴倩',270000,'2018-08-18',NULL),
 (22,'长沙湘江','Xiangjiang Changsha','DS','华中','Central','吴倩',200000,'2025-03-20',NULL),
 (23,'郑州中原商贸','Zhongyuan Zhengzhou','DS','华中','Central','林涛',NULL,'2020-10-10','2025-12-31'),
 (24,'北京首联','Shoulian Beijing','DS','华北','North','何军',310000,'2015-12-12',NULL),
 (25,'HomeGoods GmbH','HomeGoods GmbH','EX','海外','Overseas','Emma Wong',2000000,'2018-03-03',NULL),
 (26,'Kitchenworks Ltd','Kitchenworks Ltd','EX','海外','Overseas','Emma Wong',1600000,'2019-06-01',NULL),
 (27,'Casa Bella','Casa Bella','EX','海外','Overseas','Emma Wong',900000,'2021-09-15',NULL),
 (28,'Nordic Home AB','Nordic Home AB','EX','海外','Overseas','Emma Wong',700000,'2025-02-14',NULL),
 (29,'Saigon Living','Saigon Living','EX','海外','Overseas','张悦',500000,'2022-01-20',NULL),
 (30,'Al Noor Trading','Al Noor Trading','EX','海外','Overseas','张悦',600000,'2023-05-30',NULL),
 (31,'Pacific Kitchen Inc','Pacific Kitchen Inc','EX','海外','Overseas','张悦',1500000,'2020-07-04',NULL),
 (32,'Manila Appliance','Manila Appliance','EX','海外','Overseas',NULL,NULL,'2026-06-08',NULL);

CREATE TABLE public.sales_orders (
  order_id     int PRIMARY KEY,
  customer_id  int NOT NULL REFERENCES public.customers,
  ordered_on   date NOT NULL,
  due_on       date NOT NULL,
  status_cd    char(1) NOT NULL,
  pay_terms    text
);
COMMENT ON TABLE public.sales_orders IS '销售订单 Sales order';
COMMENT ON COLUMN public.sales_orders.ordered_on IS '下单日期';
COMMENT ON COLUMN public.sales_orders.due_on IS '要求交期';
COMMENT ON COLUMN public.sales_orders.status_cd IS '状态：O 待发货 S 已发货 C 已取消';
COMMENT ON COLUMN public.sales_orders.pay_terms IS '付款方式：现款/月结30天/月结60天/信用证，可为空';
INSERT INTO public.sales_orders
SELECT row_number() OVER (ORDER BY d, c, n)::int, c, d, d + 10 + _h('du'||k,25),
  CASE WHEN _h('os'||k,100)<4 THEN 'C' WHEN d>date '2026-11-05' AND _h('os'||k,100)<70 THEN 'O' ELSE 'S' END,
  CASE WHEN _h('pt'||k,30)=0 THEN NULL WHEN ch='EX' THEN '信用证' WHEN cl IS NULL THEN '现款' WHEN _h('ptc'||c,2)=0 THEN '月结30天' ELSE '月结60天' END
FROM (SELECT c.customer_id AS c, c.channel_cd AS ch, c.credit_limit AS cl, d::date AS d, n, c.customer_id||'*'||d::date||'*'||n AS k
      FROM public.customers c CROSS JOIN generate_series(timestamp '2024-11-01', timestamp '2026-11-20', interval '1 day') d CROSS JOIN generate_series(1,2) n
      WHERE d::date>=c.since AND (c.lost_on IS NULL OR d::date<=c.lost_on)
        AND _h('so'||c.customer_id||d::date||n,100) < CASE c.channel_cd WHEN 'EC' THEN 38 WHEN 'RT' THEN 16 WHEN 'DS' THEN 9 ELSE 6 END
             * CASE WHEN extract(isodow FROM d)>5 THEN 0.4 ELSE 1 END * CASE WHEN extract(month FROM d) IN (5,6,10,11) THEN 1.35 WHEN extract(month FROM d)=2 THEN 0.6 ELSE 1 END) a;

CREATE TABLE public.sales_order_lines (
  order_id     int NOT NULL REFERENCES public.sales_orders,
  line_no      int NOT NULL,
  product_id   int NOT NULL REFERENCES public.products,
  qty          int NOT NULL,
  unit_price   numeric(8,2) NOT NULL,
  amount       numeric(12,2) NOT NULL,
  PRIMARY KEY (order_id, line_no)
);
COMMENT ON TABLE public.sales_order_lines IS '销售订单行 Sales order line';
COMMENT ON COLUMN public.sales_order_lines.qty IS '数量（台）';
COMMENT ON COLUMN public.sales_order_lines.unit_price IS '成交单价（元）';
COMMENT ON COLUMN public.sales_order_lines.amount IS '行金额（元）= 数量 × 成交单价';
INSERT INTO public.sales_order_lines
SELECT o.order_id, n, p.product_id, q.qty, u.up, q.qty*u.up
FROM public.sales_orders o JOIN public.customers c USING (customer_id)
CROSS JOIN generate_series(1,4) n
CROSS JOIN LATERAL (SELECT product_id, list_price FROM public.products p
   WHERE p.launched_on<=o.ordered_on AND (p.discontinued_on IS NULL OR p.discontinued_on>=o.ordered_on)
   ORDER BY _h('lp'||o.order_id||'.'||p.product_id,100000) - CASE WHEN p.product_id IN (1,4,5,7) THEN 25000 ELSE 0 END, p.product_id OFFSET n-1 LIMIT 1) p
CROSS JOIN LATERAL (SELECT CASE c.channel_cd WHEN 'EX' THEN 200+10*_h('lq'||o.order_id||'.'||n,60) WHEN 'EC' THEN 40+_h('lq'||o.order_id||'.'||n,160) ELSE 20+_h('lq'||o.order_id||'.'||n,100) END AS qty) q
CROSS JOIN LATERAL (SELECT round((p.list_price*(80+_h('up'||o.order_id||'.'||n,19))/100)::numeric,2) AS up) u
WHERE n <= 1+_h('ln'||o.order_id,4);

CREATE TABLE public.shipments (
  shipment_id  int PRIMARY KEY,
  order_id     int NOT NULL REFERENCES public.sales_orders,
  plant_id     int NOT NULL REFERENCES public.plants,
  carrier      text,
  shipped_on   date NOT NULL,
  arrived_on   date,
  promised_on  date NOT NULL,
  cartons      int NOT NULL,
  freight      numeric(9,2) NOT NULL
);
COMMENT ON TABLE public.shipments IS '发货单 Shipment';
COMMENT ON COLUMN public.shipments.plant_id IS '发货工厂';
COMMENT ON COLUMN public.shipments.carrier IS '承运商，客户自提为空';
COMMENT ON COLUMN public.shipments.shipped_on IS '发货日期';
COMMENT ON COLUMN public.shipments.arrived_on IS '签收日期，在途为空';
COMMENT ON COLUMN public.shipments.promised_on IS '承诺到货日期';
COMMENT ON COLUMN public.shipments.cartons IS '箱数';
COMMENT ON COLUMN public.shipments.freight IS '运费（元）';
INSERT INTO public.shipments
SELECT row_number() OVER (ORDER BY sd, order_id)::int, order_id, plant, car, sd, CASE WHEN ad<=date '2026-11-20' THEN ad END, due_on, ct,
  CASE WHEN car IS NULL THEN 0 ELSE round((60+ct*(2.2+_h('fr'||order_id,180)/100.0))::numeric,2) END
FROM (SELECT a.*, sd + CASE WHEN car IS NULL THEN 0 ELSE 1+_h('tr'||order_id,CASE WHEN car='顺通物流' THEN 9 ELSE 6 END) END AS ad
      FROM (SELECT o.order_id, o.due_on, GREATEST(o.ordered_on, LEAST(o.ordered_on + 4 + _h('sd'||o.order_id,22), date '2026-11-20' - _h('ss'||o.order_id,3))) AS sd,
              CASE WHEN _h('cr'||o.order_id,100)<6 THEN NULL WHEN _h('cr'||o.order_id,100)<45 THEN '德邦' WHEN _h('cr'||o.order_id,100)<72 THEN '顺通物流' WHEN _h('cr'||o.order_id,100)<90 THEN '中远海运' ELSE '跨越速运' END AS car,
              CASE WHEN o.ordered_on<date '2025-07-20' AND _h('pt4'||o.order_id,8)=0 THEN 4 WHEN _h('pt'||o.order_id,10)<5 THEN 1 WHEN _h('pt'||o.order_id,10)<8 THEN 2 ELSE 3 END AS plant,
              (SELECT (sum(qty)/6+1)::int FROM public.sales_order_lines l WHERE l.order_id=o.order_id) AS ct
            FROM public.sales_orders o WHERE o.status_cd='S') a) b;

CREATE TABLE public.suppliers (
  supplier_id  int PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL,
  city         text NOT NULL,
  grade        char(1),
  lead_days    int NOT NULL,
  blocked      boolean NOT NULL
);
COMMENT ON TABLE public.suppliers IS '供应商 Supplier';
COMMENT ON COLUMN public.suppliers.grade IS '评级：A 优选 B 合格 C 观察，空为未评';
COMMENT ON COLUMN public.suppliers.lead_days IS '供货周期（天）';
COMMENT ON COLUMN public.suppliers.blocked IS '是否停用';
INSERT INTO public.suppliers VALUES
 (1,'宏达塑胶','Hongda Plastics','东莞','A',7,false),(2,'金利五金','Jinli Hardware','佛山','A',5,false),
 (3,'威灵电机','Weiling Motors','佛山','B',14,false),(4,'宁波华联电子','Hualian Electronics','宁波','A',12,false),
 (5,'恒力包装','Hengli Packaging','湛江','B',4,false),(6,'永兴发热件','Yongxing Heating','中山','B',10,false),
 (7,'三和线缆','Sanhe Cables','东莞','C',9,false),(8,'鑫源不锈钢','Xinyuan Stainless','佛山','A',15,false),
 (9,'凯顺涂料','Kaishun Coatings','宁波','C',8,true),(10,'捷成电控','Jiecheng Controls','深圳','B',18,false),
 (11,'粤海纸箱','Yuehai Cartons','湛江',NULL,3,false),(12,'百特硅胶','Baite Silicone','东莞','B',11,true);

CREATE TABLE public.purchase_orders (
  po_id        int PRIMARY KEY,
  supplier_id  int NOT NULL REFERENCES public.suppliers,
  plant_id     int NOT NULL REFERENCES public.plants,
  material     text NOT NULL,
  ordered_on   date NOT NULL,
  expected_on  date NOT NULL,
  received_on  date,
  qty          int NOT NULL,
  amount       numeric(12,2) NOT NULL,
  status_cd    int NOT NULL
);
COMMENT ON TABLE public.purchase_orders IS '采购单 Purchase order';
COMMENT ON COLUMN public.purchase_orders.plant_id IS '收货工厂';
COMMENT ON COLUMN public.purchase_orders.material IS '物料类别';
COMMENT ON COLUMN public.purchase_orders.expected_on IS '预计到料日期';
COMMENT ON COLUMN public.purchase_orders.received_on IS '收料日期，未到为空';
COMMENT ON COLUMN public.purchase_orders.status_cd IS '状态：1 待收货 2 已收货 9 已取消';
INSERT INTO public.purchase_orders
SELECT row_number() OVER (ORDER BY d, s)::int, s, pl, mat, d, ex, CASE WHEN st=2 THEN rc END, qty, round((qty*pr)::numeric,2), st
FROM (SELECT *, CASE WHEN _h('ps'||k,100)<3 THEN 9 WHEN rc>date '2026-11-20' THEN 1 ELSE 2 END AS st
  FROM (SELECT *, ex - 2 + _h('rc'||k,CASE WHEN s IN (7,10) THEN 12 ELSE 5 END) AS rc
    FROM (SELECT su.supplier_id AS s, d::date AS d, su.supplier_id||'#'||d::date AS k,
       CASE WHEN d<timestamp '2025-08-01' AND _h('pp4'||su.supplier_id||d::date,9)=0 THEN 4 ELSE 1+_h('ppl'||su.supplier_id||d::date,3) END AS pl,
       (ARRAY['塑胶件','五金件','电机','电子元件','包装材料','发热件','线缆','不锈钢','涂料','电控板','包装材料','密封件'])[su.supplier_id] AS mat,
       d::date + su.lead_days AS ex, 500+20*_h('pq'||su.supplier_id||d::date,200) AS qty,
       (ARRAY[2.4,1.8,16,3.2,0.9,7.5,2.1,5.6,1.4,12,0.7,1.1])[su.supplier_id]*(95+_h('pr'||su.supplier_id||d::date,12))/100.0 AS pr
      FROM public.suppliers su CROSS JOIN generate_series(timestamp '2024-11-01', timestamp '2026-11-20', interval '1 day') d
      WHERE extract(isodow FROM d)<6 AND NOT (su.supplier_id=9 AND d>timestamp '2026-02-28') AND NOT (su.supplier_id=12 AND d>timestamp '2025-10-31')
        AND _h('po'||su.supplier_id||d::date,100)<36) a) b) c;

CREATE TABLE public.monthly_targets (
  plant_id      int NOT NULL REFERENCES public.plants,
  month         date NOT NULL,
  output_target int NOT NULL,
  PRIMARY KEY (plant_id, month)
);
COMMENT ON TABLE public.monthly_targets IS '各厂月度产量目标 Monthly output target by plant';
COMMENT ON COLUMN public.monthly_targets.month IS '月份（当月1日）';
COMMENT ON COLUMN public.monthly_targets.output_target IS '良品产量目标（台）';
INSERT INTO public.monthly_targets
SELECT p.plant_id, m::date, (ARRAY[61000,46000,28000,9000])[p.plant_id] + 500*_h('tg'||p.plant_id||m::date,9)
   + CASE WHEN p.plant_id=3 AND m>=timestamp '2025-12-01' THEN 20000 ELSE 0 END
FROM public.plants p CROSS JOIN generate_series(timestamp '2024-11-01', timestamp '2026-12-01', interval '1 month') m
WHERE p.closed_on IS NULL OR m::date<=p.closed_on;

CREATE INDEX ON public.work_orders (prod_date);
CREATE INDEX ON public.sales_orders (ordered_on);
CREATE INDEX ON public.shipments (order_id);
DROP FUNCTION public._h(text,int);
ANALYZE;

-- 禾味食品贸易公司：示例库（确定性数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.regions (
  region_id int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL
);
COMMENT ON TABLE public.regions IS '销售大区';
INSERT INTO public.regions VALUES (1,'华东','East China'),(2,'华南','South China'),(3,'华北','North China'),(4,'西南','Southwest'),(5,'华中','Central China'),(6,'东北','Northeast');

CREATE TABLE public.branches (
  branch_id int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  opened_on date NOT NULL,
  closed_on date,
  area_sqm  int
);
COMMENT ON TABLE public.branches IS '分公司';
COMMENT ON COLUMN public.branches.closed_on IS '撤销日期，仍在营业为空';
COMMENT ON COLUMN public.branches.area_sqm IS '仓库面积（平方米）';
INSERT INTO public.branches VALUES
 (1,'上海分公司','Shanghai Branch','2012-03-01',NULL,5200),
 (2,'广州分公司','Guangzhou Branch','2014-06-15',NULL,3800),
 (3,'北京分公司','Beijing Branch','2015-09-01',NULL,4100),
 (4,'成都分公司','Chengdu Branch','2018-04-10',NULL,2600),
 (5,'武汉分公司','Wuhan Branch','2020-05-18','2025-09-30',1900);

CREATE TABLE public.employees (
  employee_id int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  branch_id   int NOT NULL REFERENCES public.branches,
  title_cd    int NOT NULL,
  manager_id  int REFERENCES public.employees,
  hired_on    date NOT NULL,
  left_on     date,
  base_salary numeric(10,2) NOT NULL
);
COMMENT ON TABLE public.employees IS 'sales staff 业务员';
COMMENT ON COLUMN public.employees.title_cd IS '职级：1 业务员 2 高级业务员 3 销售经理';
COMMENT ON COLUMN public.employees.manager_id IS '直属上级，经理为空';
COMMENT ON COLUMN public.employees.left_on IS '离职日期，在职为空';
COMMENT ON COLUMN public.employees.base_salary IS '月基本工资（元）';
INSERT INTO public.employees VALUES
 (1,'陈建国','Chen Jianguo',1,3,NULL,'2012-03-01',NULL,18000),
 (2,'沈慧','Shen Hui',1,2,1,'2016-05-09',NULL,11500),
 (3,'陆一鸣','Lu Yiming',1,2,1,'2019-02-18',NULL,10800),
 (4,'周倩','Zhou Qian',1,1,1,'2023-07-03',NULL,7600),
 (5,'韩冰','Han Bing',1,1,1,'2025-03-10',NULL,7200),
 (6,'黄志强','Huang Zhiqiang',2,3,NULL,'2014-06-15',NULL,17500),
 (7,'梁美玲','Liang Meiling',2,2,6,'2017-08-01',NULL,11000),
 (8,'何家欣','He Jiaxin',2,1,6,'2022-04-11',NULL,7800),
 (9,'Daniel Wong','Daniel Wong',2,1,6,'2024-01-15','2026-03-31',8200),
 (10,'赵铁军','Zhao Tiejun',3,3,NULL,'2015-09-01',NULL,17800),
 (11,'孙丽','Sun Li',3,2,10,'2018-03-12',NULL,10900),
 (12,'孙立伟','Sun Liwei',3,1,10,'2021-10-08',NULL,8000),
 (13,'马晓','Ma Xiao',3,1,10,'2024-06-24',NULL,7300),
 (14,'唐勇','Tang Yong',4,3,NULL,'2018-04-10',NULL,16500),
 (15,'罗敏','Luo Min',4,2,14,'2020-11-02',NULL,10200),
 (16,'蒋文博','Jiang Wenbo',4,1,14,'2023-02-20',NULL,7100),
 (17,'彭涛','Peng Tao',5,3,NULL,'2020-05-18','2025-09-30',15800),
 (18,'胡珊珊','Hu Shanshan',5,1,17,'2021-03-15','2025-09-30',7000),
 (19,'邹凯','Zou Kai',1,1,1,'2026-09-01',NULL,6800);

CREATE TABLE public.customers (
  customer_id  int PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL,
  type_cd      int NOT NULL,
  city         text NOT NULL,
  city_en      text NOT NULL,
  region_id    int NOT NULL REFERENCES public.regions,
  contact      text,
  phone        text,
  credit_limit numeric(12,2),
  joined_on    date NOT NULL,
  level_cd     char(1)
);
COMMENT ON TABLE public.customers IS '客户档案';
COMMENT ON COLUMN public.customers.type_cd IS '客户类型：1 商超 2 便利店 3 餐饮 4 批发商 5 电商';
COMMENT ON COLUMN public.customers.contact IS '联系人';
COMMENT ON COLUMN public.customers.credit_limit IS '信用额度（元），现结客户为空';
COMMENT ON COLUMN public.customers.joined_on IS '建档日期';
COMMENT ON COLUMN public.customers.level_cd IS 'customer grade: A key account, B regular, C small; NULL not graded';
INSERT INTO public.customers
SELECT i, p.zh[1+(i-1)/6] || (ARRAY['超市','便利店','酒楼','火锅店','批发行','优选'])[1+(i-1)%6],
  p.en[1+(i-1)/6] || ' ' || (ARRAY['Supermarket','Convenience','Restaurant','Hotpot','Wholesale','Online'])[1+(i-1)%6],
  (ARRAY[1,2,3,3,4,5])[1+(i-1)%6],
  (ARRAY['上海','上海','杭州','南京','广州','广州','深圳','北京','北京','天津','成都','重庆','武汉','长沙'])[1+c],
  (ARRAY['Shanghai','Shanghai','Hangzhou','Nanjing','Guangzhou','Guangzhou','Shenzhen','Beijing','Beijing','Tianjin','Chengdu','Chongqing','Wuhan','Changsha'])[1+c],
  (ARRAY[1,1,1,1,2,2,2,3,3,3,4,4,5,5])[1+c],
  CASE WHEN _h('ccn'||i,9)=0 THEN NULL ELSE (ARRAY['王','李','张','刘','陈','杨','吴','徐'])[1+_h('cs'||i,8)]||(ARRAY['经理','老板','主管','小姐','先生'])[1+_h('ct'||i,5)] END,
  CASE WHEN _h('cp'||i,12)=0 THEN NULL ELSE '1'||(3+_h('cpx'||i,7))||lpad(_h('cpn'||i,1000000000)::text,9,'0') END,
  CASE WHEN _h('cl'||i,5)=0 THEN NULL ELSE 20000+10000*_h('clx'||i,29) END,
  CASE WHEN i%6=0 THEN date '2022-01-01'+_h('cj'||i,1600) ELSE date '2014-01-10'+_h('cj'||i,4600) END,
  CASE WHEN _h('cv'||i,100)<6 THEN NULL WHEN _h('cv'||i,100)<22 THEN 'A' WHEN _h('cv'||i,100)<65 THEN 'B' ELSE 'C' END
FROM generate_series(1,120) i,
 LATERAL (SELECT _h('cc2'||i,14) c) k,
 (SELECT ARRAY['鲜多多','金鼎','金鼎轩','好邻居','万家福','福满楼','老街坊','四季香','百味','盛源','恒丰','味之都','喜来','绿洲','天天','和顺','海之蓝','聚贤','小城','悦来'] zh,
  ARRAY['Xianduoduo','Jinding','Jindingxuan','Haolinju','Wanjiafu','Fumanlou','Laojiefang','Sijixiang','Baiwei','Shengyuan','Hengfeng','Weizhidu','Xilai','Oasis','Tiantian','Heshun','Blue Sea','Juxian','Xiaocheng','Yuelai'] en) p;

CREATE TABLE public.suppliers (
  supplier_id int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  country     text NOT NULL,
  country_en  text NOT NULL,
  phone       text,
  lead_days   int,
  rating      int
);
COMMENT ON TABLE public.suppliers IS '供应商';
COMMENT ON COLUMN public.suppliers.lead_days IS '交货周期（天）';
COMMENT ON COLUMN public.suppliers.rating IS '评级 1-5，未评为空';
INSERT INTO public.suppliers VALUES
 (1,'青岛海丰水产','Qingdao Haifeng Seafood','中国','China','0532-8899120',4,5),
 (2,'内蒙古草原乳业','Grassland Dairy','中国','China','0471-330021',6,4),
 (3,'四川川香调味','Chuanxiang Condiments','中国','China','028-6677001',3,4),
 (4,'东北大粮仓','Northeast Granary','中国','China','0451-778812',7,3),
 (5,'云南山珍','Yunnan Mountain Foods','中国','China',NULL,8,4),
 (6,'Fonterra 新西兰','Fonterra NZ','新西兰','New Zealand','+64-9-374900',35,5),
 (7,'Norsk Laks','Norsk Laks','挪威','Norway','+47-55-210',21,5),
 (8,'泰味进口','Thai Taste','泰国','Thailand','+66-2-8811',18,3),
 (9,'广东甜蜜食品','Guangdong Sweets','中国','China','020-8123400',3,4),
 (10,'河南双丰肉业','Shuangfeng Meat','中国','China','0371-665500',2,4),
 (11,'Bodega Sol','Bodega Sol','西班牙','Spain','+34-91-5500',40,NULL),
 (12,'浙江茶山','Zhejiang Tea Hills','中国','China','0571-880033',5,5),
 (13,'福建果园','Fujian Orchards','中国','China',NULL,4,2),
 (14,'北海新渔','Beihai New Fishery','中国','China','0779-20220',5,NULL);

CREATE TABLE public.categories (
  category_id int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL
);
COMMENT ON TABLE public.categories IS '商品品类';
INSERT INTO public.categories VALUES (1,'饮料','Beverages'),(2,'调味品','Condiments'),(3,'糖果糕点','Confectionery'),(4,'乳制品','Dairy'),(5,'粮油','Grains and oils'),(6,'肉禽','Meat and poultry'),(7,'果蔬干货','Produce'),(8,'海鲜','Seafood');

CREATE TABLE public.products (
  product_id    int PRIMARY KEY,
  name          text NOT NULL,
  name_en       text NOT NULL,
  category_id   int NOT NULL REFERENCES public.categories,
  supplier_id   int NOT NULL REFERENCES public.suppliers,
  pack          text,
  list_price    numeric(10,2) NOT NULL,
  unit_cost     numeric(10,2) NOT NULL,
  reorder_level int,
  shelf_days    int,
  discontinued  boolean NOT NULL
);
COMMENT ON TABLE public.products IS '商品';
COMMENT ON COLUMN public.products.pack IS '包装规格';
COMMENT ON COLUMN public.products.list_price IS '标价（元/件）';
COMMENT ON COLUMN public.products.unit_cost IS '进货成本（元/件）';
COMMENT ON COLUMN public.products.reorder_level IS '补货点（件），停产为空';
COMMENT ON COLUMN public.products.shelf_days IS '保质期（天）';
COMMENT ON COLUMN public.products.discontinued IS '是否停产';
INSERT INTO public.products VALUES
 (1,'龙井绿茶','Longjing Green Tea',1,12,'10盒×100克',168,104,80,540,false),
 (2,'茉莉花茶','Jasmine Tea',1,12,'10盒×100克',96,58,80,540,false),
 (3,'西班牙红酒','Spanish Red Wine',1,11,'6瓶×750毫升',398,262,40,1800,false),
 (4,'椰子水','Coconut Water',1,8,'24罐×330毫升',112,74,120,365,false),
 (5,'桂花乌龙','Osmanthus Oolong',1,12,'12瓶×500毫升',58,35,150,270,false),
 (6,'豆瓣酱','Broad Bean Paste',2,3,'12瓶×500克',84,46,150,540,false),
 (7,'花椒油','Sichuan Pepper Oil',2,3,'12瓶×250毫升',126,79,90,540,false),
 (8,'火锅底料','Hotpot Base',2,3,'30袋×200克',210,128,160,365,false),
 (9,'泰式鱼露','Thai Fish Sauce',2,8,'12瓶×700毫升',108,66,70,720,false),
 (10,'甜辣酱','Sweet Chili Sauce',2,8,'12瓶×350克',92,57,70,540,false),
 (11,'老坛酸菜','Pickled Mustard Greens',2,3,'20袋×350克',76,49,100,180,true),
 (12,'绿豆糕','Mung Bean Cake',3,9,'20盒×200克',138,88,100,90,false),
 (13,'花生酥','Peanut Crisp',3,9,'24袋×150克',115,70,100,180,false),
 (14,'水果软糖','Fruit Gummies',3,9,'48袋×80克',144,86,120,365,false),
 (15,'黑巧克力','Dark Chocolate',3,11,'20块×100克',236,158,60,365,false),
 (16,'全脂奶粉','Whole Milk Powder',4,6,'25公斤/袋',960,742,60,540,false),
 (17,'无盐黄油','Unsalted Butter',4,6,'20块×454克',620,468,50,240,false),
 (18,'马苏里拉奶酪','Mozzarella',4,6,'8包×2公斤',710,553,50,180,false),
 (19,'纯牛奶','Fresh Milk',4,2,'24盒×250毫升',66,47,300,180,false),
 (20,'酸奶','Yogurt',4,2,'24杯×100克',54,36,300,21,false),
 (21,'东北大米','Northeast Rice',5,4,'25公斤/袋',148,116,400,365,false),
 (22,'糯米','Glutinous Rice',5,4,'25公斤/袋',162,127,120,365,false),
 (23,'高筋面粉','Bread Flour',5,4,'25公斤/袋',124,98,200,270,false),
 (24,'非转基因大豆油','Soybean Oil',5,4,'4桶×5升',228,189,180,540,false),
 (25,'橄榄油','Olive Oil',5,11,'12瓶×500毫升',540,402,50,540,false),
 (26,'猪五花','Pork Belly',6,10,'10公斤/箱',318,254,150,180,false),
 (27,'鸡翅中','Chicken Mid-wings',6,10,'10公斤/箱',286,221,160,270,false),
 (28,'牛腩','Beef Brisket',6,10,'10公斤/箱',652,531,90,270,false),
 (29,'午餐肉','Luncheon Meat',6,10,'24罐×340克',264,190,110,900,false),
 (30,'肥牛卷','Beef Rolls',6,10,'20盒×400克',588,452,100,270,false),
 (31,'干香菇','Dried Shiitake',7,5,'5公斤/箱',345,248,70,365,false),
 (32,'黑木耳','Black Fungus',7,5,'5公斤/箱',298,205,70,365,false),
 (33,'松茸','Matsutake',7,5,'1公斤/盒',880,640,NULL,30,true),
 (34,'蜜柚','Honey Pomelo',7,13,'8个/箱',72,48,90,45,false),
 (35,'龙眼干','Dried Longan',7,13,'10公斤/箱',420,311,40,365,false),
 (36,'冷冻三文鱼','Frozen Salmon',8,7,'5公斤/箱',780,605,70,365,false),
 (37,'青虾仁','Shrimp Meat',8,1,'10袋×1公斤',690,538,90,365,false),
 (38,'鱿鱼圈','Squid Rings',8,1,'10袋×1公斤',412,309,80,365,false),
 (39,'带鱼段','Hairtail Steaks',8,1,'10公斤/箱',356,270,80,270,false),
 (40,'鳕鱼排','Cod Fillets',8,7,'20片×150克',498,372,60,365,false),
 (41,'墨鱼丸','Cuttlefish Balls',8,1,'20袋×500克',338,240,NULL,365,false),
 (42,'抹茶蛋糕','Matcha Cake',3,9,'12盒×300克',196,130,40,30,false);

CREATE TABLE public.shippers (
  shipper_id int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  phone      text,
  cold_chain boolean NOT NULL
);
COMMENT ON TABLE public.shippers IS '承运商（物流公司）';
COMMENT ON COLUMN public.shippers.cold_chain IS '能否冷链运输';
INSERT INTO public.shippers VALUES (1,'顺达物流','Shunda Logistics','400-810-1111',false),(2,'冷链通','ColdLink','400-820-2020',true),(3,'德运快运','Deyun Express','95350',false),(4,'海通货运','Haitong Freight',NULL,true);

CREATE TABLE public.orders (
  order_id    int PRIMARY KEY,
  customer_id int NOT NULL REFERENCES public.customers,
  employee_id int NOT NULL REFERENCES public.employees,
  shipper_id  int REFERENCES public.shippers,
  ordered_on  date NOT NULL,
  required_on date NOT NULL,
  shipped_on  date,
  status_cd   int NOT NULL,
  channel_cd  char(1) NOT NULL,
  freight     numeric(10,2) NOT NULL DEFAULT 0,
  remark      text
);
COMMENT ON TABLE public.orders IS '销售订单';
COMMENT ON COLUMN public.orders.shipper_id IS '承运商；自提、未发货、已取消为空';
COMMENT ON COLUMN public.orders.required_on IS '客户要求发货日期';
COMMENT ON COLUMN public.orders.shipped_on IS '实际发货日期，未发货为空';
COMMENT ON COLUMN public.orders.status_cd IS '订单状态：1 待发货 2 运输中 3 已送达 4 已取消 5 已退货';
COMMENT ON COLUMN public.orders.channel_cd IS 'order channel: S sales rep visit, W web shop, P phone';
COMMENT ON COLUMN public.orders.freight IS '运费（元）';
INSERT INTO public.orders
SELECT i, c.customer_id, (e.ids)[1+_h('oe'||i,array_length(e.ids,1))],
  CASE WHEN st IN (1,4) OR _h('osp'||i,100)<5 THEN NULL WHEN _h('osh'||i,100)<38 THEN 1 WHEN _h('osh'||i,100)<68 THEN 2
       WHEN _h('osh'||i,100)<90 OR d >= date '2025-12-01' THEN 3 ELSE 4 END,
  d, d+req, CASE WHEN st IN (1,4) THEN NULL ELSE d+shp END, st,
  CASE WHEN c.type_cd=5 THEN 'W' WHEN _h('och'||i,100)<55 THEN 'S' WHEN _h('och'||i,100)<82 THEN 'W' ELSE 'P' END,
  CASE WHEN st IN (1,4) OR _h('osp'||i,100)<5 THEN 0 ELSE 25+_h('of'||i,26000)/100.0 END,
  CASE WHEN _h('ork'||i,25)=0 THEN (ARRAY['加急','要发票','周末勿送','送后门'])[1+_h('orx'||i,4)] END
FROM (
  SELECT i, d, req, shp, CASE WHEN _h('ost'||i,1000)<38 THEN 4 WHEN d+shp > date '2026-11-20' THEN 1 WHEN d > date '2026-11-11' THEN 2 WHEN _h('ost'||i,1000)<62 THEN 5 ELSE 3 END st, cid
  FROM (SELECT i, CASE WHEN extract(dow FROM d0)=0 THEN d0+1 ELSE d0 END d, 3+_h('oq'||i,6) req,
               _h('os'||i,6) + CASE WHEN _h('ol'||i,11)=0 THEN 5 ELSE 0 END shp,
               1 + least(119, (120*power(_h('oc'||i,100000)/100000.0,1.35))::int) cidx,
               1 + ((1 + least(119, (120*power(_h('oc'||i,100000)/100000.0,1.35))::int)) * 37) % 120 cid
        FROM (SELECT i, date '2024-11-01' + least(749, floor(750*power(i/12000.0,0.88))::int) d0 FROM generate_series(1,12000) i OFFSET 0) a OFFSET 0) b OFFSET 0
) s
JOIN public.customers c ON c.customer_id = s.cid
CROSS JOIN LATERAL (SELECT array_agg(e.employee_id ORDER BY e.employee_id) ids FROM public.employees e
  WHERE e.hired_on<=s.d AND (e.left_on IS NULL OR e.left_on>=s.d)
    AND e.branch_id = CASE c.region_id WHEN 1 THEN 1 WHEN 2 THEN 2 WHEN 3 THEN 3 WHEN 4 THEN 4 ELSE CASE WHEN s.d<=date '2025-09-30' THEN 5 ELSE 1 END END) e;

CREATE TABLE public.order_lines (
  order_id    int NOT NULL REFERENCES public.orders,
  line_no     int NOT NULL,
  product_id  int NOT NULL REFERENCES public.products,
  quantity    int NOT NULL,
  unit_price  numeric(10,2) NOT NULL,
  discount    numeric(4,2) NOT NULL,
  amount      numeric(12,2) NOT NULL,
  cost_amount numeric(12,2) NOT NULL,
  PRIMARY KEY (order_id, line_no)
);
COMMENT ON TABLE public.order_lines IS '订单明细';
COMMENT ON COLUMN public.order_lines.quantity IS '件数';
COMMENT ON COLUMN public.order_lines.discount IS '折扣，0.05 即减 5%';
COMMENT ON COLUMN public.order_lines.amount IS '折后金额（元）';
COMMENT ON COLUMN public.order_lines.cost_amount IS '成本金额（元）';
INSERT INTO public.order_lines
SELECT order_id, row_number() OVER (PARTITION BY order_id ORDER BY l), pid, q, up, disc, round(q*up*(1-disc),2), round(q*unit_cost,2)
FROM (SELECT DISTINCT ON (y.order_id, p.product_id) y.order_id, y.l, p.product_id pid, 2+_h('lq'||y.order_id||'-'||y.l,38) q,
        round(p.list_price * CASE WHEN y.ordered_on < date '2026-01-01' THEN 0.96 ELSE 1 END,2) up,
        (ARRAY[0,0,0,0,0.05,0.05,0.1,0.15])[1+_h('ld'||y.order_id||'-'||y.l,8)]::numeric disc, p.unit_cost
      FROM (SELECT o.order_id, o.ordered_on, l, 1+_h('lp'||o.order_id||'-'||l, CASE WHEN o.ordered_on < date '2026-05-01' THEN 40 ELSE 42 END) pid
            FROM public.orders o CROSS JOIN LATERAL generate_series(1, 1+_h('ln'||o.order_id,4)) l OFFSET 0) y
      JOIN public.products p ON p.product_id = y.pid
      WHERE NOT (p.product_id IN (11,33) AND y.ordered_on > date '2025-12-31')
      ORDER BY y.order_id, p.product_id, y.l) x;
INSERT INTO public.order_lines
SELECT o.order_id, 1, 21, 10, 148, 0, 1480, 1160 FROM public.orders o WHERE NOT EXISTS (SELECT 1 FROM public.order_lines l WHERE l.order_id=o.order_id);

CREATE TABLE public.stock_levels (
  stock_on   date NOT NULL,
  product_id int NOT NULL REFERENCES public.products,
  units      int NOT NULL,
  PRIMARY KEY (stock_on, product_id)
);
COMMENT ON TABLE public.stock_levels IS '每周五盘点的库存快照';
COMMENT ON COLUMN public.stock_levels.units IS '库存件数';
INSERT INTO public.stock_levels
SELECT d::date, p.product_id,
  CASE WHEN p.discontinued AND d > date '2025-12-31' THEN 0 WHEN p.product_id>40 AND d < date '2026-05-01' THEN 0
       ELSE (coalesce(p.reorder_level,60) * (0.5 + _h('sl'||p.product_id||d::date,260)/100.0))::int END
FROM generate_series(timestamp '2024-11-01', timestamp '2026-11-20', interval '7 days') d, public.products p;

CREATE TABLE public.branch_targets (
  branch_id     int NOT NULL REFERENCES public.branches,
  month         date NOT NULL,
  target_amount numeric(14,2) NOT NULL,
  PRIMARY KEY (branch_id, month)
);
COMMENT ON TABLE public.branch_targets IS '分公司月度销售目标（元），month 为当月一号';
INSERT INTO public.branch_targets
SELECT b.branch_id, m::date, (ARRAY[2450000,1900000,1400000,980000,720000])[b.branch_id] * CASE WHEN m < date '2026-01-01' THEN 0.92 ELSE 1.05 END
FROM public.branches b, generate_series(timestamp '2025-01-01', timestamp '2026-12-01', interval '1 month') m
WHERE b.closed_on IS NULL OR m < b.closed_on;

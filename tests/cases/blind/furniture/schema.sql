-- 木屿家居：自有工厂 + 展厅 + 配送安装（示例数据，确定性生成，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.showrooms (
  showroom_id    int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  city           text NOT NULL,
  city_en        text NOT NULL,
  area_sqm       int NOT NULL,
  opened_on      date NOT NULL,
  closed_on      date,
  monthly_target numeric(12,2)
);
COMMENT ON TABLE public.showrooms IS '展厅（门店）';
COMMENT ON COLUMN public.showrooms.name IS '展厅名称';
COMMENT ON COLUMN public.showrooms.area_sqm IS '展厅面积，平方米';
COMMENT ON COLUMN public.showrooms.opened_on IS '开业日期';
COMMENT ON COLUMN public.showrooms.closed_on IS '闭店日期，营业中为空';
COMMENT ON COLUMN public.showrooms.monthly_target IS '2026年每月销售目标（元），已闭店为空';
INSERT INTO public.showrooms VALUES
 (1,'徐家汇展厅','Xujiahui','上海','Shanghai',1800,'2016-05-01',NULL,950000),
 (2,'虹桥展厅','Hongqiao','上海','Shanghai',1200,'2019-09-20',NULL,620000),
 (3,'钱江展厅','Qianjiang','杭州','Hangzhou',1500,'2018-03-16',NULL,700000),
 (4,'钱江世纪展厅','Qianjiang Century','杭州','Hangzhou',800,'2023-10-01',NULL,400000),
 (5,'高新展厅','High-Tech Zone','成都','Chengdu',1300,'2020-06-18',NULL,560000),
 (6,'春熙路展厅','Chunxi Road','成都','Chengdu',600,'2019-01-12','2025-09-30',NULL),
 (7,'天河展厅','Tianhe','广州','Guangzhou',1600,'2017-11-11',NULL,680000),
 (8,'河西展厅','Hexi','南京','Nanjing',1000,'2021-04-24',NULL,430000),
 (9,'光谷展厅','Optics Valley','武汉','Wuhan',900,'2026-04-01',NULL,300000);

CREATE TABLE public.salespeople (
  salesperson_id int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  showroom_id    int NOT NULL REFERENCES public.showrooms,
  rank_cd        char(1) NOT NULL,
  base_pay       numeric(10,2) NOT NULL,
  hired_on       date NOT NULL,
  left_on        date
);
COMMENT ON TABLE public.salespeople IS '导购 / sales consultants';
COMMENT ON COLUMN public.salespeople.rank_cd IS '级别：J 初级导购 S 资深导购 M 店长';
COMMENT ON COLUMN public.salespeople.base_pay IS '月底薪（元）';
COMMENT ON COLUMN public.salespeople.left_on IS '离职日期，在职为空';
INSERT INTO public.salespeople VALUES
 (1,'王丽','Wang Li',1,'M',9000,'2016-05-01',NULL),
 (2,'陈博文','Chen Bowen',1,'S',6500,'2019-03-04',NULL),
 (3,'赵倩','Zhao Qian',1,'S',6300,'2021-07-12',NULL),
 (4,'刘畅','Liu Chang',1,'J',4800,'2025-02-17',NULL),
 (5,'王丽娟','Wang Lijuan',2,'M',8500,'2019-09-20',NULL),
 (6,'孙浩','Sun Hao',2,'S',6200,'2020-05-06',NULL),
 (7,'Emma Carter','Emma Carter',2,'S',7000,'2023-02-13',NULL),
 (8,'沈洁','Shen Jie',3,'M',8600,'2018-03-16',NULL),
 (9,'周立','Zhou Li',3,'S',6100,'2020-08-03',NULL),
 (10,'何苗','He Miao',3,'J',4700,'2024-06-10',NULL),
 (11,'许诺','Xu Nuo',4,'M',8000,'2023-10-01',NULL),
 (12,'郑凯','Zheng Kai',4,'J',4600,'2024-03-18','2026-05-31'),
 (13,'邓超群','Deng Chaoqun',5,'M',8200,'2020-06-18',NULL),
 (14,'罗薇','Luo Wei',5,'S',6000,'2021-09-01',NULL),
 (15,'蒋涛','Jiang Tao',5,'J',4500,'2025-10-08',NULL),
 (16,'唐小雅','Tang Xiaoya',6,'S',5900,'2019-01-12','2025-09-30'),
 (17,'黄海波','Huang Haibo',7,'M',8400,'2017-11-11',NULL),
 (18,'梁玉','Liang Yu',7,'S',6200,'2019-06-24',NULL),
 (19,'谢安琪','Xie Anqi',7,'J',4700,'2024-11-04',NULL),
 (20,'顾明','Gu Ming',8,'M',8100,'2021-04-24',NULL),
 (21,'丁一','Ding Yi',8,'S',5800,'2022-03-07',NULL),
 (22,'方芳','Fang Fang',9,'M',7800,'2026-04-01',NULL),
 (23,'魏来','Wei Lai',9,'J',4400,'2026-04-01',NULL);

CREATE TABLE public.installers (
  installer_id int PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL,
  team         text NOT NULL,
  phone        text,
  joined_on    date NOT NULL,
  left_on      date
);
COMMENT ON TABLE public.installers IS '安装师傅';
COMMENT ON COLUMN public.installers.team IS '所属安装队：华东队、华南队、西南队、华中队';
COMMENT ON COLUMN public.installers.left_on IS '离队日期，在岗为空';
INSERT INTO public.installers VALUES
 (1,'张铁柱','Zhang Tiezhu','华东队','13800010001','2016-06-01',NULL),
 (2,'李广田','Li Guangtian','华东队','13800010002','2018-04-09',NULL),
 (3,'吴大勇','Wu Dayong','华东队',NULL,'2019-11-11',NULL),
 (4,'钱进','Qian Jin','华东队','13800010004','2021-03-15',NULL),
 (5,'马东','Ma Dong','华东队','13800010005','2024-02-26',NULL),
 (6,'冯刚','Feng Gang','西南队','13800010006','2019-02-18',NULL),
 (7,'曾强','Zeng Qiang','西南队',NULL,'2022-08-01',NULL),
 (8,'黎家明','Li Jiaming','华南队','13800010008','2018-01-08',NULL),
 (9,'欧阳建','Ouyang Jian','华南队','13800010009','2020-10-12',NULL),
 (10,'胡兵','Hu Bing','华中队','13800010010','2026-03-20',NULL),
 (11,'老周','Zhou Shan','华东队',NULL,'2017-05-05','2025-12-31');

CREATE TABLE public.products (
  product_id      int PRIMARY KEY,
  sku             text NOT NULL UNIQUE,
  name            text NOT NULL,
  name_en         text NOT NULL,
  category_cd     char(2) NOT NULL,
  material        text,
  list_price      numeric(10,2) NOT NULL,
  unit_cost       numeric(10,2) NOT NULL,
  lead_days       int NOT NULL,
  launched_on     date NOT NULL,
  discontinued_on date
);
COMMENT ON TABLE public.products IS '产品';
COMMENT ON COLUMN public.products.sku IS '货号';
COMMENT ON COLUMN public.products.category_cd IS '品类：SF 沙发 BD 床 TB 桌几 CH 椅凳 CB 柜类 MT 床垫';
COMMENT ON COLUMN public.products.material IS '主材质，可为空';
COMMENT ON COLUMN public.products.list_price IS '标价（元）';
COMMENT ON COLUMN public.products.unit_cost IS '出厂成本（元）';
COMMENT ON COLUMN public.products.lead_days IS '生产周期（天）';
COMMENT ON COLUMN public.products.launched_on IS '上市日期';
COMMENT ON COLUMN public.products.discontinued_on IS '停产日期，在售为空';
INSERT INTO public.products VALUES
 (1,'SF-101','云朵沙发','Cloud Sofa','SF','布艺',8999,4100,20,'2021-03-01',NULL),
 (2,'SF-102','云朵沙发三人位','Cloud Sofa 3-Seater','SF','布艺',11999,5600,25,'2022-03-01',NULL),
 (3,'SF-201','远山真皮沙发','Yuanshan Leather Sofa','SF','真皮',18999,9800,35,'2020-09-01',NULL),
 (4,'SF-202','半岛转角沙发','Peninsula Corner Sofa','SF','科技布',13999,6500,30,'2023-05-18',NULL),
 (5,'SF-301','小满沙发床','Xiaoman Sofa Bed','SF','科技布',5299,2500,15,'2025-08-01',NULL),
 (6,'BD-101','原木平板床','Solid Oak Bed','BD','橡木',6599,3000,25,'2019-04-01',NULL),
 (7,'BD-102','悬浮床','Floating Bed','BD','胡桃木',8299,3900,30,'2022-09-10',NULL),
 (8,'BD-201','软包床','Upholstered Bed','BD','布艺',7299,3300,25,'2021-06-01',NULL),
 (9,'BD-301','儿童高低床','Bunk Bed','BD','松木',4999,2300,20,'2020-05-20',NULL),
 (10,'TB-101','岩板餐桌','Sintered Stone Dining Table','TB','岩板',4599,2000,18,'2021-10-01',NULL),
 (11,'TB-102','橡木餐桌','Oak Dining Table','TB','橡木',3899,1800,18,'2019-04-01',NULL),
 (12,'TB-201','圆茶几','Round Coffee Table','TB','胡桃木',1899,780,12,'2020-02-14',NULL),
 (13,'TB-202','叠影茶几','Nesting Coffee Tables','TB','岩板',2399,1000,12,'2023-03-08',NULL),
 (14,'TB-301','升降书桌','Standing Desk','TB','橡木',3299,1700,15,'2024-01-10',NULL),
 (15,'CH-101','温莎椅','Windsor Chair','CH','橡木',899,380,10,'2019-04-01',NULL),
 (16,'CH-102','蝴蝶椅','Butterfly Chair','CH','真皮',2599,1200,15,'2022-04-22',NULL),
 (17,'CH-103','餐椅软包款','Padded Dining Chair','CH','布艺',699,290,10,'2021-10-01',NULL),
 (18,'CH-201','吧台凳','Bar Stool','CH',NULL,599,240,10,'2020-07-01','2026-03-31'),
 (19,'CH-202','人体工学椅','Ergonomic Chair','CH',NULL,1999,950,7,'2024-06-18',NULL),
 (20,'CB-101','四门衣柜','Four-Door Wardrobe','CB','橡木',7899,3700,30,'2019-09-01',NULL),
 (21,'CB-102','电视柜','TV Cabinet','CB','胡桃木',3599,1600,20,'2020-03-01',NULL),
 (22,'CB-103','餐边柜','Sideboard','CB','橡木',4299,1950,22,'2021-11-11',NULL),
 (23,'CB-104','玄关鞋柜','Shoe Cabinet','CB','松木',2199,950,15,'2022-01-01',NULL),
 (24,'CB-201','书柜','Bookcase','CB','胡桃木',3999,1850,22,'2020-08-15','2025-12-31'),
 (25,'MT-101','乳胶床垫','Latex Mattress','MT','乳胶',4599,1900,10,'2020-01-01',NULL),
 (26,'MT-102','护脊床垫','Spine-Care Mattress','MT','弹簧',3299,1300,10,'2021-05-01',NULL),
 (27,'MT-201','儿童床垫','Kids Mattress','MT','椰棕',2299,900,10,'2022-06-01',NULL),
 (28,'MT-301','智能床垫','Smart Mattress','MT',NULL,12999,6900,20,'2026-10-15',NULL);

CREATE TABLE public.customers (
  customer_id   int PRIMARY KEY,
  full_name     text NOT NULL,
  phone         text,
  type_cd       char(1) NOT NULL,
  source        text,
  birth_year    int,
  registered_on date NOT NULL
);
COMMENT ON TABLE public.customers IS '客户';
COMMENT ON COLUMN public.customers.type_cd IS '客户类型：H 家庭业主 D 设计师 C 工程客户';
COMMENT ON COLUMN public.customers.source IS '获客来源，可为空';
COMMENT ON COLUMN public.customers.birth_year IS '出生年份，可为空（工程客户无）';
COMMENT ON COLUMN public.customers.registered_on IS '建档日期';
INSERT INTO public.customers
SELECT i,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('cs'||i,20)]
  || (ARRAY['伟','芳','娜','敏','静','强','磊','洋','艳','勇','杰','娟','涛','明','超','兰','霞','平','刚','佳怡','子轩','梓涵','雨桐','浩然','诗涵','宇航'])[1+_h('cg'||i,26)],
  CASE WHEN _h('cp'||i,30)=0 THEN NULL ELSE '13'||lpad(_h('cq'||i,1000000000)::text,9,'0') END,
  CASE WHEN _h('ct'||i,100)<80 THEN 'H' WHEN _h('ct'||i,100)<93 THEN 'D' ELSE 'C' END,
  CASE WHEN _h('cc'||i,100)<6 THEN NULL WHEN _h('cc'||i,100)<34 THEN '老客户介绍' WHEN _h('cc'||i,100)<55 THEN '小红书' WHEN _h('cc'||i,100)<70 THEN '抖音' WHEN _h('cc'||i,100)<82 THEN '设计师推荐' ELSE '自然进店' END,
  CASE WHEN _h('ct'||i,100)>=93 OR _h('cb'||i,9)=0 THEN NULL ELSE 1958 + _h('cy'||i,45) END,
  CASE WHEN i<=1200 THEN date '2018-01-05' + (i*2.05)::int ELSE date '2024-10-01' + ((i-1200)*780.0/4300)::int END
FROM generate_series(1,5500) i;

CREATE TABLE public.orders (
  order_id       int PRIMARY KEY,
  order_no       text NOT NULL UNIQUE,
  showroom_id    int NOT NULL REFERENCES public.showrooms,
  salesperson_id int REFERENCES public.salespeople,
  customer_id    int NOT NULL REFERENCES public.customers,
  ordered_on     date NOT NULL,
  channel_cd     char(1) NOT NULL,
  pay_cd         int NOT NULL,
  status_cd      int NOT NULL,
  coupon_amount  numeric(10,2) NOT NULL DEFAULT 0,
  total_amount   numeric(12,2) NOT NULL DEFAULT 0,
  deposit        numeric(12,2)
);
COMMENT ON TABLE public.orders IS '订单';
COMMENT ON COLUMN public.orders.order_no IS '订单编号';
COMMENT ON COLUMN public.orders.salesperson_id IS '导购，线上自助下单为空';
COMMENT ON COLUMN public.orders.ordered_on IS '下单日期';
COMMENT ON COLUMN public.orders.channel_cd IS '下单渠道：S 展厅现场 W 小程序 T 天猫';
COMMENT ON COLUMN public.orders.pay_cd IS '付款方式：1 全款 2 定金+尾款 3 分期';
COMMENT ON COLUMN public.orders.status_cd IS '订单状态：1 待付款 2 生产中 3 待配送 4 已完成 9 已取消';
COMMENT ON COLUMN public.orders.coupon_amount IS '优惠券抵扣（元）';
COMMENT ON COLUMN public.orders.total_amount IS '订单实付金额（元）= 订单行金额合计 - 优惠券';
COMMENT ON COLUMN public.orders.deposit IS '定金（元），仅定金+尾款的订单有';
INSERT INTO public.orders (order_id,order_no,showroom_id,salesperson_id,customer_id,ordered_on,channel_cd,pay_cd,status_cd,coupon_amount)
SELECT i, 'MY'||to_char(d,'YYMMDD')||lpad((i%1000)::text,3,'0'), sr,
  CASE WHEN ch<>'S' THEN NULL ELSE
   (SELECT p.salesperson_id FROM public.salespeople p
     WHERE p.showroom_id=sr AND p.hired_on<=d AND (p.left_on IS NULL OR p.left_on>=d)
     ORDER BY _h('pk'||i||'-'||p.salesperson_id, 1000) + CASE p.rank_cd WHEN 'S' THEN -120 ELSE 0 END, p.salesperson_id LIMIT 1) END,
  cu, d, ch,
  CASE WHEN _h('py'||i,100)<52 THEN 1 WHEN _h('py'||i,100)<86 THEN 2 ELSE 3 END,
  CASE WHEN _h('st'||i,100)<7 THEN 9
       WHEN d < date '2026-10-01' THEN 4
       WHEN d < date '2026-10-20' THEN CASE WHEN _h('st'||i,100)<70 THEN 4 ELSE 3 END
       WHEN d < date '2026-11-05' THEN CASE WHEN _h('st'||i,100)<30 THEN 3 WHEN _h('st'||i,100)<45 THEN 4 ELSE 2 END
       ELSE CASE WHEN _h('st'||i,100)<40 THEN 1 ELSE 2 END END,
  CASE WHEN _h('cp1'||i,100)<25 THEN 100*(1+_h('cp2'||i,6)) ELSE 0 END
FROM (SELECT i, d, ch, cu,
        CASE WHEN w<22 THEN 1 WHEN w<36 THEN 2 WHEN w<51 THEN 3 WHEN w<60 THEN 4 WHEN w<71 THEN 5
             WHEN w<78 THEN CASE WHEN d<=date '2025-09-30' THEN 6 ELSE 5 END
             WHEN w<92 THEN CASE WHEN d>=date '2026-04-01' AND w>=87 THEN 9 ELSE 7 END
             ELSE 8 END sr
      FROM (SELECT i, _h('sw'||i,100) w,
              date '2024-10-01' + floor(781*power((i-1)/8600.0,0.93))::int d,
              CASE WHEN _h('ch'||i,100)<78 THEN 'S' WHEN _h('ch'||i,100)<91 THEN 'W' ELSE 'T' END ch,
              1 + (_h('cu'||i, 1200 + (4300*(i/8600.0))::int)) cu
            FROM generate_series(1,8600) i OFFSET 0) a OFFSET 0) b;
UPDATE public.customers c SET registered_on = o.f FROM (SELECT customer_id, min(ordered_on) f FROM public.orders GROUP BY 1) o WHERE o.customer_id=c.customer_id AND o.f<c.registered_on;

CREATE TABLE public.order_lines (
  line_id    int PRIMARY KEY,
  order_id   int NOT NULL REFERENCES public.orders,
  product_id int NOT NULL REFERENCES public.products,
  qty        int NOT NULL,
  unit_price numeric(10,2) NOT NULL,
  amount     numeric(12,2) NOT NULL,
  is_custom  boolean NOT NULL,
  cancelled  boolean NOT NULL
);
COMMENT ON TABLE public.order_lines IS '订单行（商品明细）';
COMMENT ON COLUMN public.order_lines.qty IS '件数';
COMMENT ON COLUMN public.order_lines.unit_price IS '成交单价（元）';
COMMENT ON COLUMN public.order_lines.amount IS '行金额 = 件数 × 成交单价';
COMMENT ON COLUMN public.order_lines.is_custom IS '是否定制尺寸';
COMMENT ON COLUMN public.order_lines.cancelled IS '所属订单已取消';
INSERT INTO public.order_lines
SELECT row_number() OVER (ORDER BY x.order_id, x.k), x.order_id, p.product_id,
  x.q, x.up, x.q*x.up, _h('cm'||x.order_id||x.k,100)<14 AND p.category_cd IN ('SF','BD','CB'), x.status_cd=9
FROM (SELECT o.order_id, o.status_cd, k, o.ordered_on, pr.product_id pid,
   CASE WHEN pr.category_cd='CH' THEN 1+_h('q'||o.order_id||'-'||k,6) WHEN c.type_cd='C' THEN 1+_h('q'||o.order_id||'-'||k,4) ELSE 1+(_h('q'||o.order_id||'-'||k,12)/11) END q,
   round(pr.list_price*(100-CASE WHEN extract(month from o.ordered_on) IN (6,11) THEN 8 ELSE 0 END-_h('d'||o.order_id||'-'||k,15))/100.0,0) up
  FROM public.orders o JOIN public.customers c USING (customer_id)
  CROSS JOIN generate_series(1,4) k
  JOIN LATERAL (SELECT * FROM public.products p WHERE p.launched_on<=o.ordered_on AND (p.discontinued_on IS NULL OR p.discontinued_on>=o.ordered_on)
     ORDER BY _h('pp'||o.order_id||'-'||k||'-'||p.product_id,1000)+ (p.product_id%7)*25 LIMIT 1) pr ON true
  WHERE k <= 1+_h('nl'||o.order_id,4) - (_h('nm'||o.order_id,2))) x
JOIN public.products p ON p.product_id=x.pid;
INSERT INTO public.order_lines
SELECT (SELECT max(line_id) FROM public.order_lines)+row_number() OVER (ORDER BY o.order_id), o.order_id, 26, 1, 3299, 3299, false, o.status_cd=9
FROM public.orders o WHERE NOT EXISTS (SELECT 1 FROM public.order_lines l WHERE l.order_id=o.order_id);
UPDATE public.orders o SET coupon_amount=LEAST(o.coupon_amount, t.s/10), total_amount = t.s-LEAST(o.coupon_amount, t.s/10)
FROM (SELECT order_id, SUM(amount) s FROM public.order_lines GROUP BY 1) t WHERE t.order_id=o.order_id;
UPDATE public.orders SET deposit = round(total_amount*0.3,-2) WHERE pay_cd=2;

CREATE TABLE public.deliveries (
  delivery_id  int PRIMARY KEY,
  order_id     int NOT NULL REFERENCES public.orders,
  installer_id int REFERENCES public.installers,
  type_cd      int NOT NULL,
  planned_on   date NOT NULL,
  done_on      date,
  status       char(1) NOT NULL,
  fee          numeric(8,2) NOT NULL,
  rating       int
);
COMMENT ON TABLE public.deliveries IS '配送安装单';
COMMENT ON COLUMN public.deliveries.installer_id IS '安装师傅，仅配送（无安装）时为空';
COMMENT ON COLUMN public.deliveries.type_cd IS '类型：1 仅配送 2 配送+安装 3 上门安装';
COMMENT ON COLUMN public.deliveries.planned_on IS '约定上门日期';
COMMENT ON COLUMN public.deliveries.done_on IS '实际完成日期，未完成为空';
COMMENT ON COLUMN public.deliveries.status IS '状态：P 待上门 D 已完成 F 上门失败';
COMMENT ON COLUMN public.deliveries.fee IS '配送安装费（元）';
COMMENT ON COLUMN public.deliveries.rating IS '客户评分 1-5，未评价为空';
INSERT INTO public.deliveries
SELECT row_number() OVER (ORDER BY pl, order_id), order_id,
  CASE WHEN ty=1 THEN NULL ELSE CASE
    WHEN city='成都' THEN 6+_h('in'||order_id,2) WHEN city='广州' THEN 8+_h('in'||order_id,2) WHEN city='武汉' THEN 10
    WHEN _h('in'||order_id,6)=5 AND pl<=date '2025-12-31' THEN 11 ELSE 1+_h('in2'||order_id,5) END END,
  ty, pl, CASE WHEN s='D' THEN LEAST(pl+late, date '2026-11-20') END, s,
  CASE ty WHEN 1 THEN 80 WHEN 2 THEN 200+_h('fe'||order_id,5)*40 ELSE 150 END,
  CASE WHEN s='D' AND _h('rn'||order_id,100)<64 THEN GREATEST(1, LEAST(5, 5-(_h('rt'||order_id,10)/6)-CASE WHEN late>3 THEN 1+_h('r2'||order_id,2) ELSE 0 END)) END
FROM (SELECT o.order_id, s.city,
   CASE WHEN _h('ty'||o.order_id,100)<24 THEN 1 WHEN _h('ty'||o.order_id,100)<84 THEN 2 ELSE 3 END ty,
   CASE WHEN o.status_cd=4 THEN LEAST(o.ordered_on+14+_h('pl'||o.order_id,28), date '2026-11-18') ELSE date '2026-11-21'+_h('pl'||o.order_id,25) END pl,
   CASE WHEN _h('la'||o.order_id,100)<81 THEN 0-_h('lb'||o.order_id,2) ELSE 1+_h('lc'||o.order_id,9) END late,
   CASE WHEN o.status_cd=3 THEN 'P' WHEN _h('ff'||o.order_id,100)<3 THEN 'F' ELSE 'D' END s
  FROM public.orders o JOIN public.showrooms s USING (showroom_id) WHERE o.status_cd IN (3,4)) z;

CREATE TABLE public.returns (
  return_id     int PRIMARY KEY,
  line_id       int NOT NULL REFERENCES public.order_lines,
  returned_on   date NOT NULL,
  qty           int NOT NULL,
  refund_amount numeric(12,2) NOT NULL,
  reason_cd     int NOT NULL
);
COMMENT ON TABLE public.returns IS '退货';
COMMENT ON COLUMN public.returns.returned_on IS '退货日期';
COMMENT ON COLUMN public.returns.refund_amount IS '退款金额（元）';
COMMENT ON COLUMN public.returns.reason_cd IS '退货原因：1 尺寸不合 2 质量问题 3 色差 4 运输损坏 5 不想要了';
INSERT INTO public.returns
SELECT row_number() OVER (ORDER BY d.done_on, l.line_id), l.line_id, LEAST(d.done_on+1+_h('rd'||l.line_id,20), date '2026-11-20'),
  q, round(q*l.unit_price*(CASE WHEN _h('rs'||l.line_id,100)>=85 THEN 0.9 ELSE 1 END),2),
  CASE WHEN _h('rs'||l.line_id,100)<28 THEN 1 WHEN _h('rs'||l.line_id,100)<50 THEN 2 WHEN _h('rs'||l.line_id,100)<66 THEN 3 WHEN _h('rs'||l.line_id,100)<85 THEN 4 ELSE 5 END
FROM (SELECT l.*, 1+_h('rq'||line_id, qty) q FROM public.order_lines l) l
JOIN public.deliveries d ON d.order_id=l.order_id AND d.status='D'
WHERE _h('ret'||l.line_id,1000) < 42;

CREATE TABLE public.tickets (
  ticket_id  int PRIMARY KEY,
  order_id   int NOT NULL REFERENCES public.orders,
  product_id int REFERENCES public.products,
  kind_cd    char(1) NOT NULL,
  severity   int NOT NULL,
  opened_on  date NOT NULL,
  closed_on  date,
  repair_cost numeric(10,2),
  note       text
);
COMMENT ON TABLE public.tickets IS '售后工单 / after-sales tickets';
COMMENT ON COLUMN public.tickets.kind_cd IS '工单类型：R 维修 P 补件 C 投诉 Q 咨询';
COMMENT ON COLUMN public.tickets.severity IS '紧急程度：1 一般 2 紧急 3 特急';
COMMENT ON COLUMN public.tickets.closed_on IS '结案日期，未结案为空';
COMMENT ON COLUMN public.tickets.repair_cost IS '维修成本（元），无费用为空';
INSERT INTO public.tickets
SELECT row_number() OVER (ORDER BY od, order_id), order_id, pid, kd,
  CASE WHEN _h('sv'||order_id,100)<70 THEN 1 WHEN _h('sv'||order_id,100)<93 THEN 2 ELSE 3 END,
  od, CASE WHEN od+1+dd>date '2026-11-20' OR _h('op'||order_id,60)=0 THEN NULL ELSE od+1+dd END,
  CASE WHEN kd='R' THEN 60+_h('rc'||order_id,90)*10 WHEN kd='P' THEN 20+_h('rc'||order_id,30)*5 END,
  CASE _h('nt'||order_id,6) WHEN 0 THEN '客户要求周末上门' WHEN 1 THEN '已寄补件' WHEN 2 THEN 'customer will send photos' END
FROM (SELECT d.order_id, d.done_on+2+_h('to'||d.order_id,60) od, _h('tc'||d.order_id,14) dd,
   CASE WHEN _h('tk'||d.order_id,100)<38 THEN 'R' WHEN _h('tk'||d.order_id,100)<62 THEN 'P' WHEN _h('tk'||d.order_id,100)<82 THEN 'C' ELSE 'Q' END kd,
   CASE WHEN _h('tn'||d.order_id,12)=0 THEN NULL ELSE (SELECT min(product_id) FROM public.order_lines l WHERE l.order_id=d.order_id) END pid
  FROM public.deliveries d WHERE d.status='D' AND _h('tt'||d.order_id,100)<19) z
WHERE od<=date '2026-11-20';

CREATE TABLE public.stock (
  stock_on   date NOT NULL,
  warehouse  text NOT NULL,
  product_id int NOT NULL REFERENCES public.products,
  units      int NOT NULL,
  PRIMARY KEY (stock_on, warehouse, product_id)
);
COMMENT ON TABLE public.stock IS '成品库存周盘点（每周五）';
COMMENT ON COLUMN public.stock.warehouse IS '仓库：嘉兴仓、佛山仓、成都仓';
COMMENT ON COLUMN public.stock.units IS '现有件数';
INSERT INTO public.stock
SELECT g::date, w, p.product_id,
  CASE WHEN _h('z'||w||p.product_id||g::date,25)=0 THEN 0 ELSE (CASE w WHEN '嘉兴仓' THEN 20 ELSE 8 END)+_h('s'||w||p.product_id||g::date,CASE p.category_cd WHEN 'CH' THEN 90 ELSE 30 END) END
FROM generate_series(timestamp '2024-10-04', timestamp '2026-11-20', interval '7 days') g
CROSS JOIN unnest(ARRAY['嘉兴仓','佛山仓','成都仓']) w
JOIN public.products p ON p.launched_on<=g::date AND (p.discontinued_on IS NULL OR p.discontinued_on>=g::date);

CREATE INDEX ON public.orders (ordered_on);
CREATE INDEX ON public.order_lines (order_id);
CREATE INDEX ON public.deliveries (order_id);
DROP FUNCTION public._h(text,int);

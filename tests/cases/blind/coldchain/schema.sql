-- 极鲜冷链 (JiXian Cold Chain): 冷库仓储 + 冷藏运输，示例库（确定性数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.sites (
  site_id        int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  city           text NOT NULL,
  city_en        text NOT NULL,
  region         text NOT NULL,
  dock_doors     int NOT NULL,
  manager        text,
  opened_on      date NOT NULL,
  closed_on      date,
  monthly_target numeric(12,2)
);
COMMENT ON TABLE public.sites IS '冷库（仓储站点，也是车队发车点） / cold stores';
COMMENT ON COLUMN public.sites.name IS '冷库名称';
COMMENT ON COLUMN public.sites.region IS '大区';
COMMENT ON COLUMN public.sites.dock_doors IS '装卸月台数 number of dock doors';
COMMENT ON COLUMN public.sites.manager IS '库长（站点负责人），空缺为空';
COMMENT ON COLUMN public.sites.opened_on IS '启用日期';
COMMENT ON COLUMN public.sites.closed_on IS '关停日期，运营中为空';
COMMENT ON COLUMN public.sites.monthly_target IS '2026年每月运费目标（元），已关停为空';
INSERT INTO public.sites VALUES
 (1,'青浦冷库','Qingpu','上海','Shanghai','华东',24,'顾明远','2017-05-01',NULL,700000),
 (2,'临港冷库','Lingang','上海','Shanghai','华东',16,'沈佳','2020-09-15',NULL,230000),
 (3,'余杭冷库','Yuhang','杭州','Hangzhou','华东',12,'楼建军','2019-03-20',NULL,240000),
 (4,'江宁冷库','Jiangning','南京','Nanjing','华东',10,'赵文博','2019-11-01',NULL,200000),
 (5,'苏州园区冷库','Suzhou Park','苏州','Suzhou','华东',14,'钱丽华','2021-04-10',NULL,140000),
 (6,'白云冷库','Baiyun','广州','Guangzhou','华南',20,'梁志强','2018-08-08',NULL,560000),
 (7,'盐田港冷库','Yantian Port','深圳','Shenzhen','华南',18,'陈伟雄','2020-01-06',NULL,250000),
 (8,'东西湖冷库','Dongxihu','武汉','Wuhan','中西部',8,'胡斌','2021-07-01','2025-12-31',NULL),
 (9,'龙泉冷库','Longquan','成都','Chengdu','中西部',9,NULL,'2026-02-01',NULL,320000);

CREATE TABLE public.customers (
  customer_id int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  industry_cd char(2) NOT NULL,
  tier        char(1),
  city        text NOT NULL,
  acct_mgr    text,
  credit_days int NOT NULL,
  signed_on   date NOT NULL,
  ended_on    date
);
COMMENT ON TABLE public.customers IS '客户（货主）';
COMMENT ON COLUMN public.customers.name IS '客户简称';
COMMENT ON COLUMN public.customers.industry_cd IS '行业：MT 肉类 SF 海鲜水产 DY 乳品 FV 果蔬 PH 医药 IC 冰品 RT 零售餐饮';
COMMENT ON COLUMN public.customers.tier IS '客户等级：A 战略 B 重点 C 普通，空为未评级';
COMMENT ON COLUMN public.customers.city IS '客户所在城市';
COMMENT ON COLUMN public.customers.acct_mgr IS '客户经理 account manager，公海客户为空';
COMMENT ON COLUMN public.customers.credit_days IS '账期（天）payment terms in days';
COMMENT ON COLUMN public.customers.signed_on IS '签约日期';
COMMENT ON COLUMN public.customers.ended_on IS '终止合作日期，合作中为空';
INSERT INTO public.customers VALUES
 (1,'海蓝水产','Hailan Seafood','SF','A','上海','周倩',60,'2018-03-01',NULL),
 (2,'牧原鲜','Muyuan Fresh','MT','A','上海','周倩',45,'2017-06-12',NULL),
 (3,'优乳','Youru Dairy','DY','A','杭州','何凯',30,'2019-04-18',NULL),
 (4,'鲜果多','Xianguoduo','FV','B','广州','邓子豪',30,'2019-09-02',NULL),
 (5,'康泰医药','Kangtai Pharma','PH','A','上海','林悦',60,'2020-02-20',NULL),
 (6,'雪人冰品','Snowman Ice','IC','B','南京','何凯',30,'2020-05-06',NULL),
 (7,'味之家餐饮','Weizhijia Catering','RT','B','上海','周倩',45,'2020-08-10',NULL),
 (8,'远洋水产','Yuanyang Seafood','SF','B','深圳','邓子豪',45,'2020-03-15',NULL),
 (9,'南粤肉联','Nanyue Meat','MT','A','广州','邓子豪',45,'2018-10-10',NULL),
 (10,'百鲜超市','Baixian Supermarket','RT','A','杭州','何凯',60,'2019-05-20',NULL),
 (11,'晨光牧场','Chenguang Dairy Farm','DY','B','苏州','何凯',30,'2021-05-01',NULL),
 (12,'绿源果蔬','Lvyuan Produce','FV','C','南京',NULL,15,'2021-08-16',NULL),
 (13,'仁和生物','Renhe Biotech','PH','B','苏州','林悦',60,'2021-10-11',NULL),
 (14,'北极星冰淇淋','Polestar Ice Cream','IC','A','广州','邓子豪',30,'2020-04-01',NULL),
 (15,'楚香食品','Chuxiang Foods','MT','C','武汉','何凯',30,'2021-09-01','2025-12-31'),
 (16,'江城水产','Jiangcheng Seafood','SF','C','武汉','何凯',15,'2022-01-10','2025-11-30'),
 (17,'海蓝餐饮','Hailan Catering','RT','C','上海',NULL,15,'2023-02-01',NULL),
 (18,'澳牛进口','AusBeef Imports','MT','B','深圳','邓子豪',45,'2022-06-20',NULL),
 (19,'每日生鲜','Daily Fresh','RT','A','上海','周倩',60,'2022-09-09',NULL),
 (20,'佳佳乳业','Jiajia Dairy','DY','C','成都',NULL,15,'2026-02-15',NULL),
 (21,'蜀味园','Shuweiyuan','RT','B','成都','林悦',30,'2026-03-01',NULL),
 (22,'华药集团','Huayao Group','PH','A','广州','林悦',60,'2023-04-17',NULL),
 (23,'三文鱼之家','Salmon House','SF','B','上海','周倩',30,'2024-01-08',NULL),
 (24,'草莓公社','Strawberry Commune','FV','C','杭州',NULL,15,'2024-11-20',NULL),
 (25,'甜筒王','Cone King','IC','C','深圳','邓子豪',15,'2025-03-12',NULL),
 (26,'鼎味火锅','Dingwei Hotpot','RT','B','南京','何凯',30,'2025-06-01',NULL),
 (27,'蒙草羊业','Mengcao Lamb','MT',NULL,'上海','周倩',30,'2025-09-15',NULL),
 (28,'智利车厘子','Cherry Chile','FV','B','深圳','邓子豪',30,'2024-12-01',NULL),
 (29,'安心疫苗','Anxin Vaccines','PH','B','杭州','林悦',45,'2025-01-20',NULL),
 (30,'大湾海产','Greater Bay Marine','SF','C','深圳',NULL,15,'2023-07-03','2026-05-31'),
 (31,'贝贝酸奶','Beibei Yogurt','DY','C','南京','何凯',30,'2026-06-08',NULL),
 (32,'天府冷饮','Tianfu Frozen Treats','IC',NULL,'成都',NULL,15,'2026-07-20',NULL);

CREATE TABLE public.drivers (
  driver_id  int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  site_id    int NOT NULL REFERENCES public.sites,
  licence    char(2) NOT NULL,
  phone      text,
  base_pay   numeric(8,2) NOT NULL,
  hired_on   date NOT NULL,
  left_on    date
);
COMMENT ON TABLE public.drivers IS '司机';
COMMENT ON COLUMN public.drivers.site_id IS '所属站点';
COMMENT ON COLUMN public.drivers.licence IS '驾照类型：A2 牵引车 B2 大货 C1 小货';
COMMENT ON COLUMN public.drivers.phone IS '手机号，未登记为空';
COMMENT ON COLUMN public.drivers.base_pay IS '月底薪（元）';
COMMENT ON COLUMN public.drivers.hired_on IS '入职日期';
COMMENT ON COLUMN public.drivers.left_on IS '离职日期，在职为空';
INSERT INTO public.drivers
SELECT i,
  sn[1+(i*7)%20] || gn[1+(i*11)%25], sp[1+(i*7)%20] || ' ' || gp[1+(i*11)%25], s, l,
  CASE WHEN _h('dp'||i,12)=0 THEN NULL ELSE '13'||lpad(_h('dph'||i,1000000000)::text,9,'0') END,
  CASE l WHEN 'A2' THEN 6800 WHEN 'B2' THEN 5900 ELSE 5200 END + 100*_h('dpay'||i,9),
  greatest(CASE s WHEN 9 THEN date '2026-02-01' ELSE date '2019-01-10' END, date '2019-06-01' + _h('dh'||i,2650)),
  CASE WHEN s=8 THEN date '2025-12-31' WHEN i%11=5 AND s<>9 THEN date '2025-03-01' + _h('dl'||i,600) END
FROM (SELECT i, (ARRAY[1,1,1,1,2,2,2,3,3,4,4,5,5,6,6,6,6,7,7,7,8,9])[1+(i-1)%22] AS s,
   (ARRAY['A2','B2','B2','C1'])[1+_h('dlc'||i,4)] AS l,
   ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'] AS sn,
   ARRAY['Wang','Li','Zhang','Liu','Chen','Yang','Zhao','Huang','Zhou','Wu','Xu','Sun','Hu','Zhu','Gao','Lin','He','Guo','Ma','Luo'] AS sp,
   ARRAY['建国','志刚','永强','海涛','国庆','大勇','文军','学兵','立新','德福','长江','春生','小龙','铁柱','金山','保平','振华','卫东','红兵','树林','福来','根生','少华','正阳','力'] AS gn,
   ARRAY['Jianguo','Zhigang','Yongqiang','Haitao','Guoqing','Dayong','Wenjun','Xuebing','Lixin','Defu','Changjiang','Chunsheng','Xiaolong','Tiezhu','Jinshan','Baoping','Zhenhua','Weidong','Hongbing','Shulin','Fulai','Gensheng','Shaohua','Zhengyang','Li'] AS gp
  FROM generate_series(1,66) i) x;
UPDATE public.drivers SET left_on = hired_on + 210 WHERE left_on <= hired_on;
UPDATE public.drivers SET hired_on = date '2022-03-01' WHERE site_id = 8 AND hired_on > date '2025-06-01';
UPDATE public.drivers SET left_on = date '2025-12-31' WHERE site_id = 8;

CREATE TABLE public.trucks (
  truck_id   int PRIMARY KEY,
  plate_no   text NOT NULL UNIQUE,
  model      text NOT NULL,
  kind_cd    int NOT NULL,
  payload_t  numeric(4,1) NOT NULL,
  reefer     text,
  site_id    int NOT NULL REFERENCES public.sites,
  bought_on  date NOT NULL,
  price      numeric(10,2),
  insured_to date NOT NULL,
  retired_on date
);
COMMENT ON TABLE public.trucks IS '冷藏车';
COMMENT ON COLUMN public.trucks.plate_no IS '车牌号';
COMMENT ON COLUMN public.trucks.model IS '车型（厂牌）';
COMMENT ON COLUMN public.trucks.kind_cd IS '车辆类别：1 4.2米厢车 2 6.8米 3 9.6米 4 半挂';
COMMENT ON COLUMN public.trucks.payload_t IS '核定载重（吨）';
COMMENT ON COLUMN public.trucks.reefer IS '制冷机组品牌 reefer unit make';
COMMENT ON COLUMN public.trucks.price IS '购置价（元），租赁车为空';
COMMENT ON COLUMN public.trucks.insured_to IS '保险到期日 insurance expiry';
COMMENT ON COLUMN public.trucks.retired_on IS '退役日期，在役为空';
INSERT INTO public.trucks
SELECT i, (ARRAY['沪','沪','浙','苏','苏','粤','粤','鄂','川'])[s] || (ARRAY['A','D','A','A','E','A','B','A','A'])[s] || lpad(((i*7919+1234)%100000)::text,5,'0'),
  (ARRAY['福田欧马可','江铃','解放J6','东风天锦','重汽豪沃'])[1+_h('tm'||i,5)], k, (ARRAY[1.8,5.0,9.5,24.0])[k],
  (ARRAY['开利','冷王','冷王','松芝',NULL])[1+_h('tr'||i,5)], s,
  CASE s WHEN 9 THEN date '2026-01-15' ELSE date '2018-03-01' + _h('tb'||i,2700) END,
  CASE WHEN _h('tl'||i,6)=0 THEN NULL ELSE (ARRAY[198000,315000,468000,620000])[k] + 1000*_h('tp'||i,30) END,
  date '2026-11-25' + _h('ti'||i,360),
  CASE WHEN s=8 AND i%2=0 THEN date '2025-12-31' WHEN i%13=6 THEN date '2025-02-01' + _h('tt'||i,560) END
FROM (SELECT i, (ARRAY[1,1,1,1,2,2,2,3,3,4,4,5,5,6,6,6,6,7,7,7,8,9])[1+(i-1)%22] AS s, (ARRAY[1,2,2,3,3,4])[1+_h('tk'||i,6)] AS k FROM generate_series(1,58) i) x;
UPDATE public.trucks SET retired_on = date '2025-12-31' WHERE site_id = 8;

CREATE TABLE public.routes (
  route_id    int PRIMARY KEY,
  site_id     int NOT NULL REFERENCES public.sites,
  dest_city   text NOT NULL,
  dest_city_en text NOT NULL,
  distance_km int NOT NULL,
  plan_hours  numeric(4,1) NOT NULL,
  toll        numeric(8,2) NOT NULL
);
COMMENT ON TABLE public.routes IS '线路：从站点到目的城市';
COMMENT ON COLUMN public.routes.dest_city IS '目的城市';
COMMENT ON COLUMN public.routes.distance_km IS '里程（公里）';
COMMENT ON COLUMN public.routes.plan_hours IS '标准时效（小时）';
COMMENT ON COLUMN public.routes.toll IS '单程过路费（元）';
INSERT INTO public.routes
SELECT row_number() OVER (ORDER BY s, ord)::int, s, d, de, km, round(km/62.0 + 1.5,1), round(km*1.12)
FROM (VALUES
 (1,1,'杭州','Hangzhou',175),(1,2,'南京','Nanjing',300),(1,3,'合肥','Hefei',470),(1,4,'北京','Beijing',1210),(1,5,'宁波','Ningbo',220),(1,6,'上海','Shanghai',45),
 (2,1,'杭州','Hangzhou',190),(2,2,'宁波','Ningbo',205),(2,3,'苏州','Suzhou',120),(2,4,'上海','Shanghai',62),
 (3,1,'宁波','Ningbo',160),(3,2,'温州','Wenzhou',360),(3,3,'上海','Shanghai',180),(3,4,'金华','Jinhua',185),
 (4,1,'合肥','Hefei',170),(4,2,'徐州','Xuzhou',340),(4,3,'上海','Shanghai',305),(4,4,'北京','Beijing',1020),
 (5,1,'上海','Shanghai',98),(5,2,'无锡','Wuxi',52),(5,3,'南京','Nanjing',215),(5,4,'南通','Nantong',105),
 (6,1,'深圳','Shenzhen',140),(6,2,'长沙','Changsha',680),(6,3,'南宁','Nanning',590),(6,4,'佛山','Foshan',35),(6,5,'厦门','Xiamen',660),
 (7,1,'广州','Guangzhou',155),(7,2,'东莞','Dongguan',78),(7,3,'厦门','Xiamen',560),(7,4,'长沙','Changsha',800),
 (8,1,'长沙','Changsha',350),(8,2,'合肥','Hefei',390),(8,3,'郑州','Zhengzhou',520),
 (9,1,'重庆','Chongqing',310),(9,2,'西安','Xi''an',720),(9,3,'绵阳','Mianyang',135)) v(s,ord,d,de,km);

CREATE TABLE public.shipments (
  shipment_id  int PRIMARY KEY,
  waybill_no   text NOT NULL,
  customer_id  int NOT NULL REFERENCES public.customers,
  route_id     int NOT NULL REFERENCES public.routes,
  site_id      int NOT NULL REFERENCES public.sites,
  truck_id     int REFERENCES public.trucks,
  driver_id    int REFERENCES public.drivers,
  temp_cd      char(2) NOT NULL,
  ship_on      date NOT NULL,
  promised_on  date NOT NULL,
  delivered_on date,
  weight_t     numeric(6,2) NOT NULL,
  freight      numeric(10,2) NOT NULL,
  surcharge    numeric(8,2),
  status       char(1) NOT NULL,
  stars        int
);
COMMENT ON TABLE public.shipments IS '运单 / waybills';
COMMENT ON COLUMN public.shipments.waybill_no IS '运单号';
COMMENT ON COLUMN public.shipments.site_id IS '发车站点';
COMMENT ON COLUMN public.shipments.truck_id IS '承运车辆，外包车为空 (NULL = subcontracted)';
COMMENT ON COLUMN public.shipments.driver_id IS '司机，外包为空';
COMMENT ON COLUMN public.shipments.temp_cd IS '温层：FZ 冷冻 CH 冷藏 AM 恒温';
COMMENT ON COLUMN public.shipments.ship_on IS '发车日期';
COMMENT ON COLUMN public.shipments.promised_on IS '承诺送达日期';
COMMENT ON COLUMN public.shipments.delivered_on IS '实际签收日期，未签收为空';
COMMENT ON COLUMN public.shipments.weight_t IS '货重（吨）';
COMMENT ON COLUMN public.shipments.freight IS '运费（元）';
COMMENT ON COLUMN public.shipments.surcharge IS '附加费（元：等待、加急），无则为空';
COMMENT ON COLUMN public.shipments.status IS '状态：T 在途 D 已签收 R 拒收 X 已取消';
COMMENT ON COLUMN public.shipments.stars IS '客户评价 1-5 星，未评为空';
INSERT INTO public.shipments
WITH d AS (SELECT dd::date AS day, dd::date - date '2024-11-01' AS n FROM generate_series(date '2024-11-01', date '2026-11-20', interval '1 day') dd),
sd AS MATERIALIZED (
  SELECT day, n, s.site_id,
    greatest(1, round(((ARRAY[8,5,4,3.2,4,7,5.5,3,3])[s.site_id]::numeric + n*0.0022*(CASE WHEN s.site_id IN (4,7) THEN -0.3 ELSE 1 END))
      * CASE extract(month FROM day) WHEN 1 THEN 1.15 WHEN 2 THEN .7 WHEN 6 THEN 1.1 WHEN 7 THEN 1.22 WHEN 8 THEN 1.2 WHEN 9 THEN 1.1 WHEN 12 THEN 1.12 ELSE 1 END
      * CASE WHEN extract(isodow FROM day)=7 THEN .6 WHEN extract(isodow FROM day)=5 THEN 1.15 ELSE 1 END + _h('n'||day||s.site_id,3) - 1))::int AS cnt,
    (SELECT array_agg(driver_id ORDER BY driver_id) FROM public.drivers v WHERE v.site_id=s.site_id AND v.hired_on<=day AND (v.left_on IS NULL OR v.left_on>=day)) AS da,
    (SELECT array_agg(truck_id ORDER BY truck_id) FROM public.trucks v WHERE v.site_id=s.site_id AND v.bought_on<=day AND (v.retired_on IS NULL OR v.retired_on>=day)) AS ta,
    (SELECT array_agg(route_id ORDER BY route_id) FROM public.routes r WHERE r.site_id=s.site_id) AS ra
  FROM d JOIN public.sites s ON day >= s.opened_on AND (s.closed_on IS NULL OR day <= s.closed_on)),
r AS MATERIALIZED (
  SELECT sd.*, k, day||'-'||site_id||'-'||k AS key,
   CASE WHEN site_id=8 AND _h('c8'||day||k,10)<6 THEN 15+_h('c9'||day||k,2)
        WHEN site_id=9 AND _h('c8'||day||k,10)<6 THEN (ARRAY[20,21,21,32])[1+_h('c9'||day||k,4)]
        ELSE 1+least(_h('c1'||day||site_id||'.'||k,32), _h('c2'||day||site_id||'.'||k,40)) END AS cid
  FROM sd, generate_series(1, cnt) k),
r2 AS MATERIALIZED (
  SELECT r.*, c.industry_cd, rt.route_id, rt.distance_km,
    CASE c.industry_cd WHEN 'PH' THEN CASE WHEN _h('tc'||key,10)<6 THEN 'CH' ELSE 'AM' END
      WHEN 'DY' THEN CASE WHEN _h('tc'||key,10)<9 THEN 'CH' ELSE 'FZ' END
      WHEN 'FV' THEN CASE WHEN _h('tc'||key,10)<7 THEN 'CH' ELSE 'AM' END
      WHEN 'IC' THEN 'FZ' WHEN 'RT' THEN (ARRAY['FZ','CH','CH','AM'])[1+_h('tc'||key,4)]
      ELSE CASE WHEN _h('tc'||key,10)<8 THEN 'FZ' ELSE 'CH' END END AS temp_cd,
    _h('st'||key,1000) AS hs, _h('lt'||key,100) AS hl, round((0.8 + _h('w'||key,900)/100.0)::numeric,2) AS w
  FROM r JOIN public.customers c ON c.customer_id=r.cid AND day>=c.signed_on AND (c.ended_on IS NULL OR day<=c.ended_on)
  JOIN public.routes rt ON rt.route_id = ra[1+least(_h('rt'||key,array_length(ra,1)), _h('ru'||key,array_length(ra,1)+1))]),
r3 AS MATERIALIZED (
  SELECT r2.*, day + CASE WHEN distance_km<250 THEN 0 WHEN distance_km<700 THEN 1 ELSE 2 END AS prom,
    _h('sub'||key,100) < 9 + CASE WHEN ta IS NULL OR da IS NULL THEN 100 ELSE 0 END AS sub,
    CASE WHEN hs < 28 THEN 'X' WHEN hs < 42 + CASE WHEN site_id=7 THEN 10 ELSE 0 END THEN 'R' ELSE 'D' END AS st
  FROM r2),
r4 AS MATERIALIZED (
  SELECT r3.*, prom + CASE WHEN hl < 7 + CASE WHEN site_id IN (6,8) THEN 6 ELSE 0 END + CASE WHEN sub THEN 6 ELSE 0 END + CASE WHEN extract(month FROM day) IN (1,7) THEN 4 ELSE 0 END
     THEN 1 + _h('ld'||key,3) ELSE 0 END AS deliv FROM r3)
SELECT row_number() OVER (ORDER BY day, site_id, k)::int, 'YD'||to_char(day,'YYMMDD')||site_id||lpad(k::text,2,'0'), cid, route_id, site_id,
  CASE WHEN NOT sub THEN ta[1+_h('tx'||key,array_length(ta,1))] END, CASE WHEN NOT sub THEN da[1+_h('dx'||key,array_length(da,1))] END,
  temp_cd, day, prom, CASE WHEN st='D' AND deliv <= date '2026-11-20' THEN deliv END, w,
  round((180 + distance_km*(2.1+w*0.55)*CASE temp_cd WHEN 'FZ' THEN 1.15 WHEN 'CH' THEN 1.05 ELSE 1 END * (1+n*0.00008) * CASE industry_cd WHEN 'PH' THEN 1.35 ELSE 1 END)::numeric, 2),
  CASE WHEN _h('sc'||key,9)=0 THEN 50*(1+_h('sd'||key,8)) END,
  CASE WHEN st='D' AND deliv > date '2026-11-20' THEN 'T' ELSE st END,
  CASE WHEN st='D' AND deliv <= date '2026-11-20' AND _h('sr'||key,100)<38 THEN CASE WHEN deliv>prom THEN 1+_h('s1'||key,4) ELSE (ARRAY[3,4,4,5,5,5])[1+_h('s2'||key,6)] END END
FROM r4;

CREATE TABLE public.storage_daily (
  occ_on   date NOT NULL,
  site_id  int NOT NULL REFERENCES public.sites,
  zone_cd  char(2) NOT NULL,
  pallets  int NOT NULL,
  capacity int NOT NULL,
  kwh      numeric(9,1),
  PRIMARY KEY (occ_on, site_id, zone_cd)
);
COMMENT ON TABLE public.storage_daily IS '库存日快照：每日每库每温区在库托盘';
COMMENT ON COLUMN public.storage_daily.zone_cd IS '温区：FZ 冷冻区 CH 冷藏区 AM 恒温区';
COMMENT ON COLUMN public.storage_daily.pallets IS '当日在库托盘数';
COMMENT ON COLUMN public.storage_daily.capacity IS '可用托盘位';
COMMENT ON COLUMN public.storage_daily.kwh IS '当日用电量（度），抄表缺失为空';
INSERT INTO public.storage_daily
SELECT dd::date, s.site_id, z.z, least(cap, round(cap*(0.62 + 0.12*sin((extract(doy FROM dd)-150)/58.0) + 0.00012*(dd::date-date '2024-11-01') + (_h('oz'||s.site_id||z.z,20)-10)/100.0 + (_h('o'||dd::date||s.site_id||z.z,7)-3)/100.0
    + CASE WHEN s.site_id=9 THEN -0.3+least(0.3,(dd::date-date '2026-02-01')/900.0) ELSE 0 END))::int), cap,
  CASE WHEN _h('kw'||dd::date||s.site_id||z.z,60)=0 THEN NULL ELSE round((cap*f*(0.8+0.35*greatest(0,sin((extract(doy FROM dd)-100)/58.0)))+_h('kx'||dd::date||s.site_id||z.z,120))::numeric,1) END
FROM generate_series(timestamp '2024-11-01', timestamp '2026-11-20', interval '1 day') dd
JOIN public.sites s ON dd::date >= s.opened_on AND (s.closed_on IS NULL OR dd::date <= s.closed_on)
CROSS JOIN (VALUES ('FZ',1.0,1.9),('CH',0.6,1.2),('AM',0.25,0.6)) z(z,sh,f)
CROSS JOIN LATERAL (SELECT ((ARRAY[5200,3800,2400,2000,2600,4600,4000,1800,1600])[s.site_id]*z.sh)::int AS cap) x;

CREATE TABLE public.storage_bills (
  bill_id     int PRIMARY KEY,
  bill_month  date NOT NULL,
  customer_id int NOT NULL REFERENCES public.customers,
  site_id     int NOT NULL REFERENCES public.sites,
  pallet_days int NOT NULL,
  storage_fee numeric(12,2) NOT NULL,
  handling_fee numeric(12,2) NOT NULL,
  due_on      date NOT NULL,
  paid_on     date,
  state_cd    int NOT NULL
);
COMMENT ON TABLE public.storage_bills IS '仓储月账单（每客户每库每月一张，次月初开出，最新为2026年10月）';
COMMENT ON COLUMN public.storage_bills.bill_month IS '账单月份（当月1号）';
COMMENT ON COLUMN public.storage_bills.pallet_days IS '托盘天数';
COMMENT ON COLUMN public.storage_bills.storage_fee IS '仓储费（元）';
COMMENT ON COLUMN public.storage_bills.handling_fee IS '装卸费（元）';
COMMENT ON COLUMN public.storage_bills.due_on IS '应付日期';
COMMENT ON COLUMN public.storage_bills.paid_on IS '付款日期，未付为空';
COMMENT ON COLUMN public.storage_bills.state_cd IS '账单状态：1 已付 2 未付 3 有争议';
INSERT INTO public.storage_bills
SELECT row_number() OVER (ORDER BY m, site_id, customer_id)::int, m, customer_id, site_id, pd, round((pd*2.35)::numeric,2), round((pd*0.41+_h('hf'||key,900))::numeric,2), due,
  CASE WHEN st=1 THEN po END, st
FROM (SELECT y.*, CASE WHEN _h('bs'||key,100)<3 THEN 3 WHEN po > date '2026-11-20' OR (m >= date '2026-06-01' AND _h('bs2'||key,100)<12) THEN 2 ELSE 1 END AS st
 FROM (SELECT mm::date AS m, c.customer_id, s.site_id, mm::date||'-'||c.customer_id||'-'||s.site_id AS key,
   (400 + _h('pz'||c.customer_id||'-'||s.site_id,5200) * (1 + 0.01*(extract(year FROM mm)-2024)*12 + 0.01*extract(month FROM mm)) * CASE c.tier WHEN 'A' THEN 1.8 WHEN 'B' THEN 1.2 ELSE .8 END)::int + _h('pm'||mm::date||c.customer_id||s.site_id,500) AS pd,
   (mm + interval '1 month')::date + 4 + c.credit_days AS due,
   (mm + interval '1 month')::date + 4 + c.credit_days - 12 + _h('bp'||mm::date||c.customer_id||s.site_id,26) AS po
  FROM generate_series(timestamp '2024-11-01', timestamp '2026-10-01', interval '1 month') mm
  JOIN public.customers c ON mm::date >= c.signed_on AND (c.ended_on IS NULL OR mm::date <= c.ended_on)
  JOIN public.sites s ON mm::date >= s.opened_on AND (s.closed_on IS NULL OR mm::date <= s.closed_on)
  WHERE s.city = c.city OR _h('cs'||c.customer_id||'-'||s.site_id,9)=0) y) z;

CREATE TABLE public.temp_alarms (
  alarm_id     int PRIMARY KEY,
  raised_at    timestamp NOT NULL,
  site_id      int NOT NULL REFERENCES public.sites,
  shipment_id  int REFERENCES public.shipments,
  severity     int NOT NULL,
  peak_temp    numeric(4,1) NOT NULL,
  minutes_over int,
  handled_by   text
);
COMMENT ON TABLE public.temp_alarms IS '温度报警（车上和库内）';
COMMENT ON COLUMN public.temp_alarms.raised_at IS '报警时间';
COMMENT ON COLUMN public.temp_alarms.shipment_id IS '在途报警对应运单，库内报警为空';
COMMENT ON COLUMN public.temp_alarms.severity IS '级别：1 提示 2 警告 3 严重';
COMMENT ON COLUMN public.temp_alarms.peak_temp IS '最高温度（℃）';
COMMENT ON COLUMN public.temp_alarms.minutes_over IS '超温时长（分钟），未解除为空';
COMMENT ON COLUMN public.temp_alarms.handled_by IS '处理人，未处理为空';
INSERT INTO public.temp_alarms
SELECT row_number() OVER (ORDER BY at, site_id, shp)::int, at, site_id, shp, sev, pk, CASE WHEN at > timestamp '2026-11-19 12:00' AND _h('mo'||key,3)=0 THEN NULL ELSE 4+_h('mo'||key,55)*sev END,
  CASE WHEN _h('hb'||key,14)=0 THEN NULL ELSE (ARRAY['丁晓','方圆','石磊','姚倩','汪洋'])[1+_h('hc'||key,5)] END
FROM (
 SELECT 's'||shipment_id AS key, s.ship_on + make_interval(mins => 300+_h('am'||shipment_id,1100)) AS at, s.site_id, s.shipment_id AS shp,
   (ARRAY[1,1,1,2,2,3])[1+_h('av'||shipment_id,6)] AS sev, (CASE s.temp_cd WHEN 'FZ' THEN -15 WHEN 'CH' THEN 7 ELSE 24 END + _h('ap'||shipment_id,90)/10.0)::numeric(4,1) AS pk
 FROM public.shipments s JOIN public.trucks t USING (truck_id)
 WHERE s.status IN ('D','R','T') AND _h('al'||shipment_id,1000) < 25 + CASE WHEN t.bought_on < '2021-01-01' THEN 22 ELSE 0 END + CASE WHEN extract(month FROM s.ship_on) IN (6,7,8) THEN 25 ELSE 0 END
 UNION ALL
 SELECT 'w'||o.occ_on||o.site_id||o.zone_cd, o.occ_on + make_interval(mins => _h('wm'||o.occ_on||o.site_id||o.zone_cd,1440)), o.site_id, NULL,
   (ARRAY[1,1,2,3])[1+_h('wv'||o.occ_on||o.site_id||o.zone_cd,4)], (CASE o.zone_cd WHEN 'FZ' THEN -16 WHEN 'CH' THEN 6 ELSE 23 END + _h('wp'||o.occ_on||o.site_id,60)/10.0)::numeric(4,1)
 FROM public.storage_daily o WHERE _h('wa'||o.occ_on||o.site_id||o.zone_cd,1000) < 14) q;

CREATE TABLE public.claims (
  claim_id    int PRIMARY KEY,
  shipment_id int NOT NULL REFERENCES public.shipments,
  filed_on    date NOT NULL,
  reason_cd   char(1) NOT NULL,
  claimed_amt numeric(10,2) NOT NULL,
  paid_amt    numeric(10,2),
  status      char(1) NOT NULL,
  closed_on   date
);
COMMENT ON TABLE public.claims IS '货损索赔';
COMMENT ON COLUMN public.claims.filed_on IS '客户提出日期';
COMMENT ON COLUMN public.claims.reason_cd IS '原因：T 超温 D 破损 L 延误 S 短少';
COMMENT ON COLUMN public.claims.claimed_amt IS '索赔金额（元）';
COMMENT ON COLUMN public.claims.paid_amt IS '实际赔付（元），未结为空';
COMMENT ON COLUMN public.claims.status IS '状态：O 处理中 A 已赔 N 拒赔';
COMMENT ON COLUMN public.claims.closed_on IS '结案日期';
INSERT INTO public.claims
SELECT row_number() OVER (ORDER BY f, shipment_id)::int, shipment_id, f, rs, amt, CASE st WHEN 'A' THEN round(amt*(40+_h('cp'||shipment_id,61))/100.0,2) WHEN 'N' THEN 0 END, st,
  CASE WHEN st<>'O' THEN least(date '2026-11-20', f + 6 + _h('cc'||shipment_id,40)) END
FROM (SELECT s.shipment_id, ship_on + 2 + _h('cf'||s.shipment_id,9) AS f,
   CASE WHEN delivered_on > promised_on AND _h('cr'||s.shipment_id,3)>0 THEN 'L' ELSE (ARRAY['T','T','D','S'])[1+_h('cr2'||s.shipment_id,4)] END AS rs,
   (600 + 20*_h('ca'||s.shipment_id,900))::numeric AS amt,
   CASE WHEN ship_on > date '2026-10-20' AND _h('co'||s.shipment_id,3)>0 THEN 'O' WHEN _h('co'||s.shipment_id,100)<22 THEN 'N' WHEN _h('co'||s.shipment_id,100)>96 THEN 'O' ELSE 'A' END AS st
  FROM public.shipments s WHERE (status='R' AND _h('cl'||s.shipment_id,10)<7) OR (status='D' AND delivered_on>promised_on AND _h('cl'||s.shipment_id,100)<14) OR (status='D' AND _h('cl'||s.shipment_id,1000)<9)) x
WHERE f <= date '2026-11-20';

CREATE TABLE public.fuel_fills (
  fill_id   int PRIMARY KEY,
  truck_id  int NOT NULL REFERENCES public.trucks,
  filled_on date NOT NULL,
  litres    numeric(6,1) NOT NULL,
  amount    numeric(8,2) NOT NULL,
  station   text
);
COMMENT ON TABLE public.fuel_fills IS '加油记录';
COMMENT ON COLUMN public.fuel_fills.litres IS '加油量（升）';
COMMENT ON COLUMN public.fuel_fills.amount IS '油费（元）';
COMMENT ON COLUMN public.fuel_fills.station IS '加油站品牌';
INSERT INTO public.fuel_fills
SELECT row_number() OVER (ORDER BY dd, truck_id)::int, truck_id, dd::date, l, round(l*(7.05+0.4*sin((dd::date-date '2024-11-01')/110.0))::numeric,2), (ARRAY['中石化','中石化','中石油','壳牌',NULL])[1+_h('fs'||truck_id||dd::date,5)]
FROM (SELECT t.truck_id, dd, ((ARRAY[55,110,170,260])[t.kind_cd] + _h('fl'||t.truck_id||dd::date,400)/10.0)::numeric(6,1) AS l
 FROM public.trucks t, generate_series(timestamp '2024-11-01', timestamp '2026-11-20', interval '1 day') dd
 WHERE dd::date >= t.bought_on AND (t.retired_on IS NULL OR dd::date <= t.retired_on) AND _h('ff'||t.truck_id||dd::date,5)=0) x;

CREATE TABLE public.repairs (
  repair_id int PRIMARY KEY,
  truck_id  int NOT NULL,
  in_on     date NOT NULL,
  out_on    date,
  kind      int NOT NULL,
  cost      numeric(10,2) NOT NULL,
  workshop  text
);
COMMENT ON TABLE public.repairs IS '维修保养记录';
COMMENT ON COLUMN public.repairs.truck_id IS '车辆，见 trucks';
COMMENT ON COLUMN public.repairs.in_on IS '进厂日期';
COMMENT ON COLUMN public.repairs.out_on IS '出厂日期，在修为空';
COMMENT ON COLUMN public.repairs.kind IS '类别：1 常规保养 2 制冷机组 3 轮胎 4 事故 5 其他';
COMMENT ON COLUMN public.repairs.cost IS '费用（元）';
COMMENT ON COLUMN public.repairs.workshop IS '维修厂';
INSERT INTO public.repairs
SELECT row_number() OVER (ORDER BY d, truck_id)::int, truck_id, d, CASE WHEN d + dur <= date '2026-11-20' THEN d + dur END, k,
  (CASE k WHEN 1 THEN 800 WHEN 2 THEN 3500 WHEN 3 THEN 2400 WHEN 4 THEN 6000 ELSE 500 END + 10*_h('rc'||truck_id||d,300))::numeric,
  (ARRAY['顺达汽修','车安维修','冷王服务站','长江汽修',NULL])[1+_h('rw'||truck_id||d,5)]
FROM (SELECT t.truck_id, dd::date AS d, (ARRAY[1,1,1,1,2,2,3,3,4,5])[1+_h('rk'||t.truck_id||dd::date,10)] AS k, _h('rd'||t.truck_id||dd::date,14) AS dur
 FROM public.trucks t, generate_series(timestamp '2024-11-01', timestamp '2026-11-20', interval '1 day') dd
 WHERE dd::date >= t.bought_on AND (t.retired_on IS NULL OR dd::date <= t.retired_on) AND _h('rr'||t.truck_id||dd::date,1000) < 14) x;

DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.shipments (ship_on);
CREATE INDEX ON public.fuel_fills (filled_on);
ANALYZE;

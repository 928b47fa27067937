-- 速驿达区域快递：示例库（确定性数据，2025-01-01 至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || substr(md5(t), 1, 7))::bit(28)::int % n $$;

CREATE TABLE public.outlets (
  outlet_id   int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  city        text NOT NULL,
  city_en     text NOT NULL,
  type_cd     int NOT NULL,
  floor_area  int NOT NULL,
  opened_on   date NOT NULL,
  closed_on   date
);
COMMENT ON TABLE public.outlets IS '快递网点';
COMMENT ON COLUMN public.outlets.name IS '网点名称';
COMMENT ON COLUMN public.outlets.name_en IS '网点英文名';
COMMENT ON COLUMN public.outlets.type_cd IS '网点性质：1 直营 2 加盟';
COMMENT ON COLUMN public.outlets.floor_area IS '场地面积（平方米）';
COMMENT ON COLUMN public.outlets.closed_on IS '撤点日期，营业中为空';
INSERT INTO public.outlets VALUES
 (1,'南湖网点','Nanhu','嘉兴','Jiaxing',1,820,'2018-03-12',NULL),
 (2,'秀洲网点','Xiuzhou','嘉兴','Jiaxing',2,540,'2019-06-01',NULL),
 (3,'海宁皮城网点','Haining Leather City','嘉兴','Jiaxing',1,760,'2018-09-10',NULL),
 (4,'濮院网点','Puyuan','嘉兴','Jiaxing',2,910,'2019-11-20',NULL),
 (5,'吴兴网点','Wuxing','湖州','Huzhou',2,430,'2020-05-18','2026-02-28'),
 (6,'南浔网点','Nanxun','湖州','Huzhou',2,390,'2021-03-01',NULL),
 (7,'柯桥网点','Keqiao','绍兴','Shaoxing',1,1180,'2018-04-02',NULL),
 (8,'越城网点','Yuecheng','绍兴','Shaoxing',1,600,'2020-08-15',NULL),
 (9,'临平网点','Linping','杭州','Hangzhou',1,700,'2021-10-11',NULL),
 (10,'萧山网点','Xiaoshan','杭州','Hangzhou',1,650,'2026-05-06',NULL);

CREATE TABLE public.couriers (
  courier_id int PRIMARY KEY,
  name       text NOT NULL,
  outlet_id  int NOT NULL REFERENCES public.outlets,
  grade_cd   int NOT NULL,
  vehicle    text,
  hired_on   date NOT NULL,
  left_on    date
);
COMMENT ON TABLE public.couriers IS '快递员';
COMMENT ON COLUMN public.couriers.grade_cd IS '等级：1 见习 2 正式 3 组长';
COMMENT ON COLUMN public.couriers.vehicle IS '配送车辆：电动三轮、面包车、厢式货车，未配车为空';
COMMENT ON COLUMN public.couriers.left_on IS '离职日期，在职为空';
INSERT INTO public.couriers
WITH c AS (
  SELECT i, (ARRAY[1,1,1,2,2,3,3,4,4,4,5,6,7,7,7,7,8,8,9,9,9,10])[1+(i*7)%22] AS oid FROM generate_series(1,88) i),
h AS (
  SELECT c.*, o.opened_on, o.closed_on,
    greatest(o.opened_on, date '2019-01-01' + _h('ch'||i,2750)) AS hired FROM c JOIN public.outlets o ON o.outlet_id=oid)
SELECT i,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','沈','胡','朱','俞','钱'])[1+_h('cs'||i,16)] ||
  (ARRAY['建国','志强','海波','小军','伟民','立新','永明','国良','晓东','文斌','志刚','春燕','丽萍','红梅','少华','宏伟'])[1+_h('cg'||i,16)],
  oid,
  CASE WHEN hired > date '2025-11-01' THEN 1 WHEN _h('cr'||i,9)=0 THEN 3 ELSE 2 END,
  CASE _h('cv'||i,10) WHEN 0 THEN NULL WHEN 1 THEN '面包车' WHEN 2 THEN '面包车' WHEN 3 THEN '厢式货车' ELSE '电动三轮' END,
  least(hired, coalesce(closed_on - 90, hired)),
  CASE WHEN closed_on IS NOT NULL THEN closed_on
       WHEN _h('cl'||i,5)=0 AND hired + 200 + _h('cl2'||i,900) < date '2026-11-20' THEN hired + 200 + _h('cl2'||i,900) END
FROM h;

CREATE TABLE public.clients (
  client_id  int PRIMARY KEY,
  name       text NOT NULL,
  industry   text NOT NULL,
  outlet_id  int NOT NULL REFERENCES public.outlets,
  level_cd   char(1) NOT NULL,
  signed_on  date NOT NULL,
  ended_on   date,
  end_reason text
);
COMMENT ON TABLE public.clients IS '协议客户（月结商家）';
COMMENT ON COLUMN public.clients.industry IS '行业';
COMMENT ON COLUMN public.clients.outlet_id IS '所属网点';
COMMENT ON COLUMN public.clients.level_cd IS '客户等级：A 大客户 B 中客户 C 小客户';
COMMENT ON COLUMN public.clients.signed_on IS '签约日期';
COMMENT ON COLUMN public.clients.ended_on IS '合同终止日期，合作中为空';
COMMENT ON COLUMN public.clients.end_reason IS '终止原因，合作中为空';
INSERT INTO public.clients
WITH c AS (
  SELECT i, (ARRAY[1,1,2,3,3,4,4,4,5,6,7,7,7,8,9,9])[1+(i*5)%16] AS oid,
    date '2021-01-04' + _h('ks'||i,1990) AS s FROM generate_series(1,120) i)
SELECT i,
  (ARRAY['恒','佳','锦','瑞','云','禾','越','宏','新','天'])[1+_h('kn'||i,10)] || (ARRAY['达','裕','丰','泰','祥','盛','源','美','驰','和'])[1+(i/12)%10]
   || (ARRAY['服饰','皮草','毛衫','家纺','五金','文具','母婴','箱包','化妆品','茶业','小家电','图书'])[1+i%12],
  (ARRAY['服装','服装','服装','家纺','五金','文教','母婴','箱包','美妆','食品','家电','文教'])[1+i%12],
  oid,
  CASE WHEN _h('kl'||i,100)<12 THEN 'A' WHEN _h('kl'||i,100)<45 THEN 'B' ELSE 'C' END,
  greatest(s, o.opened_on + 30),
  CASE WHEN o.closed_on IS NOT NULL THEN o.closed_on WHEN _h('ke'||i,7)=0 THEN least(date '2026-08-20', greatest(s, o.opened_on+30) + 240 + _h('ke2'||i,800)) END,
  CASE WHEN o.closed_on IS NOT NULL THEN '网点撤销' WHEN _h('ke'||i,7)=0 THEN (ARRAY['价格','转投其他快递','客户停业','服务'])[1+_h('kr'||i,4)] END
FROM c JOIN public.outlets o ON o.outlet_id=oid;
INSERT INTO public.clients VALUES
 (121,'雅莎皮衣电商','服装',3,'A','2022-03-01','2026-09-30','转投其他快递'),
 (122,'萧然家居','家纺',10,'B','2026-05-20',NULL,NULL),
 (123,'湘湖数码','家电',10,'B','2026-06-15',NULL,NULL),
 (124,'钱江图书','文教',10,'C','2026-08-03',NULL,NULL);

CREATE TABLE public.holidays (
  holiday_date date PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL
);
COMMENT ON TABLE public.holidays IS '法定节假日（放假的每一天一行）';
INSERT INTO public.holidays
SELECT d::date, n, e FROM (VALUES
 ('元旦','New Year''s Day',date '2025-01-01',date '2025-01-01'),
 ('春节','Spring Festival','2025-01-28','2025-02-04'),
 ('清明节','Qingming','2025-04-04','2025-04-06'),
 ('劳动节','Labour Day','2025-05-01','2025-05-05'),
 ('端午节','Dragon Boat Festival','2025-05-31','2025-06-02'),
 ('国庆节','National Day','2025-10-01','2025-10-08'),
 ('元旦','New Year''s Day','2026-01-01','2026-01-03'),
 ('春节','Spring Festival','2026-02-15','2026-02-23'),
 ('清明节','Qingming','2026-04-04','2026-04-06'),
 ('劳动节','Labour Day','2026-05-01','2026-05-05'),
 ('端午节','Dragon Boat Festival','2026-06-19','2026-06-21'),
 ('中秋节','Mid-Autumn Festival','2026-09-25','2026-09-27'),
 ('国庆节','National Day','2026-10-01','2026-10-07')) v(n,e,a,b), generate_series(a,b,interval '1 day') d;

CREATE TABLE public.shipments_daily (
  ship_date   date NOT NULL,
  outlet_id   int NOT NULL REFERENCES public.outlets,
  service_cd  int NOT NULL,
  cust_cd     char(1) NOT NULL,
  pieces      int NOT NULL,
  weight_kg   numeric(12,1) NOT NULL,
  revenue     numeric(12,2) NOT NULL,
  PRIMARY KEY (ship_date, outlet_id, service_cd, cust_cd)
);
COMMENT ON TABLE public.shipments_daily IS '揽收日报（每日、网点、产品、客户类型一行）';
COMMENT ON COLUMN public.shipments_daily.ship_date IS '揽收日期';
COMMENT ON COLUMN public.shipments_daily.service_cd IS '产品：1 标准件 2 次日达 3 大件';
COMMENT ON COLUMN public.shipments_daily.cust_cd IS '客户类型：C 协议客户 R 散客';
COMMENT ON COLUMN public.shipments_daily.pieces IS '揽收件数';
COMMENT ON COLUMN public.shipments_daily.weight_kg IS '揽收重量（公斤）';
COMMENT ON COLUMN public.shipments_daily.revenue IS '运费收入（元）';
INSERT INTO public.shipments_daily
WITH d AS (
  SELECT dd::date AS day, extract(isodow FROM dd)::int AS dow, extract(month FROM dd)::int AS m, h.name AS hol,
    1 + 0.12 * (dd::date - date '2025-01-01') / 365.0 AS grow
  FROM generate_series(date '2025-01-01', date '2026-11-20', interval '1 day') dd
  LEFT JOIN public.holidays h ON h.holiday_date = dd::date),
f AS (
  SELECT day, m, grow
    * (ARRAY[1.12,1.08,1.03,1.0,1.0,.92,.76])[dow]
    * (ARRAY[1.0,.92,1.0,1.0,1.02,1.05,.95,.96,1.03,1.06,1.0,1.06])[m]
    * CASE WHEN hol='春节' THEN .13 WHEN hol='国庆节' THEN .76 WHEN hol IS NOT NULL THEN .86
           WHEN day BETWEEN '2025-01-24' AND '2025-01-27' OR day BETWEEN '2026-02-11' AND '2026-02-14' THEN .48 ELSE 1 END
    * CASE WHEN m=6 AND extract(day FROM day) BETWEEN 1 AND 20 THEN 1.14
           WHEN m=11 AND extract(day FROM day) IN (11,12,13) THEN 1.85
           WHEN m=11 AND extract(day FROM day)<=14 THEN 1.38 ELSE 1 END AS k
  FROM d),
o AS (
  SELECT outlet_id, opened_on, closed_on, (ARRAY[1900,1200,1600,2100,900,800,2400,1300,1700,700])[outlet_id] AS base,
    (ARRAY[1.00,.97,1.02,.95,.96,.98,.94,1.01,1.08,1.10])[outlet_id] AS pm FROM public.outlets),
s(service_cd, cust_cd, share, share3, price, kg) AS (VALUES
  (1,'C',.42,.22,2.80,0.9),(1,'R',.20,.14,7.50,1.0),(2,'C',.19,.52,6.20,1.1),(2,'R',.12,.08,14.00,1.3),(3,'C',.04,.02,28.00,17.0),(3,'R',.03,.02,46.00,21.0)),
x AS (
  SELECT f.day, o.outlet_id, s.service_cd, s.cust_cd, s.price*o.pm AS price, s.kg,
    o.base * CASE WHEN o.outlet_id=3 THEN s.share3 ELSE s.share END * f.k
    * CASE WHEN o.outlet_id=3 AND s.service_cd=2 AND s.cust_cd='C' AND f.day>='2026-10-01' THEN .12 ELSE 1 END
    * CASE WHEN o.outlet_id=4 THEN (ARRAY[1.0,.9,.9,.9,.88,.88,.9,1.0,1.08,1.22,1.2,1.1])[f.m] ELSE 1 END
    * CASE WHEN o.outlet_id=10 THEN least(1.5, .8 + (f.day - o.opened_on)/200.0) ELSE 1 END
    * CASE WHEN o.outlet_id=5 AND f.day>='2026-01-15' THEN .7 ELSE 1 END
    * CASE WHEN s.service_cd=2 THEN 1 + .10*(f.day-date '2025-01-01')/365.0 ELSE 1 END
    * (.95 + _h('p'||f.day||'-'||o.outlet_id||'-'||s.service_cd||s.cust_cd,1000)/10000.0) AS q
  FROM f CROSS JOIN o CROSS JOIN s
  WHERE f.day >= o.opened_on AND (o.closed_on IS NULL OR f.day <= o.closed_on))
SELECT day, outlet_id, service_cd, cust_cd, round(q)::int,
  round((round(q)*kg*(.96+_h('w'||day||outlet_id||service_cd||cust_cd,80)/1000.0))::numeric,1),
  round((round(q)*price*(.98+_h('r'||day||outlet_id||service_cd||cust_cd,40)/1000.0))::numeric,2)
FROM x;

CREATE TABLE public.deliveries_daily (
  delivery_date date NOT NULL,
  outlet_id     int NOT NULL REFERENCES public.outlets,
  attempted     int NOT NULL,
  on_time       int NOT NULL,
  failed        int NOT NULL,
  PRIMARY KEY (delivery_date, outlet_id)
);
COMMENT ON TABLE public.deliveries_daily IS '派送日报（每日、网点一行）';
COMMENT ON COLUMN public.deliveries_daily.attempted IS '派件量（出仓派送的件数）';
COMMENT ON COLUMN public.deliveries_daily.on_time IS '准时送达件数';
COMMENT ON COLUMN public.deliveries_daily.failed IS '派送失败件数（当日未妥投）';
INSERT INTO public.deliveries_daily
WITH d AS (
  SELECT dd::date AS day, extract(isodow FROM dd)::int AS dow, extract(month FROM dd)::int AS m, extract(day FROM dd)::int AS dom, h.name AS hol, (dd::date - date '2025-01-01') AS n
  FROM generate_series(date '2025-01-01', date '2026-11-20', interval '1 day') dd LEFT JOIN public.holidays h ON h.holiday_date = dd::date),
x AS (
  SELECT day, dom, m, n, dow, o.outlet_id,
    (ARRAY[2300,1500,1250,1100,1000,850,1900,1750,2200,1300])[o.outlet_id]
    * (1 + .10*n/365.0) * (ARRAY[.90,1.05,1.06,1.04,1.02,.98,.85])[dow]
    * CASE WHEN hol='春节' THEN .15 WHEN hol IS NOT NULL THEN .9 ELSE 1 END
    * CASE WHEN m=11 AND dom BETWEEN 4 AND 11 THEN 1.25 WHEN m=11 AND dom BETWEEN 12 AND 18 THEN 1.6 WHEN m=6 AND dom BETWEEN 4 AND 23 THEN 1.12 ELSE 1 END
    * CASE WHEN o.outlet_id=10 THEN least(1.0, .6 + (day - o.opened_on)/250.0) ELSE 1 END
    * CASE WHEN o.outlet_id=8 AND day>='2026-03-01' THEN 1.08 WHEN o.outlet_id=6 AND day>='2026-03-01' THEN 1.35 ELSE 1 END
    * (.96 + _h('da'||day||o.outlet_id,80)/1000.0) AS q,
    .938 + (ARRAY[.012,-.004,.006,-.010,-.008,.002,.000,.010,-.022,-.006])[o.outlet_id] + .010*n/689.0
      - CASE WHEN m=11 AND dom BETWEEN 10 AND 18 THEN .055 ELSE 0 END - CASE WHEN dow=7 THEN .006 ELSE 0 END + (_h('dt'||day||o.outlet_id,21)-10)/1000.0 AS r,
    .028 + (ARRAY[-.004,.002,.000,.004,.005,.001,.000,-.003,.019,.006])[o.outlet_id] + (_h('df'||day||o.outlet_id,9)-4)/1000.0 AS fr
  FROM d JOIN public.outlets o ON day >= o.opened_on AND (o.closed_on IS NULL OR day <= o.closed_on))
SELECT day, outlet_id, round(q)::int, floor(round(q)*r)::int, round(round(q)*fr)::int FROM x;

CREATE TABLE public.complaints (
  complaint_id  int PRIMARY KEY,
  outlet_id     int NOT NULL REFERENCES public.outlets,
  complained_on date NOT NULL,
  type_cd       int NOT NULL,
  channel_cd    int NOT NULL,
  closed_on     date,
  compensation  numeric(10,2)
);
COMMENT ON TABLE public.complaints IS '客户投诉';
COMMENT ON COLUMN public.complaints.type_cd IS '投诉类型：1 延误 2 破损 3 丢失 4 服务态度';
COMMENT ON COLUMN public.complaints.channel_cd IS '投诉渠道：1 客服热线 2 小程序 3 邮政申诉 4 网点现场';
COMMENT ON COLUMN public.complaints.closed_on IS '结案日期，未结案为空';
COMMENT ON COLUMN public.complaints.compensation IS '赔付金额（元），未结案为空';
INSERT INTO public.complaints
WITH d AS (
  SELECT dd::date AS day, extract(isodow FROM dd)::int AS dow, h.name AS hol
  FROM generate_series(date '2025-01-01', date '2026-11-20', interval '1 day') dd LEFT JOIN public.holidays h ON h.holiday_date = dd::date),
e AS (
  SELECT day, o.outlet_id, t.type_cd,
    (ARRAY[.75,.55,.62,.80,.50,.36,.85,.45,1.15,.50])[o.outlet_id] * t.w
    * (ARRAY[1.25,1.15,1.05,1.0,.95,.85,.75])[dow] * CASE WHEN hol='春节' THEN .3 WHEN hol IS NOT NULL THEN .8 ELSE 1 END
    + CASE WHEN o.outlet_id=7 AND t.type_cd=2 AND day BETWEEN '2026-11-09' AND '2026-11-15' THEN 10.5 ELSE 0 END AS lam
  FROM d JOIN public.outlets o ON day >= o.opened_on AND (o.closed_on IS NULL OR day <= o.closed_on)
  CROSS JOIN (VALUES (1,.42),(2,.24),(3,.12),(4,.22)) t(type_cd,w)),
r AS (
  SELECT e.*, k, day||'/'||outlet_id||'/'||type_cd||'/'||k AS key
  FROM e CROSS JOIN LATERAL generate_series(1, floor(lam + _h('cn'||day||'/'||outlet_id||'/'||type_cd,1000)/1000.0)::int) k),
z AS (SELECT r.*, day + 1 + _h('cc'||key,9) AS cl, _h('cx'||key,40) AS op FROM r)
SELECT row_number() OVER (ORDER BY day, outlet_id, type_cd, k)::int, outlet_id, day, type_cd,
  (ARRAY[1,1,1,1,2,2,2,3,4,4])[1+_h('ch'||key,10)],
  CASE WHEN cl > date '2026-11-20' OR (op=0 AND day > date '2026-08-01') THEN NULL ELSE cl END,
  CASE WHEN cl > date '2026-11-20' OR (op=0 AND day > date '2026-08-01') THEN NULL
       ELSE CASE type_cd WHEN 1 THEN CASE WHEN _h('ca'||key,3)=0 THEN 10+_h('ca1'||key,20) ELSE 0 END
                         WHEN 2 THEN 30+_h('ca2'||key,160) WHEN 3 THEN 80+_h('ca3'||key,420) ELSE 0 END END
FROM z;

CREATE TABLE public.monthly_targets (
  outlet_id      int NOT NULL REFERENCES public.outlets,
  target_month   date NOT NULL,
  revenue_target numeric(12,2) NOT NULL,
  PRIMARY KEY (outlet_id, target_month)
);
COMMENT ON TABLE public.monthly_targets IS '网点月度运费收入目标';
COMMENT ON COLUMN public.monthly_targets.target_month IS '目标月份（当月1日）';
INSERT INTO public.monthly_targets
SELECT o.outlet_id, m::date,
  round(((ARRAY[1900,1200,1600,2100,900,800,2400,1300,1700,850])[o.outlet_id] * 8.5 * 30
   * (1 + .125*(m::date-date '2025-01-01')/365.0)
   * (ARRAY[.95,.68,1.0,1.0,1.0,1.08,.96,.96,1.0,1.0,1.22,1.06])[extract(month FROM m)::int])::numeric, -4)
FROM public.outlets o CROSS JOIN generate_series(date '2025-01-01', date '2026-12-01', interval '1 month') m
WHERE m >= date_trunc('month', o.opened_on) AND (o.closed_on IS NULL OR m <= o.closed_on);

DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.complaints (complained_on);
ANALYZE;

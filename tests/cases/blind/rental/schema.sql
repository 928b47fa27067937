-- 磐石设备租赁：工程机械租赁公司示例库（确定性数据，2024-10-01 至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.depots (
  depot_id       int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  city           text NOT NULL,
  city_en        text NOT NULL,
  region         text NOT NULL,
  yard_m2        int NOT NULL,
  manager        text,
  opened_on      date NOT NULL,
  closed_on      date,
  monthly_target numeric(12,2)
);
COMMENT ON TABLE public.depots IS '场站（租赁网点）';
COMMENT ON COLUMN public.depots.name IS '场站名称';
COMMENT ON COLUMN public.depots.name_en IS 'Depot name in English';
COMMENT ON COLUMN public.depots.region IS '大区';
COMMENT ON COLUMN public.depots.yard_m2 IS '堆场面积（平方米）';
COMMENT ON COLUMN public.depots.manager IS '站长';
COMMENT ON COLUMN public.depots.closed_on IS '关站日期，营业中为空';
COMMENT ON COLUMN public.depots.monthly_target IS '2026年每月租金目标（元），已关场站为空';
INSERT INTO public.depots VALUES
 (1,'天津港站','Tianjin Port','天津','Tianjin','华北',18000,'赵铁军','2016-03-01',NULL,1300000),
 (2,'武清站','Wuqing','天津','Tianjin','华北',9000,'孟庆华','2019-07-15',NULL,600000),
 (3,'苏州站','Suzhou','苏州','Suzhou','华东',15000,'顾建平','2017-05-20',NULL,1150000),
 (4,'苏州园区站','Suzhou Park','苏州','Suzhou','华东',6000,'沈蓉','2021-10-08',NULL,850000),
 (5,'北仑站','Beilun','宁波','Ningbo','华东',12500,'王海波','2018-09-01',NULL,680000),
 (6,'佛山站','Foshan','佛山','Foshan','华南',14000,'梁志强','2018-02-26',NULL,1150000),
 (7,'东莞站','Dongguan','东莞','Dongguan','华南',7000,'黄耀明','2020-04-10','2026-02-28',NULL),
 (8,'成都站','Chengdu','成都','Chengdu','西南',11000,'何大勇','2019-11-11',NULL,900000),
 (9,'重庆站','Chongqing','重庆','Chongqing','西南',8000,NULL,'2025-09-01',NULL,300000);

CREATE TABLE public.staff (
  staff_id  int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  depot_id  int NOT NULL REFERENCES public.depots,
  grade_cd  int NOT NULL,
  phone     text,
  hired_on  date NOT NULL,
  left_on   date
);
COMMENT ON TABLE public.staff IS '租赁顾问（销售）';
COMMENT ON COLUMN public.staff.grade_cd IS '级别：1 初级 2 资深 3 大客户经理';
COMMENT ON COLUMN public.staff.left_on IS '离职日期，在职为空';
INSERT INTO public.staff VALUES
 (1,'郑凯','Zheng Kai',1,3,'13802110001','2016-03-01',NULL),
 (2,'刘洋','Liu Yang',1,2,'13802110002','2019-06-01',NULL),
 (3,'马丽','Ma Li',1,1,NULL,'2024-03-11',NULL),
 (4,'韩冰','Han Bing',2,2,'13802110004','2019-07-15',NULL),
 (5,'石磊','Shi Lei',2,1,'13802110005','2023-05-08',NULL),
 (6,'陆文婷','Lu Wenting',3,3,'13802110006','2017-05-20',NULL),
 (7,'钱进','Qian Jin',3,2,'13802110007','2020-08-17',NULL),
 (8,'徐晓峰','Xu Xiaofeng',3,1,NULL,'2024-07-01',NULL),
 (9,'周敏','Zhou Min',4,2,'13802110009','2021-10-08',NULL),
 (10,'Daniel Weber','Daniel Weber',4,3,'13802110010','2022-02-01',NULL),
 (11,'陈立群','Chen Liqun',5,3,'13802110011','2018-09-01',NULL),
 (12,'应杰','Ying Jie',5,1,'13802110012','2022-11-14',NULL),
 (13,'梁浩','Liang Hao',6,3,'13802110013','2018-02-26',NULL),
 (14,'刘阳','Liu Yang',6,2,'13802110014','2021-03-01',NULL),
 (15,'冼慧','Xian Hui',6,1,NULL,'2024-02-19','2026-05-31'),
 (16,'邝志文','Kuang Zhiwen',7,2,'13802110016','2020-04-10','2026-02-28'),
 (17,'叶青','Ye Qing',7,1,'13802110017','2022-06-06','2026-02-28'),
 (18,'唐磊','Tang Lei',8,3,'13802110018','2019-11-11',NULL),
 (19,'蒲莉','Pu Li',8,2,'13802110019','2021-09-13',NULL),
 (20,'罗斌','Luo Bin',9,2,'13802110020','2025-09-01',NULL),
 (21,'谭雪','Tan Xue',9,1,'13802110021','2025-10-20',NULL);

CREATE TABLE public.customers (
  customer_id  int PRIMARY KEY,
  company      text NOT NULL,
  contact      text,
  city         text NOT NULL,
  industry_cd  int,
  credit_grade char(1),
  credit_limit numeric(12,0),
  since_on     date NOT NULL,
  blacklisted  boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE public.customers IS '客户（承租方）';
COMMENT ON COLUMN public.customers.company IS '公司名称';
COMMENT ON COLUMN public.customers.contact IS '联系人，可为空';
COMMENT ON COLUMN public.customers.city IS '客户所在城市';
COMMENT ON COLUMN public.customers.industry_cd IS '行业：1 房建 2 市政 3 装修 4 会展 5 园林 6 厂房，空为未登记';
COMMENT ON COLUMN public.customers.credit_grade IS '信用等级 A/B/C/D，未评级为空';
COMMENT ON COLUMN public.customers.credit_limit IS '授信额度（元），未评级为空';
COMMENT ON COLUMN public.customers.since_on IS '建档日期';
COMMENT ON COLUMN public.customers.blacklisted IS '黑名单';
INSERT INTO public.customers
SELECT i,
  CASE i WHEN 7 THEN 'Skyline Events' WHEN 33 THEN 'Nordbau Asia' ELSE
  (ARRAY['恒达','中筑','宏远','鼎盛','瑞丰','永固','安泰','天工','金桥','广厦','华建','力拓','正大','鲁班'])[1+(i-1)%14]
  || (ARRAY['建设','市政工程','路桥','装饰','园林','机电'])[1+((i-1)/14)%6]
  || (ARRAY['有限公司','集团','（苏州）公司','（天津）公司','（成都）公司'])[1+((i-1)/84)%5] END,
  CASE WHEN _h('cc'||i,9)=0 THEN NULL ELSE (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙'])[1+_h('cn'||i,12)]||(ARRAY['经理','工','总','师傅'])[1+_h('ct'||i,4)] END,
  (ARRAY['天津','天津','苏州','苏州','苏州','宁波','佛山','佛山','东莞','成都','成都','重庆','无锡','广州'])[1+_h('cy'||i,14)],
  CASE WHEN i=7 THEN 4 WHEN _h('ci'||i,100)<5 THEN NULL ELSE (ARRAY[1,1,1,2,2,3,3,4,5,6,6])[1+_h('cj'||i,11)] END,
  CASE WHEN _h('cg'||i,100)<8 THEN NULL WHEN _h('cg'||i,100)<30 THEN 'A' WHEN _h('cg'||i,100)<68 THEN 'B' WHEN _h('cg'||i,100)<91 THEN 'C' ELSE 'D' END,
  NULL,
  CASE WHEN i<=260 THEN date '2016-04-01'+ (i*11.9)::int ELSE date '2024-10-01' + (i-260)*780/162 END,
  _h('cb'||i,45)=0
FROM generate_series(1,420) i;
UPDATE public.customers SET credit_limit = CASE credit_grade WHEN 'A' THEN 500000+100000*_h('cl'||customer_id,11) WHEN 'B' THEN 200000+50000*_h('cl'||customer_id,7) WHEN 'C' THEN 50000+10000*_h('cl'||customer_id,11) WHEN 'D' THEN 0 END;

CREATE TABLE public.categories (
  category_id int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  needs_operator boolean NOT NULL
);
COMMENT ON TABLE public.categories IS '设备类别';
COMMENT ON COLUMN public.categories.needs_operator IS '是否须持证操作';
INSERT INTO public.categories VALUES
 (1,'挖掘机','Excavator',true),(2,'装载机','Wheel loader',true),(3,'曲臂车','Boom lift',true),(4,'剪叉车','Scissor lift',false),
 (5,'压路机','Roller',true),(6,'发电机组','Generator',false),(7,'汽车吊','Truck crane',true),(8,'叉车','Forklift',true);

CREATE TABLE public.machines (
  machine_id     int PRIMARY KEY,
  asset_no       text NOT NULL UNIQUE,
  category_id    int NOT NULL REFERENCES public.categories,
  brand          text NOT NULL,
  model          text NOT NULL,
  power_cd       char(1) NOT NULL,
  depot_id       int NOT NULL REFERENCES public.depots,
  purchased_on   date NOT NULL,
  purchase_price numeric(12,0) NOT NULL,
  list_rate      numeric(8,0) NOT NULL,
  hours_meter    int,
  state_cd       int NOT NULL,
  sold_on        date
);
COMMENT ON TABLE public.machines IS '设备台账（每台一行）';
COMMENT ON COLUMN public.machines.asset_no IS '资产编号';
COMMENT ON COLUMN public.machines.brand IS '品牌';
COMMENT ON COLUMN public.machines.model IS '型号';
COMMENT ON COLUMN public.machines.power_cd IS '动力：D 柴油 E 电动 H 混动';
COMMENT ON COLUMN public.machines.depot_id IS '归属场站';
COMMENT ON COLUMN public.machines.purchase_price IS '购置价（元）';
COMMENT ON COLUMN public.machines.list_rate IS '牌价日租金（元/天）';
COMMENT ON COLUMN public.machines.hours_meter IS '小时表读数，未装表为空';
COMMENT ON COLUMN public.machines.state_cd IS '当前状态：1 待租 2 在租 3 维修中 4 已处置';
COMMENT ON COLUMN public.machines.sold_on IS '处置日期，未处置为空';
INSERT INTO public.machines
SELECT i, (ARRAY['EX','WL','BL','SL','RO','GE','CR','FL'])[cat]||'-'||lpad(i::text,4,'0'), cat,
  b, b||' '||(ARRAY['320','L55','BX18','SJ10','R12','G200','T50','F30'])[cat]||(ARRAY['','S','Pro'])[1+_h('mm'||i,3)],
  CASE WHEN cat=4 THEN 'E' WHEN cat=3 THEN (ARRAY['D','H','E'])[1+_h('mp'||i,3)] WHEN cat=8 THEN (ARRAY['D','E'])[1+_h('mp'||i,2)] ELSE 'D' END,
  dep, CASE WHEN dep=9 THEN date '2025-08-01'+_h('mq'||i,200) WHEN i%7=0 THEN date '2024-10-20'+_h('mq'||i,720) ELSE date '2017-06-01'+_h('mq'||i,2600) END,
  round((ARRAY[820000,390000,460000,98000,420000,165000,1450000,128000])[cat]*(0.85+_h('mr'||i,31)/100.0),-3),
  round((ARRAY[1150,860,640,210,700,380,2600,290])[cat]*(0.9+_h('ms'||i,21)/100.0),-1),
  CASE WHEN _h('mh'||i,12)=0 THEN NULL ELSE 300+_h('mi'||i,9500) END,
  CASE WHEN _h('mt'||i,100)<61 THEN 2 WHEN _h('mt'||i,100)<90 THEN 1 ELSE 3 END, NULL
FROM (SELECT i, cat, dep,
   CASE WHEN cat IN (3,4) THEN (ARRAY['JLG','Genie','临工'])[1+_h('mb'||i,3)] WHEN cat=6 THEN (ARRAY['Atlas Copco','Caterpillar','玉柴'])[1+_h('mb'||i,3)]
        WHEN cat=8 THEN (ARRAY['杭叉','丰田'])[1+_h('mb'||i,2)] WHEN cat=7 THEN (ARRAY['徐工','三一'])[1+_h('mb'||i,2)]
        ELSE (ARRAY['Caterpillar','小松','三一','徐工'])[1+_h('mb'||i,4)] END b
  FROM (SELECT i, (ARRAY[1,1,1,2,2,3,3,3,4,4,4,4,5,5,6,6,7,8,8])[1+_h('mc'||i,19)] cat,
     (ARRAY[1,1,1,1,2,2,3,3,3,3,4,4,4,5,5,5,6,6,6,6,7,8,8,8,9])[1+_h('md'||i,25)] dep FROM generate_series(1,420) i) x) y;
UPDATE public.machines SET state_cd=4, sold_on = date '2025-02-10'+_h('mx'||machine_id,600), hours_meter=hours_meter WHERE _h('my'||machine_id,16)=0 AND purchased_on < date '2023-01-01';
UPDATE public.machines SET state_cd=4, sold_on = date '2026-02-28' WHERE depot_id=7 AND sold_on IS NULL;
UPDATE public.machines SET sold_on = date '2026-01-31' WHERE depot_id=7 AND sold_on > date '2026-02-28';

CREATE TABLE public.contracts (
  contract_id  int PRIMARY KEY,
  customer_id  int NOT NULL REFERENCES public.customers,
  depot_id     int NOT NULL REFERENCES public.depots,
  staff_id     int REFERENCES public.staff,
  channel      text,
  signed_on    date NOT NULL,
  start_on     date NOT NULL,
  planned_end  date NOT NULL,
  returned_on  date,
  status_cd    char(1) NOT NULL,
  deposit      numeric(10,0) NOT NULL,
  satisfaction int
);
COMMENT ON TABLE public.contracts IS '租赁合同';
COMMENT ON COLUMN public.contracts.channel IS '来源渠道，未登记为空';
COMMENT ON COLUMN public.contracts.signed_on IS '签约日期';
COMMENT ON COLUMN public.contracts.start_on IS '起租日期（取消的为原定起租日）';
COMMENT ON COLUMN public.contracts.planned_end IS '约定退租日期';
COMMENT ON COLUMN public.contracts.returned_on IS '实际退租日期，未退或取消为空';
COMMENT ON COLUMN public.contracts.status_cd IS '状态：O 在租 R 已退租 X 已取消';
COMMENT ON COLUMN public.contracts.deposit IS '押金（元）';
COMMENT ON COLUMN public.contracts.satisfaction IS '回访满意度 1-5，未回访为空';
INSERT INTO public.contracts
WITH d AS (
  SELECT dd::date AS day, dd::date-date '2024-10-01' AS n,
   greatest(2,(8.5 + (dd::date-date '2024-10-01')*0.0045) * CASE extract(month FROM dd) WHEN 1 THEN .7 WHEN 2 THEN .5 WHEN 3 THEN 1.15 WHEN 4 THEN 1.2 WHEN 5 THEN 1.15 WHEN 7 THEN .95 WHEN 8 THEN .9 WHEN 10 THEN 1.1 WHEN 12 THEN .85 ELSE 1 END
   * CASE WHEN extract(isodow FROM dd)>=6 THEN .55 ELSE 1.15 END + _h('dn'||dd::date,5)-2) AS cnt
  FROM generate_series(date '2024-10-01', date '2026-11-20', interval '1 day') dd),
r AS (SELECT day, n, k, day||'-'||k AS key, (ARRAY[1,1,1,1,2,2,3,3,3,3,4,4,4,5,5,5,6,6,6,6,7,8,8,8,9])[1+_h('kd'||day||'-'||k,25)] dep FROM d, generate_series(1,cnt::int) k),
r2 AS (SELECT r.*, CASE WHEN _h('kl'||key,10)<4 THEN 1+_h('km'||key,6) WHEN _h('kl'||key,10)<8 THEN 7+_h('km'||key,24) ELSE 31+_h('km'||key,60) END len,
   CASE WHEN _h('kx'||key,1000) < 55 + CASE WHEN dep=4 AND n>450 THEN 60 ELSE 0 END THEN 'X' ELSE 'R' END st,
   1+least(_h('kc'||key,260+n*160/780),_h('kc2'||key,260+n*160/780)) cust,
   (SELECT array_agg(s.staff_id ORDER BY s.staff_id) FROM public.staff s WHERE s.depot_id=dep AND s.hired_on<=day AND (s.left_on IS NULL OR s.left_on>=day)) sa,
   CASE WHEN _h('kr'||key,10)<6 THEN 0 WHEN _h('kr'||key,10)<8 THEN 1+_h('ks'||key,9) ELSE -1 END slip
  FROM r JOIN public.depots b ON b.depot_id=r.dep WHERE day>=b.opened_on AND (b.closed_on IS NULL OR day<=b.closed_on))
SELECT row_number() OVER (ORDER BY day,k)::int, cust, dep, CASE WHEN _h('kt'||key,14)=0 THEN NULL ELSE sa[1+_h('ku'||key,array_length(sa,1))] END,
  (ARRAY['电话','电话','电话','微信','微信','官网','老客户介绍','上门',NULL])[1+_h('kv'||key,9)],
  day-_h('kw'||key,9), day, day+len,
  CASE WHEN st='R' AND greatest(day+1,day+len+slip) <= date '2026-11-20' THEN greatest(day+1,day+len+slip) END,
  CASE WHEN st='X' THEN 'X' WHEN greatest(day+1,day+len+slip) <= date '2026-11-20' THEN 'R' ELSE 'O' END,
  1000*(1+_h('ky'||key,30)),
  CASE WHEN st='R' AND greatest(day+1,day+len+slip) <= date '2026-11-20' AND _h('kz'||key,100)<36 THEN (ARRAY[1,2,3,3,4,4,4,5,5,5,5])[1+_h('ka'||key,11)] END
FROM r2;

CREATE TABLE public.contract_lines (
  line_id      int PRIMARY KEY,
  contract_id  int NOT NULL REFERENCES public.contracts,
  depot_id     int NOT NULL REFERENCES public.depots,
  machine_id   int NOT NULL REFERENCES public.machines,
  days         int NOT NULL,
  day_rate     numeric(8,2) NOT NULL,
  discount_pct int NOT NULL DEFAULT 0,
  amount       numeric(12,2) NOT NULL,
  cancelled    boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE public.contract_lines IS '合同设备明细（每台一行）';
COMMENT ON COLUMN public.contract_lines.depot_id IS '出租场站（同合同）';
COMMENT ON COLUMN public.contract_lines.days IS '租期天数';
COMMENT ON COLUMN public.contract_lines.day_rate IS '折前日租金';
COMMENT ON COLUMN public.contract_lines.discount_pct IS '折扣百分比，0 为无折扣，10 即减 10%';
COMMENT ON COLUMN public.contract_lines.amount IS '折后租金（元）';
COMMENT ON COLUMN public.contract_lines.cancelled IS '所属合同已取消';
INSERT INTO public.contract_lines
SELECT row_number() OVER (ORDER BY contract_id,s)::int, contract_id, depot_id, machine_id, days, list_rate, disc, round(days*list_rate*(100-disc)/100.0,2), x
FROM (
 SELECT c.contract_id, c.depot_id, s, m.machine_id, c.planned_end-c.start_on AS days, m.list_rate,
   CASE WHEN _h('ld'||c.contract_id||s,10)<6 THEN 0 WHEN c.planned_end-c.start_on>30 THEN 15+5*_h('le'||c.contract_id||s,3) ELSE 5+5*_h('le'||c.contract_id||s,2) END disc, c.status_cd='X' AS x,
   row_number() OVER (PARTITION BY c.contract_id, m.machine_id ORDER BY s) dup
 FROM public.contracts c CROSS JOIN generate_series(1,3) s
 JOIN (SELECT depot_id, array_agg(machine_id ORDER BY machine_id) ma FROM public.machines GROUP BY 1) a ON a.depot_id=c.depot_id
 JOIN public.machines m ON m.machine_id = a.ma[1+_h('lm'||c.contract_id||'-'||s, array_length(a.ma,1))]
 WHERE (s=1 OR _h('ln'||c.contract_id||'-'||s,100)<38) AND m.purchased_on<=c.start_on AND (m.sold_on IS NULL OR m.sold_on>=c.start_on)
) z WHERE dup=1;
DELETE FROM public.contracts c WHERE NOT EXISTS (SELECT 1 FROM public.contract_lines l WHERE l.contract_id=c.contract_id);

CREATE TABLE public.invoices (
  invoice_id  int PRIMARY KEY,
  contract_id int NOT NULL REFERENCES public.contracts,
  issued_on   date NOT NULL,
  due_on      date NOT NULL,
  amount      numeric(12,2) NOT NULL,
  paid_on     date,
  paid_amount numeric(12,2) NOT NULL DEFAULT 0,
  status_cd   int NOT NULL
);
COMMENT ON TABLE public.invoices IS '发票（账单）';
COMMENT ON COLUMN public.invoices.issued_on IS '开票日期';
COMMENT ON COLUMN public.invoices.due_on IS '应付日期';
COMMENT ON COLUMN public.invoices.paid_on IS '付款日期，未付为空';
COMMENT ON COLUMN public.invoices.paid_amount IS '已付金额（元）';
COMMENT ON COLUMN public.invoices.status_cd IS '状态：1 未付 2 已付清 3 部分付款 9 作废';
INSERT INTO public.invoices
SELECT row_number() OVER (ORDER BY iss, contract_id)::int, contract_id, iss, iss+30, a,
  CASE WHEN st IN (2,3) THEN pay END, CASE st WHEN 2 THEN a WHEN 3 THEN round(a*.5,2) ELSE 0 END, st
FROM (SELECT contract_id, iss, a, pay, CASE WHEN _h('is'||contract_id||iss,60)=0 THEN 9 WHEN pay>date '2026-11-20' OR _h('it'||contract_id||iss,50)=0 THEN 1 WHEN _h('iu'||contract_id||iss,25)=0 THEN 3 ELSE 2 END st
 FROM (SELECT c.contract_id, i.iss, round(t.amt/t.n,2) a, i.iss+3+_h('ip'||c.contract_id||i.iss, CASE WHEN _h('iq'||c.contract_id,6)=0 THEN 75 ELSE 32 END) pay
  FROM public.contracts c JOIN (SELECT contract_id, sum(amount) amt, ceil(max(days)/30.0)::int n, max(days) d FROM public.contract_lines GROUP BY 1) t USING (contract_id)
  CROSS JOIN LATERAL (SELECT c.start_on + least(30*g, t.d) AS iss FROM generate_series(1,t.n) g) i
  WHERE c.status_cd<>'X' AND i.iss <= date '2026-11-20') q) w;

CREATE TABLE public.repairs (
  repair_id      int PRIMARY KEY,
  machine_id     int NOT NULL REFERENCES public.machines,
  kind_cd        int NOT NULL,
  opened_on      date NOT NULL,
  closed_on      date,
  technician     text,
  parts_cost     numeric(10,2) NOT NULL,
  labour_cost    numeric(10,2) NOT NULL,
  total_cost     numeric(10,2) NOT NULL,
  downtime_hours numeric(6,1)
);
COMMENT ON TABLE public.repairs IS '维修工单';
COMMENT ON COLUMN public.repairs.kind_cd IS '工单类型：1 定期保养 2 故障维修 3 损坏修复 4 年检';
COMMENT ON COLUMN public.repairs.opened_on IS '报修日期';
COMMENT ON COLUMN public.repairs.closed_on IS '完工日期，未完工为空';
COMMENT ON COLUMN public.repairs.technician IS '维修技师，外协为空';
COMMENT ON COLUMN public.repairs.parts_cost IS '配件费（元）';
COMMENT ON COLUMN public.repairs.labour_cost IS '工时费（元）';
COMMENT ON COLUMN public.repairs.total_cost IS '维修费合计（元）';
COMMENT ON COLUMN public.repairs.downtime_hours IS '停机时长（小时），未完工为空';
INSERT INTO public.repairs
SELECT row_number() OVER (ORDER BY op, machine_id)::int, machine_id, kind, op, CASE WHEN cl<=date '2026-11-20' THEN cl END,
  (ARRAY['老钱','小邓','吕师傅','秦刚','阿勇',NULL])[1+_h('rt'||machine_id||op,6)], p, l, p+l,
  CASE WHEN cl<=date '2026-11-20' THEN (cl-op)*9 + 2 + _h('rh'||machine_id||op,60)/10.0 END
FROM (SELECT machine_id, op, kind, op + CASE kind WHEN 1 THEN _h('rc'||machine_id||op,2) WHEN 4 THEN 1 ELSE 1+_h('rc'||machine_id||op,12) END cl,
   round((purchase_price*CASE kind WHEN 1 THEN .0025 WHEN 4 THEN .0006 WHEN 2 THEN .009 ELSE .012 END*(0.4+_h('rp'||machine_id||op,140)/100.0)*CASE WHEN brand='临工' THEN 1.5 ELSE 1 END),2) p,
   round((120+_h('rl'||machine_id||op,1600)*CASE kind WHEN 1 THEN .3 WHEN 4 THEN .2 ELSE 1 END)::numeric,2) l
 FROM (SELECT m.machine_id, m.purchase_price, m.brand, date '2024-10-01'+g*60+_h('ro'||m.machine_id||'-'||g,60) op, (ARRAY[1,1,1,1,2,2,2,3,4])[1+_h('rk'||m.machine_id||'-'||g,9)] kind, m.purchased_on, m.sold_on
   FROM public.machines m CROSS JOIN generate_series(0,12) g WHERE _h('rg'||m.machine_id||'-'||g,10)<8) a
 WHERE op<=date '2026-11-20' AND op>=purchased_on+20 AND (sold_on IS NULL OR op<sold_on)) b;

CREATE TABLE public.deliveries (
  delivery_id  int PRIMARY KEY,
  contract_id  int NOT NULL REFERENCES public.contracts,
  direction_cd char(1) NOT NULL,
  planned_on   date NOT NULL,
  done_on      date,
  driver       text NOT NULL,
  distance_km  int NOT NULL,
  fee          numeric(8,2) NOT NULL
);
COMMENT ON TABLE public.deliveries IS '进退场运输单';
COMMENT ON COLUMN public.deliveries.direction_cd IS '方向：S 送货进场 B 退场拉回';
COMMENT ON COLUMN public.deliveries.planned_on IS '计划日期';
COMMENT ON COLUMN public.deliveries.done_on IS '实际完成日期，未完成为空';
COMMENT ON COLUMN public.deliveries.driver IS '司机';
COMMENT ON COLUMN public.deliveries.distance_km IS '运距（公里）';
COMMENT ON COLUMN public.deliveries.fee IS '运费（元）';
INSERT INTO public.deliveries
SELECT row_number() OVER (ORDER BY p, contract_id, dir DESC)::int, contract_id, dir, p, dn, drv, km, 200+km*8.5
FROM (SELECT contract_id, 'S' dir, start_on p, CASE WHEN start_on+lt<=date '2026-11-20' THEN start_on+lt END dn, drv, km FROM
  (SELECT c.contract_id, c.start_on, CASE WHEN _h('vl'||contract_id,9)=0 THEN 1+_h('vm'||contract_id,2) ELSE 0 END lt,
     (ARRAY['大刘','阿坤','郭师傅','老魏','小许','胡勇','邵平','曾伟'])[1+_h('vd'||contract_id,8)] drv, 4+least(_h('vk'||contract_id,120),_h('vk2'||contract_id,120)) km FROM public.contracts c WHERE status_cd<>'X' AND _h('vo'||contract_id,10)<8) a
 UNION ALL
 SELECT contract_id, 'B', planned_end, returned_on, (ARRAY['大刘','阿坤','郭师傅','老魏','小许','胡勇','邵平','曾伟'])[1+_h('ve'||contract_id,8)], 4+least(_h('vk'||contract_id,120),_h('vk2'||contract_id,120))
 FROM public.contracts WHERE status_cd='R' AND _h('vo'||contract_id,10)<7) z;

CREATE TABLE public.damages (
  damage_id   int PRIMARY KEY,
  line_id     int NOT NULL REFERENCES public.contract_lines,
  reported_on date NOT NULL,
  severity_cd int NOT NULL,
  part        text,
  charged     numeric(10,2),
  insured     boolean NOT NULL
);
COMMENT ON TABLE public.damages IS '退租验机损坏记录';
COMMENT ON COLUMN public.damages.severity_cd IS '程度：1 轻微 2 一般 3 严重';
COMMENT ON COLUMN public.damages.part IS '损坏部位，未写为空';
COMMENT ON COLUMN public.damages.charged IS '向客户索赔金额（元），未定为空';
COMMENT ON COLUMN public.damages.insured IS '是否走保险';
INSERT INTO public.damages
SELECT row_number() OVER (ORDER BY c.returned_on, l.line_id)::int, l.line_id, c.returned_on, sv,
  (ARRAY['轮胎','液压管','驾驶室玻璃','履带','护栏',NULL])[1+_h('gp'||l.line_id,6)],
  CASE WHEN _h('gc'||l.line_id,8)=0 THEN NULL ELSE (ARRAY[300,1800,9500])[sv]+_h('ga'||l.line_id,900)*sv END, _h('gi'||l.line_id,4)=0
FROM public.contract_lines l JOIN public.contracts c USING (contract_id)
CROSS JOIN LATERAL (SELECT (ARRAY[1,1,1,2,2,3])[1+_h('gs'||l.line_id,6)] sv) x
WHERE c.status_cd='R' AND _h('gd'||l.line_id,100)<7;

CREATE TABLE public.fleet_daily (
  day            date NOT NULL,
  depot_id       int NOT NULL REFERENCES public.depots,
  category_id    int NOT NULL REFERENCES public.categories,
  machines_owned int NOT NULL,
  machines_out   int NOT NULL,
  PRIMARY KEY (day, depot_id, category_id)
);
COMMENT ON TABLE public.fleet_daily IS '每日车队快照（场站×类别）';
COMMENT ON COLUMN public.fleet_daily.machines_owned IS '当日在册台数';
COMMENT ON COLUMN public.fleet_daily.machines_out IS '当日在租台数';
INSERT INTO public.fleet_daily
SELECT d::date, m.depot_id, m.category_id, count(*), least(count(*), round(count(*)*(0.62 + 0.12*sin(2*pi()*(extract(doy FROM d)-60)/365) + CASE m.category_id WHEN 4 THEN .1 WHEN 5 THEN -.12 WHEN 7 THEN -.05 ELSE 0 END + CASE m.depot_id WHEN 3 THEN .06 WHEN 7 THEN -.15 WHEN 9 THEN -.1 ELSE 0 END + (_h('f'||d::date||m.depot_id||m.category_id,21)-10)/100.0)))
FROM generate_series(date '2024-10-01', date '2026-11-20', interval '1 day') d
JOIN public.machines m ON m.purchased_on<=d AND (m.sold_on IS NULL OR m.sold_on>d)
JOIN public.depots b ON b.depot_id=m.depot_id AND b.opened_on<=d AND (b.closed_on IS NULL OR b.closed_on>=d)
GROUP BY 1,2,3,d;

DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.contracts (start_on);
CREATE INDEX ON public.contract_lines (contract_id);
CREATE INDEX ON public.invoices (issued_on);
CREATE INDEX ON public.repairs (opened_on);
ANALYZE;

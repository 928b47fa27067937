-- 江城宽频：城市宽带与移动运营商示例库（确定性数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.districts (
  district_id int PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  households int NOT NULL
);
COMMENT ON TABLE public.districts IS '行政区（装机地址所在）';
COMMENT ON COLUMN public.districts.households IS '常住户数 households in the district';
INSERT INTO public.districts VALUES
 (1,'临江区','Linjiang',186000),(2,'北塔区','Beita',142000),(3,'东湖区','Donghu',214000),
 (4,'西岭区','Xiling',97000),(5,'南港区','Nangang',125000),(6,'高新区','Hi-Tech Zone',158000);

CREATE TABLE public.outlets (
  outlet_id int PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  district_id int REFERENCES public.districts,
  kind_cd char(1) NOT NULL,
  counters int,
  opened_on date NOT NULL,
  closed_on date,
  manager text
);
COMMENT ON TABLE public.outlets IS '营业厅';
COMMENT ON COLUMN public.outlets.district_id IS '所在行政区，线上营业厅为空';
COMMENT ON COLUMN public.outlets.kind_cd IS '类型：S 自营 F 加盟 O 线上';
COMMENT ON COLUMN public.outlets.counters IS '柜台数';
COMMENT ON COLUMN public.outlets.closed_on IS '关闭日期，营业中为空';
COMMENT ON COLUMN public.outlets.manager IS '厅经理';
INSERT INTO public.outlets VALUES
 (1,'临江旗舰厅','Linjiang Flagship',1,'S',12,'2016-03-01',NULL,'段晓峰'),
 (2,'码头路厅','Matou Road',1,'F',4,'2019-07-15',NULL,'彭丽'),
 (3,'北塔厅','Beita Hall',2,'S',6,'2017-05-20',NULL,'董强'),
 (4,'东湖广场厅','Donghu Plaza',3,'S',9,'2018-09-08',NULL,'薛敏'),
 (5,'大学城厅','University Town',3,'F',5,'2021-08-25',NULL,'蒋博'),
 (6,'西岭厅','Xiling Hall',4,'F',3,'2020-04-10','2025-08-31',NULL),
 (7,'南港厅','Nangang Hall',5,'S',5,'2018-11-11',NULL,'余倩'),
 (8,'软件园厅','Software Park',6,'S',6,'2022-06-18',NULL,'方磊'),
 (9,'高铁站厅','Railway Station',6,'F',3,'2025-10-01',NULL,NULL),
 (10,'线上营业厅','Online Store',NULL,'O',NULL,'2019-01-01',NULL,'田甜');

CREATE TABLE public.plans (
  plan_id int PRIMARY KEY,
  plan_code text NOT NULL UNIQUE,
  name text NOT NULL,
  name_en text NOT NULL,
  line_cd char(1) NOT NULL,
  monthly_fee numeric(8,2) NOT NULL,
  speed_mbps int,
  data_gb int,
  contract_months int,
  launched_on date NOT NULL,
  withdrawn_on date
);
COMMENT ON TABLE public.plans IS '套餐';
COMMENT ON COLUMN public.plans.line_cd IS '业务类型：B 宽带 M 移动 F 融合';
COMMENT ON COLUMN public.plans.monthly_fee IS '月费（元）';
COMMENT ON COLUMN public.plans.speed_mbps IS '宽带速率 Mbps，纯移动套餐为空';
COMMENT ON COLUMN public.plans.data_gb IS '每月流量 GB，纯宽带套餐为空';
COMMENT ON COLUMN public.plans.contract_months IS '合约期（月），无合约为空';
COMMENT ON COLUMN public.plans.withdrawn_on IS '停售日期，在售为空';
INSERT INTO public.plans VALUES
 (1,'BB200','光纤200M','Fibre 200',  'B', 59,200,NULL,12,'2019-01-01',NULL),
 (2,'BB500','光纤500M','Fibre 500',  'B', 89,500,NULL,12,'2020-06-01',NULL),
 (3,'BB1000','光纤千兆','Fibre 1000','B',139,1000,NULL,24,'2022-03-01',NULL),
 (4,'MB10','轻享卡','Light SIM',     'M', 29,NULL,10,NULL,'2020-01-01',NULL),
 (5,'MB40','畅享卡','Plus SIM',      'M', 59,NULL,40,NULL,'2020-01-01',NULL),
 (6,'MB100','无忧卡','Max SIM',      'M',119,NULL,100,12,'2021-05-01',NULL),
 (7,'ST30','校园卡','Student SIM',   'M', 39,NULL,30,NULL,'2021-08-01',NULL),
 (8,'FU500','全家享500','Family 500','F',159,500,80,24,'2021-10-01',NULL),
 (9,'FU1000','全家享千兆','Family 1000','F',229,1000,150,24,'2023-04-01',NULL),
 (10,'BB100','光纤100M','Fibre 100', 'B', 49,100,NULL,12,'2017-01-01','2025-06-30');

CREATE TABLE public.subscribers (
  subscriber_id int PRIMARY KEY,
  full_name text NOT NULL,
  phone text,
  cust_type_cd char(1) NOT NULL,
  star_level int,
  birth_year int,
  joined_on date NOT NULL
);
COMMENT ON TABLE public.subscribers IS '客户档案';
COMMENT ON COLUMN public.subscribers.cust_type_cd IS '客户类型：P 个人 E 企业';
COMMENT ON COLUMN public.subscribers.star_level IS '星级 1-5，未评定为空';
COMMENT ON COLUMN public.subscribers.birth_year IS '出生年份，企业客户为空';
COMMENT ON COLUMN public.subscribers.joined_on IS '建档日期';
INSERT INTO public.subscribers
SELECT i,
  CASE WHEN _h('ct'||i,100)<12 THEN
   (ARRAY['江城','汇通','远大','天禾','瑞丰','博雅','鼎新','众诚','华宇','金桥'])[1+_h('ea'||i,10)]||(ARRAY['商贸','科技','餐饮','物流','装饰','教育','医药','传媒'])[1+_h('eb'||i,8)]||(ARRAY['有限公司','工作室','集团'])[1+_h('ec'||i,3)]
  ELSE (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('s'||i,20)]
  || (ARRAY['伟','芳','娜','敏','静','丽','强','磊','洋','艳','勇','杰','娟','涛','明','超','兰','霞','平','刚','佳怡','子轩','梓涵','雨桐','浩然','诗涵','宇航','欣怡','俊杰','思远'])[1+_h('g'||i,30)] END,
  CASE WHEN _h('ph'||i,50)=0 THEN NULL ELSE '13'||lpad(_h('p'||i,1000000000)::text,9,'0') END,
  CASE WHEN _h('ct'||i,100)<12 THEN 'E' ELSE 'P' END,
  CASE WHEN _h('sl'||i,100)<8 THEN NULL WHEN _h('sl'||i,100)<30 THEN 1 WHEN _h('sl'||i,100)<58 THEN 2 WHEN _h('sl'||i,100)<82 THEN 3 WHEN _h('sl'||i,100)<95 THEN 4 ELSE 5 END,
  CASE WHEN _h('ct'||i,100)<12 OR _h('by'||i,30)=0 THEN NULL ELSE 1950+_h('b'||i,57) END,
  CASE WHEN i<=2000 THEN date '2019-01-05'+_h('j'||i,2120) ELSE date '2024-11-01' + (i-2001)*749/1600 END
FROM generate_series(1,3600) i;

CREATE TABLE public.subscriptions (
  subscription_id int PRIMARY KEY,
  subscriber_id int NOT NULL REFERENCES public.subscribers,
  plan_id int NOT NULL REFERENCES public.plans,
  outlet_id int NOT NULL REFERENCES public.outlets,
  district_id int NOT NULL REFERENCES public.districts,
  channel_cd int,
  started_on date NOT NULL,
  ended_on date,
  end_reason_cd int
);
COMMENT ON TABLE public.subscriptions IS '订购（一条线路/一个号码一行）';
COMMENT ON COLUMN public.subscriptions.outlet_id IS '受理营业厅';
COMMENT ON COLUMN public.subscriptions.district_id IS '装机/使用地址所在行政区';
COMMENT ON COLUMN public.subscriptions.channel_cd IS '来源渠道：1 到店 2 电话外呼 3 小程序 4 社区地推 5 老客推荐，空为未记录';
COMMENT ON COLUMN public.subscriptions.started_on IS '开通日期';
COMMENT ON COLUMN public.subscriptions.ended_on IS '退订日期，在用为空';
COMMENT ON COLUMN public.subscriptions.end_reason_cd IS '退订原因：1 搬家 2 价格 3 网络质量 4 转投友商 5 欠费拆机，在用为空';
INSERT INTO public.subscriptions
WITH a AS (
 SELECT i, CASE WHEN i<=3600 THEN i ELSE 1+_h('x'||i,2600) END AS sid FROM generate_series(1,4500) i
), b AS (
 SELECT a.i, a.sid, CASE WHEN a.i<=3600 THEN s.joined_on ELSE greatest(s.joined_on, date '2024-11-05'+_h('st'||i,740)) END AS st,
   s.cust_type_cd ct, _h('pl'||a.i,100) p, _h('ou'||a.i,100) o FROM a JOIN subscribers s ON s.subscriber_id=a.sid
), c AS (
 SELECT *, CASE WHEN p<10 THEN 1 WHEN p<27 THEN 2 WHEN p<37 THEN 3 WHEN p<50 THEN 4 WHEN p<64 THEN 5 WHEN p<71 THEN 6 WHEN p<78 THEN 7 WHEN p<90 THEN 8 WHEN p<95 THEN 9 ELSE 10 END AS pl,
  CASE WHEN o<18 THEN 1 WHEN o<26 THEN 2 WHEN o<37 THEN 3 WHEN o<53 THEN 4 WHEN o<61 THEN 5 WHEN o<68 THEN 6 WHEN o<78 THEN 7 WHEN o<87 THEN 8 WHEN o<91 THEN 9 ELSE 10 END AS ou FROM b
), d AS (
 SELECT i, sid, CASE WHEN pl=10 AND st>date '2025-06-30' THEN 1 WHEN pl=9 AND st<date '2023-04-01' THEN 8 ELSE pl END pl,
  CASE WHEN ou=6 AND st>date '2025-08-31' THEN 10 WHEN ou=9 AND st<date '2025-10-01' THEN 8 ELSE ou END ou, st, ct,
  CASE WHEN _h('e'||i,100)<24 THEN greatest(st+60, date '2024-11-03')+_h('ed'||i,730) END en FROM c
)
SELECT i, sid, pl, ou,
 CASE WHEN _h('ds'||i,10)<7 AND ou<>10 THEN (SELECT district_id FROM outlets o WHERE o.outlet_id=ou) ELSE 1+_h('dd'||i,6) END,
 CASE WHEN _h('ch'||i,100)<5 THEN NULL WHEN ou=10 THEN 3 WHEN _h('ch'||i,100)<50 THEN 1 WHEN _h('ch'||i,100)<64 THEN 2 WHEN _h('ch'||i,100)<76 THEN 3 WHEN _h('ch'||i,100)<90 THEN 4 ELSE 5 END,
 st, CASE WHEN en<=date '2026-11-20' THEN en END,
 CASE WHEN en<=date '2026-11-20' THEN CASE WHEN _h('er'||i,100)<22 THEN 1 WHEN _h('er'||i,100)<50 THEN 2 WHEN _h('er'||i,100)<68 THEN 3 WHEN _h('er'||i,100)<88 THEN 4 ELSE 5 END END
FROM d;

CREATE TABLE public.bills (
  bill_id int PRIMARY KEY,
  subscription_id int NOT NULL REFERENCES public.subscriptions,
  billed_on date NOT NULL,
  plan_fee numeric(10,2) NOT NULL,
  extra_fee numeric(10,2) NOT NULL,
  discount numeric(10,2) NOT NULL,
  amount numeric(10,2) NOT NULL,
  due_on date NOT NULL,
  paid_on date,
  pay_method char(1),
  status_cd int NOT NULL
);
COMMENT ON TABLE public.bills IS '月账单，每月 3 日至 8 日出账';
COMMENT ON COLUMN public.bills.billed_on IS '出账日期';
COMMENT ON COLUMN public.bills.extra_fee IS '套外费用（超流量、增值业务）';
COMMENT ON COLUMN public.bills.discount IS '优惠减免金额';
COMMENT ON COLUMN public.bills.amount IS '应收金额 = 月费 + 套外 - 优惠';
COMMENT ON COLUMN public.bills.due_on IS '缴费截止日';
COMMENT ON COLUMN public.bills.paid_on IS '缴费日期，未缴为空';
COMMENT ON COLUMN public.bills.pay_method IS '缴费方式：W 微信 A 支付宝 B 银行代扣 C 现金，未缴为空';
COMMENT ON COLUMN public.bills.status_cd IS '状态：1 已缴 2 未缴 9 作废';
INSERT INTO public.bills
WITH m AS (
 SELECT s.subscription_id sid, p.monthly_fee f, p.line_cd l, (g::date + 2 + _h('bd'||s.subscription_id,6)) bd, to_char(g,'YYYYMM') k
 FROM subscriptions s JOIN plans p USING (plan_id),
 generate_series(date '2024-12-01', date '2026-11-01', interval '1 month') g
 WHERE s.started_on < g AND (s.ended_on IS NULL OR s.ended_on >= g)
), x AS (
 SELECT *, CASE WHEN l<>'B' AND _h('xf'||sid||k,100)<28 THEN 5*(1+_h('xa'||sid||k,9)) WHEN _h('xf'||sid||k,100)>95 THEN 20 ELSE 0 END ex,
  CASE WHEN _h('dc'||sid,100)<20 THEN round(f*0.1,2) WHEN _h('dc'||sid,100)<26 THEN round(f*0.2,2) ELSE 0 END dc,
  _h('bs'||sid||k,1000) r, 1+_h('pd'||sid||k,22) lag FROM m
), y AS (
 SELECT *, CASE WHEN r<8 THEN 9 WHEN r<26 THEN 2 WHEN bd+lag>date '2026-11-20' THEN 2 ELSE 1 END st FROM x
)
SELECT row_number() OVER (ORDER BY bd, sid), sid, bd, f, ex, dc, f+ex-dc, bd+15,
 CASE WHEN st=1 THEN bd+lag END,
 CASE WHEN st=1 THEN CASE WHEN _h('pm'||sid,100)<38 THEN 'W' WHEN _h('pm'||sid,100)<66 THEN 'A' WHEN _h('pm'||sid,100)<92 THEN 'B' ELSE 'C' END END, st
FROM y;

CREATE TABLE public.technicians (
  tech_id int PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  team text NOT NULL,
  grade_cd int NOT NULL,
  hired_on date NOT NULL,
  left_on date
);
COMMENT ON TABLE public.technicians IS '装维师傅 field technicians';
COMMENT ON COLUMN public.technicians.team IS '班组：城东班 / 城西班 / 高新班';
COMMENT ON COLUMN public.technicians.grade_cd IS '技能等级：1 初级 2 中级 3 高级';
COMMENT ON COLUMN public.technicians.left_on IS '离职日期，在职为空';
INSERT INTO public.technicians VALUES
 (1,'石大勇','Shi Dayong','城东班',3,'2017-02-20',NULL),
 (2,'丁一凡','Ding Yifan','城东班',2,'2020-05-11',NULL),
 (3,'贺军','He Jun','城东班',2,'2021-09-06',NULL),
 (4,'沈浩','Shen Hao','城东班',1,'2025-03-03',NULL),
 (5,'金海涛','Jin Haitao','城西班',3,'2016-08-01',NULL),
 (6,'范志远','Fan Zhiyuan','城西班',2,'2019-10-21',NULL),
 (7,'范志','Fan Zhi','城西班',1,'2024-07-15',NULL),
 (8,'秦岚','Qin Lan','城西班',2,'2021-01-18','2026-03-31'),
 (9,'廖凯','Liao Kai','高新班',3,'2018-04-09',NULL),
 (10,'白雪松','Bai Xuesong','高新班',2,'2022-02-28',NULL),
 (11,'孟超','Meng Chao','高新班',2,'2022-11-07',NULL),
 (12,'覃小龙','Qin Xiaolong','高新班',1,'2025-09-01',NULL);

CREATE TABLE public.faults (
  fault_id int PRIMARY KEY,
  subscription_id int NOT NULL REFERENCES public.subscriptions,
  reported_at timestamp NOT NULL,
  fault_type_cd int NOT NULL,
  severity char(1) NOT NULL,
  source text,
  resolved_at timestamp,
  repair_hours numeric(7,1),
  compensation numeric(8,2)
);
COMMENT ON TABLE public.faults IS '故障单';
COMMENT ON COLUMN public.faults.reported_at IS '报障时间';
COMMENT ON COLUMN public.faults.fault_type_cd IS '故障类型：1 断网 2 网速慢 3 光猫故障 4 信号弱 5 IPTV 问题';
COMMENT ON COLUMN public.faults.severity IS '等级：H 紧急 M 一般 L 轻微';
COMMENT ON COLUMN public.faults.source IS '报障渠道：热线 / APP / 营业厅，空为系统自动发现';
COMMENT ON COLUMN public.faults.resolved_at IS '恢复时间，未修复为空';
COMMENT ON COLUMN public.faults.repair_hours IS '修复时长（小时），未修复为空';
COMMENT ON COLUMN public.faults.compensation IS '补偿金额（元），无补偿为空';
INSERT INTO public.faults
WITH g AS (
 SELECT i, timestamp '2024-11-21 07:00' + (_h('fd'||i,729)) * interval '1 day' + _h('fm'||i,900) * interval '1 minute' ra, 1+_h('fs'||i,4500) sid FROM generate_series(1,7200) i
), h AS (
 SELECT g.*, p.line_cd l FROM g JOIN subscriptions s ON s.subscription_id=g.sid JOIN plans p USING (plan_id)
 WHERE s.started_on<=ra::date AND (s.ended_on IS NULL OR s.ended_on>=ra::date)
), k AS (
 SELECT *, CASE WHEN l='M' THEN CASE WHEN _h('ft'||i,100)<70 THEN 4 ELSE 2 END ELSE (ARRAY[1,1,1,2,2,2,3,3,5,5])[1+_h('ft'||i,10)] END t,
  CASE WHEN _h('fv'||i,100)<15 THEN 'H' WHEN _h('fv'||i,100)<70 THEN 'M' ELSE 'L' END v,
  round((1+_h('rh'||i,560)/10.0+CASE WHEN _h('rx'||i,20)=0 THEN 60 ELSE 0 END)::numeric,1) rh FROM h
)
SELECT row_number() OVER (ORDER BY ra,i), sid, ra, t, v,
 CASE WHEN _h('fo'||i,100)<9 THEN NULL WHEN _h('fo'||i,100)<55 THEN '热线' WHEN _h('fo'||i,100)<88 THEN 'APP' ELSE '营业厅' END,
 CASE WHEN ra+rh*interval '1 hour'<timestamp '2026-11-21' AND _h('fu'||i,150)<>0 THEN ra+rh*interval '1 hour' END,
 CASE WHEN ra+rh*interval '1 hour'<timestamp '2026-11-21' AND _h('fu'||i,150)<>0 THEN rh END,
 CASE WHEN rh>48 THEN 10+5*_h('cp'||i,9) END
FROM k;

CREATE TABLE public.visits (
  visit_id int PRIMARY KEY,
  subscription_id int NOT NULL REFERENCES public.subscriptions,
  fault_id int REFERENCES public.faults,
  tech_id int NOT NULL REFERENCES public.technicians,
  visit_type_cd int NOT NULL,
  planned_on date NOT NULL,
  status char(1) NOT NULL,
  minutes int,
  rating int
);
COMMENT ON TABLE public.visits IS '上门工单';
COMMENT ON COLUMN public.visits.fault_id IS '对应故障单，装机与移机为空';
COMMENT ON COLUMN public.visits.visit_type_cd IS '上门类型：1 新装 2 维修 3 移机 4 巡检';
COMMENT ON COLUMN public.visits.planned_on IS '预约上门日期';
COMMENT ON COLUMN public.visits.status IS 'D 已完成 N 客户不在 C 客户取消';
COMMENT ON COLUMN public.visits.minutes IS '上门时长（分钟），未完成为空';
COMMENT ON COLUMN public.visits.rating IS '客户评分 1-5，未评为空';
INSERT INTO public.visits
WITH v AS (
 SELECT subscription_id sid, NULL::int fid, 1 t, started_on+1 d, 'i'||subscription_id k FROM subscriptions JOIN plans USING (plan_id) WHERE line_cd<>'M' AND started_on BETWEEN '2024-11-20' AND '2026-11-19'
 UNION ALL SELECT subscription_id, fault_id, 2, reported_at::date+1, 'f'||fault_id FROM faults WHERE fault_type_cd<>4 AND _h('vv'||fault_id,100)<72 AND reported_at<'2026-11-20'
 UNION ALL SELECT s.subscription_id, NULL, 3+_h('mt'||i,2), date '2024-11-21'+_h('md'||i,729), 'm'||i FROM generate_series(1,700) i JOIN subscriptions s ON s.subscription_id=1+_h('ms'||i,2000) WHERE s.ended_on IS NULL
), w AS (
 SELECT *, 1+_h('vt'||k,12) tech, CASE WHEN _h('vs'||k,100)<85 THEN 'D' WHEN _h('vs'||k,100)<93 THEN 'N' ELSE 'C' END s FROM v
), z AS (
 SELECT *, CASE WHEN tech=8 AND d>date '2026-03-31' THEN 6 WHEN tech=4 AND d<date '2025-03-03' THEN 1 WHEN tech=12 AND d<date '2025-09-01' THEN 9 ELSE tech END tt FROM w
)
SELECT row_number() OVER (ORDER BY d,k), sid, fid, tt, t, d, s,
 CASE WHEN s='D' THEN 20+_h('vm'||k,70)+CASE t WHEN 1 THEN 25 ELSE 0 END END,
 CASE WHEN s='D' AND _h('vr'||k,100)<64 THEN (ARRAY[1,2,3,3,4,4,4,5,5,5,5,5])[1+_h('vq'||k||tt,12)] END
FROM z;

CREATE TABLE public.usage_monthly (
  subscription_id int NOT NULL REFERENCES public.subscriptions,
  usage_month date NOT NULL,
  data_gb numeric(8,2) NOT NULL,
  voice_minutes int NOT NULL,
  PRIMARY KEY (subscription_id, usage_month)
);
COMMENT ON TABLE public.usage_monthly IS '移动与融合线路的月用量（月初日期表示该月，只到上月）';
COMMENT ON COLUMN public.usage_monthly.data_gb IS '移动流量 GB';
COMMENT ON COLUMN public.usage_monthly.voice_minutes IS '通话分钟';
INSERT INTO public.usage_monthly
SELECT s.subscription_id, g::date, round((p.data_gb*(20+_h('u'||s.subscription_id||to_char(g,'YYMM'),95))/100.0)::numeric,2), _h('vo'||s.subscription_id||to_char(g,'YYMM'),420)
FROM subscriptions s JOIN plans p USING (plan_id), generate_series(date '2024-12-01', date '2026-10-01', interval '1 month') g
WHERE p.data_gb IS NOT NULL AND s.started_on<g AND (s.ended_on IS NULL OR s.ended_on>=g);

CREATE TABLE public.device_stock (
  outlet_id int NOT NULL REFERENCES public.outlets,
  device text NOT NULL,
  stock_on date NOT NULL,
  units int NOT NULL,
  PRIMARY KEY (outlet_id, device, stock_on)
);
COMMENT ON TABLE public.device_stock IS '营业厅终端库存，每日日终盘点';
COMMENT ON COLUMN public.device_stock.device IS '终端：光猫 / 路由器 / 机顶盒 / SIM卡';
INSERT INTO public.device_stock
SELECT o.outlet_id, d, g::date, 5+_h('k'||o.outlet_id||d||(g::date-date '2024-01-01')/9, CASE d WHEN 'SIM卡' THEN 400 ELSE 60 END)
FROM outlets o, unnest(ARRAY['光猫','路由器','机顶盒','SIM卡']) d, generate_series(date '2025-01-01', date '2026-11-20', interval '1 day') g
WHERE o.kind_cd<>'O' AND g>=o.opened_on AND (o.closed_on IS NULL OR g<=o.closed_on);

CREATE TABLE public.complaints (
  complaint_id int PRIMARY KEY,
  subscriber_id int NOT NULL REFERENCES public.subscribers,
  outlet_id int REFERENCES public.outlets,
  filed_on date NOT NULL,
  topic text NOT NULL,
  handled_by text,
  closed_on date
);
COMMENT ON TABLE public.complaints IS '投诉';
COMMENT ON COLUMN public.complaints.outlet_id IS '被投诉营业厅，与营业厅无关的投诉为空';
COMMENT ON COLUMN public.complaints.topic IS '投诉主题：资费 / 服务态度 / 网络 / 退订难 / 其他';
COMMENT ON COLUMN public.complaints.handled_by IS '处理人';
COMMENT ON COLUMN public.complaints.closed_on IS '结案日期，未结案为空';
INSERT INTO public.complaints
SELECT i, 1+_h('cs'||i,2400), CASE WHEN _h('co'||i,100)<45 THEN NULL WHEN _h('co'||i,100)<50 AND _h('cd'||i,715)>560 THEN 9 ELSE (ARRAY[1,2,3,4,5,7,8])[1+_h('cq'||i,7)] END,
 date '2024-12-05'+_h('cd'||i,715), (ARRAY['资费','资费','资费','服务态度','网络','网络','退订难','其他'])[1+_h('ctp'||i,8)],
 CASE WHEN _h('chb'||i,12)=0 THEN NULL ELSE (ARRAY['段晓峰','薛敏','余倩','田甜','客服中心'])[1+_h('chn'||i,5)] END,
 CASE WHEN date '2024-12-05'+_h('cd'||i,715)+1+_h('cc'||i,15)<=date '2026-11-20' AND _h('cu'||i,20)<>0 THEN date '2024-12-05'+_h('cd'||i,715)+1+_h('cc'||i,15) END
FROM generate_series(1,640) i;
ANALYZE;

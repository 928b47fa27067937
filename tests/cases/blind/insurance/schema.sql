-- 安行保险经纪：业务库（确定性示例数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.branches (
  branch_id  int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  city       text NOT NULL,
  city_en    text NOT NULL,
  region     text NOT NULL,
  desks      int NOT NULL,
  opened_on  date NOT NULL,
  closed_on  date,
  monthly_target numeric(12,2)
);
COMMENT ON TABLE public.branches IS '营业部 / sales branches';
COMMENT ON COLUMN public.branches.region IS '大区';
COMMENT ON COLUMN public.branches.desks IS '工位数 number of desks';
COMMENT ON COLUMN public.branches.opened_on IS '开业日期';
COMMENT ON COLUMN public.branches.closed_on IS '关闭日期，营业中为空';
COMMENT ON COLUMN public.branches.monthly_target IS '2026年每月新单保费目标（元），已关闭为空';
INSERT INTO public.branches VALUES
 (1,'陆家嘴营业部','Lujiazui','上海','Shanghai','华东',24,'2017-03-01',NULL,260000),
 (2,'徐汇营业部','Xuhui','上海','Shanghai','华东',16,'2019-06-10',NULL,160000),
 (3,'西湖营业部','West Lake','杭州','Hangzhou','华东',14,'2020-01-06',NULL,170000),
 (4,'天河营业部','Tianhe','广州','Guangzhou','华南',18,'2018-09-03',NULL,200000),
 (5,'福田营业部','Futian','深圳','Shenzhen','华南',15,'2019-11-18',NULL,150000),
 (6,'前海营业部','Qianhai','深圳','Shenzhen','华南',8,'2026-02-02',NULL,60000),
 (7,'光谷营业部','Optics Valley','武汉','Wuhan','华中',10,'2021-04-12','2025-08-31',NULL),
 (8,'高新营业部','Gaoxin','成都','Chengdu','西南',12,'2021-10-08',NULL,140000);

CREATE TABLE public.agents (
  agent_id  int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  branch_id int NOT NULL REFERENCES public.branches,
  level_cd  int NOT NULL,
  phone     text,
  hired_on  date NOT NULL,
  left_on   date
);
COMMENT ON TABLE public.agents IS '经纪人（业务员）';
COMMENT ON COLUMN public.agents.level_cd IS '职级：1 见习 2 初级 3 高级 4 总监';
COMMENT ON COLUMN public.agents.hired_on IS '入职日期';
COMMENT ON COLUMN public.agents.left_on IS '离职日期，在职为空';
INSERT INTO public.agents VALUES
 (1,'沈建国','Shen Jianguo',1,4,'13810000001','2017-03-01',NULL),
 (2,'顾晓燕','Gu Xiaoyan',1,3,'13810000002','2018-05-14',NULL),
 (3,'陆一凡','Lu Yifan',1,3,'13810000003','2020-08-03',NULL),
 (4,'钱多多','Qian Duoduo',1,2,'13810000004','2023-02-20',NULL),
 (5,'Emma Clarke','Emma Clarke',1,2,NULL,'2024-06-03',NULL),
 (6,'汪海洋','Wang Haiyang',2,4,'13810000006','2019-06-10',NULL),
 (7,'殷琪','Yin Qi',2,2,'13810000007','2022-03-07',NULL),
 (8,'倪佳','Ni Jia',2,2,'13810000008','2021-09-01','2026-03-31'),
 (9,'章文博','Zhang Wenbo',3,3,'13810000009','2020-01-06',NULL),
 (10,'楼雪梅','Lou Xuemei',3,3,'13810000010','2021-07-19',NULL),
 (11,'应俊','Ying Jun',3,1,NULL,'2026-04-13',NULL),
 (12,'梁志强','Liang Zhiqiang',4,4,'13810000012','2018-09-03',NULL),
 (13,'区慧敏','Ou Huimin',4,3,'13810000013','2019-10-08',NULL),
 (14,'麦嘉怡','Mai Jiayi',4,2,'13810000014','2023-08-21',NULL),
 (15,'冼伟','Xian Wei',4,1,'13810000015','2025-09-15',NULL),
 (16,'邱丽华','Qiu Lihua',5,3,'13810000016','2019-11-18',NULL),
 (17,'温浩','Wen Hao',5,2,'13810000017','2022-11-07',NULL),
 (18,'温浩然','Wen Haoran',5,2,NULL,'2023-05-08',NULL),
 (19,'庄颖','Zhuang Ying',6,3,'13810000019','2026-02-02',NULL),
 (20,'詹子涵','Zhan Zihan',6,1,'13810000020','2026-02-02',NULL),
 (21,'涂军','Tu Jun',7,3,'13810000021','2021-04-12','2025-08-31'),
 (22,'柯敏','Ke Min',7,2,'13810000022','2022-06-01','2025-08-31'),
 (23,'蒲小川','Pu Xiaochuan',8,3,'13810000023','2021-10-08',NULL),
 (24,'税婷','Shui Ting',8,2,'13810000024','2022-12-05',NULL),
 (25,'卿雨','Qing Yu',8,1,NULL,'2025-03-10','2026-08-15');

CREATE TABLE public.insurers (
  insurer_id int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  hotline    text
);
COMMENT ON TABLE public.insurers IS '合作保险公司';
COMMENT ON COLUMN public.insurers.hotline IS '客服热线';
INSERT INTO public.insurers VALUES
 (1,'泰平保险','Taiping Mutual','95501'),(2,'长城人寿','Great Wall Life','95502'),
 (3,'远洋财险','Ocean P&C','95503'),(4,'安和健康','Anhe Health',NULL);

CREATE TABLE public.products (
  product_id  int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  insurer_id  int NOT NULL REFERENCES public.insurers,
  line_cd     char(2) NOT NULL,
  term_years  int NOT NULL,
  commission_pct numeric(5,2) NOT NULL,
  launched_on date NOT NULL,
  withdrawn_on date
);
COMMENT ON TABLE public.products IS '保险产品';
COMMENT ON COLUMN public.products.line_cd IS '险种：AU 车险 LF 寿险 HL 医疗险 AC 意外险 HM 家财险 AN 年金险';
COMMENT ON COLUMN public.products.term_years IS '保障年限';
COMMENT ON COLUMN public.products.commission_pct IS '佣金比例（%）';
COMMENT ON COLUMN public.products.launched_on IS '上架日期';
COMMENT ON COLUMN public.products.withdrawn_on IS '停售日期，在售为空';
INSERT INTO public.products VALUES
 (1,'畅行车险','SmoothDrive Motor',3,'AU',1,12.00,'2019-01-01',NULL),
 (2,'畅行车险尊享版','SmoothDrive Motor Plus',3,'AU',1,14.00,'2022-07-01',NULL),
 (3,'安驾车险','SafeWheel Motor',1,'AU',1,11.50,'2020-03-01','2026-06-30'),
 (4,'传家宝终身寿','Heritage Whole Life',2,'LF',30,35.00,'2018-05-01',NULL),
 (5,'守护定期寿','Guardian Term Life',2,'LF',20,30.00,'2021-01-01',NULL),
 (6,'百万医疗','Million Medical',4,'HL',1,20.00,'2019-09-01',NULL),
 (7,'银发医疗','Silver Medical',4,'HL',1,18.00,'2023-03-01',NULL),
 (8,'全家意外险','Family Accident',1,'AC',1,25.00,'2020-06-01',NULL),
 (9,'差旅意外险','Business Travel Accident',1,'AC',1,22.00,'2024-10-01',NULL),
 (10,'安居家财险','HomeSafe',3,'HM',1,16.00,'2021-11-01',NULL),
 (11,'金穗年金','Golden Harvest Annuity',2,'AN',10,15.00,'2022-01-01',NULL),
 (12,'租客家财险','Renters Cover',3,'HM',1,15.00,'2026-09-01',NULL);

CREATE TABLE public.customers (
  customer_id   int PRIMARY KEY,
  full_name     text NOT NULL,
  gender        char(1),
  birth_on      date,
  phone         text,
  channel_cd    char(1),
  segment_cd    int NOT NULL,
  registered_on date NOT NULL
);
COMMENT ON TABLE public.customers IS '客户（投保人）';
COMMENT ON COLUMN public.customers.gender IS '性别：M 男 F 女，未填为空';
COMMENT ON COLUMN public.customers.channel_cd IS '获客渠道：R 转介绍 W 微信 B 银行合作 T 电话 O 线下活动，空为不详';
COMMENT ON COLUMN public.customers.segment_cd IS '客户分层：1 普通 2 VIP 3 企业主';
COMMENT ON COLUMN public.customers.registered_on IS '建档日期';
INSERT INTO public.customers
SELECT i,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('s'||i,20)]
  || (ARRAY['伟','芳','娜','敏','静','丽','强','磊','洋','艳','勇','杰','娟','涛','明','超','兰','霞','平','刚','佳怡','子轩','梓涵','雨桐','浩然','诗涵','宇航','欣怡','俊杰','思远'])[1+_h('g'||i,30)],
  CASE WHEN _h('x'||i,40)=0 THEN NULL WHEN _h('x'||i,40)<21 THEN 'M' ELSE 'F' END,
  CASE WHEN _h('bb'||i,25)=0 THEN NULL ELSE date '1955-01-01' + _h('b'||i,17500) END,
  CASE WHEN _h('ph'||i,30)=0 THEN NULL ELSE '13'||lpad(_h('p'||i,1000000000)::text,9,'0') END,
  CASE WHEN _h('c'||i,100)<5 THEN NULL WHEN _h('c'||i,100)<40 THEN 'R' WHEN _h('c'||i,100)<65 THEN 'W' WHEN _h('c'||i,100)<82 THEN 'B' WHEN _h('c'||i,100)<92 THEN 'T' ELSE 'O' END,
  CASE WHEN _h('sg'||i,100)<80 THEN 1 WHEN _h('sg'||i,100)<93 THEN 2 ELSE 3 END,
  date '2022-01-01' + (i*1784/3200) - CASE WHEN i>3100 THEN 0 ELSE _h('r'||i,9) END
FROM generate_series(1,3200) i;
UPDATE public.customers SET registered_on = date '2026-11-20' WHERE registered_on > date '2026-11-20';

CREATE TABLE public.policies (
  policy_id   int PRIMARY KEY,
  policy_no   text NOT NULL UNIQUE,
  customer_id int NOT NULL REFERENCES public.customers,
  product_id  int NOT NULL REFERENCES public.products,
  agent_id    int NOT NULL REFERENCES public.agents,
  branch_id   int NOT NULL REFERENCES public.branches,
  signed_on   date NOT NULL,
  start_on    date NOT NULL,
  end_on      date NOT NULL,
  pay_mode    char(1) NOT NULL,
  status_cd   char(1) NOT NULL,
  sum_insured numeric(14,2) NOT NULL,
  annual_premium numeric(12,2) NOT NULL
);
COMMENT ON TABLE public.policies IS '保单';
COMMENT ON COLUMN public.policies.policy_no IS '保单号';
COMMENT ON COLUMN public.policies.branch_id IS '出单营业部';
COMMENT ON COLUMN public.policies.signed_on IS '签单日期';
COMMENT ON COLUMN public.policies.start_on IS '起保日期';
COMMENT ON COLUMN public.policies.end_on IS '满期日期';
COMMENT ON COLUMN public.policies.pay_mode IS '缴费方式：Y 年缴 M 月缴 O 趸缴';
COMMENT ON COLUMN public.policies.status_cd IS '状态：A 有效 E 已满期 S 退保 L 失效 X 犹豫期撤单';
COMMENT ON COLUMN public.policies.sum_insured IS '保额（元）';
COMMENT ON COLUMN public.policies.annual_premium IS '年化保费（元）';
INSERT INTO public.policies
WITH d AS (
  SELECT dd::date AS day, dd::date - date '2024-01-01' AS n,
   (6.2 + (dd::date - date '2024-01-01')*0.0022) * CASE WHEN extract(isodow FROM dd)>=6 THEN .55 ELSE 1.15 END
   * CASE extract(month FROM dd) WHEN 1 THEN 1.45 WHEN 2 THEN .7 WHEN 3 THEN 1.2 WHEN 6 THEN 1.1 WHEN 8 THEN .88 WHEN 12 THEN 1.15 ELSE 1 END
   + _h('d'||dd::date,4) - 1 AS cnt
  FROM generate_series(date '2024-01-01', date '2026-11-20', interval '1 day') dd),
r AS (
  SELECT day, n, k, day||'-'||k AS key,
   (ARRAY[1,1,1,1,2,2,3,3,3,4,4,4,5,5,6,7,7,8,8])[1+_h('pb'||day||'-'||k,19)] AS branch_id
  FROM d, generate_series(1,cnt::int) k),
r2 AS (
  SELECT r.*, (SELECT array_agg(a.agent_id ORDER BY a.agent_id) FROM public.agents a
      WHERE a.branch_id=r.branch_id AND a.hired_on<=day AND (a.left_on IS NULL OR a.left_on>=day)) AS aa,
   (ARRAY[1,1,1,1,2,2,2,3,3,4,5,5,6,6,6,6,7,8,8,8,9,10,10,11,12])[1+_h('pp'||key,25)] AS p0,
   _h('ps'||key,100) AS hs
  FROM r JOIN public.branches b USING (branch_id)
  WHERE day>=b.opened_on AND (b.closed_on IS NULL OR day<=b.closed_on)),
r3 AS (
  SELECT r2.*, CASE WHEN p0=3 AND day>'2026-06-30' THEN 1 WHEN p0=9 AND day<'2024-10-01' THEN 8 WHEN p0=12 AND day<'2026-09-01' THEN 10 ELSE p0 END AS product_id
  FROM r2 WHERE aa IS NOT NULL),
r4 AS (
  SELECT r3.*, p.line_cd, p.term_years, day + 1 + _h('st'||key,6) AS st,
   aa[1+least(_h('pa'||key,array_length(aa,1)),_h('pz'||key,array_length(aa,1)+1))] AS agent_id,
   CASE p.line_cd WHEN 'AU' THEN 2400+_h('am'||key,42)*100 WHEN 'LF' THEN 6000+_h('am'||key,120)*100 WHEN 'HL' THEN 480+_h('am'||key,22)*60
     WHEN 'AC' THEN 180+_h('am'||key,14)*20 WHEN 'HM' THEN 260+_h('am'||key,15)*30 ELSE 10000+_h('am'||key,40)*1000 END
     * (1 + CASE WHEN branch_id=1 THEN .12 WHEN branch_id=8 THEN -.08 ELSE 0 END) AS prem
  FROM r3 JOIN public.products p USING (product_id))
SELECT row_number() OVER (ORDER BY day,k)::int,
  'P'||to_char(day,'YYMM')||lpad((row_number() OVER (ORDER BY day,k))::text,5,'0'),
  1+_h('cu'||key, 1180 + n*2018/1055), product_id, agent_id, branch_id, day, st, (st + make_interval(years=>term_years))::date - 1,
  CASE WHEN line_cd='AN' AND _h('pm'||key,3)=0 THEN 'O' WHEN line_cd IN ('LF','HL') AND _h('pm'||key,10)<4 THEN 'M' ELSE 'Y' END,
  CASE WHEN hs<3 THEN 'X' WHEN hs<8 AND day<'2026-09-01' THEN 'S' WHEN hs<12 AND day<'2026-08-01' THEN 'L'
    WHEN (st + make_interval(years=>term_years))::date - 1 <= '2026-11-20' THEN 'E' ELSE 'A' END,
  CASE line_cd WHEN 'AU' THEN 300000 + _h('si'||key,8)*100000 WHEN 'LF' THEN 500000+_h('si'||key,16)*100000 WHEN 'HL' THEN 2000000+_h('si'||key,3)*1000000
    WHEN 'AC' THEN 200000+_h('si'||key,9)*50000 WHEN 'HM' THEN 400000+_h('si'||key,12)*50000 ELSE 100000+_h('si'||key,20)*20000 END,
  round(prem::numeric,2)
FROM r4;

CREATE TABLE public.premiums (
  payment_id int PRIMARY KEY,
  policy_id  int NOT NULL REFERENCES public.policies,
  due_on     date NOT NULL,
  paid_on    date,
  amount     numeric(12,2) NOT NULL,
  method     char(1)
);
COMMENT ON TABLE public.premiums IS '保费应收与实收';
COMMENT ON COLUMN public.premiums.due_on IS '应缴日期';
COMMENT ON COLUMN public.premiums.paid_on IS '实缴日期，未缴为空';
COMMENT ON COLUMN public.premiums.amount IS '应缴金额（元）';
COMMENT ON COLUMN public.premiums.method IS '支付方式：W 微信 A 支付宝 B 银行代扣，未缴为空';
INSERT INTO public.premiums
WITH p AS (SELECT pp.*, pr.line_cd FROM public.policies pp JOIN public.products pr USING (product_id) WHERE status_cd<>'X'),
q AS (
  SELECT policy_id, status_cd, (start_on + make_interval(months=>s))::date AS due_on, round(annual_premium/12,2) AS amount
  FROM p, generate_series(0,35) s WHERE pay_mode='M' AND (line_cd='LF' OR s<12)
  UNION ALL
  SELECT policy_id, status_cd, (start_on + make_interval(years=>s))::date, annual_premium
  FROM p, generate_series(0,2) s WHERE pay_mode='Y' AND (line_cd IN ('LF','AN') OR s<1)
  UNION ALL
  SELECT policy_id, status_cd, start_on, annual_premium*10 FROM p WHERE pay_mode='O'),
q2 AS (
  SELECT q.*, row_number() OVER (PARTITION BY policy_id ORDER BY due_on) AS seq FROM q WHERE due_on<='2026-11-20'),
q3 AS (
  SELECT policy_id, due_on, amount, CASE WHEN status_cd='L' AND seq>1 THEN NULL WHEN _h('u'||policy_id||'-'||seq,100)<2 THEN NULL
     ELSE due_on - 2 + _h('pd'||policy_id||'-'||seq,14) END AS paid_on
  FROM q2 WHERE NOT (status_cd IN ('S','L') AND seq>4))
SELECT row_number() OVER (ORDER BY due_on,policy_id)::int, policy_id, due_on, CASE WHEN paid_on>'2026-11-20' THEN NULL ELSE paid_on END, amount,
  CASE WHEN paid_on IS NULL OR paid_on>'2026-11-20' THEN NULL WHEN _h('m'||policy_id,10)<4 THEN 'W' WHEN _h('m'||policy_id,10)<6 THEN 'A' ELSE 'B' END
FROM q3;

CREATE TABLE public.claims (
  claim_id    int PRIMARY KEY,
  policy_id   int NOT NULL REFERENCES public.policies,
  reported_on date NOT NULL,
  closed_on   date,
  cause_cd    int NOT NULL,
  status_cd   int NOT NULL,
  claimed_amount numeric(12,2) NOT NULL,
  paid_amount numeric(12,2)
);
COMMENT ON TABLE public.claims IS '理赔案件';
COMMENT ON COLUMN public.claims.reported_on IS '报案日期';
COMMENT ON COLUMN public.claims.closed_on IS '结案日期，未结为空';
COMMENT ON COLUMN public.claims.cause_cd IS '出险原因：1 碰撞 2 自然灾害 3 疾病住院 4 意外受伤 5 盗抢 6 身故';
COMMENT ON COLUMN public.claims.status_cd IS '状态：1 受理中 2 待补材料 3 已赔付 4 已拒赔';
COMMENT ON COLUMN public.claims.claimed_amount IS '索赔金额（元）';
COMMENT ON COLUMN public.claims.paid_amount IS '赔付金额（元），未赔付为空';
INSERT INTO public.claims
WITH p AS (
  SELECT pp.*, pr.line_cd, least(end_on - start_on, 1000) AS span
  FROM public.policies pp JOIN public.products pr USING (product_id)
  WHERE status_cd<>'X' AND start_on<='2026-11-19'),
c AS (
  SELECT p.*, g, policy_id||'/'||g AS key, start_on + _h('cr'||policy_id||'/'||g, span) AS rep
  FROM p, generate_series(1,2) g
  WHERE _h('cl'||policy_id||'/'||g,1000) < CASE line_cd WHEN 'AU' THEN 230 WHEN 'HL' THEN 180 WHEN 'AC' THEN 110 WHEN 'HM' THEN 80 WHEN 'LF' THEN 12 ELSE 0 END * (CASE g WHEN 1 THEN 1 ELSE .3 END)),
c2 AS (
  SELECT c.*, _h('cs'||key,100) AS hs, rep + 3 + _h('cd'||key,32) + CASE WHEN line_cd='LF' THEN 25 ELSE 0 END AS cl,
   CASE line_cd WHEN 'AU' THEN (ARRAY[1,1,1,1,2,5])[1+_h('cc'||key,6)] WHEN 'HL' THEN 3 WHEN 'AC' THEN 4 WHEN 'HM' THEN (ARRAY[2,2,5])[1+_h('cc'||key,3)] ELSE 6 END AS cause,
   CASE line_cd WHEN 'AU' THEN 800+_h('ca'||key,180)*50 WHEN 'HL' THEN 300+_h('ca'||key,150)*24 WHEN 'AC' THEN 100+_h('ca'||key,60)*30 WHEN 'HM' THEN 300+_h('ca'||key,80)*40 ELSE 80000+_h('ca'||key,12)*10000 END AS amt
  FROM c WHERE rep<='2026-11-20')
SELECT row_number() OVER (ORDER BY rep,policy_id,g)::int, policy_id, rep,
  CASE WHEN cl>'2026-11-20' OR hs<3 THEN NULL ELSE cl END, cause,
  CASE WHEN cl>'2026-11-20' OR hs<3 THEN 1 + (hs%3)/2 WHEN hs<14 THEN 4 ELSE 3 END, amt,
  CASE WHEN cl>'2026-11-20' OR hs<14 THEN NULL ELSE round(amt*(60+_h('cp'||key,41))/100.0,2) END
FROM c2;

CREATE TABLE public.renewals (
  renewal_id int PRIMARY KEY,
  policy_id  int NOT NULL UNIQUE REFERENCES public.policies,
  due_on     date NOT NULL,
  result_cd  char(1) NOT NULL,
  new_premium numeric(12,2),
  lost_reason text
);
COMMENT ON TABLE public.renewals IS '续保跟进（一年期保单）renewal follow-ups';
COMMENT ON COLUMN public.renewals.due_on IS '应续日期（满期日）';
COMMENT ON COLUMN public.renewals.result_cd IS '结果：R 已续保 N 未续保 P 跟进中';
COMMENT ON COLUMN public.renewals.new_premium IS '续保保费（元），未续为空';
COMMENT ON COLUMN public.renewals.lost_reason IS '流失原因';
INSERT INTO public.renewals
SELECT row_number() OVER (ORDER BY end_on,policy_id)::int, policy_id, end_on, rs,
  CASE WHEN rs='R' THEN round(annual_premium*(94+_h('rn'||policy_id,15))/100,2) END,
  CASE WHEN rs='N' THEN (ARRAY['价格太高','转投同业','车辆/房产已出售','联系不上',NULL])[1+_h('rl'||policy_id,5)] END
FROM (SELECT pp.*, CASE WHEN end_on>'2026-11-10' AND _h('rr'||policy_id,100)<70 THEN 'P'
        WHEN _h('rq'||policy_id,100) < 70 + CASE branch_id WHEN 1 THEN 6 WHEN 4 THEN 3 WHEN 7 THEN -22 WHEN 8 THEN -5 ELSE 0 END - CASE line_cd WHEN 'AC' THEN 14 ELSE 0 END THEN 'R' ELSE 'N' END AS rs
      FROM public.policies pp JOIN public.products USING (product_id)
      WHERE term_years=1 AND status_cd IN ('A','E') AND end_on<='2026-12-31') z;

CREATE TABLE public.complaints (
  complaint_id int PRIMARY KEY,
  customer_id int NOT NULL REFERENCES public.customers,
  branch_id   int NOT NULL REFERENCES public.branches,
  agent_id    int REFERENCES public.agents,
  topic_cd    int NOT NULL,
  filed_on    date NOT NULL,
  resolved_on date,
  satisfaction int
);
COMMENT ON TABLE public.complaints IS '客户投诉 customer complaints';
COMMENT ON COLUMN public.complaints.agent_id IS '被投诉经纪人，不涉及个人时为空';
COMMENT ON COLUMN public.complaints.topic_cd IS '投诉类型：1 销售误导 2 理赔慢 3 服务态度 4 扣费问题 5 其他';
COMMENT ON COLUMN public.complaints.filed_on IS '投诉日期';
COMMENT ON COLUMN public.complaints.resolved_on IS '解决日期，未解决为空';
COMMENT ON COLUMN public.complaints.satisfaction IS '处理满意度 1-5，未评为空';
INSERT INTO public.complaints
SELECT row_number() OVER (ORDER BY f, policy_id)::int, customer_id, branch_id, CASE WHEN tp IN (2,4) THEN NULL ELSE agent_id END, tp, f,
  CASE WHEN rv>'2026-11-20' OR _h('kn'||policy_id,40)=0 THEN NULL ELSE rv END,
  CASE WHEN rv<='2026-11-20' AND _h('kn'||policy_id,40)>0 AND _h('ks'||policy_id,10)<7 THEN 1+least(4,_h('kq'||policy_id,4)+_h('kw'||policy_id,3)) END
FROM (SELECT p.*, signed_on+10+_h('kf'||policy_id,120) AS f, signed_on+10+_h('kf'||policy_id,120)+1+_h('kv'||policy_id,20) AS rv, (ARRAY[1,1,2,2,2,3,3,4,5])[1+_h('kt'||policy_id,9)] AS tp
      FROM public.policies p WHERE _h('ko'||policy_id,100) < CASE branch_id WHEN 5 THEN 12 WHEN 7 THEN 14 ELSE 8 END) z
WHERE f<='2026-11-20';

CREATE TABLE public.commissions (
  agent_id int NOT NULL REFERENCES public.agents,
  month    date NOT NULL,
  amount   numeric(12,2) NOT NULL,
  paid     boolean NOT NULL,
  PRIMARY KEY (agent_id, month)
);
COMMENT ON TABLE public.commissions IS '经纪人月度佣金，每人每月一行，次月结算';
COMMENT ON COLUMN public.commissions.month IS '业绩月份（当月1日）';
COMMENT ON COLUMN public.commissions.amount IS '佣金（元）';
COMMENT ON COLUMN public.commissions.paid IS '是否已发放';
INSERT INTO public.commissions
SELECT agent_id, m, round(sum(annual_premium*commission_pct/100),2), NOT (m='2026-10-01' AND agent_id%4=0)
FROM (SELECT *, date_trunc('month',signed_on)::date AS m FROM public.policies) p JOIN public.products USING (product_id)
WHERE status_cd<>'X' AND signed_on<'2026-11-01' GROUP BY 1,2;

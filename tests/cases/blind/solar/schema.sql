-- 曜能光伏：屋顶光伏安装商示例库（确定性数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.branches (
  branch_id  int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  province   text NOT NULL,
  province_en text NOT NULL,
  region_cd  char(1) NOT NULL,
  manager    text,
  opened_on  date NOT NULL,
  closed_on  date,
  monthly_target_kw numeric(10,1)
);
COMMENT ON TABLE public.branches IS '分公司';
COMMENT ON COLUMN public.branches.name IS '分公司名称';
COMMENT ON COLUMN public.branches.province IS '省份';
COMMENT ON COLUMN public.branches.region_cd IS '大区：E 华东 N 北方 C 华中';
COMMENT ON COLUMN public.branches.manager IS '分公司经理';
COMMENT ON COLUMN public.branches.opened_on IS '开业日期';
COMMENT ON COLUMN public.branches.closed_on IS '关闭日期，营业中为空';
COMMENT ON COLUMN public.branches.monthly_target_kw IS '2026 年每月签约容量目标（kW），已关闭为空';
INSERT INTO public.branches VALUES
 (1,'杭州分公司','Hangzhou','浙江','Zhejiang','E','沈建国','2018-03-01',NULL,1300),
 (2,'宁波分公司','Ningbo','浙江','Zhejiang','E','俞晓峰','2019-06-15',NULL,900),
 (3,'苏州分公司','Suzhou','江苏','Jiangsu','E','陆文斌','2019-04-01',NULL,800),
 (4,'南京分公司','Nanjing','江苏','Jiangsu','E','顾海燕','2020-05-20',NULL,700),
 (5,'合肥分公司','Hefei','安徽','Anhui','E','方明','2021-03-08',NULL,450),
 (6,'济南分公司','Jinan','山东','Shandong','N','孔令军','2020-09-01',NULL,650),
 (7,'青岛分公司','Qingdao','山东','Shandong','N','于海洋','2021-07-01',NULL,700),
 (8,'郑州分公司','Zhengzhou','河南','Henan','C','程刚','2021-10-11','2026-03-31',NULL),
 (9,'武汉分公司','Wuhan','湖北','Hubei','C',NULL,'2026-02-01',NULL,400);

CREATE TABLE public.staff (
  staff_id  int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  branch_id int NOT NULL REFERENCES public.branches,
  role_cd   char(1) NOT NULL,
  level_cd  int,
  hired_on  date NOT NULL,
  left_on   date,
  mobile    text
);
COMMENT ON TABLE public.staff IS '员工（销售和售后工程师）';
COMMENT ON COLUMN public.staff.role_cd IS '岗位：S 销售 E 售后工程师';
COMMENT ON COLUMN public.staff.level_cd IS '职级：1 初级 2 中级 3 高级，未评为空';
COMMENT ON COLUMN public.staff.hired_on IS '入职日期';
COMMENT ON COLUMN public.staff.left_on IS '离职日期，在职为空';
INSERT INTO public.staff VALUES
 (1,'王强','Wang Qiang',1,'S',3,'2018-03-01',NULL,'13800000001'),
 (2,'李娜','Li Na',1,'S',3,'2019-08-12',NULL,'13800000002'),
 (3,'章子涵','Zhang Zihan',1,'S',2,'2023-02-20',NULL,'13800000003'),
 (4,'周凯','Zhou Kai',1,'S',1,'2025-07-01',NULL,NULL),
 (5,'胡斌','Hu Bin',2,'S',3,'2019-06-15',NULL,'13800000005'),
 (6,'严丽','Yan Li',2,'S',2,'2022-04-18',NULL,'13800000006'),
 (7,'徐晨','Xu Chen',2,'S',1,'2024-03-04','2026-05-31','13800000007'),
 (8,'沈佳','Shen Jia',3,'S',3,'2019-04-01',NULL,'13800000008'),
 (9,'王强','Wang Qiang',3,'S',2,'2021-09-13',NULL,'13800000009'),
 (10,'陆一帆','Lu Yifan',3,'S',2,'2022-11-07',NULL,'13800000010'),
 (11,'顾明','Gu Ming',4,'S',3,'2020-05-20',NULL,'13800000011'),
 (12,'范晓雨','Fan Xiaoyu',4,'S',2,'2023-06-05',NULL,'13800000012'),
 (13,'钱进','Qian Jin',4,'S',1,'2024-10-08',NULL,NULL),
 (14,'方志远','Fang Zhiyuan',5,'S',3,'2021-03-08',NULL,'13800000014'),
 (15,'汪洋','Wang Yang',5,'S',2,'2023-09-18',NULL,'13800000015'),
 (16,'孔祥','Kong Xiang',6,'S',3,'2020-09-01',NULL,'13800000016'),
 (17,'赵雪','Zhao Xue',6,'S',2,'2022-02-14',NULL,'13800000017'),
 (18,'David Miller','David Miller',6,'S',2,'2024-01-08',NULL,'13800000018'),
 (19,'于波','Yu Bo',7,'S',3,'2021-07-01',NULL,'13800000019'),
 (20,'姜楠','Jiang Nan',7,'S',2,'2022-08-22',NULL,'13800000020'),
 (21,'程亮','Cheng Liang',8,'S',2,'2021-10-11','2026-03-31','13800000021'),
 (22,'郑洁','Zheng Jie',8,'S',2,'2022-05-16','2026-03-31','13800000022'),
 (23,'韩冰','Han Bing',9,'S',2,'2026-02-01',NULL,'13800000023'),
 (24,'夏天','Xia Tian',9,'S',NULL,'2026-04-13',NULL,'13800000024'),
 (31,'马骏','Ma Jun',1,'E',3,'2019-01-07',NULL,'13800000031'),
 (32,'高峰','Gao Feng',1,'E',2,'2022-03-21',NULL,'13800000032'),
 (33,'叶勇','Ye Yong',2,'E',2,'2020-06-01',NULL,'13800000033'),
 (34,'蒋涛','Jiang Tao',3,'E',3,'2019-10-14',NULL,'13800000034'),
 (35,'宋磊','Song Lei',4,'E',2,'2021-04-06',NULL,'13800000035'),
 (36,'丁浩','Ding Hao',5,'E',1,'2023-05-08',NULL,'13800000036'),
 (37,'孙鹏','Sun Peng',6,'E',2,'2021-01-11',NULL,'13800000037'),
 (38,'曲直','Qu Zhi',7,'E',2,'2021-11-15',NULL,'13800000038'),
 (39,'牛犇','Niu Ben',8,'E',2,'2021-10-11',NULL,'13800000039'),
 (40,'熊伟','Xiong Wei',9,'E',1,'2026-02-01',NULL,NULL);

CREATE TABLE public.crews (
  crew_id    int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  branch_id  int NOT NULL REFERENCES public.branches,
  head_count int NOT NULL,
  outsourced boolean NOT NULL,
  certified_until date
);
COMMENT ON TABLE public.crews IS '施工队 / installation crews';
COMMENT ON COLUMN public.crews.head_count IS '人数';
COMMENT ON COLUMN public.crews.outsourced IS '是否外包队伍';
COMMENT ON COLUMN public.crews.certified_until IS '高空作业资质有效期至，无资质登记为空';
INSERT INTO public.crews VALUES
 (1,'杭州一队','Hangzhou Crew 1',1,8,false,'2027-06-30'),
 (2,'杭州二队','Hangzhou Crew 2',1,6,false,'2026-12-31'),
 (3,'杭州外包队','Hangzhou Contractor',1,12,true,'2026-09-30'),
 (4,'宁波一队','Ningbo Crew 1',2,7,false,'2027-03-31'),
 (5,'宁波外包队','Ningbo Contractor',2,9,true,NULL),
 (6,'苏州一队','Suzhou Crew 1',3,8,false,'2027-08-31'),
 (7,'苏州二队','Suzhou Crew 2',3,6,false,'2027-01-31'),
 (8,'南京一队','Nanjing Crew 1',4,7,false,'2027-05-31'),
 (9,'南京外包队','Nanjing Contractor',4,10,true,'2026-12-15'),
 (10,'合肥一队','Hefei Crew 1',5,6,false,'2027-02-28'),
 (11,'济南一队','Jinan Crew 1',6,8,false,'2027-04-30'),
 (12,'济南外包队','Jinan Contractor',6,11,true,'2026-10-31'),
 (13,'青岛一队','Qingdao Crew 1',7,7,false,'2027-07-31'),
 (14,'郑州一队','Zhengzhou Crew 1',8,6,false,'2026-05-31'),
 (15,'武汉一队','Wuhan Crew 1',9,5,false,'2028-01-31');

CREATE TABLE public.products (
  product_id  int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  category_cd char(1) NOT NULL,
  brand       text NOT NULL,
  power_w     int,
  list_price  numeric(10,2) NOT NULL,
  warranty_years int NOT NULL,
  discontinued_on date
);
COMMENT ON TABLE public.products IS '物料（组件、逆变器、电池、支架）';
COMMENT ON COLUMN public.products.category_cd IS '类别：M 组件 I 逆变器 B 储能电池 K 支架';
COMMENT ON COLUMN public.products.brand IS '品牌';
COMMENT ON COLUMN public.products.power_w IS '标称功率（W），支架和电池为空';
COMMENT ON COLUMN public.products.list_price IS '目录价（元/件）';
COMMENT ON COLUMN public.products.warranty_years IS '质保年限';
COMMENT ON COLUMN public.products.discontinued_on IS '停售日期，在售为空';
INSERT INTO public.products VALUES
 (1,'隆基 Hi-MO 6','LONGi Hi-MO 6','M','隆基',580,520,25,NULL),
 (2,'晶科 Tiger Neo','Jinko Tiger Neo','M','晶科',575,505,30,NULL),
 (3,'天合至尊 605','Trina Vertex 605','M','天合',605,548,25,NULL),
 (4,'晶科 Tiger Pro','Jinko Tiger Pro','M','晶科',540,460,25,'2025-12-31'),
 (5,'通威 TWMND','Tongwei TWMND','M','通威',570,488,25,NULL),
 (6,'华为 SUN2000-20K','Huawei SUN2000-20K','I','华为',20000,5600,10,NULL),
 (7,'阳光 SG10RT','Sungrow SG10RT','I','阳光电源',10000,3900,10,NULL),
 (8,'阳光 SG110CX','Sungrow SG110CX','I','阳光电源',110000,17800,5,NULL),
 (9,'固德威 GW15K','GoodWe GW15K','I','固德威',15000,4300,7,NULL),
 (10,'华为 LUNA 10','Huawei LUNA 10','B','华为',NULL,21800,10,NULL),
 (11,'宁德 家储 5','CATL Home 5','B','宁德时代',NULL,9800,10,NULL),
 (12,'派能 Force','Pylontech Force','B','派能',NULL,15600,8,'2026-06-30'),
 (13,'铝合金支架','Aluminium bracket','K','自有',NULL,85,15,NULL),
 (14,'镀锌钢支架','Galvanised bracket','K','自有',NULL,62,10,NULL);

CREATE TABLE public.customers (
  customer_id   int PRIMARY KEY,
  name          text NOT NULL,
  type_cd       char(1) NOT NULL,
  district      text,
  phone         text,
  registered_on date NOT NULL
);
COMMENT ON TABLE public.customers IS '客户（业主）';
COMMENT ON COLUMN public.customers.type_cd IS '客户类型：R 户用 C 工商业 P 公共机构';
COMMENT ON COLUMN public.customers.district IS '区域类型：城区/郊区/乡镇，未登记为空';
COMMENT ON COLUMN public.customers.registered_on IS '建档日期';

CREATE TABLE public.leads (
  lead_id     int PRIMARY KEY,
  contact     text NOT NULL,
  branch_id   int NOT NULL REFERENCES public.branches,
  staff_id    int REFERENCES public.staff,
  channel_cd  char(2),
  created_on  date NOT NULL,
  status_cd   char(1) NOT NULL,
  lost_reason text,
  est_kw      numeric(8,1),
  response_minutes int
);
COMMENT ON TABLE public.leads IS '销售线索';
COMMENT ON COLUMN public.leads.staff_id IS '跟进销售，未分配为空';
COMMENT ON COLUMN public.leads.channel_cd IS '来源渠道：WX 公众号 DY 抖音 RF 老客户转介绍 OF 线下地推 EX 展会；空为未知';
COMMENT ON COLUMN public.leads.created_on IS '线索创建日期';
COMMENT ON COLUMN public.leads.status_cd IS 'N new 新线索 / F following 跟进中 / Q quoted 已报价 / W won 已签约 / L lost 已流失';
COMMENT ON COLUMN public.leads.lost_reason IS '流失原因，仅已流失有，可为空';
COMMENT ON COLUMN public.leads.est_kw IS '预估容量（kW）';
COMMENT ON COLUMN public.leads.response_minutes IS '首次响应时长（分钟），未联系为空';
INSERT INTO public.leads
WITH d AS MATERIALIZED (
  SELECT dd::date AS day,
    (12.5 + (dd::date - date '2024-11-01')*0.004)
    * (ARRAY[0.85,0.55,1.15,1.25,1.30,1.20,1.00,0.95,1.05,1.00,0.90,0.80])[extract(month FROM dd)::int]
    * CASE WHEN extract(isodow FROM dd)>=6 THEN 1.3 ELSE 0.9 END AS m
  FROM generate_series(date '2024-11-01', date '2026-11-20', interval '1 day') dd
), s AS MATERIALIZED (
  SELECT day, row_number() OVER (ORDER BY day, k)::int AS i
  FROM d, generate_series(1, 60) k WHERE k <= m + _h('n'||day, 5) - 2
), b AS MATERIALIZED (
  SELECT i, day, CASE WHEN r<20 THEN 1 WHEN r<33 THEN 2 WHEN r<49 THEN 3 WHEN r<61 THEN 4 WHEN r<70 THEN 5 WHEN r<82 THEN 6
                      WHEN r<92 THEN 7 WHEN day < '2026-02-01' THEN 8 WHEN day < '2026-03-01' THEN CASE WHEN r<96 THEN 8 ELSE 9 END
                      ELSE 9 END AS br,
    _h('c'||i,100) AS c
  FROM (SELECT i, day, _h('b'||i,100) AS r FROM s) x
), c AS MATERIALIZED (
  SELECT i, day, br,
    CASE WHEN c<4 THEN NULL WHEN c<26 THEN 'WX' WHEN c<26+22+(day-date '2024-11-01')/50 THEN 'DY' WHEN c<78 THEN 'RF' WHEN c<94 THEN 'OF' ELSE 'EX' END AS ch
  FROM b
), w AS MATERIALIZED (
  SELECT i, day, br, ch, _h('w'||i,1000) < CASE ch WHEN 'RF' THEN 430 WHEN 'OF' THEN 270 WHEN 'WX' THEN 215 WHEN 'DY' THEN 135 WHEN 'EX' THEN 180 ELSE 150 END
      + CASE br WHEN 2 THEN 35 WHEN 7 THEN 25 WHEN 8 THEN -60 WHEN 5 THEN -25 ELSE 0 END AS won,
    day + 4 + _h('sg'||i,34) AS sg
  FROM c
), st AS MATERIALIZED (
  SELECT *, CASE WHEN won AND sg <= date '2026-11-20' AND NOT (br=8 AND sg > date '2026-03-31') THEN 'W'
                 WHEN day > date '2026-11-17' THEN 'N'
                 WHEN day > date '2026-10-01' AND _h('f'||i,10)<6 THEN CASE WHEN _h('q'||i,2)=0 THEN 'F' ELSE 'Q' END
                 WHEN day > date '2026-07-01' AND br<>8 AND _h('f'||i,10)<2 THEN 'Q'
                 ELSE 'L' END AS stt
  FROM w
), sp AS MATERIALIZED (
  SELECT st.*, (SELECT array_agg(staff_id ORDER BY staff_id) FROM public.staff f
                WHERE f.branch_id=st.br AND f.role_cd='S' AND f.hired_on<=greatest(st.day, date '2026-02-01' - CASE WHEN st.br=9 THEN 0 ELSE 9999 END) AND (f.left_on IS NULL OR f.left_on>=st.day)) AS a
  FROM st
)
SELECT i,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高'])[1+_h('ls'||i,15)] || (ARRAY['先生','女士','总','老师'])[1+_h('lt'||i,4)],
  br, CASE WHEN stt<>'W' AND _h('un'||i,25)=0 THEN NULL ELSE a[1+ (_h('sp'||i,100)*_h('sq'||i,100)/100*cardinality(a)/100)] END,
  ch, day, stt,
  CASE WHEN stt='L' AND _h('lr'||i,9)>0 THEN (ARRAY['价格太高','屋顶不合适','选了竞品','家人不同意','联系不上'])[1+_h('lr2'||i,100)*_h('lr3'||i,100)/2001] END,
  CASE WHEN _h('ek'||i,12)>0 THEN 6+_h('ek2'||i,300)/10.0 END,
  CASE WHEN stt='N' OR _h('rm'||i,14)=0 THEN NULL ELSE 3+_h('rm2'||i,90)*_h('rm3'||i,40)/10 + CASE ch WHEN 'OF' THEN 60 WHEN 'RF' THEN -2 ELSE 20 END END
FROM sp;

CREATE TABLE public.contracts (
  contract_id   int PRIMARY KEY,
  contract_no   text NOT NULL UNIQUE,
  lead_id       int REFERENCES public.leads,
  customer_id   int NOT NULL REFERENCES public.customers,
  branch_id     int NOT NULL REFERENCES public.branches,
  staff_id      int NOT NULL REFERENCES public.staff,
  module_id     int NOT NULL REFERENCES public.products,
  signed_on     date NOT NULL,
  capacity_kw   numeric(8,1) NOT NULL,
  battery_kwh   numeric(6,1),
  discount_pct  numeric(4,1) NOT NULL,
  amount        numeric(12,2) NOT NULL,
  finance_cd    char(1) NOT NULL,
  status_cd     int NOT NULL,
  cancelled_on  date
);
COMMENT ON TABLE public.contracts IS '安装合同';
COMMENT ON COLUMN public.contracts.contract_no IS '合同编号';
COMMENT ON COLUMN public.contracts.lead_id IS '来源线索，老客户直签为空';
COMMENT ON COLUMN public.contracts.staff_id IS '签约销售';
COMMENT ON COLUMN public.contracts.module_id IS '所用组件型号';
COMMENT ON COLUMN public.contracts.signed_on IS '签约日期';
COMMENT ON COLUMN public.contracts.capacity_kw IS '装机容量（kW）';
COMMENT ON COLUMN public.contracts.battery_kwh IS '配套储能容量（kWh），不带储能为空';
COMMENT ON COLUMN public.contracts.discount_pct IS '折扣（%），0 为无折扣';
COMMENT ON COLUMN public.contracts.amount IS '合同金额（元，折后含税）';
COMMENT ON COLUMN public.contracts.finance_cd IS '付款方案：F 全款 L 光伏贷 R 屋顶租赁';
COMMENT ON COLUMN public.contracts.status_cd IS '状态：10 已签约 20 施工中 30 已并网 90 已解约';
COMMENT ON COLUMN public.contracts.cancelled_on IS '解约日期';
CREATE TEMP TABLE k AS
WITH src AS MATERIALIZED (
  SELECT lead_id, branch_id, staff_id, created_on + 4 + _h('sg'||lead_id,34) AS sg, lead_id AS seed FROM public.leads WHERE status_cd='W'
  UNION ALL
  SELECT NULL, br, (SELECT min(staff_id) FROM public.staff f WHERE f.branch_id=br AND f.role_cd='S'), date '2024-11-08' + _h('xd'||x,740), 900000+x
  FROM (SELECT x, 1+_h('xb'||x,7) AS br FROM generate_series(1,120) x) z
)
SELECT row_number() OVER (ORDER BY sg, seed)::int AS i, src.*,
  CASE WHEN _h('ct'||seed,100)<81 THEN 'R' WHEN _h('ct'||seed,100)<95 THEN 'C' ELSE 'P' END AS tp
FROM src WHERE sg <= date '2026-11-20';
INSERT INTO public.customers
SELECT i,
  CASE tp WHEN 'R' THEN (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('os'||i,20)]
      || (ARRAY['建军','秀英','丽华','国强','志明','桂兰','海波','玉梅','永康','佳怡','子轩','浩然','文娟','立新','春燕','大勇','爱民','宝玉'])[1+_h('og'||i,18)]
    WHEN 'C' THEN (ARRAY['恒丰','金鼎','华泰','永盛','远大','东方','瑞祥','宏达'])[1+_h('cg'||i,8)] || (ARRAY['纺织','五金','食品','物流','电子','塑料'])[1+_h('ck'||i,6)] || '有限公司' || i
    ELSE (ARRAY['第一','实验','中心','城南','城北'])[1+_h('pg'||i,5)] || (ARRAY['小学','中学','医院','社区服务中心'])[1+_h('pk'||i,4)] || i END,
  tp,
  CASE WHEN _h('di'||i,20)=0 THEN NULL WHEN _h('di'||i,20)<6 THEN '城区' WHEN _h('di'||i,20)<12 THEN '郊区' ELSE '乡镇' END,
  CASE WHEN _h('ph'||i,30)=0 THEN NULL ELSE '13'||lpad(_h('pp'||i,1000000000)::text,9,'0') END,
  sg - 1 - _h('rg'||i,4)
FROM k;
INSERT INTO public.contracts
SELECT i, 'YN'||to_char(sg,'YYMM')||'-'||lpad(i::text,5,'0'), lead_id, cu, branch_id, staff_id,
  CASE WHEN sg<'2025-11-01' AND _h('mo'||i,100)<20 THEN 4 ELSE (ARRAY[1,1,1,2,2,3,3,5])[1+_h('mo2'||i,8)] END,
  sg, kw, bat, disc,
  round(kw*1000*(CASE tp WHEN 'R' THEN 3.35 WHEN 'C' THEN 2.95 ELSE 3.1 END - (sg-date '2024-11-01')*0.0004 + _h('up'||i,20)/100.0)*(1-disc/100) + coalesce(bat,0)*1350, 2),
  CASE WHEN tp<>'R' THEN CASE WHEN _h('fi'||i,4)=0 THEN 'L' ELSE 'F' END WHEN _h('fi'||i,100)<48 THEN 'F' WHEN _h('fi'||i,100)<82 THEN 'L' ELSE 'R' END,
  CASE WHEN can THEN 90 ELSE 10 END,
  CASE WHEN can THEN least(sg+3+_h('cd'||i,25), date '2026-11-20') END
FROM (
  SELECT k.i, lead_id, branch_id, staff_id, sg, cu.type_cd AS tp, cu.customer_id AS cu,
    CASE cu.type_cd WHEN 'R' THEN 8+_h('kw'||k.i,220)/10.0 WHEN 'C' THEN 60+_h('kw'||k.i,4200)/10.0 ELSE 40+_h('kw'||k.i,1400)/10.0 END AS kw,
    CASE WHEN _h('ba'||k.i,100) < 12 + (sg-date '2024-11-01')/60 THEN (ARRAY[5,10,10,15,20])[1+_h('ba2'||k.i,5)] * CASE WHEN cu.type_cd='C' THEN 10 ELSE 1 END END AS bat,
    CASE WHEN _h('dc'||k.i,10)<4 THEN 0 ELSE (1+_h('dc2'||k.i,14)/2.0) END AS disc,
    _h('ca'||k.i,1000) < 65 AS can
  FROM k JOIN public.customers cu ON cu.customer_id = CASE WHEN k.i>120 AND _h('rep'||k.i,15)=0 THEN k.i-97 ELSE k.i END
) z;

CREATE TABLE public.installations (
  install_id   int PRIMARY KEY,
  contract_id  int NOT NULL UNIQUE REFERENCES public.contracts,
  crew_id      int NOT NULL REFERENCES public.crews,
  planned_on   date NOT NULL,
  started_on   date,
  finished_on  date,
  grid_on      date,
  passed_first boolean,
  labour_cost  numeric(10,2),
  score        int
);
COMMENT ON TABLE public.installations IS '施工记录，每份合同一条';
COMMENT ON COLUMN public.installations.planned_on IS '计划开工日期';
COMMENT ON COLUMN public.installations.started_on IS '实际开工日期，未开工为空';
COMMENT ON COLUMN public.installations.finished_on IS '完工日期，未完工为空';
COMMENT ON COLUMN public.installations.grid_on IS '并网日期，未并网为空';
COMMENT ON COLUMN public.installations.passed_first IS '验收是否一次通过，未完工为空';
COMMENT ON COLUMN public.installations.labour_cost IS '人工成本（元），未完工为空';
COMMENT ON COLUMN public.installations.score IS '客户对施工评分 1-5，未评为空';
INSERT INTO public.installations
SELECT row_number() OVER (ORDER BY pl, i)::int, i, cr, pl,
  CASE WHEN s<=e THEN s END, CASE WHEN f<=e THEN f END, CASE WHEN g<=e THEN g END,
  CASE WHEN f<=e THEN _h('pf'||i,100) < CASE WHEN outsourced THEN 78 ELSE 90 END END,
  CASE WHEN f<=e THEN round(kw*(CASE WHEN outsourced THEN 260 ELSE 310 END)+_h('lc'||i,800),2) END,
  CASE WHEN f<=e AND _h('sc'||i,10)<6 THEN greatest(1, 5 - _h('sc2'||i,5)*_h('sc3'||i,5)/5 - CASE WHEN outsourced AND _h('sc4'||i,3)=0 THEN 1 ELSE 0 END) END
FROM (
  SELECT y.*, w.outsourced, s + CASE WHEN tp='R' THEN 2+_h('fd'||i,5) ELSE 10+_h('fd'||i,22) END AS f,
    s + CASE WHEN tp='R' THEN 2+_h('fd'||i,5) ELSE 10+_h('fd'||i,22) END + 7 + _h('gd'||i,26) AS g, date '2026-11-20' AS e
  FROM (
    SELECT x.*, pl - 2 + _h('sd'||i,11) AS s FROM (
      SELECT c.contract_id AS i, c.capacity_kw AS kw, cu.type_cd AS tp, c.signed_on + 14 + _h('pl'||c.contract_id,28) AS pl,
        (SELECT (array_agg(crew_id ORDER BY crew_id))[1+_h('cr'||c.contract_id, count(*)::int)] FROM public.crews w WHERE w.branch_id=c.branch_id) AS cr
      FROM public.contracts c JOIN public.customers cu USING (customer_id) WHERE c.status_cd<>90 AND c.signed_on <= date '2026-11-12'
    ) x
  ) y JOIN public.crews w ON w.crew_id=y.cr
) z;
UPDATE public.contracts c SET status_cd = CASE WHEN n.grid_on IS NOT NULL THEN 30 WHEN n.started_on IS NOT NULL THEN 20 ELSE 10 END
FROM public.installations n WHERE n.contract_id=c.contract_id;

CREATE TABLE public.payments (
  payment_id  int PRIMARY KEY,
  contract_id int NOT NULL REFERENCES public.contracts,
  paid_on     date NOT NULL,
  stage_cd    int NOT NULL,
  amount      numeric(12,2) NOT NULL,
  method_cd   char(1),
  refunded    boolean NOT NULL
);
COMMENT ON TABLE public.payments IS '收款流水';
COMMENT ON COLUMN public.payments.paid_on IS '到账日期';
COMMENT ON COLUMN public.payments.stage_cd IS '款项：1 定金 2 进度款 3 尾款';
COMMENT ON COLUMN public.payments.method_cd IS '收款方式：B 银行转账 W 微信 A 支付宝 L 贷款放款；空为未登记';
COMMENT ON COLUMN public.payments.refunded IS 'true = refunded later 已退款';
INSERT INTO public.payments
SELECT row_number() OVER (ORDER BY d, contract_id, st)::int, contract_id, d, st, a,
  CASE WHEN _h('pm'||contract_id||st,40)=0 THEN NULL WHEN finance_cd='L' AND st>1 THEN 'L' ELSE (ARRAY['B','B','W','W','A'])[1+_h('pm2'||contract_id||st,5)] END,
  status_cd=90 AND _h('rf'||contract_id,4)>0
FROM (
  SELECT c.contract_id, c.finance_cd, c.status_cd, 1 AS st, c.signed_on+_h('p1'||c.contract_id,4) AS d, round(c.amount*0.3,2) AS a FROM public.contracts c
  UNION ALL SELECT c.contract_id, c.finance_cd, c.status_cd, 2, n.started_on+_h('p2'||c.contract_id,11), round(c.amount*0.5,2)
    FROM public.contracts c JOIN public.installations n USING (contract_id) WHERE n.started_on IS NOT NULL
  UNION ALL SELECT c.contract_id, c.finance_cd, c.status_cd, 3, n.grid_on+5+_h('p3'||c.contract_id,70), c.amount-round(c.amount*0.3,2)-round(c.amount*0.5,2)
    FROM public.contracts c JOIN public.installations n USING (contract_id) WHERE n.grid_on IS NOT NULL AND _h('nopay'||c.contract_id,30)>0
) z WHERE d <= date '2026-11-20';

CREATE TABLE public.tickets (
  ticket_id    int PRIMARY KEY,
  contract_id  int NOT NULL REFERENCES public.contracts,
  branch_id    int NOT NULL REFERENCES public.branches,
  engineer_id  int REFERENCES public.staff,
  opened_at    timestamp NOT NULL,
  closed_at    timestamp,
  type_cd      int NOT NULL,
  priority_cd  char(1) NOT NULL,
  site_visits  int NOT NULL,
  satisfaction int
);
COMMENT ON TABLE public.tickets IS '售后工单';
COMMENT ON COLUMN public.tickets.branch_id IS '负责的分公司';
COMMENT ON COLUMN public.tickets.engineer_id IS '售后工程师，未派单为空';
COMMENT ON COLUMN public.tickets.opened_at IS '报修时间';
COMMENT ON COLUMN public.tickets.closed_at IS '完结时间，未完结为空';
COMMENT ON COLUMN public.tickets.type_cd IS '故障类型：1 不发电 2 逆变器报警 3 屋顶漏水 4 发电偏低 5 监控离线 9 其他';
COMMENT ON COLUMN public.tickets.priority_cd IS '优先级 H high / M medium / L low';
COMMENT ON COLUMN public.tickets.site_visits IS '上门次数，0 为远程解决';
COMMENT ON COLUMN public.tickets.satisfaction IS '满意度 1-5，未评为空';
INSERT INTO public.tickets
SELECT row_number() OVER (ORDER BY o, i, j)::int, i, b,
  CASE WHEN o > timestamp '2026-11-19' AND _h('ne'||i||j,2)=0 THEN NULL ELSE e END, o,
  CASE WHEN cl <= timestamp '2026-11-20 18:00' AND NOT (o > timestamp '2026-09-01' AND _h('op'||i||j,12)=0) THEN cl END, t, p,
  CASE WHEN t=5 AND _h('sv'||i||j,3)>0 THEN 0 ELSE 1+_h('sv2'||i||j,3)/2 END,
  CASE WHEN cl <= timestamp '2026-11-20 18:00' AND NOT (o > timestamp '2026-09-01' AND _h('op'||i||j,12)=0) AND _h('sf'||i||j,10)<6
    THEN greatest(1, 5 - _h('sf2'||i||j,4)*_h('sf3'||i||j,4)/4 - CASE WHEN p='H' AND _h('sf4'||i||j,3)=0 THEN 1 ELSE 0 END) END
FROM (
  SELECT x.*, o + interval '1 hour' * (2 + CASE p WHEN 'H' THEN 1 WHEN 'M' THEN 2 ELSE 4 END * _h('du'||i||j,45)) AS cl FROM (
    SELECT n.contract_id AS i, j, c.branch_id AS b,
      (SELECT (array_agg(staff_id ORDER BY staff_id))[1+_h('en'||n.contract_id||j, count(*)::int)] FROM public.staff f WHERE f.branch_id=c.branch_id AND f.role_cd='E') AS e,
      (n.grid_on + 2 + _h('to'||n.contract_id||j,520))::timestamp + interval '1 minute' * (420+_h('tm'||n.contract_id||j,780)) AS o,
      (ARRAY[1,1,2,2,2,2,3,4,4,4,5,5,5,5,9])[1+_h('tt'||n.contract_id||j,15)] AS t,
      (ARRAY['H','M','M','M','L','L'])[1+_h('tp'||n.contract_id||j,6)] AS p
    FROM public.installations n JOIN public.contracts c USING (contract_id), generate_series(1,4) j
    WHERE n.grid_on IS NOT NULL AND j <= 4 - _h('tc'||n.contract_id,5)
  ) x WHERE o < timestamp '2026-11-20 18:00'
) y;

CREATE TABLE public.generation (
  contract_id  int NOT NULL REFERENCES public.contracts,
  month        date NOT NULL,
  kwh          numeric(10,1) NOT NULL,
  expected_kwh numeric(10,1) NOT NULL,
  PRIMARY KEY (contract_id, month)
);
COMMENT ON TABLE public.generation IS '电站月发电量（每月1日代表当月，次月出数）';
COMMENT ON COLUMN public.generation.kwh IS '实际发电量（kWh）';
COMMENT ON COLUMN public.generation.expected_kwh IS '设计发电量（kWh）';
INSERT INTO public.generation
SELECT c.contract_id, m::date,
  round(ex * (0.82 + _h('ge'||c.contract_id||m::date,28)/100.0) * CASE WHEN _h('gl'||c.contract_id,25)=0 THEN 0.7 ELSE 1 END, 1), round(ex,1)
FROM public.installations n JOIN public.contracts c USING (contract_id),
 LATERAL (SELECT m, c.capacity_kw * (ARRAY[62,68,88,104,115,108,118,116,98,86,70,60])[extract(month FROM m)::int]
            * CASE c.branch_id WHEN 6 THEN 1.08 WHEN 7 THEN 1.07 WHEN 9 THEN 0.93 ELSE 1 END AS ex
          FROM generate_series(date_trunc('month', n.grid_on) + interval '1 month', timestamp '2026-10-01', interval '1 month') m) g
WHERE n.grid_on IS NOT NULL;

CREATE TABLE public.stock (
  branch_id  int NOT NULL REFERENCES public.branches,
  product_id int NOT NULL REFERENCES public.products,
  stock_on   date NOT NULL,
  units      int NOT NULL,
  safety_units int NOT NULL,
  PRIMARY KEY (branch_id, product_id, stock_on)
);
COMMENT ON TABLE public.stock IS '分公司仓库库存，每周五盘点';
COMMENT ON COLUMN public.stock.units IS '库存数量（件）';
COMMENT ON COLUMN public.stock.safety_units IS '安全库存（件）';
INSERT INTO public.stock
SELECT b.branch_id, p.product_id, d::date,
  CASE p.category_cd WHEN 'M' THEN 120+_h('su'||b.branch_id||'-'||p.product_id||d::date,900) WHEN 'I' THEN 4+_h('su'||b.branch_id||'-'||p.product_id||d::date,60)
    WHEN 'B' THEN _h('su'||b.branch_id||'-'||p.product_id||d::date,25) ELSE 300+_h('su'||b.branch_id||'-'||p.product_id||d::date,2500) END,
  CASE p.category_cd WHEN 'M' THEN 200 WHEN 'I' THEN 10 WHEN 'B' THEN 5 ELSE 600 END
FROM public.branches b, public.products p, generate_series(date '2024-11-01', date '2026-11-20', interval '7 day') d
WHERE d >= b.opened_on AND (b.closed_on IS NULL OR d <= b.closed_on) AND (p.discontinued_on IS NULL OR d <= p.discontinued_on + 60);

DROP TABLE k;
DROP FUNCTION public._h(text, int);
ANALYZE;

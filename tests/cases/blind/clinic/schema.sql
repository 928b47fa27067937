-- 康宁连锁门诊, sample database (deterministic, up to 2026-11-20)
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.md (
  md_id int PRIMARY KEY,
  mc text NOT NULL,
  mc_en text NOT NULL,
  city text NOT NULL,
  city_en text NOT NULL,
  manager text,
  phone text,
  rooms int NOT NULL,
  opened_on date NOT NULL,
  closed_on date
);
COMMENT ON TABLE public.md IS '门诊部';
COMMENT ON COLUMN public.md.mc IS '名称';
COMMENT ON COLUMN public.md.manager IS '负责人';
COMMENT ON COLUMN public.md.rooms IS '诊室数';
COMMENT ON COLUMN public.md.closed_on IS '停业日期，空=营业';
INSERT INTO public.md VALUES
 (1,'人民路门诊','Renmin Road','成都','Chengdu','蒋红','028-61230001',12,'2016-03-01',NULL),
 (2,'人民南路门诊','Renmin South Road','成都','Chengdu','韩磊','028-61230002',8,'2019-09-10',NULL),
 (3,'高新门诊','High-Tech Park','成都','Chengdu','田野','028-61230003',10,'2021-05-18',NULL),
 (4,'解放碑门诊','Jiefangbei','重庆','Chongqing','石静','023-61230004',14,'2017-07-01',NULL),
 (5,'观音桥门诊','Guanyinqiao','重庆','Chongqing',NULL,'023-61230005',7,'2020-11-11',NULL),
 (6,'沙坪坝门诊','Shapingba','重庆','Chongqing','龙飞','023-61230006',5,'2018-04-02','2025-12-31'),
 (7,'钟楼门诊','Bell Tower','西安','Xi''an','白雪','029-61230007',9,'2022-02-21',NULL),
 (8,'曲江门诊','Qujiang','西安','Xi''an','牛志远',NULL,6,'2026-04-01',NULL);

CREATE TABLE public.ks (
  ks_id int PRIMARY KEY,
  ks_mc text NOT NULL,
  ks_en text NOT NULL,
  parent_id int REFERENCES public.ks
);
COMMENT ON TABLE public.ks IS '科室';
COMMENT ON COLUMN public.ks.parent_id IS '上级科室';
INSERT INTO public.ks VALUES
 (10,'内科','Internal Medicine',NULL),(20,'外科','Surgery',NULL),(30,'儿科','Paediatrics',NULL),(40,'口腔科','Dentistry',NULL),
 (11,'心血管内科','Cardiology',10),(12,'消化内科','Gastroenterology',10),(13,'呼吸内科','Respiratory Medicine',10),
 (21,'普外科','General Surgery',20),(22,'骨科','Orthopaedics',20),
 (31,'小儿内科','General Paediatrics',30),(32,'儿童保健科','Child Health',30),
 (41,'牙体牙髓科','Endodontics',40),(42,'正畸科','Orthodontics',40);

CREATE TABLE public.doctors (
  doctor_id int PRIMARY KEY,
  full_name text NOT NULL,
  name_en text NOT NULL,
  md_id int NOT NULL REFERENCES public.md,
  ks_id int NOT NULL REFERENCES public.ks,
  title_cd int NOT NULL,
  hired_on date NOT NULL,
  left_on date
);
COMMENT ON TABLE public.doctors IS '医生';
COMMENT ON COLUMN public.doctors.title_cd IS '职称 1住院医师 2主治医师 3副主任医师 4主任医师';
COMMENT ON COLUMN public.doctors.left_on IS '离职日期';
INSERT INTO public.doctors VALUES
 (1,'周建国','Zhou Jianguo',1,11,4,'2016-03-01',NULL),
 (2,'何琳','He Lin',1,12,3,'2017-06-12',NULL),
 (3,'罗晓东','Luo Xiaodong',1,22,3,'2018-09-03',NULL),
 (4,'王芳','Wang Fang',1,31,2,'2020-07-15',NULL),
 (5,'邓超','Deng Chao',1,41,2,'2021-03-22',NULL),
 (6,'赵一凡','Zhao Yifan',1,13,1,'2025-07-01',NULL),
 (7,'唐敏','Tang Min',2,12,3,'2019-09-10',NULL),
 (8,'冯远','Feng Yuan',2,32,2,'2020-02-17',NULL),
 (9,'曾丽','Zeng Li',2,42,3,'2021-08-30',NULL),
 (10,'钱程','Qian Cheng',2,13,2,'2022-05-05','2026-05-31'),
 (11,'蔡明','Cai Ming',3,11,3,'2021-05-18',NULL),
 (12,'叶青','Ye Qing',3,21,4,'2021-05-18',NULL),
 (13,'潘悦','Pan Yue',3,31,2,'2022-10-10',NULL),
 (14,'杜鹏','Du Peng',3,42,1,'2024-07-08',NULL),
 (15,'陆海','Lu Hai',4,11,4,'2017-07-01',NULL),
 (16,'苏婷','Su Ting',4,12,3,'2018-03-12',NULL),
 (17,'魏强','Wei Qiang',4,21,3,'2018-11-01',NULL),
 (18,'江雪','Jiang Xue',4,22,2,'2020-04-20',NULL),
 (19,'任杰','Ren Jie',4,31,3,'2019-08-19',NULL),
 (20,'万佳','Wan Jia',4,41,2,'2023-02-06',NULL),
 (21,'贺琪','He Qi',5,13,3,'2020-11-11',NULL),
 (22,'王芳','Wang Fang',5,32,3,'2021-01-04',NULL),
 (23,'严冬','Yan Dong',5,41,1,'2024-08-01','2026-08-31'),
 (24,'方圆','Fang Yuan',6,12,2,'2018-04-02','2025-12-31'),
 (25,'孟轲','Meng Ke',6,31,2,'2019-05-20','2025-12-31'),
 (26,'史磊','Shi Lei',7,11,3,'2022-02-21',NULL),
 (27,'侯静','Hou Jing',7,22,3,'2022-02-21',NULL),
 (28,'段然','Duan Ran',7,32,2,'2022-09-01',NULL),
 (29,'Emma Clarke','Emma Clarke',7,42,3,'2023-04-17',NULL),
 (30,'郝伟','Hao Wei',8,12,3,'2026-04-01',NULL),
 (31,'邱实','Qiu Shi',8,22,2,'2026-04-01',NULL),
 (32,'黎昕','Li Xin',8,31,1,'2026-06-15',NULL);

CREATE TABLE public.patients (
  patient_id int PRIMARY KEY,
  full_name text NOT NULL,
  sex char(1),
  birth_date date,
  phone text,
  ins_type int,
  home_md_id int REFERENCES public.md,
  registered_on date NOT NULL
);
COMMENT ON TABLE public.patients IS '患者';
COMMENT ON COLUMN public.patients.sex IS 'M男 F女';
COMMENT ON COLUMN public.patients.ins_type IS '0自费 1职工医保 2居民医保 3商业保险，空=未登记';
COMMENT ON COLUMN public.patients.home_md_id IS '建档门诊';
COMMENT ON COLUMN public.patients.registered_on IS '建档日期';
INSERT INTO public.patients
SELECT i,
 (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('ps'||i,20)]
 ||(ARRAY['伟','芳','娜','敏','静','丽','强','磊','洋','艳','勇','杰','娟','涛','明','超','兰','霞','平','刚','佳怡','子轩','梓涵','雨桐','浩然','诗涵','宇航','欣怡','俊杰','思远'])[1+_h('pg'||i,30)],
 CASE WHEN _h('px'||i,60)=0 THEN NULL WHEN _h('px'||i,60)<32 THEN 'F' ELSE 'M' END,
 CASE WHEN _h('pb'||i,25)=0 THEN NULL ELSE date '2025-10-01' - _h('pa'||i,29000) END,
 CASE WHEN _h('pp'||i,30)=0 THEN NULL ELSE '13'||lpad(_h('pq'||i,1000000000)::text,9,'0') END,
 CASE WHEN _h('pi'||i,100)<5 THEN NULL WHEN _h('pi'||i,100)<24 THEN 0 WHEN _h('pi'||i,100)<58 THEN 1 WHEN _h('pi'||i,100)<82 THEN 2 ELSE 3 END,
 CASE WHEN _h('pm'||i,12)=0 THEN NULL ELSE (ARRAY[1,1,1,2,2,3,3,4,4,4,5,5,7,7])[1+_h('pn'||i,14)] END,
 CASE WHEN i<=2500 THEN date '2019-01-01' + (i*0.85)::int ELSE date '2024-11-01' + ((i-2500)*748/3500) END
FROM generate_series(1,6000) i;

CREATE TABLE public.yy (
  yy_id int PRIMARY KEY,
  patient_id int NOT NULL REFERENCES public.patients,
  md_id int NOT NULL REFERENCES public.md,
  ks_id int NOT NULL REFERENCES public.ks,
  treating_doctor_id int NOT NULL REFERENCES public.doctors,
  referring_doctor_id int REFERENCES public.doctors,
  booked_on date NOT NULL,
  planned_on date NOT NULL,
  attended_on date,
  st char(1) NOT NULL,
  channel_cd int,
  wait_min int,
  score int
);
COMMENT ON TABLE public.yy IS '预约';
COMMENT ON COLUMN public.yy.treating_doctor_id IS '接诊医生';
COMMENT ON COLUMN public.yy.referring_doctor_id IS '转诊医生，自行就诊为空';
COMMENT ON COLUMN public.yy.planned_on IS '预约就诊日';
COMMENT ON COLUMN public.yy.attended_on IS '实际到诊日，未到为空';
COMMENT ON COLUMN public.yy.st IS 'A已到诊 C已取消 N爽约 B待就诊';
COMMENT ON COLUMN public.yy.channel_cd IS '渠道 1电话 2小程序 3前台 4美团';
COMMENT ON COLUMN public.yy.wait_min IS '候诊分钟';
INSERT INTO public.yy
WITH d AS MATERIALIZED (
  SELECT dd::date AS day, dd::date - date '2024-11-01' AS n,
   CASE WHEN dd::date > date '2026-11-20' THEN 14 - (dd::date - date '2026-11-20')*0.7 ELSE
    (40 + (dd::date - date '2024-11-01')*0.012 + CASE extract(isodow FROM dd) WHEN 6 THEN 9 WHEN 7 THEN -6 WHEN 1 THEN 6 ELSE 0 END)
    * CASE extract(month FROM dd) WHEN 1 THEN 1.08 WHEN 2 THEN .78 WHEN 3 THEN 1.06 WHEN 7 THEN .93 WHEN 8 THEN .9 WHEN 11 THEN 1.07 WHEN 12 THEN 1.12 ELSE 1 END
    + _h('dn'||dd::date,9) - 4 END AS cnt
  FROM generate_series(date '2024-11-01', date '2026-12-05', interval '1 day') dd),
r AS MATERIALIZED (
  SELECT day, n, k, day||'-'||k AS key,
   (ARRAY[1,1,1,1,1,2,2,2,3,3,3,3,4,4,4,4,4,4,5,5,6,6,7,7,7,8,8])[1+_h('mb'||day||'-'||k,27)] AS md_id
  FROM d, generate_series(1,cnt::int) k),
a AS MATERIALIZED (
  SELECT m.md_id, d.day, array_agg(x.doctor_id ORDER BY x.doctor_id) AS da
  FROM public.md m JOIN d ON d.day>=m.opened_on AND (m.closed_on IS NULL OR d.day<=m.closed_on)
  JOIN public.doctors x ON x.md_id=m.md_id AND x.hired_on<=d.day AND (x.left_on IS NULL OR x.left_on>=d.day)
  GROUP BY 1,2),
r2 AS MATERIALIZED (
  SELECT r.*, da[1+least(_h('dx'||key,array_length(da,1)),_h('dy'||key,array_length(da,1)+1))] AS tr,
   1+_h('rf'||key,32) AS rf, _h('hr'||key,100) AS hr, _h('hs'||key,1000) AS hs, _h('hl'||key,100) AS hl,
   CASE WHEN day > date '2026-11-20' THEN date '2026-11-20' - _h('bk'||key,9) ELSE day - _h('bk'||key,15) END AS bk
  FROM r JOIN a USING (md_id, day)),
r3 AS MATERIALIZED (
  SELECT r2.*, x.ks_id,
   CASE WHEN day > date '2026-11-20' THEN CASE WHEN hs<40 THEN 'C' ELSE 'B' END
    WHEN hs < 70 + CASE WHEN r2.md_id=5 THEN 30 ELSE 0 END THEN 'C'
    WHEN hs > 1000 - 62 - CASE WHEN r2.md_id=7 THEN 35 WHEN r2.md_id=2 THEN -20 ELSE 0 END - CASE WHEN x.ks_id IN (42,32) THEN 25 ELSE 0 END THEN 'N' ELSE 'A' END AS s0,
   day + CASE WHEN hl<6 THEN 1+_h('h2'||key,9) ELSE 0 END AS att
  FROM r2 JOIN public.doctors x ON x.doctor_id=r2.tr)
SELECT row_number() OVER (ORDER BY day,k)::int, 1+_h('pt'||key, 2500 + greatest(0,least(3500,(n*3500/760)))::int), md_id, ks_id, tr,
 CASE WHEN hr<38 AND rf<>tr AND EXISTS (SELECT 1 FROM public.doctors z WHERE z.doctor_id=rf AND z.hired_on<=bk AND (z.left_on IS NULL OR z.left_on>=bk)) THEN rf END,
 bk, day,
 CASE WHEN s0='A' AND att<=date '2026-11-20' THEN att END,
 CASE WHEN s0='A' AND att>date '2026-11-20' THEN 'B' ELSE s0 END,
 CASE WHEN _h('ch'||key,100)<3 THEN NULL WHEN _h('ch'||key,100)<22 THEN 1 WHEN _h('ch'||key,100)<70 THEN 2 WHEN _h('ch'||key,100)<88 THEN 3 ELSE 4 END,
 CASE WHEN s0='A' AND att<=date '2026-11-20' AND _h('wn'||key,30)>0 THEN 3+_h('wt'||key,34)+CASE md_id WHEN 4 THEN 9 WHEN 1 THEN 5 WHEN 8 THEN -2 ELSE 0 END END,
 CASE WHEN s0='A' AND att<=date '2026-11-20' AND _h('sc'||key,100)<37 THEN CASE WHEN _h('sd'||key,100)<6+md_id THEN 1+_h('se'||key,3) WHEN _h('sd'||key,100)<45 THEN 4 ELSE 5 END END
FROM r3;

CREATE TABLE public.sf (
  sf_id int PRIMARY KEY,
  yy_id int NOT NULL REFERENCES public.yy,
  kind_cd int NOT NULL,
  amount numeric(10,2) NOT NULL,
  billed_on date NOT NULL,
  zf boolean NOT NULL
);
COMMENT ON TABLE public.sf IS '收费明细';
COMMENT ON COLUMN public.sf.kind_cd IS '1诊查费 2检查费 3化验费 4药费 5治疗费';
COMMENT ON COLUMN public.sf.zf IS '是否作废';
INSERT INTO public.sf
SELECT row_number() OVER (ORDER BY y.yy_id, l)::int, y.yy_id, k.kind,
 CASE k.kind WHEN 1 THEN (ARRAY[20,35,60,100])[dr.title_cd]
  WHEN 2 THEN 80+_h('am'||y.yy_id||l,420) WHEN 3 THEN 30+_h('am'||y.yy_id||l,190)
  WHEN 4 THEN round((25+_h('am'||y.yy_id||l,21000)/100.0)::numeric,2)
  ELSE CASE WHEN y.ks_id=42 THEN 900+_h('am'||y.yy_id||l,2600) WHEN y.ks_id IN (21,22,41) THEN 180+_h('am'||y.yy_id||l,900) ELSE 60+_h('am'||y.yy_id||l,340) END END,
 least(date '2026-11-20', y.attended_on + CASE WHEN _h('bo'||y.yy_id,20)=0 THEN 1+_h('bp'||y.yy_id,3) ELSE 0 END),
 _h('zf'||y.yy_id||'-'||l,50)=0
FROM public.yy y JOIN public.doctors dr ON dr.doctor_id=y.treating_doctor_id
CROSS JOIN generate_series(1,3) l
CROSS JOIN LATERAL (SELECT CASE l WHEN 1 THEN 1 WHEN 2 THEN (ARRAY[2,2,3,3,4,5,5])[1+_h('kd'||y.yy_id,7)] ELSE 4 END AS kind) k
WHERE y.st='A' AND (l=1 OR (l=2 AND _h('l2'||y.yy_id,100)<78) OR (l=3 AND _h('l3'||y.yy_id,100)<34));

CREATE TABLE public.insurers (
  insurer_id int PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  kind char(1) NOT NULL,
  pay_days int
);
COMMENT ON TABLE public.insurers IS '保险机构';
COMMENT ON COLUMN public.insurers.kind IS 'G医保 C商保';
COMMENT ON COLUMN public.insurers.pay_days IS '约定结算天数';
INSERT INTO public.insurers VALUES
 (1,'职工医保中心','Employee Insurance Fund','G',30),(2,'居民医保中心','Resident Insurance Fund','G',45),
 (3,'平安健康','Ping An Health','C',20),(4,'泰康在线','Taikang Online','C',20),(5,'友邦','AIA','C',15),(6,'安联','Allianz','C',NULL);

CREATE TABLE public.claims (
  claim_id int PRIMARY KEY,
  yy_id int NOT NULL UNIQUE REFERENCES public.yy,
  insurer_id int NOT NULL REFERENCES public.insurers,
  submitted_on date NOT NULL,
  submitted_amt numeric(10,2) NOT NULL,
  settled_on date,
  settled_amt numeric(10,2),
  status char(1) NOT NULL,
  reason text
);
COMMENT ON TABLE public.claims IS '理赔单';
COMMENT ON COLUMN public.claims.submitted_on IS '提交日期';
COMMENT ON COLUMN public.claims.settled_on IS '结案日期，未结为空';
COMMENT ON COLUMN public.claims.settled_amt IS '赔付金额';
COMMENT ON COLUMN public.claims.status IS 'S审核中 P已赔付 R拒赔';
COMMENT ON COLUMN public.claims.reason IS '拒赔原因';
INSERT INTO public.claims
WITH b AS MATERIALIZED (SELECT yy_id, sum(amount) t FROM public.sf WHERE NOT zf GROUP BY 1),
c AS MATERIALIZED (
 SELECT y.yy_id, b.t, CASE p.ins_type WHEN 1 THEN 1 WHEN 2 THEN 2 ELSE (ARRAY[3,3,3,4,4,5,6])[1+_h('in'||p.patient_id,7)] END AS ins,
  y.attended_on + 1 + _h('sb'||y.yy_id,9) AS sub, _h('cs'||y.yy_id,100) AS hs
 FROM public.yy y JOIN b USING (yy_id) JOIN public.patients p USING (patient_id)
 WHERE p.ins_type>0 AND _h('cl'||y.yy_id,100)<56),
e AS MATERIALIZED (
 SELECT c.*, sub + (ARRAY[12,20,9,11,7,16])[ins] + _h('sg'||yy_id,(ARRAY[28,40,18,22,14,30])[ins]) AS fin,
  round(t*(ARRAY[70,60,85,80,90,80])[ins]/100,2) AS amt, hs < (ARRAY[5,7,11,13,8,15])[ins] AS rej
 FROM c WHERE sub<=date '2026-11-20')
SELECT row_number() OVER (ORDER BY sub, yy_id)::int, yy_id, ins, sub, amt,
 CASE WHEN fin<=date '2026-11-20' THEN fin END,
 CASE WHEN fin<=date '2026-11-20' AND NOT rej THEN round(amt*(100-CASE WHEN _h('cu'||yy_id,3)=0 THEN _h('cv'||yy_id,20) ELSE 0 END)/100,2) END,
 CASE WHEN fin>date '2026-11-20' THEN 'S' WHEN rej THEN 'R' ELSE 'P' END,
 CASE WHEN fin<=date '2026-11-20' AND rej THEN (ARRAY['材料不全','超出范围','重复提交','既往症'])[1+_h('cr'||yy_id,4)] END
FROM e;

CREATE TABLE public.yp (
  yp_id int PRIMARY KEY,
  mc text NOT NULL,
  mc_en text NOT NULL,
  cat_cd char(2) NOT NULL,
  price numeric(8,2) NOT NULL,
  min_qty int NOT NULL,
  supplier text,
  active char(1) NOT NULL
);
COMMENT ON TABLE public.yp IS '药品';
COMMENT ON COLUMN public.yp.mc IS '药品名称';
COMMENT ON COLUMN public.yp.cat_cd IS '类别 KS抗生素 JT解热镇痛 XX心血管 XH消化 HX呼吸 WS维生素';
COMMENT ON COLUMN public.yp.price IS '零售价';
COMMENT ON COLUMN public.yp.min_qty IS '每店最低库存';
COMMENT ON COLUMN public.yp.active IS 'Y/N';
INSERT INTO public.yp VALUES
 (1,'阿莫西林胶囊','Amoxicillin capsules','KS',18.50,60,'国药控股','Y'),(2,'头孢克肟片','Cefixime tablets','KS',32.00,50,'国药控股','Y'),
 (3,'阿奇霉素片','Azithromycin tablets','KS',29.80,40,'华润医药','Y'),(4,'布洛芬缓释胶囊','Ibuprofen capsules','JT',16.00,80,'华润医药','Y'),
 (5,'对乙酰氨基酚片','Paracetamol tablets','JT',9.90,80,'科伦药业','Y'),(6,'阿司匹林肠溶片','Aspirin tablets','XX',12.50,60,'拜耳','Y'),
 (7,'氨氯地平片','Amlodipine tablets','XX',27.60,50,'辉瑞','Y'),(8,'缬沙坦胶囊','Valsartan capsules','XX',36.40,40,'诺华','Y'),
 (9,'奥美拉唑胶囊','Omeprazole capsules','XH',21.00,60,'科伦药业','Y'),(10,'铝碳酸镁片','Hydrotalcite tablets','XH',24.80,40,'拜耳','Y'),
 (11,'蒙脱石散','Smectite powder','XH',14.20,50,NULL,'Y'),(12,'氨溴索口服液','Ambroxol oral solution','HX',22.30,50,'国药控股','Y'),
 (13,'孟鲁司特钠片','Montelukast tablets','HX',45.90,40,'默沙东','Y'),(14,'布地奈德雾化液','Budesonide nebuliser','HX',68.00,30,'阿斯利康','Y'),
 (15,'维生素D滴剂','Vitamin D drops','WS',35.00,40,NULL,'Y'),(16,'复合维生素B片','Vitamin B complex','WS',8.60,40,'科伦药业','N');

CREATE TABLE public.yp_crk (
  crk_id int PRIMARY KEY,
  md_id int NOT NULL REFERENCES public.md,
  yp_id int NOT NULL REFERENCES public.yp,
  moved_on date NOT NULL,
  move_cd char(2) NOT NULL,
  qty int NOT NULL,
  unit_cost numeric(8,2)
);
COMMENT ON TABLE public.yp_crk IS '药品出入库';
COMMENT ON COLUMN public.yp_crk.move_cd IS 'RK入库 FY发药 BS报损 DC调出';
COMMENT ON COLUMN public.yp_crk.qty IS '数量(盒)，均为正数';
COMMENT ON COLUMN public.yp_crk.unit_cost IS '进价，仅入库';
INSERT INTO public.yp_crk
WITH g AS MATERIALIZED (
 SELECT m.md_id, m.closed_on, m.opened_on, y.yp_id, y.price, mo::date AS mo, m.md_id||'-'||y.yp_id||'-'||mo::date AS key,
  round((ARRAY[1.3,.8,1,1.5,.6,.5,.8,.5])[m.md_id]*(10+y.min_qty*0.3)*CASE WHEN y.cat_cd IN ('HX','JT') AND extract(month FROM mo) IN (11,12,1,2) THEN 1.4 ELSE 1 END)::int AS base
 FROM public.md m CROSS JOIN public.yp y CROSS JOIN generate_series(date '2024-11-01',date '2026-11-01',interval '1 month') mo
 WHERE mo>=date_trunc('month',m.opened_on) AND (m.closed_on IS NULL OR mo<=m.closed_on)
  AND (y.active='Y' OR mo<date '2026-03-01')),
o AS MATERIALIZED (
 SELECT g.*, s, (3+_h('oq'||key||s,base)) AS q, mo+2+s*6+_h('od'||key||s,5) AS dt FROM g, generate_series(0,3) s),
i AS MATERIALIZED (SELECT md_id,yp_id,price,mo,key,base,closed_on,sum(q) AS t FROM o GROUP BY 1,2,3,4,5,6,7),
z AS MATERIALIZED (
 SELECT md_id,yp_id,dt,'FY' AS cd,q,NULL::numeric AS c FROM o
 UNION ALL SELECT md_id,yp_id,mo+_h('id'||key,3),'RK',greatest(5,t-12+_h('iq'||key,24))::int, round(price*(58+_h('ic'||key,9))/100,2) FROM i WHERE closed_on IS NULL OR mo<date '2025-12-01'
 UNION ALL SELECT DISTINCT ON (md_id,yp_id) md_id,yp_id,greatest(mo,date '2024-11-01'),'RK',base*4+45,round(price*.6,2) FROM (SELECT * FROM g ORDER BY md_id,yp_id,mo) q
 UNION ALL SELECT md_id,yp_id,mo+14,'BS',1+_h('bq'||key,6),NULL FROM g WHERE _h('bs'||key,14)=0)
SELECT row_number() OVER (ORDER BY dt,md_id,yp_id,cd,q)::int, md_id,yp_id,dt,cd,q,c FROM z WHERE dt<=date '2026-11-20';
INSERT INTO public.yp_crk
SELECT (SELECT max(crk_id) FROM public.yp_crk)+yp_id, 6, yp_id, date '2025-12-31','DC',
 sum(CASE move_cd WHEN 'RK' THEN qty ELSE -qty END), NULL FROM public.yp_crk WHERE md_id=6 GROUP BY yp_id
 HAVING sum(CASE move_cd WHEN 'RK' THEN qty ELSE -qty END)>0;

CREATE TABLE public.yp_yjc (
  md_id int NOT NULL REFERENCES public.md,
  yp_id int NOT NULL REFERENCES public.yp,
  month_end date NOT NULL,
  qty int NOT NULL,
  PRIMARY KEY (md_id, yp_id, month_end)
);
COMMENT ON TABLE public.yp_yjc IS '药品月结存';
INSERT INTO public.yp_yjc
SELECT md_id, yp_id, (mo + interval '1 month')::date - 1, (sum(net) OVER (PARTITION BY md_id,yp_id ORDER BY mo))::int
FROM (SELECT md_id, yp_id, date_trunc('month',moved_on) AS mo, sum(CASE move_cd WHEN 'RK' THEN qty ELSE -qty END) AS net
      FROM public.yp_crk GROUP BY 1,2,3) q
WHERE mo < date '2026-11-01';

CREATE TABLE public.md_target (
  md_id int NOT NULL REFERENCES public.md,
  target_month date NOT NULL,
  visits_plan int,
  amount_plan numeric(12,2),
  PRIMARY KEY (md_id, target_month)
);
COMMENT ON TABLE public.md_target IS '月度目标';
COMMENT ON COLUMN public.md_target.amount_plan IS '收入目标';
INSERT INTO public.md_target
SELECT m.md_id, mo::date, (ARRAY[210,115,165,250,60,0,115,75])[m.md_id] + 3*extract(month FROM mo)::int,
 CASE WHEN m.md_id=8 AND mo<date '2026-07-01' THEN NULL ELSE (ARRAY[54000,52000,52000,62000,25000,0,50000,26000])[m.md_id] + 400*extract(month FROM mo) END
FROM public.md m CROSS JOIN generate_series(date '2026-01-01',date '2026-12-01',interval '1 month') mo
WHERE m.closed_on IS NULL AND mo>=date_trunc('month',m.opened_on);

DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.yy (planned_on);
CREATE INDEX ON public.sf (yy_id);
ANALYZE;

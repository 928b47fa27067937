-- 皓齿口腔连锁 BrightTooth Dental: demo data, deterministic, through 2026-11-20
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.clinics (
  clinic_id int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  city      text NOT NULL,
  city_en   text NOT NULL,
  chairs    int NOT NULL,
  manager   text,
  monthly_rent numeric(10,2),
  opened_on date NOT NULL,
  closed_on date
);
COMMENT ON TABLE public.clinics IS '诊所/门诊部 clinics';
COMMENT ON COLUMN public.clinics.name IS '诊所名称';
COMMENT ON COLUMN public.clinics.chairs IS '牙椅数 dental chairs';
COMMENT ON COLUMN public.clinics.manager IS '店长';
COMMENT ON COLUMN public.clinics.monthly_rent IS '月租金（元）';
COMMENT ON COLUMN public.clinics.opened_on IS '开业日期';
COMMENT ON COLUMN public.clinics.closed_on IS '关店日期，营业中为空';
INSERT INTO public.clinics VALUES
 (1,'国贸店','Guomao','北京','Beijing',12,'韩冰',186000,'2017-05-08',NULL),
 (2,'望京店','Wangjing','北京','Beijing',8,'丁蕾',98000,'2019-09-16',NULL),
 (3,'徐汇店','Xuhui','上海','Shanghai',10,'沈一凡',152000,'2018-03-12',NULL),
 (4,'陆家嘴店','Lujiazui','上海','Shanghai',9,'陆佳',168000,'2020-11-02',NULL),
 (5,'春熙路店','Chunxi Road','成都','Chengdu',8,'何苗',76000,'2019-04-20',NULL),
 (6,'高新店','Hi-tech Zone','成都','Chengdu',6,NULL,52000,'2022-06-18',NULL),
 (7,'光谷店','Optics Valley','武汉','Wuhan',7,'彭涛',48000,'2021-03-27',NULL),
 (8,'园区店','Industrial Park','苏州','Suzhou',5,'钱晓',45000,'2021-10-10','2025-09-30'),
 (9,'曲江店','Qujiang','西安','Xi''an',6,'雷鸣',42000,'2026-04-18',NULL);

CREATE TABLE public.dentists (
  dentist_id   int PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL,
  clinic_id    int NOT NULL REFERENCES public.clinics,
  title_cd     int NOT NULL,
  specialty    text,
  hired_on     date NOT NULL,
  left_on      date
);
COMMENT ON TABLE public.dentists IS '牙医';
COMMENT ON COLUMN public.dentists.title_cd IS '职称：1 住院医师 2 主治医师 3 副主任医师 4 主任医师';
COMMENT ON COLUMN public.dentists.specialty IS '专科方向（全科医生为空）';
COMMENT ON COLUMN public.dentists.hired_on IS '入职日期';
COMMENT ON COLUMN public.dentists.left_on IS '离职日期，在职为空';
INSERT INTO public.dentists VALUES
 (1,'赵明远','Zhao Mingyuan',1,4,'种植','2017-05-08',NULL),
 (2,'刘洋','Liu Yang',1,2,'正畸','2020-07-01',NULL),
 (3,'孙雅婷','Sun Yating',1,3,'牙体牙髓','2018-10-15',NULL),
 (4,'钟小艾','Zhong Xiaoai',1,1,NULL,'2025-07-07',NULL),
 (5,'方旭','Fang Xu',2,3,'种植','2019-09-16',NULL),
 (6,'白洁','Bai Jie',2,2,'儿童牙科','2021-04-06',NULL),
 (7,'马骁','Ma Xiao',2,2,NULL,'2022-08-01',NULL),
 (8,'顾清','Gu Qing',3,4,'正畸','2018-03-12',NULL),
 (9,'沈若彤','Shen Ruotong',3,2,'修复','2020-05-18',NULL),
 (10,'David Chen','David Chen',3,3,'种植','2023-02-01',NULL),
 (11,'郑凯','Zheng Kai',3,1,NULL,'2024-08-12','2026-03-31'),
 (12,'陆思源','Lu Siyuan',4,3,'种植','2020-11-02',NULL),
 (13,'蒋怡','Jiang Yi',4,2,'正畸','2021-09-01',NULL),
 (14,'许朗','Xu Lang',4,2,'牙周','2022-03-14',NULL),
 (15,'罗文斌','Luo Wenbin',5,3,'正畸','2019-04-20',NULL),
 (16,'刘洋','Liu Yang',5,2,'修复','2021-06-07',NULL),
 (17,'邓可','Deng Ke',5,1,NULL,'2024-03-04',NULL),
 (18,'谭静','Tan Jing',6,3,'儿童牙科','2022-06-18',NULL),
 (19,'秦川','Qin Chuan',6,2,'牙体牙髓','2022-06-18',NULL),
 (20,'黄志豪','Huang Zhihao',7,3,'种植','2021-03-27',NULL),
 (21,'余菲','Yu Fei',7,2,'正畸','2021-08-16',NULL),
 (22,'胡晓东','Hu Xiaodong',7,1,NULL,'2025-03-10',NULL),
 (23,'吴越','Wu Yue',8,3,'修复','2021-10-10','2025-09-30'),
 (24,'唐婉','Tang Wan',8,2,NULL,'2022-02-21','2025-09-30'),
 (25,'杜康','Du Kang',9,3,'种植','2026-04-18',NULL),
 (26,'石磊','Shi Lei',9,2,NULL,'2026-04-18',NULL);

CREATE TABLE public.patients (
  patient_id     int PRIMARY KEY,
  full_name      text NOT NULL,
  sex            char(1),
  birth_date     date,
  phone          text,
  source_cd      int,
  card_level     char(1),
  home_clinic_id int REFERENCES public.clinics,
  registered_on  date NOT NULL
);
COMMENT ON TABLE public.patients IS '患者档案';
COMMENT ON COLUMN public.patients.sex IS 'M 男 F 女，未登记为空';
COMMENT ON COLUMN public.patients.birth_date IS '出生日期，可为空';
COMMENT ON COLUMN public.patients.source_cd IS '客户来源：1 老客介绍 2 美团 3 小红书 4 企业合作 5 路过，未登记为空';
COMMENT ON COLUMN public.patients.card_level IS '会员卡：S 银卡 G 金卡，无卡为空';
COMMENT ON COLUMN public.patients.home_clinic_id IS '建档诊所';
COMMENT ON COLUMN public.patients.registered_on IS '建档日期';
INSERT INTO public.patients
SELECT i,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('ps'||i,20)]
  || (ARRAY['伟','芳','娜','敏','静','丽','强','磊','洋','艳','勇','杰','娟','涛','明','超','兰','霞','平','刚','佳怡','子轩','梓涵','雨桐','浩然','诗涵','宇航','欣怡','俊杰','思远'])[1+_h('pg'||i,30)],
  CASE WHEN _h('px'||i,60)=0 THEN NULL WHEN _h('px'||i,60)<34 THEN 'F' ELSE 'M' END,
  CASE WHEN _h('pb0'||i,25)=0 THEN NULL ELSE date '2019-06-01' - CASE WHEN _h('pb1'||i,100)<15 THEN _h('pb'||i,4200) ELSE 4200+_h('pb'||i,18500) END END,
  CASE WHEN _h('ph0'||i,50)=0 THEN NULL ELSE '13'||lpad(_h('ph'||i,1000000000)::text,9,'0') END,
  CASE WHEN _h('pc'||i,100)<5 THEN NULL WHEN _h('pc'||i,100)<38 THEN 1 WHEN _h('pc'||i,100)<60 THEN 2 WHEN _h('pc'||i,100)<78 THEN 3 WHEN _h('pc'||i,100)<88 THEN 4 ELSE 5 END,
  CASE WHEN _h('pl'||i,100)<70 THEN NULL WHEN _h('pl'||i,100)<92 THEN 'S' ELSE 'G' END,
  NULL,
  CASE WHEN i<=2000 THEN date '2017-05-10' + (i*1.36)::int ELSE date '2024-11-01' + ((i-2000)*749/3200) END
FROM generate_series(1,5200) i;

CREATE TABLE public.appointments (
  appt_id    int PRIMARY KEY,
  patient_id int NOT NULL REFERENCES public.patients,
  clinic_id  int NOT NULL REFERENCES public.clinics,
  dentist_id int REFERENCES public.dentists,
  booked_on  date NOT NULL,
  start_at   timestamp NOT NULL,
  channel_cd int NOT NULL,
  status     char(1) NOT NULL,
  wait_min   int,
  chair_min  int,
  score      int
);
COMMENT ON TABLE public.appointments IS '预约与就诊 appointments (one row per booking)';
COMMENT ON COLUMN public.appointments.dentist_id IS '接诊医生，未分配为空';
COMMENT ON COLUMN public.appointments.booked_on IS '预约提交日期';
COMMENT ON COLUMN public.appointments.start_at IS '预约/就诊时间 appointment time';
COMMENT ON COLUMN public.appointments.channel_cd IS '预约渠道：1 电话 2 小程序 3 到店 4 美团';
COMMENT ON COLUMN public.appointments.status IS 'D 已就诊 N 爽约 C 患者取消 X 诊所取消';
COMMENT ON COLUMN public.appointments.wait_min IS '候诊分钟，未就诊为空';
COMMENT ON COLUMN public.appointments.chair_min IS '占椅分钟 minutes in chair';
COMMENT ON COLUMN public.appointments.score IS '患者评分 1-5，未评为空';
INSERT INTO public.appointments
WITH d AS (
  SELECT dd::date AS day, (dd::date - date '2024-11-01') AS n,
    (36 + (dd::date - date '2024-11-01')*0.012
      + CASE WHEN extract(isodow FROM dd)=6 THEN 16 WHEN extract(isodow FROM dd)=7 THEN 10 WHEN extract(isodow FROM dd)=3 THEN -5 ELSE 0 END)
      * CASE extract(month FROM dd) WHEN 1 THEN .88 WHEN 2 THEN .74 WHEN 3 THEN 1.06 WHEN 5 THEN 1.08 WHEN 7 THEN 1.22 WHEN 8 THEN 1.17 WHEN 10 THEN 1.02 WHEN 12 THEN .93 ELSE 1 END
      + _h('dn'||dd::date,9) - 4 AS cnt
  FROM generate_series(date '2024-11-01', date '2026-11-20', interval '1 day') dd
  WHERE NOT (dd BETWEEN date '2025-01-28' AND date '2025-02-02' OR dd BETWEEN date '2026-02-16' AND date '2026-02-21')),
r AS MATERIALIZED (
  SELECT day, n, k, day||'-'||k AS key,
    (ARRAY[1,1,1,1,1,2,2,2,3,3,3,3,4,4,4,5,5,5,6,6,7,7,7,8,9,9])[1+_h('ab'||day||'-'||k,26)] AS clinic_id
  FROM d, generate_series(1, cnt::int) k),
r2 AS (
  SELECT r.*, 1 + _h('ap'||key, 2000 + n*3200/750) AS pid, _h('as'||key,1000) AS hs
  FROM r JOIN public.clinics c USING (clinic_id)
  WHERE day >= c.opened_on AND (c.closed_on IS NULL OR day <= c.closed_on)),
r3 AS MATERIALIZED (
  SELECT r2.*,
    CASE WHEN hs < 50 + CASE WHEN clinic_id=4 THEN 22 WHEN clinic_id=6 AND n>430 THEN 48 ELSE 0 END THEN 'N'
         WHEN hs < 150 + n/30 THEN 'C' WHEN hs > 987 THEN 'X' ELSE 'D' END AS st,
    (SELECT array_agg(v.dentist_id ORDER BY v.dentist_id) FROM public.dentists v WHERE v.clinic_id=r2.clinic_id AND v.hired_on<=day AND (v.left_on IS NULL OR v.left_on>=day)) AS va
  FROM r2)
SELECT row_number() OVER (ORDER BY day, k)::int, pid, clinic_id,
  CASE WHEN st<>'D' AND ch<>3 AND _h('av'||key,4)=0 THEN NULL ELSE va[1+least(_h('ax'||key,array_length(va,1)), _h('ay'||key,array_length(va,1)+1))] END,
  CASE WHEN ch=3 THEN day ELSE greatest(day - _h('abk'||key,14), (SELECT registered_on FROM public.patients p WHERE p.patient_id=pid)) END,
  day + make_interval(hours => 9+_h('ahh'||key,9), mins => 30*_h('ahm'||key,2)),
  ch, CASE WHEN ch=3 THEN 'D' ELSE st END,
  CASE WHEN st='D' OR ch=3 THEN 2 + _h('aw'||key,22) + CASE WHEN clinic_id IN (1,5) THEN 8 ELSE 0 END + CASE WHEN extract(isodow FROM day)>=6 THEN 6 ELSE 0 END END,
  CASE WHEN (st='D' OR ch=3) AND _h('acm0'||key,40)>0 THEN 20 + 5*_h('acm'||key,15) END,
  CASE WHEN (st='D' OR ch=3) AND _h('ar'||key,100)<46 THEN
    CASE WHEN _h('aq'||key,100) < 3+clinic_id THEN 1+_h('aq2'||key,2) WHEN _h('aq'||key,100)<18+clinic_id THEN 3 WHEN _h('aq'||key,100)<50 THEN 4 ELSE 5 END END
FROM (SELECT r3.*, CASE WHEN _h('ac'||key,100)<30-n/50 THEN 1 WHEN _h('ac'||key,100)<72 THEN 2 WHEN _h('ac'||key,100)<83 THEN 3 ELSE 4 END AS ch FROM r3) z;

CREATE TABLE public.procedures (
  proc_code  char(4) PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  category   char(2) NOT NULL,
  list_price numeric(10,2) NOT NULL,
  std_min    int,
  active     boolean NOT NULL
);
COMMENT ON TABLE public.procedures IS '诊疗项目目录 price list';
COMMENT ON COLUMN public.procedures.category IS '大类：EX 检查 HY 洁治牙周 RE 补牙 EN 根管 SU 拔牙外科 IM 种植 OR 正畸 PR 冠桥修复 WH 美白 PD 儿牙';
COMMENT ON COLUMN public.procedures.list_price IS '标准价（元）';
COMMENT ON COLUMN public.procedures.std_min IS '标准用时（分钟）';
COMMENT ON COLUMN public.procedures.active IS '是否在售';
INSERT INTO public.procedures VALUES
 ('EX01','口腔检查','Oral exam','EX',60,15,true),
 ('EX02','全景片','Panoramic X-ray','EX',120,10,true),
 ('EX03','CBCT','CBCT scan','EX',380,15,true),
 ('HY01','超声洁牙','Scaling','HY',298,40,true),
 ('HY02','喷砂洁牙','Air polishing','HY',398,50,true),
 ('HY03','龈下刮治','Deep cleaning','HY',880,60,true),
 ('RE01','树脂补牙','Composite filling','RE',360,40,true),
 ('RE02','嵌体','Inlay','RE',2200,60,true),
 ('RE03','银汞充填','Amalgam filling','RE',160,30,false),
 ('EN01','前牙根管','Front root canal','EN',1200,60,true),
 ('EN02','磨牙根管','Molar root canal','EN',2200,90,true),
 ('SU01','普通拔牙','Simple extraction','SU',280,30,true),
 ('SU02','智齿拔除','Wisdom tooth removal','SU',980,50,true),
 ('IM01','种植体植入','Implant placement','IM',6800,90,true),
 ('IM02','植骨','Bone graft','IM',4200,60,true),
 ('OR01','隐形矫正复诊','Aligner check-up','OR',800,30,true),
 ('OR02','金属托槽加力','Bracket adjustment','OR',500,30,true),
 ('OR03','保持器','Retainer','OR',1200,30,true),
 ('PR01','全瓷冠','Ceramic crown','PR',3600,60,true),
 ('PR02','烤瓷冠','Porcelain-metal crown','PR',1600,60,true),
 ('PR03','活动义齿','Removable denture','PR',2600,60,true),
 ('WH01','冷光美白','Light whitening','WH',1580,60,true),
 ('PD01','涂氟','Fluoride varnish','PD',150,15,true),
 ('PD02','窝沟封闭','Fissure sealant','PD',180,20,true);

CREATE TABLE public.treatments (
  treat_id  int PRIMARY KEY,
  appt_id   int NOT NULL REFERENCES public.appointments,
  proc_code char(4) NOT NULL REFERENCES public.procedures,
  tooth_no  int,
  qty       int NOT NULL,
  list_amount numeric(12,2) NOT NULL,
  amount    numeric(12,2) NOT NULL,
  state     char(1) NOT NULL
);
COMMENT ON TABLE public.treatments IS '治疗明细';
COMMENT ON COLUMN public.treatments.tooth_no IS 'FDI 牙位，非单牙项目为空';
COMMENT ON COLUMN public.treatments.qty IS '数量（颗/次）';
COMMENT ON COLUMN public.treatments.list_amount IS '折前金额';
COMMENT ON COLUMN public.treatments.amount IS '折后应收金额（元）';
COMMENT ON COLUMN public.treatments.state IS 'C 有效 V 作废';
INSERT INTO public.treatments
WITH w AS (SELECT ARRAY['EX02','EX02','EX02','EX03','EX03','HY01','HY01','HY01','HY01','HY01','HY02','HY02','HY03','RE01','RE01','RE01','RE01','RE01','RE02','RE03','EN01','EN02','EN02','SU01','SU01','SU02','SU02','SU02','IM01','IM01','IM02','OR01','OR01','OR01','OR02','OR02','OR02','OR03','PR01','PR01','PR02','PR03','WH01'] a,
  ARRAY['PD01','PD01','PD02','PD02','RE01','RE01','SU01','OR02','HY01','EX02'] kid),
ln AS (
  SELECT ap.appt_id, 0 AS s, 'EX01' AS code, ap.start_at, ap.patient_id FROM public.appointments ap WHERE ap.status='D' AND _h('te'||appt_id,100)<38
  UNION ALL
  SELECT ap.appt_id, s, CASE WHEN p.birth_date > date '2012-06-01' THEN w.kid[1+_h('tk'||appt_id||s,10)]
      WHEN ap.clinic_id IN (1,4) AND _h('tim'||appt_id||s,30)=0 THEN 'IM01'
      ELSE w.a[1+_h('ti'||appt_id||s,43)] END, ap.start_at, ap.patient_id
  FROM public.appointments ap JOIN public.patients p USING (patient_id) CROSS JOIN w CROSS JOIN generate_series(1,2) s
  WHERE ap.status='D' AND _h('tn'||appt_id||s,100) < CASE s WHEN 1 THEN 88 ELSE 27 END),
ln2 AS (
  SELECT ln.*, pr.list_price, pr.category,
    CASE WHEN code IN ('RE01','IM01','SU01','PD02','PR01') AND _h('tq'||appt_id||s,6)=0 THEN 2 ELSE 1 END AS qty,
    CASE WHEN category='EX' THEN 0 WHEN p.card_level='G' THEN 12 WHEN p.card_level='S' THEN 5 WHEN p.source_cd=4 THEN 8 ELSE 0 END AS disc
  FROM ln JOIN public.procedures pr ON pr.proc_code=CASE WHEN code='RE03' AND start_at >= '2026-01-01' THEN 'RE01' ELSE code END
  JOIN public.patients p USING (patient_id))
SELECT row_number() OVER (ORDER BY appt_id, s)::int, appt_id, CASE WHEN code='RE03' AND start_at >= '2026-01-01' THEN 'RE01' ELSE code END,
  CASE WHEN category IN ('RE','EN','SU','IM','PR') AND code<>'PR03' THEN (1+_h('tt1'||appt_id||s,4))*10 + 1+_h('tt2'||appt_id||s,8) END,
  qty, qty*list_price, round(qty*list_price*(100-disc)/100.0,2), CASE WHEN _h('tv'||appt_id||s,90)=0 THEN 'V' ELSE 'C' END
FROM ln2;

CREATE TABLE public.payments (
  payment_id int PRIMARY KEY,
  appt_id    int NOT NULL REFERENCES public.appointments,
  clinic_id  int NOT NULL REFERENCES public.clinics,
  paid_on    date NOT NULL,
  kind_cd    int NOT NULL,
  method_cd  int,
  amount     numeric(12,2) NOT NULL
);
COMMENT ON TABLE public.payments IS '收款与退款流水';
COMMENT ON COLUMN public.payments.kind_cd IS '1 收款 2 退款（金额均为正数）';
COMMENT ON COLUMN public.payments.method_cd IS '1 微信 2 支付宝 3 银行卡 4 医保 5 现金，未知为空';
INSERT INTO public.payments
WITH a AS (SELECT ap.appt_id, ap.clinic_id, ap.start_at::date AS day, sum(t.amount) AS tot
  FROM public.appointments ap JOIN public.treatments t USING (appt_id) WHERE t.state='C' GROUP BY 1,2,3),
m AS (
  SELECT appt_id, clinic_id, day, 1 AS k, CASE WHEN tot>=5000 AND _h('ys'||appt_id,3)=0 THEN round(tot*0.5,2) ELSE tot END AS amt FROM a WHERE _h('yu'||appt_id,100)>=3
  UNION ALL
  SELECT appt_id, clinic_id, day+30+_h('yd'||appt_id,15), 1, tot-round(tot*0.5,2) FROM a WHERE _h('yu'||appt_id,100)>=3 AND tot>=5000 AND _h('ys'||appt_id,3)=0 AND _h('yl'||appt_id,8)>0
  UNION ALL
  SELECT appt_id, clinic_id, day+2+_h('yr'||appt_id,20), 2, round(tot*(20+20*_h('yrp'||appt_id,5))/100.0,2) FROM a WHERE _h('yu'||appt_id,100)>=3 AND _h('yrf'||appt_id,100)=0)
SELECT row_number() OVER (ORDER BY day, appt_id, k)::int, appt_id, clinic_id, day, k,
  CASE WHEN _h('ym'||appt_id||k,100)<1 THEN NULL WHEN _h('ym'||appt_id||k,100)<42 THEN 1 WHEN _h('ym'||appt_id||k,100)<60 THEN 2 WHEN _h('ym'||appt_id||k,100)<75 THEN 3 WHEN _h('ym'||appt_id||k,100)<95 THEN 4 ELSE 5 END, amt
FROM m WHERE day <= date '2026-11-20';

CREATE TABLE public.lab_orders (
  lab_order_id int PRIMARY KEY,
  treat_id     int NOT NULL REFERENCES public.treatments,
  clinic_id    int NOT NULL REFERENCES public.clinics,
  lab_name     text NOT NULL,
  sent_on      date NOT NULL,
  due_on       date NOT NULL,
  returned_on  date,
  cost         numeric(10,2) NOT NULL,
  remake       boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE public.lab_orders IS '技工所加工单 dental lab orders';
COMMENT ON COLUMN public.lab_orders.lab_name IS '技工所';
COMMENT ON COLUMN public.lab_orders.sent_on IS '送件日期';
COMMENT ON COLUMN public.lab_orders.due_on IS '约定返件日期';
COMMENT ON COLUMN public.lab_orders.returned_on IS '实际返件日期，未返件为空';
COMMENT ON COLUMN public.lab_orders.cost IS '加工费（元）';
COMMENT ON COLUMN public.lab_orders.remake IS '是否返工';
INSERT INTO public.lab_orders
SELECT row_number() OVER (ORDER BY ap.start_at, t.treat_id)::int, t.treat_id, ap.clinic_id, x.lab,
  ap.start_at::date + 1, ap.start_at::date + 1 + x.lead,
  CASE WHEN ap.start_at::date + 1 + x.lead + x.slip > date '2026-11-20' OR _h('lo'||t.treat_id,120)=0 THEN NULL ELSE ap.start_at::date + 1 + x.lead + x.slip END,
  round(t.list_amount * (14 + _h('lc'||t.treat_id,8))/100.0, 0), _h('lr'||t.treat_id,100) < CASE x.lab WHEN '美冠义齿' THEN 9 ELSE 4 END
FROM public.treatments t JOIN public.appointments ap USING (appt_id)
CROSS JOIN LATERAL (SELECT (ARRAY['现代牙科','现代牙科','洋紫荆','洋紫荆','美冠义齿','佳洁义齿','Straumann Lab'])[1+_h('ll'||t.treat_id,7)] AS lab,
  7 + _h('ld'||t.treat_id,6) AS lead, _h('ls'||t.treat_id,8) - 4 AS slip) x
WHERE t.proc_code IN ('PR01','PR02','PR03','RE02','OR03') AND t.state='C' AND ap.start_at < '2026-11-20';

CREATE TABLE public.plans (
  plan_id       int PRIMARY KEY,
  patient_id    int NOT NULL REFERENCES public.patients,
  dentist_id    int NOT NULL REFERENCES public.dentists,
  clinic_id     int NOT NULL REFERENCES public.clinics,
  plan_type     int NOT NULL,
  signed_on     date NOT NULL,
  quoted_amount numeric(12,2) NOT NULL,
  months        int,
  status        char(1) NOT NULL,
  ended_on      date
);
COMMENT ON TABLE public.plans IS '签约治疗方案（大单）treatment plans';
COMMENT ON COLUMN public.plans.plan_type IS '1 隐形正畸 2 传统正畸 3 单颗种植 4 全口种植 5 贴面';
COMMENT ON COLUMN public.plans.signed_on IS '签约日期';
COMMENT ON COLUMN public.plans.quoted_amount IS '签约金额（元）';
COMMENT ON COLUMN public.plans.months IS '预计疗程（月）';
COMMENT ON COLUMN public.plans.status IS 'A 进行中 F 已完成 T 已终止';
INSERT INTO public.plans
WITH s AS (SELECT ap.*, _h('pt'||appt_id,100) AS ht FROM public.appointments ap JOIN public.patients p USING (patient_id)
   WHERE ap.status='D' AND _h('pz'||appt_id,1000) < CASE WHEN clinic_id IN (1,3,4) THEN 44 ELSE 34 END AND (p.birth_date IS NULL OR p.birth_date < date '2012-06-01')),
s2 AS (SELECT s.*, CASE WHEN ht<32 THEN 1 WHEN ht<54 THEN 2 WHEN ht<86 THEN 3 WHEN ht<91 THEN 4 ELSE 5 END AS ty FROM s),
s3 AS (SELECT s2.*, CASE ty WHEN 1 THEN 28000+1000*_h('pa'||appt_id,12) WHEN 2 THEN 12000+500*_h('pa'||appt_id,14) WHEN 3 THEN 9800+600*_h('pa'||appt_id,10) WHEN 4 THEN 98000+5000*_h('pa'||appt_id,16) ELSE 16000+800*_h('pa'||appt_id,20) END AS q,
   CASE ty WHEN 1 THEN 12+_h('pm'||appt_id,13) WHEN 2 THEN 18+_h('pm'||appt_id,10) WHEN 3 THEN 4+_h('pm'||appt_id,4) WHEN 4 THEN 8+_h('pm'||appt_id,5) END AS mo FROM s2)
SELECT row_number() OVER (ORDER BY start_at, appt_id)::int, patient_id, dentist_id, clinic_id, ty, start_at::date, q, mo,
  CASE WHEN _h('pq'||appt_id,16)=0 AND start_at < '2026-08-01' THEN 'T' WHEN start_at::date + coalesce(mo,1)*30 <= date '2026-11-20' THEN 'F' ELSE 'A' END,
  CASE WHEN _h('pq'||appt_id,16)=0 AND start_at < '2026-08-01' THEN start_at::date + 30 + _h('pe'||appt_id,70) WHEN start_at::date + coalesce(mo,1)*30 <= date '2026-11-20' THEN start_at::date + coalesce(mo,1)*30 END
FROM s3;

CREATE TABLE public.supplies (
  item_id   int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  vendor    text,
  unit      text NOT NULL,
  unit_cost numeric(8,2) NOT NULL,
  min_qty   int NOT NULL
);
COMMENT ON TABLE public.supplies IS '耗材目录';
COMMENT ON COLUMN public.supplies.vendor IS '供应商';
COMMENT ON COLUMN public.supplies.unit IS '计量单位';
COMMENT ON COLUMN public.supplies.unit_cost IS '单价（元）';
COMMENT ON COLUMN public.supplies.min_qty IS '单店安全库存';
INSERT INTO public.supplies VALUES
 (1,'一次性手套','Gloves','英科医疗','盒',32,80),
 (2,'口罩','Masks','英科医疗','盒',25,60),
 (3,'阿替卡因麻药','Articaine','碧兰','支',12.5,150),
 (4,'复合树脂','Composite resin','3M','支',180,30),
 (5,'粘接剂','Bonding agent','3M','瓶',420,10),
 (6,'种植体','Implant fixture','Straumann','颗',2100,12),
 (7,'愈合基台','Healing abutment','Straumann','个',380,12),
 (8,'骨粉','Bone powder','Geistlich','瓶',1250,8),
 (9,'根管锉','Root canal files','登士柏','套',160,25),
 (10,'牙胶尖','Gutta-percha','登士柏','盒',48,30),
 (11,'印模材料','Impression material','贺利氏','盒',210,18),
 (12,'漂白凝胶','Whitening gel',NULL,'支',240,10);

CREATE TABLE public.supply_stock (
  counted_on date NOT NULL,
  clinic_id  int NOT NULL REFERENCES public.clinics,
  item_id    int NOT NULL REFERENCES public.supplies,
  qty        int NOT NULL,
  PRIMARY KEY (counted_on, clinic_id, item_id)
);
COMMENT ON TABLE public.supply_stock IS '耗材月末盘点（每月最后一天）';
COMMENT ON COLUMN public.supply_stock.qty IS '盘点数量';
INSERT INTO public.supply_stock
SELECT (m + interval '1 month - 1 day')::date, c.clinic_id, s.item_id,
  greatest(0, (s.min_qty*(0.4 + c.chairs*0.17))::int - _h('ss'||m::date||c.clinic_id||'-'||s.item_id, (s.min_qty*1.2)::int))
FROM generate_series(date '2024-11-01', date '2026-10-01', interval '1 month') m CROSS JOIN public.clinics c CROSS JOIN public.supplies s
WHERE (m + interval '1 month - 1 day')::date >= c.opened_on AND (c.closed_on IS NULL OR (m + interval '1 month - 1 day')::date <= c.closed_on);

CREATE TABLE public.clinic_targets (
  clinic_id     int NOT NULL REFERENCES public.clinics,
  month         date NOT NULL,
  target_amount numeric(12,2) NOT NULL,
  PRIMARY KEY (clinic_id, month)
);
COMMENT ON TABLE public.clinic_targets IS '月度产值目标 monthly production targets';
COMMENT ON COLUMN public.clinic_targets.month IS '月份（当月1日）';
COMMENT ON COLUMN public.clinic_targets.target_amount IS '目标产值（元）';
INSERT INTO public.clinic_targets
SELECT clinic_id, m, round(s*(86+_h('ct'||clinic_id||m,34))/100.0*CASE WHEN m='2026-11-01' THEN 1.5 ELSE 1 END, -3)
FROM (SELECT ap.clinic_id, date_trunc('month', ap.start_at)::date AS m, sum(t.amount) AS s
  FROM public.treatments t JOIN public.appointments ap USING (appt_id) WHERE t.state='C' AND ap.start_at >= '2025-01-01' GROUP BY 1,2) x;

UPDATE public.patients p SET home_clinic_id = a.clinic_id
FROM (SELECT patient_id, min(appt_id) ma FROM public.appointments GROUP BY 1) f JOIN public.appointments a ON a.appt_id=f.ma
WHERE f.patient_id=p.patient_id;

DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.appointments (start_at);
CREATE INDEX ON public.treatments (appt_id);
CREATE INDEX ON public.payments (paid_on);
ANALYZE;

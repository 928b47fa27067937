-- 净澜医用织物洗涤（给医院洗床单被服的公司）：示例库，确定性数据，截至 2026-11-20
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.plants (
  plant_id        int PRIMARY KEY,
  name            text NOT NULL,
  name_en         text NOT NULL,
  address         text,
  capacity_kg_day int NOT NULL,
  headcount       int,
  opened_on       date NOT NULL,
  closed_on       date,
  monthly_target  numeric(12,2)
);
COMMENT ON TABLE public.plants IS '洗涤工厂 laundry plants';
COMMENT ON COLUMN public.plants.capacity_kg_day IS '日处理能力（公斤/天）';
COMMENT ON COLUMN public.plants.headcount IS '编制人数';
COMMENT ON COLUMN public.plants.closed_on IS '关停日期，运营中为空';
COMMENT ON COLUMN public.plants.monthly_target IS '2026年每月洗涤收入目标（元），关停工厂为空';
INSERT INTO public.plants VALUES
 (1,'苏州园区厂','Suzhou Park Plant','苏州工业园区唯亭镇',2000,64,'2017-05-08',NULL,135000),
 (2,'苏州相城厂','Suzhou Xiangcheng Plant','苏州相城区渭塘镇',600,0,'2014-03-01','2025-08-31',NULL),
 (3,'无锡惠山厂','Wuxi Huishan Plant','无锡惠山区洛社镇',1200,41,'2018-09-10',NULL,52000),
 (4,'常州新北厂','Changzhou Xinbei Plant','常州新北区薛家镇',1000,33,'2020-06-15',NULL,60000),
 (5,'南通厂','Nantong Plant',NULL,900,28,'2022-04-01',NULL,58000),
 (6,'嘉兴厂','Jiaxing Plant','嘉兴秀洲区',700,19,'2025-11-03',NULL,40000);

CREATE TABLE public.staff (
  staff_id  int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  plant_id  int REFERENCES public.plants,
  role_cd   char(2) NOT NULL,
  hired_on  date NOT NULL,
  left_on   date
);
COMMENT ON TABLE public.staff IS '员工（司机、客户经理、质检、班组长）';
COMMENT ON COLUMN public.staff.plant_id IS '所属工厂，总部人员为空';
COMMENT ON COLUMN public.staff.role_cd IS '岗位：DR 司机 AM 客户经理 QC 质检员 SL 班组长';
COMMENT ON COLUMN public.staff.left_on IS '离职日期，在职为空';
INSERT INTO public.staff VALUES
 (1,'顾建国','Gu Jianguo',1,'DR','2017-05-08',NULL),
 (2,'沈志强','Shen Zhiqiang',1,'DR','2019-02-18',NULL),
 (3,'陆伟','Lu Wei',1,'DR','2021-07-05',NULL),
 (4,'吴晓东','Wu Xiaodong',1,'DR','2023-03-13',NULL),
 (5,'钱大勇','Qian Dayong',2,'DR','2014-03-01','2025-08-31'),
 (6,'孙立','Sun Li',2,'DR','2016-10-10','2025-08-31'),
 (7,'周凯','Zhou Kai',3,'DR','2018-09-10',NULL),
 (8,'陆伟民','Lu Weimin',3,'DR','2020-11-02',NULL),
 (9,'许涛','Xu Tao',3,'DR','2022-05-09',NULL),
 (10,'蒋平','Jiang Ping',4,'DR','2020-06-15',NULL),
 (11,'谢军','Xie Jun',4,'DR','2021-01-11',NULL),
 (12,'曹阳','Cao Yang',5,'DR','2022-04-01',NULL),
 (13,'严明','Yan Ming',5,'DR','2022-04-01','2026-05-31'),
 (14,'丁浩','Ding Hao',5,'DR','2026-05-25',NULL),
 (15,'马跃','Ma Yue',6,'DR','2025-11-03',NULL),
 (16,'徐婷','Xu Ting',NULL,'AM','2018-03-05',NULL),
 (17,'何苗','He Miao',NULL,'AM','2019-08-12',NULL),
 (18,'Daniel Reyes','Daniel Reyes',NULL,'AM','2022-01-10',NULL),
 (19,'宋佳','Song Jia',NULL,'AM','2024-06-03',NULL),
 (20,'潘虹','Pan Hong',NULL,'AM','2020-04-20','2026-03-31'),
 (21,'邹敏','Zou Min',1,'QC','2019-05-06',NULL),
 (22,'石磊','Shi Lei',3,'QC','2020-02-17',NULL),
 (23,'方芳','Fang Fang',4,'QC','2021-03-01',NULL),
 (24,'殷红','Yin Hong',5,'QC','2022-04-01',NULL),
 (25,'俞建','Yu Jian',1,'SL','2017-06-01',NULL),
 (26,'戴强','Dai Qiang',3,'SL','2018-10-08',NULL),
 (27,'傅丽','Fu Li',4,'SL','2020-07-01','2026-08-15'),
 (28,'倪超','Ni Chao',6,'SL','2025-11-03',NULL);

CREATE TABLE public.hospitals (
  hospital_id   int PRIMARY KEY,
  name          text NOT NULL,
  name_en       text NOT NULL,
  city          text NOT NULL,
  city_en       text NOT NULL,
  grade_cd      int,
  ownership     char(1) NOT NULL,
  beds          int,
  plant_id      int NOT NULL REFERENCES public.plants,
  manager_id    int REFERENCES public.staff(staff_id),
  price_per_kg  numeric(6,2) NOT NULL,
  signed_on     date NOT NULL,
  terminated_on date
);
COMMENT ON TABLE public.hospitals IS '客户医院';
COMMENT ON COLUMN public.hospitals.grade_cd IS '医院等级：31 三甲 32 三乙 21 二甲 22 二乙 10 一级/社区，空为未评级';
COMMENT ON COLUMN public.hospitals.ownership IS '性质：P 公立 M 民营';
COMMENT ON COLUMN public.hospitals.beds IS '床位数，可为空';
COMMENT ON COLUMN public.hospitals.plant_id IS '目前由哪个工厂负责';
COMMENT ON COLUMN public.hospitals.manager_id IS '客户经理';
COMMENT ON COLUMN public.hospitals.price_per_kg IS '合同单价（元/公斤）';
COMMENT ON COLUMN public.hospitals.signed_on IS '签约日期';
COMMENT ON COLUMN public.hospitals.terminated_on IS '终止合作日期，合作中为空';
INSERT INTO public.hospitals VALUES
 (1,'苏州市第一人民医院','Suzhou First People''s Hospital','苏州','Suzhou',31,'P',2200,1,16,5.20,'2017-06-01',NULL),
 (2,'苏州市第二人民医院','Suzhou Second People''s Hospital','苏州','Suzhou',31,'P',1400,1,16,5.30,'2018-01-15',NULL),
 (3,'苏州中医院','Suzhou TCM Hospital','苏州','Suzhou',31,'P',1100,1,16,5.50,'2017-09-01',NULL),
 (4,'苏州儿童医院','Suzhou Children''s Hospital','苏州','Suzhou',31,'P',1500,1,20,5.80,'2019-04-01',NULL),
 (5,'相城人民医院','Xiangcheng People''s Hospital','苏州','Suzhou',21,'P',600,1,20,5.60,'2014-03-10',NULL),
 (6,'相城中医医院','Xiangcheng TCM Hospital','苏州','Suzhou',22,'P',280,1,20,5.90,'2015-07-01','2025-08-31'),
 (7,'吴江康宁医院','Wujiang Kangning Hospital','苏州','Suzhou',21,'M',350,1,17,6.20,'2021-03-01',NULL),
 (8,'圣玛丽妇产医院','St. Mary''s Maternity Hospital','苏州','Suzhou',NULL,'M',120,1,18,8.80,'2022-06-01',NULL),
 (9,'圣玛丽妇产医院（无锡）','St. Mary''s Maternity Hospital Wuxi','无锡','Wuxi',NULL,'M',90,3,18,8.80,'2023-10-01',NULL),
 (10,'无锡市第一人民医院','Wuxi First People''s Hospital','无锡','Wuxi',31,'P',2000,3,17,5.10,'2018-10-01',NULL),
 (11,'无锡市第三人民医院','Wuxi Third People''s Hospital','无锡','Wuxi',32,'P',900,3,17,5.40,'2019-01-01',NULL),
 (12,'惠山康复医院','Huishan Rehabilitation Hospital','无锡','Wuxi',21,'P',420,3,17,5.70,'2020-05-06',NULL),
 (13,'江阴口腔医院','Jiangyin Stomatology Hospital','无锡','Wuxi',22,'M',40,3,18,7.50,'2021-09-01',NULL),
 (14,'宜兴华康医院','Yixing Huakang Hospital','无锡','Wuxi',NULL,'M',260,3,20,6.40,'2022-03-15','2026-02-28'),
 (15,'洛社社区卫生服务中心','Luoshe Community Health Centre','无锡','Wuxi',10,'P',30,3,17,6.80,'2023-01-01',NULL),
 (16,'常州市第一人民医院','Changzhou First People''s Hospital','常州','Changzhou',31,'P',1800,4,19,5.20,'2020-07-01',NULL),
 (17,'常州妇幼保健院','Changzhou Maternal and Child Health Hospital','常州','Changzhou',31,'P',700,4,19,5.90,'2020-07-01',NULL),
 (18,'武进中医院','Wujin TCM Hospital','常州','Changzhou',21,'P',500,4,19,5.50,'2021-02-01',NULL),
 (19,'金坛仁爱医院','Jintan Ren''ai Hospital','常州','Changzhou',NULL,'M',NULL,4,NULL,6.60,'2024-12-20',NULL),
 (20,'溧阳燕山医院','Liyang Yanshan Hospital','常州','Changzhou',22,'M',220,4,19,6.30,'2022-11-01',NULL),
 (21,'南通大学附属医院','Affiliated Hospital of Nantong University','南通','Nantong',31,'P',2100,5,18,5.00,'2022-04-10',NULL),
 (22,'南通市妇幼保健院','Nantong Maternal and Child Health Hospital','南通','Nantong',31,'P',600,5,18,5.80,'2022-08-01',NULL),
 (23,'海门人民医院','Haimen People''s Hospital','南通','Nantong',21,'P',800,5,18,5.40,'2023-05-01',NULL),
 (24,'如东康养中心','Rudong Care Centre','南通','Nantong',10,'M',150,5,NULL,6.00,'2025-04-01',NULL),
 (25,'嘉兴市第二医院','Jiaxing Second Hospital','嘉兴','Jiaxing',31,'P',1300,6,19,5.30,'2025-11-03',NULL),
 (26,'嘉善瑞康医院','Jiashan Ruikang Hospital','嘉兴','Jiaxing',NULL,'M',180,6,19,6.50,'2026-01-12',NULL),
 (27,'平湖中医院','Pinghu TCM Hospital','嘉兴','Jiaxing',21,'P',450,6,19,5.60,'2026-04-01',NULL),
 (28,'昆山友谊医院','Kunshan Friendship Hospital','苏州','Suzhou',21,'M',300,1,17,6.10,'2026-10-19',NULL);

CREATE TABLE public.linen_types (
  linen_id       int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  category_cd    char(1) NOT NULL,
  unit_weight_kg numeric(5,2) NOT NULL,
  replace_cost   numeric(8,2),
  max_washes     int
);
COMMENT ON TABLE public.linen_types IS '织物品类';
COMMENT ON COLUMN public.linen_types.category_cd IS '大类：B 床品 U 工作服 S 手术布草 P 病员服 O 其他';
COMMENT ON COLUMN public.linen_types.unit_weight_kg IS '单件重量（公斤）';
COMMENT ON COLUMN public.linen_types.replace_cost IS '报废赔付单价（元），未定为空';
COMMENT ON COLUMN public.linen_types.max_washes IS '设计可洗次数';
INSERT INTO public.linen_types VALUES
 (1,'床单','Bed sheet','B',0.65,58,150),(2,'被套','Duvet cover','B',1.10,95,150),(3,'枕套','Pillowcase','B',0.18,16,150),
 (4,'毛毯','Blanket','B',1.60,140,80),(5,'白大褂','White coat','U',0.55,75,120),(6,'护士服','Nurse uniform','U',0.48,70,120),
 (7,'洗手衣','Scrubs','U',0.42,62,100),(8,'手术衣','Surgical gown','S',0.60,110,75),(9,'手术单','Surgical drape','S',0.75,125,75),
 (10,'手术包布','Instrument wrap','S',0.30,40,75),(11,'病号服','Patient gown','P',0.50,52,120),(12,'婴儿包被','Baby wrap','P',0.35,45,120),
 (13,'窗帘','Curtain','O',2.40,NULL,60),(14,'毛巾','Towel','O',0.25,18,100);

CREATE TABLE public.pickups (
  pickup_id        int PRIMARY KEY,
  hospital_id      int NOT NULL REFERENCES public.hospitals,
  plant_id         int NOT NULL REFERENCES public.plants,
  driver_id        int REFERENCES public.staff(staff_id),
  pickup_on        date NOT NULL,
  promised_on      date NOT NULL,
  delivered_on     date,
  status_cd        int NOT NULL,
  infectious       boolean NOT NULL,
  soiled_kg        numeric(8,1),
  turnaround_hours int,
  km               numeric(6,1)
);
COMMENT ON TABLE public.pickups IS '收送单：一次上门收污、洗净送回';
COMMENT ON COLUMN public.pickups.driver_id IS '司机，未派车为空';
COMMENT ON COLUMN public.pickups.promised_on IS '承诺送回日期';
COMMENT ON COLUMN public.pickups.delivered_on IS '实际送回日期，未送回为空';
COMMENT ON COLUMN public.pickups.status_cd IS '状态：1 已收污 2 洗涤中 3 已送回 9 取消';
COMMENT ON COLUMN public.pickups.infectious IS '是否感染性织物（需隔离洗）';
COMMENT ON COLUMN public.pickups.soiled_kg IS '污织物重量（公斤），取消的为空';
COMMENT ON COLUMN public.pickups.turnaround_hours IS '从收污到送回的小时数';
COMMENT ON COLUMN public.pickups.km IS '行驶公里';
INSERT INTO public.pickups
WITH d AS (
  SELECT h.*, g::date dt, 'k'||h.hospital_id||g::date k,
    CASE WHEN g::date <= date '2025-08-31' AND h.hospital_id IN (5,6) THEN 2 ELSE h.plant_id END pl,
    CASE h.grade_cd WHEN 31 THEN 78 WHEN 32 THEN 62 WHEN 21 THEN 48 WHEN 22 THEN 34 WHEN 10 THEN 20 ELSE 42 END freq
  FROM public.hospitals h CROSS JOIN generate_series(date '2024-11-21', date '2026-11-20', '1 day') g
  WHERE g::date >= h.signed_on AND g::date <= coalesce(h.terminated_on, date '2026-11-20')
), k AS (
  SELECT d.* FROM d
  WHERE _h('p'||k,100) < CASE WHEN extract(isodow FROM dt)=7 THEN freq/3 WHEN extract(month FROM dt)=2 THEN freq*8/10 ELSE freq END
), p AS (
  SELECT row_number() OVER (ORDER BY dt,hospital_id) id, k.*,
    CASE WHEN _h('c'||k.k,1000) < 31 THEN 9
         WHEN dt = date '2026-11-20' THEN 1
         WHEN dt = date '2026-11-19' AND _h('s'||k.k,10) < 7 THEN 2
         WHEN dt = date '2026-11-18' AND _h('s'||k.k,10) < 2 THEN 2 ELSE 3 END st,
    CASE WHEN _h('inf'||k.k,100) < 9 THEN true ELSE false END inf,
    CASE WHEN _h('l'||k.k,1000) < CASE pl WHEN 2 THEN 150 WHEN 4 THEN 95 WHEN 5 THEN 60 WHEN 6 THEN 120 ELSE 45 END
           + CASE WHEN dt BETWEEN date '2026-07-01' AND date '2026-08-31' AND pl=3 THEN 120 ELSE 0 END
           + CASE WHEN extract(month FROM dt)=2 THEN 40 ELSE 0 END
         THEN 1+_h('ll'||k.k,3) ELSE 0 END late
  FROM k
)
SELECT id, hospital_id, pl,
  CASE WHEN st=9 AND _h('dv'||p.k,2)=0 THEN NULL ELSE
   CASE pl WHEN 1 THEN 1+_h('d'||p.k,4) WHEN 2 THEN 5+_h('d'||p.k,2) WHEN 3 THEN 7+_h('d'||p.k,3) WHEN 4 THEN 10+_h('d'||p.k,2)
     WHEN 5 THEN CASE WHEN _h('d'||p.k,2)=0 THEN 12 WHEN dt<='2026-05-28' THEN 13 ELSE 14 END ELSE 15 END END,
  dt, dt + CASE WHEN inf THEN 3 ELSE 2 END,
  CASE WHEN st=3 THEN least(dt + CASE WHEN late>0 THEN CASE WHEN inf THEN 3 ELSE 2 END + late ELSE 1+_h('e'||p.k,2) END, date '2026-11-20') END,
  st, inf,
  CASE WHEN st<>9 THEN round((coalesce(beds,160)*0.13*(0.75+_h('w'||p.k,50)/100.0)*(1+(dt-date '2024-11-21')*0.00016)+18)::numeric,1) END,
  CASE WHEN st=3 AND _h('tn'||p.k,25)>0 THEN 24*(CASE WHEN late>0 THEN CASE WHEN inf THEN 3 ELSE 2 END + late ELSE 1+_h('e'||p.k,2) END) - 6 + _h('t'||p.k,10) END,
  CASE WHEN st<>9 THEN 8+_h('km'||hospital_id,40)+_h('kk'||p.k,60)/10.0 END
FROM p;
CREATE INDEX ON public.pickups(pickup_on);

CREATE TABLE public.pickup_lines (
  pickup_id      int NOT NULL REFERENCES public.pickups,
  line_no        int NOT NULL,
  linen_id       int NOT NULL REFERENCES public.linen_types,
  pieces         int NOT NULL,
  amount         numeric(10,2) NOT NULL,
  rewash_pieces  int NOT NULL DEFAULT 0,
  damaged_pieces int NOT NULL DEFAULT 0,
  PRIMARY KEY (pickup_id, line_no)
);
COMMENT ON TABLE public.pickup_lines IS '收送单明细（按品类）；取消的单没有明细';
COMMENT ON COLUMN public.pickup_lines.pieces IS '件数';
COMMENT ON COLUMN public.pickup_lines.amount IS '洗涤费（元）';
COMMENT ON COLUMN public.pickup_lines.rewash_pieces IS '返洗件数';
COMMENT ON COLUMN public.pickup_lines.damaged_pieces IS '破损件数';
INSERT INTO public.pickup_lines
SELECT pickup_id, row_number() OVER (PARTITION BY pickup_id ORDER BY linen_id), linen_id, pcs,
  round((pcs*unit_weight_kg*price_per_kg*CASE WHEN infectious THEN 1.3 ELSE 1 END)::numeric,2),
  CASE WHEN _h('rw'||k,100) < 22 THEN ceil(pcs*(0.02+_h('rx'||k,10)/100.0)*CASE plant_id WHEN 2 THEN 1.8 WHEN 6 THEN 1.5 ELSE 1 END) ELSE 0 END,
  CASE WHEN _h('dm'||k,100) < 7 THEN least(1+_h('dn'||k,4), pcs) ELSE 0 END
FROM (
  SELECT p.pickup_id, p.infectious, p.plant_id, h.price_per_kg, l.linen_id, l.unit_weight_kg, p.pickup_id||'-'||l.linen_id k,
    greatest(1, round(p.soiled_kg/4.0/l.unit_weight_kg*(0.6+_h('q'||p.pickup_id||'-'||l.linen_id,80)/100.0)))::int pcs
  FROM public.pickups p JOIN public.hospitals h USING (hospital_id) JOIN public.linen_types l
    ON _h('ln'||p.pickup_id||'-'||l.linen_id,100) < CASE l.linen_id WHEN 1 THEN 85 WHEN 2 THEN 60 WHEN 3 THEN 50 WHEN 11 THEN 55 WHEN 13 THEN 4 WHEN 4 THEN 8 WHEN 12 THEN CASE WHEN h.name ~ '妇|儿' THEN 60 ELSE 0 END ELSE 20 END
  WHERE p.status_cd <> 9) s;

CREATE TABLE public.complaints (
  complaint_id int PRIMARY KEY,
  hospital_id  int NOT NULL REFERENCES public.hospitals,
  pickup_id    int REFERENCES public.pickups,
  filed_on     date NOT NULL,
  reason_cd    int NOT NULL,
  severity     int,
  compensation numeric(10,2),
  closed_on    date
);
COMMENT ON TABLE public.complaints IS '客户投诉';
COMMENT ON COLUMN public.complaints.pickup_id IS '涉及的收送单，可为空';
COMMENT ON COLUMN public.complaints.reason_cd IS '原因：1 洗不干净 2 破损 3 短少 4 延误 5 服务态度 9 其他';
COMMENT ON COLUMN public.complaints.severity IS '严重程度 1 轻 2 中 3 重，未定级为空';
COMMENT ON COLUMN public.complaints.compensation IS '赔付金额（元），无赔付为空';
COMMENT ON COLUMN public.complaints.closed_on IS '结案日期，未结案为空';
INSERT INTO public.complaints
SELECT row_number() OVER (ORDER BY f, pickup_id), hospital_id, CASE WHEN _h('cp'||pickup_id,8)=0 THEN NULL ELSE pickup_id END, f,
  CASE WHEN delivered_on>promised_on AND _h('cl'||pickup_id,10)<7 THEN 4 WHEN r<38 THEN 1 WHEN r<60 THEN 2 WHEN r<80 THEN 3 WHEN r<92 THEN 5 ELSE 9 END,
  CASE WHEN s<6 THEN NULL WHEN s<60 THEN 1 WHEN s<90 THEN 2 ELSE 3 END,
  CASE WHEN r BETWEEN 38 AND 79 AND _h('cm'||pickup_id,3)>0 THEN 60+_h('cn'||pickup_id,1400) END,
  CASE WHEN f + _h('cx'||pickup_id,16) <= date '2026-11-20' AND _h('cy'||pickup_id,30)>0 THEN f + _h('cx'||pickup_id,16) END
FROM (SELECT p.*, delivered_on + _h('cd'||pickup_id,4) f, _h('cr'||pickup_id,100) r, _h('cs'||pickup_id,100) s FROM public.pickups p
  WHERE delivered_on IS NOT NULL AND _h('cmp'||pickup_id,1000) < CASE WHEN delivered_on>promised_on THEN 190 ELSE 24 END) x
WHERE f <= date '2026-11-20';

CREATE TABLE public.invoices (
  invoice_id  int PRIMARY KEY,
  hospital_id int NOT NULL REFERENCES public.hospitals,
  bill_month  date NOT NULL,
  issued_on   date NOT NULL,
  due_on      date NOT NULL,
  amount      numeric(12,2) NOT NULL,
  paid_on     date
);
COMMENT ON TABLE public.invoices IS '月结账单（每家医院每月一张）';
COMMENT ON COLUMN public.invoices.bill_month IS '账单所属月份（每月1日）';
COMMENT ON COLUMN public.invoices.due_on IS '应付日期';
COMMENT ON COLUMN public.invoices.paid_on IS '回款日期，未回款为空';
INSERT INTO public.invoices
SELECT row_number() OVER (ORDER BY m, hospital_id), hospital_id, m, iss, iss+45, amt,
  CASE WHEN iss + 20 + _h('pd'||hospital_id||m,40) <= date '2026-11-20' AND _h('np'||hospital_id||m,40)>0 THEN iss + 20 + _h('pd'||hospital_id||m,40) END
FROM (SELECT hospital_id, date_trunc('month',pickup_on)::date m, (date_trunc('month',pickup_on)+interval '1 month 4 days')::date iss, sum(amount) amt
  FROM public.pickups JOIN public.pickup_lines USING (pickup_id) WHERE pickup_on >= '2024-12-01' AND pickup_on < '2026-11-01' GROUP BY 1,2,3) s;

CREATE TABLE public.linen_stock (
  stock_on date NOT NULL,
  plant_id int NOT NULL,
  linen_id int NOT NULL,
  pieces   int NOT NULL,
  PRIMARY KEY (stock_on, plant_id, linen_id)
);
COMMENT ON TABLE public.linen_stock IS '租赁布草周转库存（每周五盘点）';
INSERT INTO public.linen_stock
SELECT d::date, plant_id, linen_id, 300 + _h('sb'||plant_id||'-'||linen_id,900) + _h('sd'||plant_id||'-'||linen_id||d::date,160)
FROM generate_series(date '2024-11-22', date '2026-11-20','7 days') d CROSS JOIN public.plants CROSS JOIN public.linen_types
WHERE d::date >= opened_on AND d::date <= coalesce(closed_on,d::date) AND linen_id <> 13;

CREATE TABLE public.machines (
  machine_id int PRIMARY KEY,
  plant_id   int NOT NULL REFERENCES public.plants,
  code       text NOT NULL UNIQUE,
  kind_cd    char(1) NOT NULL,
  brand      text,
  rated_kg   int,
  bought_on  date NOT NULL,
  scrapped_on date
);
COMMENT ON TABLE public.machines IS '设备台账';
COMMENT ON COLUMN public.machines.kind_cd IS '设备类型：T 隧道式洗衣龙 W 洗脱机 D 烘干机 I 烫平机 F 折叠机';
COMMENT ON COLUMN public.machines.rated_kg IS '额定容量（公斤），烫平和折叠为空';
COMMENT ON COLUMN public.machines.scrapped_on IS '报废日期，在用为空';
INSERT INTO public.machines
SELECT row_number() OVER (ORDER BY p.plant_id, n), p.plant_id, 'M'||p.plant_id||lpad(n::text,2,'0'), k,
  (ARRAY['Kannegiesser','Jensen','海狮','川岛',NULL])[1+_h('mb'||p.plant_id||n,5)],
  CASE k WHEN 'T' THEN 1000 WHEN 'W' THEN 50+50*_h('mr'||p.plant_id||n,3) WHEN 'D' THEN 100 END,
  p.opened_on + _h('mo'||p.plant_id||n, greatest(1,least(1500,(date '2026-10-01'-p.opened_on)))),
  CASE WHEN p.plant_id=2 THEN date '2025-09-30' WHEN _h('ms'||p.plant_id||n,12)=0 THEN date '2026-03-15' + _h('mt'||n,200) END
FROM public.plants p CROSS JOIN generate_series(1,10) n CROSS JOIN LATERAL (SELECT (ARRAY['T','W','W','W','D','D','D','I','I','F'])[n] k) x
WHERE n <= CASE p.plant_id WHEN 1 THEN 10 WHEN 3 THEN 9 WHEN 6 THEN 6 ELSE 8 END AND NOT (p.plant_id IN (2,6) AND n=1);

CREATE TABLE public.downtime (
  downtime_id int PRIMARY KEY,
  machine_id  int NOT NULL REFERENCES public.machines,
  started_at  timestamp NOT NULL,
  hours       numeric(5,1),
  cause_cd    char(2) NOT NULL,
  repair_cost numeric(10,2)
);
COMMENT ON TABLE public.downtime IS '设备停机记录 machine downtime log';
COMMENT ON COLUMN public.downtime.hours IS '停机小时数，仍在停机为空';
COMMENT ON COLUMN public.downtime.cause_cd IS '原因：ME 机械故障 EL 电气故障 ST 蒸汽不足 PM 计划保养';
COMMENT ON COLUMN public.downtime.repair_cost IS '维修费用（元），自修为空';
INSERT INTO public.downtime
SELECT row_number() OVER (ORDER BY w, machine_id), machine_id, w::timestamp + (6+_h('dh'||machine_id||w::date,14))*interval '1 hour',
  CASE WHEN w::date >= date '2026-11-18' AND _h('do'||machine_id||w::date,2)=0 THEN NULL ELSE round((0.5+_h('dr'||machine_id||w::date,180)/10.0)::numeric,1) END,
  (ARRAY['ME','ME','EL','ST','PM','PM'])[1+_h('dc'||machine_id||w::date,6)],
  CASE WHEN _h('dk'||machine_id||w::date,5)<2 THEN NULL ELSE 150+_h('dq'||machine_id||w::date,4800) END
FROM public.machines CROSS JOIN generate_series(date '2024-11-21', date '2026-11-20','1 day') w
WHERE w::date BETWEEN bought_on AND coalesce(scrapped_on, date '2026-11-20') AND _h('dt'||machine_id||w::date,1000) < 26;

CREATE TABLE public.utilities (
  plant_id  int NOT NULL REFERENCES public.plants,
  month     date NOT NULL,
  water_m3  numeric(10,1) NOT NULL,
  steam_t   numeric(10,1),
  power_kwh int,
  cost      numeric(12,2) NOT NULL,
  PRIMARY KEY (plant_id, month)
);
COMMENT ON TABLE public.utilities IS '能耗（每厂每月一行）water, steam, power per plant and month';
COMMENT ON COLUMN public.utilities.month IS '月份（每月1日）';
COMMENT ON COLUMN public.utilities.water_m3 IS '用水（立方米）';
COMMENT ON COLUMN public.utilities.steam_t IS '蒸汽（吨），自备锅炉的厂为空';
COMMENT ON COLUMN public.utilities.power_kwh IS '用电（度）';
COMMENT ON COLUMN public.utilities.cost IS '能耗费用合计（元）';
INSERT INTO public.utilities
SELECT plant_id, m, round((kg*0.014*(0.92+_h('uw'||plant_id||m,16)/100.0))::numeric,1),
  CASE WHEN plant_id=5 THEN NULL ELSE round((kg*0.0021*(0.9+_h('us'||plant_id||m,20)/100.0))::numeric,1) END,
  (kg*0.23*(0.9+_h('up'||plant_id||m,20)/100.0))::int, round((kg*0.78*(0.93+_h('uc'||plant_id||m,14)/100.0))::numeric,2)
FROM (SELECT plant_id, date_trunc('month',pickup_on)::date m, sum(soiled_kg) kg FROM public.pickups WHERE pickup_on>='2024-12-01' AND pickup_on<'2026-11-01' GROUP BY 1,2) s;

DROP FUNCTION public._h(text,int);
ANALYZE;

-- 顺达驾校连锁：示例库（确定性数据，2024-10-01 至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.branches (
  branch_id      int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  city           text NOT NULL,
  city_en        text NOT NULL,
  address        text,
  ground_sqm     int NOT NULL,
  opened_on      date NOT NULL,
  closed_on      date,
  monthly_target int
);
COMMENT ON TABLE public.branches IS '校区（训练场）';
COMMENT ON COLUMN public.branches.ground_sqm IS '训练场面积（平方米）';
COMMENT ON COLUMN public.branches.closed_on IS '关停日期，营业中为空';
COMMENT ON COLUMN public.branches.monthly_target IS '2026年每月报名目标（人），关停校区为空';
INSERT INTO public.branches VALUES
 (1,'高新校区','Gaoxin','成都','Chengdu','高新区天府三街88号',12000,'2015-03-01',NULL,42),
 (2,'龙泉校区','Longquan','成都','Chengdu','龙泉驿区驿都大道12号',18500,'2017-06-15',NULL,28),
 (3,'渝北校区','Yubei','重庆','Chongqing','渝北区金开大道310号',9800,'2016-09-10',NULL,33),
 (4,'沙坪坝校区','Shapingba','重庆','Chongqing','沙坪坝区大学城南路5号',6200,'2018-04-20','2025-10-31',NULL),
 (5,'光谷校区','Optics Valley','武汉','Wuhan','洪山区光谷大道77号',15000,'2016-05-18',NULL,45),
 (6,'光谷东校区','Optics Valley East','武汉','Wuhan',NULL,8800,'2023-08-01',NULL,20),
 (7,'岳麓校区','Yuelu','长沙','Changsha','岳麓区枫林三路26号',11000,'2019-03-12',NULL,30),
 (8,'星沙校区','Xingsha','长沙','Changsha','长沙县星沙大道9号',7600,'2026-02-01',NULL,15);

CREATE TABLE public.coaches (
  coach_id   int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  branch_id  int NOT NULL REFERENCES public.branches,
  gender     char(1) NOT NULL,
  level_cd   int NOT NULL,
  base_pay   numeric(8,2),
  hired_on   date NOT NULL,
  left_on    date
);
COMMENT ON TABLE public.coaches IS '教练员';
COMMENT ON COLUMN public.coaches.gender IS 'M 男 F 女';
COMMENT ON COLUMN public.coaches.level_cd IS '教练等级：1 见习 2 普通 3 高级 4 金牌';
COMMENT ON COLUMN public.coaches.base_pay IS '底薪（元/月），未录入为空';
COMMENT ON COLUMN public.coaches.left_on IS '离职日期，在职为空';
INSERT INTO public.coaches VALUES
 (1,'王强','Wang Qiang',1,'M',4,6500,'2015-03-01',NULL),
 (2,'刘洋','Liu Yang',1,'M',3,5200,'2018-02-26',NULL),
 (3,'赵敏','Zhao Min',1,'F',3,5300,'2019-07-01',NULL),
 (4,'陈刚','Chen Gang',1,'M',2,4200,'2022-05-09',NULL),
 (5,'何小雨','He Xiaoyu',1,'F',1,3500,'2025-09-01',NULL),
 (6,'李建国','Li Jianguo',2,'M',4,6300,'2017-06-15',NULL),
 (7,'孙涛','Sun Tao',2,'M',2,4100,'2021-03-15',NULL),
 (8,'周丽','Zhou Li',2,'F',2,4300,'2020-10-12',NULL),
 (9,'冯志远','Feng Zhiyuan',2,'M',1,NULL,'2026-03-02',NULL),
 (10,'张伟','Zhang Wei',3,'M',4,6400,'2016-09-10',NULL),
 (11,'郑海','Zheng Hai',3,'M',3,5000,'2019-04-01',NULL),
 (12,'唐静','Tang Jing',3,'F',2,4200,'2021-11-08',NULL),
 (13,'罗军','Luo Jun',3,'M',2,4000,'2020-06-01','2026-03-31'),
 (14,'邓超','Deng Chao',4,'M',3,5000,'2018-04-20','2025-10-31'),
 (15,'钱芳','Qian Fang',4,'F',2,4000,'2019-08-19','2025-10-31'),
 (16,'胡斌','Hu Bin',5,'M',4,6800,'2016-05-18',NULL),
 (17,'王强','Wang Qiang',5,'M',3,5400,'2018-09-03',NULL),
 (18,'杨帆','Yang Fan',5,'F',3,5300,'2019-03-11',NULL),
 (19,'马俊','Ma Jun',5,'M',2,4200,'2021-05-24',NULL),
 (20,'杨帆远','Yang Fanyuan',5,'M',1,3600,'2025-06-16',NULL),
 (21,'黄磊','Huang Lei',6,'M',3,5100,'2023-08-01',NULL),
 (22,'徐慧','Xu Hui',6,'F',2,4300,'2023-08-01',NULL),
 (23,'曾勇','Zeng Yong',7,'M',3,5200,'2019-03-12',NULL),
 (24,'彭佳','Peng Jia',7,'F',3,5200,'2020-02-17',NULL),
 (25,'谢文','Xie Wen',7,'M',2,NULL,'2022-08-22',NULL),
 (26,'蒋浩','Jiang Hao',7,'M',2,4100,'2021-07-05','2025-08-15'),
 (27,'苏明','Su Ming',8,'M',3,5000,'2026-02-01',NULL),
 (28,'卢婷','Lu Ting',8,'F',1,3500,'2026-02-01',NULL);

CREATE TABLE public.packages (
  package_id    int PRIMARY KEY,
  name          text NOT NULL,
  name_en       text NOT NULL,
  license_class char(2) NOT NULL,
  list_price    numeric(8,2) NOT NULL,
  lesson_quota  int NOT NULL,
  retake_free   boolean NOT NULL,
  on_sale       char(1) NOT NULL
);
COMMENT ON TABLE public.packages IS '班型（套餐）';
COMMENT ON COLUMN public.packages.license_class IS '准驾车型：C1 手动挡 C2 自动挡';
COMMENT ON COLUMN public.packages.lesson_quota IS '含训练课节数';
COMMENT ON COLUMN public.packages.retake_free IS '是否包补考费';
COMMENT ON COLUMN public.packages.on_sale IS 'Y 在售 N 停售';
INSERT INTO public.packages VALUES
 (1,'C1普通班','C1 Standard','C1',2980,12,false,'Y'),
 (2,'C1周末班','C1 Weekend','C1',3480,12,false,'Y'),
 (3,'C1尊享班','C1 VIP','C1',5280,20,true,'Y'),
 (4,'C2普通班','C2 Standard','C2',3280,12,false,'Y'),
 (5,'C2速成班','C2 Express','C2',4280,14,false,'Y'),
 (6,'C2尊享班','C2 VIP','C2',5680,20,true,'Y'),
 (7,'C2学生班','C2 Student','C2',2680,10,false,'Y'),
 (8,'C1学生班','C1 Student','C1',2480,10,false,'N');

CREATE TABLE public.students (
  student_id    int PRIMARY KEY,
  full_name     text NOT NULL,
  gender        char(1),
  birth_on      date,
  phone         text,
  source_cd     char(2),
  registered_on date NOT NULL
);
COMMENT ON TABLE public.students IS '学员档案';
COMMENT ON COLUMN public.students.gender IS 'M 男 F 女，可为空';
COMMENT ON COLUMN public.students.source_cd IS '获客渠道：RF 老学员介绍 DY 抖音 MT 美团 CM 校园代理 WK 到店，空为未登记';
COMMENT ON COLUMN public.students.registered_on IS '建档日期';

CREATE TABLE public.enrolments (
  enrol_id        int PRIMARY KEY,
  student_id      int NOT NULL REFERENCES public.students,
  branch_id       int NOT NULL REFERENCES public.branches,
  package_id      int NOT NULL REFERENCES public.packages,
  coach_id        int REFERENCES public.coaches,
  enrolled_on     date NOT NULL,
  contract_amount numeric(10,2) NOT NULL,
  status_cd       int NOT NULL,
  graduated_on    date,
  withdrew_on     date,
  withdraw_reason text
);
COMMENT ON TABLE public.enrolments IS '报名（合同）';
COMMENT ON COLUMN public.enrolments.coach_id IS '主带教练，未分配为空';
COMMENT ON COLUMN public.enrolments.contract_amount IS '合同金额（元，优惠后）';
COMMENT ON COLUMN public.enrolments.status_cd IS '状态：1 在学 2 已毕业 3 已退学';
COMMENT ON COLUMN public.enrolments.graduated_on IS '毕业（拿证）日期';
COMMENT ON COLUMN public.enrolments.withdrew_on IS '退学日期';

CREATE TABLE public.cars (
  car_id     int PRIMARY KEY,
  plate_no   text NOT NULL UNIQUE,
  model      text NOT NULL,
  gearbox    char(1) NOT NULL,
  branch_id  int NOT NULL REFERENCES public.branches,
  bought_on  date NOT NULL,
  price      numeric(10,2),
  mileage_km int,
  status_cd  int NOT NULL
);
COMMENT ON TABLE public.cars IS 'Training cars 教练车';
COMMENT ON COLUMN public.cars.gearbox IS 'M manual 手动, A automatic 自动';
COMMENT ON COLUMN public.cars.mileage_km IS 'odometer, km; NULL = not read yet';
COMMENT ON COLUMN public.cars.status_cd IS '状态：1 在用 2 维修 3 报废';

CREATE TABLE public.lessons (
  lesson_id  int PRIMARY KEY,
  enrol_id   int NOT NULL REFERENCES public.enrolments,
  branch_id  int NOT NULL REFERENCES public.branches,
  coach_id   int NOT NULL REFERENCES public.coaches,
  car_id     int REFERENCES public.cars,
  lesson_on  date NOT NULL,
  start_hour int NOT NULL,
  hours      numeric(3,1) NOT NULL,
  subject_cd int NOT NULL,
  status     char(1) NOT NULL,
  rating     int
);
COMMENT ON TABLE public.lessons IS '约课/训练课';
COMMENT ON COLUMN public.lessons.start_hour IS '开始时间（点，24小时制）';
COMMENT ON COLUMN public.lessons.hours IS '学时';
COMMENT ON COLUMN public.lessons.subject_cd IS '训练科目：2 科目二 3 科目三';
COMMENT ON COLUMN public.lessons.status IS '状态：D 已完成 C 已取消 N 爽约';
COMMENT ON COLUMN public.lessons.rating IS '学员对教练评分 1-5，未评为空';

CREATE TABLE public.exams (
  exam_id    int PRIMARY KEY,
  enrol_id   int NOT NULL REFERENCES public.enrolments,
  subject_cd int NOT NULL,
  exam_on    date NOT NULL,
  attempt_no int NOT NULL,
  centre     text NOT NULL,
  score      int,
  result     char(1) NOT NULL
);
COMMENT ON TABLE public.exams IS '考试记录';
COMMENT ON COLUMN public.exams.subject_cd IS '考试科目：1 科目一 2 科目二 3 科目三 4 科目四';
COMMENT ON COLUMN public.exams.attempt_no IS '第几次考，1 为首考';
COMMENT ON COLUMN public.exams.centre IS '考场';
COMMENT ON COLUMN public.exams.score IS '成绩，缺考为空';
COMMENT ON COLUMN public.exams.result IS '结果：P 合格 F 不合格 A 缺考';

CREATE TABLE public.payments (
  payment_id int PRIMARY KEY,
  enrol_id   int NOT NULL REFERENCES public.enrolments,
  paid_on    date NOT NULL,
  kind_cd    int NOT NULL,
  amount     numeric(10,2) NOT NULL,
  method     char(1) NOT NULL
);
COMMENT ON TABLE public.payments IS '收款与退款流水';
COMMENT ON COLUMN public.payments.kind_cd IS '类型：1 学费 2 尾款 3 补考费 4 退款';
COMMENT ON COLUMN public.payments.amount IS '金额（元），退款也记正数';
COMMENT ON COLUMN public.payments.method IS '支付方式：W 微信 A 支付宝 B 银行卡 C 现金';

CREATE TABLE public.complaints (
  complaint_id int PRIMARY KEY,
  enrol_id     int NOT NULL REFERENCES public.enrolments,
  branch_id    int NOT NULL REFERENCES public.branches,
  coach_id     int REFERENCES public.coaches,
  opened_on    date NOT NULL,
  closed_on    date,
  category_cd  int NOT NULL,
  severity     int NOT NULL,
  compensation numeric(8,2)
);
COMMENT ON TABLE public.complaints IS '投诉';
COMMENT ON COLUMN public.complaints.closed_on IS '办结日期，未办结为空';
COMMENT ON COLUMN public.complaints.category_cd IS '投诉类别：1 教练态度 2 约课难 3 乱收费 4 车辆问题 5 排考慢';
COMMENT ON COLUMN public.complaints.severity IS '严重程度：1 一般 2 较重 3 严重';
COMMENT ON COLUMN public.complaints.compensation IS '赔付金额（元），无赔付为空';

CREATE TABLE public.car_costs (
  cost_id int PRIMARY KEY,
  car_id  int NOT NULL REFERENCES public.cars,
  cost_on date NOT NULL,
  kind_cd int NOT NULL,
  amount  numeric(10,2) NOT NULL
);
COMMENT ON TABLE public.car_costs IS '车辆费用';
COMMENT ON COLUMN public.car_costs.kind_cd IS '费用类型：1 加油 2 维修 3 保险 4 年检';

-- 学员与报名
CREATE TEMP TABLE en AS
WITH d AS (
  SELECT dd::date AS day,
    ((5.2 + (dd::date-date '2024-10-01')*0.0022) * CASE extract(month FROM dd) WHEN 1 THEN .85 WHEN 2 THEN .6 WHEN 3 THEN 1.1 WHEN 6 THEN 1.45 WHEN 7 THEN 1.75 WHEN 8 THEN 1.4 WHEN 9 THEN 1.05 WHEN 12 THEN .8 ELSE 1 END
     + CASE WHEN extract(isodow FROM dd)>=6 THEN 2.5 ELSE 0 END + _h('dn'||dd::date,4) - 1.5)::int AS cnt
  FROM generate_series(date '2024-10-01', date '2026-11-20', interval '1 day') dd),
r AS (
  SELECT day, k, day||'-'||k AS key,
   (ARRAY[1,1,1,1,1,2,2,2,3,3,3,3,4,4,5,5,5,5,5,6,6,7,7,7,8])[1+_h('b'||day||'-'||k,25)] AS br
  FROM d, generate_series(1,cnt) k),
r2 AS (
  SELECT r.* FROM r JOIN public.branches b ON b.branch_id=r.br WHERE day>=b.opened_on AND (b.closed_on IS NULL OR day < b.closed_on - 60))
SELECT row_number() OVER (ORDER BY day,k)::int AS e, day, br, key,
  CASE WHEN extract(month FROM day) IN (6,7,8) AND _h('pk'||key,100)<34 THEN CASE WHEN day<date '2026-01-01' AND _h('pk2'||key,2)=0 THEN 8 ELSE 7 END
       ELSE (ARRAY[1,1,1,1,2,2,3,4,4,4,4,4,5,5,5,6,7,4,1])[1+_h('pk3'||key,19)] END AS pk,
  (SELECT array_agg(c.coach_id ORDER BY c.coach_id) FROM public.coaches c WHERE c.branch_id=r2.br AND c.hired_on<=day AND (c.left_on IS NULL OR c.left_on>day)) AS ca
FROM r2;

INSERT INTO public.students
SELECT e,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('os'||e,20)]
  || (ARRAY['伟','芳','娜','敏','静','丽','强','磊','洋','艳','勇','杰','娟','涛','明','超','兰','霞','平','刚','佳怡','子轩','梓涵','雨桐','浩然','诗涵','宇航','欣怡','俊杰','思远'])[1+_h('og'||e,30)],
  CASE WHEN _h('sx'||e,60)=0 THEN NULL WHEN _h('sx'||e,60)<32 THEN 'M' ELSE 'F' END,
  CASE WHEN _h('bn'||e,30)=0 THEN NULL ELSE day - (18*366 + CASE WHEN pk IN (7,8) THEN _h('ba'||e,1500) ELSE least(_h('ba'||e,11000),_h('bb'||e,11000)) END) END,
  CASE WHEN _h('ph'||e,50)=0 THEN NULL ELSE '13'||lpad(_h('op'||e,1000000000)::text,9,'0') END,
  CASE WHEN _h('sc'||e,100)<5 THEN NULL WHEN pk IN (7,8) AND _h('sc'||e,100)<60 THEN 'CM' WHEN _h('sc'||e,100)<35 THEN 'RF' WHEN _h('sc'||e,100)<60 THEN 'DY' WHEN _h('sc'||e,100)<80 THEN 'MT' WHEN _h('sc'||e,100)<86 THEN 'CM' ELSE 'WK' END,
  day - CASE WHEN _h('rg'||e,3)=0 THEN _h('rg2'||e,12) ELSE 0 END
FROM en WHERE NOT (e>600 AND _h('again'||e,50)=0);

-- 考试链
CREATE TEMP TABLE ch AS
WITH s AS (
 SELECT e, day, br, pk, s, 
  CASE s WHEN 1 THEN 13 WHEN 2 THEN 36 + CASE br WHEN 4 THEN 8 WHEN 1 THEN -6 WHEN 6 THEN 6 ELSE 0 END - CASE WHEN pk IN (3,6) THEN 8 ELSE 0 END WHEN 3 THEN 29 + CASE br WHEN 3 THEN 9 WHEN 7 THEN -5 ELSE 0 END ELSE 9 END AS r
 FROM en, generate_series(1,4) s),
n AS (
 SELECT s.*, CASE WHEN _h('x1'||e||'-'||s,100)>=r THEN 1 WHEN _h('x2'||e||'-'||s,100)>=r THEN 2 WHEN _h('x3'||e||'-'||s,100)>=r THEN 3 ELSE 4 END AS n,
  (CASE s WHEN 1 THEN 14+_h('g'||e||s,16) WHEN 2 THEN 38+_h('g'||e||s,30) WHEN 3 THEN 24+_h('g'||e||s,25) ELSE 5+_h('g'||e||s,12) END * CASE WHEN pk=5 THEN .7 ELSE 1 END)::int AS gap
 FROM s)
SELECT e, br, s, n, gap, day + (sum(gap + (n-1)*19) OVER (PARTITION BY e ORDER BY s) - (n-1)*19)::int AS first_on,
  day + (sum(gap + (n-1)*19) OVER (PARTITION BY e ORDER BY s))::int AS pass_on
FROM n;

INSERT INTO public.enrolments
SELECT en.e, CASE WHEN en.e>600 AND _h('again'||en.e,50)=0 THEN COALESCE((SELECT s.student_id FROM public.students s WHERE s.student_id<=1+_h('ag2'||en.e,500) ORDER BY 1 DESC LIMIT 1),1) ELSE en.e END,
  en.br, en.pk, CASE WHEN _h('nc'||en.e,35)=0 THEN NULL ELSE ca[1+least(_h('c1'||en.e,array_length(ca,1)),_h('c2'||en.e,array_length(ca,1)))] END,
  en.day, p.list_price - (ARRAY[0,0,0,0,100,100,200,200,300,500])[1+_h('dc'||en.e,10)] - CASE WHEN en.br IN (4,6) THEN 200 ELSE 0 END,
  CASE WHEN w.w IS NOT NULL THEN 3 WHEN g.pass_on<=date '2026-11-20' AND (b.closed_on IS NULL OR true) THEN 2 ELSE 1 END,
  CASE WHEN w.w IS NULL AND g.pass_on<=date '2026-11-20' THEN g.pass_on END,
  w.w, CASE WHEN w.w IS NOT NULL AND _h('wr0'||en.e,6)>0 THEN (ARRAY['工作调动','没时间','教练不满意','转校','身体原因'])[1+_h('wr'||en.e,5)] END
FROM en JOIN public.packages p ON p.package_id=en.pk JOIN public.branches b ON b.branch_id=en.br
JOIN ch g ON g.e=en.e AND g.s=4
CROSS JOIN LATERAL (SELECT CASE WHEN _h('wd'||en.e,1000) < 52 + CASE en.br WHEN 4 THEN 70 WHEN 3 THEN 25 ELSE 0 END AND en.day + 6 + _h('wd2'||en.e,55) <= date '2026-11-20' THEN en.day + 6 + _h('wd2'||en.e,55) END AS w) w;

INSERT INTO public.exams
SELECT row_number() OVER (ORDER BY on_d, e, s)::int, e, s, on_d, k, centre,
  CASE WHEN res='A' THEN NULL WHEN res='P' THEN CASE WHEN s=2 THEN 80 + 10*_h('sc'||e||s||k,3) WHEN s=3 THEN 90+10*_h('sc'||e||s||k,2) ELSE 90+_h('sc'||e||s||k,11) END
       ELSE CASE WHEN s IN (2,3) THEN 20 + 10*_h('sc'||e||s||k,6) ELSE 62+_h('sc'||e||s||k,28) END END, res
FROM (
 SELECT ch.e, s, k, first_on + (k-1)*19 AS on_d,
  (ARRAY['成都东郊考场','成都龙泉考场','重庆两江考场','重庆西永考场','武汉江夏考场','武汉江夏考场','长沙望城考场','长沙望城考场'])[br] AS centre,
  CASE WHEN k=n THEN 'P' WHEN _h('ab'||ch.e||s||k,12)=0 THEN 'A' ELSE 'F' END AS res
 FROM ch, generate_series(1,4) k WHERE k<=n) x
JOIN public.enrolments en ON en.enrol_id=x.e
WHERE on_d<=date '2026-11-20' AND (en.withdrew_on IS NULL OR on_d<en.withdrew_on);

-- 车辆
INSERT INTO public.cars
SELECT i, (ARRAY['川A','川A','渝A','渝B','鄂A','鄂A','湘A','湘A'])[br]||lpad((10000+_h('pl'||i,89999))::text,5,'0')||'学',
 CASE WHEN _h('gb'||i,10)<4 THEN (ARRAY['大众捷达','雪铁龙爱丽舍'])[1+_h('md'||i,2)] ELSE (ARRAY['大众朗逸','比亚迪秦','丰田卡罗拉'])[1+_h('md'||i,3)] END,
 CASE WHEN _h('gb'||i,10)<4 THEN 'M' ELSE 'A' END, br,
 greatest(date '2017-01-10'+_h('bo'||i,3000), (SELECT opened_on FROM public.branches WHERE branch_id=br)),
 CASE WHEN _h('pn'||i,9)=0 THEN NULL ELSE 72000+500*_h('pr'||i,90) END,
 CASE WHEN _h('mn'||i,14)=0 THEN NULL ELSE 8000+_h('mi'||i,190000) END,
 CASE WHEN br=4 AND i%2=0 THEN 3 WHEN _h('st'||i,12)=0 THEN 2 WHEN _h('st'||i,12)=1 THEN 3 ELSE 1 END
FROM (SELECT i, (ARRAY[1,1,1,2,2,3,3,4,5,5,5,6,7,7,8,1,5,3])[1+(i%18)] AS br FROM generate_series(1,62) i) x;

-- 训练课
INSERT INTO public.lessons
WITH l AS (
 SELECT c.e, c.br, c.s, k, c.e||'-'||c.s||'-'||k AS key,
   c.first_on - c.gap + 4 + (k*(c.gap-5)/ (CASE WHEN c.s=2 THEN 8 ELSE 5 END))::int AS on_d
 FROM ch c, generate_series(1,8) k WHERE c.s IN (2,3) AND k <= CASE WHEN c.s=2 THEN 8 ELSE 5 END
 UNION ALL
 SELECT c.e, c.br, c.s, 20+k, c.e||'-'||c.s||'-r'||k, c.first_on + 3 + (k-1)*9
 FROM ch c, generate_series(1,3) k WHERE c.s IN (2,3) AND k<=c.n-1)
SELECT row_number() OVER (ORDER BY on_d, key)::int, l.e, l.br,
  CASE WHEN mc.ok AND _h('lm'||key,10)>0 THEN en.coach_id ELSE av.ca[1+_h('lc'||key,array_length(av.ca,1))] END,
  CASE WHEN _h('ln'||key,40)=0 THEN NULL ELSE cr.cs[1+_h('lcar'||key,array_length(cr.cs,1))] END,
  on_d, (ARRAY[8,9,9,10,10,13,14,14,15,16,18])[1+_h('lh'||key,11)], CASE WHEN l.s=3 OR _h('lz'||key,4)=0 THEN 2 ELSE 1.5 END, l.s,
  CASE WHEN _h('ls'||key,1000) < 60 THEN 'C' WHEN _h('ls'||key,1000) < 60+34+CASE l.br WHEN 5 THEN 16 WHEN 8 THEN 12 ELSE 0 END + CASE WHEN extract(isodow FROM on_d)>=6 THEN 14 ELSE 0 END THEN 'N' ELSE 'D' END,
  CASE WHEN _h('ls'||key,1000)>=124 AND _h('lr'||key,100)<38 THEN CASE WHEN _h('lq'||key,100)<4+coalesce(en.coach_id,5)%5*2 THEN 1+_h('lq2'||key,2) WHEN _h('lq'||key,100)<24 THEN 3 WHEN _h('lq'||key,100)<55+coalesce(en.coach_id,5)%7 THEN 4 ELSE 5 END END
FROM l JOIN public.enrolments en ON en.enrol_id=l.e
JOIN public.branches b ON b.branch_id=l.br
CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM public.coaches c WHERE c.coach_id=en.coach_id AND (c.left_on IS NULL OR c.left_on>=on_d)) AS ok) mc
CROSS JOIN LATERAL (SELECT array_agg(c.coach_id ORDER BY c.coach_id) AS ca FROM public.coaches c WHERE c.branch_id=l.br AND c.hired_on<=on_d AND (c.left_on IS NULL OR c.left_on>=on_d)) av
JOIN (SELECT branch_id, array_agg(car_id ORDER BY car_id) AS cs FROM public.cars GROUP BY 1) cr ON cr.branch_id=l.br
WHERE on_d<=date '2026-11-20' AND (en.withdrew_on IS NULL OR on_d<en.withdrew_on) AND (b.closed_on IS NULL OR on_d<=b.closed_on);

-- 收款
INSERT INTO public.payments
SELECT row_number() OVER (ORDER BY d, e, kind)::int, e, d, kind, amt,
  CASE WHEN _h('pm'||e||kind,100)<52 THEN 'W' WHEN _h('pm'||e||kind,100)<80 THEN 'A' WHEN _h('pm'||e||kind,100)<94 THEN 'B' ELSE 'C' END
FROM (
 SELECT enrol_id AS e, enrolled_on AS d, 1 AS kind, CASE WHEN _h('pf'||enrol_id,10)<6 THEN contract_amount ELSE round(contract_amount/2) END AS amt FROM public.enrolments
 UNION ALL
 SELECT enrol_id, enrolled_on+25+_h('p2'||enrol_id,25), 2, contract_amount-round(contract_amount/2) FROM public.enrolments
  WHERE _h('pf'||enrol_id,10)>=6 AND _h('pf3'||enrol_id,16)>0 AND withdrew_on IS NULL AND enrolled_on+25+_h('p2'||enrol_id,25)<=date '2026-11-20'
 UNION ALL
 SELECT x.enrol_id, exam_on-5, 3, CASE subject_cd WHEN 2 THEN 150 WHEN 3 THEN 200 ELSE 50 END FROM public.exams x JOIN public.enrolments n USING (enrol_id) JOIN public.packages p USING (package_id)
  WHERE attempt_no>1 AND NOT p.retake_free
 UNION ALL
 SELECT enrol_id, withdrew_on+_h('rf'||enrol_id,6), 4, round(contract_amount*(ARRAY[.3,.4,.5,.45])[1+_h('rp'||enrol_id,4)]) FROM public.enrolments
  WHERE withdrew_on IS NOT NULL AND withdrew_on+_h('rf'||enrol_id,6)<=date '2026-11-20' AND _h('rfn'||enrol_id,8)>0) x;

-- 投诉
INSERT INTO public.complaints
SELECT row_number() OVER (ORDER BY o, enrol_id)::int, enrol_id, branch_id, CASE WHEN cat IN (1,2) OR _h('cc'||enrol_id,3)=0 THEN coach_id END, o,
  CASE WHEN o + 1 + _h('cd'||enrol_id,20) > date '2026-11-20' OR _h('cn'||enrol_id,25)=0 THEN NULL ELSE o + 1 + _h('cd'||enrol_id,20) END,
  cat, CASE WHEN _h('cv'||enrol_id,10)<6 THEN 1 WHEN _h('cv'||enrol_id,10)<9 THEN 2 ELSE 3 END,
  CASE WHEN _h('cm'||enrol_id,5)=0 THEN 50*(1+_h('cm2'||enrol_id,10)) END
FROM (SELECT n.*, enrolled_on+12+_h('co'||enrol_id,110) AS o, (ARRAY[1,1,2,2,2,2,3,4,5,5,5])[1+_h('ck'||enrol_id,11)] AS cat FROM public.enrolments n
      WHERE _h('cp'||enrol_id,1000) < 90 + CASE branch_id WHEN 4 THEN 70 WHEN 5 THEN 30 WHEN 2 THEN -30 ELSE 0 END) x
WHERE o<=date '2026-11-20' AND (branch_id<>4 OR o<=date '2025-10-31');

-- 车辆费用
INSERT INTO public.car_costs
SELECT row_number() OVER (ORDER BY d, car_id, kind)::int, car_id, d, kind, amt FROM (
 SELECT car_id, dd::date + _h('f'||car_id||dd::date,12) AS d, 1 AS kind, 260+_h('fa'||car_id||dd::date,260) AS amt FROM public.cars, generate_series(date '2024-10-01',date '2026-11-20',interval '14 days') dd
 UNION ALL SELECT car_id, dd::date + _h('r'||car_id||dd::date,80), 2, 180+20*_h('ra'||car_id||dd::date,140) FROM public.cars, generate_series(date '2024-10-01',date '2026-11-20',interval '90 days') dd WHERE _h('rr'||car_id||dd::date,3)>0
 UNION ALL SELECT car_id, dd::date + _h('i'||car_id,360), 3, 3200+10*_h('ia'||car_id||dd::date,200) FROM public.cars, generate_series(date '2024-10-01',date '2026-11-20',interval '365 days') dd
 UNION ALL SELECT car_id, dd::date + _h('j'||car_id,360), 4, 300 FROM public.cars, generate_series(date '2024-10-01',date '2026-11-20',interval '365 days') dd) x
JOIN public.cars USING (car_id) JOIN public.branches b USING (branch_id)
WHERE d<=date '2026-11-20' AND d>=bought_on AND (b.closed_on IS NULL OR d<=b.closed_on);

DROP TABLE en; DROP TABLE ch;
DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.lessons (lesson_on);
CREATE INDEX ON public.exams (enrol_id);
CREATE INDEX ON public.payments (paid_on);
ANALYZE;

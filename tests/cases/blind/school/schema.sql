-- 乐学语言培训连锁：示例库（确定性数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.campuses (
  campus_id      int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  city           text NOT NULL,
  city_en        text NOT NULL,
  classrooms     int NOT NULL,
  area_sqm       int,
  monthly_rent   numeric(10,2),
  opened_on      date NOT NULL,
  closed_on      date,
  monthly_target numeric(12,2)
);
COMMENT ON TABLE public.campuses IS '校区';
COMMENT ON COLUMN public.campuses.name IS '校区名称';
COMMENT ON COLUMN public.campuses.name_en IS '校区英文名';
COMMENT ON COLUMN public.campuses.classrooms IS '教室数量';
COMMENT ON COLUMN public.campuses.area_sqm IS '面积（平方米）';
COMMENT ON COLUMN public.campuses.monthly_rent IS '月租金（元）';
COMMENT ON COLUMN public.campuses.opened_on IS '开业日期';
COMMENT ON COLUMN public.campuses.closed_on IS '关闭日期，营业中为空';
COMMENT ON COLUMN public.campuses.monthly_target IS '2026年每月签约额目标（元），已关闭的为空';
INSERT INTO public.campuses VALUES
 (1,'徐家汇校区','Xujiahui','上海','Shanghai',12,860,118000,'2016-09-01',NULL,210000),
 (2,'陆家嘴校区','Lujiazui','上海','Shanghai',9,640,126000,'2019-03-15',NULL,150000),
 (3,'五道口校区','Wudaokou','北京','Beijing',11,780,104000,'2017-06-20',NULL,190000),
 (4,'望京校区','Wangjing','北京','Beijing',7,520,76000,'2020-10-10',NULL,90000),
 (5,'天河校区','Tianhe','广州','Guangzhou',8,560,69000,'2018-04-08',NULL,130000),
 (6,'春熙路校区','Chunxi Road','成都','Chengdu',6,430,48000,'2021-08-28',NULL,85000),
 (7,'钟楼校区','Bell Tower','西安','Xi''an',5,NULL,31000,'2021-03-06','2026-03-31',NULL),
 (8,'湖滨校区','Lakeside','杭州','Hangzhou',6,410,58000,'2025-09-01',NULL,95000);

CREATE TABLE public.courses (
  course_id    int PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL,
  language_cd  char(2) NOT NULL,
  level_cd     int NOT NULL,
  format_cd    int NOT NULL,
  lesson_count int NOT NULL,
  list_price   numeric(10,2) NOT NULL,
  active       boolean NOT NULL
);
COMMENT ON TABLE public.courses IS '课程目录 course catalogue';
COMMENT ON COLUMN public.courses.language_cd IS '语种：EN 英语 JA 日语 KO 韩语 FR 法语 DE 德语 ES 西班牙语';
COMMENT ON COLUMN public.courses.level_cd IS '级别：1 入门 2 进阶 3 冲刺';
COMMENT ON COLUMN public.courses.format_cd IS '班型：1 大班 2 小班 3 一对一 4 线上';
COMMENT ON COLUMN public.courses.lesson_count IS '课次数';
COMMENT ON COLUMN public.courses.list_price IS '标价（元）';
COMMENT ON COLUMN public.courses.active IS '是否在售，false 为停开';
INSERT INTO public.courses VALUES
 (1,'雅思冲刺班','IELTS Intensive','EN',3,2,24,9800,true),
 (2,'托福精讲班','TOEFL Mastery','EN',3,2,28,11200,true),
 (3,'商务英语','Business English','EN',2,2,20,6800,true),
 (4,'少儿英语启蒙','Kids English Starter','EN',1,1,32,4800,true),
 (5,'少儿英语进阶','Kids English Plus','EN',2,1,32,5600,true),
 (6,'中考英语提分','Zhongkao English','EN',3,1,24,4200,true),
 (7,'日语N5入门','Japanese N5','JA',1,1,20,3200,true),
 (8,'日语N2冲刺','Japanese N2','JA',3,2,28,7600,true),
 (9,'高考日语','Gaokao Japanese','JA',3,2,36,8800,true),
 (10,'韩语入门','Korean Beginner','KO',1,1,16,2600,true),
 (11,'法语A1','French A1','FR',1,2,24,5900,true),
 (12,'德语A1','German A1','DE',1,2,24,6200,true),
 (13,'德语B1','German B1','DE',2,2,28,7900,false),
 (14,'西班牙语A1','Spanish A1','ES',1,2,20,5400,true),
 (15,'英语一对一','English One-to-One','EN',2,3,20,15600,true),
 (16,'线上口语课','Online Speaking','EN',2,4,16,1980,true);

CREATE TABLE public.teachers (
  teacher_id  int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  campus_id   int NOT NULL REFERENCES public.campuses,
  language_cd char(2) NOT NULL,
  rank_cd     int NOT NULL,
  is_foreign  boolean NOT NULL,
  hourly_rate numeric(8,2),
  hired_on    date NOT NULL,
  left_on     date
);
COMMENT ON TABLE public.teachers IS 'Teachers 教师';
COMMENT ON COLUMN public.teachers.language_cd IS '主教语种，同课程语种代码';
COMMENT ON COLUMN public.teachers.rank_cd IS '职级：1 初级 2 中级 3 高级 4 教学主管';
COMMENT ON COLUMN public.teachers.is_foreign IS '是否外教';
COMMENT ON COLUMN public.teachers.hourly_rate IS '课时费（元/小时），教学主管为固定薪资故为空';
COMMENT ON COLUMN public.teachers.left_on IS '离职日期，在职为空';
INSERT INTO public.teachers VALUES
 (1,'沈若琳','Shen Ruolin',1,'EN',4,false,NULL,'2016-09-01',NULL),
 (2,'Emma Clarke','Emma Clarke',1,'EN',3,true,320,'2021-02-22',NULL),
 (3,'江晨','Jiang Chen',1,'EN',2,false,180,'2022-07-01',NULL),
 (4,'佐藤美咲','Sato Misaki',1,'JA',3,true,280,'2020-09-07',NULL),
 (5,'白雪','Bai Xue',1,'FR',2,false,210,'2023-03-01',NULL),
 (6,'陆远','Lu Yuan',1,'DE',2,false,210,'2022-10-10',NULL),
 (7,'顾嘉怡','Gu Jiayi',2,'EN',3,false,230,'2019-03-15',NULL),
 (8,'Daniel O''Brien','Daniel O''Brien',2,'EN',3,true,330,'2023-08-21',NULL),
 (9,'钱程','Qian Cheng',2,'EN',1,false,140,'2025-06-16',NULL),
 (10,'金秀妍','Kim Sooyeon',2,'KO',2,true,230,'2022-03-01',NULL),
 (11,'罗佳','Luo Jia',2,'ES',2,false,205,'2023-09-04',NULL),
 (12,'韩雪梅','Han Xuemei',3,'EN',4,false,NULL,'2017-06-20',NULL),
 (13,'方毅','Fang Yi',3,'EN',3,false,240,'2018-11-05',NULL),
 (14,'Olivia Grant','Olivia Grant',3,'EN',2,true,300,'2024-03-11','2026-06-30'),
 (15,'山田健','Yamada Ken',3,'JA',3,true,285,'2019-09-02',NULL),
 (16,'程诺','Cheng Nuo',3,'DE',3,false,235,'2020-05-18',NULL),
 (17,'杜鹃','Du Juan',3,'FR',2,false,205,'2021-10-11',NULL),
 (18,'魏然','Wei Ran',4,'EN',2,false,190,'2020-10-10',NULL),
 (19,'魏冉','Wei Ran',4,'EN',1,false,140,'2025-02-17',NULL),
 (20,'石井由美','Ishii Yumi',4,'JA',2,true,260,'2022-04-01',NULL),
 (21,'林若曦','Lin Ruoxi',5,'EN',3,false,215,'2018-04-08',NULL),
 (22,'黎志明','Li Zhiming',5,'EN',2,false,170,'2021-01-11',NULL),
 (23,'Sofía Reyes','Sofia Reyes',5,'ES',2,true,270,'2023-05-08',NULL),
 (24,'麦子琪','Mai Ziqi',5,'JA',2,false,175,'2022-09-01','2026-01-31'),
 (25,'袁梦','Yuan Meng',6,'EN',3,false,200,'2021-08-28',NULL),
 (26,'蒋昊天','Jiang Haotian',6,'EN',1,false,130,'2024-07-08',NULL),
 (27,'朴志勋','Park Jihoon',6,'KO',2,true,220,'2023-01-09',NULL),
 (28,'秦岚','Qin Lan',7,'EN',2,false,165,'2021-03-06','2026-03-31'),
 (29,'薛洋','Xue Yang',7,'JA',2,false,160,'2022-08-15','2026-03-31'),
 (30,'叶知秋','Ye Zhiqiu',8,'EN',4,false,NULL,'2025-09-01',NULL),
 (31,'Tom Fischer','Tom Fischer',8,'DE',2,true,290,'2025-09-01',NULL),
 (32,'苏小小','Su Xiaoxiao',8,'EN',1,false,145,'2026-02-23',NULL);

CREATE TABLE public.students (
  student_id     int PRIMARY KEY,
  full_name      text NOT NULL,
  gender         char(1),
  birth_on       date,
  phone          text,
  stage_cd       char(1),
  source         text,
  home_campus_id int REFERENCES public.campuses,
  registered_on  date NOT NULL
);
COMMENT ON TABLE public.students IS '学员档案';
COMMENT ON COLUMN public.students.gender IS '性别：M 男 F 女，可为空';
COMMENT ON COLUMN public.students.birth_on IS '出生日期';
COMMENT ON COLUMN public.students.phone IS '联系电话（家长）';
COMMENT ON COLUMN public.students.stage_cd IS '学段：P 小学 M 初中 H 高中 U 大学 A 成人，空为未登记';
COMMENT ON COLUMN public.students.source IS '来源渠道，空为未知';
COMMENT ON COLUMN public.students.home_campus_id IS '归属校区';
COMMENT ON COLUMN public.students.registered_on IS '建档日期';
INSERT INTO public.students
SELECT i,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('ss'||i,20)]
  || (ARRAY['梓轩','雨桐','浩然','诗涵','子涵','一诺','欣怡','俊杰','思远','佳怡','宇航','梦琪','天佑','可欣','博文','静怡','嘉懿','煜城','懿轩','烨伟','苑博','伟泽','熠彤','鸿煊','晓敏','文静'])[1+_h('sg'||i,26)],
  CASE WHEN _h('sx'||i,60)=0 THEN NULL WHEN _h('sx'||i,60)<32 THEN 'F' ELSE 'M' END,
  CASE WHEN _h('sb'||i,25)=0 THEN NULL ELSE date '2026-01-01' - (CASE st WHEN 'P' THEN 7*365+_h('sa'||i,1900) WHEN 'M' THEN 12*365+_h('sa'||i,1090) WHEN 'H' THEN 15*365+_h('sa'||i,1090) WHEN 'U' THEN 18*365+_h('sa'||i,1600) ELSE 23*365+_h('sa'||i,6000) END) END,
  CASE WHEN _h('sp'||i,35)=0 THEN NULL ELSE '13'||lpad(_h('sq'||i,1000000000)::text,9,'0') END,
  CASE WHEN _h('sn'||i,28)=0 THEN NULL ELSE st END,
  CASE WHEN _h('sc'||i,100)<8 THEN NULL WHEN _h('sc'||i,100)<34 THEN '转介绍' WHEN _h('sc'||i,100)<55 THEN '小红书' WHEN _h('sc'||i,100)<70 THEN '抖音' WHEN _h('sc'||i,100)<82 THEN '地推' WHEN _h('sc'||i,100)<93 THEN '公众号' ELSE '电话销售' END,
  c.campus_id,
  least(date '2026-11-20', CASE WHEN c.closed_on IS NOT NULL THEN least(reg, c.closed_on - 60 - _h('sr'||i,90)) WHEN reg < c.opened_on THEN c.opened_on + _h('sr'||i,440) ELSE reg END)
FROM (SELECT i, (ARRAY['P','P','P','M','M','H','H','U','U','A'])[1+_h('st'||i,10)] st,
        (ARRAY[1,1,1,1,1,2,2,2,2,3,3,3,3,3,4,4,4,5,5,5,6,6,7,7,8,8])[1+_h('shc'||i,26)] cid,
        date '2023-03-01' + (i*1360/3200) - _h('sd'||i,20) AS reg
      FROM generate_series(1,3200) i) x
JOIN public.campuses c ON c.campus_id=x.cid;

CREATE INDEX ON public.students (home_campus_id, registered_on);
ANALYZE public.students, public.courses, public.campuses;

CREATE TABLE public.classes (
  class_id   int PRIMARY KEY,
  class_code text NOT NULL UNIQUE,
  course_id  int NOT NULL REFERENCES public.courses,
  campus_id  int NOT NULL REFERENCES public.campuses,
  teacher_id int REFERENCES public.teachers,
  starts_on  date NOT NULL,
  ends_on    date NOT NULL,
  capacity   int NOT NULL,
  state_cd   int NOT NULL
);
COMMENT ON TABLE public.classes IS '班级 class groups';
COMMENT ON COLUMN public.classes.class_code IS '班号';
COMMENT ON COLUMN public.classes.teacher_id IS '主讲教师，未定为空';
COMMENT ON COLUMN public.classes.starts_on IS '开班日期';
COMMENT ON COLUMN public.classes.ends_on IS '（计划）结课日期';
COMMENT ON COLUMN public.classes.capacity IS '满班人数 seats';
COMMENT ON COLUMN public.classes.state_cd IS '班级状态：1 招生中 2 进行中 3 已结课 4 已取消（未开班）';
INSERT INTO public.classes
WITH w AS (
  SELECT dd::date AS mon, c.campus_id, c.closed_on, k
  FROM generate_series(date '2024-10-07', date '2026-12-28', interval '7 days') dd CROSS JOIN public.campuses c CROSS JOIN generate_series(1,3) k
  WHERE dd::date >= c.opened_on AND (c.closed_on IS NULL OR dd::date < c.closed_on - 75)
    AND _h('cw'||dd::date||'-'||c.campus_id||'-'||k,100) <
        (ARRAY[30,24,28,16,19,13,13,17])[c.campus_id] * CASE extract(month FROM dd) WHEN 2 THEN 1.4 WHEN 3 THEN 1.3 WHEN 7 THEN 1.5 WHEN 9 THEN 1.45 WHEN 1 THEN .6 WHEN 5 THEN .7 WHEN 11 THEN .8 WHEN 12 THEN .65 ELSE 1 END * (CASE WHEN dd>=date '2026-01-01' THEN 1.1 ELSE 1 END)),
x AS (
  SELECT w.*, mon + _h('cs'||mon||campus_id||k,7) AS st,
   (ARRAY[1,1,1,2,2,3,4,4,4,5,5,6,6,7,7,8,9,10,11,12,13,14,15,15,15,16])[1+_h('cc'||mon||'/'||campus_id||'/'||k,26)] AS cid
  FROM w),
y AS (
  SELECT x.*, CASE WHEN cid=13 AND st>date '2026-04-30' THEN 12 ELSE cid END AS course_id FROM x),
z AS (
  SELECT y.*, co.*, row_number() OVER (ORDER BY st, campus_id, k) AS id,
     st + ((co.lesson_count-1)/2)*7 + 3 AS en
  FROM (SELECT mon,campus_id,closed_on,k,st,course_id AS crs FROM y) y JOIN public.courses co ON co.course_id=y.crs)
SELECT id::int, (ARRAY['XJH','LJZ','WDK','WJ','TH','CXL','ZL','HB'])[campus_id]||'-'||to_char(st,'YYMM')||'-'||lpad(id::text,3,'0'),
  course_id, campus_id,
  CASE WHEN st>date '2026-11-20' AND _h('ctn'||id,3)=0 THEN NULL ELSE
   (SELECT t.teacher_id FROM public.teachers t WHERE t.campus_id=z.campus_id AND t.hired_on<=z.st AND (t.left_on IS NULL OR t.left_on>=z.st+20)
     ORDER BY (t.language_cd=z.language_cd) DESC, _h('ct'||z.id||'-'||t.teacher_id,1000) LIMIT 1) END,
  st, least(en, coalesce(closed_on, en)), (ARRAY[24,12,1,30])[format_cd],
  CASE WHEN st>date '2026-11-20' THEN 1 WHEN format_cd<>3 AND _h('cx'||id,100)<4 THEN 4 WHEN least(en, coalesce(closed_on,en))<=date '2026-11-20' THEN 3 ELSE 2 END
FROM z;

ANALYZE public.classes;

CREATE TABLE public.enrolments (
  enrol_id     int PRIMARY KEY,
  student_id   int NOT NULL REFERENCES public.students,
  class_id     int NOT NULL REFERENCES public.classes,
  enrolled_on  date NOT NULL,
  kind_cd      char(1) NOT NULL,
  advisor      text,
  discount_pct int NOT NULL DEFAULT 0,
  amount       numeric(10,2) NOT NULL,
  status       char(1) NOT NULL
);
COMMENT ON TABLE public.enrolments IS '报名（合同）记录';
COMMENT ON COLUMN public.enrolments.enrolled_on IS '报名/签约日期';
COMMENT ON COLUMN public.enrolments.kind_cd IS '报名性质：N 新报 R 续报';
COMMENT ON COLUMN public.enrolments.advisor IS '签约顾问姓名，线上自助报名为空';
COMMENT ON COLUMN public.enrolments.discount_pct IS '折扣百分比，0 无折扣，10 即减 10%';
COMMENT ON COLUMN public.enrolments.amount IS '签约金额（元，折后）';
COMMENT ON COLUMN public.enrolments.status IS '状态：A 有效 R 已退费 X 作废（签错、未付款）';
INSERT INTO public.enrolments
WITH a AS (
  SELECT c.class_id, c.campus_id, c.starts_on, c.state_cd, co.list_price, k,
    c.starts_on - 1 - _h('ed'||c.class_id||'-'||k,38) AS eo
  FROM public.classes c JOIN public.courses co USING (course_id)
  CROSS JOIN LATERAL generate_series(1, CASE co.format_cd WHEN 1 THEN 9+_h('en'||c.class_id,14) WHEN 2 THEN 4+_h('en'||c.class_id,9) WHEN 3 THEN 1 ELSE 8+_h('en'||c.class_id,18) END) k),
s AS MATERIALIZED (SELECT student_id, home_campus_id, registered_on, row_number() OVER (PARTITION BY home_campus_id ORDER BY registered_on, student_id) rn FROM public.students),
b AS MATERIALIZED (
  SELECT a.*, (SELECT count(*) FROM public.students t WHERE t.home_campus_id=a.campus_id AND t.registered_on<=a.eo) AS n
  FROM a WHERE eo <= date '2026-11-20'),
b2 AS MATERIALIZED (
  SELECT b.*, b.n - least(_h('es'||b.class_id||'-'||b.k, b.n::int), _h('es2'||b.class_id||'-'||b.k, b.n::int)) AS pick FROM b WHERE b.n > 0),
c AS (
  SELECT DISTINCT ON (b.class_id, s.student_id) b.*, s.student_id FROM b2 b
  JOIN s ON s.home_campus_id=b.campus_id AND s.rn = b.pick
  ORDER BY b.class_id, s.student_id, b.k),
d AS (
  SELECT c.*, row_number() OVER (ORDER BY eo, class_id, student_id) AS id, row_number() OVER (PARTITION BY student_id ORDER BY eo, class_id) AS nth,
    CASE WHEN _h('edi'||class_id||'-'||k,100)<48 THEN 0 WHEN _h('edi'||class_id||'-'||k,100)<74 THEN 5 WHEN _h('edi'||class_id||'-'||k,100)<92 THEN 10 ELSE 20 END AS disc
  FROM c)
SELECT id::int, student_id, class_id, eo, CASE WHEN nth=1 THEN 'N' ELSE 'R' END,
  CASE WHEN _h('ea'||id,11)=0 THEN NULL ELSE
   (ARRAY['陈曦','赵敏','刘洋','丁宁','孙倩','周凯','冯媛','何洁','许晴','郑凯','梁爽','邓超','余文','蔡琳','任静','石磊'])[campus_id*2 - _h('ea2'||id,5)%2] END,
  disc, round(list_price*(100-disc)/100,2),
  CASE WHEN _h('ex'||id,100)<3 THEN 'X' ELSE 'A' END
FROM d;

CREATE TABLE public.refunds (
  refund_id    int PRIMARY KEY,
  enrol_id     int NOT NULL UNIQUE REFERENCES public.enrolments,
  requested_on date NOT NULL,
  approved_on  date,
  reason_cd    int,
  amount       numeric(10,2) NOT NULL
);
COMMENT ON TABLE public.refunds IS '退费申请';
COMMENT ON COLUMN public.refunds.requested_on IS '申请日期';
COMMENT ON COLUMN public.refunds.approved_on IS '批准（退款）日期，待审批为空';
COMMENT ON COLUMN public.refunds.reason_cd IS '退费原因：1 时间冲突 2 教学不满意 3 搬家转学 4 班级取消 9 其他，空为未填';
COMMENT ON COLUMN public.refunds.amount IS '退费金额（元）';
INSERT INTO public.refunds
SELECT row_number() OVER (ORDER BY rq, enrol_id)::int, enrol_id, rq,
  CASE WHEN ap > date '2026-11-20' OR _h('rn'||enrol_id,25)=0 THEN NULL ELSE ap END,
  CASE WHEN state_cd=4 THEN 4 WHEN _h('rc'||enrol_id,15)=0 THEN NULL ELSE (ARRAY[1,1,1,2,2,3,9])[1+_h('rc2'||enrol_id,7)] END,
  CASE WHEN state_cd=4 THEN amount ELSE round(amount*(35+_h('ra'||enrol_id,60))/100,2) END
FROM (SELECT e.enrol_id, e.amount, c.state_cd, rq, rq + 2 + _h('rap'||e.enrol_id,12) AS ap
      FROM public.enrolments e JOIN public.classes c USING (class_id)
      CROSS JOIN LATERAL (SELECT CASE WHEN c.state_cd=4 THEN c.starts_on + _h('rq'||e.enrol_id,5) ELSE c.starts_on + _h('rq'||e.enrol_id,50) END AS rq) q
      WHERE e.status='A' AND (c.state_cd=4 OR _h('rf'||e.enrol_id,100) < 5 + CASE WHEN c.campus_id=4 THEN 4 ELSE 0 END) AND rq<=date '2026-11-20') x;
UPDATE public.enrolments e SET status='R' FROM public.refunds r WHERE r.enrol_id=e.enrol_id AND r.approved_on IS NOT NULL;

CREATE TABLE public.payments (
  payment_id int PRIMARY KEY,
  enrol_id   int NOT NULL REFERENCES public.enrolments,
  paid_on    date NOT NULL,
  method_cd  char(1) NOT NULL,
  instalment int NOT NULL,
  amount     numeric(10,2) NOT NULL
);
COMMENT ON TABLE public.payments IS '收款流水';
COMMENT ON COLUMN public.payments.paid_on IS '到账日期';
COMMENT ON COLUMN public.payments.method_cd IS '支付方式：W 微信 A 支付宝 B 银行卡 C 现金 L 教育分期';
COMMENT ON COLUMN public.payments.instalment IS '第几期';
COMMENT ON COLUMN public.payments.amount IS '实收金额（元）';
INSERT INTO public.payments
SELECT row_number() OVER (ORDER BY po, enrol_id, s)::int, enrol_id, po,
  CASE WHEN _h('pm'||enrol_id,100)<42 THEN 'W' WHEN _h('pm'||enrol_id,100)<68 THEN 'A' WHEN _h('pm'||enrol_id,100)<82 THEN 'B' WHEN _h('pm'||enrol_id,100)<86 THEN 'C' ELSE 'L' END, s, am
FROM (SELECT e.enrol_id, s, e.enrolled_on + CASE s WHEN 1 THEN _h('pd'||e.enrol_id,4) ELSE 30 + _h('pd2'||e.enrol_id,12) END AS po,
        CASE WHEN np=1 THEN e.amount WHEN s=1 THEN round(e.amount*.6,2) ELSE e.amount - round(e.amount*.6,2) END AS am
      FROM (SELECT e.*, CASE WHEN amount>5000 AND _h('pn'||enrol_id,100)<32 THEN 2 ELSE 1 END np FROM public.enrolments e WHERE status<>'X') e
      CROSS JOIN LATERAL generate_series(1, np) s
      WHERE NOT (s=2 AND (e.status='R' OR _h('pz'||e.enrol_id,9)=0))) x
WHERE po <= date '2026-11-20';

CREATE TABLE public.lessons (
  lesson_id  int PRIMARY KEY,
  class_id   int NOT NULL REFERENCES public.classes,
  teacher_id int NOT NULL REFERENCES public.teachers,
  held_on    date NOT NULL,
  start_hour int NOT NULL,
  minutes    int NOT NULL,
  room       text,
  status     char(1) NOT NULL
);
COMMENT ON TABLE public.lessons IS '课次（排课），到 2026-11-20 为止';
COMMENT ON COLUMN public.lessons.teacher_id IS '实际上课教师（可能是代课）';
COMMENT ON COLUMN public.lessons.held_on IS '上课日期';
COMMENT ON COLUMN public.lessons.start_hour IS '开始钟点（24小时制）';
COMMENT ON COLUMN public.lessons.minutes IS '课长（分钟）';
COMMENT ON COLUMN public.lessons.room IS '教室，线上课为空';
COMMENT ON COLUMN public.lessons.status IS 'H 已上 C 已取消（停课）';
INSERT INTO public.lessons
SELECT row_number() OVER (ORDER BY ho, class_id, j)::int, class_id,
  CASE WHEN _h('lt'||class_id||'-'||j,100)<5 OR left_on < ho THEN coalesce((SELECT t.teacher_id FROM public.teachers t WHERE t.campus_id=x.campus_id AND t.teacher_id<>x.teacher_id AND t.hired_on<=ho AND (t.left_on IS NULL OR t.left_on>=ho) ORDER BY _h('lts'||class_id||'-'||j||'-'||t.teacher_id,1000) LIMIT 1), teacher_id) ELSE teacher_id END,
  ho, CASE WHEN extract(isodow FROM ho)>=6 THEN (ARRAY[9,10,14,16])[1+_h('lh'||class_id,4)] ELSE (ARRAY[17,18,19])[1+_h('lh'||class_id,3)] END,
  CASE format_cd WHEN 4 THEN 60 WHEN 3 THEN 120 ELSE 90 END,
  CASE WHEN format_cd=4 THEN NULL ELSE (100*(1+_h('lf'||class_id,2))+1+_h('lr'||class_id,classrooms))::text END,
  CASE WHEN _h('lc'||class_id||'-'||j,100)<3 THEN 'C' ELSE 'H' END
FROM (SELECT c.class_id, c.campus_id, c.teacher_id, t.left_on, j, co.format_cd, ca.classrooms, ca.closed_on, c.starts_on + (j/2)*7 + (j%2)*3 AS ho
      FROM public.classes c JOIN public.courses co USING (course_id) JOIN public.campuses ca USING (campus_id) JOIN public.teachers t ON t.teacher_id=c.teacher_id
      CROSS JOIN LATERAL generate_series(0, co.lesson_count-1) j WHERE c.state_cd IN (2,3)) x
WHERE ho <= date '2026-11-20' AND (closed_on IS NULL OR ho <= closed_on);

CREATE TABLE public.attendance (
  attendance_id int PRIMARY KEY,
  lesson_id     int NOT NULL REFERENCES public.lessons,
  student_id    int NOT NULL REFERENCES public.students,
  mark          char(1) NOT NULL,
  rating        int,
  UNIQUE (lesson_id, student_id)
);
COMMENT ON TABLE public.attendance IS '考勤与课后评价';
COMMENT ON COLUMN public.attendance.mark IS '考勤：P 出勤 L 迟到 A 缺勤 E 请假';
COMMENT ON COLUMN public.attendance.rating IS '课后评分 1-5，未评为空';
INSERT INTO public.attendance
SELECT row_number() OVER (ORDER BY l.lesson_id, e.student_id)::int, l.lesson_id, e.student_id, m,
  CASE WHEN m IN ('P','L') AND _h('ar'||l.lesson_id||'-'||e.student_id,100)<28 THEN
    CASE WHEN q < 3 + (l.teacher_id*7)%11 THEN 1+q%2 WHEN q<16+(l.teacher_id*5)%13 THEN 3 WHEN q<58 THEN 4 ELSE 5 END END
FROM public.lessons l JOIN public.enrolments e USING (class_id) JOIN public.classes c USING (class_id) LEFT JOIN public.refunds r ON r.enrol_id=e.enrol_id AND r.approved_on IS NOT NULL
CROSS JOIN LATERAL (SELECT _h('am'||l.lesson_id||'-'||e.student_id,100) AS h, _h('aq'||l.lesson_id||'-'||e.student_id,100) AS q) z
CROSS JOIN LATERAL (SELECT CASE WHEN h < 5 + c.campus_id%4 THEN 'A' WHEN h < 11 + c.campus_id%4 + CASE WHEN extract(month FROM l.held_on) IN (2,7,8) THEN 4 ELSE 0 END THEN 'E' WHEN h > 92 THEN 'L' ELSE 'P' END AS m) y
WHERE l.status='H' AND e.status<>'X' AND (r.refund_id IS NULL OR l.held_on < r.requested_on);

CREATE TABLE public.trials (
  trial_id     int PRIMARY KEY,
  lead_name    text NOT NULL,
  campus_id    int NOT NULL REFERENCES public.campuses,
  course_id    int NOT NULL REFERENCES public.courses,
  teacher_id   int REFERENCES public.teachers,
  channel      text,
  booked_on    date NOT NULL,
  trial_on     date NOT NULL,
  status       char(1) NOT NULL,
  converted_on date
);
COMMENT ON TABLE public.trials IS 'Trial lessons 试听课';
COMMENT ON COLUMN public.trials.lead_name IS '意向客户姓名';
COMMENT ON COLUMN public.trials.channel IS '线索渠道，空为未知';
COMMENT ON COLUMN public.trials.booked_on IS '预约日期';
COMMENT ON COLUMN public.trials.trial_on IS '试听日期（取消、爽约的为原定日期）';
COMMENT ON COLUMN public.trials.status IS '状态：D 已到场 N 爽约 C 已取消';
COMMENT ON COLUMN public.trials.converted_on IS '转化（签约）日期，未转化为空';
INSERT INTO public.trials
SELECT row_number() OVER (ORDER BY day,k)::int,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙'])[1+_h('tl'||key,12)]||(ARRAY['先生','女士','妈妈','爸爸','同学'])[1+_h('tl2'||key,5)],
  campus_id, crs,
  CASE WHEN _h('tt'||key,12)=0 THEN NULL ELSE (SELECT t.teacher_id FROM public.teachers t WHERE t.campus_id=x.campus_id AND t.hired_on<=day AND (t.left_on IS NULL OR t.left_on>=day) ORDER BY _h('tts'||key||t.teacher_id,1000) LIMIT 1) END,
  CASE WHEN hc<6 THEN NULL WHEN hc<28 THEN '转介绍' WHEN hc<54 THEN '小红书' WHEN hc<74 THEN '抖音' WHEN hc<84 THEN '地推' WHEN hc<95 THEN '公众号' ELSE '电话销售' END,
  day - 1 - _h('tb'||key,9), day, st,
  CASE WHEN st='D' AND _h('tc'||key,100) < (ARRAY[38,33,36,27,34,31,22,40])[campus_id] + CASE WHEN hc BETWEEN 6 AND 27 THEN 14 WHEN hc BETWEEN 54 AND 73 THEN -9 ELSE 0 END
        AND day + _h('tcd'||key,10) <= date '2026-11-20' THEN day + _h('tcd'||key,10) END
FROM (SELECT day, k, key, hc, crs, campus_id, CASE WHEN hs<9 THEN 'C' WHEN hs<9+13+CASE WHEN campus_id=2 THEN 5 ELSE 0 END THEN 'N' ELSE 'D' END AS st
  FROM (SELECT dd::date AS day, k, dd::date||'-'||k AS key, _h('th'||dd::date||'-'||k,100) AS hc, _h('tss'||dd::date||'-'||k,100) AS hs,
         (ARRAY[1,1,2,3,4,4,5,6,7,8,9,10,11,12,14,15,16])[1+_h('tco'||dd::date||'-'||k,17)] AS crs,
         (ARRAY[1,1,1,1,1,2,2,2,2,3,3,3,3,3,4,4,4,5,5,5,6,6,7,7,8,8,8])[1+_h('tca'||dd::date||'-'||k,27)] AS campus_id
    FROM generate_series(date '2024-10-01', date '2026-11-20', interval '1 day') dd
    CROSS JOIN LATERAL generate_series(1, (4 + (dd::date-date '2024-10-01')*0.004 + CASE WHEN extract(isodow FROM dd)>=6 THEN 6 WHEN extract(isodow FROM dd)=1 THEN -3 ELSE 0 END + _h('tday'||dd::date,4) + CASE WHEN extract(month FROM dd) IN (6,7,8) THEN 2 WHEN extract(month FROM dd)=1 THEN -2 ELSE 0 END)::int) k) y
  JOIN public.campuses c USING (campus_id) WHERE day>=c.opened_on AND (c.closed_on IS NULL OR day<=c.closed_on)) x;

CREATE TABLE public.exams (
  exam_id    int PRIMARY KEY,
  student_id int NOT NULL REFERENCES public.students,
  exam_cd    text NOT NULL,
  taken_on   date NOT NULL,
  score      numeric(6,1),
  passed     boolean
);
COMMENT ON TABLE public.exams IS '学员外部考试成绩（自愿上报）';
COMMENT ON COLUMN public.exams.exam_cd IS '考试：IELTS 雅思 TOEFL 托福 JLPT 日语能力考 TOPIK 韩语能力考 DELF 法语';
COMMENT ON COLUMN public.exams.taken_on IS '考试日期';
COMMENT ON COLUMN public.exams.score IS '成绩，各考试满分不同；未出分为空';
COMMENT ON COLUMN public.exams.passed IS '是否通过；雅思、托福无通过与否，为空';
INSERT INTO public.exams
SELECT row_number() OVER (ORDER BY tk, i)::int, 1+_h('xs'||i,3000), ex, tk,
  CASE WHEN _h('xn'||i,30)=0 THEN NULL ELSE CASE ex WHEN 'IELTS' THEN 4.5+0.5*least(_h('xa'||i,9),1+_h('xb'||i,8)) WHEN 'TOEFL' THEN 62+_h('xa'||i,54) WHEN 'JLPT' THEN 60+_h('xa'||i,110) WHEN 'TOPIK' THEN 90+_h('xa'||i,200) ELSE 35+_h('xa'||i,60) END END,
  CASE WHEN ex IN ('IELTS','TOEFL') OR _h('xn'||i,30)=0 THEN NULL ELSE CASE ex WHEN 'JLPT' THEN 60+_h('xa'||i,110)>=90 WHEN 'TOPIK' THEN 90+_h('xa'||i,200)>=120 ELSE 35+_h('xa'||i,60)>=50 END END
FROM (SELECT i, (ARRAY['IELTS','IELTS','IELTS','TOEFL','TOEFL','JLPT','JLPT','TOPIK','DELF'])[1+_h('xe'||i,9)] ex, date '2024-10-12' + 7*_h('xt'||i,110) AS tk FROM generate_series(1,900) i) x;
UPDATE public.exams x SET taken_on = s.registered_on + 30 FROM public.students s WHERE s.student_id=x.student_id AND x.taken_on<s.registered_on AND s.registered_on+30<=date '2026-11-20';
DELETE FROM public.exams x USING public.students s WHERE s.student_id=x.student_id AND x.taken_on<s.registered_on;

DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.lessons (held_on);
CREATE INDEX ON public.attendance (student_id);
CREATE INDEX ON public.enrolments (enrolled_on);
CREATE INDEX ON public.trials (trial_on);
ANALYZE;

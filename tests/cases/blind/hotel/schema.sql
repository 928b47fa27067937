-- 南屿商务酒店：示例库（确定性数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.hotels (
  hotel_id   int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  city       text NOT NULL,
  city_en    text NOT NULL,
  grade_cd   int NOT NULL,
  manager    text,
  phone      text,
  opened_on  date NOT NULL,
  closed_on  date,
  has_parking boolean NOT NULL
);
COMMENT ON TABLE public.hotels IS '酒店（门店）';
COMMENT ON COLUMN public.hotels.name IS '酒店名称';
COMMENT ON COLUMN public.hotels.name_en IS '酒店英文名';
COMMENT ON COLUMN public.hotels.grade_cd IS '档次：1 经济 2 舒适 3 高档';
COMMENT ON COLUMN public.hotels.manager IS '店长姓名';
COMMENT ON COLUMN public.hotels.phone IS '前台电话';
COMMENT ON COLUMN public.hotels.opened_on IS '开业日期';
COMMENT ON COLUMN public.hotels.closed_on IS '停业日期，营业中为空';
COMMENT ON COLUMN public.hotels.has_parking IS '是否有停车场';
INSERT INTO public.hotels VALUES
 (1,'天河店','Tianhe','广州','Guangzhou',3,'陈志明','020-38880101','2016-03-18',NULL,true),
 (2,'天河北店','Tianhe North','广州','Guangzhou',2,'林秋怡','020-38880102','2019-06-01',NULL,false),
 (3,'琶洲会展店','Pazhou Expo','广州','Guangzhou',3,'何卓然','020-38880103','2018-09-10',NULL,true),
 (4,'白云机场店','Baiyun Airport','广州','Guangzhou',2,'罗海燕','020-38880104','2017-11-05',NULL,true),
 (5,'南山店','Nanshan','深圳','Shenzhen',3,'曾国强','0755-26660105','2017-04-20',NULL,true),
 (6,'南山科技园店','Nanshan Tech Park','深圳','Shenzhen',3,'方颖','0755-26660106','2021-10-15',NULL,false),
 (7,'福田口岸店','Futian Port','深圳','Shenzhen',2,'温子豪','0755-26660107','2018-01-08',NULL,false),
 (8,'虎门店','Humen','东莞','Dongguan',1,'邱美玲','0769-85550108','2019-12-12',NULL,true),
 (9,'松山湖店','Songshan Lake','东莞','Dongguan',2,'陈志鸣','0769-85550109','2022-05-06',NULL,true),
 (10,'佛山千灯湖店','Qiandeng Lake','佛山','Foshan',2,'区嘉敏','0757-86660110','2020-08-18',NULL,true),
 (11,'珠海拱北店','Gongbei','珠海','Zhuhai',2,'梁伟业','0756-81110111','2018-07-01',NULL,false),
 (12,'厦门会展店','Xiamen Expo','厦门','Xiamen',3,'苏婉婷','0592-52220112','2021-03-25',NULL,true),
 (13,'南宁民族大道店','Minzu Avenue','南宁','Nanning',1,NULL,'0771-53330113','2019-05-30','2025-08-31',false),
 (14,'海口国贸店','Haikou Guomao','海口','Haikou',2,'符晓东',NULL,'2026-04-01',NULL,true);

CREATE TABLE public.room_types (
  type_cd   char(2) PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  beds      int NOT NULL,
  area_sqm  numeric(5,1) NOT NULL,
  rack_rate numeric(8,2) NOT NULL
);
COMMENT ON TABLE public.room_types IS '房型';
COMMENT ON COLUMN public.room_types.beds IS '床位数';
COMMENT ON COLUMN public.room_types.area_sqm IS '面积（平方米）';
COMMENT ON COLUMN public.room_types.rack_rate IS '门市价（元/晚）';
INSERT INTO public.room_types VALUES
 ('DK','大床房','King room',1,24,368),('DT','双床房','Twin room',2,26,388),
 ('BK','商务大床房','Business king',1,32,468),('FM','家庭房','Family room',3,38,538),('ST','套房','Suite',1,52,788);

CREATE TABLE public.rooms (
  room_id      int PRIMARY KEY,
  hotel_id     int NOT NULL REFERENCES public.hotels,
  type_cd      char(2) NOT NULL REFERENCES public.room_types,
  room_no      text NOT NULL,
  floor        int NOT NULL,
  state_cd     int NOT NULL,
  has_window   boolean NOT NULL,
  renovated_on date
);
COMMENT ON TABLE public.rooms IS '房间';
COMMENT ON COLUMN public.rooms.room_no IS '房号';
COMMENT ON COLUMN public.rooms.floor IS '楼层';
COMMENT ON COLUMN public.rooms.state_cd IS '房态：1 可售 2 维修 3 停用';
COMMENT ON COLUMN public.rooms.has_window IS '是否有窗';
COMMENT ON COLUMN public.rooms.renovated_on IS '最近一次翻新日期，未翻新为空';
INSERT INTO public.rooms
SELECT row_number() OVER (ORDER BY h.hotel_id,k), h.hotel_id,
  CASE WHEN _h('rt'||h.hotel_id||'-'||k,100)<34 THEN 'DK' WHEN _h('rt'||h.hotel_id||'-'||k,100)<64 THEN 'DT'
       WHEN _h('rt'||h.hotel_id||'-'||k,100)<85 THEN 'BK' WHEN _h('rt'||h.hotel_id||'-'||k,100)<94 THEN 'FM' ELSE 'ST' END,
  ((k-1)/4+2)||lpad(((k-1)%4+1)::text,2,'0'), (k-1)/4+2,
  CASE WHEN h.hotel_id=13 THEN 3 WHEN _h('rs'||h.hotel_id||'-'||k,100)<6 THEN 2 WHEN _h('rs'||h.hotel_id||'-'||k,100)<8 THEN 3 ELSE 1 END,
  _h('rw'||h.hotel_id||'-'||k,10)>1,
  CASE WHEN _h('rr'||h.hotel_id||'-'||k,3)=0 AND h.opened_on<'2021-01-01' THEN date '2023-01-01'+_h('rd'||h.hotel_id||'-'||k,1200) END
FROM public.hotels h JOIN (VALUES (1,20),(2,13),(3,22),(4,16),(5,18),(6,14),(7,12),(8,10),(9,11),(10,12),(11,13),(12,16),(13,9),(14,10)) c(hid,n) ON c.hid=h.hotel_id,
  generate_series(1,c.n) k;

CREATE TABLE public.members (
  member_id int PRIMARY KEY,
  full_name text NOT NULL,
  gender    char(1),
  tier_cd   int,
  city      text,
  points    int NOT NULL,
  joined_on date NOT NULL
);
COMMENT ON TABLE public.members IS '会员';
COMMENT ON COLUMN public.members.gender IS '性别：M 男 F 女，可为空';
COMMENT ON COLUMN public.members.tier_cd IS 'tier: 1 普通 2 银卡 3 金卡 4 铂金, NULL = 未定级';
COMMENT ON COLUMN public.members.city IS '常住城市';
COMMENT ON COLUMN public.members.points IS '积分余额';
COMMENT ON COLUMN public.members.joined_on IS '入会日期';
INSERT INTO public.members
SELECT i,
  (ARRAY['王','李','张','刘','陈','杨','黄','周','吴','林','何','梁','罗','郑','谢','冯'])[1+_h('ms'||i,16)]
  || (ARRAY['伟','芳','娜','敏','静','强','磊','洋','艳','勇','杰','涛','明','霞','佳怡','子轩','梓涵','雨桐','浩然','诗涵','俊杰','思远','晓彤','家豪'])[1+_h('mg'||i,24)],
  CASE WHEN _h('mx'||i,40)=0 THEN NULL WHEN _h('mx'||i,40)<24 THEN 'M' ELSE 'F' END,
  CASE WHEN _h('mt'||i,100)<3 THEN NULL WHEN _h('mt'||i,100)<60 THEN 1 WHEN _h('mt'||i,100)<83 THEN 2 WHEN _h('mt'||i,100)<95 THEN 3 ELSE 4 END,
  CASE WHEN _h('mc'||i,100)<8 THEN NULL ELSE (ARRAY['广州','深圳','东莞','佛山','上海','北京','长沙','武汉','厦门'])[1+_h('md'||i,9)] END,
  _h('mp'||i,120)*_h('mq'||i,90),
  date '2021-01-01' + (i*2149.0/4200)::int
FROM generate_series(1,4200) i;

CREATE TABLE public.companies (
  company_id   int PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL,
  industry     text NOT NULL,
  sales_rep    text NOT NULL,
  discount_pct numeric(4,1) NOT NULL,
  credit_limit numeric(10,2),
  signed_on    date NOT NULL,
  contract_end date
);
COMMENT ON TABLE public.companies IS '协议公司';
COMMENT ON COLUMN public.companies.industry IS '行业';
COMMENT ON COLUMN public.companies.sales_rep IS '客户经理（销售）';
COMMENT ON COLUMN public.companies.discount_pct IS '协议折扣（%）';
COMMENT ON COLUMN public.companies.credit_limit IS '挂账额度（元），空为不可挂账';
COMMENT ON COLUMN public.companies.contract_end IS '合同到期日，空为长期';
INSERT INTO public.companies VALUES
 (1,'粤海电子','Yuehai Electronics','电子','黄丽珊',15,80000,'2022-03-01','2027-02-28'),
 (2,'珠江物流','Pearl River Logistics','物流','黄丽珊',12,50000,'2021-07-15','2026-12-31'),
 (3,'腾跃软件','Tengyue Software','软件','许建峰',18,120000,'2023-01-10','2026-12-31'),
 (4,'南粤药业','Nanyue Pharma','医药','许建峰',15,100000,'2022-09-01','2027-08-31'),
 (5,'恒信会展','Hengxin Exhibitions','会展','黄丽珊',20,150000,'2020-05-20',NULL),
 (6,'湾区律师事务所','Bay Area Law','专业服务','张凯',10,NULL,'2024-02-01','2026-01-31'),
 (7,'华陶建材','Huatao Building Materials','制造','张凯',12,40000,'2023-06-18','2027-06-17'),
 (8,'松湖机器人','Songhu Robotics','电子','张凯',15,60000,'2024-04-01','2027-03-31'),
 (9,'鹭岛旅行社','Egret Island Travel','旅游','许建峰',22,NULL,'2021-11-11','2026-11-30'),
 (10,'海丝国际贸易','Maritime Silk Trading','贸易','黄丽珊',12,70000,'2023-08-08','2026-08-07'),
 (11,'蓝盾保险','Blue Shield Insurance','金融','许建峰',10,90000,'2022-12-01',NULL),
 (12,'中科光电','Zhongke Optics','电子','张凯',16,60000,'2025-03-15','2028-03-14'),
 (13,'岭南设计院','Lingnan Design Institute','专业服务','黄丽珊',12,30000,'2025-09-01','2027-08-31'),
 (14,'椰岛食品','Coconut Island Foods','制造','许建峰',10,NULL,'2026-04-10','2027-04-09');

CREATE TABLE public.staff (
  staff_id  int PRIMARY KEY,
  name      text NOT NULL,
  hotel_id  int NOT NULL REFERENCES public.hotels,
  role_cd   int NOT NULL,
  wage      numeric(8,2) NOT NULL,
  hired_on  date NOT NULL,
  left_on   date
);
COMMENT ON TABLE public.staff IS '员工';
COMMENT ON COLUMN public.staff.role_cd IS '岗位：1 前台 2 客房清洁 3 工程维修 4 餐饮 5 值班经理';
COMMENT ON COLUMN public.staff.wage IS '月工资（元）';
COMMENT ON COLUMN public.staff.hired_on IS '入职日期';
COMMENT ON COLUMN public.staff.left_on IS '离职日期，在职为空';
INSERT INTO public.staff
SELECT (h.hotel_id-1)*9+k,
  (ARRAY['邓','曹','彭','曾','肖','田','董','袁','潘','蒋','蔡','余','杜'])[1+_h('ss'||h.hotel_id||k,13)]||(ARRAY['小红','建国','桂英','秀兰','志强','玉梅','春燕','海波','文斌','丽萍','永康','金凤'])[1+_h('sg'||h.hotel_id||'x'||k,12)],
  h.hotel_id, CASE WHEN k<=2 THEN 1 WHEN k<=5 THEN 2 WHEN k=6 THEN 3 WHEN k=7 THEN 4 WHEN k=8 THEN 5 ELSE 2 END,
  CASE WHEN k=8 THEN 8200 WHEN k=6 THEN 6300 WHEN k<=2 THEN 5400 ELSE 4700 END + _h('sw'||h.hotel_id||'x'||k,14)*100,
  greatest(h.opened_on, date '2019-01-01'+_h('sh'||h.hotel_id||'x'||k,2700)),
  CASE WHEN h.hotel_id=13 THEN date '2025-08-31' WHEN _h('sl'||h.hotel_id||'x'||k,100)<14 THEN date '2026-06-10'+_h('sd'||h.hotel_id||'x'||k,160) END
FROM public.hotels h, generate_series(1,9) k;
UPDATE public.staff SET hired_on='2024-05-06' WHERE left_on IS NOT NULL AND hired_on>=left_on;

CREATE TABLE public.bookings (
  booking_id  int PRIMARY KEY,
  hotel_id    int NOT NULL REFERENCES public.hotels,
  type_cd     char(2) NOT NULL REFERENCES public.room_types,
  member_id   int REFERENCES public.members,
  company_id  int REFERENCES public.companies,
  channel_cd  char(2) NOT NULL,
  booked_on   date NOT NULL,
  check_in    date NOT NULL,
  check_out   date NOT NULL,
  nights      int NOT NULL,
  guests      int NOT NULL,
  status      char(1) NOT NULL,
  breakfast   boolean NOT NULL,
  amount      numeric(10,2) NOT NULL,
  commission  numeric(9,2),
  review_score int
);
COMMENT ON TABLE public.bookings IS '订单（预订与入住）';
COMMENT ON COLUMN public.bookings.member_id IS '会员，非会员为空';
COMMENT ON COLUMN public.bookings.company_id IS '协议公司，仅协议渠道有值';
COMMENT ON COLUMN public.bookings.channel_cd IS '渠道：AP 官方App/小程序 CT 携程 MT 美团 FZ 飞猪 BK Booking.com CO 协议公司 WI 上门散客';
COMMENT ON COLUMN public.bookings.booked_on IS '预订日期';
COMMENT ON COLUMN public.bookings.check_in IS '入住日期';
COMMENT ON COLUMN public.bookings.check_out IS '离店日期';
COMMENT ON COLUMN public.bookings.nights IS '间夜数';
COMMENT ON COLUMN public.bookings.guests IS '入住人数';
COMMENT ON COLUMN public.bookings.status IS '状态：B 已预订 I 在住 O 已离店 C 已取消 N 未到（no-show）';
COMMENT ON COLUMN public.bookings.breakfast IS '是否含早';
COMMENT ON COLUMN public.bookings.amount IS '房费（元，全程）';
COMMENT ON COLUMN public.bookings.commission IS '付给OTA的佣金（元），直销为空';
COMMENT ON COLUMN public.bookings.review_score IS '住客评分 1-5，未评为空';
INSERT INTO public.bookings
WITH c AS MATERIALIZED (
  SELECT i, 1+_h('br'||i,196) AS rid, date '2024-11-21' + _h('bi'||i,758) AS ci,
    (ARRAY[1,1,1,1,1,2,2,2,3,3,4,5])[1+_h('bn'||i,12)] AS n, _h('bc'||i,100) AS ch, _h('bs'||i,1000) AS s
  FROM generate_series(1,64000) i),
d AS MATERIALIZED (
  SELECT c.*, r.hotel_id, r.type_cd, h.opened_on, h.closed_on, h.grade_cd, t.rack_rate,
    CASE WHEN ch<24 THEN 'AP' WHEN ch<48 THEN 'CT' WHEN ch<63 THEN 'MT' WHEN ch<70 THEN 'FZ' WHEN ch<75 THEN 'BK' WHEN ch<89 THEN 'CO' ELSE 'WI' END AS cd
  FROM c JOIN public.rooms r ON r.room_id=c.rid JOIN public.hotels h USING (hotel_id) JOIN public.room_types t ON t.type_cd=r.type_cd),
e AS MATERIALIZED (
  SELECT d.*, ci - CASE cd WHEN 'WI' THEN 0 ELSE (_h('bl'||i,30)*_h('bm'||i,30))/29 END AS bo,
    CASE extract(month FROM ci)::int WHEN 1 THEN 72 WHEN 2 THEN 60 WHEN 3 THEN 88 WHEN 4 THEN 98 WHEN 5 THEN 84 WHEN 6 THEN 78 WHEN 7 THEN 80 WHEN 8 THEN 79 WHEN 9 THEN 83 WHEN 10 THEN 99 WHEN 11 THEN 90 ELSE 76 END
     - CASE WHEN extract(isodow FROM ci) IN (5,6,7) THEN 14 ELSE 0 END
     - CASE WHEN ci<'2025-11-21' THEN 8 ELSE 0 END - CASE WHEN hotel_id IN (7,11) AND ci>='2026-06-01' THEN 15 ELSE 0 END AS p
  FROM d),
f AS MATERIALIZED (
  SELECT e.*,
   CASE WHEN s<(CASE WHEN cd IN ('BK','FZ') THEN 190 WHEN cd='WI' THEN 8 WHEN cd='CO' THEN 70 ELSE 120 END) THEN 'C'
        WHEN ci>'2026-11-20' THEN 'B'
        WHEN s>=975 AND cd<>'WI' THEN 'N'
        WHEN ci+n>'2026-11-20' THEN 'I' ELSE 'O' END AS st,
   round((rack_rate*n*(0.80+0.12*grade_cd)*(0.86+_h('ba'||i,26)/100.0)
     * CASE WHEN cd='CO' THEN 0.86 WHEN cd='AP' THEN 0.92 WHEN cd='WI' THEN 1.05 ELSE 1 END
     * CASE WHEN extract(month FROM ci) IN (4,10) AND hotel_id IN (1,3) THEN 1.35 ELSE 1 END)::numeric,2) AS am
  FROM e
  WHERE _h('bp'||i,100)<p AND bo<='2026-11-20' AND bo>=date '2024-11-21' AND ci>=opened_on AND (closed_on IS NULL OR ci+n<=closed_on))
SELECT row_number() OVER (ORDER BY bo,i), hotel_id, type_cd,
  CASE WHEN cd='AP' OR (cd<>'CO' AND _h('bk'||i,100)<22) THEN (SELECT 1+_h('bz'||i, greatest(1,((bo-date '2021-01-01')*4200/2149)-1))) END,
  CASE WHEN cd='CO' THEN CASE WHEN bo>='2026-04-10' AND hotel_id=14 THEN 14 WHEN bo<'2025-03-15' THEN 1+_h('bo'||i,11) WHEN bo<'2025-09-01' THEN 1+_h('bo'||i,12) ELSE 1+_h('bo'||i,13) END END,
  cd, bo, ci, ci+n, n, 1+(_h('bg'||i,100)>=62)::int+(_h('bg'||i,100)>=94)::int, st,
  _h('bf'||i,100)<55, am,
  CASE WHEN cd IN ('CT','MT','FZ','BK') AND st IN ('I','O') THEN round(am*CASE cd WHEN 'CT' THEN 0.15 WHEN 'BK' THEN 0.17 WHEN 'FZ' THEN 0.10 ELSE 0.12 END,2) END,
  CASE WHEN st='O' AND _h('bv'||i,100)<38 THEN (ARRAY[5,5,5,5,4,4,4,3,2,1])[1+_h('bw'||(i+hotel_id),10)] END
FROM f;

CREATE TABLE public.payments (
  payment_id int PRIMARY KEY,
  booking_id int NOT NULL REFERENCES public.bookings,
  kind_cd    char(1) NOT NULL,
  method_cd  char(1) NOT NULL,
  paid_on    date NOT NULL,
  amount     numeric(10,2) NOT NULL
);
COMMENT ON TABLE public.payments IS '收退款流水';
COMMENT ON COLUMN public.payments.kind_cd IS 'P 收款 R 退款（金额均为正）';
COMMENT ON COLUMN public.payments.method_cd IS '支付方式：W 微信 A 支付宝 K 银行卡 M 现金 G 公司挂账 O OTA代收';
COMMENT ON COLUMN public.payments.paid_on IS '收/退款日期';
INSERT INTO public.payments
SELECT row_number() OVER (ORDER BY d,k,booking_id), booking_id, k, m, d, a FROM (
  SELECT booking_id, 'P' AS k, m, CASE WHEN channel_cd IN ('CT','MT','FZ','BK') OR (channel_cd='AP') THEN booked_on ELSE check_out END AS d, amount AS a, status, channel_cd
  FROM (SELECT b.*, CASE WHEN channel_cd='CO' THEN 'G' WHEN channel_cd IN ('CT','MT','FZ','BK') THEN 'O'
     WHEN _h('pm'||booking_id,100)<52 THEN 'W' WHEN _h('pm'||booking_id,100)<80 THEN 'A' WHEN _h('pm'||booking_id,100)<94 THEN 'K' ELSE 'M' END AS m FROM public.bookings b) x
  WHERE status<>'C' AND NOT (status='N' AND channel_cd IN ('CO','WI')) OR (status='C' AND channel_cd IN ('CT','AP','MT') AND _h('pc'||booking_id,2)=0)
  UNION ALL
  SELECT booking_id, 'R', CASE WHEN channel_cd='AP' THEN CASE WHEN _h('pm'||booking_id,100)<52 THEN 'W' WHEN _h('pm'||booking_id,100)<80 THEN 'A' WHEN _h('pm'||booking_id,100)<94 THEN 'K' ELSE 'M' END ELSE 'O' END,
    least(booked_on+_h('pr'||booking_id,6), date '2026-11-20'), round(amount*CASE WHEN _h('pq'||booking_id,4)=0 THEN 0.5 ELSE 1 END,2), status, channel_cd
  FROM public.bookings WHERE status='C' AND channel_cd IN ('CT','AP','MT') AND _h('pc'||booking_id,2)=0) y
WHERE d<='2026-11-20';

CREATE TABLE public.hotel_days (
  hotel_id       int NOT NULL REFERENCES public.hotels,
  day            date NOT NULL,
  rooms_for_sale int NOT NULL,
  rooms_sold     int NOT NULL,
  PRIMARY KEY (hotel_id, day)
);
COMMENT ON TABLE public.hotel_days IS '酒店每日房量（夜审）';
COMMENT ON COLUMN public.hotel_days.rooms_for_sale IS '可售房数';
COMMENT ON COLUMN public.hotel_days.rooms_sold IS '已售房数';
INSERT INTO public.hotel_days
SELECT h.hotel_id, g.d::date, q.n, least(q.n, coalesce(s.c,0))
FROM public.hotels h CROSS JOIN generate_series(timestamp '2024-11-21', timestamp '2026-11-20', interval '1 day') AS g(d)
CROSS JOIN LATERAL (SELECT count(*)::int - (_h('hd'||h.hotel_id||g.d::date,9)=0)::int AS n FROM public.rooms r WHERE r.hotel_id=h.hotel_id AND (r.state_cd<>3 OR h.hotel_id=13)) q
LEFT JOIN (SELECT hotel_id, x.d::date AS d, count(*)::int AS c FROM public.bookings b, generate_series(b.check_in::timestamp, (b.check_out-1)::timestamp, interval '1 day') AS x(d) WHERE b.status IN ('I','O') GROUP BY 1,2) s
  ON s.hotel_id=h.hotel_id AND s.d=g.d::date
WHERE g.d>=h.opened_on AND (h.closed_on IS NULL OR g.d<=h.closed_on);

CREATE TABLE public.cleaning_tasks (
  task_id  int PRIMARY KEY,
  room_id  int NOT NULL REFERENCES public.rooms,
  staff_id int REFERENCES public.staff,
  done_on  date NOT NULL,
  kind_cd  int NOT NULL,
  minutes  int,
  passed   boolean
);
COMMENT ON TABLE public.cleaning_tasks IS '客房清洁任务';
COMMENT ON COLUMN public.cleaning_tasks.kind_cd IS '1 退房清洁 2 续住清洁 3 深度清洁';
COMMENT ON COLUMN public.cleaning_tasks.minutes IS '用时（分钟）';
COMMENT ON COLUMN public.cleaning_tasks.passed IS '查房是否合格，未查为空';
COMMENT ON COLUMN public.cleaning_tasks.staff_id IS '清洁员，外包为空';
INSERT INTO public.cleaning_tasks
SELECT row_number() OVER (ORDER BY d,i), room_id,
  CASE WHEN _h('cs'||i,100)<9 THEN NULL ELSE (hotel_id-1)*9+(ARRAY[3,4,5,9])[1+_h('cp'||i,4)] END, d, k,
  CASE WHEN _h('cm'||i,60)=0 THEN NULL ELSE (ARRAY[32,19,75])[k]+_h('cn'||i,16)+(hotel_id%4) END,
  CASE WHEN _h('cq'||i,100)<30 THEN NULL ELSE _h('cr'||i,100)>=6+hotel_id%5 END
FROM (SELECT i, r.room_id, r.hotel_id, date '2024-11-21'+_h('cd'||i,730) AS d, CASE WHEN _h('ck'||i,100)<60 THEN 1 WHEN _h('ck'||i,100)<95 THEN 2 ELSE 3 END AS k, h.opened_on, h.closed_on
  FROM generate_series(1,30000) i JOIN public.rooms r ON r.room_id=1+_h('cr2'||i,196) JOIN public.hotels h USING (hotel_id)) z
WHERE d>=opened_on AND (closed_on IS NULL OR d<=closed_on);

CREATE TABLE public.complaints (
  complaint_id int PRIMARY KEY,
  booking_id   int NOT NULL REFERENCES public.bookings,
  raised_on    date NOT NULL,
  category_cd  int NOT NULL,
  state        char(1) NOT NULL,
  resolved_on  date,
  compensation numeric(8,2)
);
COMMENT ON TABLE public.complaints IS '住客投诉';
COMMENT ON COLUMN public.complaints.category_cd IS '类别：1 噪音 2 卫生 3 设施故障 4 服务态度 5 收费争议 6 网络';
COMMENT ON COLUMN public.complaints.state IS 'O open 处理中, C closed 已解决';
COMMENT ON COLUMN public.complaints.resolved_on IS '解决日期，未解决为空';
COMMENT ON COLUMN public.complaints.compensation IS '赔付金额（元），无赔付为空';
INSERT INTO public.complaints
SELECT row_number() OVER (ORDER BY check_in,booking_id), booking_id, r, (ARRAY[1,1,2,2,2,3,3,4,5,6,6])[1+_h('kc'||booking_id,11)],
  CASE WHEN r+w>'2026-11-20' THEN 'O' ELSE 'C' END, CASE WHEN r+w>'2026-11-20' THEN NULL ELSE r+w END,
  CASE WHEN _h('kq'||booking_id,3)=0 THEN 50+_h('ka'||booking_id,8)*50 END
FROM (SELECT b.*, least(check_in+_h('kr'||booking_id,nights+1), date '2026-11-20') AS r, 1+_h('kw'||booking_id,14)+hotel_id%3 AS w FROM public.bookings b
  WHERE status IN ('I','O') AND _h('kk'||booking_id,1000)<26+(hotel_id IN (2,8))::int*20) x;

CREATE TABLE public.monthly_targets (
  hotel_id       int NOT NULL REFERENCES public.hotels,
  month          date NOT NULL,
  revenue_target numeric(12,2) NOT NULL,
  PRIMARY KEY (hotel_id, month)
);
COMMENT ON TABLE public.monthly_targets IS '月度房费目标（2025年起）';
COMMENT ON COLUMN public.monthly_targets.month IS '月份（当月1日）';
COMMENT ON COLUMN public.monthly_targets.revenue_target IS '房费收入目标（元）';
INSERT INTO public.monthly_targets
SELECT h.hotel_id, g.m::date,
  round((SELECT count(*) FROM public.rooms r WHERE r.hotel_id=h.hotel_id)*30*0.66*430*(0.80+0.12*h.grade_cd)*(ARRAY[0.8,0.68,1,1.15,0.95,0.9,0.92,0.9,0.95,1.18,1.05,0.86])[extract(month FROM g.m)::int]*CASE WHEN g.m<'2026-01-01' THEN 0.86 ELSE 1 END, -3)
FROM public.hotels h CROSS JOIN generate_series(timestamp '2025-01-01', timestamp '2026-12-01', interval '1 month') AS g(m)
WHERE g.m>=date_trunc('month',h.opened_on) AND (h.closed_on IS NULL OR g.m<=h.closed_on);
CREATE INDEX ON public.bookings (check_in);
CREATE INDEX ON public.bookings (hotel_id);
ANALYZE;

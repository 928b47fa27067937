-- 朵颜美发美容连锁 / Dolle Hair & Beauty（确定性示例数据，截至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.shops (
  shop_id        int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  city           text NOT NULL,
  city_en        text NOT NULL,
  chairs         int NOT NULL,
  opened_on      date NOT NULL,
  closed_on      date,
  monthly_rent   numeric(10,2) NOT NULL,
  monthly_target numeric(12,2)
);
COMMENT ON TABLE public.shops IS '门店';
COMMENT ON COLUMN public.shops.chairs IS '座位数（椅位）';
COMMENT ON COLUMN public.shops.closed_on IS '闭店日期，营业中为空';
COMMENT ON COLUMN public.shops.monthly_rent IS '月租金（元）';
COMMENT ON COLUMN public.shops.monthly_target IS '2026年每月服务业绩目标（元），闭店门店为空';
INSERT INTO public.shops VALUES
 (1,'国贸店','Guomao','北京','Beijing',14,'2018-03-10',NULL,68000,66000),
 (2,'望京店','Wangjing','北京','Beijing',10,'2020-06-18',NULL,42000,40000),
 (3,'徐家汇店','Xujiahui','上海','Shanghai',16,'2017-09-01',NULL,75000,74000),
 (4,'陆家嘴店','Lujiazui','上海','Shanghai',12,'2021-04-20',NULL,82000,38000),
 (5,'春熙路店','Chunxi Road','成都','Chengdu',12,'2019-11-11',NULL,39000,52000),
 (6,'太古里店','Taikoo Li','成都','Chengdu',8,'2023-05-01',NULL,46000,26000),
 (7,'解放碑店','Jiefangbei','重庆','Chongqing',9,'2020-10-01','2026-02-28',33000,NULL),
 (8,'湖滨店','Hubin','杭州','Hangzhou',10,'2022-01-15',NULL,45000,36000),
 (9,'未来科技城店','Future Sci-Tech City','杭州','Hangzhou',6,'2026-04-01',NULL,21000,22000);

CREATE TABLE public.stylists (
  stylist_id  int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  shop_id     int NOT NULL REFERENCES public.shops,
  grade       int NOT NULL,
  role_cd     char(1) NOT NULL,
  base_salary numeric(8,2) NOT NULL,
  hired_on    date NOT NULL,
  left_on     date
);
COMMENT ON TABLE public.stylists IS 'Stylists and beauticians 发型师/美容师/美甲师';
COMMENT ON COLUMN public.stylists.grade IS '职级：1 助理 2 发型师（正式） 3 高级 4 总监';
COMMENT ON COLUMN public.stylists.role_cd IS '岗位：H 美发 B 美容 N 美甲';
COMMENT ON COLUMN public.stylists.base_salary IS '底薪（元/月）';
COMMENT ON COLUMN public.stylists.left_on IS '离职日期，在职为空';
INSERT INTO public.stylists VALUES
 (1,'阿Ken','Ken Zhou',1,4,'H',9000,'2018-03-10',NULL),
 (2,'林小满','Lin Xiaoman',1,3,'H',6500,'2020-05-06',NULL),
 (3,'赵鹏','Zhao Peng',1,2,'H',5000,'2022-08-15',NULL),
 (4,'宋佳','Song Jia',1,3,'B',6200,'2021-03-01',NULL),
 (5,'毛毛','Mao Mao',1,2,'N',4800,'2023-02-20',NULL),
 (6,'Tony','Tony Xu',2,4,'H',8800,'2020-06-18',NULL),
 (7,'韩雪','Han Xue',2,2,'H',5000,'2022-11-01',NULL),
 (8,'程程','Cheng Cheng',2,1,'H',3800,'2025-07-10',NULL),
 (9,'苏敏','Su Min',2,3,'B',6000,'2021-09-09',NULL),
 (10,'Vivian','Vivian Shen',3,4,'H',9500,'2017-09-01',NULL),
 (11,'顾磊','Gu Lei',3,3,'H',6800,'2019-06-01',NULL),
 (12,'沈一凡','Shen Yifan',3,2,'H',5200,'2022-03-14',NULL),
 (13,'陶然','Tao Ran',3,3,'B',6300,'2020-02-17',NULL),
 (14,'柳青','Liu Qing',3,2,'N',4900,'2022-07-01',NULL),
 (15,'Jason','Jason Ye',4,4,'H',9200,'2021-04-20',NULL),
 (16,'叶子','Ye Zi',4,2,'H',5100,'2023-04-03',NULL),
 (17,'梅梅','Mei Mei',4,3,'B',6100,'2021-10-11',NULL),
 (18,'大鹏','Da Peng',5,3,'H',6200,'2019-11-11',NULL),
 (19,'罗曼','Luo Man',5,4,'H',8500,'2020-01-06',NULL),
 (20,'蒋婷','Jiang Ting',5,2,'B',4700,'2023-06-12',NULL),
 (21,'小鹿','Xiao Lu',5,2,'N',4500,'2023-09-01','2026-05-31'),
 (22,'Leo','Leo Tang',6,3,'H',6000,'2023-05-01',NULL),
 (23,'唐糖','Tang Tang',6,2,'H',4800,'2023-05-01',NULL),
 (24,'黎黎','Li Li',6,2,'B',4700,'2024-03-05',NULL),
 (25,'阿强','Ah Qiang',7,3,'H',5600,'2020-10-01','2026-02-28'),
 (26,'冉冉','Ran Ran',7,2,'H',4500,'2021-05-20','2026-02-28'),
 (27,'杜鹃','Du Juan',7,2,'B',4400,'2022-04-18','2025-09-30'),
 (28,'Mia','Mia Fang',8,4,'H',8600,'2022-01-15',NULL),
 (29,'郑好','Zheng Hao',8,2,'H',4900,'2022-06-06',NULL),
 (30,'白露','Bai Lu',8,3,'B',5900,'2022-01-15',NULL),
 (31,'夏末','Xia Mo',8,1,'N',3600,'2026-06-15',NULL),
 (32,'小满','Xiao Man',9,3,'H',5800,'2026-04-01',NULL),
 (33,'江川','Jiang Chuan',9,2,'H',4600,'2026-04-01',NULL);

CREATE TABLE public.services (
  service_id     int PRIMARY KEY,
  name           text NOT NULL,
  name_en        text NOT NULL,
  category_cd    char(2) NOT NULL,
  list_price     numeric(8,2) NOT NULL,
  duration_min   int NOT NULL,
  commission_pct numeric(4,1),
  active         char(1) NOT NULL
);
COMMENT ON TABLE public.services IS '服务项目';
COMMENT ON COLUMN public.services.category_cd IS '项目类别：HC 剪发 CL 染发 PM 烫发 TR 头皮护理 FC 面部护理 NL 美甲';
COMMENT ON COLUMN public.services.duration_min IS '标准时长（分钟）';
COMMENT ON COLUMN public.services.commission_pct IS '提成比例（%），未定为空';
COMMENT ON COLUMN public.services.active IS 'Y 在售 N 下架';
INSERT INTO public.services VALUES
 (1,'洗剪吹','Wash cut and blow-dry','HC',98,45,30,'Y'),
 (2,'总监剪发','Director cut','HC',268,60,35,'Y'),
 (3,'儿童剪发','Kids cut','HC',58,30,30,'Y'),
 (4,'全头染','Full colour','CL',480,120,28,'Y'),
 (5,'挑染','Highlights','CL',680,150,28,'Y'),
 (6,'补染发根','Root touch-up','CL',260,75,28,'Y'),
 (7,'冷烫','Cold perm','PM',420,120,28,'Y'),
 (8,'数码烫','Digital perm','PM',780,180,28,'Y'),
 (9,'直发拉直','Straightening','PM',620,150,28,'N'),
 (10,'头皮深层清洁','Scalp deep cleanse','TR',198,50,25,'Y'),
 (11,'精油护理','Essential oil treatment','TR',288,60,25,'Y'),
 (12,'防脱养护','Anti hair loss care','TR',398,70,NULL,'Y'),
 (13,'基础补水','Basic hydration facial','FC',238,60,22,'Y'),
 (14,'抗衰紧致','Anti-ageing facial','FC',598,90,22,'Y'),
 (15,'祛痘护理','Acne care','FC',328,75,22,'Y'),
 (16,'单色美甲','Plain manicure','NL',128,60,32,'Y'),
 (17,'款式美甲','Design manicure','NL',238,90,32,'Y'),
 (18,'头皮检测','Scalp check','TR',39,15,NULL,'N');

CREATE TABLE public.members (
  member_id    int PRIMARY KEY,
  full_name    text NOT NULL,
  gender       char(1),
  phone        text,
  birthday     date,
  tier_cd      char(1),
  source       text,
  home_shop_id int NOT NULL REFERENCES public.shops,
  joined_on    date NOT NULL
);
COMMENT ON TABLE public.members IS '会员档案';
COMMENT ON COLUMN public.members.gender IS 'F 女 M 男，未填为空';
COMMENT ON COLUMN public.members.tier_cd IS '会员等级：B 普通 S 银卡 G 金卡 D 钻石，空为未评级';
COMMENT ON COLUMN public.members.source IS '来源渠道';
COMMENT ON COLUMN public.members.home_shop_id IS '开卡门店';
COMMENT ON COLUMN public.members.joined_on IS '入会日期';
INSERT INTO public.members
SELECT i,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('ms'||i,20)]
  || (ARRAY['伟','芳','娜','敏','静','丽','琳','磊','洋','艳','雯','洁','娟','婷','莹','悦','兰','霞','萍','蕾','佳怡','子涵','梓涵','雨桐','若曦','诗涵','语嫣','欣怡','可馨','思远'])[1+_h('mg'||i,30)],
  CASE WHEN _h('mx'||i,100)<5 THEN NULL WHEN _h('mx'||i,100)<78 THEN 'F' ELSE 'M' END,
  CASE WHEN _h('mp'||i,30)=0 THEN NULL ELSE '13'||lpad(_h('mq'||i,1000000000)::text,9,'0') END,
  CASE WHEN _h('mb'||i,6)=0 THEN NULL ELSE date '1968-01-01' + _h('mbd'||i,14600) END,
  CASE WHEN _h('ml'||i,100)<5 THEN NULL WHEN _h('ml'||i,100)<52 THEN 'B' WHEN _h('ml'||i,100)<79 THEN 'S' WHEN _h('ml'||i,100)<94 THEN 'G' ELSE 'D' END,
  CASE WHEN _h('mc'||i,100)<8 THEN NULL WHEN _h('mc'||i,100)<36 THEN '老客介绍' WHEN _h('mc'||i,100)<58 THEN '小红书' WHEN _h('mc'||i,100)<75 THEN '大众点评' WHEN _h('mc'||i,100)<88 THEN '抖音' ELSE '路过进店' END,
  sh, greatest(dt, s.opened_on)
FROM (SELECT i, CASE WHEN i<=1300 THEN date '2018-04-01'+(i*1.85)::int ELSE date '2024-11-01'+((i-1300)*749/1700) END AS dt,
        CASE WHEN i>2640 AND _h('m9'||i,100)<14 THEN 9 ELSE (ARRAY[1,1,1,2,2,3,3,3,4,4,5,5,5,6,7,8,8])[1+_h('mh'||i,CASE WHEN i>2430 THEN 14 ELSE 17 END)] END sh
      FROM generate_series(1,3000) i) m JOIN public.shops s ON s.shop_id=m.sh;

CREATE TABLE public.prepaid_cards (
  card_id      int PRIMARY KEY,
  member_id    int NOT NULL REFERENCES public.members,
  shop_id      int NOT NULL REFERENCES public.shops,
  sold_by      int REFERENCES public.stylists,
  sold_on      date NOT NULL,
  paid_amount  numeric(10,2) NOT NULL,
  bonus_amount numeric(10,2) NOT NULL,
  balance      numeric(10,2) NOT NULL,
  expires_on   date,
  status_cd    char(1) NOT NULL
);
COMMENT ON TABLE public.prepaid_cards IS '储值卡';
COMMENT ON COLUMN public.prepaid_cards.sold_by IS '推荐人（员工），可为空';
COMMENT ON COLUMN public.prepaid_cards.paid_amount IS '实收充值金额';
COMMENT ON COLUMN public.prepaid_cards.bonus_amount IS '赠送金额';
COMMENT ON COLUMN public.prepaid_cards.balance IS '当前余额（含赠送）';
COMMENT ON COLUMN public.prepaid_cards.expires_on IS '到期日，空为长期有效';
COMMENT ON COLUMN public.prepaid_cards.status_cd IS '状态：A 使用中 U 已用完 R 已退卡';
INSERT INTO public.prepaid_cards
SELECT row_number() OVER (ORDER BY d, i)::int, member_id, shop_id, sb, d, p, b,
  CASE WHEN st='A' THEN round((p+b)*(10+_h('kb'||i,85))/100.0,2) ELSE 0 END,
  CASE WHEN _h('ke'||i,8)=0 THEN NULL ELSE d + 730 END, st
FROM (SELECT i, m.member_id, m.home_shop_id shop_id,
   CASE WHEN _h('ks'||i,4)=0 THEN NULL ELSE (SELECT min(y.stylist_id)+_h('kt'||i,2) FROM public.stylists y WHERE y.shop_id=m.home_shop_id) END sb,
   least(greatest(m.joined_on, date '2024-11-01') + _h('kd'||i,330), CASE WHEN m.home_shop_id=7 THEN date '2026-02-20' - _h('kl'||i,200) ELSE date '2026-11-20' - _h('kl'||i,260) END) d,
   pa p, CASE pa WHEN 500 THEN 0 WHEN 1000 THEN 80 WHEN 2000 THEN 240 WHEN 3000 THEN 500 ELSE 1200 END b,
   CASE WHEN _h('kst'||i,100)<4 THEN 'R' WHEN _h('kst'||i,100)<46 THEN 'U' ELSE 'A' END st
  FROM (SELECT i, 1+_h('km'||i,3000) mid, (ARRAY[500,500,1000,1000,1000,1000,2000,2000,3000,5000])[1+_h('kp'||i,10)] pa FROM generate_series(1,2400) i) k
  JOIN public.members m ON m.member_id=k.mid) x
WHERE d >= date '2024-11-01';

CREATE TABLE public.bookings (
  booking_id int PRIMARY KEY,
  shop_id    int NOT NULL REFERENCES public.shops,
  member_id  int REFERENCES public.members,
  stylist_id int REFERENCES public.stylists,
  service_id int NOT NULL REFERENCES public.services,
  channel_cd int NOT NULL,
  created_on date NOT NULL,
  visit_on   date NOT NULL,
  visit_hour int NOT NULL,
  status     char(1) NOT NULL
);
COMMENT ON TABLE public.bookings IS '预约 / appointments';
COMMENT ON COLUMN public.bookings.member_id IS '会员，散客为空';
COMMENT ON COLUMN public.bookings.stylist_id IS '指定发型师，未指定为空';
COMMENT ON COLUMN public.bookings.channel_cd IS '预约渠道：1 小程序 2 电话 3 到店 4 大众点评';
COMMENT ON COLUMN public.bookings.created_on IS '下单日期';
COMMENT ON COLUMN public.bookings.visit_on IS '预约到店日期';
COMMENT ON COLUMN public.bookings.visit_hour IS '预约到店时段（小时，10-20）';
COMMENT ON COLUMN public.bookings.status IS '状态：D 已到店 C 已取消 N 爽约';
INSERT INTO public.bookings
WITH d AS (
  SELECT dd::date AS day, (dd::date - date '2024-11-01') AS n,
    (33 + (dd::date - date '2024-11-01')*0.012 + CASE WHEN extract(isodow FROM dd)>=6 THEN 15 WHEN extract(isodow FROM dd)=1 THEN -8 ELSE 0 END)
    * CASE extract(month FROM dd) WHEN 1 THEN 1.25 WHEN 2 THEN .7 WHEN 3 THEN .92 WHEN 5 THEN 1.1 WHEN 8 THEN 1.05 WHEN 9 THEN 1.12 WHEN 12 THEN 1.18 ELSE 1 END
    + _h('dn'||dd::date,9)-4 AS cnt
  FROM generate_series(date '2024-11-01', date '2026-11-20', interval '1 day') dd),
r AS MATERIALIZED (
  SELECT day, n, k, day||'/'||k AS key, (ARRAY[1,1,1,1,1,2,2,2,3,3,3,3,3,3,4,4,4,5,5,5,5,6,6,7,7,8,8,8,9,9])[1+_h('bs'||day||'/'||k,30)] AS shop_id
  FROM d, generate_series(1, cnt::int) k),
r2 AS MATERIALIZED (
  SELECT r.*, CASE _h('bk'||key,20) WHEN 0 THEN 2 WHEN 1 THEN 2 WHEN 2 THEN 3 WHEN 3 THEN 4 WHEN 4 THEN 5 WHEN 5 THEN 6 WHEN 6 THEN 7 WHEN 7 THEN 8 WHEN 8 THEN 9 WHEN 9 THEN 10 WHEN 10 THEN 11 WHEN 11 THEN 12 WHEN 12 THEN 13 WHEN 13 THEN 14 WHEN 14 THEN 15 WHEN 15 THEN 16 WHEN 16 THEN 17 ELSE 1 END AS sv,
    _h('bst'||key,1000) hs
  FROM r JOIN public.shops s USING (shop_id) WHERE day>=s.opened_on AND (s.closed_on IS NULL OR day<=s.closed_on)),
r3 AS MATERIALIZED (
  SELECT r2.*, CASE WHEN sv=9 AND day>='2026-03-01' THEN 8 WHEN sv IN (16,17) AND (shop_id IN (2,4,6,7,9) OR shop_id=8 AND day<'2026-06-15' OR shop_id=5 AND day>'2026-05-31') THEN 1 WHEN sv IN (13,14,15) AND (shop_id=9 OR shop_id=7 AND day>'2025-09-30') THEN 4 ELSE sv END AS sv2 FROM r2),
r4 AS MATERIALIZED (
  SELECT r3.*, (SELECT array_agg(y.stylist_id ORDER BY y.stylist_id) FROM public.stylists y WHERE y.shop_id=r3.shop_id AND y.hired_on<=day AND (y.left_on IS NULL OR y.left_on>=day)
      AND y.role_cd = CASE WHEN sv2 IN (13,14,15) THEN 'B' WHEN sv2 IN (16,17) THEN 'N' ELSE 'H' END) ya FROM r3)
SELECT row_number() OVER (ORDER BY day,k)::int, shop_id,
  CASE WHEN _h('bm'||key,100)<27 THEN NULL ELSE 1+_h('bmm'||key, 1300 + n*1700/749) END,
  CASE WHEN _h('by'||key,100)<18 THEN NULL ELSE ya[1+least(_h('b1'||key,array_length(ya,1)),_h('b2'||key,array_length(ya,1)+1))] END,
  sv2, (ARRAY[1,1,1,1,1,2,2,3,3,4,4])[1+_h('bc'||key,11)],
  day - _h('bd'||key,9), day, 10 + (ARRAY[0,1,2,3,4,4,5,6,7,8,8,9,9,10])[1+_h('bh'||key,14)],
  CASE WHEN hs < 70 + CASE WHEN shop_id=4 THEN 35 ELSE 0 END THEN 'C' WHEN hs > 1000-55-CASE WHEN shop_id=6 THEN 30 ELSE 0 END THEN 'N' ELSE 'D' END
FROM r4;

CREATE TABLE public.tickets (
  ticket_id  int PRIMARY KEY,
  booking_id int REFERENCES public.bookings,
  shop_id    int NOT NULL REFERENCES public.shops,
  member_id  int REFERENCES public.members,
  sold_on    date NOT NULL,
  pay_cd     char(1) NOT NULL,
  voided     boolean NOT NULL
);
COMMENT ON TABLE public.tickets IS '消费单（每次到店一张）';
COMMENT ON COLUMN public.tickets.member_id IS '会员，散客为空';
COMMENT ON COLUMN public.tickets.booking_id IS '对应预约';
COMMENT ON COLUMN public.tickets.pay_cd IS '支付方式：W 微信 A 支付宝 K 储值卡 C 现金 T 团购券';
COMMENT ON COLUMN public.tickets.voided IS '是否作废';
INSERT INTO public.tickets
SELECT row_number() OVER (ORDER BY booking_id)::int, booking_id, shop_id, member_id, visit_on,
  CASE WHEN member_id IS NOT NULL AND _h('tp'||booking_id,100)<46 THEN 'K' WHEN channel_cd=4 AND _h('tq'||booking_id,10)<7 THEN 'T' WHEN _h('tr'||booking_id,100)<52 THEN 'W' WHEN _h('tr'||booking_id,100)<92 THEN 'A' ELSE 'C' END,
  _h('tv'||booking_id,90)=0
FROM public.bookings WHERE status='D';

CREATE TABLE public.ticket_lines (
  line_id     int PRIMARY KEY,
  ticket_id   int NOT NULL REFERENCES public.tickets,
  service_id  int NOT NULL REFERENCES public.services,
  stylist_id  int NOT NULL REFERENCES public.stylists,
  list_amount numeric(8,2) NOT NULL,
  amount      numeric(8,2) NOT NULL,
  voided      boolean NOT NULL
);
COMMENT ON TABLE public.ticket_lines IS '消费单明细（服务项目）';
COMMENT ON COLUMN public.ticket_lines.stylist_id IS '实际服务的发型师/美容师';
COMMENT ON COLUMN public.ticket_lines.list_amount IS '原价';
COMMENT ON COLUMN public.ticket_lines.amount IS '折后实收';
COMMENT ON COLUMN public.ticket_lines.voided IS '随消费单作废';
INSERT INTO public.ticket_lines
SELECT row_number() OVER (ORDER BY ticket_id, ln)::int, ticket_id, service_id, st, lp,
  round(lp * CASE pay_cd WHEN 'K' THEN .85 WHEN 'T' THEN .72 ELSE 1 - _h('ld'||ticket_id||'.'||ln,5)*0.04 END, 2), voided
FROM (SELECT t.ticket_id, l.ln, t.pay_cd, t.voided, sv.service_id, sv.list_price lp,
   coalesce(b.stylist_id, (SELECT min(y.stylist_id) FROM public.stylists y WHERE y.shop_id=t.shop_id AND y.hired_on<=t.sold_on AND (y.left_on IS NULL OR y.left_on>=t.sold_on) AND y.role_cd=CASE WHEN b.service_id IN (13,14,15) THEN 'B' WHEN b.service_id IN (16,17) THEN 'N' ELSE 'H' END) + 0) st
  FROM public.tickets t JOIN public.bookings b USING (booking_id)
  CROSS JOIN LATERAL generate_series(1, CASE WHEN b.service_id<13 AND _h('l2'||t.ticket_id,100)<26 THEN 2 ELSE 1 END) l(ln)
  JOIN public.services sv ON sv.service_id = CASE WHEN l.ln=1 THEN b.service_id ELSE (ARRAY[10,11,1,11,12,18])[1+_h('l3'||t.ticket_id,CASE WHEN t.sold_on<'2026-01-01' THEN 6 ELSE 5 END)] END) x;

CREATE INDEX ON public.ticket_lines (ticket_id);

CREATE TABLE public.products (
  product_id   int PRIMARY KEY,
  name         text NOT NULL,
  name_en      text NOT NULL,
  brand        text NOT NULL,
  category     text NOT NULL,
  retail_price numeric(8,2) NOT NULL,
  unit_cost    numeric(8,2) NOT NULL,
  supplier     text,
  discontinued boolean NOT NULL
);
COMMENT ON TABLE public.products IS '零售产品';
COMMENT ON COLUMN public.products.retail_price IS '零售价（元）';
COMMENT ON COLUMN public.products.unit_cost IS '进货价（元）';
COMMENT ON COLUMN public.products.discontinued IS '是否停售';
INSERT INTO public.products VALUES
 (1,'丝滑洗发水','Silk shampoo','沐润','洗护',88,31,'上海美源',false),
 (2,'丝滑护发素','Silk conditioner','沐润','洗护',92,33,'上海美源',false),
 (3,'防脱洗发水','Anti-loss shampoo','根源','洗护',158,62,'广州康发',false),
 (4,'头皮精华','Scalp serum','根源','精华',328,120,'广州康发',false),
 (5,'玫瑰护发精油','Rose hair oil','Lumière','精华',198,74,'上海美源',false),
 (6,'发膜','Hair mask','Lumière','洗护',168,58,'上海美源',false),
 (7,'强力发蜡','Strong wax','FixUp','造型',78,22,NULL,false),
 (8,'定型喷雾','Hold spray','FixUp','造型',85,26,NULL,false),
 (9,'蓬松粉','Volume powder','FixUp','造型',69,18,NULL,true),
 (10,'补水面膜','Hydrating mask','沁肌','护肤',139,45,'杭州沁肌',false),
 (11,'紧致面霜','Firming cream','沁肌','护肤',468,180,'杭州沁肌',false),
 (12,'祛痘凝胶','Acne gel','沁肌','护肤',118,39,'杭州沁肌',false),
 (13,'指甲油','Nail polish','Nova','美甲用品',49,12,'义乌彩甲',false),
 (14,'护甲油','Nail care oil','Nova','美甲用品',59,15,'义乌彩甲',false);

CREATE TABLE public.product_sales (
  sale_id    int PRIMARY KEY,
  sold_on    date NOT NULL,
  shop_id    int NOT NULL REFERENCES public.shops,
  product_id int NOT NULL REFERENCES public.products,
  stylist_id int REFERENCES public.stylists,
  member_id  int REFERENCES public.members,
  qty        int NOT NULL,
  amount     numeric(9,2) NOT NULL,
  returned   boolean NOT NULL
);
COMMENT ON TABLE public.product_sales IS '产品零售记录';
COMMENT ON COLUMN public.product_sales.stylist_id IS '推荐人，前台自售为空';
COMMENT ON COLUMN public.product_sales.returned IS '是否已退货';
INSERT INTO public.product_sales
SELECT row_number() OVER (ORDER BY sold_on,ticket_id)::int, sold_on, shop_id, pid,
  CASE WHEN _h('xs'||ticket_id,3)=0 THEN NULL ELSE sid END, member_id, q, round(p.retail_price*q*CASE WHEN member_id IS NOT NULL THEN .9 ELSE 1 END,2), _h('xr'||ticket_id,45)=0
FROM (SELECT t.*, (SELECT min(stylist_id) FROM public.ticket_lines l WHERE l.ticket_id=t.ticket_id) sid,
  CASE WHEN sold_on>='2026-07-01' AND _h('xp'||t.ticket_id,14)=8 THEN 4 WHEN shop_id IN (2,4,6,7,9) AND _h('xp'||t.ticket_id,14)>=12 THEN 1 ELSE 1+_h('xp'||t.ticket_id,14) END pid, 1+(_h('xq'||t.ticket_id,10)/7) q
  FROM public.tickets t WHERE _h('xx'||t.ticket_id,100)<28) s JOIN public.products p ON p.product_id=s.pid;

CREATE TABLE public.product_stock (
  shop_id    int NOT NULL REFERENCES public.shops,
  product_id int NOT NULL REFERENCES public.products,
  stock_on   date NOT NULL,
  units      int NOT NULL,
  PRIMARY KEY (shop_id, product_id, stock_on)
);
COMMENT ON TABLE public.product_stock IS '产品库存快照（每周五盘点）';
INSERT INTO public.product_stock
SELECT s.shop_id, p.product_id, d::date, CASE WHEN p.discontinued AND d>='2026-09-01' THEN 0 ELSE 4+_h('st'||s.shop_id||'.'||p.product_id||'.'||d::date,38) END
FROM public.shops s CROSS JOIN public.products p CROSS JOIN generate_series(date '2025-10-03', date '2026-11-20', interval '7 day') d
WHERE d>=s.opened_on AND (s.closed_on IS NULL OR d<=s.closed_on) AND NOT (p.category='美甲用品' AND s.shop_id IN (2,4,6,7,9));

CREATE TABLE public.reviews (
  review_id  int PRIMARY KEY,
  ticket_id  int NOT NULL UNIQUE REFERENCES public.tickets,
  shop_id    int NOT NULL REFERENCES public.shops,
  stylist_id int NOT NULL REFERENCES public.stylists,
  rated_on   date NOT NULL,
  stars      int NOT NULL,
  platform   text NOT NULL,
  comment    text,
  replied_on date
);
COMMENT ON TABLE public.reviews IS '客户评价';
COMMENT ON COLUMN public.reviews.stars IS '星级 1-5';
COMMENT ON COLUMN public.reviews.platform IS '评价平台：小程序、大众点评、美团';
COMMENT ON COLUMN public.reviews.replied_on IS '门店回复日期，未回复为空';
INSERT INTO public.reviews
SELECT row_number() OVER (ORDER BY d,ticket_id)::int, ticket_id, shop_id, st, d, stars, (ARRAY['小程序','小程序','大众点评','大众点评','美团'])[1+_h('rp'||ticket_id,5)],
  CASE WHEN _h('rc'||ticket_id,3)=0 THEN (CASE WHEN stars>=4 THEN (ARRAY['手艺很好','环境不错','下次还来','很满意'])[1+_h('rd'||ticket_id,4)] WHEN stars=3 THEN '一般般' ELSE (ARRAY['等太久','推销办卡太烦','颜色不对','态度差'])[1+_h('rd'||ticket_id,4)] END) END,
  CASE WHEN _h('re'||ticket_id,100)<64 THEN least(d + 1 + _h('rf'||ticket_id,6), date '2026-11-20') END
FROM (SELECT t.ticket_id, t.shop_id, (SELECT min(l.stylist_id) FROM public.ticket_lines l WHERE l.ticket_id=t.ticket_id) st,
   least(t.sold_on + _h('ra'||t.ticket_id,4), date '2026-11-20') d,
   CASE WHEN _h('rs'||t.ticket_id,100) < 3+t.shop_id/2 THEN 1 + _h('rs2'||t.ticket_id,2) WHEN _h('rs'||t.ticket_id,100)<15+t.shop_id THEN 3 WHEN _h('rs'||t.ticket_id,100)<48 THEN 4 ELSE 5 END stars
  FROM public.tickets t WHERE NOT t.voided AND _h('rr'||t.ticket_id,100)<24) x;

CREATE INDEX ON public.tickets (sold_on);
CREATE INDEX ON public.bookings (visit_on);
ANALYZE;

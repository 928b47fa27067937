-- Meridian Expo 子午会展: trade fairs and conferences. Sample data, deterministic, up to 2026-11-20
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE TABLE cities (
  city_id   int PRIMARY KEY,
  name_cn   text NOT NULL,
  name_en   text NOT NULL
);

CREATE TABLE companies (
  company_id int PRIMARY KEY,
  name_cn    text NOT NULL,
  name_en    text NOT NULL,
  ctry       char(2) NOT NULL,
  ind        text NOT NULL,
  first_seen date NOT NULL,
  email      text,
  blk        boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE companies IS '客户公司';
COMMENT ON COLUMN companies.ctry IS '国家';
COMMENT ON COLUMN companies.ind IS '行业 MCH机械 FNB食品 ELC电子 MED医疗 TXT纺织 LOG物流';
COMMENT ON COLUMN companies.first_seen IS '建档日期';
COMMENT ON COLUMN companies.blk IS '黑名单';

CREATE TABLE staff (
  emp_id   int PRIMARY KEY,
  name_cn  text NOT NULL,
  name_en  text NOT NULL,
  dept     text NOT NULL,
  mgr_id   int REFERENCES staff,
  base_id  int NOT NULL REFERENCES cities,
  hired_on date NOT NULL,
  left_on  date
);
COMMENT ON TABLE staff IS '员工';
COMMENT ON COLUMN staff.dept IS 'SAL sales, OPS operations, FIN finance, GM management';
COMMENT ON COLUMN staff.mgr_id IS '上级';
COMMENT ON COLUMN staff.base_id IS '常驻城市';
COMMENT ON COLUMN staff.left_on IS '离职日期，在职为空';

CREATE TABLE fairs (
  fair_id   int PRIMARY KEY,
  name_cn   text NOT NULL,
  name_en   text NOT NULL,
  ftype     char(1) NOT NULL,
  city_id   int NOT NULL REFERENCES cities,
  opens_on  date NOT NULL,
  closes_on date NOT NULL,
  pm_id     int NOT NULL REFERENCES staff,
  title_id  int REFERENCES companies,
  budg_wan  numeric(10,1) NOT NULL,
  rent      numeric(12,2) NOT NULL
);
COMMENT ON TABLE fairs IS '展会';
COMMENT ON COLUMN fairs.ftype IS 'F 展览 fair, C 会议 conference';
COMMENT ON COLUMN fairs.opens_on IS '开幕日';
COMMENT ON COLUMN fairs.closes_on IS '闭幕日';
COMMENT ON COLUMN fairs.pm_id IS '项目经理';
COMMENT ON COLUMN fairs.title_id IS '冠名赞助商';
COMMENT ON COLUMN fairs.budg_wan IS '预算，万元';
COMMENT ON COLUMN fairs.rent IS '场地租金，元';

CREATE TABLE booths (
  booth_id int PRIMARY KEY,
  fair_id  int NOT NULL REFERENCES fairs,
  hall     text NOT NULL,
  no       text NOT NULL,
  kind     char(1) NOT NULL,
  sqm      int NOT NULL,
  UNIQUE (fair_id, no)
);
COMMENT ON TABLE booths IS '展位';
COMMENT ON COLUMN booths.hall IS '展馆';
COMMENT ON COLUMN booths.kind IS 'S标展 C角位 R光地 I岛型';
COMMENT ON COLUMN booths.sqm IS '面积，平方米';

CREATE TABLE bookings (
  bk_id        int PRIMARY KEY,
  fair_id      int NOT NULL REFERENCES fairs,
  booth_id     int NOT NULL REFERENCES booths,
  exhib_id     int NOT NULL REFERENCES companies,
  spons_id     int REFERENCES companies,
  seller_id    int NOT NULL REFERENCES staff,
  am_id        int REFERENCES staff,
  booked_on    date NOT NULL,
  confirmed_on date,
  cancelled_on date,
  st           smallint NOT NULL,
  chan         char(1) NOT NULL,
  disc_pct     int NOT NULL,
  amt          numeric(12,2) NOT NULL,
  sp_fee       numeric(12,2)
);
COMMENT ON TABLE bookings IS '展位预订';
COMMENT ON COLUMN bookings.exhib_id IS '参展商';
COMMENT ON COLUMN bookings.spons_id IS '赞助商，可空';
COMMENT ON COLUMN bookings.seller_id IS '签单销售';
COMMENT ON COLUMN bookings.am_id IS '客户经理';
COMMENT ON COLUMN bookings.st IS '1待确认 2已确认 9已取消';
COMMENT ON COLUMN bookings.chan IS 'D direct, A agent, O online';
COMMENT ON COLUMN bookings.disc_pct IS '折扣，%';
COMMENT ON COLUMN bookings.amt IS '折后金额，元';
COMMENT ON COLUMN bookings.sp_fee IS '赞助费，元';

CREATE TABLE invoices (
  inv_id      int PRIMARY KEY,
  bk_id       int NOT NULL REFERENCES bookings,
  payer_id    int NOT NULL REFERENCES companies,
  itype       char(1) NOT NULL,
  amt         numeric(12,2) NOT NULL,
  issued_on   date NOT NULL,
  due_on      date NOT NULL,
  paid_on     date,
  refund_amt  numeric(12,2),
  refunded_on date
);
COMMENT ON TABLE invoices IS '发票';
COMMENT ON COLUMN invoices.payer_id IS '付款方';
COMMENT ON COLUMN invoices.itype IS 'D 定金 deposit, B 尾款 balance';
COMMENT ON COLUMN invoices.issued_on IS '开票日';
COMMENT ON COLUMN invoices.due_on IS '到期日';
COMMENT ON COLUMN invoices.paid_on IS '付款日，未付为空';
COMMENT ON COLUMN invoices.refunded_on IS '退款日';

CREATE TABLE registrations (
  reg_id  int PRIMARY KEY,
  fair_id int NOT NULL REFERENCES fairs,
  vtype   char(1) NOT NULL,
  ctry    char(2) NOT NULL,
  src     char(1) NOT NULL,
  reg_on  date NOT NULL
);
COMMENT ON TABLE registrations IS '观众登记';
COMMENT ON COLUMN registrations.vtype IS 'T专业买家 V贵宾 P媒体 S学生';
COMMENT ON COLUMN registrations.src IS 'W微信 E邮件 P合作方 O现场';

CREATE TABLE checkins (
  ci_id  int PRIMARY KEY,
  reg_id int NOT NULL REFERENCES registrations,
  day    date NOT NULL,
  gate   text NOT NULL
);
COMMENT ON TABLE checkins IS '入场记录，每人每天一条';

CREATE TABLE purchase_orders (
  po_id        int PRIMARY KEY,
  fair_id      int NOT NULL REFERENCES fairs,
  supp         text NOT NULL,
  cat          text NOT NULL,
  amt          numeric(12,2) NOT NULL,
  requester_id int NOT NULL REFERENCES staff,
  approver_id  int REFERENCES staff,
  ordered_on   date NOT NULL,
  promised_on  date NOT NULL,
  received_on  date,
  st           char(1) NOT NULL
);
COMMENT ON TABLE purchase_orders IS '采购单';
COMMENT ON COLUMN purchase_orders.supp IS '供应商';
COMMENT ON COLUMN purchase_orders.cat IS 'BLD搭建 CAT餐饮 SEC安保 PRT印刷 CLN保洁';
COMMENT ON COLUMN purchase_orders.requester_id IS '申请人';
COMMENT ON COLUMN purchase_orders.approver_id IS '审批人';
COMMENT ON COLUMN purchase_orders.promised_on IS 'promised delivery';
COMMENT ON COLUMN purchase_orders.received_on IS '到货日';
COMMENT ON COLUMN purchase_orders.st IS 'P待审批 A已批准 R已到货 X已驳回';

CREATE TABLE complaints (
  cp_id       int PRIMARY KEY,
  fair_id     int NOT NULL REFERENCES fairs,
  company_id  int REFERENCES companies,
  cat         char(1) NOT NULL,
  sev         smallint NOT NULL,
  owner_id    int NOT NULL REFERENCES staff,
  received_on date NOT NULL,
  resolved_on date,
  note        text
);
COMMENT ON TABLE complaints IS '投诉';
COMMENT ON COLUMN complaints.cat IS 'N噪音 C清洁 P供电 S安保 Q排队';
COMMENT ON COLUMN complaints.sev IS '1 minor 2 medium 3 serious';
COMMENT ON COLUMN complaints.owner_id IS '处理人';
COMMENT ON COLUMN complaints.resolved_on IS '解决日期，未解决为空';

CREATE TABLE sales_targets (
  emp_id int NOT NULL REFERENCES staff,
  mon    date NOT NULL,
  tgt    numeric(12,2) NOT NULL,
  PRIMARY KEY (emp_id, mon)
);
COMMENT ON TABLE sales_targets IS '销售月度目标';
COMMENT ON COLUMN sales_targets.mon IS '月份，记为1日';
COMMENT ON COLUMN sales_targets.tgt IS '目标，元';

-- ---------------------------------------------------------------- data
CREATE FUNCTION pg_temp.h(s text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(s), 1, 7))::bit(28)::int % n) $$;

INSERT INTO cities VALUES (1,'上海','Shanghai'),(2,'广州','Guangzhou'),(3,'深圳','Shenzhen'),(4,'成都','Chengdu'),(5,'北京','Beijing'),(6,'杭州','Hangzhou');

INSERT INTO companies
SELECT (p.i - 1) * 6 + q.i,
       p.cn || q.cn, p.en || ' ' || q.en, p.c, q.ind,
       DATE '2019-01-01' + pg_temp.h('fs' || p.i || '-' || q.i, 2200) + CASE WHEN pg_temp.h('ft' || p.i || '-' || q.i, 8) = 0 THEN 500 ELSE 0 END,
       'expo@' || lower(replace(p.en, ' ', '')) || '-' || lower(q.ind) || '.example',
       pg_temp.h('blk' || p.i || '-' || q.i, 30) = 0
FROM (VALUES (1,'宏远','Hongyuan','CN'),(2,'华岳','Huayue','CN'),(3,'金桥','Jinqiao','CN'),(4,'蓝湾','Lanwan','CN'),(5,'瑞丰','Ruifeng','CN'),
             (6,'天禾','Tianhe','CN'),(7,'东升','Dongsheng','CN'),(8,'百川','Baichuan','CN'),(9,'永泰','Yongtai','CN'),(10,'三江','Sanjiang','CN'),
             (11,'新元','Xinyuan','CN'),(12,'恒达','Hengda','CN'),(13,'科斯勒','Kessler','DE'),(14,'施密特','Schmitt','DE'),(15,'田中','Tanaka','JP'),
             (16,'贝里尼','Bellini','IT'),(17,'韩一','Hanil','KR'),(18,'卡特','Carter','US'),(19,'明隆','Minh Long','VN'),(20,'北田','Kitada','JP')) p(i, cn, en, c),
     (VALUES (1,'机械','Machinery','MCH'),(2,'食品','Foods','FNB'),(3,'电子','Electronics','ELC'),(4,'医疗','Medical','MED'),(5,'纺织','Textiles','TXT'),(6,'物流','Logistics','LOG')) q(i, cn, en, ind);

INSERT INTO staff VALUES
 (23,'沈国强','Shen Guoqiang','GM',NULL,1,'2012-04-01',NULL),
 (1,'周启明','Zhou Qiming','SAL',23,1,'2014-03-10',NULL),
 (24,'唐建国','Tang Jianguo','OPS',23,1,'2013-09-02',NULL),
 (2,'何敏','He Min','SAL',1,1,'2016-05-16',NULL),
 (3,'江涛','Jiang Tao','SAL',1,2,'2017-02-20',NULL),
 (4,'刘雅','Grace Liu','SAL',1,5,'2018-08-01',NULL),
 (5,'林晓峰','Lin Xiaofeng','SAL',2,1,'2019-03-04',NULL),
 (6,'陈思思','Chen Sisi','SAL',2,1,'2020-07-13',NULL),
 (7,'赵凯','Zhao Kai','SAL',2,6,'2021-01-11',NULL),
 (8,'孙悦','Sun Yue','SAL',2,6,'2022-04-06','2026-06-30'),
 (9,'马丽','Mary Ma','SAL',3,2,'2018-11-05',NULL),
 (10,'高翔','Gao Xiang','SAL',3,3,'2021-06-15',NULL),
 (11,'王梓涵','Wang Zihan','SAL',3,3,'2023-02-13',NULL),
 (12,'罗伟','David Luo','SAL',3,2,'2020-10-12','2025-12-31'),
 (13,'唐婉','Tang Wan','SAL',4,5,'2019-09-23',NULL),
 (14,'徐磊','Xu Lei','SAL',4,4,'2021-03-29',NULL),
 (15,'方芳','Fang Fang','SAL',4,4,'2022-08-15',NULL),
 (16,'韩冰','Han Bing','SAL',4,5,'2024-03-18',NULL),
 (17,'郑浩','Zheng Hao','OPS',24,1,'2017-06-26',NULL),
 (18,'吴倩','Wu Qian','OPS',24,2,'2019-12-09',NULL),
 (19,'许诺','Xu Nuo','OPS',24,3,'2023-05-22',NULL),
 (20,'冯军','Feng Jun','OPS',24,5,'2022-02-14',NULL),
 (21,'邓洁','Deng Jie','FIN',23,1,'2015-10-19',NULL),
 (22,'曹颖','Cao Ying','FIN',21,1,'2026-07-06',NULL);

INSERT INTO fairs VALUES
 (1,'2025上海机械展','Shanghai Machinery Expo 2025','F',1,'2025-03-18','2025-03-21',17,73,680.0,1850000),
 (2,'2025广州食品展','Guangzhou Food Fair 2025','F',2,'2025-05-08','2025-05-10',18,8,420.0,1120000),
 (3,'2025深圳电子展','Shenzhen Electronics Show 2025','F',3,'2025-06-18','2025-06-20',19,105,560.0,1480000),
 (4,'2025成都医疗展','Chengdu Medtech Expo 2025','F',4,'2025-09-10','2025-09-12',17,NULL,350.0,760000),
 (5,'2025北京物流大会','Beijing Logistics Conference 2025','C',5,'2025-10-22','2025-10-23',18,36,180.0,390000),
 (6,'2025杭州纺织展','Hangzhou Textile Fair 2025','F',6,'2025-11-12','2025-11-14',19,95,310.0,640000),
 (7,'2026上海机械展','Shanghai Machinery Expo 2026','F',1,'2026-03-17','2026-03-20',17,73,720.0,1960000),
 (8,'2026广州食品展','Guangzhou Food Fair 2026','F',2,'2026-05-07','2026-05-09',18,26,450.0,1180000),
 (9,'2026深圳电子展','Shenzhen Electronics Show 2026','F',3,'2026-06-24','2026-06-26',19,105,600.0,1540000),
 (10,'2026上海宠物展','Shanghai Pet Fair 2026','F',1,'2026-08-20','2026-08-23',20,NULL,280.0,690000),
 (11,'2026成都医疗展','Chengdu Medtech Expo 2026','F',4,'2026-09-09','2026-09-11',17,22,360.0,780000),
 (12,'2026广州家居展','Guangzhou Home Fair 2026','F',2,'2026-10-02','2026-10-05',18,NULL,330.0,820000),
 (13,'2026北京物流大会','Beijing Logistics Conference 2026','C',5,'2026-10-28','2026-10-29',20,36,195.0,410000),
 (14,'2026杭州纺织展','Hangzhou Textile Fair 2026','F',6,'2026-11-11','2026-11-13',19,95,325.0,655000),
 (15,'2026深圳电池峰会','Shenzhen Battery Summit 2026','C',3,'2026-12-09','2026-12-10',19,105,160.0,350000),
 (16,'2027上海机械展','Shanghai Machinery Expo 2027','F',1,'2027-03-16','2027-03-19',17,73,760.0,2050000),
 (17,'2027广州食品展','Guangzhou Food Fair 2027','F',2,'2027-05-06','2027-05-08',18,NULL,470.0,1230000);

INSERT INTO booths
SELECT row_number() OVER (ORDER BY f.fair_id, g.n), f.fair_id,
       (ARRAY['N1','N2','W1','W2'])[1 + (g.n - 1) * (CASE f.ftype WHEN 'C' THEN 1 ELSE 4 END) / f.cnt],
       (ARRAY['N1','N2','W1','W2'])[1 + (g.n - 1) * (CASE f.ftype WHEN 'C' THEN 1 ELSE 4 END) / f.cnt] || '-' || lpad(g.n::text, 3, '0'),
       k.kind,
       CASE k.kind WHEN 'S' THEN (ARRAY[9,9,12,18])[1 + pg_temp.h('sq' || f.fair_id || '-' || g.n, 4)]
                   WHEN 'C' THEN (ARRAY[12,18])[1 + pg_temp.h('sq' || f.fair_id || '-' || g.n, 2)]
                   WHEN 'R' THEN (ARRAY[36,54,72,108])[1 + pg_temp.h('sq' || f.fair_id || '-' || g.n, 4)]
                   ELSE (ARRAY[54,72])[1 + pg_temp.h('sq' || f.fair_id || '-' || g.n, 2)] END
FROM (SELECT *, (CASE ftype WHEN 'C' THEN 40 ELSE 70 END + budg_wan / 14)::int AS cnt FROM fairs) f
CROSS JOIN LATERAL generate_series(1, f.cnt) g(n)
CROSS JOIN LATERAL (SELECT (ARRAY['S','S','S','S','S','C','C','R','R','I'])[1 + pg_temp.h('kd' || f.fair_id || '-' || g.n, 10)] AS kind) k;

CREATE TEMP TABLE bk0 AS
SELECT b.booth_id, b.fair_id, b.kind, b.sqm, f.opens_on, 1 AS rnd,
       f.opens_on - (18 + (pg_temp.h('ld' || b.booth_id, 230) + pg_temp.h('le' || b.booth_id, 230)) / 2) AS booked_on,
       pg_temp.h('cx' || b.booth_id, 100) < (CASE b.kind WHEN 'S' THEN 13 WHEN 'C' THEN 10 ELSE 8 END) AS cx
FROM booths b JOIN fairs f USING (fair_id)
WHERE pg_temp.h('bk' || b.booth_id, 100) < 72 + (b.fair_id % 4) * 6;

ALTER TABLE bk0 ADD cancelled_on date;
UPDATE bk0 SET cancelled_on = booked_on + 5 + pg_temp.h('cd' || booth_id, 50) WHERE cx;
UPDATE bk0 SET cancelled_on = NULL, cx = false WHERE cancelled_on >= opens_on - 3 OR cancelled_on > DATE '2026-11-20';
INSERT INTO bk0
SELECT booth_id, fair_id, kind, sqm, opens_on, 2, cancelled_on + 2 + pg_temp.h('r2' || booth_id, 15), false, NULL
FROM bk0 WHERE cx AND pg_temp.h('rb' || booth_id, 10) < 6 AND cancelled_on + 2 + pg_temp.h('r2' || booth_id, 15) < opens_on - 5;
DELETE FROM bk0 WHERE booked_on > DATE '2026-11-20';

INSERT INTO bookings
SELECT id, fair_id, booth_id, exhib, CASE WHEN spons <> exhib THEN spons END, seller, am,
       booked_on, confirmed_on, cancelled_on,
       CASE WHEN cancelled_on IS NOT NULL THEN 9 WHEN confirmed_on IS NOT NULL THEN 2 ELSE 1 END,
       chan, disc,
       round(sqm * (CASE kind WHEN 'S' THEN 1200 WHEN 'C' THEN 1500 WHEN 'R' THEN 900 ELSE 1600 END) * (1 + extract(year FROM opens_on)::int % 2025 * 0.06) * (100 - disc) / 100.0, 2),
       CASE WHEN spons <> exhib THEN 20000 + 5000 * pg_temp.h('fee' || id, 17) END
FROM (
  SELECT x.*, row_number() OVER (ORDER BY booked_on, booth_id) + 1000 AS id,
         -- the fair's own industry is over-represented
         CASE WHEN pg_temp.h('xi' || booth_id || rnd, 10) < 6
              THEN pg_temp.h('xp' || booth_id || rnd, 20) * 6 + (ARRAY[1,2,3,4,6,5,1,2,3,2,4,5,6,5,3,1,2])[fair_id]
              ELSE 1 + pg_temp.h('xc' || booth_id || rnd, 120) END AS exhib,
         CASE WHEN pg_temp.h('sp' || booth_id || rnd, 100) < 9 THEN 1 + pg_temp.h('sc' || booth_id || rnd, 40) * 3 END AS spons,
         CASE WHEN s0 = 12 AND booked_on > '2025-12-31' THEN 11 WHEN s0 = 8 AND booked_on > '2026-06-30' THEN 5 ELSE s0 END AS seller,
         CASE WHEN pg_temp.h('an' || booth_id || rnd, 100) < 85 THEN (ARRAY[2,3,4,5,6,9,10,13,14])[1 + pg_temp.h('am' || booth_id || rnd, 9)] END AS am,
         CASE WHEN cancelled_on IS NULL AND booked_on + 2 + c0 <= DATE '2026-11-20' AND (opens_on < '2026-11-21' OR pg_temp.h('nc' || booth_id, 100) < 90) THEN booked_on + 2 + c0
              WHEN cancelled_on > booked_on + 2 + c0 THEN booked_on + 2 + c0 END AS confirmed_on,
         (ARRAY['D','D','D','D','A','A','O'])[1 + pg_temp.h('ch' || booth_id || rnd, 7)] AS chan,
         (ARRAY[0,0,0,5,5,10,10,15,20])[1 + pg_temp.h('dc' || booth_id || rnd, 9)] AS disc
  FROM (SELECT bk0.*, (ARRAY[5,5,5,6,6,7,8,8,9,9,9,10,11,12,13,13,14,14,15,16])[1 + pg_temp.h('se' || booth_id || rnd, 20)] AS s0,
               pg_temp.h('cf' || booth_id || rnd, 24) AS c0 FROM bk0) x
) y;

UPDATE companies c SET first_seen = LEAST(c.first_seen, x.d - 3 - pg_temp.h('f2' || company_id, 40))
FROM (SELECT exhib_id, min(booked_on) AS d FROM bookings GROUP BY 1) x WHERE x.exhib_id = c.company_id;

INSERT INTO invoices
SELECT row_number() OVER (ORDER BY issued_on, bk_id, itype) + 50000, bk_id, payer, itype, amt, issued_on, due_on,
       CASE WHEN paid <= DATE '2026-11-20' AND NOT never THEN paid END, NULL, NULL
FROM (
  SELECT i.*, CASE WHEN pg_temp.h('py' || bk_id, 12) = 0 AND spons_id IS NOT NULL THEN spons_id WHEN pg_temp.h('pz' || bk_id, 25) = 0 THEN 1 + pg_temp.h('pq' || bk_id, 120) ELSE exhib_id END AS payer,
         GREATEST(issued_on + 1, due_on - 20 + pg_temp.h('pd' || bk_id || itype, 34)) AS paid,
         due_on >= '2026-03-01' AND pg_temp.h('nv' || bk_id || itype, 100) < 9 AS never
  FROM (
    SELECT b.bk_id, b.exhib_id, b.spons_id, 'D' AS itype, round(b.amt * 0.3, 2) AS amt, b.confirmed_on + 3 AS issued_on, b.confirmed_on + 18 AS due_on
    FROM bookings b WHERE b.confirmed_on IS NOT NULL AND (b.cancelled_on IS NULL OR b.cancelled_on > b.confirmed_on + 3)
    UNION ALL
    SELECT b.bk_id, b.exhib_id, b.spons_id, 'B', b.amt - round(b.amt * 0.3, 2), GREATEST(b.confirmed_on + 5, f.opens_on - 60), GREATEST(b.confirmed_on + 5, f.opens_on - 60) + 30
    FROM bookings b JOIN fairs f USING (fair_id) WHERE b.st = 2
  ) i WHERE issued_on <= DATE '2026-11-20'
) j;
UPDATE invoices i SET paid_on = NULL FROM bookings b WHERE b.bk_id = i.bk_id AND b.st = 9 AND i.paid_on > b.cancelled_on;
UPDATE invoices i SET refund_amt = round(i.amt * (ARRAY[1, 1, 0.8, 0.5])[1 + pg_temp.h('rf' || i.inv_id, 4)]::numeric, 2),
       refunded_on = b.cancelled_on + 4 + pg_temp.h('rd' || i.inv_id, 20)
FROM bookings b WHERE b.bk_id = i.bk_id AND b.st = 9 AND i.paid_on IS NOT NULL AND pg_temp.h('rx' || i.inv_id, 10) < 9;
UPDATE invoices SET refund_amt = NULL, refunded_on = NULL WHERE refunded_on > DATE '2026-11-20';
-- a few goodwill refunds after a fair
UPDATE invoices i SET refund_amt = round(i.amt * 0.1, 2), refunded_on = f.closes_on + 6 + pg_temp.h('gw' || i.inv_id, 25)
FROM bookings b JOIN fairs f USING (fair_id)
WHERE b.bk_id = i.bk_id AND b.st = 2 AND i.itype = 'B' AND i.paid_on IS NOT NULL AND i.paid_on < f.closes_on AND pg_temp.h('gx' || i.inv_id, 40) = 0
  AND f.closes_on + 31 <= DATE '2026-11-20';
DELETE FROM invoices i USING bookings b WHERE b.bk_id = i.bk_id AND b.st = 9 AND i.paid_on IS NULL;

INSERT INTO registrations
SELECT row_number() OVER (ORDER BY reg_on, fair_id, n), fair_id,
       (ARRAY['T','T','T','T','T','T','V','P','S','S'])[1 + pg_temp.h('vt' || fair_id || '-' || n, 10)],
       (ARRAY['CN','CN','CN','CN','CN','CN','CN','DE','JP','KR','US','VN','IT'])[1 + pg_temp.h('vc' || fair_id || '-' || n, 13)],
       CASE WHEN reg_on >= opens_on - 1 THEN 'O' ELSE (ARRAY['W','W','W','E','E','P'])[1 + pg_temp.h('vs' || fair_id || '-' || n, 6)] END,
       reg_on
FROM (
  SELECT f.fair_id, f.opens_on, g.n,
         f.opens_on - LEAST(pg_temp.h('va' || f.fair_id || '-' || g.n, 75), pg_temp.h('vb' || f.fair_id || '-' || g.n, 75)) + CASE WHEN pg_temp.h('vo' || f.fair_id || '-' || g.n, 9) = 0 THEN 1 ELSE 0 END AS reg_on
  FROM fairs f CROSS JOIN LATERAL generate_series(1, (190 + f.budg_wan * 0.36 + (f.opens_on - DATE '2025-01-01') / 12)::int) g(n)
) r WHERE reg_on <= DATE '2026-11-20';

INSERT INTO checkins
SELECT row_number() OVER (ORDER BY d.day, r.reg_id), r.reg_id, d.day::date, (ARRAY['North','South','East'])[1 + pg_temp.h('gt' || r.reg_id || d.day::date, 3)]
FROM registrations r JOIN fairs f USING (fair_id)
CROSS JOIN LATERAL generate_series(f.opens_on, f.closes_on, interval '1 day') d(day)
WHERE d.day::date >= r.reg_on AND d.day::date <= DATE '2026-11-20' AND pg_temp.h('sh' || r.reg_id, 100) < 82 - (r.fair_id % 3) * 5 AND pg_temp.h('ci' || r.reg_id || '-' || d.day::date, 100) < CASE WHEN d.day::date = f.opens_on THEN 62 WHEN d.day::date = f.closes_on THEN 33 ELSE 47 END;

INSERT INTO purchase_orders
SELECT row_number() OVER (ORDER BY ordered_on, fair_id, n) + 7000, fair_id, supp, cat, amt, req, CASE WHEN st <> 'P' THEN apv END, ordered_on, promised_on,
       CASE WHEN st = 'R' THEN recv END, st
FROM (
  SELECT q.*,
         CASE WHEN pg_temp.h('px' || fair_id || '-' || n, 14) = 0 THEN 'X' WHEN ordered_on >= DATE '2026-11-02' THEN 'P' WHEN recv <= DATE '2026-11-20' AND NOT (ordered_on >= '2026-08-15' AND pg_temp.h('pn' || fair_id || '-' || n, 5) = 0) THEN 'R' ELSE 'A' END AS st
  FROM (
    SELECT f.fair_id, g.n, s.supp, s.cat,
           round((CASE s.cat WHEN 'BLD' THEN 60000 WHEN 'CAT' THEN 22000 WHEN 'SEC' THEN 30000 WHEN 'PRT' THEN 9000 ELSE 12000 END) * (0.5 + pg_temp.h('pa' || f.fair_id || '-' || g.n, 150) / 100.0), -2) AS amt,
           (ARRAY[17,18,19,20,17,18])[1 + pg_temp.h('pr' || f.fair_id || '-' || g.n, 6)] AS req,
           (ARRAY[24,24,21,23])[1 + pg_temp.h('pv' || f.fair_id || '-' || g.n, 4)] AS apv,
           f.opens_on - 20 - pg_temp.h('po' || f.fair_id || '-' || g.n, 140) AS ordered_on,
           f.opens_on - 20 - pg_temp.h('po' || f.fair_id || '-' || g.n, 140) + 14 AS promised_on,
           f.opens_on - 20 - pg_temp.h('po' || f.fair_id || '-' || g.n, 140) + 8 + pg_temp.h('pe' || f.fair_id || '-' || g.n, 11) AS recv
    FROM fairs f CROSS JOIN LATERAL generate_series(1, 18 + (f.budg_wan / 80)::int) g(n)
    CROSS JOIN LATERAL (SELECT * FROM (VALUES (0,'华美展示','BLD'),(1,'华美展示','BLD'),(2,'筑艺搭建','BLD'),(3,'味道餐饮','CAT'),(4,'宴客坊','CAT'),(5,'安达保安','SEC'),(6,'彩印通','PRT'),(7,'Brightprint','PRT'),(8,'洁净家','CLN')) v(i, supp, cat)
                        WHERE v.i = pg_temp.h('ps' || f.fair_id || '-' || g.n, 9)) s
  ) q WHERE ordered_on <= DATE '2026-11-20'
) z;

INSERT INTO complaints
SELECT row_number() OVER (ORDER BY rec, fair_id, n) + 300, fair_id,
       CASE WHEN pg_temp.h('cy' || fair_id || '-' || n, 10) < 7 THEN exhib END,
       (ARRAY['N','N','C','P','P','S','Q','Q','Q'])[1 + pg_temp.h('cc' || fair_id || '-' || n, 9)],
       (ARRAY[1,1,1,2,2,3])[1 + pg_temp.h('cs' || fair_id || '-' || n, 6)],
       (ARRAY[17,18,19,18])[1 + pg_temp.h('co' || fair_id || '-' || n, 4)],
       rec, CASE WHEN res <= DATE '2026-11-20' AND NOT (rec > '2026-08-01' AND pg_temp.h('cu' || fair_id || '-' || n, 7) = 0) THEN res END, NULL
FROM (
  SELECT f.fair_id, g.n, f.opens_on - 1 + pg_temp.h('cr' || f.fair_id || '-' || g.n, f.closes_on - f.opens_on + 4) AS rec,
         f.opens_on - 1 + pg_temp.h('cr' || f.fair_id || '-' || g.n, f.closes_on - f.opens_on + 4) + pg_temp.h('ct' || f.fair_id || '-' || g.n, 13) AS res,
         (SELECT exhib_id FROM bookings b WHERE b.fair_id = f.fair_id AND st = 2 ORDER BY md5(b.bk_id || 'c' || g.n) LIMIT 1) AS exhib
  FROM fairs f CROSS JOIN LATERAL generate_series(1, 6 + (f.budg_wan / 45)::int + pg_temp.h('cn' || f.fair_id, 7)) g(n)
  WHERE f.opens_on < '2026-11-20'
) c WHERE rec <= DATE '2026-11-20';

INSERT INTO sales_targets
SELECT s.emp_id, m.m::date, 70000 + 10000 * pg_temp.h('tg' || s.emp_id || '-' || m.m::date, 7) + CASE WHEN s.emp_id IN (5, 9, 13) THEN 60000 ELSE 0 END + CASE WHEN m.m >= '2026-01-01' THEN 20000 ELSE 0 END
FROM staff s CROSS JOIN generate_series(DATE '2025-01-01', DATE '2026-12-01', interval '1 month') m(m)
WHERE s.emp_id BETWEEN 5 AND 16 AND (s.left_on IS NULL OR m.m <= s.left_on);

DROP TABLE bk0;
ANALYZE;

-- 粤安物业 (Yue'an Property Services) — 16 compounds in Guangdong, 2024-12 to 2026-11-20
CREATE FUNCTION rnd(k text) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k), 1, 8))::bit(32)::bigint)::double precision / 4294967296.0 $$;

CREATE TABLE compounds (
  compound_id int PRIMARY KEY,
  name text NOT NULL UNIQUE,
  name_en text NOT NULL,
  city text NOT NULL,
  city_en text NOT NULL,
  district text,
  kind_cd char(1) NOT NULL,
  gfa_sqm int,
  fee_rate numeric(5,2) NOT NULL,
  green_rate numeric(4,1),
  takeover_on date NOT NULL,
  exit_on date,
  manager_id int
);
COMMENT ON TABLE compounds IS '在管项目（小区/写字楼） compounds we look after';
COMMENT ON COLUMN compounds.kind_cd IS '业态: R=住宅 residential, O=写字楼 office, M=综合体 mixed use';
COMMENT ON COLUMN compounds.gfa_sqm IS '建筑面积 ㎡ gross floor area';
COMMENT ON COLUMN compounds.fee_rate IS '物业费单价 元/㎡·月 management fee per sqm per month';
COMMENT ON COLUMN compounds.green_rate IS '绿化率 % ; NULL = not surveyed';
COMMENT ON COLUMN compounds.takeover_on IS '接管日期';
COMMENT ON COLUMN compounds.exit_on IS '撤场日期, NULL = 仍在管 still under management';
COMMENT ON COLUMN compounds.manager_id IS '项目经理 compound manager (staff)';
INSERT INTO compounds VALUES
 (1,'云山雅苑','Yunshan Garden','广州','Guangzhou','白云区','R',86000,2.80,35.0,'2015-04-01',NULL,NULL),
 (2,'珠江国际大厦','Pearl River Tower','广州','Guangzhou','天河区','O',64000,18.50,12.0,'2012-09-01',NULL,NULL),
 (3,'荔湾花园','Liwan Court','广州','Guangzhou','荔湾区','R',52000,2.20,28.5,'2009-01-01',NULL,NULL),
 (4,'翠湖居','Cuihu Lakeside','广州','Guangzhou','番禺区','R',118000,3.10,41.0,'2018-06-01',NULL,NULL),
 (5,'科苑中心','Keyuan Center','深圳','Shenzhen','南山区','O',73000,22.00,15.0,'2016-03-01',NULL,NULL),
 (6,'星河湾','Xinghe Bay','深圳','Shenzhen','福田区','M',95000,6.80,30.0,'2019-11-01',NULL,NULL),
 (7,'阳光城','Sunshine City','深圳','Shenzhen','龙岗区','R',132000,3.60,36.0,'2017-08-01',NULL,NULL),
 (8,'千灯湖一号','Qiandeng One','佛山','Foshan','南海区','R',78000,3.20,38.0,'2020-05-01',NULL,NULL),
 (9,'禅城商务广场','Chancheng Plaza','佛山','Foshan','禅城区','O',41000,12.00,NULL,'2014-10-01',NULL,NULL),
 (10,'松湖科技园','Songhu Tech Park','东莞','Dongguan','松山湖','O',58000,9.50,33.0,'2021-01-01',NULL,NULL),
 (11,'锦绣园','Jinxiu Park','东莞','Dongguan','厚街镇','R',36000,1.90,25.0,'2011-07-01','2025-09-30',NULL),
 (12,'香洲海岸','Xiangzhou Coast','珠海','Zhuhai','香洲区','R',69000,3.40,37.5,'2018-12-01',NULL,NULL),
 (13,'横琴金融港','Hengqin Harbour','珠海','Zhuhai','横琴','M',88000,8.80,NULL,'2025-06-01',NULL,NULL),
 (14,'江畔名居','Riverside Residence','惠州','Huizhou','惠城区','R',61000,2.30,34.0,'2016-02-01',NULL,NULL),
 (15,'蓝庭','Blue Court','惠州','Huizhou','大亚湾','R',54000,2.10,39.0,'2019-04-01',NULL,NULL),
 (16,'石岐名门','Shiqi Gate','中山','Zhongshan','石岐','R',47000,2.40,31.0,'2013-05-01',NULL,NULL);

CREATE TABLE buildings (
  building_id int PRIMARY KEY,
  compound_id int NOT NULL REFERENCES compounds,
  name text NOT NULL,
  floors int NOT NULL,
  lifts int NOT NULL,
  built_year int
);
COMMENT ON TABLE buildings IS '楼栋';
COMMENT ON COLUMN buildings.name IS '楼栋号, 如 A栋; only unique within a compound';
COMMENT ON COLUMN buildings.lifts IS '电梯数 number of lifts, 0 = walk-up';
INSERT INTO buildings
SELECT row_number() OVER (ORDER BY c.compound_id, n), c.compound_id, chr(64 + n) || '栋',
  CASE c.kind_cd WHEN 'R' THEN 8 + (rnd('fl' || c.compound_id || '-' || n) * 22)::int ELSE 18 + (rnd('fl' || c.compound_id || '-' || n) * 24)::int END,
  CASE WHEN c.compound_id IN (3, 11) THEN 0 ELSE 2 + (rnd('lf' || c.compound_id || '-' || n) * 4)::int END,
  CASE WHEN rnd('by' || c.compound_id || n) < 0.06 THEN NULL ELSE extract(year FROM c.takeover_on)::int - (rnd('by2' || c.compound_id) * 5)::int END
FROM compounds c, generate_series(1, 5) n
WHERE n <= 2 + (c.gfa_sqm / 40000);

CREATE TABLE units (
  unit_id int PRIMARY KEY,
  building_id int NOT NULL REFERENCES buildings,
  unit_no text NOT NULL,
  floor int NOT NULL,
  area_sqm numeric(7,2) NOT NULL,
  use_cd smallint NOT NULL,
  state_cd char(1) NOT NULL
);
COMMENT ON TABLE units IS '房屋/单元 units (flats, offices, shops)';
COMMENT ON COLUMN units.unit_no IS '房号, e.g. 1203';
COMMENT ON COLUMN units.area_sqm IS '计费面积 ㎡ chargeable area';
COMMENT ON COLUMN units.use_cd IS '用途: 1=住宅 flat, 2=办公 office, 3=商铺 shop';
COMMENT ON COLUMN units.state_cd IS '状态: S=自住自用 owner-occupied, L=出租 let, V=空置 vacant';
INSERT INTO units
SELECT row_number() OVER (ORDER BY b.building_id, k), b.building_id,
  ((k - 1) / 4 + 2)::text || lpad(((k - 1) % 4 + 1)::text, 2, '0'), (k - 1) / 4 + 2,
  round((CASE WHEN c.kind_cd = 'R' THEN 58 + 90 * rnd('ar' || b.building_id || '-' || k) WHEN c.kind_cd = 'O' THEN 80 + 320 * rnd('ar' || b.building_id || '-' || k) ELSE 60 + 180 * rnd('ar' || b.building_id || '-' || k) END)::numeric, 2),
  CASE WHEN k <= 2 AND c.kind_cd <> 'O' THEN 3 WHEN c.kind_cd = 'R' THEN 1 WHEN c.kind_cd = 'O' THEN 2 WHEN rnd('us' || b.building_id || '-' || k) < 0.5 THEN 1 ELSE 2 END,
  CASE WHEN rnd('st' || b.building_id || '-' || k) < 0.09 THEN 'V' WHEN rnd('st' || b.building_id || '-' || k) < 0.36 + CASE WHEN c.kind_cd = 'O' THEN 0.35 ELSE 0 END THEN 'L' ELSE 'S' END
FROM buildings b JOIN compounds c USING (compound_id), generate_series(1, 36) k
WHERE k <= (b.floors - 1) * 4 AND k <= 20 + b.building_id % 5 * 4;

CREATE TABLE customers (
  customer_id int PRIMARY KEY,
  unit_id int NOT NULL REFERENCES units,
  name text NOT NULL,
  role_cd char(1) NOT NULL,
  mobile text,
  moved_in date NOT NULL,
  moved_out date,
  autopay boolean NOT NULL
);
COMMENT ON TABLE customers IS '业主与租户 owners and tenants';
COMMENT ON COLUMN customers.role_cd IS 'O=业主 owner, T=租户 tenant';
COMMENT ON COLUMN customers.mobile IS '手机, NULL = 未登记';
COMMENT ON COLUMN customers.moved_out IS '迁出日期, NULL = 仍在';
COMMENT ON COLUMN customers.autopay IS '是否签约代扣 signed up for direct debit';
INSERT INTO customers
SELECT row_number() OVER (ORDER BY u.unit_id, r.role),
  u.unit_id,
  substr('陈李黄张梁林吴刘王何郭谢罗邓冯曾', 1 + (rnd('sn' || u.unit_id || r.role) * 15.99)::int % 16, 1)
   || substr('伟芳娜敏静丽强磊军洋艳勇杰娟涛明超霞平刚', 1 + (rnd('g1' || u.unit_id || r.role) * 19.9)::int % 20, 1)
   || CASE WHEN rnd('g2' || u.unit_id || r.role) < 0.7 THEN substr('华文建国志嘉俊雅思雨欣子浩宇婷', 1 + (rnd('g3' || u.unit_id || r.role) * 14.9)::int % 15, 1) ELSE '' END,
  r.role,
  CASE WHEN rnd('mb' || u.unit_id || r.role) < 0.05 THEN NULL ELSE '13' || lpad(((rnd('m2' || u.unit_id || r.role) * 999999999)::bigint)::text, 9, '0') END,
  CASE r.role WHEN 'O' THEN c.takeover_on + (rnd('mi' || u.unit_id) * 900)::int ELSE date '2023-01-01' + (rnd('mt' || u.unit_id) * 1380)::int END,
  CASE WHEN c.exit_on IS NOT NULL THEN NULL WHEN r.role = 'T' AND rnd('mo' || u.unit_id) < 0.15 AND date '2023-01-01' + (rnd('mt' || u.unit_id) * 1380)::int < date '2026-03-01' THEN date '2026-03-01' + (rnd('mp' || u.unit_id) * 260)::int END,
  rnd('ap' || u.unit_id || r.role) < 0.22
FROM units u JOIN buildings b USING (building_id) JOIN compounds c USING (compound_id)
 JOIN (VALUES ('O'), ('T')) r(role) ON r.role = 'O' OR u.state_cd = 'L';
UPDATE customers SET moved_in = date '2026-11-20' - (customer_id % 300) WHERE moved_in > date '2026-11-20';

CREATE TABLE staff (
  staff_id int PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  compound_id int REFERENCES compounds,
  job_cd char(2) NOT NULL,
  hired_on date NOT NULL,
  left_on date,
  monthly_wage numeric(8,2)
);
COMMENT ON TABLE staff IS '员工 employees, incl. outsourced';
COMMENT ON COLUMN staff.compound_id IS '所在项目, NULL = 总部 head office';
COMMENT ON COLUMN staff.job_cd IS '岗位: MG=项目经理 manager, BT=管家 butler, GD=保安 guard, CL=保洁 cleaner, RP=维修工 technician, HQ=总部职能 head office';
COMMENT ON COLUMN staff.left_on IS '离职日期, NULL = 在职';
COMMENT ON COLUMN staff.monthly_wage IS '月薪 元; NULL = 外包人员 outsourced';
INSERT INTO staff
SELECT i, substr('周徐孙马朱胡林郑叶苏潘杜', 1 + i % 12, 1) || substr('志国建秀晓海文永春玉', 1 + (i / 12) % 10, 1) || substr('强红辉梅峰兰斌英', 1 + (i / 3 + i / 120 * 3) % 8, 1),
  (ARRAY['Aaron','Betty','Colin','Diana','Eric','Fiona','Gavin','Helen','Ivan','Joyce','Kevin','Linda','Martin'])[1 + i % 13] || ' ' || (ARRAY['Zhou','Xu','Sun','Ma','Zhu','Hu','Lin','Zheng','Ye','Su','Pan','Du'])[1 + i % 12],
  CASE WHEN i <= 144 THEN 1 + (i - 1) % 16 END,
  CASE WHEN i > 144 THEN 'HQ' WHEN i <= 16 THEN 'MG' WHEN i <= 48 THEN 'BT' WHEN i <= 80 THEN 'RP' WHEN i <= 112 THEN 'GD' ELSE 'CL' END,
  date '2014-01-01' + (rnd('hi' || i) * 4400)::int,
  CASE WHEN i <= 144 AND 1 + (i - 1) % 16 = 11 THEN date '2025-09-30' WHEN i > 16 AND rnd('lv' || i) < 0.12 THEN date '2026-02-01' + (rnd('lw' || i) * 280)::int END,
  CASE WHEN i > 112 AND i <= 144 AND i % 3 = 0 THEN NULL
   ELSE round(((CASE WHEN i > 144 THEN 9800 WHEN i <= 16 THEN 15500 WHEN i <= 48 THEN 6800 WHEN i <= 80 THEN 7200 WHEN i <= 112 THEN 5200 ELSE 4300 END) * (0.85 + 0.4 * rnd('wg' || i)))::numeric, -1) END
FROM generate_series(1, 156) i;
UPDATE compounds SET manager_id = compound_id;
ALTER TABLE compounds ADD FOREIGN KEY (manager_id) REFERENCES staff;

CREATE TABLE parking_spaces (
  space_id int PRIMARY KEY,
  compound_id int NOT NULL REFERENCES compounds,
  space_no text NOT NULL,
  level text NOT NULL,
  kind_cd char(1) NOT NULL,
  state_cd smallint NOT NULL,
  unit_id int REFERENCES units,
  monthly_rent numeric(7,2) NOT NULL
);
COMMENT ON TABLE parking_spaces IS '车位';
COMMENT ON COLUMN parking_spaces.level IS 'B1 / B2 / G(地面 ground)';
COMMENT ON COLUMN parking_spaces.kind_cd IS 'N=普通 standard, E=充电桩 with EV charger, D=无障碍 accessible';
COMMENT ON COLUMN parking_spaces.state_cd IS '0=空闲 free, 1=月租 let by the month, 2=已售 sold, 9=停用 out of use';
COMMENT ON COLUMN parking_spaces.unit_id IS '租用/购买的房屋, NULL if free';
INSERT INTO parking_spaces
SELECT row_number() OVER (ORDER BY c.compound_id, n), c.compound_id, 'P' || lpad(n::text, 3, '0'),
  CASE WHEN n % 7 = 0 THEN 'G' WHEN n % 2 = 0 THEN 'B1' ELSE 'B2' END,
  CASE WHEN rnd('pk' || c.compound_id || '-' || n) < 0.14 THEN 'E' WHEN n % 33 = 0 THEN 'D' ELSE 'N' END,
  s.st,
  CASE WHEN s.st IN (1, 2) THEN (SELECT u.unit_id FROM units u JOIN buildings b USING (building_id) WHERE b.compound_id = c.compound_id ORDER BY md5(u.unit_id || '-' || n || '-' || c.compound_id) LIMIT 1) END,
  CASE c.city WHEN '深圳' THEN 650 WHEN '广州' THEN 520 ELSE 320 END + CASE WHEN n % 7 = 0 THEN -80 ELSE 0 END
FROM compounds c, generate_series(1, 60) n,
 LATERAL (SELECT CASE WHEN rnd('ps' || c.compound_id || '-' || n) < 0.03 THEN 9 WHEN rnd('ps' || c.compound_id || '-' || n) < 0.16 + 0.02 * (c.compound_id % 7) THEN 0 WHEN rnd('ps' || c.compound_id || '-' || n) < 0.75 THEN 1 ELSE 2 END AS st) s
WHERE n <= 30 + c.gfa_sqm / 4500;

CREATE TABLE fee_bills (
  bill_id int PRIMARY KEY,
  unit_id int NOT NULL REFERENCES units,
  bill_month date NOT NULL,
  fee_cd char(3) NOT NULL,
  amount numeric(10,2) NOT NULL,
  paid_amount numeric(10,2) NOT NULL,
  due_on date NOT NULL,
  state_cd smallint NOT NULL
);
COMMENT ON TABLE fee_bills IS '费用账单, one line per unit, month and fee';
COMMENT ON COLUMN fee_bills.bill_month IS '账期 billing month, always the 1st of the month';
COMMENT ON COLUMN fee_bills.fee_cd IS '费项: MGT=物业管理费 management fee, PRK=车位费 parking fee, UTL=公摊水电费 shared utilities (quarterly)';
COMMENT ON COLUMN fee_bills.amount IS '应收金额 元 amount billed';
COMMENT ON COLUMN fee_bills.paid_amount IS '已缴金额 元 paid so far on this bill';
COMMENT ON COLUMN fee_bills.due_on IS '缴费截止日 the 15th of the billing month';
COMMENT ON COLUMN fee_bills.state_cd IS '0=未缴 unpaid, 1=部分缴纳 part paid, 2=已缴清 paid, 9=作废 void';
WITH m AS (
  SELECT d::date AS bm FROM generate_series(date '2024-12-01', date '2026-11-01', interval '1 month') d
), lines AS (
  SELECT u.unit_id, m.bm, 'MGT' AS fee, round(u.area_sqm * c.fee_rate, 2) AS amt, c.compound_id
  FROM units u JOIN buildings b USING (building_id) JOIN compounds c USING (compound_id), m
  WHERE m.bm >= date_trunc('month', c.takeover_on) AND (c.exit_on IS NULL OR m.bm <= c.exit_on)
  UNION ALL
  SELECT p.unit_id, m.bm, 'PRK', sum(CASE p.state_cd WHEN 2 THEN 80 ELSE p.monthly_rent END), c.compound_id
  FROM parking_spaces p JOIN compounds c USING (compound_id), m
  WHERE p.unit_id IS NOT NULL AND m.bm >= date_trunc('month', c.takeover_on) AND (c.exit_on IS NULL OR m.bm <= c.exit_on)
  GROUP BY p.unit_id, m.bm, c.compound_id
  UNION ALL
  SELECT u.unit_id, m.bm, 'UTL', round((u.area_sqm * (0.6 + 0.5 * rnd('ut' || u.unit_id || m.bm)))::numeric, 2), c.compound_id
  FROM units u JOIN buildings b USING (building_id) JOIN compounds c USING (compound_id), m
  WHERE extract(month FROM m.bm) IN (3, 6, 9, 12) AND u.state_cd <> 'V' AND m.bm >= date_trunc('month', c.takeover_on) AND (c.exit_on IS NULL OR m.bm <= c.exit_on)
), rolled AS (
  SELECT l.*, rnd('pd' || unit_id || bm || fee) AS r, rnd('dl' || unit_id || bm || fee) AS d, rnd('un' || unit_id) AS bad
  FROM lines l
), stated AS (
  SELECT *, CASE WHEN r < 0.005 THEN 9
    WHEN bm + (d * d * 75)::int > date '2026-11-20' THEN 0
    WHEN bad < 0.03 + 0.006 * ((compound_id * 5) % 13) AND r < 0.75 THEN 0
    WHEN r < 0.02 + 0.004 * ((compound_id * 7) % 11) + CASE WHEN bm >= date '2026-06-01' THEN 0.025 ELSE 0 END THEN 0
    WHEN r > 0.985 THEN 1 ELSE 2 END AS st
  FROM rolled
)
INSERT INTO fee_bills
SELECT row_number() OVER (ORDER BY bm, unit_id, fee), unit_id, bm, fee, amt,
  CASE st WHEN 2 THEN amt WHEN 1 THEN round(amt / 2, 2) ELSE 0 END, bm + 14, st
FROM stated;

CREATE TABLE payments (
  payment_id int PRIMARY KEY,
  bill_id int NOT NULL REFERENCES fee_bills,
  paid_on date NOT NULL,
  amount numeric(10,2) NOT NULL,
  channel_cd char(2) NOT NULL,
  reversed boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE payments IS '缴费流水 payments received against bills';
COMMENT ON COLUMN payments.channel_cd IS '缴费方式: WX=微信 WeChat Pay, AL=支付宝 Alipay, DD=银行代扣 direct debit, TR=对公转账 bank transfer, CA=现金 cash';
COMMENT ON COLUMN payments.reversed IS 'true = 已冲正 (double or mistaken payment), does not count';
INSERT INTO payments
SELECT row_number() OVER (ORDER BY on_day, bill_id, rev), bill_id, on_day, amount, ch, rev
FROM (
  SELECT f.bill_id, f.bill_month + (power(rnd('dl' || f.unit_id || f.bill_month || f.fee_cd), 2) * 75)::int AS on_day, f.paid_amount AS amount,
    CASE WHEN x.r < 0.06 THEN 'CA' WHEN x.r < 0.46 THEN 'WX' WHEN x.r < 0.62 THEN 'AL' WHEN x.r < 0.84 THEN 'DD' ELSE 'TR' END AS ch, g.rev
  FROM fee_bills f, LATERAL (SELECT rnd('ch' || f.bill_id) AS r) x, (VALUES (false), (true)) g(rev)
  WHERE f.paid_amount > 0 AND (NOT g.rev OR rnd('rv' || f.bill_id) < 0.004)
) s;

CREATE TABLE repair_types (
  type_cd char(3) PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  category text NOT NULL,
  category_en text NOT NULL,
  sla_hours int NOT NULL
);
COMMENT ON TABLE repair_types IS '报修类型';
COMMENT ON COLUMN repair_types.category IS '大类: 水电, 设备, 土建, 其他';
COMMENT ON COLUMN repair_types.sla_hours IS '承诺时限(小时) hours promised to finish';
INSERT INTO repair_types VALUES
 ('LEK','漏水','Water leak','水电','Water & power',12),('DRN','下水堵塞','Blocked drain','水电','Water & power',8),
 ('PWR','停电跳闸','Power failure','水电','Water & power',4),('LMP','照明损坏','Broken lighting','水电','Water & power',24),
 ('LFT','电梯故障','Lift breakdown','设备','Equipment',6),('ACN','空调故障','Air conditioning','设备','Equipment',24),
 ('GAT','门禁故障','Access control','设备','Equipment',12),('FIR','消防设施','Fire equipment','设备','Equipment',24),
 ('WAL','墙面渗裂','Wall cracks','土建','Building fabric',72),('DOR','门窗维修','Doors & windows','土建','Building fabric',48),
 ('NET','网络电话','Network & phone','其他','Other',24),('OTH','其他','Other','其他','Other',48);

CREATE TABLE repair_orders (
  order_id int PRIMARY KEY,
  compound_id int NOT NULL REFERENCES compounds,
  unit_id int REFERENCES units,
  type_cd char(3) NOT NULL REFERENCES repair_types,
  source_cd char(1) NOT NULL,
  urgent boolean NOT NULL,
  reported_at timestamp NOT NULL,
  due_at timestamp NOT NULL,
  finished_at timestamp,
  state_cd char(1) NOT NULL,
  handler_id int REFERENCES staff,
  material_cost numeric(8,2),
  score smallint
);
COMMENT ON TABLE repair_orders IS '报修工单';
COMMENT ON COLUMN repair_orders.unit_id IS 'NULL = 公共区域 common area';
COMMENT ON COLUMN repair_orders.source_cd IS '来源: A=App, T=电话 phone, D=前台 front desk, I=巡检发现 found on inspection';
COMMENT ON COLUMN repair_orders.due_at IS '承诺完成时间 = reported_at + sla_hours';
COMMENT ON COLUMN repair_orders.state_cd IS 'N=待派单 new, P=处理中 in progress, F=已完成 finished, X=已取消 cancelled';
COMMENT ON COLUMN repair_orders.handler_id IS '维修人员, NULL = 未派单';
COMMENT ON COLUMN repair_orders.material_cost IS '材料费 元; NULL = 无用料';
COMMENT ON COLUMN repair_orders.score IS '满意度 1-5, NULL = 未评价';
INSERT INTO repair_orders
SELECT row_number() OVER (ORDER BY rep, i), cid, un, tcd, src, rnd('ug' || i) < 0.12, rep, rep + make_interval(hours => sla),
  CASE WHEN st = 'F' THEN fin END, st,
  CASE WHEN st IN ('P', 'F') THEN 48 + cid + 16 * (rnd('hd' || i) < 0.45)::int END,
  CASE WHEN st = 'F' AND rnd('mc' || i) < 0.55 THEN round((15 + 380 * power(rnd('md' || i), 2))::numeric, 2) END,
  CASE WHEN st = 'F' AND rnd('sc' || i) < 0.58 THEN CASE WHEN fin > rep + make_interval(hours => sla) THEN 2 + (rnd('sd' || i) * 2.4)::int ELSE 3 + least(2, (rnd('sd' || i) * 2.9)::int) END END
FROM (
  SELECT i, cid, tcd, sla, rep, un, src, fin,
    CASE WHEN rnd('cx' || i) < 0.04 THEN 'X' WHEN fin > timestamp '2026-11-20 20:00' THEN CASE WHEN rnd('nw' || i) < 0.35 THEN 'N' ELSE 'P' END WHEN rep > '2026-10-20' AND rnd('op' || i) < 0.08 THEN 'P' ELSE 'F' END AS st
  FROM (
    SELECT i, c.compound_id AS cid, t.type_cd AS tcd, t.sla_hours AS sla, rep,
      CASE WHEN rnd('cm' || i) < 0.72 THEN (SELECT min(u.unit_id) + (rnd('u' || i) * (count(*) - 1))::int FROM units u JOIN buildings b USING (building_id) WHERE b.compound_id = c.compound_id) END AS un,
      CASE WHEN rnd('sr' || i) < 0.48 THEN 'A' WHEN rnd('sr' || i) < 0.76 THEN 'T' WHEN rnd('sr' || i) < 0.89 THEN 'D' ELSE 'I' END AS src,
      rep + make_interval(mins => (t.sla_hours * 60 * (0.15 + 1.25 * power(rnd('du' || i), 1.6) + 0.03 * (c.compound_id * 3 % 8)))::int) AS fin
    FROM (SELECT i, date_trunc('minute', timestamp '2024-12-01 07:00' + make_interval(secs => rnd('tm' || i) * 719 * 86400 + rnd('hr' || i) * 43200)) AS rep, rnd('co' || i) AS rc, rnd('ty' || i) AS rt FROM generate_series(1, 7600) i) q
    JOIN compounds c ON c.compound_id = 1 + floor(16 * power(rc, 1.25))::int
    JOIN (SELECT *, row_number() OVER (ORDER BY type_cd) AS k FROM repair_types) t ON t.k = 1 + floor(12 * power(rt, 1.15))::int
    WHERE rep >= c.takeover_on AND (c.exit_on IS NULL OR rep < c.exit_on) AND rep < timestamp '2026-11-20 20:00'
  ) a
) z;

CREATE TABLE inspections (
  inspection_id int PRIMARY KEY,
  compound_id int NOT NULL REFERENCES compounds,
  inspector_id int NOT NULL REFERENCES staff,
  inspected_on date NOT NULL,
  item_cd smallint NOT NULL,
  result_cd char(1) NOT NULL,
  score numeric(4,1),
  defects int NOT NULL
);
COMMENT ON TABLE inspections IS '品质巡检记录, one row per compound, week and item';
COMMENT ON COLUMN inspections.item_cd IS '巡检项目: 1=消防 fire safety, 2=电梯 lifts, 3=清洁 cleaning, 4=安保 security, 5=绿化 greenery';
COMMENT ON COLUMN inspections.result_cd IS 'P=合格 passed, R=需整改 to be rectified, F=不合格 failed';
COMMENT ON COLUMN inspections.defects IS '发现问题数 defects found';
INSERT INTO inspections
SELECT row_number() OVER (ORDER BY d, c.compound_id, k), c.compound_id, 16 + c.compound_id + 16 * (rnd('in' || c.compound_id || d) < 0.5)::int, d::date, k, x.res,
  CASE WHEN rnd('ns' || c.compound_id || k || d) < 0.04 THEN NULL WHEN x.res = 'P' THEN round((88 + 12 * rnd('is' || c.compound_id || k || d))::numeric, 1) WHEN x.res = 'R' THEN round((72 + 14 * rnd('is' || c.compound_id || k || d))::numeric, 1) ELSE round((45 + 25 * rnd('is' || c.compound_id || k || d))::numeric, 1) END,
  CASE x.res WHEN 'P' THEN (rnd('df' || c.compound_id || k || d) * 1.2)::int WHEN 'R' THEN 1 + (rnd('df' || c.compound_id || k || d) * 3)::int ELSE 3 + (rnd('df' || c.compound_id || k || d) * 4)::int END
FROM compounds c, generate_series(timestamp '2024-12-03', timestamp '2026-11-17', interval '7 days') d, generate_series(1, 5) k,
 LATERAL (SELECT CASE WHEN rnd('ir' || c.compound_id || k || d) < 0.03 + 0.005 * (c.compound_id % 4) THEN 'F' WHEN rnd('ir' || c.compound_id || k || d) < 0.12 + 0.015 * ((c.compound_id * 3 + k) % 9) THEN 'R' ELSE 'P' END AS res) x
WHERE d >= c.takeover_on AND (c.exit_on IS NULL OR d <= c.exit_on) AND NOT (k = 2 AND c.compound_id IN (3, 11));

CREATE TABLE feedback (
  feedback_id int PRIMARY KEY,
  compound_id int NOT NULL REFERENCES compounds,
  customer_id int REFERENCES customers,
  kind_cd char(1) NOT NULL,
  topic_cd char(2) NOT NULL,
  received_on date NOT NULL,
  closed_on date,
  revisit_ok boolean
);
COMMENT ON TABLE feedback IS '投诉表扬建议 complaints, praise and suggestions';
COMMENT ON COLUMN feedback.customer_id IS 'NULL = 匿名 anonymous';
COMMENT ON COLUMN feedback.kind_cd IS 'C=投诉 complaint, P=表扬 praise, S=建议 suggestion';
COMMENT ON COLUMN feedback.topic_cd IS '主题: NO=噪音 noise, CL=清洁 cleaning, SE=安保 security, PA=停车 parking, FE=收费 fees, SV=服务态度 service attitude, EQ=设施设备 facilities';
COMMENT ON COLUMN feedback.closed_on IS '办结日期, NULL = 未办结 still open';
COMMENT ON COLUMN feedback.revisit_ok IS '回访是否满意, NULL = 未回访';
INSERT INTO feedback
SELECT row_number() OVER (ORDER BY d, i), cid,
  CASE WHEN rnd('fa' || i) < 0.82 THEN (SELECT min(k.customer_id) + (rnd('fu' || i) * (count(*) - 1))::int FROM customers k JOIN units USING (unit_id) JOIN buildings b USING (building_id) WHERE b.compound_id = cid) END,
  kd, tp, d,
  CASE WHEN d + x.days <= date '2026-11-20' AND rnd('fo' || i) > 0.03 THEN d + x.days END,
  CASE WHEN d + x.days <= date '2026-11-20' AND rnd('fo' || i) > 0.03 AND rnd('fr' || i) < 0.6 THEN rnd('fs' || i) < 0.81 END
FROM (
  SELECT i, c.compound_id AS cid, date '2024-12-01' + floor(rnd('fd' || i) * 720)::int AS d,
   CASE WHEN rnd('fk' || i) < 0.58 THEN 'C' WHEN rnd('fk' || i) < 0.84 THEN 'P' ELSE 'S' END AS kd,
   (ARRAY['NO','CL','SE','PA','FE','SV','EQ'])[1 + floor(7 * power(rnd('ft' || i), 1.2))::int] AS tp, c.takeover_on, c.exit_on
  FROM generate_series(1, 2900) i JOIN compounds c ON c.compound_id = 1 + floor(16 * power(rnd('fc' || i), 0.9))::int
) q, LATERAL (SELECT 1 + floor(power(rnd('fy' || q.i), 2) * 16)::int AS days) x
WHERE d >= takeover_on AND (exit_on IS NULL OR d <= exit_on);

CREATE TABLE meter_readings (
  reading_id int PRIMARY KEY,
  compound_id int NOT NULL REFERENCES compounds,
  meter_no text NOT NULL,
  kind_cd char(1) NOT NULL,
  area_cd char(2) NOT NULL,
  month date NOT NULL,
  usage_qty numeric(10,1),
  cost numeric(10,2)
);
COMMENT ON TABLE meter_readings IS '公区能耗抄表, one row per meter and month (1st of month); last complete month 2026-10';
COMMENT ON COLUMN meter_readings.kind_cd IS 'E=电 electricity (kWh), W=水 water (m3)';
COMMENT ON COLUMN meter_readings.area_cd IS '区域: LB=大堂走廊 lobby & corridors, GR=车库 garage, LF=电梯 lifts, GD=园林 garden';
COMMENT ON COLUMN meter_readings.usage_qty IS '用量; NULL = 表坏未抄 meter broken';
INSERT INTO meter_readings
SELECT row_number() OVER (ORDER BY m, c.compound_id, a.kind, a.area), c.compound_id, a.kind || lpad(c.compound_id::text, 2, '0') || '-' || a.area, a.kind, a.area, m::date,
  q.u, round(q.u * CASE a.kind WHEN 'E' THEN 0.78 ELSE 4.1 END, 2)
FROM compounds c, generate_series(timestamp '2024-12-01', timestamp '2026-10-01', interval '1 month') m,
 (VALUES ('E', 'LB', 0.11), ('E', 'GR', 0.09), ('E', 'LF', 0.07), ('W', 'LB', 0.004), ('W', 'GD', 0.009)) a(kind, area, per),
 LATERAL (SELECT CASE WHEN rnd('mn' || c.compound_id || a.kind || a.area || m) < 0.012 THEN NULL ELSE round((c.gfa_sqm * a.per * (0.8 + 0.3 * rnd('mu' || c.compound_id || a.kind || a.area || m)) * (1 + 0.25 * sin((extract(month FROM m)::int - 4) * 0.5236)))::numeric, 1) END AS u) q
WHERE m >= c.takeover_on AND (c.exit_on IS NULL OR m <= c.exit_on) AND NOT (a.area = 'LF' AND c.compound_id IN (3, 11));

CREATE TABLE collection_targets (
  compound_id int NOT NULL REFERENCES compounds,
  month date NOT NULL,
  target_amount numeric(12,2) NOT NULL,
  PRIMARY KEY (compound_id, month)
);
COMMENT ON TABLE collection_targets IS '月度收款目标 monthly collection target per compound (month = 1st), set up to 2026-12';
INSERT INTO collection_targets
SELECT b.compound_id, f.bill_month, round(sum(f.amount) * (0.90 + 0.08 * rnd('tg' || b.compound_id || f.bill_month))::numeric, -2)
FROM fee_bills f JOIN units USING (unit_id) JOIN buildings b USING (building_id) GROUP BY 1, 2;
INSERT INTO collection_targets SELECT compound_id, '2026-12-01', round(target_amount * 1.05, -2) FROM collection_targets WHERE month = '2026-11-01';

CREATE INDEX ON fee_bills (unit_id); CREATE INDEX ON fee_bills (bill_month);
CREATE INDEX ON payments (bill_id); CREATE INDEX ON payments (paid_on); CREATE INDEX ON repair_orders (reported_at);
DROP FUNCTION rnd(text);
ANALYZE;

-- Blue Anchor Forwarding: sea & air freight. Sample data, deterministic, up to 2026-11-20
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.offices (
  office_id int PRIMARY KEY,
  name      text NOT NULL,
  name_cn   text NOT NULL,
  country   char(2) NOT NULL,
  opened_on date NOT NULL,
  closed_on date
);
COMMENT ON TABLE public.offices IS '分公司 / branch offices';
INSERT INTO public.offices VALUES
 (1,'Shanghai Office','上海分公司','CN','2012-03-01',NULL),
 (2,'Shenzhen Office','深圳分公司','CN','2014-05-12',NULL),
 (3,'Ningbo Office','宁波分公司','CN','2016-09-01',NULL),
 (4,'Qingdao Office','青岛分公司','CN','2018-04-16',NULL),
 (5,'Xiamen Office','厦门分公司','CN','2019-08-01','2025-09-30'),
 (6,'Hong Kong Office','香港分公司','HK','2013-01-07',NULL),
 (7,'Rotterdam Office','鹿特丹分公司','NL','2021-02-01',NULL),
 (8,'Saigon Office','西贡分公司','VN','2025-06-02',NULL);

CREATE TABLE public.staff (
  staff_id   int PRIMARY KEY,
  name       text NOT NULL,
  name_cn    text,
  office_id  int NOT NULL REFERENCES public.offices,
  manager_id int REFERENCES public.staff,
  job_cd     char(1) NOT NULL,
  hired_on   date NOT NULL,
  left_on    date,
  gp_target  numeric(12,2)
);
COMMENT ON TABLE public.staff IS '员工';
COMMENT ON COLUMN public.staff.job_cd IS 'M management 管理, S sales 销售, O operations 操作, F finance 财务';
COMMENT ON COLUMN public.staff.gp_target IS '2026 gross profit target, USD; sales only';
INSERT INTO public.staff VALUES
 (1,'Victor Shen','沈伟',1,NULL,'M','2012-03-01',NULL,NULL),
 (2,'Grace Lin','林佳',1,1,'M','2013-06-10',NULL,NULL),
 (3,'Peter Fang','方平',2,1,'M','2014-05-12',NULL,NULL),
 (4,'Nora Jin','金娜',3,2,'M','2016-09-01',NULL,NULL),
 (5,'Simon Yu','于洋',4,2,'M','2018-04-16',NULL,NULL),
 (6,'Carol Su','苏岚',5,3,'M','2019-08-01','2025-09-30',NULL),
 (7,'Jason Mok','莫志强',6,1,'M','2013-01-07',NULL,NULL),
 (8,'Pieter de Vries',NULL,7,1,'M','2021-02-01',NULL,NULL),
 (9,'Nguyen Minh',NULL,8,3,'M','2025-06-02',NULL,NULL),
 (10,'Leo Wang','王磊',1,2,'S','2015-07-01',NULL,484000),
 (11,'Lily Wang','王丽',1,2,'S','2018-03-05',NULL,385000),
 (12,'Ray Tang','唐睿',1,10,'S','2023-04-10',NULL,286000),
 (13,'Ivy Zhou','周艺',1,10,'S','2024-10-08','2026-05-31',165000),
 (14,'Kevin Huang','黄凯',2,3,'S','2016-02-22',NULL,413000),
 (15,'Mandy Luo','罗曼',2,3,'S','2019-11-04',NULL,358000),
 (16,'Tony Deng','邓通',2,14,'S','2022-07-18',NULL,231000),
 (17,'Sophie Ge','葛菲',3,4,'S','2017-05-15',NULL,330000),
 (18,'Owen Qian','钱文',3,4,'S','2021-09-06',NULL,286000),
 (19,'Helen Sun','孙慧',4,5,'S','2018-06-11',NULL,264000),
 (20,'Mark Ding','丁明',4,5,'S','2023-02-13',NULL,198000),
 (21,'Wendy Cai','蔡文',5,6,'S','2019-08-19','2025-09-30',NULL),
 (22,'Alan Chow','周咏安',6,7,'S','2014-04-01',NULL,341000),
 (23,'Stella Lam','林诗雅',6,7,'S','2020-10-12',NULL,264000),
 (24,'Anouk Bakker',NULL,7,8,'S','2021-03-15',NULL,275000),
 (25,'Tran Thu',NULL,8,9,'S','2025-06-16',NULL,138000),
 (26,'Bella Xu','徐蓓',1,2,'O','2017-01-09',NULL,NULL),
 (27,'Eric Pan','潘峰',2,3,'O','2018-08-20',NULL,NULL),
 (28,'Joyce Ma','马珏',3,4,'O','2020-03-02',NULL,NULL),
 (29,'Daniel Ho','何家明',6,7,'O','2016-11-14',NULL,NULL),
 (30,'Rita Gao','高瑞',1,1,'F','2014-09-15',NULL,NULL),
 (31,'Amy Shi','石敏',1,30,'F','2022-05-09',NULL,NULL);

CREATE TABLE public.ports (
  port_code char(5) PRIMARY KEY,
  name      text NOT NULL,
  name_cn   text NOT NULL,
  country   char(2) NOT NULL,
  region    text NOT NULL,
  kind      char(1) NOT NULL
);
COMMENT ON TABLE public.ports IS 'sea ports and airports';
COMMENT ON COLUMN public.ports.kind IS 'S 海港, A 机场';
INSERT INTO public.ports VALUES
 ('CNSHA','Shanghai','上海港','CN','Asia','S'),
 ('CNNGB','Ningbo','宁波港','CN','Asia','S'),
 ('CNYTN','Yantian','盐田港','CN','Asia','S'),
 ('CNTAO','Qingdao','青岛港','CN','Asia','S'),
 ('CNXMN','Xiamen','厦门港','CN','Asia','S'),
 ('HKHKG','Hong Kong','香港港','HK','Asia','S'),
 ('VNSGN','Ho Chi Minh City','胡志明港','VN','Asia','S'),
 ('USLAX','Long Beach','长滩','US','North America','S'),
 ('USNYC','New York','纽约','US','North America','S'),
 ('NLRTM','Rotterdam','鹿特丹','NL','Europe','S'),
 ('DEHAM','Hamburg','汉堡','DE','Europe','S'),
 ('GBFXT','Felixstowe','费利克斯托','GB','Europe','S'),
 ('AEJEA','Jebel Ali','杰贝阿里','AE','Middle East','S'),
 ('AUSYD','Sydney','悉尼','AU','Oceania','S'),
 ('CNPVG','Pudong Airport','浦东机场','CN','Asia','A'),
 ('CNSZX','Baoan Airport','宝安机场','CN','Asia','A'),
 ('HKCLK','Chek Lap Kok Airport','赤鱲角机场','HK','Asia','A'),
 ('USORD','O''Hare Airport','奥黑尔机场','US','North America','A'),
 ('DEFRA','Frankfurt Airport','法兰克福机场','DE','Europe','A'),
 ('NLAMS','Schiphol Airport','史基浦机场','NL','Europe','A'),
 ('BRSSZ','Santos','桑托斯','BR','South America','S');

CREATE TABLE public.carriers (
  carrier_id int PRIMARY KEY,
  name       text NOT NULL,
  mode       char(1) NOT NULL,
  alliance   text,
  contract_until date
);
COMMENT ON COLUMN public.carriers.contract_until IS '运价合约到期日，无合约为空';
INSERT INTO public.carriers VALUES
 (1,'COSCO','S','Ocean','2026-12-31'),(2,'Maersk','S','Gemini','2027-03-31'),(3,'MSC','S',NULL,'2026-12-15'),
 (4,'CMA CGM','S','Ocean','2027-06-30'),(5,'ONE','S','Premier',NULL),(6,'Evergreen','S','Ocean','2025-12-31'),
 (7,'Hapag-Lloyd','S','Gemini',NULL),(8,'Cathay Cargo','A',NULL,'2027-01-31'),(9,'Lufthansa Cargo','A',NULL,'2026-11-30'),
 (10,'China Cargo Airlines','A',NULL,NULL),(11,'Atlas Air','A',NULL,NULL);

CREATE TABLE public.parties (
  party_id     int PRIMARY KEY,
  name         text NOT NULL,
  country      char(2) NOT NULL,
  industry     text,
  grade        char(1),
  credit_days  int NOT NULL,
  credit_limit numeric(12,2),
  since        date NOT NULL
);
COMMENT ON TABLE public.parties IS 'customers 客户，可为发货人也可为收货人';
COMMENT ON COLUMN public.parties.grade IS 'A key account 大客户, B regular 普通, C occasional 散客; empty: not graded';
COMMENT ON COLUMN public.parties.credit_limit IS 'USD, empty = prepay only';
INSERT INTO public.parties VALUES
 (1,'Haitong Furniture','CN','Furniture','A',45,400000,'2013-05-02'),
 (2,'Dongli Electronics','CN','Electronics','A',60,600000,'2012-09-11'),
 (3,'Sunway Solar','CN','Energy','A',45,500000,'2016-03-21'),
 (4,'Jinmao Textile','CN','Textile','B',30,150000,'2015-07-15'),
 (5,'Yongxin Hardware','CN','Hardware','B',30,120000,'2017-10-09'),
 (6,'Baiyue Toys','CN','Toys','B',30,100000,'2018-02-26'),
 (7,'Lanhai Seafood','CN','Food','C',15,NULL,'2020-06-01'),
 (8,'Kaida Auto Parts','CN','Automotive','A',45,350000,'2014-11-17'),
 (9,'Ruifeng Ceramics','CN','Building materials','B',30,90000,'2019-01-14'),
 (10,'Qingfeng Tyres','CN','Automotive','B',30,200000,'2018-08-06'),
 (11,'Minghui Lighting','CN','Electronics','B',30,130000,'2016-12-05'),
 (12,'Pearl Garments','HK','Textile','B',30,140000,'2014-03-24'),
 (13,'Harbour Gifts','HK','Toys','C',0,NULL,'2022-09-19'),
 (14,'Saigon Footwear','VN','Textile','B',30,110000,'2025-06-20'),
 (15,'Mekong Rice Export','VN','Food',NULL,15,NULL,'2025-08-04'),
 (16,'Tianyu Medical','CN','Medical','A',45,300000,'2020-02-17'),
 (17,'Hongda Machinery','CN','Machinery','B',30,180000,'2017-04-10'),
 (18,'Xinghe Chemicals','CN','Chemicals',NULL,30,80000,'2023-05-22'),
 (19,'Pacific Home Depot','US','Retail','A',45,500000,'2013-08-12'),
 (20,'Lakeside Trading','US','Retail','B',30,150000,'2017-02-13'),
 (21,'Brooklyn Imports','US','Retail','C',15,40000,'2021-11-08'),
 (22,'NordHaus GmbH','DE','Furniture','A',45,350000,'2015-10-19'),
 (23,'Rhein Motoren','DE','Automotive','A',60,450000,'2014-06-30'),
 (24,'Delta Solar BV','NL','Energy','B',30,200000,'2019-09-02'),
 (25,'Tulip Wholesale','NL','Retail','B',30,100000,'2020-11-23'),
 (26,'Thames Living','GB','Furniture','B',30,120000,'2018-05-28'),
 (27,'Gulf Star LLC','AE','Building materials','B',30,110000,'2021-03-15'),
 (28,'Dubai Electro Mart','AE','Electronics','C',15,NULL,'2024-01-22'),
 (29,'Sydney Outdoor','AU','Retail','B',30,90000,'2019-07-29'),
 (30,'Koala Kids','AU','Toys','C',15,30000,'2023-10-16'),
 (31,'Prairie Medical','US','Medical','A',45,280000,'2021-06-07'),
 (32,'Frankfurt Pharma','DE','Medical',NULL,45,260000,'2022-04-25'),
 (33,'Danube Wines','HU','Food','C',0,NULL,'2026-02-09'),
 (34,'Andes Copper','CL','Metals',NULL,30,NULL,'2026-10-12');

CREATE TABLE public.shipments (
  shipment_id   int PRIMARY KEY,
  job_no        text NOT NULL UNIQUE,
  mode          char(1) NOT NULL,
  load_type     char(3) NOT NULL,
  incoterm      char(3) NOT NULL,
  shipper_id    int NOT NULL REFERENCES public.parties,
  consignee_id  int NOT NULL REFERENCES public.parties,
  origin_port   char(5) NOT NULL REFERENCES public.ports,
  dest_port     char(5) NOT NULL REFERENCES public.ports,
  carrier_id    int REFERENCES public.carriers,
  office_id     int NOT NULL REFERENCES public.offices,
  sales_id      int NOT NULL REFERENCES public.staff,
  booked_on     date NOT NULL,
  etd           date NOT NULL,
  atd           date,
  eta           date NOT NULL,
  ata           date,
  pieces        int NOT NULL,
  gross_kg      numeric(12,1) NOT NULL,
  chargeable_kg numeric(12,1),
  volume_cbm    numeric(10,2) NOT NULL,
  teu           numeric(6,1),
  status        char(2) NOT NULL
);
COMMENT ON TABLE public.shipments IS '业务单（一票货）one row per job';
COMMENT ON COLUMN public.shipments.mode IS 'S sea, A air';
COMMENT ON COLUMN public.shipments.load_type IS 'FCL 整箱, LCL 拼箱, AIR 空运';
COMMENT ON COLUMN public.shipments.etd IS '预计开航/起飞';
COMMENT ON COLUMN public.shipments.atd IS '实际开航/起飞';
COMMENT ON COLUMN public.shipments.eta IS '预计到港';
COMMENT ON COLUMN public.shipments.ata IS '实际到港';
COMMENT ON COLUMN public.shipments.chargeable_kg IS 'air only';
COMMENT ON COLUMN public.shipments.status IS 'BK booked 已订舱, DP departed 在途, AR arrived 已到港, XX cancelled 已取消';

INSERT INTO public.shipments
WITH d AS (
  SELECT dd::date AS day, dd::date - date '2024-11-01' AS n,
    (11 + (dd::date - date '2024-11-01')*0.004)
    * CASE extract(isodow FROM dd) WHEN 6 THEN .35 WHEN 7 THEN .15 ELSE 1.25 END
    * CASE extract(month FROM dd) WHEN 1 THEN 1.1 WHEN 2 THEN .6 WHEN 3 THEN .9 WHEN 7 THEN 1.12 WHEN 8 THEN 1.2 WHEN 9 THEN 1.15 WHEN 10 THEN .85 WHEN 12 THEN 1.05 ELSE 1 END
    + _h('n'||dd::date,5) - 2 AS cnt
  FROM generate_series(date '2024-11-01', date '2026-11-20', interval '1 day') dd),
r AS (SELECT day, n, k, day||'/'||k AS key FROM d, generate_series(1, greatest(cnt,0)::int) k),
r1 AS (
  SELECT r.*, CASE WHEN _h('m'||key,100) < 24 + n/75 THEN 'A' ELSE 'S' END AS mode,
    _h('im'||key,100) < 13 AS imp,
    (ARRAY[1,1,1,1,1,2,2,2,2,3,3,3,4,4,5,5,6,6,6,8,8])[1+_h('o'||key,21)] AS off0
  FROM r),
r2 AS (
  SELECT r1.*, CASE WHEN imp AND _h('imo'||key,100)<55 THEN 7
                    WHEN off0=5 AND day > '2025-09-30' THEN 2 WHEN off0=8 AND day < '2025-06-16' THEN 1
                    WHEN mode='A' AND off0 IN (3,4,5,8) THEN 1 ELSE off0 END AS office
  FROM r1),
r3 AS (
  SELECT r2.*,
    CASE WHEN mode='S' THEN CASE office WHEN 1 THEN 'CNSHA' WHEN 2 THEN 'CNYTN' WHEN 3 THEN 'CNNGB' WHEN 4 THEN 'CNTAO' WHEN 5 THEN 'CNXMN' WHEN 6 THEN 'HKHKG' WHEN 8 THEN 'VNSGN' ELSE (ARRAY['CNSHA','CNNGB','CNYTN'])[1+_h('hp'||key,3)] END
         ELSE CASE office WHEN 2 THEN 'CNSZX' WHEN 6 THEN 'HKCLK' ELSE 'CNPVG' END END AS home,
    CASE WHEN mode='S' THEN (ARRAY['USLAX','USLAX','USLAX','USLAX','USNYC','USNYC','NLRTM','NLRTM','NLRTM','DEHAM','DEHAM','GBFXT','GBFXT','AEJEA','AEJEA','AUSYD','AUSYD'])[1+_h('fp'||key,17)]
         ELSE (ARRAY['USORD','USORD','USORD','DEFRA','DEFRA','NLAMS'])[1+_h('fp'||key,6)] END AS abroad
  FROM r2),
r4 AS (
  SELECT r3.*,
    (CASE home WHEN 'CNSHA' THEN ARRAY[1,1,1,3,3,4,8,17,18] WHEN 'CNYTN' THEN ARRAY[2,2,2,6,6,11,9] WHEN 'CNNGB' THEN ARRAY[5,5,3,1,4,17]
       WHEN 'CNTAO' THEN ARRAY[10,10,7,17,8] WHEN 'CNXMN' THEN ARRAY[9,9,5,4] WHEN 'HKHKG' THEN ARRAY[12,12,13,2] WHEN 'VNSGN' THEN ARRAY[14,14,15]
       WHEN 'CNPVG' THEN ARRAY[16,16,8,2,3] WHEN 'CNSZX' THEN ARRAY[2,2,11,16] ELSE ARRAY[12,2,13,11] END) AS ha,
    (CASE WHEN abroad IN ('USLAX','USNYC') THEN ARRAY[19,19,19,20,20,21] WHEN abroad='USORD' THEN ARRAY[31,31,20,19] WHEN abroad='NLRTM' THEN ARRAY[24,24,25,22]
       WHEN abroad='DEHAM' THEN ARRAY[22,22,23,23] WHEN abroad='GBFXT' THEN ARRAY[26] WHEN abroad='AEJEA' THEN ARRAY[27,27,28] WHEN abroad='AUSYD' THEN ARRAY[29,29,30]
       WHEN abroad='DEFRA' THEN ARRAY[23,32,32] ELSE ARRAY[25,24] END) AS aa,
    CASE WHEN mode='A' THEN 1+_h('tt'||key,3)
         ELSE CASE WHEN abroad='USLAX' THEN 16 WHEN abroad='USNYC' THEN 31 WHEN abroad='AEJEA' THEN 19 WHEN abroad='AUSYD' THEN 17 WHEN abroad='GBFXT' THEN 35 ELSE 33 END + _h('tt'||key,5) END AS transit,
    CASE WHEN mode='A' THEN 2+_h('le'||key,6) ELSE 5+_h('le'||key,14) END AS lead
  FROM r3),
r5 AS (
  SELECT r4.*, ha[1+_h('ha'||key,array_length(ha,1))] AS hp, aa[1+_h('aa'||key,array_length(aa,1))] AS ap,
    day + lead AS etd, day + lead + transit AS eta,
    CASE WHEN _h('x'||key,1000) < CASE WHEN office=4 THEN 85 WHEN mode='A' THEN 35 ELSE 52 END THEN true ELSE false END AS canc,
    CASE WHEN mode='A' THEN 8+_h('ca'||key,3) + CASE WHEN _h('cb'||key,12)=0 THEN 1 ELSE 0 END
         ELSE (ARRAY[1,1,1,2,2,3,3,4,5,6,7])[1+_h('ca'||key,11)] END AS car,
    (SELECT array_agg(s.staff_id ORDER BY s.staff_id) FROM public.staff s WHERE s.job_cd='S' AND s.office_id=office AND s.hired_on<=day AND (s.left_on IS NULL OR s.left_on>=day)) AS sa
  FROM r4),
r6 AS (
  SELECT r5.*, CASE WHEN _h('d0'||key,100)<72 THEN 0 WHEN mode='A' THEN 1 ELSE 1+_h('d1'||key,5) END AS slip1,
    CASE WHEN _h('d2'||key,100)<18 AND mode='S' THEN -1 WHEN _h('d2'||key,100)<55 THEN 0
         WHEN mode='A' THEN _h('d3'||key,2) ELSE _h('d3'||key,5) + CASE WHEN car=6 THEN 2 WHEN abroad='USNYC' THEN 1 ELSE 0 END END AS slip2
  FROM r5),
r7 AS (
  SELECT r6.*, CASE WHEN NOT canc AND r6.etd + slip1 <= date '2026-11-20' THEN r6.etd + slip1 END AS atd,
    CASE WHEN NOT canc AND r6.eta + slip1 + slip2 <= date '2026-11-20' THEN r6.eta + slip1 + slip2 END AS ata,
    CASE WHEN mode='A' THEN 'AIR' WHEN _h('lt'||key,100)<70 THEN 'FCL' ELSE 'LCL' END AS lt,
    row_number() OVER (ORDER BY day, k)::int AS id
  FROM r6)
SELECT id, (CASE mode WHEN 'A' THEN 'AE' ELSE 'SE' END)||to_char(day,'YYMM')||lpad(id::text,5,'0'), mode, lt,
  (ARRAY['FOB','FOB','FOB','CIF','CIF','EXW','DAP','DDP'])[1+_h('inc'||key,8)],
  CASE WHEN imp THEN ap ELSE hp END, CASE WHEN imp THEN hp ELSE ap END,
  CASE WHEN imp THEN abroad ELSE home END, CASE WHEN imp THEN home ELSE abroad END,
  CASE WHEN atd IS NULL AND _h('nc'||key,5)=0 THEN NULL ELSE car END, office,
  sa[1+least(_h('s1'||key,array_length(sa,1)),_h('s2'||key,array_length(sa,1)+1))],
  day, etd, atd, eta, ata,
  CASE lt WHEN 'FCL' THEN 200+_h('pc'||key,900) WHEN 'LCL' THEN 5+_h('pc'||key,80) ELSE 3+_h('pc'||key,60) END,
  CASE lt WHEN 'FCL' THEN 6000+_h('gk'||key,18000) WHEN 'LCL' THEN 300+_h('gk'||key,4000) ELSE 80+_h('gk'||key,1900) END,
  CASE WHEN lt='AIR' THEN 100+_h('gk'||key,1900)+_h('ck'||key,400) END,
  CASE lt WHEN 'FCL' THEN 28+_h('vo'||key,120) WHEN 'LCL' THEN 1+_h('vo'||key,140)/10.0 ELSE 0.4+_h('vo'||key,90)/10.0 END,
  NULL,
  CASE WHEN canc THEN 'XX' WHEN ata IS NOT NULL THEN 'AR' WHEN atd IS NOT NULL THEN 'DP' ELSE 'BK' END
FROM r7;

CREATE TABLE public.containers (
  container_id int PRIMARY KEY,
  shipment_id  int NOT NULL REFERENCES public.shipments,
  container_no text NOT NULL,
  size_type    char(4) NOT NULL,
  reefer_temp  numeric(4,1)
);
COMMENT ON COLUMN public.containers.size_type IS '20GP, 40GP, 40HQ, 40RF (reefer 冷柜)';
INSERT INTO public.containers
SELECT row_number() OVER (ORDER BY shipment_id, c)::int, shipment_id,
  (ARRAY['COSU','MSKU','MSCU','TGHU'])[1+_h('cn'||shipment_id||'-'||c,4)]||lpad(_h('cx'||shipment_id||'-'||c,10000000)::text,7,'0'), st,
  CASE WHEN st='40RF' THEN -18 + _h('rt'||shipment_id,20) END
FROM (SELECT s.shipment_id, c,
        CASE WHEN s.shipper_id IN (7,15) THEN '40RF' ELSE (ARRAY['20GP','20GP','40GP','40HQ','40HQ','40HQ'])[1+_h('cs'||s.shipment_id||'-'||c,6)] END AS st
      FROM public.shipments s, generate_series(1, (ARRAY[1,1,1,1,2,2,3,4])[1+_h('cc'||s.shipment_id,8)]) c
      WHERE s.load_type='FCL') x;
UPDATE public.shipments s SET teu = t.teu
FROM (SELECT shipment_id, sum(CASE WHEN size_type='20GP' THEN 1 ELSE 2 END) teu FROM public.containers GROUP BY 1) t
WHERE t.shipment_id = s.shipment_id;

CREATE TABLE public.charges (
  charge_id   int PRIMARY KEY,
  shipment_id int NOT NULL REFERENCES public.shipments,
  side        char(1) NOT NULL,
  kind        char(3) NOT NULL,
  amount      numeric(12,2) NOT NULL
);
COMMENT ON TABLE public.charges IS '费用明细 USD';
COMMENT ON COLUMN public.charges.side IS 'R receivable 应收, C cost 应付';
COMMENT ON COLUMN public.charges.kind IS 'FRT freight 运费, THC terminal 码头费, DOC documents 文件费, CUS customs 报关费, TRK trucking 拖车费';
INSERT INTO public.charges
WITH s AS (
  SELECT *, CASE load_type WHEN 'FCL' THEN teu * (CASE WHEN dest_port IN ('USLAX','AUSYD','AEJEA') THEN 1150 WHEN dest_port='USNYC' THEN 1900 ELSE 1450 END)
            WHEN 'LCL' THEN volume_cbm*72 ELSE chargeable_kg*4.1 END
         * (1 + 0.18*sin((booked_on - date '2024-11-01')/60.0)) AS base
  FROM public.shipments WHERE status <> 'XX'),
c AS (
  SELECT shipment_id, 'R' AS side, 'FRT' AS kind, base*(1.12+_h('fr'||shipment_id,16)/100.0) AS a FROM s
  UNION ALL SELECT shipment_id, 'C','FRT', base*(1+CASE WHEN _h('fl'||shipment_id,30)=0 THEN .3 ELSE 0 END) FROM s
  UNION ALL SELECT shipment_id, 'R','THC', CASE load_type WHEN 'FCL' THEN 145*teu ELSE 38 END FROM s WHERE mode='S'
  UNION ALL SELECT shipment_id, 'C','THC', CASE load_type WHEN 'FCL' THEN 128*teu ELSE 30 END FROM s WHERE mode='S'
  UNION ALL SELECT shipment_id, 'R','DOC', 45+_h('do'||shipment_id,30) FROM s
  UNION ALL SELECT shipment_id, 'R','CUS', 60+_h('cu'||shipment_id,90) FROM s WHERE _h('cq'||shipment_id,10)<6
  UNION ALL SELECT shipment_id, 'R','TRK', 180+_h('tr'||shipment_id,320) FROM s WHERE _h('tq'||shipment_id,10)<4
  UNION ALL SELECT shipment_id, 'C','TRK', 150+_h('tr'||shipment_id,290) FROM s WHERE _h('tq'||shipment_id,10)<4)
SELECT row_number() OVER (ORDER BY shipment_id, side DESC, kind)::int, shipment_id, side, kind, round(a::numeric,2) FROM c;

CREATE TABLE public.invoices (
  invoice_id  int PRIMARY KEY,
  invoice_no  text NOT NULL UNIQUE,
  shipment_id int NOT NULL REFERENCES public.shipments,
  bill_to     int NOT NULL REFERENCES public.parties,
  issued_on   date NOT NULL,
  due_on      date NOT NULL,
  paid_on     date,
  amount      numeric(12,2) NOT NULL,
  voided      boolean NOT NULL
);
COMMENT ON TABLE public.invoices IS 'sales invoices, USD';
COMMENT ON COLUMN public.invoices.paid_on IS '付清日期，未付为空';
INSERT INTO public.invoices
WITH a AS (
  SELECT s.shipment_id, CASE WHEN s.incoterm IN ('FOB','EXW') THEN s.consignee_id ELSE s.shipper_id END AS bt, least(s.atd + _h('ii'||s.shipment_id,4), date '2026-11-20') AS iss,
    c.amt,
    _h('iv'||s.shipment_id,60)=0 AS vd
  FROM public.shipments s JOIN (SELECT shipment_id, sum(amount) AS amt FROM public.charges WHERE side='R' GROUP BY 1) c USING (shipment_id) WHERE s.atd IS NOT NULL),
b AS (
  SELECT a.*, iss + p.credit_days AS due, iss + p.credit_days - 12 + _h('ip'||shipment_id, CASE p.grade WHEN 'A' THEN 22 WHEN 'C' THEN 50 ELSE 34 END) AS pd
  FROM a JOIN public.parties p ON p.party_id = a.bt)
SELECT row_number() OVER (ORDER BY iss, shipment_id)::int, 'INV'||to_char(iss,'YY')||lpad((row_number() OVER (ORDER BY iss, shipment_id))::text,6,'0'),
  shipment_id, bt, iss, due,
  CASE WHEN vd OR _h('in'||shipment_id,45)=0 OR greatest(pd,iss) > date '2026-11-20' THEN NULL ELSE greatest(pd,iss) END, amt, vd
FROM b;

CREATE TABLE public.quotes (
  quote_id    int PRIMARY KEY,
  sent_at     timestamp NOT NULL,
  sales_id    int NOT NULL REFERENCES public.staff,
  party_id    int NOT NULL REFERENCES public.parties,
  mode        char(1) NOT NULL,
  origin_port char(5) NOT NULL REFERENCES public.ports,
  dest_port   char(5) NOT NULL REFERENCES public.ports,
  amount      numeric(12,2) NOT NULL,
  valid_until date NOT NULL,
  result      char(1) NOT NULL,
  lost_reason text
);
COMMENT ON TABLE public.quotes IS '报价单';
COMMENT ON COLUMN public.quotes.result IS 'W won 成交, L lost 丢单, P pending 待回复';
INSERT INTO public.quotes
WITH q AS (
  SELECT s.*, least(booked_on - 1 - _h('qd'||shipment_id,6), date '2026-11-19') AS qd, _h('qr'||shipment_id,100) AS qr
  FROM public.shipments s WHERE _h('qq'||shipment_id,100) < 55)
SELECT row_number() OVER (ORDER BY qd, shipment_id)::int, qd + make_interval(hours => 9+_h('qh'||shipment_id,9), mins => _h('qm'||shipment_id,60)), sales_id,
  CASE WHEN _h('qp'||shipment_id,3)=0 THEN consignee_id ELSE shipper_id END, mode, origin_port, dest_port,
  round((300 + volume_cbm*60 + _h('qa'||shipment_id,900))::numeric,2), qd + 14,
  CASE WHEN qd > date '2026-11-06' AND qr < 70 THEN 'P' WHEN qr < 30 + sales_id THEN 'W' ELSE 'L' END,
  CASE WHEN NOT (qd > date '2026-11-06' AND qr < 70) AND qr >= 30 + sales_id THEN
    CASE WHEN _h('ql'||shipment_id,10)<5 THEN 'price' WHEN _h('ql'||shipment_id,10)<7 THEN 'space' WHEN _h('ql'||shipment_id,10)<9 THEN 'transit time' END END
FROM q;

CREATE TABLE public.claims (
  claim_id    int PRIMARY KEY,
  shipment_id int NOT NULL REFERENCES public.shipments,
  handler_id  int REFERENCES public.staff,
  filed_on    date NOT NULL,
  reason      char(1) NOT NULL,
  claimed     numeric(12,2) NOT NULL,
  settled     numeric(12,2),
  closed_on   date
);
COMMENT ON TABLE public.claims IS '货损货差理赔, USD';
COMMENT ON COLUMN public.claims.reason IS 'D damage 货损, L loss 丢失, T delay 延误';
INSERT INTO public.claims
WITH c AS (
  SELECT s.shipment_id, s.office_id, s.ata + 1 + _h('kf'||shipment_id,18) AS f, _h('kr'||shipment_id,10) AS kr,
    500 + _h('ka'||shipment_id,9000) AS amt, _h('kd'||shipment_id,60)+8 AS dd
  FROM public.shipments s WHERE s.ata IS NOT NULL AND _h('kk'||shipment_id,1000) < 32 + CASE WHEN carrier_id=6 THEN 25 ELSE 0 END)
SELECT row_number() OVER (ORDER BY f, shipment_id)::int, shipment_id,
  CASE WHEN f > date '2026-11-05' AND _h('kh'||shipment_id,3)=0 THEN NULL ELSE (ARRAY[26,26,27,28,29])[1+_h('kh'||shipment_id,5)] END,
  f, CASE WHEN kr<5 THEN 'D' WHEN kr<7 THEN 'L' ELSE 'T' END, amt,
  CASE WHEN f+dd <= date '2026-11-20' THEN round(amt*_h('ks'||shipment_id,90)/100.0,2) END,
  CASE WHEN f+dd <= date '2026-11-20' THEN f+dd END
FROM c WHERE f <= date '2026-11-20';

DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.shipments (booked_on);
CREATE INDEX ON public.charges (shipment_id);
CREATE INDEX ON public.invoices (issued_on);
ANALYZE;

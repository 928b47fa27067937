-- City car-park operator: sample database (deterministic, data up to and including 2026-11-20)
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.lots (
  lot_id      int PRIMARY KEY,
  lot_name    text NOT NULL,
  district    text NOT NULL,
  type_cd     char(1) NOT NULL,
  spaces      int NOT NULL,
  ev_bays     int,
  hourly_rate numeric(6,2) NOT NULL,
  day_cap     numeric(6,2) NOT NULL,
  manager     text,
  opened_on   date NOT NULL,
  closed_on   date
);
COMMENT ON TABLE public.lots IS 'Car parks run by the company';
COMMENT ON COLUMN public.lots.type_cd IS 'S surface, M multi-storey, U underground';
COMMENT ON COLUMN public.lots.ev_bays IS 'Bays with a charger; empty where never counted';
COMMENT ON COLUMN public.lots.day_cap IS 'Most a stay is charged per day';
COMMENT ON COLUMN public.lots.closed_on IS 'Last day of operation, empty while open';
INSERT INTO public.lots VALUES
 (1,'Harbour Plaza','Docklands','U',420,24,3.80,28,'Aoife O''Neill','2016-05-03',NULL),
 (2,'Harbour East','Docklands','S',160,4,2.40,16,'Aoife O''Neill','2019-09-16',NULL),
 (3,'St. John''s Square','Old Town','U',310,16,4.20,32,'Brian Walsh','2014-03-01',NULL),
 (4,'Central Station','City Centre','M',560,30,4.00,30,'Ciara Dunne','2012-11-12',NULL),
 (5,'Station Road','City Centre','S',120,NULL,2.80,18,'Ciara Dunne','2018-02-19',NULL),
 (6,'Riverside Mall','Riverside','M',740,36,2.20,14,'Declan Byrne','2017-10-27',NULL),
 (7,'Airport P1','Airport','M',880,40,4.50,36,'Eimear Nolan','2013-06-15',NULL),
 (8,'Airport P2 Long Stay','Airport','S',1250,10,2.00,12,'Eimear Nolan','2015-06-15',NULL),
 (9,'Market Hall','Old Town','M',240,8,3.00,20,'Brian Walsh','2020-07-06',NULL),
 (10,'University North','Campus','S',300,12,1.80,10,NULL,'2021-09-01',NULL),
 (11,'Old Mill','Riverside','S',90,NULL,1.60,9,'Declan Byrne','2015-04-20','2025-05-31'),
 (12,'Kingsway','City Centre','U',200,44,3.60,26,'Fergal Hayes','2026-02-02',NULL);

CREATE TABLE public.public_holidays (
  day          date PRIMARY KEY,
  holiday_name text NOT NULL
);
COMMENT ON TABLE public.public_holidays IS 'Public holidays';
INSERT INTO public.public_holidays VALUES
 ('2024-01-01','New Year''s Day'),('2024-02-05','St Brigid''s Day'),('2024-03-18','St Patrick''s Day'),('2024-04-01','Easter Monday'),('2024-05-06','May Day'),('2024-06-03','June Holiday'),('2024-08-05','August Holiday'),('2024-10-28','October Holiday'),('2024-12-25','Christmas Day'),('2024-12-26','St Stephen''s Day'),
 ('2025-01-01','New Year''s Day'),('2025-02-03','St Brigid''s Day'),('2025-03-17','St Patrick''s Day'),('2025-04-21','Easter Monday'),('2025-05-05','May Day'),('2025-06-02','June Holiday'),('2025-08-04','August Holiday'),('2025-10-27','October Holiday'),('2025-12-25','Christmas Day'),('2025-12-26','St Stephen''s Day'),
 ('2026-01-01','New Year''s Day'),('2026-02-02','St Brigid''s Day'),('2026-03-17','St Patrick''s Day'),('2026-04-06','Easter Monday'),('2026-05-04','May Day'),('2026-06-01','June Holiday'),('2026-08-03','August Holiday'),('2026-10-26','October Holiday');

CREATE TABLE public.customers (
  customer_id   int PRIMARY KEY,
  customer_name text NOT NULL,
  kind          char(1) NOT NULL,
  signup_on     date NOT NULL,
  channel       text,
  newsletter    boolean NOT NULL
);
COMMENT ON TABLE public.customers IS 'Registered customers; walk-in drivers are not here';
COMMENT ON COLUMN public.customers.kind IS 'P private, B business account';
COMMENT ON COLUMN public.customers.channel IS 'Where they signed up';
INSERT INTO public.customers
SELECT i,
  CASE WHEN k='B' THEN (ARRAY['Murphy','Kelly','Harbour','Liffey','Walsh','O''Neill','Doyle','Emerald','Castle','Quay','Brennan','Nolan'])[1+_h('cb'||i,12)]||' '||(ARRAY['Logistics','& Sons','Bakery','Couriers','Dental','Motors','Partners','Catering','Interiors','Florists'])[1+_h('cc'||i,10)]
  ELSE (ARRAY['Aoife','Sean','Ciara','Liam','Niamh','Conor','Emma','Jack','Orla','Patrick','Sinead','Tom','Wei','Mei','Anna','Marek','Grace','Daniel','Fiona','Mark'])[1+_h('cf'||i,20)]||' '||
       (ARRAY['Murphy','Kelly','O''Sullivan','Walsh','Smith','O''Brien','Byrne','Ryan','O''Connor','Doyle','McCarthy','Gallagher','Doherty','Kennedy','Lynch','Murray','Chen','Li','Nowak','Dunne'])[1+_h('cl'||i,20)] END,
  k,
  CASE WHEN i<=1500 THEN date '2016-05-03' + (i*1.86)::int ELSE date '2024-01-01' + ((i-1500)*1054/2700) - least(_h('cs'||i,20), (i-1500)*1054/2700) END,
  CASE WHEN _h('cch'||i,20)=0 THEN NULL WHEN _h('cch'||i,20)<9 THEN 'App' WHEN _h('cch'||i,20)<15 THEN 'Web' WHEN _h('cch'||i,20)<18 THEN 'Kiosk' ELSE 'Phone' END,
  _h('cn'||i,100)<38
FROM (SELECT i, CASE WHEN _h('ck'||i,100)<14 THEN 'B' ELSE 'P' END AS k FROM generate_series(1,4200) i) x;

CREATE TABLE public.passes (
  pass_id      int PRIMARY KEY,
  customer_id  int NOT NULL REFERENCES public.customers,
  lot_id       int NOT NULL REFERENCES public.lots,
  plan_cd      char(1) NOT NULL,
  price        numeric(10,2) NOT NULL,
  bought_on    date NOT NULL,
  valid_from   date NOT NULL,
  valid_to     date NOT NULL,
  status       char(1) NOT NULL,
  cancelled_on date,
  auto_renew   boolean
);
COMMENT ON TABLE public.passes IS 'Season passes (subscriptions)';
COMMENT ON COLUMN public.passes.plan_cd IS 'M monthly, Q quarterly, Y yearly';
COMMENT ON COLUMN public.passes.bought_on IS 'Day of purchase';
COMMENT ON COLUMN public.passes.status IS 'A active, E expired, C cancelled';
INSERT INTO public.passes
WITH g AS MATERIALIZED (
  SELECT i, date '2024-01-01' + ((i-1)*1055/6600) AS bo,
    (ARRAY[1,1,1,3,3,4,4,4,4,5,5,6,6,9,9,10,10,10,11,12,12])[1+_h('pl'||i,21)] AS lot_id,
    (ARRAY['M','M','M','M','M','M','Q','Q','Y'])[1+_h('pp'||i,9)] AS plan
  FROM generate_series(1,6600) i),
g2 AS MATERIALIZED (
  SELECT g.*, bo + _h('pf'||i,4) AS vf, l.hourly_rate AS r, l.closed_on
  FROM g JOIN public.lots l USING (lot_id)
  WHERE bo >= l.opened_on AND (l.closed_on IS NULL OR bo < l.closed_on - 31) AND NOT (extract(month FROM bo)=8 AND lot_id=10 AND _h('pu'||i,3)>0)),
g3 AS MATERIALIZED (
  SELECT g2.*, vf + CASE plan WHEN 'M' THEN 29 WHEN 'Q' THEN 89 ELSE 364 END AS vt, _h('px'||i,100) AS hx FROM g2 WHERE NOT (lot_id=11 AND plan<>'M'))
SELECT row_number() OVER (ORDER BY bo, i)::int,
  1 + _h('pc'||i, 1500 + (bo-date '2024-01-01')*2700/1055), lot_id, plan,
  round(r * CASE plan WHEN 'M' THEN 32 WHEN 'Q' THEN 88 ELSE 310 END * CASE WHEN bo>=date '2026-01-01' THEN 1.05 ELSE 1 END, 0),
  bo, vf, vt,
  CASE WHEN hx<6 AND bo < date '2026-11-10' THEN 'C' WHEN vt >= date '2026-11-21' THEN 'A' ELSE 'E' END,
  CASE WHEN hx<6 AND bo < date '2026-11-10' THEN bo + 1 + _h('pcx'||i,9) END,
  CASE WHEN _h('pr'||i,12)=0 THEN NULL ELSE _h('pr'||i,12)<6 END
FROM g3;

CREATE TABLE public.sessions (
  session_id   int PRIMARY KEY,
  lot_id       int NOT NULL REFERENCES public.lots,
  customer_id  int REFERENCES public.customers,
  pass_id      int REFERENCES public.passes,
  plate        text,
  vehicle_cd   int NOT NULL,
  booked_on    date,
  entry_at     timestamp NOT NULL,
  exit_at      timestamp,
  duration_min int,
  fee          numeric(8,2),
  status       char(1) NOT NULL,
  rating       int
);
COMMENT ON TABLE public.sessions IS 'One stay of one vehicle';
COMMENT ON COLUMN public.sessions.customer_id IS 'Registered customer, empty for walk-ins';
COMMENT ON COLUMN public.sessions.pass_id IS 'Season pass used, empty for pay-as-you-go';
COMMENT ON COLUMN public.sessions.vehicle_cd IS '1 car, 2 motorbike, 3 van, 4 electric car';
COMMENT ON COLUMN public.sessions.booked_on IS 'Day of pre-booking, empty for drive-ups';
COMMENT ON COLUMN public.sessions.exit_at IS 'Empty while still parked';
COMMENT ON COLUMN public.sessions.fee IS 'Fee due in EUR; 0 with a pass';
COMMENT ON COLUMN public.sessions.status IS 'C completed, O still parked, V voided (barrier fault)';
COMMENT ON COLUMN public.sessions.rating IS 'App rating 1 to 5, mostly empty';
CREATE INDEX passes_lot ON public.passes (lot_id, valid_from);
INSERT INTO public.sessions
WITH d AS MATERIALIZED (
  SELECT dd::date AS day, (dd::date - date '2024-01-01') AS n, extract(isodow FROM dd)::int AS dw,
    (52 + (dd::date - date '2024-01-01')*0.014 + CASE extract(isodow FROM dd) WHEN 7 THEN -17 WHEN 6 THEN 5 WHEN 5 THEN 6 ELSE 0 END
      - CASE WHEN EXISTS (SELECT 1 FROM public.public_holidays ph WHERE ph.day=dd::date) THEN 14 ELSE 0 END)
     * CASE extract(month FROM dd) WHEN 1 THEN .84 WHEN 2 THEN .9 WHEN 6 THEN 1.06 WHEN 7 THEN 1.1 WHEN 8 THEN 1.12 WHEN 9 THEN 1.05 WHEN 12 THEN 1.15 ELSE 1 END + _h('dn'||dd::date,9) - 4 AS cnt
  FROM generate_series(date '2024-01-01', date '2026-11-20', interval '1 day') dd),
r AS MATERIALIZED (
  SELECT day, n, dw, k, day||'/'||k AS key,
    (ARRAY[1,1,1,2,2,3,3,3,4,4,4,4,4,5,5,6,6,6,6,7,7,7,7,8,8,8,9,9,9,10,10,11,12,12])[1+_h('sl'||day||'/'||k,34)] AS lot_id
  FROM d, generate_series(1, cnt::int) k),
r2 AS MATERIALIZED (
  SELECT r.*, l.type_cd, l.hourly_rate, l.day_cap, l.district
  FROM r JOIN public.lots l USING (lot_id)
  WHERE day >= l.opened_on AND (l.closed_on IS NULL OR day <= l.closed_on)
    AND NOT (r.lot_id=10 AND dw>=6 AND _h('sw'||r.key,3)>0)
    AND NOT (r.lot_id=2 AND day BETWEEN '2026-06-08' AND '2026-07-05')),
r3 AS MATERIALIZED (
  SELECT r2.*,
    CASE WHEN lot_id IN (4,5,10,12,1) AND dw<6 AND _h('se'||key,10)<6 THEN 405 + _h('sm'||key,150)
         WHEN lot_id IN (7,8) THEN 240 + _h('sm'||key,1080)
         ELSE 540 + _h('sm'||key,640) END AS em,
    CASE WHEN lot_id=8 THEN 1440 + _h('sd'||key,10000)
         WHEN lot_id=7 THEN CASE WHEN _h('sx'||key,4)=0 THEN 1000+_h('sd'||key,3600) ELSE 20+_h('sd'||key,160) END
         WHEN lot_id IN (4,5,10,12,1) AND dw<6 AND _h('se'||key,10)<6 THEN 400 + _h('sd'||key,200)
         WHEN lot_id=6 THEN 35 + _h('sd'||key,200)
         ELSE 25 + _h('sd'||key,260) END AS dur,
    CASE WHEN _h('sps'||key,100) < CASE WHEN lot_id IN (4,5,10,12,1) AND dw<6 THEN 60 WHEN lot_id IN (2,7,8) THEN 0 ELSE 18 END THEN true ELSE false END AS wantpass,
    CASE WHEN _h('sv'||key,100) < 6 THEN 2 WHEN _h('sv'||key,100) < 15 THEN 3 WHEN _h('sv'||key,100) < 20 + n/55 THEN 4 ELSE 1 END AS veh,
    _h('sst'||key,1000) AS hst
  FROM r2),
pn AS MATERIALIZED (SELECT p.*, lot_id||':'||row_number() OVER (PARTITION BY lot_id ORDER BY pass_id) AS lk FROM public.passes p),
pc AS MATERIALIZED (SELECT d.day, l.lot_id, (SELECT count(*) FROM public.passes p WHERE p.lot_id=l.lot_id AND p.bought_on<=d.day)::int AS c FROM d CROSS JOIN public.lots l),
r4 AS MATERIALIZED (
  SELECT r3.*, p.pass_id, p.customer_id AS pcust, r3.day + em*interval '1 minute' AS ent, r3.day + (em+dur)*interval '1 minute' AS ext
  FROM r3 LEFT JOIN pc ON wantpass AND pc.lot_id=r3.lot_id AND pc.day=r3.day
  LEFT JOIN pn p ON p.lk = r3.lot_id||':'||(pc.c - _h('pk'||key,34)) AND p.valid_from<=r3.day AND p.valid_to>=r3.day AND p.status<>'C')
SELECT row_number() OVER (ORDER BY ent, k)::int, lot_id,
  CASE WHEN pass_id IS NOT NULL THEN pcust WHEN _h('sc'||key,100)<38 THEN 1 + _h('scc'||key, 1500 + n*2700/1056) END,
  pass_id,
  CASE WHEN _h('spl'||key,60)=0 THEN NULL ELSE (17+_h('sy'||key,10))||'-D-'||(1000+_h('sz'||key,42000)) END,
  veh,
  CASE WHEN lot_id IN (7,8) AND _h('sb'||key,10)<6 THEN day - _h('sbd'||key,45) WHEN pass_id IS NULL AND _h('sb'||key,10)=0 THEN day - _h('sbd'||key,6) END,
  ent,
  CASE WHEN hst<11 THEN ent + interval '1 minute' WHEN ext < timestamp '2026-11-21' THEN ext END,
  CASE WHEN hst<11 THEN 1 WHEN ext < timestamp '2026-11-21' THEN dur END,
  CASE WHEN hst<11 THEN 0 WHEN ext >= timestamp '2026-11-21' THEN NULL WHEN pass_id IS NOT NULL THEN 0
       ELSE round((dur/1440)*day_cap + least(day_cap, ceil((dur%1440)/60.0)*hourly_rate),2) * CASE veh WHEN 2 THEN 0.5 ELSE 1 END END,
  CASE WHEN hst<11 THEN 'V' WHEN ext < timestamp '2026-11-21' THEN 'C' ELSE 'O' END,
  CASE WHEN hst>=11 AND ext < timestamp '2026-11-21' AND _h('sr'||key,100)<22 THEN
    CASE WHEN _h('sq'||key,100) < 5 + CASE lot_id WHEN 5 THEN 12 WHEN 2 THEN 9 WHEN 12 THEN -3 ELSE 0 END THEN 1 WHEN _h('sq'||key,100)<17 THEN 2 WHEN _h('sq'||key,100)<33 THEN 3 WHEN _h('sq'||key,100)<68 THEN 4 ELSE 5 END END
FROM r4;

CREATE TABLE public.fines (
  fine_id   int PRIMARY KEY,
  lot_id    int NOT NULL REFERENCES public.lots,
  plate     text NOT NULL,
  warden    text,
  reason_cd char(3) NOT NULL,
  amount    numeric(8,2) NOT NULL,
  issued_on date NOT NULL,
  due_on    date NOT NULL,
  paid_on   date,
  status_cd int NOT NULL
);
COMMENT ON TABLE public.fines IS 'Penalty notices';
COMMENT ON COLUMN public.fines.reason_cd IS 'OVR overstay, NTK no ticket, DIS disabled bay, MRK outside markings, EVB charger bay blocked';
COMMENT ON COLUMN public.fines.due_on IS 'To be paid by';
COMMENT ON COLUMN public.fines.status_cd IS '1 open, 2 paid, 3 under appeal, 4 cancelled';
INSERT INTO public.fines
WITH g AS MATERIALIZED (
  SELECT i, date '2024-01-01' + ((i-1)*1055/5200) AS io,
    (ARRAY[1,2,2,3,3,3,4,4,4,5,5,6,6,7,9,9,9,10,10,10,11,12])[1+_h('fl'||i,22)] AS lot_id,
    (ARRAY['OVR','OVR','OVR','OVR','NTK','NTK','NTK','DIS','MRK','EVB'])[1+_h('fr'||i,10)] AS rs
  FROM generate_series(1,5200) i),
g2 AS MATERIALIZED (
  SELECT g.*, _h('fs'||i,100) AS hs, _h('fd'||i,50) AS dl FROM g JOIN public.lots l USING (lot_id)
  WHERE io >= l.opened_on AND (l.closed_on IS NULL OR io <= l.closed_on)
   AND NOT (extract(isodow FROM io)=7 AND _h('fw'||i,3)>0)),
g3 AS MATERIALIZED (
  SELECT g2.*, CASE WHEN hs<8 THEN 4 WHEN hs<14 AND io > date '2026-03-01' THEN 3 WHEN hs < 80 - CASE WHEN lot_id=10 THEN 22 WHEN rs='DIS' THEN 9 ELSE 0 END AND io+dl <= date '2026-11-20' THEN 2 ELSE 1 END AS st FROM g2)
SELECT row_number() OVER (ORDER BY io, i)::int, lot_id, (17+_h('fy'||i,10))||'-D-'||(1000+_h('fz'||i,310)),
  CASE WHEN _h('fk'||i,25)=0 THEN NULL ELSE (ARRAY['Paul O''Dwyer','Maria Silva','Kevin Burke','Joanna Nowak','Paul Dwyer','Hannah Moore'])[1+least(_h('fk2'||i,6),_h('fk3'||i,7))] END,
  rs, CASE rs WHEN 'OVR' THEN 45 WHEN 'NTK' THEN 60 WHEN 'DIS' THEN 150 WHEN 'MRK' THEN 40 ELSE 80 END + CASE WHEN io>=date '2026-01-01' THEN 5 ELSE 0 END,
  io, io+28, CASE WHEN st=2 THEN io+dl END, st
FROM g3;

CREATE TABLE public.payments (
  payment_id int PRIMARY KEY,
  lot_id     int NOT NULL REFERENCES public.lots,
  source_cd  char(1) NOT NULL,
  session_id int REFERENCES public.sessions,
  pass_id    int REFERENCES public.passes,
  fine_id    int REFERENCES public.fines,
  paid_on    date NOT NULL,
  method_cd  int NOT NULL,
  amount     numeric(10,2) NOT NULL,
  refund     boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE public.payments IS 'Money in and refunds out';
COMMENT ON COLUMN public.payments.source_cd IS 'S parking stay, P season pass, F fine';
COMMENT ON COLUMN public.payments.method_cd IS '1 card, 2 app, 3 cash, 4 bank transfer';
COMMENT ON COLUMN public.payments.amount IS 'EUR, negative for a refund';
INSERT INTO public.payments
WITH a AS MATERIALIZED (
  SELECT lot_id, 'S' AS src, session_id, NULL::int AS pass_id, NULL::int AS fine_id, exit_at::date AS po, fee AS amt, 's'||session_id AS key, customer_id IS NOT NULL AS reg
  FROM public.sessions WHERE status='C' AND fee>0
  UNION ALL
  SELECT p.lot_id, 'P', NULL, pass_id, NULL, bought_on + CASE WHEN c.kind='B' THEN _h('ppd'||pass_id,15) ELSE 0 END, price, 'p'||pass_id, true
  FROM public.passes p JOIN public.customers c USING (customer_id)
  UNION ALL
  SELECT lot_id, 'F', NULL, NULL, fine_id, paid_on, amount, 'f'||fine_id, false FROM public.fines WHERE status_cd=2),
b AS MATERIALIZED (
  SELECT a.*, CASE WHEN src='P' AND _h('m'||key,10)<3 THEN 4 WHEN _h('m'||key,100)<46 THEN 1 WHEN _h('m'||key,100)<88 - extract(year FROM po)::int%2024*0 AND (reg OR _h('m'||key,100)<78) THEN 2 WHEN src<>'P' THEN 3 ELSE 1 END AS me, false AS rf FROM a WHERE po <= date '2026-11-20'
  UNION ALL
  SELECT a.lot_id, src, session_id, a.pass_id, fine_id, po + 1 + _h('rd'||key,10), CASE WHEN src='P' THEN -round(amt*0.8,2) ELSE -amt END, key, reg, 1, true
  FROM a LEFT JOIN public.passes p ON p.pass_id=a.pass_id
  WHERE po + 11 <= date '2026-11-20' AND ((src='S' AND _h('rf'||key,1000) < CASE WHEN a.lot_id=7 THEN 24 ELSE 11 END) OR (src='P' AND p.status='C')))
SELECT row_number() OVER (ORDER BY po, key, rf)::int, lot_id, src, session_id, pass_id, fine_id, po, me, amt, rf FROM b;

CREATE TABLE public.occupancy_daily (
  day            date NOT NULL,
  lot_id         int NOT NULL REFERENCES public.lots,
  spaces_open    int NOT NULL,
  avg_occupied   int NOT NULL,
  peak_occupied  int,
  overnight_cars int NOT NULL,
  PRIMARY KEY (day, lot_id)
);
COMMENT ON TABLE public.occupancy_daily IS 'One count per lot and day from the bay sensors';
COMMENT ON COLUMN public.occupancy_daily.spaces_open IS 'Bays usable that day';
COMMENT ON COLUMN public.occupancy_daily.avg_occupied IS 'Bays taken, mean of 08:00-20:00';
COMMENT ON COLUMN public.occupancy_daily.peak_occupied IS 'Most bays taken at once, empty when the sensor failed';
COMMENT ON COLUMN public.occupancy_daily.overnight_cars IS 'Cars in the lot at 02:00';
INSERT INTO public.occupancy_daily
SELECT dd, lot_id, so, ao, CASE WHEN _h('of'||lot_id||'/'||dd,70)=0 THEN NULL ELSE least(so, ao + (so*(8+_h('op'||lot_id||'/'||dd,20))/100)) END,
  CASE WHEN lot_id=8 THEN ao - _h('oo'||dd,60) WHEN lot_id=7 THEN ao*55/100 - _h('oo7'||dd,40) ELSE so*(3+_h('oov'||lot_id||'/'||dd,6))/100 END
FROM (
  SELECT dd::date AS dd, lot_id,
   spaces - CASE WHEN lot_id=4 AND dd BETWEEN '2026-08-03' AND '2026-09-13' THEN 180 ELSE 0 END - CASE WHEN _h('os'||lot_id||'/'||dd::date,25)=0 THEN spaces/10 ELSE 0 END AS so,
   greatest(3,((spaces - CASE WHEN lot_id=4 AND dd BETWEEN '2026-08-03' AND '2026-09-13' THEN 180 ELSE 0 END) *
     (CASE WHEN lot_id IN (4,5,10,1,12) THEN CASE WHEN extract(isodow FROM dd)<6 THEN 66 ELSE 27 END
           WHEN lot_id IN (6,9,3) THEN CASE WHEN extract(isodow FROM dd) IN (5,6) THEN 72 WHEN extract(isodow FROM dd)=7 THEN 50 ELSE 48 END
           WHEN lot_id IN (7,8) THEN 55 + CASE WHEN extract(month FROM dd) IN (6,7,8,12) THEN 20 ELSE 0 END
           ELSE 40 END + (dd::date-date '2024-01-01')/150 + (lot_id*37 % 13) - 6 + _h('oa'||lot_id||'/'||dd::date,17) - 8)/100)::int) AS ao
  FROM generate_series(date '2024-01-01', date '2026-11-20', interval '1 day') dd CROSS JOIN public.lots l
  WHERE dd >= l.opened_on AND (l.closed_on IS NULL OR dd <= l.closed_on)
   AND NOT (lot_id=2 AND dd BETWEEN '2026-06-08' AND '2026-07-05')) x;

CREATE TABLE public.lot_targets (
  month          date NOT NULL,
  lot_id         int NOT NULL REFERENCES public.lots,
  revenue_target numeric(12,2),
  PRIMARY KEY (month, lot_id)
);
COMMENT ON TABLE public.lot_targets IS 'Revenue target per lot and month (month = its first day), set to the end of 2026';
INSERT INTO public.lot_targets
SELECT m::date, l.lot_id,
  CASE WHEN l.lot_id=12 AND m<'2026-03-01' THEN NULL ELSE
  round(a.avg_m * (0.90 + (extract(year FROM m)-2024)*0.07 + (_h('tg'||l.lot_id||'/'||m::date,13))/100.0) * CASE extract(month FROM m) WHEN 1 THEN .88 WHEN 2 THEN .9 WHEN 7 THEN 1.06 WHEN 8 THEN 1.08 WHEN 12 THEN 1.1 ELSE 1 END, -2) END
FROM generate_series(date '2024-01-01', date '2026-12-01', interval '1 month') m
JOIN public.lots l ON m >= date_trunc('month', l.opened_on) AND (l.closed_on IS NULL OR m <= l.closed_on)
JOIN (SELECT lot_id, sum(amount)/count(DISTINCT date_trunc('month',paid_on)) AS avg_m FROM public.payments GROUP BY 1) a ON a.lot_id=l.lot_id;

CREATE TABLE public.valet_jobs (
  job_id      int PRIMARY KEY,
  lot_id      int NOT NULL,
  done_on     date NOT NULL,
  ordered_on  date NOT NULL,
  service     text NOT NULL,
  price       numeric(8,2) NOT NULL
);
COMMENT ON TABLE public.valet_jobs IS 'Car wash and valet jobs; the service was stopped at the end of March 2025';
INSERT INTO public.valet_jobs
SELECT row_number() OVER (ORDER BY dn, i)::int, (ARRAY[1,4,6,6,7,7])[1+_h('vl'||i,6)], dn, dn - _h('vo'||i,5),
  s, CASE s WHEN 'Exterior wash' THEN 18 WHEN 'Full valet' THEN 65 ELSE 35 END
FROM (SELECT i, date '2024-01-06' + _h('vd'||i,450) AS dn, (ARRAY['Exterior wash','Exterior wash','Interior clean','Full valet'])[1+_h('vs'||i,4)] AS s FROM generate_series(1,1800) i) x;

DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.sessions (entry_at);
CREATE INDEX ON public.payments (paid_on);
ANALYZE;

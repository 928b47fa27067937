-- Cinema chain. Deterministic: hash arithmetic only. Data 2024-01-01 .. 2026-11-20.
CREATE TABLE cinemas (
  cinema_id int PRIMARY KEY,
  name text NOT NULL,
  city text NOT NULL,
  region text NOT NULL,
  cinema_type smallint NOT NULL,
  opened_on date NOT NULL,
  closed_on date,
  manager text
);
COMMENT ON TABLE cinemas IS 'Cinemas of the chain, closed ones included';
COMMENT ON COLUMN cinemas.cinema_type IS '1 = multiplex, 2 = arthouse, 3 = drive-in';
COMMENT ON COLUMN cinemas.closed_on IS 'Last day of business; empty while the cinema is open';
INSERT INTO cinemas VALUES
 (1,'Grand Central','Lindholm','North',1,'2015-04-10',NULL,'Ana Petrov'),
 (2,'Grand Harbour','Port Avery','Coast',1,'2017-09-01',NULL,'Tom Okafor'),
 (3,'Harbour Lights','Port Avery','Coast',2,'2011-02-18',NULL,'Mei Tan'),
 (4,'King''s Arcade','Castleton','South',1,'2018-05-25',NULL,'Sean O''Brien'),
 (5,'Riverside','Castleton','South',1,'2019-11-15',NULL,'Ana Petrov'),
 (6,'Riverside Drive-In','Marrow Bay','Coast',3,'2021-06-05',NULL,'Lukas Brandt'),
 (7,'Old Mill','Lindholm','North',2,'2009-10-02',NULL,'Ines Duarte'),
 (8,'Northgate','Lindholm','North',1,'2016-03-12',NULL,'Paul Weber'),
 (9,'Orchard Park','Elmstead','South',1,'2020-08-20',NULL,'Grace Lim'),
 (10,'Lido','Marrow Bay','Coast',2,'2008-07-01','2025-06-30',NULL),
 (11,'Skyline','Elmstead','South',1,'2025-09-01',NULL,NULL);

CREATE TABLE halls (
  hall_id int PRIMARY KEY,
  cinema_id int NOT NULL REFERENCES cinemas,
  hall_name text NOT NULL,
  seats int NOT NULL,
  screen_type char(1) NOT NULL
);
COMMENT ON TABLE halls IS 'Auditoriums; hall names repeat from cinema to cinema';
COMMENT ON COLUMN halls.screen_type IS 'S standard, I IMAX, V VIP, D 4DX';
INSERT INTO halls
SELECT c.cinema_id*10+n, c.cinema_id,
       CASE WHEN c.cinema_type=3 THEN 'Field '||n ELSE 'Hall '||n END,
       CASE WHEN t.st='V' THEN 40 WHEN t.st='I' THEN 140 ELSE 60+(hashtext('seat'||c.cinema_id||n)&2147483647)%5*10 END, t.st
FROM cinemas c
CROSS JOIN generate_series(1,5) n
CROSS JOIN LATERAL (SELECT CASE WHEN c.cinema_type=1 AND n=1 AND c.cinema_id IN (1,2,4,11) THEN 'I'
                         WHEN c.cinema_type=1 AND n=2 AND c.cinema_id<>8 THEN 'V'
                         WHEN c.cinema_type=1 AND n=3 AND c.cinema_id IN (1,5,8) THEN 'D' ELSE 'S' END AS st) t
WHERE n <= CASE c.cinema_type WHEN 1 THEN 5 WHEN 2 THEN 2 ELSE 1 END;

CREATE TABLE films (
  film_id int PRIMARY KEY,
  title text NOT NULL,
  genre text NOT NULL,
  distributor text,
  country text NOT NULL,
  released_on date NOT NULL,
  runtime_min int NOT NULL,
  age_rating text NOT NULL,
  critic_score numeric(3,1)
);
COMMENT ON COLUMN films.released_on IS 'First day in our cinemas';
COMMENT ON COLUMN films.age_rating IS 'U, 12, 16 or 18';
COMMENT ON COLUMN films.critic_score IS 'Critics'' mark out of 10, empty when not reviewed';
INSERT INTO films
SELECT i, t.title, t.genre,
       CASE WHEN h%11=0 THEN NULL ELSE (ARRAY['Polar Films','Blue Lantern','Meridian','Polar Classics','Studio Nine'])[1+h%5] END,
       (ARRAY['USA','France','China','UK','Korea','USA'])[1+(h/7)%6],
       date '2023-12-28' + (i-4)*21, 84+(h/13)%75,
       CASE t.genre WHEN 'Animation' THEN 'U' WHEN 'Horror' THEN (ARRAY['16','18'])[1+h%2] ELSE (ARRAY['U','12','12','16'])[1+(h/3)%4] END,
       CASE WHEN h%9=4 THEN NULL ELSE 4.0+((h/17)%56)/10.0 END
FROM (SELECT i, title, genre, hashtext('film'||i)&2147483647 AS h FROM (VALUES
 (1,'Winter Letters','Drama'),(2,'Iron Tide','Action'),(3,'The Baker''s Son','Comedy'),(4,'Midnight Train','Thriller'),
 (5,'Paper Foxes','Animation'),(6,'The Long Field','Drama'),(7,'Low Orbit','Sci-Fi'),(8,'House of Salt','Horror'),
 (9,'Two Weddings and a Goat','Comedy'),(10,'Iron Tide 2','Action'),(11,'Robot Summer','Animation'),(12,'The Ninth Witness','Thriller'),
 (13,'Blue Kitchen','Comedy'),(14,'Red Lantern','Drama'),(15,'Deep Signal','Sci-Fi'),(16,'The Cellar','Horror'),
 (17,'Snow Bears','Animation'),(18,'Fast Exit','Action'),(19,'Midnight Garden','Drama'),(20,'Aunt Olga''s Revenge','Comedy'),
 (21,'Glass Harbour','Thriller'),(22,'Echo Nine','Sci-Fi'),(23,'The Quiet Coast','Drama'),(24,'Paper Foxes 2','Animation'),
 (25,'Hammerfall','Action'),(26,'Lodgers','Horror'),(27,'My Boss the Parrot','Comedy'),(28,'North of Nothing','Drama'),
 (29,'Second Moon','Sci-Fi'),(30,'The Informant''s Wife','Thriller'),(31,'Dragon Bakery','Animation'),(32,'Iron Tide 3','Action'),
 (33,'The Last Ferry','Drama'),(34,'Bad Neighbours Club','Comedy'),(35,'The Cellar Door','Horror'),(36,'Starling','Sci-Fi'),
 (37,'River Song','Drama'),(38,'Cold Receipt','Thriller'),(39,'Tiny Giants','Animation'),(40,'Overdrive City','Action'),
 (41,'Grandpa Goes Viral','Comedy'),(42,'Salt and Ashes','Drama'),(43,'Low Orbit: Return','Sci-Fi'),(44,'Whisper Hill','Horror'),
 (45,'The Cartographer','Drama'),(46,'Paper Foxes 3','Animation'),(47,'Red Lantern','Drama'),(48,'Zero Platform','Action'),
 (49,'The Wedding Crash','Comedy'),(50,'Blind Alley','Thriller'),(51,'Moonlight Rally','Sci-Fi'),(52,'Night Shift','Horror'),
 (53,'Little Comet','Animation'),(54,'A House in Autumn','Drama')) v(i,title,genre)) t;

CREATE TABLE members (
  member_id int PRIMARY KEY,
  full_name text NOT NULL,
  tier smallint NOT NULL,
  joined_on date NOT NULL,
  home_cinema_id int REFERENCES cinemas,
  birth_year int,
  newsletter boolean NOT NULL
);
COMMENT ON TABLE members IS 'Loyalty card holders';
COMMENT ON COLUMN members.tier IS '1 Blue, 2 Silver, 3 Gold';
INSERT INTO members
SELECT i, (ARRAY['Anna','Ben','Chloe','David','Emma','Felix','Grace','Hugo','Iris','Jonas','Kim','Lena','Marc','Nora','Oscar','Priya','Quinn','Rosa','Sam','Tara'])[1+h%20]
       ||' '||(ARRAY['Abbott','Brandt','Chen','D''Souza','Evans','Fischer','Garcia','Haas','Ivanov','Jansen','Kaya','Lim','Moreau','Novak','O''Neil','Park','Rossi','Silva','Tran','Weber'])[1+(h/20)%20],
       CASE WHEN (h/400)%10<6 THEN 1 WHEN (h/400)%10<9 THEN 2 ELSE 3 END,
       date '2022-01-01' + (i*1784/1800),
       CASE WHEN (h/31)%12=0 THEN NULL ELSE 1+(h/31)%11 END,
       CASE WHEN (h/53)%8=0 THEN NULL ELSE 1950+(h/53)%58 END,
       (h/7)%3>0
FROM (SELECT i, hashtext('member'||i)&2147483647 AS h FROM generate_series(1,1800) i) x;
UPDATE members SET home_cinema_id=NULL WHERE home_cinema_id=11 AND joined_on<'2025-09-01';

CREATE TABLE screenings (
  screening_id int PRIMARY KEY,
  hall_id int NOT NULL REFERENCES halls,
  film_id int NOT NULL REFERENCES films,
  starts_at timestamp NOT NULL,
  announced_on date NOT NULL,
  version char(1) NOT NULL,
  status smallint NOT NULL
);
COMMENT ON TABLE screenings IS 'One row per show of a film in a hall';
COMMENT ON COLUMN screenings.announced_on IS 'Day the show was put on the programme';
COMMENT ON COLUMN screenings.version IS 'O original, D dubbed, S subtitled';
COMMENT ON COLUMN screenings.status IS '1 = shown, 2 = cancelled';
INSERT INTO screenings
SELECT row_number() OVER (ORDER BY d, cinema_id, slot),
       cinema_id*10 + 1 + (h/101)%nh, 4 + (d+4)/21 - (h/211)%4,
       date '2024-01-01' + d + (ARRAY[time '14:00', time '17:30', time '20:15'])[slot],
       date '2024-01-01' + d - 5 - (h/37)%10,
       (ARRAY['O','O','S','D','D','D'])[1+(h/401)%6],
       CASE WHEN (h/1009)%(CASE WHEN cinema_id=6 THEN 12 ELSE 38 END)=0 THEN 2 ELSE 1 END
FROM (
 SELECT c.cinema_id, c.cinema_type, d, slot, hashtext('scr'||c.cinema_id||'-'||d||'-'||slot)&2147483647 AS h,
        extract(isodow FROM date '2024-01-01'+d)::int AS dow, extract(month FROM date '2024-01-01'+d)::int AS mon, nh
 FROM (SELECT c.*, (SELECT count(*)::int FROM halls x WHERE x.cinema_id=c.cinema_id) AS nh FROM cinemas c) c
 CROSS JOIN generate_series(0,1054) d CROSS JOIN generate_series(1,3) slot
 WHERE date '2024-01-01'+d >= c.opened_on AND (c.closed_on IS NULL OR date '2024-01-01'+d <= c.closed_on)
) x
WHERE h%100 < 20 + CASE WHEN dow>=5 THEN 14 ELSE 0 END + CASE WHEN mon IN (7,8,12) THEN 8 ELSE 0 END + d/365*2
             + (ARRAY[10,6,-4,5,2,-9,-6,3,0,-8,4])[cinema_id] + CASE WHEN slot=3 THEN 6 ELSE -3 END;

CREATE TABLE ticket_sales (
  booking_id int PRIMARY KEY,
  screening_id int NOT NULL REFERENCES screenings,
  member_id int REFERENCES members,
  booked_on date NOT NULL,
  paid_on date,
  channel smallint NOT NULL,
  quantity int NOT NULL,
  gross_amount numeric(10,2) NOT NULL,
  discount_type smallint NOT NULL,
  discount_amount numeric(10,2) NOT NULL,
  status smallint NOT NULL
);
COMMENT ON TABLE ticket_sales IS 'One row per booking of one or more tickets for a screening';
COMMENT ON COLUMN ticket_sales.channel IS '1 counter, 2 app, 3 website, 4 kiosk, 5 partner site';
COMMENT ON COLUMN ticket_sales.quantity IS 'Number of tickets';
COMMENT ON COLUMN ticket_sales.gross_amount IS 'Full price of all tickets of the booking, EUR';
COMMENT ON COLUMN ticket_sales.discount_type IS '0 full price, 1 student, 2 senior, 3 Cheap Tuesday, 4 member price, 5 partner voucher';
COMMENT ON COLUMN ticket_sales.status IS '1 paid, 2 refunded, 3 lapsed (never paid)';
INSERT INTO ticket_sales
SELECT row_number() OVER (ORDER BY screening_id, n), screening_id, member_id, booked_on,
       CASE WHEN st=3 THEN NULL ELSE LEAST(booked_on + (h/577)%3, show_on) END,
       channel, qty, qty*price, dt,
       round(qty*price*CASE dt WHEN 1 THEN 0.20 WHEN 2 THEN 0.30 WHEN 3 THEN 0.50 WHEN 4 THEN 0.10 WHEN 5 THEN 0.15 ELSE 0 END,2), st
FROM (
 SELECT y.*, CASE WHEN m.joined_on <= y.booked_on AND (y.h/3)%5<3 THEN m.member_id END AS member_id,
        CASE WHEN y.sstatus=2 THEN CASE WHEN (y.h/71)%6=0 THEN 3 ELSE 2 END WHEN (y.h/71)%40<(CASE y.channel WHEN 5 THEN 4 ELSE 2 END) THEN 2 WHEN (y.h/71)%40=39 THEN 3 ELSE 1 END AS st,
        CASE WHEN y.dow=2 AND (y.h/89)%10<6 THEN 3 WHEN y.channel=5 AND (y.h/89)%10<5 THEN 5
             WHEN (y.h/89)%20<3 THEN 1 WHEN (y.h/89)%20=4 THEN 2
             WHEN m.joined_on <= y.booked_on AND (y.h/3)%5<3 AND (y.h/89)%20<12 THEN 4 ELSE 0 END AS dt
 FROM (
  SELECT s.screening_id, n, s.status AS sstatus, s.starts_at::date AS show_on, h.hh AS h, s.dow,
         s.starts_at::date - CASE WHEN (h.hh/11)%10<4 THEN 0 ELSE (h.hh/11)%10 END AS booked_on,
         CASE WHEN (h.hh/23)%100 < 30 - s.yr*6 THEN 1 WHEN (h.hh/23)%100 < 60 + s.yr*3 THEN 2 WHEN (h.hh/23)%100 < 80 THEN 3 WHEN (h.hh/23)%100 < 90 THEN 4 ELSE 5 END AS channel,
         1+(h.hh/41)%4 AS qty,
         9.0 + CASE s.screen_type WHEN 'I' THEN 5 WHEN 'V' THEN 8 WHEN 'D' THEN 6 ELSE 0 END + CASE WHEN s.dow>=6 THEN 1.5 ELSE 0 END + s.yr*0.5 AS price,
         1+(h.hh/47)%1800 AS mid
  FROM (SELECT s.*, ha.cinema_id, ha.screen_type, extract(isodow FROM s.starts_at)::int AS dow, extract(year FROM s.starts_at)::int-2024 AS yr,
               hashtext('n'||s.screening_id)&2147483647 AS hs
        FROM screenings s JOIN halls ha USING (hall_id)) s
  CROSS JOIN LATERAL generate_series(1, LEAST(CASE WHEN s.screen_type='V' THEN 9 ELSE 20 END,
      1 + s.hs%5 + CASE WHEN s.dow>=5 THEN 2 ELSE 0 END + (hashtext('pop'||s.film_id)&2147483647)%6 + (ARRAY[3,2,0,2,1,1,0,1,0,0,2])[s.cinema_id])) n
  CROSS JOIN LATERAL (SELECT hashtext('tk'||s.screening_id||'-'||n)&2147483647 AS hh) h
 ) y JOIN members m ON m.member_id=y.mid
) z;

CREATE TABLE concession_items (
  item_id int PRIMARY KEY,
  name text NOT NULL,
  category text NOT NULL,
  list_price numeric(6,2) NOT NULL,
  unit_cost numeric(6,2)
);
INSERT INTO concession_items VALUES
 (1,'Popcorn Small','Snacks',4.50,0.60),(2,'Popcorn Large','Snacks',6.50,0.90),(3,'Nachos','Snacks',6.00,1.40),
 (4,'Cola','Drinks',3.80,0.50),(5,'Water','Drinks',2.50,0.30),(6,'Draft Beer','Drinks',5.50,1.60),
 (7,'Kids'' Combo','Combos',8.00,2.10),(8,'Date Night Combo','Combos',15.00,3.80),(9,'Popcorn Combo','Combos',9.50,1.70),
 (10,'Ice Cream','Sweets',3.50,0.80),(11,'Gummy Mix','Sweets',4.00,0.90),(12,'Poster','Merchandise',12.00,NULL),(13,'Iron Tide Mug','Merchandise',14.00,5.20);

CREATE TABLE concession_sales (
  sale_id int PRIMARY KEY,
  cinema_id int NOT NULL REFERENCES cinemas,
  item_id int NOT NULL REFERENCES concession_items,
  member_id int REFERENCES members,
  sold_on date NOT NULL,
  settled_on date,
  quantity int NOT NULL,
  amount numeric(10,2) NOT NULL,
  voided boolean NOT NULL
);
COMMENT ON TABLE concession_sales IS 'Food, drink and merchandise sold at the counters';
COMMENT ON COLUMN concession_sales.settled_on IS 'Day the card company or cash office credited the sale';
COMMENT ON COLUMN concession_sales.voided IS 'Typed in by mistake and taken back at the till';
INSERT INTO concession_sales
SELECT row_number() OVER (ORDER BY d, cinema_id, n), cinema_id, i.item_id,
       CASE WHEN (h/19)%3=0 AND date '2022-01-01'+((1+(h/29)%1800)*1784/1800) <= date '2024-01-01'+d THEN 1+(h/29)%1800 END,
       date '2024-01-01'+d, CASE WHEN (h/61)%50=0 THEN NULL ELSE date '2024-01-01'+d+1+(h/61)%3 END,
       q, round(q*i.list_price*(CASE WHEN d>=731 THEN 1.08 ELSE 1 END),2), (h/83)%60=0
FROM (
 SELECT c.cinema_id, d, n, hashtext('con'||c.cinema_id||'-'||d||'-'||n)&2147483647 AS h
 FROM cinemas c CROSS JOIN generate_series(0,1054) d
 CROSS JOIN LATERAL generate_series(1, 1 + (hashtext('cn'||c.cinema_id||'-'||d)&2147483647)%4
    + CASE WHEN extract(isodow FROM date '2024-01-01'+d)>=5 THEN 1 ELSE 0 END + CASE WHEN c.cinema_id IN (1,2,4) THEN 1 ELSE 0 END) n
 WHERE date '2024-01-01'+d >= c.opened_on AND (c.closed_on IS NULL OR date '2024-01-01'+d <= c.closed_on)
) x
CROSS JOIN LATERAL (SELECT (ARRAY[1,1,2,2,2,3,4,4,4,5,5,6,7,8,9,9,9,10,11,12,13,2,4,9])[1+(h/7)%24] AS iid, 1+(h/211)%3 AS q) k
JOIN concession_items i ON i.item_id=k.iid;

CREATE TABLE monthly_targets (
  cinema_id int NOT NULL REFERENCES cinemas,
  month date NOT NULL,
  box_office_target numeric(10,2) NOT NULL,
  concession_target numeric(10,2),
  PRIMARY KEY (cinema_id, month)
);
COMMENT ON TABLE monthly_targets IS 'Targets by cinema and month (first of the month), set up to the end of 2026';
INSERT INTO monthly_targets
SELECT c.cinema_id, mth::date,
       round(((ARRAY[9200,7300,3500,7000,5600,3100,3000,5400,4300,2500,7400])[c.cinema_id]
        * (CASE WHEN extract(month FROM mth) IN (7,8,12) THEN 1.22 ELSE 0.97 END) * (1+0.07*(extract(year FROM mth)-2024)))::numeric, -2),
       CASE WHEN (hashtext('ct'||c.cinema_id||mth::date::text)&2147483647)%15=0 THEN NULL ELSE 1180 + (ARRAY[450,450,0,450,0,0,0,0,0,-60,40])[c.cinema_id] END
FROM cinemas c CROSS JOIN generate_series(timestamp '2024-01-01', timestamp '2026-12-01', interval '1 month') mth
WHERE mth >= date_trunc('month', c.opened_on) AND (c.closed_on IS NULL OR mth <= c.closed_on);

CREATE TABLE visit_ratings (
  rating_id int PRIMARY KEY,
  screening_id int NOT NULL REFERENCES screenings,
  member_id int REFERENCES members,
  rated_on date NOT NULL,
  score smallint NOT NULL,
  would_return boolean
);
COMMENT ON TABLE visit_ratings IS 'Answers to the e-mail survey after a visit; the survey was stopped at the end of October 2025';
COMMENT ON COLUMN visit_ratings.score IS '1 (poor) to 5 (excellent)';
INSERT INTO visit_ratings
SELECT row_number() OVER (ORDER BY t.booking_id), t.screening_id, t.member_id, s.starts_at::date + 1 + (h/5)%4,
       GREATEST(1, LEAST(5, 5 - (ARRAY[0,0,0,1,1,1,2,2,3,4])[1+h%10] + (ARRAY[0,0,1,-1,0,-1,1,-1,0,0,0])[ha.cinema_id] - CASE WHEN (h/13)%4=0 THEN 1 ELSE 0 END)),
       CASE WHEN (h/17)%7=0 THEN NULL ELSE h%10<7 END
FROM (SELECT *, hashtext('rt'||booking_id)&2147483647 AS h FROM ticket_sales WHERE status=1 AND member_id IS NOT NULL) t
JOIN screenings s ON s.screening_id=t.screening_id JOIN halls ha ON ha.hall_id=s.hall_id
WHERE (h/29)%4=0 AND s.starts_at::date + 1 + (h/5)%4 <= date '2025-10-31';
CREATE INDEX ON ticket_sales(screening_id);
CREATE INDEX ON screenings(starts_at);
ANALYZE;

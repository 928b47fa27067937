-- a public cold store, as a database tells of itself: snapshots, terms, rates, states in bare lists
CREATE TABLE site (site_id smallint PRIMARY KEY, site_name text NOT NULL);
CREATE TABLE client (client_id int PRIMARY KEY, client_name text NOT NULL, pay_terms_days smallint NOT NULL);
COMMENT ON COLUMN client.pay_terms_days IS '账期(天)';
CREATE TABLE room (
  room_id int PRIMARY KEY, site_id smallint NOT NULL REFERENCES site, room_no text NOT NULL, climate text NOT NULL,
  positions int NOT NULL, in_service_from date NOT NULL);
COMMENT ON COLUMN room.climate IS 'FROZEN 冷冻 -18C, CHILLED 冷藏 0~4C';
CREATE TABLE tariff (tariff_id int PRIMARY KEY, site_id smallint NOT NULL REFERENCES site, storage_fee numeric(6,2) NOT NULL);
COMMENT ON COLUMN tariff.storage_fee IS '仓储费 元/托/天 (不含税)';
CREATE TABLE stock_daily (
  stock_date date NOT NULL, site_id smallint NOT NULL REFERENCES site, climate text NOT NULL, pallets int NOT NULL,
  storage_fee numeric(12,2) NOT NULL, PRIMARY KEY (stock_date, site_id, climate));
COMMENT ON TABLE stock_daily IS '每日在库快照';
COMMENT ON COLUMN stock_daily.storage_fee IS '当日仓储费, 元, 不含税';
CREATE TABLE movement (
  move_id int PRIMARY KEY, move_date date NOT NULL, site_id smallint NOT NULL REFERENCES site, pallets int NOT NULL,
  handling_fee numeric(12,2), move_status text NOT NULL);
COMMENT ON COLUMN movement.handling_fee IS 'CNY net of VAT; null if cancelled';
COMMENT ON COLUMN movement.move_status IS 'DONE / CANCELLED (未发生作业)';
CREATE TABLE alarm (alarm_id int PRIMARY KEY, room_id int NOT NULL REFERENCES room, raised_at timestamp NOT NULL, peak_temp_c numeric(5,1));
CREATE TABLE complaint (
  complaint_id int PRIMARY KEY, raised_on date NOT NULL, site_id smallint NOT NULL REFERENCES site, compensation numeric(10,2) NOT NULL);
COMMENT ON COLUMN complaint.compensation IS 'paid to the client, CNY';

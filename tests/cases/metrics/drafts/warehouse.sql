CREATE TABLE dim_region (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE dim_warehouse (id INTEGER PRIMARY KEY, name TEXT, region_id INTEGER REFERENCES dim_region (id), capacity INTEGER,
  latitude REAL, longitude REAL);
CREATE TABLE dim_item (id INTEGER PRIMARY KEY, item_name TEXT, sku TEXT, category TEXT, unit_cost REAL, weight_kg REAL,
  hazard_class INTEGER);
CREATE TABLE fact_shipments (shipment_id INTEGER PRIMARY KEY, from_warehouse_id INTEGER REFERENCES dim_warehouse (id),
  to_warehouse_id INTEGER REFERENCES dim_warehouse (id), created_at TIMESTAMP, expected_at TIMESTAMP, shipped_at TIMESTAMP NOT NULL,
  weight_kg REAL, freight_cost REAL, loaded REAL, priority INTEGER);
CREATE TABLE fact_receipts (receipt_id INTEGER PRIMARY KEY, warehouse_id INTEGER REFERENCES dim_warehouse (id),
  item_id INTEGER REFERENCES dim_item (id), received_on DATE, quantity INTEGER, defect_rate REAL, dock INTEGER);
CREATE TABLE stock_snapshot (snapshot_date DATE, warehouse_id INTEGER REFERENCES dim_warehouse (id),
  item_id INTEGER REFERENCES dim_item (id), on_hand INTEGER, reserved INTEGER, PRIMARY KEY (snapshot_date, warehouse_id, item_id));
CREATE TABLE sensor_readings (reading_at TIMESTAMP, warehouse_id INTEGER REFERENCES dim_warehouse (id), temperature REAL, humidity_pct REAL);
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 90)
INSERT INTO dim_item SELECT n, 'Item ' || n, 'S' || n, 'Kind ' || (n % 3), 2.5 * n, 0.5 * n, 1 + n % 3 FROM t;
INSERT INTO fact_receipts SELECT id, 1, id, '2026-10-01', 1 + id % 3, 0.01 * id, 1 + id % 6 FROM dim_item;
INSERT INTO fact_shipments SELECT id, 1, 2, '2026-10-01', '2026-10-05', '2026-10-02', 3.5 * id, 7.5 * id, 0.01 * id, 1 + id % 3
  FROM dim_item;

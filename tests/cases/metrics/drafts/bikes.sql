CREATE TABLE stations (station_id INTEGER PRIMARY KEY, name TEXT, district TEXT, docks INTEGER);
CREATE TABLE bikes (bike_id INTEGER PRIMARY KEY, kind TEXT, bought_on TEXT, station_id INTEGER REFERENCES stations (station_id));
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, full_name TEXT, joined_on TEXT);
CREATE TABLE rentals (rental_id INTEGER PRIMARY KEY, bike_id INTEGER REFERENCES bikes (bike_id), customer_id INTEGER REFERENCES customers (customer_id),
  rented_on TEXT, minutes INTEGER, price REAL, rating INTEGER, start_km REAL, lane INTEGER);
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 6) INSERT INTO stations SELECT n, 'Station ' || n, 'D' || (n % 2), 10 + n FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 40) INSERT INTO bikes SELECT n, 'Kind ' || (n % 3), date('2025-01-01', (n * 9) || ' days'), 1 + n % 6 FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 40) INSERT INTO customers SELECT n, 'Person ' || n, date('2025-01-01', (n * 9) || ' days') FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 300) INSERT INTO rentals SELECT n, 1 + n % 40, 1 + n % 37, date('2026-01-01', n || ' days'), 5 + n % 90, 2.5 + n % 7, 1 + n % 5, 12.5 * n, n % 4 FROM t;

CREATE TABLE practices (id INTEGER PRIMARY KEY, practice_name TEXT, city TEXT, phone TEXT, created_at TEXT);
CREATE TABLE dentists (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, email TEXT, practice_id INTEGER, specialty TEXT, hired_on TEXT);
CREATE TABLE insurers (id INTEGER PRIMARY KEY, name TEXT, hotline TEXT);
CREATE TABLE patients (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, date_of_birth TEXT, sex TEXT, mobile TEXT, email TEXT, city TEXT,
  postcode TEXT, insurer_id INTEGER, registered_at TEXT, updated_at TEXT);
CREATE TABLE treatments (id INTEGER PRIMARY KEY, code TEXT, description TEXT, category TEXT, list_fee REAL);
CREATE TABLE appointments (id INTEGER PRIMARY KEY, created_at TEXT, patient_id INTEGER, dentist_id INTEGER, scheduled_for TEXT, checked_in_at TEXT,
  status TEXT, reminder_sent INTEGER, duration_min INTEGER, notes TEXT);
CREATE TABLE appointment_treatments (id INTEGER PRIMARY KEY, appointment_id INTEGER, treatment_id INTEGER, tooth INTEGER, quantity INTEGER, fee REAL,
  discount REAL, created_at TEXT);
CREATE TABLE invoices (id INTEGER PRIMARY KEY, appointment_id INTEGER, issued_on TEXT, due_on TEXT, total REAL, insurer_share REAL, status TEXT, updated_at TEXT);
CREATE TABLE payments (id INTEGER PRIMARY KEY, invoice_id INTEGER, loaded_at TEXT, received_on TEXT, amount REAL, method TEXT);
CREATE TABLE lab_orders (id INTEGER PRIMARY KEY, appointment_id INTEGER, lab TEXT, sent_on TEXT, expected_back TEXT, returned_on TEXT, cost REAL);
CREATE TABLE diagnoses (id INTEGER PRIMARY KEY, appointment_id INTEGER, icd_code TEXT, severity INTEGER);
CREATE TABLE recalls (id INTEGER PRIMARY KEY, patient_id INTEGER, created_at TEXT, due_on TEXT, answered INTEGER);
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3) INSERT INTO practices SELECT n, 'Smile ' || n, 'Town ' || n, '0201 55500' || n, '2026-07-01 03:00:00' FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 9) INSERT INTO dentists SELECT n, 'F' || n, 'Dent' || n, 'd' || n || '@smile.example', 1 + n % 3, CASE n % 3 WHEN 0 THEN 'ortho' WHEN 1 THEN 'general' ELSE 'surgery' END, date('2015-01-01', (n * 200) || ' days') FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) INSERT INTO insurers SELECT n, 'Insurer ' || n, '0800 10' || n FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 240) INSERT INTO patients SELECT n, 'P' || (n % 40), 'Family' || n, date('1950-01-01', (n * 90) || ' days'), CASE n % 2 WHEN 0 THEN 'f' ELSE 'm' END, '0171 ' || (100000 + n * 37), 'p' || n || '@mail.example', 'Town ' || (1 + n % 6), '4' || (1000 + n % 50), CASE WHEN n % 4 THEN 1 + n % 5 END, datetime('2023-01-01', (n * 5) || ' days'), '2026-07-01 03:00:00' FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 24) INSERT INTO treatments SELECT n, 'T' || (100 + n), 'Treatment number ' || n, CASE n % 4 WHEN 0 THEN 'prophylaxis' WHEN 1 THEN 'filling' WHEN 2 THEN 'implant' ELSE 'x-ray' END, 30 + n * 7.5 FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 600) INSERT INTO appointments SELECT n, datetime('2025-01-01', n || ' days', '-' || (7 + n % 30) || ' days', '9 hours'), 1 + n % 240, 1 + n % 9, datetime('2025-01-01', n || ' days', (8 + n % 9) || ' hours'), CASE WHEN n % 8 THEN datetime('2025-01-01', n || ' days', (8 + n % 9) || ' hours', '4 minutes') END, CASE n % 8 WHEN 0 THEN 'no_show' WHEN 1 THEN 'cancelled' ELSE 'done' END, n % 2, 15 + 15 * (n % 4), CASE WHEN n % 5 = 0 THEN 'Patient ' || n || ' asked for a call back' END FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 1200) INSERT INTO appointment_treatments SELECT n, 1 + n % 600, 1 + n % 24, 11 + n % 38, 1 + n % 3, 30 + (n % 24) * 7.5, CASE n % 4 WHEN 0 THEN 0.1 WHEN 1 THEN 0.25 ELSE 0 END, '2026-07-01 03:00:00' FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 500) INSERT INTO invoices SELECT n, n, date('2025-01-01', (n + 2) || ' days'), date('2025-01-01', (n + 32) || ' days'), 60 + n % 400, 20 + n % 90, CASE n % 3 WHEN 0 THEN 'open' ELSE 'paid' END, '2026-07-01 03:00:00' FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 450) INSERT INTO payments SELECT n, 1 + n % 500, '2026-07-0' || (1 + n % 2) || ' 03:00:00', date('2025-01-01', (n + 20) || ' days'), 60 + n % 400, CASE n % 3 WHEN 0 THEN 'card' WHEN 1 THEN 'cash' ELSE 'transfer' END FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 120) INSERT INTO lab_orders SELECT n, 1 + n * 4, 'Lab ' || (1 + n % 3), date('2025-01-01', (n * 4) || ' days'), date('2025-01-01', (n * 4 + 10) || ' days'), CASE WHEN n % 9 THEN date('2025-01-01', (n * 4 + 9 + n % 5) || ' days') END, 80 + n % 60 FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 400) INSERT INTO diagnoses SELECT n, n, 'K0' || (n % 9) || '.' || (n % 3), 1 + n % 3 FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 200) INSERT INTO recalls SELECT n, n, datetime('2026-01-01', n || ' hours'), date('2026-02-01', (n % 90) || ' days'), n % 2 FROM t;

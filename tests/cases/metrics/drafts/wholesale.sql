CREATE TABLE branches (branch_id int PRIMARY KEY, branch_name text, city text, region text, opened_on date);
CREATE TABLE reps (rep_id int PRIMARY KEY, first_name text, last_name text, branch_id int, mobile text);
CREATE TABLE customers (cust_id int PRIMARY KEY, company text, contact_title text, contact_name text, phone text, email text, segment text,
  credit_limit numeric(12,2), branch_id int, created_at timestamptz DEFAULT now());
CREATE TABLE suppliers (supp_id int PRIMARY KEY, supplier_name text, country text, lead_time_days int);
CREATE TABLE categories (category_id int PRIMARY KEY, category text);
CREATE TABLE products (sku text PRIMARY KEY, product_name text, category_id int, supp_id int, pack_size int, unit_cost numeric(10,2), list_price numeric(10,2),
  discontinued boolean, launched_on date);
CREATE TABLE sales_orders (order_no int PRIMARY KEY, created_at timestamptz, etl_at timestamptz, cust_id int REFERENCES customers, rep_id int,
  order_status text, channel text, ordered_at timestamptz, required_by date, shipped_at timestamptz, freight numeric(8,2));
CREATE TABLE sales_order_lines (order_no int REFERENCES sales_orders, line_no int, sku text, qty int, unit_price numeric(10,2), discount_amount numeric(10,2),
  updated_at timestamptz, PRIMARY KEY (order_no, line_no));
CREATE TABLE quotes (quote_id int PRIMARY KEY, cust_id int, valid_until date, quoted_on date, value numeric(12,2), outcome text);
CREATE TABLE deliveries (delivery_id int PRIMARY KEY, order_no int, dispatched_at timestamptz, delivered_at timestamptz, boxes int, weight_kg numeric(8,2), carrier text);
CREATE TABLE purchase_orders (po_no int PRIMARY KEY, supp_id int, po_date date, created_at timestamptz, currency text);
CREATE TABLE purchase_order_lines (po_line_id int PRIMARY KEY, po_no int, sku text, qty int, unit_cost numeric(10,2), discount_pct numeric(5,2));
CREATE TABLE stock_levels (branch_id int, sku text, as_of date, on_hand int, PRIMARY KEY (branch_id, sku, as_of));
CREATE TABLE returns (return_id int PRIMARY KEY, order_no int, sku text, qty int, reason text, returned_at timestamptz, refund_amount numeric(10,2));
INSERT INTO branches SELECT n, 'Branch ' || n, 'City ' || n, (ARRAY['North', 'South'])[1 + n % 2], date '2001-01-01' + n * 300 FROM generate_series(1, 6) n;
INSERT INTO reps SELECT n, 'F' || n, 'Rep' || n, 1 + n % 6, '0170 ' || n FROM generate_series(1, 20) n;
INSERT INTO customers SELECT n, 'Company ' || n, (ARRAY['Owner', 'Buyer', 'Manager'])[1 + n % 3], 'Person ' || n, '030 ' || n, 'c' || n || '@x.example',
  (ARRAY['retail', 'horeca', 'public'])[1 + n % 3], 1000 * (n % 9), 1 + n % 6, timestamptz '2026-06-30 02:00+00' FROM generate_series(1, 150) n;
INSERT INTO suppliers SELECT n, 'Supplier ' || n, (ARRAY['DE', 'IT', 'FR'])[1 + n % 3], 3 + n % 20 FROM generate_series(1, 12) n;
INSERT INTO categories SELECT n, 'Category ' || n FROM generate_series(1, 5) n;
INSERT INTO products SELECT 'SKU-' || (1000 + n), 'Product ' || n, 1 + n % 5, 1 + n % 12, 6 * (1 + n % 4), 2 + n % 30, 4 + n % 50, n % 11 = 0, date '2020-01-01' + n * 9 FROM generate_series(1, 180) n;
INSERT INTO sales_orders SELECT n, timestamptz '2025-01-01 09:00+00' + n * interval '18 hours', timestamptz '2026-07-01 02:00+00' + (n % 2) * interval '1 day', 1 + n % 150, 1 + n % 20,
  (ARRAY['open', 'shipped', 'cancelled'])[1 + n % 3], (ARRAY['web', 'phone', 'rep'])[1 + n % 3], timestamptz '2025-01-01 08:00+00' + n * interval '18 hours',
  date '2025-01-10' + n, CASE WHEN n % 3 = 1 THEN timestamptz '2025-01-03 08:00+00' + n * interval '18 hours' END, 5 + n % 40 FROM generate_series(1, 700) n;
INSERT INTO sales_order_lines SELECT 1 + n / 3, 1 + n % 3, 'SKU-' || (1001 + n % 180), 1 + n % 12, 4 + n % 50, CASE WHEN n % 4 = 0 THEN 2.5 + n % 7 ELSE 0 END, timestamptz '2026-07-01 02:00+00' FROM generate_series(0, 2099) n;
INSERT INTO quotes SELECT n, 1 + n % 150, date '2025-02-01' + n, date '2025-01-01' + n, 100 + n * 3, (ARRAY['won', 'lost', 'open'])[1 + n % 3] FROM generate_series(1, 300) n;
INSERT INTO deliveries SELECT n, n, timestamptz '2025-01-03 08:00+00' + n * interval '18 hours', CASE WHEN n % 9 > 0 THEN timestamptz '2025-01-05 08:00+00' + n * interval '18 hours' END, 1 + n % 9, 10 + n % 70, (ARRAY['DHL', 'GLS'])[1 + n % 2] FROM generate_series(1, 600) n;
INSERT INTO purchase_orders SELECT n, 1 + n % 12, date '2025-01-01' + n * 2, timestamptz '2026-07-01 02:00+00', (ARRAY['EUR', 'USD'])[1 + n % 2] FROM generate_series(1, 250) n;
INSERT INTO purchase_order_lines SELECT n, 1 + n % 250, 'SKU-' || (1001 + n % 180), 10 + n % 90, 2 + n % 30, (n % 5) * 5 FROM generate_series(1, 800) n;
INSERT INTO stock_levels SELECT b, 'SKU-' || (1000 + s), date '2026-01-01' + d * 7, (b * 31 + s * 7 + d) % 200 FROM generate_series(1, 6) b, generate_series(1, 40) s, generate_series(0, 12) d;
INSERT INTO returns SELECT n, 1 + n * 6, 'SKU-' || (1001 + n % 180), 1 + n % 4, (ARRAY['damaged', 'wrong item', 'late'])[1 + n % 3], timestamptz '2025-01-10 08:00+00' + n * interval '4 days', 5 + n % 80 FROM generate_series(1, 110) n;

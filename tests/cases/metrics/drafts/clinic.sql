CREATE TABLE department (department_id int PRIMARY KEY, name text NOT NULL, floor int);
COMMENT ON TABLE department IS '科室';
CREATE TABLE doctor (doctor_id int PRIMARY KEY, name text, department_id int REFERENCES department, title int, hired_on date);
COMMENT ON TABLE doctor IS '医生';
COMMENT ON COLUMN doctor.title IS '职称：1 主任医师，2 副主任医师，3 主治医师';
CREATE TABLE patient (patient_id int PRIMARY KEY, name text, gender char(1), birth_year int, height_cm numeric, city text,
  registered_on date, phone text);
COMMENT ON TABLE patient IS '患者';
COMMENT ON COLUMN patient.gender IS '性别：M 男，F 女';
COMMENT ON COLUMN patient.city IS '城市';
CREATE TABLE visit (visit_id bigint PRIMARY KEY, patient_id int REFERENCES patient, doctor_id int REFERENCES doctor,
  registered_at timestamptz, started_at time, visit_date date NOT NULL, visit_type int, fee numeric(10,2), wait_minutes int,
  satisfaction int, age int, is_insured boolean, note text);
COMMENT ON TABLE visit IS '就诊';
COMMENT ON COLUMN visit.fee IS '诊疗费（元）';
COMMENT ON COLUMN visit.visit_type IS '就诊类型：1 初诊，2 复诊';
COMMENT ON COLUMN visit.satisfaction IS '满意度评分';
CREATE TABLE prescription (prescription_id bigint PRIMARY KEY, visit_id bigint REFERENCES visit, drug_name text, quantity int,
  unit_price numeric(8,2));
COMMENT ON TABLE prescription IS '处方明细';
COMMENT ON COLUMN prescription.drug_name IS '药品名称';
CREATE TABLE "Payment" (id bigint PRIMARY KEY, visit_id bigint REFERENCES visit, paid_at timestamp, due_date date,
  "Amount" numeric(10,2), pay_method int);
COMMENT ON TABLE "Payment" IS '缴费';
CREATE VIEW visits_of_today AS SELECT * FROM visit;
INSERT INTO department SELECT n, '科室' || n, n FROM generate_series(1, 5) n;
INSERT INTO patient SELECT n, '患者' || n, CASE WHEN n % 2 = 0 THEN 'M' ELSE 'F' END, 1950 + n % 60, 160 + n % 30,
  (ARRAY['北京', '上海', '广州'])[1 + n % 3], date '2025-01-01' + n, '1' FROM generate_series(1, 100) n;
INSERT INTO visit SELECT n, 1 + n % 100, NULL, now(), '10:00', date '2025-06-01' + n % 500, 1 + n % 2, 50 + n % 20, n % 40,
  1 + n % 5, 20 + n % 60, n % 2 = 0, 'x' FROM generate_series(1, 500) n;
INSERT INTO prescription SELECT n, 1 + n % 500, '药' || n % 9, 1 + n % 5, 10.5 FROM generate_series(1, 500) n;

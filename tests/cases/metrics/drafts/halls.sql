-- sports halls, whose names are cut short, with a table of codes, targets by a month in text, lives and states
CREATE TABLE ref_codes (code_type text NOT NULL, code text NOT NULL, label_en text, label_zh text, PRIMARY KEY (code_type, code));
CREATE TABLE hall (
  hl_id int PRIMARY KEY, hall_nm text NOT NULL, city text, open_dt date NOT NULL, close_dt date, fee_lvl text);
COMMENT ON TABLE hall IS '场馆资料';
CREATE TABLE coach (coach_id int PRIMARY KEY, coach_nm text, hl_id int REFERENCES hall, hire_dt date NOT NULL, leave_dt date);
COMMENT ON TABLE coach IS 'Coaches, present and former';
CREATE TABLE machine (
  mch_id int PRIMARY KEY, hl_id int REFERENCES hall, in_svc_on date NOT NULL, decommissioned_on date, typ text, warm_flg boolean);
COMMENT ON TABLE machine IS 'Rowing machines';
CREATE TABLE booking (
  bkg_id int PRIMARY KEY, hl_id int REFERENCES hall, bkg_dt date NOT NULL, gone_dt date, qty int, disc_amt numeric(10,2),
  net_amt numeric(10,2), bkg_st char(1) NOT NULL, cxl_rsn text, pay_type text, promo_cd text);
COMMENT ON COLUMN booking.net_amt IS 'yuan';
COMMENT ON COLUMN booking.disc_amt IS 'discount, yuan';
COMMENT ON COLUMN booking.pay_type IS 'F, P part';
COMMENT ON COLUMN booking.promo_cd IS 'how it was found';
CREATE TABLE payment (
  pay_id int PRIMARY KEY, bkg_id int REFERENCES booking, pay_dt date NOT NULL, amt numeric(10,2) NOT NULL, pay_sts text NOT NULL);
COMMENT ON TABLE payment IS 'Money received';
COMMENT ON COLUMN payment.amt IS 'yuan';
COMMENT ON COLUMN payment.pay_sts IS 'OK cleared, FAIL declined, VOID reversed; only OK is money';
CREATE TABLE trial (trl_id int PRIMARY KEY, hl_id int REFERENCES hall, coach_id int REFERENCES coach, trl_dt date NOT NULL, outcome char(1) NOT NULL);
COMMENT ON COLUMN trial.outcome IS 'P pass, F fail, A absent, V void';
CREATE TABLE hall_target (
  hl_id int NOT NULL REFERENCES hall, yr_mon char(7) NOT NULL, tgt_bkg int, tgt_rev numeric(12,2), tgt_st char(1),
  PRIMARY KEY (hl_id, yr_mon));
COMMENT ON COLUMN hall_target.yr_mon IS 'YYYY-MM';
COMMENT ON COLUMN hall_target.tgt_bkg IS '订场目标(人次)';
COMMENT ON COLUMN hall_target.tgt_rev IS 'revenue target, yuan';
COMMENT ON COLUMN hall_target.tgt_st IS 'F in force, W withdrawn';

CREATE TABLE 客户 (客户编号 INTEGER PRIMARY KEY, 客户名称 TEXT, 城市 TEXT, 联系电话 TEXT);
CREATE TABLE 订单 (订单编号 INTEGER PRIMARY KEY, 客户编号 INTEGER, 下单日期 TEXT, 订单金额 REAL, 支付方式 INTEGER, 商品单价 REAL, 备注 TEXT);
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 60)
INSERT INTO 客户 SELECT n, '客户' || n, CASE n % 2 WHEN 0 THEN '北京' ELSE '上海' END, '1' FROM t;
INSERT INTO 订单 SELECT 客户编号, 客户编号, date('2026-01-01', 客户编号 || ' days'), 9.5 * 客户编号, 1 + 客户编号 % 3, 9.5, '' FROM 客户;

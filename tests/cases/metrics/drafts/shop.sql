CREATE TABLE Customers (CustomerID INTEGER PRIMARY KEY, CompanyName TEXT, City TEXT, Country TEXT, Fax TEXT, CreatedAt DATETIME);
CREATE TABLE Categories (CategoryID INTEGER PRIMARY KEY, CategoryName TEXT, Description TEXT);
CREATE TABLE Products (ProductID INTEGER PRIMARY KEY, ProductName TEXT, CategoryID INTEGER, UnitPrice REAL,
  UnitsInStock INTEGER, ReorderLevel INTEGER, ModelYear INTEGER);
CREATE TABLE Employees (EmployeeID INTEGER PRIMARY KEY, LastName TEXT, FirstName TEXT, BirthDate DATE, ReportsTo INTEGER);
CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY, CustomerID INTEGER, EmployeeID INTEGER, RequiredDate TEXT, OrderDate TEXT,
  Freight REAL, OrderStatus INTEGER, IsGift INTEGER, Remark TEXT);
CREATE TABLE OrderDetails (OrderDetailID INTEGER PRIMARY KEY, OrderID INTEGER, ProductID INTEGER, UnitPrice REAL, Quantity INTEGER);
CREATE TABLE Reviews (ReviewID INTEGER PRIMARY KEY, ProductID INTEGER, ReviewDate TEXT, Rating INTEGER, HelpfulVotes INTEGER);
CREATE TABLE alembic_version (version_num TEXT);
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 60)
INSERT INTO Customers SELECT n, 'Firm ' || n, 'City ' || (n % 5), 'Country ' || (n % 3), '1', '2025-01-01' FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 60)
INSERT INTO Products SELECT n, 'Product ' || n, 1 + n % 3, 1.5 * n, n, 10 * (n % 3), 2015 + n % 11 FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3)
INSERT INTO Categories SELECT n, 'Category ' || n, 'All of category ' || n FROM t;
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 900)
INSERT INTO Orders SELECT n, 1 + n % 60, 1, date('2026-01-08', n || ' days'), date('2025-01-01', (n % 690) || ' days'),
  1.25 * n, CASE WHEN n < 700 THEN 3 ELSE 1 + n % 4 END, n % 2, 'none' FROM t;
INSERT INTO OrderDetails SELECT OrderID, OrderID, 1 + OrderID % 60, 9.5, 1 + OrderID % 4 FROM Orders;
INSERT INTO Reviews SELECT OrderID, 1 + OrderID % 60, OrderDate, 1 + OrderID % 5, OrderID % 9 FROM Orders;

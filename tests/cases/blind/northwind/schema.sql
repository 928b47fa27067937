SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE categories (
  category_id smallint NOT NULL PRIMARY KEY,
  category_name character varying(15) NOT NULL,
  description text,
  picture bytea
);
CREATE TABLE customer_demographics (
  customer_type_id character varying(5) NOT NULL PRIMARY KEY,
  customer_desc text
);
CREATE TABLE customers (
  customer_id character varying(5) NOT NULL PRIMARY KEY,
  company_name character varying(40) NOT NULL,
  contact_name character varying(30),
  contact_title character varying(30),
  address character varying(60),
  city character varying(15),
  region character varying(15),
  postal_code character varying(10),
  country character varying(15),
  phone character varying(24),
  fax character varying(24)
);
CREATE TABLE customer_customer_demo (
  customer_id character varying(5) NOT NULL REFERENCES customers,
  customer_type_id character varying(5) NOT NULL REFERENCES customer_demographics,
  PRIMARY KEY (customer_id, customer_type_id)
);
CREATE TABLE employees (
  employee_id smallint NOT NULL PRIMARY KEY,
  last_name character varying(20) NOT NULL,
  first_name character varying(10) NOT NULL,
  title character varying(30),
  title_of_courtesy character varying(25),
  birth_date date,
  hire_date date,
  address character varying(60),
  city character varying(15),
  region character varying(15),
  postal_code character varying(10),
  country character varying(15),
  home_phone character varying(24),
  extension character varying(4),
  photo bytea,
  notes text,
  reports_to smallint REFERENCES employees,
  photo_path character varying(255)
);
CREATE TABLE suppliers (
  supplier_id smallint NOT NULL PRIMARY KEY,
  company_name character varying(40) NOT NULL,
  contact_name character varying(30),
  contact_title character varying(30),
  address character varying(60),
  city character varying(15),
  region character varying(15),
  postal_code character varying(10),
  country character varying(15),
  phone character varying(24),
  fax character varying(24),
  homepage text
);
CREATE TABLE products (
  product_id smallint NOT NULL PRIMARY KEY,
  product_name character varying(40) NOT NULL,
  supplier_id smallint REFERENCES suppliers,
  category_id smallint REFERENCES categories,
  quantity_per_unit character varying(20),
  unit_price real,
  units_in_stock smallint,
  units_on_order smallint,
  reorder_level smallint,
  discontinued integer NOT NULL
);
CREATE TABLE region (
  region_id smallint NOT NULL PRIMARY KEY,
  region_description character varying(60) NOT NULL
);
CREATE TABLE shippers (
  shipper_id smallint NOT NULL PRIMARY KEY,
  company_name character varying(40) NOT NULL,
  phone character varying(24)
);
CREATE TABLE orders (
  order_id smallint NOT NULL PRIMARY KEY,
  customer_id character varying(5) REFERENCES customers,
  employee_id smallint REFERENCES employees,
  order_date date,
  required_date date,
  shipped_date date,
  ship_via smallint REFERENCES shippers,
  freight real,
  ship_name character varying(40),
  ship_address character varying(60),
  ship_city character varying(15),
  ship_region character varying(15),
  ship_postal_code character varying(10),
  ship_country character varying(15)
);
CREATE TABLE territories (
  territory_id character varying(20) NOT NULL PRIMARY KEY,
  territory_description character varying(60) NOT NULL,
  region_id smallint NOT NULL REFERENCES region
);
CREATE TABLE employee_territories (
  employee_id smallint NOT NULL REFERENCES employees,
  territory_id character varying(20) NOT NULL REFERENCES territories,
  PRIMARY KEY (employee_id, territory_id)
);
CREATE TABLE order_details (
  order_id smallint NOT NULL REFERENCES orders,
  product_id smallint NOT NULL REFERENCES products,
  unit_price real NOT NULL,
  quantity smallint NOT NULL,
  discount real NOT NULL,
  PRIMARY KEY (order_id, product_id)
);
CREATE TABLE us_states (
  state_id smallint NOT NULL PRIMARY KEY,
  state_name character varying(100),
  state_abbr character varying(2),
  state_region character varying(50)
);

INSERT INTO categories VALUES
 (1,'Beverages','Soft drinks, coffees, teas, beers, and ales','\x'),
 (2,'Condiments','Sweet and savory sauces, relishes, spreads, and seasonings','\x'),
 (3,'Confections','Desserts, candies, and sweet breads','\x'),
 (4,'Dairy Products','Cheeses','\x'),
 (5,'Grains/Cereals','Breads, crackers, pasta, and cereal','\x'),
 (6,'Meat/Poultry','Prepared meats','\x'),
 (7,'Produce','Dried fruit and bean curd','\x'),
 (8,'Seafood','Seaweed and fish','\x');

INSERT INTO customers (customer_id,company_name,contact_name,contact_title,address,city,region,postal_code,country,phone,fax) VALUES
 ('SAVEA','Save-a-lot Markets','Jose Pavarotti','Sales Representative','187 Suffolk Ln.','Boise','ID','83720','USA','(208) 555-8097',NULL),
 ('ERNSH','Ernst Handel','Roland Mendel','Sales Manager','Kirchgasse 6','Graz',NULL,'8010','Austria','7675-3425','7675-3426'),
 ('QUICK','QUICK-Stop','Horst Kloss','Accounting Manager','Taucherstraße 10','Cunewalde',NULL,'01307','Germany','0372-035188',NULL),
 ('RATTC','Rattlesnake Canyon Grocery','Paula Wilson','Assistant Sales Representative','2817 Milton Dr.','Albuquerque','NM','87110','USA','(505) 555-5939','(505) 555-3620'),
 ('HUNGO','Hungry Owl All-Night Grocers','Patricia McKenna','Sales Associate','8 Johnstown Road','Cork','Co. Cork',NULL,'Ireland','2967 542','2967 3333'),
 ('FOLKO','Folk och fä HB','Maria Larsson','Owner','Åkergatan 24','Bräcke',NULL,'S-844 67','Sweden','0695-34 67 21',NULL),
 ('BERGS','Berglunds snabbköp','Christina Berglund','Order Administrator','Berguvsvägen 8','Luleå',NULL,'S-958 22','Sweden','0921-12 34 65','0921-12 34 67'),
 ('HILAA','HILARION-Abastos','Carlos Hernández','Sales Representative','Carrera 22','San Cristóbal','Táchira','5022','Venezuela','(5) 555-1340','(5) 555-1948'),
 ('BONAP','Bon app''','Laurence Lebihan','Owner','12, rue des Bouchers','Marseille',NULL,'13008','France','91.24.45.40','91.24.45.41'),
 ('FRANK','Frankenversand','Peter Franken','Marketing Manager','Berliner Platz 43','München',NULL,'80805','Germany','089-0877310','089-0877451'),
 ('LEHMS','Lehmanns Marktstand','Renate Messner','Sales Representative','Magazinweg 7','Frankfurt a.M.',NULL,'60528','Germany','069-0245984','069-0245874'),
 ('WHITC','White Clover Markets','Karl Jablonski','Owner','305 - 14th Ave. S.','Seattle','WA','98128','USA','(206) 555-4112','(206) 555-4115'),
 ('LILAS','LILA-Supermercado','Carlos González','Accounting Manager','Carrera 52','Barquisimeto','Lara','3508','Venezuela','(9) 331-6954','(9) 331-7256'),
 ('AROUT','Around the Horn','Thomas Hardy','Sales Representative','120 Hanover Sq.','London',NULL,'WA1 1DP','UK','(171) 555-7788','(171) 555-6750'),
 ('SUPRD','Suprêmes délices','Pascale Cartrain','Accounting Manager','Boulevard Tirou, 255','Charleroi',NULL,'B-6000','Belgium','(071) 23 67 22 20','(071) 23 67 22 21'),
 ('MEREP','Mère Paillarde','Jean Fresnière','Marketing Assistant','43 rue St. Laurent','Montréal','Québec','H1J 1C3','Canada','(514) 555-8054','(514) 555-8055'),
 ('QUEEN','Queen Cozinha','Lúcia Carvalho','Marketing Assistant','Alameda dos Canàrios, 891','Sao Paulo','SP','05487-020','Brazil','(11) 555-1189',NULL),
 ('KOENE','Königlich Essen','Philip Cramer','Sales Associate','Maubelstr. 90','Brandenburg',NULL,'14776','Germany','0555-09876',NULL),
 ('PICCO','Piccolo und mehr','Georg Pipps','Sales Manager','Geislweg 14','Salzburg',NULL,'5020','Austria','6562-9722','6562-9723'),
 ('RICSU','Richter Supermarkt','Michael Holz','Sales Manager','Grenzacherweg 237','Genève',NULL,'1203','Switzerland','0897-034214',NULL),
 ('HANAR','Hanari Carnes','Mario Pontes','Accounting Manager','Rua do Paço, 67','Rio de Janeiro','RJ','05454-876','Brazil','(21) 555-0091','(21) 555-8765'),
 ('BOTTM','Bottom-Dollar Markets','Elizabeth Lincoln','Accounting Manager','23 Tsawassen Blvd.','Tsawassen','BC','T2F 8M4','Canada','(604) 555-4729','(604) 555-3745'),
 ('BLONP','Blondesddsl père et fils','Frédérique Citeaux','Marketing Manager','24, place Kléber','Strasbourg',NULL,'67000','France','88.60.15.31','88.60.15.32'),
 ('VAFFE','Vaffeljernet','Palle Ibsen','Sales Manager','Smagsloget 45','Århus',NULL,'8200','Denmark','86 21 32 43','86 22 33 44'),
 ('WARTH','Wartian Herkku','Pirkko Koskitalo','Accounting Manager','Torikatu 38','Oulu',NULL,'90110','Finland','981-443655','981-443655'),
 ('SEVES','Seven Seas Imports','Hari Kumar','Sales Manager','90 Wadhurst Rd.','London',NULL,'OX15 4NB','UK','(171) 555-1717','(171) 555-5646'),
 ('MAGAA','Magazzini Alimentari Riuniti','Giovanni Rovelli','Marketing Manager','Via Ludovico il Moro 22','Bergamo',NULL,'24100','Italy','035-640230','035-640231'),
 ('REGGC','Reggiani Caseifici','Maurizio Moroni','Sales Associate','Strada Provinciale 124','Reggio Emilia',NULL,'42100','Italy','0522-556721','0522-556722'),
 ('GODOS','Godos Cocina Típica','José Pedro Freyre','Sales Manager','C/ Romero, 33','Sevilla',NULL,'41101','Spain','(95) 555 82 82',NULL),
 ('TORTU','Tortuga Restaurante','Miguel Angel Paolino','Owner','Avda. Azteca 123','México D.F.',NULL,'05033','Mexico','(5) 555-2933',NULL),
 ('ANTON','Antonio Moreno Taquería','Antonio Moreno','Owner','Mataderos 2312','México D.F.',NULL,'05023','Mexico','(5) 555-3932',NULL),
 ('ALFKI','Alfreds Futterkiste','Maria Anders','Sales Representative','Obere Str. 57','Berlin',NULL,'12209','Germany','030-0074321','030-0076545'),
 ('EASTC','Eastern Connection','Ann Devon','Sales Agent','35 King George','London',NULL,'WX3 6FW','UK','(171) 555-0297','(171) 555-3373'),
 ('ISLAT','Island Trading','Helen Bennett','Marketing Manager','Garden House Crowther Way','Cowes','Isle of Wight','PO31 7PJ','UK','(198) 555-8888',NULL),
 ('SANTG','Santé Gourmet','Jonas Bergulfsen','Owner','Erling Skakkes gate 78','Stavern',NULL,'4110','Norway','07-98 92 35','07-98 92 47'),
 ('WOLZA','Wolski Zajazd','Zbyszek Piestrzeniewicz','Owner','ul. Filtrowa 68','Warszawa',NULL,'01-012','Poland','(26) 642-7012','(26) 642-7012'),
 ('CACTU','Cactus Comidas para llevar','Patricio Simpson','Sales Agent','Cerrito 333','Buenos Aires',NULL,'1010','Argentina','(1) 135-5555','(1) 135-4892'),
 ('FURIB','Furia Bacalhau e Frutos do Mar','Lino Rodriguez','Sales Manager','Jardim das rosas n. 32','Lisboa',NULL,'1675','Portugal','(1) 354-2534','(1) 354-2535'),
 ('LAZYK','Lazy K Kountry Store','John Steel','Marketing Manager','12 Orchestra Terrace','Walla Walla','WA','99362','USA','(509) 555-7969','(509) 555-6221'),
 ('CENTC','Centro comercial Moctezuma','Francisco Chang','Marketing Manager','Sierras de Granada 9993','México D.F.',NULL,'05022','Mexico','(5) 555-3392','(5) 555-7293'),
 ('FISSA','FISSA Fabrica Inter. Salchichas S.A.','Diego Roel','Accounting Manager','C/ Moralzarzal, 86','Madrid',NULL,'28034','Spain','(91) 555 94 44','(91) 555 55 93'),
 ('PARIS','Paris spécialités','Marie Bertrand','Owner','265, boulevard Charonne','Paris',NULL,'75012','France','(1) 42.34.22.66','(1) 42.34.22.77');

INSERT INTO employees (employee_id,last_name,first_name,title,title_of_courtesy,birth_date,hire_date,address,city,region,postal_code,country,home_phone,extension,photo,notes,reports_to,photo_path) VALUES
 (2,'Fuller','Andrew','Vice President, Sales','Dr.','1972-02-19','2015-08-14','908 W. Capital Way','Tacoma','WA','98401','USA','(206) 555-9482','3457','\x','Andrew received his BTS commercial and a Ph.D. in international marketing.',NULL,NULL),
 (1,'Davolio','Nancy','Sales Representative','Ms.','1988-12-08','2015-05-01','507 - 20th Ave. E. Apt. 2A','Seattle','WA','98122','USA','(206) 555-9857','5467','\x','Education includes a BA in psychology.',2,NULL),
 (3,'Leverling','Janet','Sales Representative','Ms.','1993-08-30','2017-04-01','722 Moss Bay Blvd.','Kirkland','WA','98033','USA','(206) 555-3412','3355','\x','Janet has a BS degree in chemistry.',2,NULL),
 (4,'Peacock','Margaret','Sales Representative','Mrs.','1977-09-19','2016-05-03','4110 Old Redmond Rd.','Redmond','WA','98052','USA','(206) 555-8122','5176','\x','Margaret holds a BA in English literature.',2,NULL),
 (5,'Buchanan','Steven','Sales Manager','Mr.','1975-03-04','2018-10-17','14 Garrett Hill','London',NULL,'SW1 8JR','UK','(71) 555-4848','3453','\x','Steven Buchanan graduated from St. Andrews University.',2,NULL),
 (6,'Suyama','Michael','Sales Representative','Mr.','1989-07-02','2018-10-17','Coventry House Miner Rd.','London',NULL,'EC2 7JR','UK','(71) 555-7773','428','\x','Michael is a graduate of Sussex University.',5,NULL),
 (7,'King','Robert','Sales Representative','Mr.','1986-05-29','2019-01-02','Edgeham Hollow Winchester Way','London',NULL,'RG1 9SP','UK','(71) 555-5598','465','\x','Robert King served in the Peace Corps.',5,NULL),
 (8,'Callahan','Laura','Inside Sales Coordinator','Ms.','1984-01-09','2019-03-05','4726 - 11th Ave. N.E.','Seattle','WA','98105','USA','(206) 555-1189','2344','\x','Laura received a BA in psychology.',2,NULL),
 (9,'Dodsworth','Anne','Sales Representative','Ms.','1992-01-27','2021-11-15','7 Houndstooth Rd.','London',NULL,'WG2 7LT','UK','(71) 555-4444','452','\x','Anne has a BA degree in English.',5,NULL);

INSERT INTO region VALUES (1,'Eastern'),(2,'Western'),(3,'Northern'),(4,'Southern');
INSERT INTO territories VALUES
 ('01581','Westboro',1),('01730','Bedford',1),('02116','Boston',1),('02139','Cambridge',1),('06897','Wilton',1),('10019','New York',1),('19713','Neward',1),('27511','Cary',1),
 ('03049','Hollis',3),('03801','Portsmouth',3),('19428','Philadelphia',3),('44122','Beachwood',3),('48075','Southfield',3),('53404','Racine',3),('55113','Roseville',3),
 ('29202','Columbia',4),('30346','Atlanta',4),('33607','Tampa',4),('72716','Bentonville',4),('75234','Dallas',4),
 ('60179','Hoffman Estates',2),('80202','Denver',2),('85014','Phoenix',2),('90405','Santa Monica',2),('94025','Menlo Park',2),('98004','Bellevue',2),('98052','Redmond',2),('98104','Seattle',2);
INSERT INTO employee_territories VALUES
 (1,'06897'),(1,'19713'),(2,'01581'),(2,'01730'),(2,'02116'),(2,'02139'),(3,'30346'),(3,'33607'),(4,'10019'),(4,'27511'),(5,'02139'),(5,'06897'),(5,'10019'),
 (6,'85014'),(6,'98004'),(6,'98052'),(6,'98104'),(7,'60179'),(7,'80202'),(7,'90405'),(7,'94025'),(8,'19428'),(8,'44122'),(8,'53404'),(9,'03049'),(9,'03801'),(9,'48075'),(9,'55113');

INSERT INTO shippers VALUES (1,'Speedy Express','(503) 555-9831'),(2,'United Package','(503) 555-3199'),(3,'Federal Shipping','(503) 555-9931'),
 (4,'Alliance Shippers','1-800-222-0451'),(5,'UPS','1-800-782-7892'),(6,'DHL','1-800-225-5345');

INSERT INTO suppliers (supplier_id,company_name,contact_name,contact_title,city,region,country,phone,fax,homepage) VALUES
 (1,'Exotic Liquids','Charlotte Cooper','Purchasing Manager','London',NULL,'UK','(171) 555-2222',NULL,NULL),
 (2,'New Orleans Cajun Delights','Shelley Burke','Order Administrator','New Orleans','LA','USA','(100) 555-4822',NULL,'#CAJUN.HTM#'),
 (3,'Grandma Kelly''s Homestead','Regina Murphy','Sales Representative','Ann Arbor','MI','USA','(313) 555-5735','(313) 555-3349',NULL),
 (4,'Tokyo Traders','Yoshi Nagase','Marketing Manager','Tokyo',NULL,'Japan','(03) 3555-5011',NULL,NULL),
 (5,'Cooperativa de Quesos ''Las Cabras''','Antonio del Valle Saavedra','Export Administrator','Oviedo','Asturias','Spain','(98) 598 76 54',NULL,NULL),
 (6,'Mayumi''s','Mayumi Ohno','Marketing Representative','Osaka',NULL,'Japan','(06) 431-7877',NULL,'Mayumi''s (on the World Wide Web)'),
 (7,'Pavlova, Ltd.','Ian Devling','Marketing Manager','Melbourne','Victoria','Australia','(03) 444-2343','(03) 444-6588',NULL),
 (8,'Specialty Biscuits, Ltd.','Peter Wilson','Sales Representative','Manchester',NULL,'UK','(161) 555-4448',NULL,NULL),
 (9,'PB Knäckebröd AB','Lars Peterson','Sales Agent','Göteborg',NULL,'Sweden','031-987 65 43','031-987 65 91',NULL),
 (10,'Refrescos Americanas LTDA','Carlos Diaz','Marketing Manager','Sao Paulo',NULL,'Brazil','(11) 555 4640',NULL,NULL),
 (11,'Heli Süßwaren GmbH & Co. KG','Petra Winkler','Sales Manager','Berlin',NULL,'Germany','(010) 9984510',NULL,NULL),
 (12,'Plutzer Lebensmittelgroßmärkte AG','Martin Bein','International Marketing Mgr.','Frankfurt',NULL,'Germany','(069) 992755',NULL,'Plutzer (on the World Wide Web)'),
 (13,'Nord-Ost-Fisch Handelsgesellschaft mbH','Sven Petersen','Coordinator Foreign Markets','Cuxhaven',NULL,'Germany','(04721) 8713','(04721) 8714',NULL),
 (14,'Formaggi Fortini s.r.l.','Elio Rossi','Sales Representative','Ravenna',NULL,'Italy','(0544) 60323','(0544) 60603','#FORMAGGI.HTM#'),
 (15,'Norske Meierier','Beate Vileid','Marketing Manager','Sandvika',NULL,'Norway','(0)2-953010',NULL,NULL),
 (16,'Bigfoot Breweries','Cheryl Saylor','Regional Account Rep.','Bend','OR','USA','(503) 555-9931',NULL,NULL),
 (17,'Svensk Sjöföda AB','Michael Björn','Sales Representative','Stockholm',NULL,'Sweden','08-123 45 67',NULL,NULL),
 (18,'Aux joyeux ecclésiastiques','Guylène Nodier','Sales Manager','Paris',NULL,'France','(1) 03.83.00.68','(1) 03.83.00.62',NULL),
 (19,'New England Seafood Cannery','Robb Merchant','Wholesale Account Agent','Boston','MA','USA','(617) 555-3267','(617) 555-3389',NULL),
 (20,'Leka Trading','Chandra Leka','Owner','Singapore',NULL,'Singapore','555-8787',NULL,NULL),
 (21,'Lyngbysild','Niels Petersen','Sales Manager','Lyngby',NULL,'Denmark','43844108','43844115',NULL),
 (22,'Karkki Oy','Anne Heikkonen','Product Manager','Lappeenranta',NULL,'Finland','(953) 10956',NULL,NULL),
 (23,'G''day, Mate','Wendy Mackenzie','Sales Representative','Sydney','NSW','Australia','(02) 555-5914','(02) 555-4873','G''day Mate (on the World Wide Web)'),
 (24,'Ma Maison','Jean-Guy Lauzon','Marketing Manager','Montréal','Québec','Canada','(514) 555-9022',NULL,NULL),
 (25,'Pasta Buttini s.r.l.','Giovanni Giudici','Order Administrator','Salerno',NULL,'Italy','(089) 6547665','(089) 6547667',NULL),
 (26,'Gai pâturage','Eliane Noz','Sales Representative','Annecy',NULL,'France','38.76.98.06','38.76.98.58',NULL),
 (27,'Forêts d''érables','Chantal Goulet','Accounting Manager','Ste-Hyacinthe','Québec','Canada','(514) 555-2955','(514) 555-2921',NULL);

INSERT INTO products VALUES
 (1,'Chai',1,1,'10 boxes x 20 bags',18,39,0,10,0),
 (2,'Chang',1,1,'24 - 12 oz bottles',19,17,40,25,0),
 (3,'Aniseed Syrup',1,2,'12 - 550 ml bottles',10,13,70,25,0),
 (4,'Chef Anton''s Cajun Seasoning',2,2,'48 - 6 oz jars',22,53,0,0,0),
 (5,'Chef Anton''s Gumbo Mix',2,2,'36 boxes',21.35,0,0,0,1),
 (6,'Grandma''s Boysenberry Spread',3,2,'12 - 8 oz jars',25,120,0,25,0),
 (7,'Uncle Bob''s Organic Dried Pears',3,7,'12 - 1 lb pkgs.',30,15,0,10,0),
 (8,'Northwoods Cranberry Sauce',3,2,'12 - 12 oz jars',40,6,0,0,0),
 (9,'Mishi Kobe Niku',4,6,'18 - 500 g pkgs.',97,29,0,0,1),
 (10,'Ikura',4,8,'12 - 200 ml jars',31,31,0,0,0),
 (11,'Queso Cabrales',5,4,'1 kg pkg.',21,22,30,30,0),
 (12,'Queso Manchego La Pastora',5,4,'10 - 500 g pkgs.',38,86,0,0,0),
 (13,'Konbu',6,8,'2 kg box',6,24,0,5,0),
 (14,'Tofu',6,7,'40 - 100 g pkgs.',23.25,35,0,0,0),
 (15,'Genen Shouyu',6,2,'24 - 250 ml bottles',15.5,39,0,5,0),
 (16,'Pavlova',7,3,'32 - 500 g boxes',17.45,29,0,10,0),
 (17,'Alice Mutton',7,6,'20 - 1 kg tins',39,0,0,0,1),
 (18,'Carnarvon Tigers',7,8,'16 kg pkg.',62.5,42,0,0,0),
 (19,'Teatime Chocolate Biscuits',8,3,'10 boxes x 12 pieces',9.2,25,0,5,0),
 (20,'Sir Rodney''s Marmalade',8,3,'30 gift boxes',81,40,0,0,0),
 (21,'Sir Rodney''s Scones',8,3,'24 pkgs. x 4 pieces',10,3,40,5,0),
 (22,'Gustaf''s Knäckebröd',9,5,'24 - 500 g pkgs.',21,104,0,25,0),
 (23,'Tunnbröd',9,5,'12 - 250 g pkgs.',9,61,0,25,0),
 (24,'Guaraná Fantástica',10,1,'12 - 355 ml cans',4.5,20,0,0,1),
 (25,'NuNuCa Nuß-Nougat-Creme',11,3,'20 - 450 g glasses',14,76,0,30,0),
 (26,'Gumbär Gummibärchen',11,3,'100 - 250 g bags',31.23,15,0,0,0),
 (27,'Schoggi Schokolade',11,3,'100 - 100 g pieces',43.9,49,0,30,0),
 (28,'Rössle Sauerkraut',12,7,'25 - 825 g cans',45.6,26,0,0,1),
 (29,'Thüringer Rostbratwurst',12,6,'50 bags x 30 sausgs.',123.79,0,0,0,1),
 (30,'Nord-Ost Matjeshering',13,8,'10 - 200 g glasses',25.89,10,0,15,0),
 (31,'Gorgonzola Telino',14,4,'12 - 100 g pkgs',12.5,0,70,20,0),
 (32,'Mascarpone Fabioli',14,4,'24 - 200 g pkgs.',32,9,40,25,0),
 (33,'Geitost',15,4,'500 g',2.5,112,0,20,0),
 (34,'Sasquatch Ale',16,1,'24 - 12 oz bottles',14,111,0,15,0),
 (35,'Steeleye Stout',16,1,'24 - 12 oz bottles',18,20,0,15,0),
 (36,'Inlagd Sill',17,8,'24 - 250 g  jars',19,112,0,20,0),
 (37,'Côte de Blaye',18,1,'12 - 75 cl bottles',263.5,17,0,15,0),
 (38,'Chartreuse verte',18,1,'750 cc per bottle',18,69,0,5,0),
 (39,'Boston Crab Meat',19,8,'24 - 4 oz tins',18.4,123,0,30,0),
 (40,'Jack''s New England Clam Chowder',19,8,'12 - 12 oz cans',9.65,85,0,10,0),
 (41,'Singaporean Hokkien Fried Mee',20,5,'32 - 1 kg pkgs.',14,26,0,0,1),
 (42,'Ipoh Coffee',20,1,'16 - 500 g tins',46,17,10,25,0),
 (43,'Gula Malacca',20,2,'20 - 2 kg bags',19.45,27,0,15,0),
 (44,'Rogede sild',21,8,'1k pkg.',9.5,5,70,15,0),
 (45,'Lakkalikööri',22,1,'500 ml',18,57,0,20,0),
 (46,'Manjimup Dried Apples',23,7,'50 - 300 g pkgs.',53,20,0,10,0),
 (47,'Perth Pasties',23,6,'48 pieces',32.8,0,0,0,1),
 (48,'Filo Mix',23,5,'16 - 2 kg boxes',7,38,0,25,0),
 (49,'Tourtière',24,6,'16 pies',7.45,21,0,10,0),
 (50,'Pâté chinois',24,6,'24 boxes x 2 pies',24,115,0,20,0),
 (51,'Gnocchi di nonna Alice',25,5,'24 - 250 g pkgs.',38,21,10,30,0),
 (52,'Ravioli Angelo',25,5,'24 - 250 g pkgs.',19.5,36,0,20,0),
 (53,'Raclette Courdavault',26,4,'5 kg pkg.',55,79,0,0,0),
 (54,'Camembert Pierrot',26,4,'15 - 300 g rounds',34,19,0,0,0),
 (55,'Tarte au sucre',27,3,'48 pies',49.3,17,0,0,0),
 (56,'Sirop d''érable',27,2,'24 - 500 ml bottles',28.5,113,0,25,0);

INSERT INTO us_states VALUES (1,'Alabama','AL','south'),(2,'Alaska','AK','north'),(3,'Arizona','AZ','west'),(5,'California','CA','west'),(12,'Idaho','ID','midwest'),(31,'New Mexico','NM','south'),(32,'New York','NY','east'),(37,'Oregon','OR','west'),(43,'Texas','TX','south'),(47,'Washington','WA','west');

INSERT INTO orders
WITH c AS (
  SELECT *, row_number() OVER () AS rk FROM unnest(ARRAY['SAVEA','ERNSH','QUICK','RATTC','HUNGO','FOLKO','BERGS','HILAA','BONAP','FRANK','LEHMS','WHITC','LILAS','AROUT','SUPRD','MEREP','QUEEN','KOENE','PICCO','RICSU','HANAR','BOTTM','BLONP','VAFFE','WARTH','SEVES','MAGAA','REGGC','GODOS','TORTU','ANTON','ALFKI','EASTC','ISLAT','SANTG','WOLZA','CACTU','FURIB','LAZYK','CENTC']) AS t(cid)
), g AS (
  SELECT n, 10247+n AS oid,
    date '2024-07-01' + floor(872 * power(n/3000.0, 0.84))::int AS d0,
    1 + floor(40 * power(_h('c'||n,10000)/10000.0, 1.8))::int AS ci,
    _h('e'||n,100) AS eh, _h('s'||n,100) AS sh, _h('f'||n,1000) AS fh, _h('r'||n,100) AS rh, _h('v'||n,100) AS vh
  FROM generate_series(1,3000) n
), g2 AS (
  SELECT g.*, CASE WHEN extract(isodow FROM d0)>5 THEN d0 - (extract(isodow FROM d0)::int - 5) ELSE d0 END AS d FROM g
), g3 AS (
  SELECT g2.*, d + CASE WHEN rh<82 THEN 28 WHEN rh<92 THEN 14 ELSE 42 END AS rd,
    CASE WHEN n%431=0 THEN NULL ELSE d + CASE WHEN sh<88 THEN 2 + sh%9 WHEN sh<95 THEN 12 + sh%7 ELSE 29 + sh%8 END END AS sd FROM g2
)
SELECT oid, c.cid,
  CASE WHEN eh<20 THEN 4 WHEN eh<35 THEN 3 WHEN eh<50 THEN 1 WHEN eh<62 THEN 8 WHEN eh<74 THEN 2 WHEN eh<83 THEN 7 WHEN eh<91 THEN 6 WHEN eh<95 THEN 5 ELSE 9 END,
  d, rd, CASE WHEN sd > date '2026-11-20' THEN NULL ELSE sd END,
  CASE WHEN vh<31 THEN 1 WHEN vh<69 THEN 2 ELSE 3 END,
  (round(4*(0.5 + 180*power(fh/1000.0,2.2)))/4)::real,
  cu.company_name, cu.address,
  CASE c.cid WHEN 'AROUT' THEN 'Colchester' WHEN 'WHITC' THEN CASE WHEN n%3=0 THEN 'Portland' ELSE 'Seattle' END ELSE cu.city END,
  CASE WHEN c.cid='WHITC' AND n%3=0 THEN 'OR' WHEN c.cid='AROUT' THEN 'Essex' ELSE cu.region END, cu.postal_code, cu.country
FROM g3 JOIN c ON c.rk=ci JOIN customers cu ON cu.customer_id=c.cid;

INSERT INTO order_details
SELECT o.order_id, p.product_id,
  CASE WHEN o.order_date < '2025-07-01' THEN round((p.unit_price*0.8)::numeric,2)::real ELSE p.unit_price END,
  1 + floor(60*power(_h('q'||o.order_id||'-'||k,1000)/1000.0,1.4))::int,
  CASE WHEN _h('d'||o.order_id||'-'||(k/3),100)<60 THEN 0 ELSE (ARRAY[0.05,0.1,0.15,0.2,0.25])[1+_h('dd'||o.order_id||'-'||k,5)] END
FROM orders o
CROSS JOIN LATERAL generate_series(1, 1 + _h('l'||o.order_id,5)) k
JOIN products p ON p.product_id = 1 + (floor(56*power(_h('p'||o.order_id,10000)/10000.0,1.15))::int*11 + k*17) % 56;
DELETE FROM order_details d USING orders o, products p
 WHERE o.order_id=d.order_id AND p.product_id=d.product_id AND p.discontinued=1 AND o.order_date>'2026-02-28'
   AND EXISTS (SELECT 1 FROM order_details x JOIN products y USING (product_id) WHERE x.order_id=d.order_id AND y.discontinued=0);
DROP FUNCTION public._h(text,int);
ANALYZE;

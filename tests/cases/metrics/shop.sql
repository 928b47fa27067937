CREATE TABLE regions (region_id integer PRIMARY KEY, name varchar(40) NOT NULL, country varchar(40) NOT NULL);
CREATE TABLE customers (customer_id integer PRIMARY KEY, name varchar(40) NOT NULL, city varchar(40), level integer NOT NULL, region_id integer NOT NULL REFERENCES regions (region_id));
CREATE TABLE categories (category_id integer PRIMARY KEY, name varchar(40) NOT NULL);
CREATE TABLE products (product_id integer PRIMARY KEY, name varchar(40) NOT NULL, category_id integer REFERENCES categories (category_id), price decimal(10, 2) NOT NULL);
CREATE TABLE orders (order_id integer PRIMARY KEY, customer_id integer REFERENCES customers (customer_id), ordered_on date NOT NULL, status integer NOT NULL, freight decimal(10, 2) NOT NULL);
CREATE TABLE order_items (item_id integer PRIMARY KEY, order_id integer NOT NULL REFERENCES orders (order_id), product_id integer NOT NULL REFERENCES products (product_id), quantity integer NOT NULL, amount decimal(10, 2) NOT NULL);
CREATE TABLE stock (stock_date date NOT NULL, product_id integer NOT NULL REFERENCES products (product_id), units integer NOT NULL, PRIMARY KEY (stock_date, product_id));
CREATE TABLE visits (visit_id integer PRIMARY KEY, customer_id integer REFERENCES customers (customer_id), visited_on date NOT NULL, seconds integer NOT NULL);

-- 远驰汽车集团 经销商管理库（确定性数据，2024-11-21 至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.dealerships (
  dealer_id  int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  city       text NOT NULL,
  city_en    text NOT NULL,
  region_cd  char(1) NOT NULL,
  bays       int NOT NULL,
  area_sqm   int,
  opened_on  date NOT NULL,
  closed_on  date
);
COMMENT ON TABLE public.dealerships IS '4S店（经销网点）';
COMMENT ON COLUMN public.dealerships.region_cd IS '大区：E 华东 S 华南 W 西南';
COMMENT ON COLUMN public.dealerships.bays IS '维修工位数';
COMMENT ON COLUMN public.dealerships.area_sqm IS '展厅面积（平方米），未登记为空';
COMMENT ON COLUMN public.dealerships.closed_on IS '关店日期，营业中为空';
INSERT INTO public.dealerships VALUES
 (1,'浦东店','Pudong','上海','Shanghai','E',18,2600,'2014-05-18',NULL),
 (2,'浦东金桥店','Pudong Jinqiao','上海','Shanghai','E',10,1500,'2020-09-01',NULL),
 (3,'虹桥店','Hongqiao','上海','Shanghai','E',14,2100,'2017-03-12',NULL),
 (4,'城西店','Chengxi','杭州','Hangzhou','E',12,1800,'2018-06-08',NULL),
 (5,'萧山店','Xiaoshan','杭州','Hangzhou','E',8,NULL,'2021-11-11',NULL),
 (6,'天河店','Tianhe','广州','Guangzhou','S',16,2300,'2015-10-01',NULL),
 (7,'番禺店','Panyu','广州','Guangzhou','S',9,1300,'2019-04-20','2025-12-31'),
 (8,'南山店','Nanshan','深圳','Shenzhen','S',15,2000,'2016-08-28',NULL),
 (9,'高新店','Gaoxin','成都','Chengdu','W',11,1700,'2019-12-06',NULL),
 (10,'渝北店','Yubei','重庆','Chongqing','W',7,NULL,'2025-06-01',NULL);

CREATE TABLE public.staff (
  staff_id  int PRIMARY KEY,
  name      text NOT NULL,
  name_en   text NOT NULL,
  dealer_id int NOT NULL REFERENCES public.dealerships,
  role_cd   char(2) NOT NULL,
  base_pay  numeric(10,2),
  hired_on  date NOT NULL,
  left_on   date
);
COMMENT ON TABLE public.staff IS '员工';
COMMENT ON COLUMN public.staff.role_cd IS '岗位：SC 销售顾问 SA 服务顾问 TE 技师 MG 店长';
COMMENT ON COLUMN public.staff.base_pay IS '月底薪（元），保密未录为空';
COMMENT ON COLUMN public.staff.left_on IS '离职日期，在职为空';
-- 每店 3 名销售顾问、3 名技师、1 名服务顾问、1 名店长
INSERT INTO public.staff
SELECT (d-1)*8+k,
  (ARRAY['陈晨','陈晨曦','刘洋','赵敏','孙浩','周婷','吴磊','郑爽','马腾','冯雪','何伟','许诺','林峰','郭靖宇','蔡琳','唐宁','曾强','彭博','蒋欣','谢安',
         '韩磊','邓超群','萧然','潘悦','田野','董洁','袁泉','于洋','余杨','叶青','杜鹃','苏醒','魏来','程功','丁香','任杰','沈冰','姚远','卢俊','傅红',
         '钟山','汪海','崔健','范冰','金鑫','石磊','廖凡','贾玲','夏天','方圆','白雪','邹凯','熊大伟','孟菲','秦岭','江河','顾北','侯勇','邵兵','龙飞',
         '万里','段誉','钱进','汤唯一','黎明','易扬','常远','武松涛','乔木','贺兰','赖声','龚琳','文静','高山','庞博','樊胜','施展','陶然','洪亮','翟天'])[(d-1)*8+k],
  (ARRAY['Chen Chen','Chen Chenxi','Liu Yang','Zhao Min','Sun Hao','Zhou Ting','Wu Lei','Zheng Shuang','Ma Teng','Feng Xue','He Wei','Xu Nuo','Lin Feng','Guo Jingyu','Cai Lin','Tang Ning','Zeng Qiang','Peng Bo','Jiang Xin','Xie An',
         'Han Lei','Deng Chaoqun','Xiao Ran','Pan Yue','Tian Ye','Dong Jie','Yuan Quan','Yu Yang','Yu Yang B','Ye Qing','Du Juan','Su Xing','Wei Lai','Cheng Gong','Ding Xiang','Ren Jie','Shen Bing','Yao Yuan','Lu Jun','Fu Hong',
         'Zhong Shan','Wang Hai','Cui Jian','Fan Bing','Jin Xin','Shi Lei','Liao Fan','Jia Ling','Xia Tian','Fang Yuan','Bai Xue','Zou Kai','Xiong Dawei','Meng Fei','Qin Ling','Jiang He','Gu Bei','Hou Yong','Shao Bing','Long Fei',
         'Wan Li','Duan Yu','Qian Jin','Tang Weiyi','Li Ming','Yi Yang','Chang Yuan','Wu Songtao','Qiao Mu','He Lan','Lai Sheng','Gong Lin','Wen Jing','Gao Shan','Pang Bo','Fan Sheng','Shi Zhan','Tao Ran','Hong Liang','Zhai Tian'])[(d-1)*8+k],
  d,
  (ARRAY['SC','SC','SC','TE','TE','TE','SA','MG'])[k],
  CASE WHEN k=8 OR _h('bp'||d||k,12)=0 THEN NULL ELSE (ARRAY[4200,4200,4200,5200,5200,5200,4800,0])[k] + 100*_h('bq'||d||k,19) END,
  CASE WHEN d=10 THEN date '2025-06-01' ELSE date '2019-12-06' + _h('hi'||d||k,1700) END,
  CASE WHEN d=7 THEN date '2025-12-31' WHEN (d,k) IN ((3,6),(8,5)) THEN date '2026-04-30' END
FROM generate_series(1,10) d, generate_series(1,8) k;

CREATE TABLE public.models (
  model_id    int PRIMARY KEY,
  name        text NOT NULL,
  name_en     text NOT NULL,
  brand       text NOT NULL,
  energy_cd   int NOT NULL,
  body_type   text NOT NULL,
  list_price  numeric(12,2) NOT NULL,
  launched_on date
);
COMMENT ON TABLE public.models IS '车型';
COMMENT ON COLUMN public.models.brand IS '品牌';
COMMENT ON COLUMN public.models.energy_cd IS '能源：1 燃油 2 插混 3 纯电';
COMMENT ON COLUMN public.models.body_type IS '车身形式';
COMMENT ON COLUMN public.models.list_price IS '官方指导价（元）';
INSERT INTO public.models VALUES
 (1,'星途A3','Startrek A3','星途','1','轿车',129800,'2021-03-01'),
 (2,'星途A5','Startrek A5','星途',1,'轿车',169800,'2020-08-15'),
 (3,'星途A5 Pro','Startrek A5 Pro','星途',2,'轿车',198800,'2024-04-20'),
 (4,'星途X7','Startrek X7','星途',1,'SUV',219800,'2022-05-10'),
 (5,'云帆E1','Yunfan E1','云帆',3,'轿车',109800,'2023-02-01'),
 (6,'云帆E6','Yunfan E6','云帆',3,'SUV',239800,'2023-09-09'),
 (7,'云帆E9','Yunfan E9','云帆',3,'MPV',339800,'2025-03-18'),
 (8,'岭南鹿','Lingnan Deer','岭南',2,'SUV',179800,'2022-11-11'),
 (9,'岭南豹','Lingnan Panther','岭南',2,'SUV',289800,'2024-10-01'),
 (10,'岭南鲸','Lingnan Whale','岭南',1,'MPV',259800,NULL),
 (11,'云帆R','Yunfan R','云帆',3,'跑车',459800,'2026-09-20');

CREATE TABLE public.leads (
  lead_id     int PRIMARY KEY,
  created_on  date NOT NULL,
  dealer_id   int NOT NULL REFERENCES public.dealerships,
  staff_id    int REFERENCES public.staff,
  model_id    int REFERENCES public.models,
  source_cd   int NOT NULL,
  status_cd   char(1) NOT NULL,
  lost_reason text
);
COMMENT ON TABLE public.leads IS '销售线索';
COMMENT ON COLUMN public.leads.staff_id IS '跟进的销售顾问，未分配为空';
COMMENT ON COLUMN public.leads.model_id IS '意向车型，未确定为空';
COMMENT ON COLUMN public.leads.source_cd IS '来源：1 到店 2 汽车之家 3 抖音 4 转介绍 5 车展 6 官网';
COMMENT ON COLUMN public.leads.status_cd IS '状态：N 新建 F 跟进中 W 成交 L 战败';
COMMENT ON COLUMN public.leads.lost_reason IS '战败原因，仅战败线索有，可能未填';
CREATE TEMP TABLE dd AS  -- 每天每店权重
SELECT g::date AS d, b.dealer_id, row_number() OVER () AS rn
FROM generate_series(date '2024-11-21', date '2026-11-20', '1 day') g CROSS JOIN public.dealerships b
WHERE g::date >= b.opened_on AND (b.closed_on IS NULL OR g::date <= b.closed_on);
INSERT INTO public.leads
SELECT row_number() OVER (ORDER BY d, dealer_id, k), d, dealer_id,
  CASE WHEN _h('ls'||x,25)=0 THEN NULL ELSE (dealer_id-1)*8+1+_h('lst'||x,3) END,
  CASE WHEN _h('lm'||x,14)=0 THEN NULL ELSE m END,
  CASE WHEN r<26 THEN 1 WHEN r<47 THEN 2 WHEN r<71 THEN 3 WHEN r<84 THEN 4 WHEN r<90 THEN 5 ELSE 6 END,
  s,
  CASE WHEN s='L' AND _h('lr'||x,6)>0 THEN (ARRAY['价格','竞品','暂不购车','等新款','贷款未批'])[1+_h('lrr'||x,5)] END
FROM (
 SELECT d, dealer_id, k, dealer_id||'-'||d||'-'||k AS x, _h('src'||dealer_id||d||k,100) AS r,
  CASE WHEN mm=7 AND d<'2025-03-18' THEN 6 WHEN mm=11 AND d<'2026-09-20' THEN 4 ELSE mm END AS m,
  CASE WHEN d>'2026-11-05' AND st<45 THEN 'N' WHEN d>'2026-09-20' AND st<55 THEN 'F' WHEN st<22+dealer_id%4 THEN 'W' WHEN st<32 THEN 'F' ELSE 'L' END AS s
 FROM (SELECT d, dealer_id, k, 1+_h('mm'||dealer_id||d||k,11) AS mm, _h('st'||dealer_id||d||k,100) AS st
  FROM dd CROSS JOIN generate_series(1,4) k
  WHERE _h('lk'||dealer_id||d||k,100) < 14+(ARRAY[16,6,12,8,4,14,5,13,9,5])[dealer_id] + CASE WHEN extract(isodow FROM d)>5 THEN 14 ELSE 0 END + CASE WHEN extract(month FROM d) IN (9,10,12) THEN 5 ELSE 0 END) a) b;

CREATE TABLE public.test_drives (
  drive_id  int PRIMARY KEY,
  lead_id   int REFERENCES public.leads,
  dealer_id int NOT NULL REFERENCES public.dealerships,
  model_id  int NOT NULL REFERENCES public.models,
  staff_id  int REFERENCES public.staff,
  drive_on  date NOT NULL,
  status_cd char(1) NOT NULL,
  minutes   int,
  rating    int
);
COMMENT ON TABLE public.test_drives IS '试驾预约与记录';
COMMENT ON COLUMN public.test_drives.lead_id IS '来自哪条线索，散客为空';
COMMENT ON COLUMN public.test_drives.drive_on IS '约定试驾日期';
COMMENT ON COLUMN public.test_drives.status_cd IS '状态：D 已完成 N 未到 C 取消';
COMMENT ON COLUMN public.test_drives.minutes IS 'minutes on the road, only when done';
COMMENT ON COLUMN public.test_drives.rating IS '客户评分 1-5，未评为空';
INSERT INTO public.test_drives
SELECT row_number() OVER (ORDER BY drive_on, lead_id), CASE WHEN _h('tl'||lead_id,9)=0 THEN NULL ELSE lead_id END, dealer_id, model_id, staff_id, drive_on, s,
  CASE WHEN s='D' THEN 15+_h('tm'||lead_id,36) END,
  CASE WHEN s='D' AND _h('tr'||lead_id,3)>0 THEN (ARRAY[2,3,4,4,5,5,5,4])[1+_h('trr'||lead_id,8)] END
FROM (SELECT *, LEAST(created_on+_h('td'||lead_id,8), date '2026-11-20') AS drive_on,
   CASE WHEN _h('ts'||lead_id,100)<74 THEN 'D' WHEN _h('ts'||lead_id,100)<88 THEN 'N' ELSE 'C' END AS s
 FROM public.leads WHERE model_id IS NOT NULL AND _h('tt'||lead_id,100)<48) a
WHERE NOT EXISTS (SELECT 1 FROM public.dealerships b WHERE b.dealer_id=a.dealer_id AND a.drive_on>b.closed_on);

CREATE TABLE public.vehicles (
  vehicle_id int PRIMARY KEY,
  vin        text NOT NULL UNIQUE,
  model_id   int NOT NULL REFERENCES public.models,
  dealer_id  int NOT NULL REFERENCES public.dealerships,
  color      text NOT NULL,
  cost       numeric(12,2) NOT NULL,
  arrived_on date,
  status_cd  int NOT NULL
);
COMMENT ON TABLE public.vehicles IS '车辆（整车库存台账）';
COMMENT ON COLUMN public.vehicles.color IS '颜色';
COMMENT ON COLUMN public.vehicles.cost IS '进价（元）';
COMMENT ON COLUMN public.vehicles.arrived_on IS '入库日期，在途为空';
COMMENT ON COLUMN public.vehicles.status_cd IS '状态：1 在库可售 2 已订未交 3 已交付 4 在途';

CREATE TABLE public.sales_orders (
  order_id     int PRIMARY KEY,
  order_no     text NOT NULL UNIQUE,
  vehicle_id   int NOT NULL REFERENCES public.vehicles,
  model_id     int NOT NULL REFERENCES public.models,
  dealer_id    int NOT NULL REFERENCES public.dealerships,
  staff_id     int NOT NULL REFERENCES public.staff,
  customer     text NOT NULL,
  ordered_on   date NOT NULL,
  delivered_on date,
  status_cd    int NOT NULL,
  price        numeric(12,2) NOT NULL,
  discount     numeric(12,2) NOT NULL,
  cost         numeric(12,2) NOT NULL,
  pay_cd       char(1),
  trade_in     boolean NOT NULL
);
COMMENT ON TABLE public.sales_orders IS '整车销售订单';
COMMENT ON COLUMN public.sales_orders.staff_id IS '销售顾问';
COMMENT ON COLUMN public.sales_orders.delivered_on IS '交车日期，未交车为空';
COMMENT ON COLUMN public.sales_orders.status_cd IS '状态：1 已下订 2 已交付 9 已退订';
COMMENT ON COLUMN public.sales_orders.price IS '成交价（元，已减优惠）';
COMMENT ON COLUMN public.sales_orders.discount IS '优惠金额（元）';
COMMENT ON COLUMN public.sales_orders.cost IS '该车进价（元）';
COMMENT ON COLUMN public.sales_orders.pay_cd IS '付款方式：F 全款 L 银行贷款 M 厂家金融；未定为空';
COMMENT ON COLUMN public.sales_orders.trade_in IS '是否置换';
CREATE TEMP TABLE so AS
SELECT row_number() OVER (ORDER BY d, dealer_id, k)::int AS id, d, dealer_id,
  CASE WHEN mm=7 AND d<'2025-03-18' THEN 6 WHEN mm=11 AND d<'2026-09-20' THEN 2 ELSE mm END AS m,
  (dealer_id-1)*8+(ARRAY[1,1,1,2,2,3])[1+_h('ss'||dealer_id||d||k,6)] AS st, dealer_id||'/'||d||'/'||k AS x
FROM (SELECT d, dealer_id, k, (ARRAY[1,1,2,2,2,3,3,4,4,5,5,6,6,6,7,8,8,9,9,10,11])[1+_h('sm'||dealer_id||d||k,21)] AS mm
 FROM dd CROSS JOIN generate_series(1,3) k
 WHERE _h('sk'||dealer_id||d||k,100) < 7+(ARRAY[12,4,9,6,3,11,2,10,6,3])[dealer_id] + CASE WHEN extract(isodow FROM d)>5 THEN 7 ELSE 0 END
   + CASE WHEN extract(month FROM d)=12 THEN 5 WHEN extract(month FROM d)=2 THEN -4 ELSE 0 END + CASE WHEN d>='2026-01-01' THEN 2 ELSE 0 END) a;
CREATE TEMP TABLE so2 AS
SELECT so.*, p.list_price, round(p.list_price*(0.86+0.01*_h('vc'||x,4)),2) AS cost, round(p.list_price*(0.005*_h('di'||x,19)),-2) AS disc,
  d+2+_h('dl'||x,24) AS dl, _h('can'||x,100)<(6+dealer_id%3*2) AS can, b.closed_on
FROM so JOIN public.models p ON p.model_id=so.m JOIN public.dealerships b USING (dealer_id);
INSERT INTO public.vehicles
SELECT id, 'LYC'||lpad(_h('vin'||x,1000000)::text,6,'0')||lpad(id::text,8,'0'), m, dealer_id,
  (ARRAY['珍珠白','珍珠白','曜石黑','曜石黑','星空灰','宝石蓝','烈焰红'])[1+_h('col'||x,7)], cost, d-_h('arr'||x,70),
  CASE WHEN can AND d<'2026-09-01' THEN 3 WHEN can THEN 1 WHEN LEAST(dl,COALESCE(closed_on,dl))<='2026-11-20' THEN 3 ELSE 2 END
FROM so2;
INSERT INTO public.vehicles
SELECT 10000+i, 'LYC'||lpad(_h('vinx'||i,1000000)::text,6,'0')||lpad((10000+i)::text,8,'0'), p.model_id, (ARRAY[1,1,1,2,3,3,4,4,5,6,6,8,8,9,10])[1+_h('vd'||i,15)],
  (ARRAY['珍珠白','曜石黑','星空灰','星空灰','宝石蓝','烈焰红'])[1+_h('colx'||i,6)], round(p.list_price*(0.86+0.01*_h('vcx'||i,4)),2),
  CASE WHEN i>310 THEN NULL ELSE date '2026-11-20' - (_h('ar1'||i,90) + CASE WHEN _h('ar2'||i,7)=0 THEN 120 ELSE 0 END) END, CASE WHEN i>310 THEN 4 ELSE 1 END
FROM generate_series(1,360) i JOIN public.models p ON p.model_id=1+_h('vm'||i,11);
INSERT INTO public.sales_orders
SELECT id, 'SO'||to_char(d,'YYMM')||lpad(id::text,5,'0'), id, m, dealer_id, st,
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高'])[1+_h('cs'||x,15)]||(ARRAY['先生','女士'])[1+_h('cg'||x,2)],
  d, CASE WHEN NOT can AND LEAST(dl,COALESCE(closed_on,dl))<='2026-11-20' THEN LEAST(dl,COALESCE(closed_on,dl)) END,
  CASE WHEN can THEN 9 WHEN LEAST(dl,COALESCE(closed_on,dl))<='2026-11-20' THEN 2 ELSE 1 END,
  list_price-disc, disc, cost,
  CASE WHEN _h('py'||x,100)<4 THEN NULL WHEN _h('py'||x,100)<40 THEN 'F' WHEN _h('py'||x,100)<66 THEN 'L' ELSE 'M' END, _h('ti'||x,100)<27
FROM so2;

CREATE TABLE public.workshop_orders (
  wo_id         int PRIMARY KEY,
  dealer_id     int NOT NULL REFERENCES public.dealerships,
  plate_no      text NOT NULL,
  model_id      int REFERENCES public.models,
  technician_id int REFERENCES public.staff,
  opened_on     date NOT NULL,
  closed_on     date,
  type_cd       int NOT NULL,
  status_cd     char(1) NOT NULL,
  labour_hours  numeric(5,1),
  labour_amount numeric(10,2) NOT NULL,
  parts_amount  numeric(10,2) NOT NULL,
  score         int
);
COMMENT ON TABLE public.workshop_orders IS '售后维修工单';
COMMENT ON COLUMN public.workshop_orders.plate_no IS '车牌号';
COMMENT ON COLUMN public.workshop_orders.model_id IS '车型，外品牌车为空';
COMMENT ON COLUMN public.workshop_orders.technician_id IS '主修技师';
COMMENT ON COLUMN public.workshop_orders.opened_on IS '开单日期';
COMMENT ON COLUMN public.workshop_orders.closed_on IS '完工日期，在修为空';
COMMENT ON COLUMN public.workshop_orders.type_cd IS '类型：1 保养 2 一般维修 3 事故钣喷 4 保修 5 召回';
COMMENT ON COLUMN public.workshop_orders.status_cd IS '状态：O 在修 C 已完工 X 作废';
COMMENT ON COLUMN public.workshop_orders.labour_hours IS '工时（小时）';
COMMENT ON COLUMN public.workshop_orders.labour_amount IS '工时费（元）';
COMMENT ON COLUMN public.workshop_orders.parts_amount IS '配件费（元）';
COMMENT ON COLUMN public.workshop_orders.score IS '客户满意度 1-10，未回访为空';

CREATE TABLE public.parts (
  part_id    int PRIMARY KEY,
  name       text NOT NULL,
  name_en    text NOT NULL,
  category   text NOT NULL,
  unit_price numeric(10,2) NOT NULL,
  supplier   text
);
COMMENT ON TABLE public.parts IS '配件';
COMMENT ON COLUMN public.parts.category IS '配件类别';
COMMENT ON COLUMN public.parts.supplier IS '供应商，原厂件为空';
INSERT INTO public.parts VALUES
 (1,'机油 5W-30','Engine oil 5W-30','保养件',328,'壳牌'),(2,'机油滤清器','Oil filter','保养件',45,'曼牌'),(3,'空气滤清器','Air filter','保养件',88,'曼牌'),
 (4,'空调滤芯','Cabin filter','保养件',96,'曼牌'),(5,'前刹车片','Front brake pads','易损件',468,'博世'),(6,'后刹车片','Rear brake pads','易损件',428,'博世'),
 (7,'雨刮片','Wiper blades','易损件',119,'博世'),(8,'火花塞','Spark plugs','易损件',236,'博世'),(9,'轮胎 18寸','Tyre 18 inch','轮胎',899,'米其林'),
 (10,'轮胎 20寸','Tyre 20 inch','轮胎',1399,'米其林'),(11,'12V蓄电池','12V battery','电气件',688,'瓦尔塔'),(12,'前大灯总成','Headlamp assembly','电气件',3280,NULL),
 (13,'前保险杠','Front bumper','车身件',1860,NULL),(14,'后保险杠','Rear bumper','车身件',1790,NULL),(15,'左前门','Front left door','车身件',3450,NULL),(16,'后视镜','Wing mirror','车身件',960,NULL);

CREATE TABLE public.workshop_parts (
  line_id int PRIMARY KEY,
  wo_id   int NOT NULL REFERENCES public.workshop_orders,
  part_id int NOT NULL REFERENCES public.parts,
  qty     int NOT NULL,
  amount  numeric(10,2) NOT NULL
);
COMMENT ON TABLE public.workshop_parts IS '工单用料明细';
COMMENT ON COLUMN public.workshop_parts.amount IS '金额（元）';
CREATE TEMP TABLE wo AS
SELECT row_number() OVER (ORDER BY d, dealer_id, k)::int AS id, d, dealer_id, dealer_id||'.'||d||'.'||k AS x,
  (ARRAY[1,1,1,1,1,1,2,2,2,2,3,3,3,4,4,4,5])[1+_h('wt'||dealer_id||d||k,17)] AS t
FROM dd CROSS JOIN generate_series(1,4) k
WHERE _h('wk'||dealer_id||d||k,100) < 18+(ARRAY[30,10,22,16,8,26,8,24,15,6])[dealer_id] + CASE WHEN extract(isodow FROM d)=6 THEN 8 WHEN extract(isodow FROM d)=7 THEN -10 ELSE 0 END;
INSERT INTO public.workshop_orders
SELECT id, dealer_id, (ARRAY['沪A','沪A','沪B','浙A','浙A','粤A','粤A','粤B','川A','渝A'])[dealer_id]||'D'||lpad(_h('pl'||dealer_id||'-'||_h('cu'||x,700),100000)::text,5,'0'),
  CASE WHEN _h('wm'||x,15)=0 THEN NULL ELSE 1+_h('wmm'||x,10) END,
  CASE WHEN _h('te'||x,30)=0 THEN NULL ELSE (dealer_id-1)*8+4+CASE WHEN d>'2026-04-30' AND dealer_id=3 THEN _h('te2'||x,2) WHEN d>'2026-04-30' AND dealer_id=8 THEN (ARRAY[0,2])[1+_h('te2'||x,2)] ELSE _h('te2'||x,3) END END,
  d, CASE WHEN s='C' THEN LEAST(d+dur, date '2026-11-20') END, t, s,
  CASE WHEN s='X' THEN NULL ELSE hrs END, CASE WHEN t IN (4,5) THEN 0 ELSE round(hrs*(120+20*(dealer_id%3)),0) END, 0,
  CASE WHEN s='C' AND _h('sc'||x,5)>1 THEN (ARRAY[6,7,8,8,9,9,9,10,10,10,5,9])[1+_h('sc2'||x,12)] END
FROM (SELECT *, (0.5*(1+_h('hr'||x,6)) + CASE WHEN t=3 THEN 6 WHEN t=2 THEN 1.5 ELSE 0 END)::numeric(5,1) AS hrs,
  CASE WHEN t=3 THEN 3+_h('du'||x,9) WHEN t=2 THEN _h('du'||x,4) ELSE _h('du'||x,2) END AS dur,
  CASE WHEN _h('wx'||x,60)=0 THEN 'X' WHEN d + CASE WHEN t=3 THEN 3+_h('du'||x,9) WHEN t=2 THEN _h('du'||x,4) ELSE _h('du'||x,2) END > '2026-11-20' THEN 'O' ELSE 'C' END AS s FROM wo) a;
INSERT INTO public.workshop_parts
SELECT row_number() OVER (ORDER BY id, part), id, part, q, q*p.unit_price*CASE WHEN t IN (4,5) THEN 0 ELSE 1 END
FROM (SELECT DISTINCT ON (wo.id, part) wo.id, t, part, 1+CASE WHEN part IN (9,10) THEN _h('q'||x||k,4) ELSE 0 END AS q
 FROM wo CROSS JOIN generate_series(1,3) k
 CROSS JOIN LATERAL (SELECT CASE WHEN t=1 THEN (ARRAY[1,2,3+_h('p1'||x,5)])[k] WHEN t=3 THEN 12+_h('p3'||x||k,5) ELSE 5+_h('p2'||x||k,7) END AS part) z
 WHERE t<>5 AND (t IN (1) OR _h('pk'||x||k,10)<5) ORDER BY wo.id, part, k) y JOIN public.parts p ON p.part_id=y.part;
UPDATE public.workshop_orders w SET parts_amount=s.a FROM (SELECT wo_id, SUM(amount) a FROM public.workshop_parts GROUP BY 1) s WHERE s.wo_id=w.wo_id;

CREATE TABLE public.parts_stock (
  stock_on  date NOT NULL,
  dealer_id int NOT NULL REFERENCES public.dealerships,
  part_id   int NOT NULL REFERENCES public.parts,
  qty       int NOT NULL,
  PRIMARY KEY (stock_on, dealer_id, part_id)
);
COMMENT ON TABLE public.parts_stock IS '配件库存快照：每月末一次，当月取 2026-11-20';
COMMENT ON COLUMN public.parts_stock.qty IS '结存数量（件）';
INSERT INTO public.parts_stock
SELECT s, dealer_id, part_id, CASE WHEN _h('z'||s||dealer_id||part_id,30)=0 THEN 0 ELSE 4+_h('q'||s||dealer_id||part_id, CASE WHEN part_id<=4 THEN 90 WHEN part_id<=11 THEN 36 ELSE 9 END) END
FROM (SELECT LEAST((m + interval '1 month - 1 day')::date, date '2026-11-20') AS s FROM generate_series(timestamp '2024-12-01','2026-11-01','1 month') m) a
CROSS JOIN public.dealerships b CROSS JOIN public.parts p
WHERE s>=b.opened_on AND (b.closed_on IS NULL OR s<=b.closed_on);

CREATE TABLE public.targets (
  dealer_id      int NOT NULL REFERENCES public.dealerships,
  month          date NOT NULL,
  units          int NOT NULL,
  service_amount numeric(12,2),
  PRIMARY KEY (dealer_id, month)
);
COMMENT ON TABLE public.targets IS '各店月度目标，month 为当月1日';
COMMENT ON COLUMN public.targets.units IS '交车目标（台）';
COMMENT ON COLUMN public.targets.service_amount IS '售后产值目标（元），未下达为空';
INSERT INTO public.targets
SELECT dealer_id, m::date, (ARRAY[17,10,15,12,9,17,8,16,12,9])[dealer_id] + _h('tg'||dealer_id||m::date,4) + CASE WHEN extract(month FROM m)=12 THEN 4 WHEN extract(month FROM m)=2 THEN -3 ELSE 0 END,
  CASE WHEN m<'2025-07-01' THEN NULL ELSE (ARRAY[72,46,62,52,42,68,38,66,54,38])[dealer_id]*1000 + 1000*_h('ts'||dealer_id||m::date,9) END
FROM generate_series(timestamp '2024-12-01','2026-12-01','1 month') m CROSS JOIN public.dealerships b
WHERE m>=b.opened_on AND (b.closed_on IS NULL OR m<=b.closed_on);
DROP TABLE dd, so, so2, wo;
ANALYZE;

SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION _h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE departments (
  dept_id   varchar(4) PRIMARY KEY,
  name_cn   text NOT NULL,
  dept_name text NOT NULL,
  parent_id varchar(4) REFERENCES departments,
  city      text NOT NULL,
  closed_on date
);
INSERT INTO departments VALUES
 ('D00','总部','Head Office',NULL,'Shanghai',NULL),
 ('D01','咨询事业部','Consulting','D00','Shanghai',NULL),
 ('D02','招聘事业部','Recruitment','D00','Shanghai',NULL),
 ('D03','销售部','Sales','D00','Shanghai',NULL),
 ('D04','运营支持','Operations','D00','Shanghai',NULL),
 ('D11','战略咨询组','Strategy','D01','Shanghai',NULL),
 ('D12','数字化组','Digital','D01','Beijing',NULL),
 ('D13','人力咨询组','HR Advisory','D01','Shenzhen',NULL),
 ('D21','上海招聘组','Shanghai Recruiting','D02','Shanghai',NULL),
 ('D22','北京招聘组','Beijing Recruiting','D02','Beijing',NULL),
 ('D23','深圳招聘组','Shenzhen Recruiting','D02','Shenzhen',NULL),
 ('D24','成都招聘组','Chengdu Recruiting','D02','Chengdu','2025-09-30'),
 ('D31','大客户组','Key Accounts','D03','Shanghai',NULL),
 ('D32','中小客户组','SMB','D03','Shenzhen',NULL),
 ('D41','财务组','Finance','D04','Shanghai',NULL),
 ('D42','人事组','People','D04','Shanghai',NULL);

CREATE TABLE employees (
  emp_id     varchar(5) PRIMARY KEY,
  cn_name    text NOT NULL,
  full_name  text NOT NULL,
  dept_id    varchar(4) NOT NULL REFERENCES departments,
  manager_id varchar(5) REFERENCES employees,
  job_title  text NOT NULL,
  grade      varchar(2) NOT NULL,
  hire_dt    date NOT NULL,
  term_dt    date,
  city       text NOT NULL,
  emp_type   char(2) NOT NULL,
  gender     char(1) NOT NULL,
  base_sal   numeric(10,2) NOT NULL
);
INSERT INTO employees VALUES
 ('E001','高一鸣','Yiming Gao','D00',NULL,'CEO','P','2016-03-01',NULL,'Shanghai','FT','F',61500),
 ('E002','杨雪','Xue Yang','D01','E001','Consulting Director','M3','2018-10-07',NULL,'Shanghai','FT','M',49750),
 ('E003','陈嘉怡','Jiayi Chen','D02','E001','Recruitment Director','M3','2016-08-10',NULL,'Shanghai','FT','F',46250),
 ('E004','罗晓东','Xiaodong Luo','D03','E001','Sales Director','M3','2017-11-24',NULL,'Shanghai','FT','M',46000),
 ('E005','董磊','Lei Dong','D04','E001','COO','M3','2016-01-07',NULL,'Shanghai','FT','F',46000),
 ('E006','冯静','Jing Feng','D11','E002','Consultant Team Lead','M2','2020-08-19',NULL,'Shanghai','FT','M',38000),
 ('E007','萧嘉怡','Jiayi Xiao','D11','E006','Consultant','C2','2025-01-22','2026-03-31','Shanghai','FT','F',18000),
 ('E008','于海涛','Haitao Yu','D11','E006','Junior Consultant','C1','2025-01-03',NULL,'Shanghai','FT','M',13500),
 ('E009','郑佳宁','Jianing Zheng','D11','E006','Junior Consultant','C1','2026-01-07',NULL,'Shanghai','FT','M',13750),
 ('E010','朱子轩','Zixuan Zhu','D11','E006','Consultant','C2','2024-11-09',NULL,'Shanghai','FT','M',17000),
 ('E011','赵婷','Ting Zhao','D11','E006','Junior Consultant','C1','2024-01-15',NULL,'Shanghai','FT','M',14500),
 ('E012','赵思远','Siyuan Zhao','D11','E006','Junior Consultant','C1','2026-03-14',NULL,'Shanghai','FT','F',12500),
 ('E013','刘雨桐','Yutong Liu','D11','E006','Senior Consultant','C3','2026-01-07',NULL,'Shanghai','FT','M',23000),
 ('E014','张静','Jing Zhang','D11','E006','Consultant','C2','2019-10-11',NULL,'Shanghai','PT','M',17750),
 ('E015','胡晓东','Xiaodong Hu','D11','E006','Senior Consultant','C3','2025-10-15','2026-10-31','Shanghai','FT','F',23000),
 ('E016','郭静','Jing Guo','D11','E006','Junior Consultant','C1','2026-10-08',NULL,'Shanghai','FT','F',13500),
 ('E017','刘子轩','Zixuan Liu','D12','E002','Consultant Team Lead','M2','2018-07-02',NULL,'Beijing','FT','F',34250),
 ('E018','何晓东','Xiaodong He','D12','E017','Senior Consultant','C3','2022-05-14',NULL,'Beijing','FT','M',22500),
 ('E019','萧静','Jing Xiao','D12','E017','Consultant','C2','2023-11-20',NULL,'Beijing','FT','M',16000),
 ('E020','孙文博','Wenbo Sun','D12','E017','Consultant','C2','2022-04-02','2026-03-31','Beijing','FT','F',19500),
 ('E021','郑海涛','Haitao Zheng','D12','E017','Consultant','C2','2024-10-02',NULL,'Beijing','FT','M',16250),
 ('E022','张嘉怡','Jiayi Zhang','D12','E017','Consultant','C2','2024-08-03',NULL,'Beijing','FT','F',19500),
 ('E023','朱思远','Siyuan Zhu','D12','E017','Junior Consultant','C1','2024-06-12','2026-10-31','Beijing','FT','M',14250),
 ('E024','刘敏','Min Liu','D12','E017','Junior Consultant','C1','2025-07-19',NULL,'Beijing','FT','F',13750),
 ('E025','韩雪','Xue Han','D12','E017','Senior Consultant','C3','2023-08-15',NULL,'Beijing','FT','F',22000),
 ('E026','罗凯','Kai Luo','D12','E017','Junior Consultant','C1','2025-01-08',NULL,'Beijing','FT','M',12500),
 ('E027','徐婷','Ting Xu','D12','E017','Junior Consultant','C1','2020-11-20',NULL,'Beijing','FT','M',14250),
 ('E028','周静','Jing Zhou','D13','E002','Consultant Team Lead','M2','2020-07-22',NULL,'Shenzhen','FT','M',37250),
 ('E029','陈凯','Kai Chen','D13','E028','Consultant','C2','2026-07-08',NULL,'Shenzhen','FT','M',18750),
 ('E030','冯志强','Zhiqiang Feng','D13','E028','Consultant','C2','2025-03-04',NULL,'Shenzhen','FT','F',19000),
 ('E031','李敏','Min Li','D13','E028','Consultant','C2','2025-06-03',NULL,'Shenzhen','FT','F',18750),
 ('E032','冯敏','Min Feng','D13','E028','Junior Consultant','C1','2024-11-05',NULL,'Shenzhen','PT','M',12250),
 ('E033','宋静','Jing Song','D13','E028','Consultant','C2','2024-08-04',NULL,'Shenzhen','FT','F',17500),
 ('E034','韩俊杰','Junjie Han','D13','E028','Junior Consultant','C1','2019-08-18',NULL,'Shenzhen','FT','M',14500),
 ('E035','高静','Jing Gao','D13','E028','Consultant','C2','2020-02-14',NULL,'Shenzhen','FT','F',16000),
 ('E036','于子轩','Zixuan Yu','D13','E028','Junior Consultant','C1','2025-08-11',NULL,'Shenzhen','FT','M',12000),
 ('E037','郭若曦','Ruoxi Guo','D21','E003','Recruiter Team Lead','M1','2021-02-10',NULL,'Shanghai','FT','M',28000),
 ('E038','林思远','Siyuan Lin','D21','E037','Recruiter','C2','2019-01-15',NULL,'Shanghai','FT','M',17500),
 ('E039','何雪','Xue He','D21','E037','Junior Recruiter','C1','2019-03-18',NULL,'Shanghai','FT','F',14000),
 ('E040','郭晓东','Xiaodong Guo','D21','E037','Recruiter','C2','2024-04-15',NULL,'Shanghai','FT','F',20000),
 ('E041','何敏','Min He','D21','E037','Junior Recruiter','C1','2022-10-07',NULL,'Shanghai','FT','M',14250),
 ('E042','李雪','Xue Li','D21','E037','Junior Recruiter','C1','2019-09-01',NULL,'Shanghai','FT','M',13500),
 ('E043','林凯','Kai Lin','D21','E037','Recruiter','C2','2020-02-18',NULL,'Shanghai','FT','F',17000),
 ('E044','周文博','Wenbo Zhou','D21','E037','Senior Recruiter','C3','2022-09-11','2026-08-31','Shanghai','PT','M',22000),
 ('E045','林子轩','Zixuan Lin','D21','E037','Recruiter','C2','2020-01-22',NULL,'Shanghai','FT','M',19750),
 ('E046','王佳宁','Jianing Wang','D21','E037','Senior Recruiter','C3','2026-10-09',NULL,'Shanghai','FT','M',25250),
 ('E047','于文博','Wenbo Yu','D21','E037','Senior Recruiter','C3','2023-11-07',NULL,'Shanghai','FT','F',23750),
 ('E048','徐静','Jing Xu','D22','E003','Recruiter Team Lead','M1','2019-06-20',NULL,'Beijing','FT','M',27500),
 ('E049','朱志强','Zhiqiang Zhu','D22','E048','Recruiter','C2','2026-03-08',NULL,'Beijing','FT','M',17000),
 ('E050','孙子轩','Zixuan Sun','D22','E048','Recruiter','C2','2019-02-07',NULL,'Beijing','FT','F',20000),
 ('E051','董欣然','Xinran Dong','D22','E048','Senior Recruiter','C3','2020-02-16','2025-03-31','Beijing','FT','M',25750),
 ('E052','刘欣然','Xinran Liu','D22','E048','Recruiter','C2','2019-04-06',NULL,'Beijing','FT','M',16250),
 ('E053','朱雪','Xue Zhu','D22','E048','Recruiter','C2','2026-08-03',NULL,'Beijing','FT','F',18750),
 ('E054','高俊杰','Junjie Gao','D22','E048','Junior Recruiter','C1','2021-01-21',NULL,'Beijing','FT','F',13250),
 ('E055','唐佳宁','Jianing Tang','D22','E048','Recruiter','C2','2026-10-06',NULL,'Beijing','FT','F',17500),
 ('E056','胡文博','Wenbo Hu','D22','E048','Junior Recruiter','C1','2025-05-04',NULL,'Beijing','FT','F',13000),
 ('E057','赵晓东','Xiaodong Zhao','D23','E003','Recruiter Team Lead','M1','2021-03-13',NULL,'Shenzhen','FT','F',26500),
 ('E058','周海涛','Haitao Zhou','D23','E057','Senior Recruiter','C3','2019-01-12',NULL,'Shenzhen','PT','M',24500),
 ('E059','郑子轩','Zixuan Zheng','D23','E057','Recruiter','C2','2024-09-03',NULL,'Shenzhen','FT','M',19000),
 ('E060','韩静','Jing Han','D23','E057','Recruiter','C2','2019-12-08',NULL,'Shenzhen','FT','M',19000),
 ('E061','何欣然','Xinran He','D23','E057','Senior Recruiter','C3','2021-05-11',NULL,'Shenzhen','FT','F',22750),
 ('E062','杨佳宁','Jianing Yang','D23','E057','Junior Recruiter','C1','2024-09-20',NULL,'Shenzhen','FT','M',14250),
 ('E063','朱海涛','Haitao Zhu','D23','E057','Recruiter','C2','2026-09-20',NULL,'Shenzhen','FT','F',20000),
 ('E064','吴海涛','Haitao Wu','D23','E057','Recruiter','C2','2025-09-10',NULL,'Shenzhen','FT','M',16000),
 ('E065','梁晓东','Xiaodong Liang','D24','E003','Recruiter Team Lead','M1','2019-10-02','2025-09-30','Chengdu','FT','F',29250),
 ('E066','朱凯','Kai Zhu','D24','E065','Recruiter','C2','2021-10-24','2025-09-30','Chengdu','PT','M',18000),
 ('E067','朱婷','Ting Zhu','D24','E065','Junior Recruiter','C1','2021-04-20','2025-09-30','Chengdu','PT','M',11250),
 ('E068','罗敏','Min Luo','D24','E065','Recruiter','C2','2021-02-12','2025-09-30','Chengdu','FT','F',19250),
 ('E069','吴雪','Xue Wu','D24','E065','Junior Recruiter','C1','2021-04-16','2025-09-30','Chengdu','FT','F',13250),
 ('E070','谢欣然','Xinran Xie','D31','E004','Account Manager Team Lead','M1','2020-10-22',NULL,'Shanghai','FT','F',27500),
 ('E071','李雨桐','Yutong Li','D31','E070','Junior Account Manager','C1','2024-04-17',NULL,'Shanghai','FT','F',10500),
 ('E072','萧晓东','Xiaodong Xiao','D31','E070','Junior Account Manager','C1','2019-10-02','2026-03-31','Shanghai','FT','F',12250),
 ('E073','张子轩','Zixuan Zhang','D31','E070','Junior Account Manager','C1','2021-04-11',NULL,'Shanghai','FT','M',14000),
 ('E074','朱俊杰','Junjie Zhu','D31','E070','Senior Account Manager','C3','2021-07-26','2025-10-31','Shanghai','FT','F',22750),
 ('E075','韩思远','Siyuan Han','D31','E070','Account Manager','C2','2026-02-18','2026-10-31','Shanghai','FT','F',16500),
 ('E076','陈磊','Lei Chen','D31','E070','Account Manager','C2','2023-02-23',NULL,'Shanghai','FT','F',18750),
 ('E077','宋敏','Min Song','D31','E070','Senior Account Manager','C3','2019-06-23',NULL,'Shanghai','FT','F',25500),
 ('E078','胡雪','Xue Hu','D32','E004','Account Manager Team Lead','M1','2021-06-08',NULL,'Shenzhen','FT','M',27750),
 ('E079','赵欣然','Xinran Zhao','D32','E078','Senior Account Manager','C3','2021-01-12',NULL,'Shenzhen','FT','F',24750),
 ('E080','黄雪','Xue Huang','D32','E078','Account Manager','C2','2023-10-06','2026-10-31','Shenzhen','FT','M',16250),
 ('E081','吴一鸣','Yiming Wu','D32','E078','Junior Account Manager','C1','2024-11-27',NULL,'Shenzhen','FT','F',11000),
 ('E082','梁志强','Zhiqiang Liang','D32','E078','Junior Account Manager','C1','2019-06-03','2025-10-31','Shenzhen','FT','M',12250),
 ('E083','徐文博','Wenbo Xu','D32','E078','Account Manager','C2','2023-06-25',NULL,'Shenzhen','FT','F',19750),
 ('E084','萧雨桐','Yutong Xiao','D41','E005','Accountant Team Lead','M1','2018-12-20',NULL,'Shanghai','FT','F',29250),
 ('E085','郑思远','Siyuan Zheng','D41','E084','Accountant','S1','2026-07-27','2026-10-31','Shanghai','FT','F',9250),
 ('E086','胡志强','Zhiqiang Hu','D41','E084','Accountant','S2','2026-03-08',NULL,'Shanghai','FT','F',17000),
 ('E087','韩晓东','Xiaodong Han','D41','E084','Accountant','S2','2019-08-10',NULL,'Shanghai','FT','F',13250),
 ('E088','黄建国','Jianguo Huang','D41','E084','Accountant','S2','2022-01-11','2025-10-31','Shanghai','FT','M',16750),
 ('E089','萧海涛','Haitao Xiao','D42','E005','HR Specialist Team Lead','M1','2021-03-09',NULL,'Shanghai','FT','F',29750),
 ('E090','黄佳宁','Jianing Huang','D42','E089','HR Specialist','S1','2022-06-22',NULL,'Shanghai','FT','M',8750),
 ('E091','李磊','Lei Li','D42','E089','HR Specialist','S2','2026-07-17',NULL,'Shanghai','FT','F',13000),
 ('E092','杨志强','Zhiqiang Yang','D42','E089','HR Specialist','S2','2026-08-26',NULL,'Shanghai','FT','F',14250),
 ('E093','李文博','Wenbo Li','D42','E089','HR Specialist','S2','2023-03-21',NULL,'Shanghai','FT','M',14250);

CREATE TABLE clients (
  client_id   varchar(4) PRIMARY KEY,
  name_cn     text NOT NULL,
  client_name text NOT NULL,
  industry    text NOT NULL,
  city        text NOT NULL,
  tier        char(1),
  acct_mgr_id varchar(5) REFERENCES employees,
  since_dt    date NOT NULL,
  is_active   char(1) NOT NULL
);
INSERT INTO clients VALUES
 ('C001','蓝海能源','Bluesea Energy','Energy','Shanghai','A','E077','2021-04-13','Y'),
 ('C002','蓝海银行','Bluesea Bank','Finance','Shanghai','A','E078','2022-05-19','Y'),
 ('C003','启明零售','Qiming Retail','Retail','Chengdu','A','E078','2025-07-03','Y'),
 ('C004','蓝海制造','Bluesea Manufacturing','Manufacturing','Shanghai','B','E071','2020-11-21','Y'),
 ('C005','博睿银行','Borui Bank','Finance','Beijing','B','E076','2024-01-27','Y'),
 ('C006','华宸零售','Huachen Retail','Retail','Chengdu','C','E071','2019-04-02','Y'),
 ('C007','金石银行','Jinshi Bank','Finance','Beijing','A','E079','2024-02-11','Y'),
 ('C008','瑞康银行','Ruikang Bank','Finance','Guangzhou','C','E073','2021-03-27','Y'),
 ('C009','云帆银行','Yunfan Bank','Finance','Guangzhou','C','E078','2024-10-01','Y'),
 ('C010','天工银行','Tiangong Bank','Finance','Guangzhou','C','E078','2021-11-20','Y'),
 ('C011','博睿零售','Borui Retail','Retail','Shanghai','B','E078','2021-06-10','Y'),
 ('C012','启明制造','Qiming Manufacturing','Manufacturing','Chengdu','A','E083','2024-04-17','Y'),
 ('C013','盛达医药','Shengda Pharma','Healthcare','Shenzhen','B','E071','2020-05-25','Y'),
 ('C014','智联通医药','Zhiliantong Pharma','Healthcare','Shenzhen','C','E076','2023-10-17','N'),
 ('C015','远航能源','Yuanhang Energy','Energy','Beijing','C','E076','2021-10-01','Y'),
 ('C016','蓝海医药','Bluesea Pharma','Healthcare','Beijing','A','E073','2021-08-19','Y'),
 ('C017','蓝海科技','Bluesea Tech','Technology','Guangzhou',NULL,NULL,'2023-06-03','Y'),
 ('C018','远航医药','Yuanhang Pharma','Healthcare','Shenzhen','B','E081','2019-08-24','Y'),
 ('C019','华宸银行','Huachen Bank','Finance','Beijing','B','E083','2019-09-09','Y'),
 ('C020','恒信银行','Hengxin Bank','Finance','Beijing',NULL,'E078','2020-02-27','Y'),
 ('C021','华宸能源','Huachen Energy','Energy','Shanghai','B','E078','2021-10-12','Y'),
 ('C022','华宸制造','Huachen Manufacturing','Manufacturing','Beijing','B','E083','2019-08-02','Y'),
 ('C023','天工医药','Tiangong Pharma','Healthcare','Guangzhou','B','E073','2022-11-24','Y'),
 ('C024','远航制造','Yuanhang Manufacturing','Manufacturing','Guangzhou','C','E070','2020-04-14','Y'),
 ('C025','金石科技','Jinshi Tech','Technology','Chengdu','A','E073','2024-02-19','Y'),
 ('C026','金石能源','Jinshi Energy','Energy','Guangzhou','B','E078','2020-05-08','Y'),
 ('C027','启明银行','Qiming Bank','Finance','Shenzhen','A','E070','2020-07-16','Y'),
 ('C028','恒信医药','Hengxin Pharma','Healthcare','Shanghai','C','E078','2024-10-23','N'),
 ('C029','智联通制造','Zhiliantong Manufacturing','Manufacturing','Guangzhou','B','E081','2025-12-14','Y'),
 ('C030','博睿医药','Borui Pharma','Healthcare','Guangzhou','A','E071','2023-09-17','Y'),
 ('C031','盛达科技','Shengda Tech','Technology','Guangzhou','C','E070','2023-01-10','Y'),
 ('C032','博睿能源','Borui Energy','Energy','Guangzhou',NULL,'E079','2023-05-19','Y'),
 ('C033','云帆能源','Yunfan Energy','Energy','Shanghai','B','E071','2025-04-17','Y'),
 ('C034','天工能源','Tiangong Energy','Energy','Guangzhou','A',NULL,'2025-12-04','Y'),
 ('C035','瑞康医药','Ruikang Pharma','Healthcare','Beijing','C','E077','2024-04-03','Y'),
 ('C036','恒信零售','Hengxin Retail','Retail','Shenzhen','C','E079','2020-04-21','Y'),
 ('C037','天工科技','Tiangong Tech','Technology','Guangzhou','C','E071','2019-02-17','Y'),
 ('C038','华宸医药','Huachen Pharma','Healthcare','Beijing','A','E083','2025-01-10','Y'),
 ('C039','博睿制造','Borui Manufacturing','Manufacturing','Beijing',NULL,'E077','2018-06-06','Y'),
 ('C040','智联通科技','Zhiliantong Tech','Technology','Shanghai','C','E081','2024-03-12','Y'),
 ('C041','盛达制造','Shengda Manufacturing','Manufacturing','Beijing','A','E077','2018-08-11','Y'),
 ('C042','云帆科技','Yunfan Tech','Technology','Shenzhen','B','E081','2020-08-07','N'),
 ('C043','云帆医药','Yunfan Pharma','Healthcare','Beijing','B','E070','2021-06-27','Y'),
 ('C044','金石医药','Jinshi Pharma','Healthcare','Shenzhen','C','E070','2020-11-23','Y'),
 ('C045','智联通零售','Zhiliantong Retail','Retail','Beijing','C','E076','2021-01-21','Y'),
 ('C046','恒信制造','Hengxin Manufacturing','Manufacturing','Shanghai','B','E078','2022-07-23','Y'),
 ('C047','远航科技','Yuanhang Tech','Technology','Beijing','B','E081','2024-02-06','Y'),
 ('C048','天工零售','Tiangong Retail','Retail','Beijing','B','E071','2021-05-06','Y'),
 ('C049','瑞康制造','Ruikang Manufacturing','Manufacturing','Beijing','C','E077','2022-06-26','Y'),
 ('C050','启明科技','Qiming Tech','Technology','Shanghai','C','E083','2021-05-06','Y'),
 ('C051','金石零售','Jinshi Retail','Retail','Beijing','B',NULL,'2020-11-22','Y'),
 ('C052','盛达能源','Shengda Energy','Energy','Shanghai','C','E071','2025-09-03','Y'),
 ('C053','瑞康能源','Ruikang Energy','Energy','Shanghai','A','E077','2022-07-26','Y'),
 ('C054','金石制造','Jinshi Manufacturing','Manufacturing','Shanghai','B','E077','2021-04-06','Y'),
 ('C055','恒信科技','Hengxin Tech','Technology','Shenzhen',NULL,'E083','2018-03-26','Y'),
 ('C056','盛达零售','Shengda Retail','Retail','Beijing','A','E081','2024-01-16','N');

CREATE TABLE projects (
  proj_cd          varchar(10) PRIMARY KEY,
  proj_name        text NOT NULL,
  client_id        varchar(4) NOT NULL REFERENCES clients,
  proj_type        varchar(4) NOT NULL,
  sales_owner_id   varchar(5) NOT NULL REFERENCES employees,
  delivery_lead_id varchar(5) REFERENCES employees,
  sign_dt          date NOT NULL,
  plan_start       date NOT NULL,
  plan_end         date NOT NULL,
  act_start        date,
  act_end          date,
  contract_end     date,
  contract_amt     numeric(12,2) NOT NULL,
  budget_hrs       int,
  status           varchar(4) NOT NULL
);
INSERT INTO projects
WITH a AS MATERIALIZED (
  SELECT i, date '2024-07-01' + (i*867/210) + _h('sg'||i,3) AS sg,
    'C'||lpad((1+least(_h('pc'||i,56),_h('pc2'||i,80)))::text,3,'0') AS cid,
    (ARRAY['STRA','STRA','DIGI','DIGI','DIGI','ORGD','ORGD','TRNG'])[1+_h('pt'||i,8)] AS tp
  FROM generate_series(1,210) i),
b AS MATERIALIZED (SELECT a.*, least(sg, date '2026-11-20') AS sd, sg + 7 + _h('ps'||i,24) AS p0, 40 + _h('pd'||i,190) AS dur FROM a),
c AS MATERIALIZED (SELECT b.*, p0 + dur AS p1, p0 - 2 + _h('as'||i,20) AS a0, p0 + dur - 12 + _h('ae'||i,48) AS a1, _h('st'||i,100) AS hs FROM b)
SELECT 'P'||to_char(sd,'YY')||'-'||lpad(i::text,3,'0'),
  cl.client_name||' '||CASE tp WHEN 'STRA' THEN 'Growth Strategy' WHEN 'DIGI' THEN 'Digital Roadmap' WHEN 'ORGD' THEN 'Org Redesign' ELSE 'Leadership Training' END||' '||i,
  cid, tp,
  (SELECT (array_agg(e.emp_id ORDER BY e.emp_id))[1+least(_h('so'||i,count(*)::int),_h('so'||i||'z',count(*)::int+2))] FROM employees e WHERE e.dept_id IN ('D31','D32') AND e.hire_dt<=sd AND (e.term_dt IS NULL OR e.term_dt>=sd)),
  CASE WHEN _h('dl0'||i,25)=0 THEN NULL ELSE (SELECT (array_agg(e.emp_id ORDER BY e.emp_id))[1+least(_h('dl'||i,count(*)::int),_h('dl'||i||'z',count(*)::int+2))] FROM employees e WHERE e.dept_id IN ('D11','D12','D13') AND e.hire_dt<=sd AND (e.term_dt IS NULL OR e.term_dt>=sd)) END,
  sd, p0, p1,
  CASE WHEN hs<6 OR a0>date '2026-11-20' THEN NULL ELSE a0 END,
  CASE WHEN hs<12 OR a0>date '2026-11-20' OR a1>date '2026-11-20' THEN NULL ELSE a1 END,
  CASE WHEN _h('ce'||i,12)=0 THEN NULL ELSE p1 + 30 END,
  (8 + _h('ca'||i,90)) * 10000 + CASE tp WHEN 'STRA' THEN 300000 WHEN 'TRNG' THEN -40000 ELSE 0 END,
  CASE WHEN _h('bh'||i,15)=0 THEN NULL ELSE 200 + _h('bh2'||i,60)*20 END,
  CASE WHEN hs<6 THEN 'CANC' WHEN a0>date '2026-11-20' THEN 'PLAN' WHEN hs<12 THEN 'HOLD' WHEN a1>date '2026-11-20' THEN 'WIP' ELSE 'DONE' END
FROM c JOIN clients cl ON cl.client_id=cid;

CREATE TABLE project_status_log (
  log_id        int PRIMARY KEY,
  proj_cd       varchar(10) NOT NULL REFERENCES projects,
  old_status    varchar(4),
  new_status    varchar(4) NOT NULL,
  changed_on    date NOT NULL,
  changed_by_id varchar(5) REFERENCES employees
);
INSERT INTO project_status_log
SELECT row_number() OVER (ORDER BY dt, proj_cd, o)::int, proj_cd, os, ns, dt, who FROM (
  SELECT proj_cd, 1 AS o, NULL::varchar AS os, 'PLAN'::varchar AS ns, sign_dt AS dt, sales_owner_id AS who FROM projects
  UNION ALL SELECT proj_cd, 2, 'PLAN', 'WIP', act_start, coalesce(delivery_lead_id, sales_owner_id) FROM projects WHERE act_start IS NOT NULL
  UNION ALL SELECT proj_cd, 3, 'WIP', 'HOLD', act_start+25, coalesce(delivery_lead_id, sales_owner_id) FROM projects WHERE act_end IS NOT NULL AND _h('hd'||proj_cd,6)=0 AND act_end > act_start+40
  UNION ALL SELECT proj_cd, 4, 'HOLD', 'WIP', act_start+25+_h('hw'||proj_cd,12), sales_owner_id FROM projects WHERE act_end IS NOT NULL AND _h('hd'||proj_cd,6)=0 AND act_end > act_start+40
  UNION ALL SELECT proj_cd, 5, 'WIP', 'HOLD', least(act_start+20, date '2026-11-20'), sales_owner_id FROM projects WHERE status='HOLD'
  UNION ALL SELECT proj_cd, 6, 'WIP', 'DONE', act_end, coalesce(delivery_lead_id, sales_owner_id) FROM projects WHERE status='DONE'
  UNION ALL SELECT proj_cd, 7, 'PLAN', 'CANC', least(plan_start+3, date '2026-11-20'), sales_owner_id FROM projects WHERE status='CANC') x;

CREATE TABLE timesheets (
  ts_id          int PRIMARY KEY,
  emp_id         varchar(5) NOT NULL REFERENCES employees,
  proj_cd        varchar(10) REFERENCES projects,
  work_dt        date NOT NULL,
  hrs            numeric(4,1) NOT NULL,
  is_billable    boolean NOT NULL,
  approved_by_id varchar(5) REFERENCES employees
);
INSERT INTO timesheets
WITH dd AS MATERIALIZED (
  SELECT g::date AS day, (SELECT array_agg(p.proj_cd ORDER BY p.proj_cd) FROM projects p WHERE p.act_start<=g::date AND coalesce(p.act_end, CASE WHEN p.status='HOLD' THEN p.act_start+20 ELSE date '2026-11-20' END)>=g::date) AS pa
  FROM generate_series(date '2024-11-01', date '2026-11-20', interval '1 day') g WHERE extract(isodow FROM g)<6),
x AS MATERIALIZED (
  SELECT e.emp_id, e.manager_id, day, e.emp_id||day AS k, pa FROM dd JOIN employees e ON e.dept_id IN ('D11','D12','D13') AND e.hire_dt<=day AND (e.term_dt IS NULL OR e.term_dt>=day)
  WHERE _h('off'||e.emp_id||day,100)>=7)
SELECT row_number() OVER (ORDER BY day, emp_id)::int, emp_id,
  CASE WHEN _h('in'||k,100)<14 THEN NULL ELSE pa[1+_h('pj'||emp_id||date_trunc('week',day)::date||_h('pk'||k,2),array_length(pa,1))] END,
  day, 5 + _h('hr'||k,9)*0.5 + CASE WHEN extract(month FROM day) IN (3,11) THEN 0.5 ELSE 0 END,
  _h('in'||k,100)>=14 AND _h('bi'||k,100)<86,
  CASE WHEN day>date '2026-11-13' OR _h('ap'||k,60)=0 THEN NULL ELSE manager_id END
FROM x;

CREATE TABLE job_orders (
  req_id       varchar(6) PRIMARY KEY,
  client_id    varchar(4) NOT NULL REFERENCES clients,
  job_name     text NOT NULL,
  func         varchar(4) NOT NULL,
  city         text NOT NULL,
  hc           int NOT NULL,
  recruiter_id varchar(5) REFERENCES employees,
  opened_on    date NOT NULL,
  target_dt    date,
  closed_on    date,
  sal_max      int,
  status       varchar(4) NOT NULL
);
INSERT INTO job_orders
WITH a AS MATERIALIZED (SELECT i, date '2024-10-01' + (i*779/540) AS od,
    (ARRAY['TECH','TECH','TECH','SALE','SALE','FIN','MFG','MED'])[1+_h('jf'||i,8)] AS fn, _h('js'||i,100) AS hs, 20+_h('jd'||i,75) AS dur FROM generate_series(1,540) i),
b AS MATERIALIZED (SELECT a.*, CASE WHEN hs<14 OR od+dur>date '2026-11-20' THEN NULL ELSE od+dur END AS cd FROM a)
SELECT 'J'||lpad(i::text,4,'0'), cl.client_id,
  CASE fn WHEN 'TECH' THEN (ARRAY['Java Engineer','Data Engineer','Product Manager','Architect'])[1+_h('jn'||i,4)] WHEN 'SALE' THEN (ARRAY['Sales Manager','Key Account Manager'])[1+_h('jn'||i,2)]
   WHEN 'FIN' THEN (ARRAY['Finance Manager','Auditor'])[1+_h('jn'||i,2)] WHEN 'MFG' THEN (ARRAY['Plant Manager','Quality Engineer'])[1+_h('jn'||i,2)] ELSE 'Medical Advisor' END,
  fn, cl.city, 1+_h('hc'||i,4)*_h('hc2'||i,2),
  CASE WHEN _h('jr'||i,30)=0 THEN NULL ELSE (SELECT (array_agg(e.emp_id ORDER BY e.emp_id))[1+least(_h('jo'||i,count(*)::int),_h('jo'||i||'z',count(*)::int+2))] FROM employees e WHERE e.dept_id IN ('D21','D22','D23','D24') AND e.hire_dt<=od AND (e.term_dt IS NULL OR e.term_dt>=od)) END,
  od, CASE WHEN _h('jt'||i,10)=0 THEN NULL ELSE od+45 END, cd, CASE WHEN _h('jm'||i,9)=0 THEN NULL ELSE 15000+_h('jm2'||i,70)*1000 END,
  CASE WHEN cd IS NULL THEN CASE WHEN hs<5 THEN 'HOLD' ELSE 'OPEN' END WHEN hs<26 THEN 'LOST' ELSE 'FILL' END
FROM b JOIN clients cl ON cl.client_id='C'||lpad((1+least(_h('jc'||i,56),_h('jc2'||i,70)))::text,3,'0');

CREATE TABLE candidates (
  cand_id    varchar(7) PRIMARY KEY,
  cand_name  text NOT NULL,
  src        varchar(5),
  city       text NOT NULL,
  exp_yrs    int,
  exp_sal    int,
  created_on date NOT NULL,
  owner_id   varchar(5) REFERENCES employees,
  in_pool    boolean NOT NULL
);
INSERT INTO candidates
SELECT 'K'||lpad(i::text,5,'0'),
  (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林'])[1+_h('cs'||i,16)]||(ARRAY['伟','芳','娜','敏','静','丽','强','磊','洋','艳','勇','杰','涛','明','超','霞','佳怡','子涵','浩然','诗涵','宇航'])[1+_h('cg'||i,21)],
  CASE WHEN _h('co'||i,100)<6 THEN NULL ELSE (ARRAY['LIEP','LIEP','LNKD','LNKD','RFRL','RFRL','BOSS','BOSS','BOSS','SITE'])[1+_h('co2'||i,10)] END,
  (ARRAY['Shanghai','Shanghai','Beijing','Beijing','Shenzhen','Guangzhou','Chengdu','Hangzhou'])[1+_h('cc'||i,8)],
  CASE WHEN _h('cy'||i,20)=0 THEN NULL ELSE _h('cy2'||i,22) END, CASE WHEN _h('cp'||i,8)=0 THEN NULL ELSE 9000+_h('cp2'||i,60)*1000 END,
  cd, (SELECT (array_agg(e.emp_id ORDER BY e.emp_id))[1+least(_h('cw'||i,count(*)::int),_h('cw'||i||'z',count(*)::int+2))] FROM employees e WHERE e.dept_id IN ('D21','D22','D23','D24') AND e.hire_dt<=cd AND (e.term_dt IS NULL OR e.term_dt>=cd)), _h('ip'||i,10)<7
FROM (SELECT i, date '2024-10-01' + (i*780/2800) AS cd FROM generate_series(1,2800) i) z;

CREATE TABLE interviews (
  intv_id        int PRIMARY KEY,
  cand_id        varchar(7) NOT NULL REFERENCES candidates,
  req_id         varchar(6) NOT NULL REFERENCES job_orders,
  interviewer_id varchar(5) REFERENCES employees,
  round_no       int NOT NULL,
  sched_dt       date NOT NULL,
  held_dt        date,
  result         char(1),
  score          int
);
INSERT INTO interviews
WITH a AS MATERIALIZED (SELECT j.*, k, j.req_id||'-'||k AS kk, j.opened_on + 4 + _h('is'||j.req_id||k,38) AS sd,
    1+_h('ic'||j.req_id||k,2800) AS cn, 1+_h('ir'||j.req_id||k,3) AS rn FROM job_orders j, generate_series(1,14) k WHERE _h('ix'||j.req_id||k,10)<7),
b AS MATERIALIZED (SELECT a.*, 'K'||lpad((1+(((sd - date '2024-10-01')*2800/780)*(60+_h('cn'||kk,40))/100) % 2800)::text,5,'0') AS cand,
   CASE WHEN sd>date '2026-11-20' OR _h('ns'||kk,100)<9 THEN NULL WHEN _h('rs'||kk,10)=0 THEN least(sd+3,date '2026-11-20') ELSE sd END AS hd FROM a WHERE sd<=date '2026-12-05')
SELECT row_number() OVER (ORDER BY sd, kk)::int, cand, req_id,
  CASE WHEN _h('iv0'||kk,40)=0 THEN NULL ELSE (SELECT (array_agg(e.emp_id ORDER BY e.emp_id))[1+least(_h('iv'||kk,count(*)::int),_h('iv'||kk||'z',count(*)::int+2))] FROM employees e WHERE e.dept_id IN ('D21','D22','D23','D24','D13') AND e.hire_dt<=least(sd,date '2026-11-20') AND (e.term_dt IS NULL OR e.term_dt>=least(sd,date '2026-11-20'))) END,
  rn, sd, hd, CASE WHEN hd IS NULL OR hd>date '2026-11-15' AND _h('rp'||kk,2)=0 THEN NULL WHEN _h('rr'||kk,100)<44 + rn*5 THEN 'P' ELSE 'F' END,
  CASE WHEN hd IS NULL OR _h('sc'||kk,5)=0 THEN NULL ELSE 45+_h('sc2'||kk,55) END
FROM b;

CREATE TABLE placements (
  plc_id         varchar(6) PRIMARY KEY,
  cand_id        varchar(7) NOT NULL REFERENCES candidates,
  req_id         varchar(6) NOT NULL REFERENCES job_orders,
  placed_by_id   varchar(5) NOT NULL REFERENCES employees,
  intv_by_id     varchar(5) REFERENCES employees,
  offer_dt       date NOT NULL,
  plan_onboard   date NOT NULL,
  onboard_dt     date,
  guarantee_end  date,
  left_dt        date,
  annual_sal     numeric(10,2) NOT NULL,
  fee_amt        numeric(10,2) NOT NULL
);
INSERT INTO placements
WITH a AS MATERIALIZED (SELECT j.*, k, j.req_id||'/'||k AS kk, j.closed_on - _h('of'||j.req_id||k,6) AS od, coalesce(j.sal_max,26000)*12 - _h('as'||j.req_id||k,5)*6000 AS sal
   FROM job_orders j, generate_series(1,4) k WHERE j.status='FILL' AND k<=j.hc),
b AS MATERIALIZED (SELECT a.*, od + 15 + _h('po'||kk,30) AS po, CASE WHEN _h('no'||kk,100)<7 OR od+13+_h('po'||kk,30)+_h('ob'||kk,16)>date '2026-11-20' THEN NULL ELSE od + 15 + _h('po'||kk,30) - 2 + _h('ob'||kk,16) END AS ob FROM a)
SELECT 'L'||lpad((row_number() OVER (ORDER BY od, kk))::text,4,'0'),
  'K'||lpad((1+(((od - date '2024-10-01')*2800/780)*(60+_h('pcn'||kk,40))/100) % 2800)::text,5,'0'), req_id,
  coalesce(recruiter_id, (SELECT (array_agg(e.emp_id ORDER BY e.emp_id))[1+least(_h('pb'||kk,count(*)::int),_h('pb'||kk||'z',count(*)::int+2))] FROM employees e WHERE e.dept_id IN ('D21','D22','D23','D24') AND e.hire_dt<=od AND (e.term_dt IS NULL OR e.term_dt>=od))),
  CASE WHEN _h('pi0'||kk,20)=0 THEN NULL ELSE (SELECT (array_agg(e.emp_id ORDER BY e.emp_id))[1+least(_h('pi'||kk,count(*)::int),_h('pi'||kk||'z',count(*)::int+2))] FROM employees e WHERE e.dept_id IN ('D21','D22','D23','D24','D13') AND e.hire_dt<=od AND (e.term_dt IS NULL OR e.term_dt>=od)) END,
  od, po, ob, ob+90, CASE WHEN ob IS NOT NULL AND _h('lf'||kk,100)<11 AND ob+20+_h('lf2'||kk,120)<=date '2026-11-20' THEN ob+20+_h('lf2'||kk,120) END,
  sal, round(sal*(ARRAY[0.18,0.20,0.22,0.25])[1+_h('fr'||kk,4)]::numeric,2)
FROM b;

CREATE TABLE invoices (
  inv_no    varchar(9) PRIMARY KEY,
  client_id varchar(4) NOT NULL REFERENCES clients,
  proj_cd   varchar(10) REFERENCES projects,
  plc_id    varchar(6) REFERENCES placements,
  issue_dt  date NOT NULL,
  due_dt    date NOT NULL,
  paid_dt   date,
  amt       numeric(12,2) NOT NULL,
  paid_amt  numeric(12,2) NOT NULL,
  status    varchar(4) NOT NULL
);
INSERT INTO invoices
WITH s AS MATERIALIZED (
  SELECT p.client_id, p.proj_cd, NULL::varchar AS plc, p.act_start + 5 + k*28 AS dt, round(p.contract_amt/4,2) AS amt, p.proj_cd||k AS kk FROM projects p, generate_series(0,3) k
    WHERE p.act_start IS NOT NULL AND NOT (p.status='HOLD' AND k>0)
  UNION ALL SELECT j.client_id, NULL, l.plc_id, l.onboard_dt+3, l.fee_amt, l.plc_id FROM placements l JOIN job_orders j USING (req_id) WHERE l.onboard_dt IS NOT NULL),
t AS MATERIALIZED (SELECT s.*, dt + (ARRAY[30,30,45,60])[1+_h('du'||kk,4)] AS du, _h('vs'||kk,100) AS hs FROM s WHERE dt<=date '2026-11-20'),
u AS MATERIALIZED (SELECT t.*, CASE WHEN hs<3 OR hs BETWEEN 3 AND 7 OR du-22+_h('pd'||kk,60)>date '2026-11-20' THEN NULL ELSE greatest(dt, du-22+_h('pd'||kk,60)) END AS pd FROM t)
SELECT 'INV'||lpad((row_number() OVER (ORDER BY dt, kk))::text,5,'0'), client_id, proj_cd, plc, dt, du, pd, amt,
  CASE WHEN pd IS NULL THEN 0 WHEN hs BETWEEN 8 AND 13 THEN round(amt*0.6,2) ELSE amt END,
  CASE WHEN hs<3 THEN 'VOID' WHEN pd IS NULL THEN 'OPEN' WHEN hs BETWEEN 8 AND 13 THEN 'PART' ELSE 'PAID' END
FROM u;

CREATE TABLE leave_requests (
  lv_id       int PRIMARY KEY,
  emp_id      varchar(5) NOT NULL REFERENCES employees,
  lv_type     char(2) NOT NULL,
  applied_on  date NOT NULL,
  start_dt    date NOT NULL,
  end_dt      date NOT NULL,
  days        numeric(4,1) NOT NULL,
  approver_id varchar(5) REFERENCES employees,
  status      char(1) NOT NULL
);
INSERT INTO leave_requests
WITH a AS MATERIALIZED (SELECT e.emp_id, e.manager_id, e.hire_dt, e.term_dt, k, e.emp_id||'v'||k AS kk, date '2024-11-01' + _h('ls'||e.emp_id||k,775) AS sd FROM employees e, generate_series(1,16) k),
b AS MATERIALIZED (SELECT a.*, 1+_h('ld'||kk,5) AS n FROM a WHERE sd>=hire_dt AND (term_dt IS NULL OR sd<=term_dt-7))
SELECT row_number() OVER (ORDER BY sd, kk)::int, emp_id, (ARRAY['AL','AL','AL','SL','SL','PL','ML'])[1+_h('lt'||kk,7)], least(sd - _h('la'||kk,20), date '2026-11-20'), sd, sd+n-1,
  n - CASE WHEN _h('lh'||kk,5)=0 THEN 0.5 ELSE 0 END,
  CASE WHEN _h('lst'||kk,100)>=93 THEN NULL ELSE manager_id END,
  CASE WHEN _h('lst'||kk,100)<86 THEN 'A' WHEN _h('lst'||kk,100)<93 THEN 'R' ELSE 'W' END
FROM b;

DROP FUNCTION _h(text,int);
CREATE INDEX ON timesheets (work_dt);
CREATE INDEX ON invoices (issue_dt);
ANALYZE;

-- 恒升电梯 Hengsheng Elevator: installation and maintenance. Sample data, deterministic, up to 2026-11-20
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;

CREATE FUNCTION h(s text, n int) RETURNS int IMMUTABLE LANGUAGE sql AS
$$ SELECT ('x' || substr(md5(s), 1, 7))::bit(28)::int % n $$;

CREATE TABLE fgs (
  fgs_id int PRIMARY KEY,
  mc varchar(20) NOT NULL,
  name_en varchar(30) NOT NULL,
  region varchar(10) NOT NULL,
  mgr_id int,
  opened_on date NOT NULL
);
COMMENT ON TABLE fgs IS '分公司';
COMMENT ON COLUMN fgs.mc IS '分公司名称';
COMMENT ON COLUMN fgs.name_en IS 'English name of the branch';
COMMENT ON COLUMN fgs.region IS '大区';
COMMENT ON COLUMN fgs.mgr_id IS '分公司经理';
COMMENT ON COLUMN fgs.opened_on IS '成立日期';

CREATE TABLE ygxx (
  yg_id int PRIMARY KEY,
  xm varchar(10) NOT NULL,
  xm_en varchar(30) NOT NULL,
  fgs_id int NOT NULL REFERENCES fgs,
  leader_id int REFERENCES ygxx,
  gw char(1) NOT NULL,
  zsbh varchar(20),
  cert_exp date,
  hired_on date NOT NULL,
  left_on date
);
COMMENT ON TABLE ygxx IS '员工信息（经理、班组长、维保工、安装工、销售）';
COMMENT ON COLUMN ygxx.xm IS '姓名';
COMMENT ON COLUMN ygxx.xm_en IS 'Name in pinyin';
COMMENT ON COLUMN ygxx.leader_id IS '直属上级：维保工、安装工的班组长';
COMMENT ON COLUMN ygxx.gw IS '岗位：M经理 L班组长 W维保工 Z安装工 S销售';
COMMENT ON COLUMN ygxx.zsbh IS '作业证编号';
COMMENT ON COLUMN ygxx.cert_exp IS '作业证有效期至';
COMMENT ON COLUMN ygxx.hired_on IS '入职日期';
COMMENT ON COLUMN ygxx.left_on IS '离职日期，在职为空';

CREATE TABLE khxx (
  kh_id int PRIMARY KEY,
  kh_mc varchar(30) NOT NULL,
  kh_en varchar(50) NOT NULL,
  kh_lx smallint NOT NULL,
  city varchar(10) NOT NULL,
  khjl_id int NOT NULL REFERENCES ygxx,
  since date NOT NULL
);
COMMENT ON TABLE khxx IS '客户信息';
COMMENT ON COLUMN khxx.kh_mc IS '客户名称';
COMMENT ON COLUMN khxx.kh_en IS 'Customer name in English';
COMMENT ON COLUMN khxx.kh_lx IS '客户类型 1物业公司 2开发商 3业主单位';
COMMENT ON COLUMN khxx.city IS '总部所在城市';
COMMENT ON COLUMN khxx.khjl_id IS '客户经理';
COMMENT ON COLUMN khxx.since IS '合作起始日';

CREATE TABLE building (
  bld_id int PRIMARY KEY,
  name varchar(30) NOT NULL,
  name_en varchar(50) NOT NULL,
  city varchar(10) NOT NULL,
  city_en varchar(20) NOT NULL,
  use_type smallint NOT NULL,
  floors int NOT NULL,
  fgs_id int NOT NULL REFERENCES fgs,
  mgmt_kh_id int NOT NULL REFERENCES khxx,
  dev_kh_id int REFERENCES khxx,
  delivered_on date
);
COMMENT ON TABLE building IS '楼宇（项目）';
COMMENT ON COLUMN building.name IS '楼宇名称';
COMMENT ON COLUMN building.city IS '城市';
COMMENT ON COLUMN building.use_type IS '用途：1住宅 2写字楼 3商场 4医院 5产业园';
COMMENT ON COLUMN building.floors IS '层数';
COMMENT ON COLUMN building.fgs_id IS '所属分公司';
COMMENT ON COLUMN building.mgmt_kh_id IS '物业管理方';
COMMENT ON COLUMN building.dev_kh_id IS '开发商';
COMMENT ON COLUMN building.delivered_on IS '交付日期';

CREATE TABLE elevator (
  elev_id int PRIMARY KEY,
  dt_no varchar(12) NOT NULL UNIQUE,
  bld_id int NOT NULL REFERENCES building,
  pos varchar(20) NOT NULL,
  kind char(1) NOT NULL,
  brand varchar(10) NOT NULL,
  load_kg int NOT NULL,
  stops int NOT NULL,
  installer_id int REFERENCES ygxx,
  maintainer_id int NOT NULL REFERENCES ygxx,
  installed_on date NOT NULL,
  state char(1) NOT NULL
);
COMMENT ON TABLE elevator IS '电梯台账';
COMMENT ON COLUMN elevator.dt_no IS '电梯编号';
COMMENT ON COLUMN elevator.pos IS '位置';
COMMENT ON COLUMN elevator.kind IS '梯种：K客梯 H货梯 F扶梯 Y医用梯';
COMMENT ON COLUMN elevator.brand IS '品牌';
COMMENT ON COLUMN elevator.load_kg IS '额定载重(kg)';
COMMENT ON COLUMN elevator.stops IS '层站数';
COMMENT ON COLUMN elevator.installer_id IS '安装负责人，非我司安装为空';
COMMENT ON COLUMN elevator.maintainer_id IS '维保责任人';
COMMENT ON COLUMN elevator.installed_on IS '安装日期';
COMMENT ON COLUMN elevator.state IS 'R在用 S停用 X报废';

CREATE TABLE ht (
  ht_id int PRIMARY KEY,
  ht_no varchar(20) NOT NULL UNIQUE,
  kh_id int NOT NULL REFERENCES khxx,
  bld_id int NOT NULL REFERENCES building,
  fgs_id int NOT NULL REFERENCES fgs,
  ht_lx char(1) NOT NULL,
  signed_on date NOT NULL,
  start_on date NOT NULL,
  end_on date NOT NULL,
  amt_wan numeric(10,2) NOT NULL,
  sales_id int NOT NULL REFERENCES ygxx,
  pm_id int REFERENCES ygxx,
  prev_ht_id int REFERENCES ht,
  xq char(1),
  zt smallint NOT NULL
);
COMMENT ON TABLE ht IS '合同';
COMMENT ON COLUMN ht.ht_no IS '合同编号';
COMMENT ON COLUMN ht.kh_id IS '签约客户';
COMMENT ON COLUMN ht.fgs_id IS '签约分公司';
COMMENT ON COLUMN ht.ht_lx IS '合同类型：M清包维保 F全包维保 I安装 G改造';
COMMENT ON COLUMN ht.signed_on IS '签订日期';
COMMENT ON COLUMN ht.start_on IS '开始日期';
COMMENT ON COLUMN ht.end_on IS '到期日期';
COMMENT ON COLUMN ht.amt_wan IS '合同金额（万元）';
COMMENT ON COLUMN ht.sales_id IS '签约人';
COMMENT ON COLUMN ht.pm_id IS '项目负责人，仅安装、改造合同';
COMMENT ON COLUMN ht.prev_ht_id IS '续签自哪份合同，新签为空';
COMMENT ON COLUMN ht.xq IS '到期是否续签 Y已续 N未续，未到续签期为空；安装、改造为空';
COMMENT ON COLUMN ht.zt IS '1执行中 2已到期 3提前终止';

CREATE TABLE wb_visit (
  visit_id int PRIMARY KEY,
  elev_id int NOT NULL REFERENCES elevator,
  tech_id int NOT NULL REFERENCES ygxx,
  bylx smallint NOT NULL,
  plan_date date NOT NULL,
  done_date date,
  mins int,
  qs char(1)
);
COMMENT ON TABLE wb_visit IS '保养工单（计划与实际）';
COMMENT ON COLUMN wb_visit.tech_id IS '保养人';
COMMENT ON COLUMN wb_visit.bylx IS '保养类型 1月度 2季度 3半年 4年度';
COMMENT ON COLUMN wb_visit.plan_date IS '计划日期';
COMMENT ON COLUMN wb_visit.done_date IS '实际完成日期，未做为空';
COMMENT ON COLUMN wb_visit.mins IS '保养用时（分钟）';
COMMENT ON COLUMN wb_visit.qs IS '客户签字 Y/N';

CREATE TABLE callout (
  call_id int PRIMARY KEY,
  elev_id int NOT NULL REFERENCES elevator,
  lx smallint NOT NULL,
  cause char(2) NOT NULL,
  channel smallint NOT NULL,
  reported_at timestamp NOT NULL,
  arrived_at timestamp,
  fixed_at timestamp,
  trapped_n int NOT NULL DEFAULT 0,
  tech_id int NOT NULL REFERENCES ygxx,
  helper_id int REFERENCES ygxx
);
COMMENT ON TABLE callout IS '急修单';
COMMENT ON COLUMN callout.lx IS '急修类型 1停梯故障 2困人 3异响抖动 4外部报修';
COMMENT ON COLUMN callout.cause IS '原因 MX门系统 DK电气控制 YY曳引 RW人为 TD停电';
COMMENT ON COLUMN callout.channel IS '1热线 2物联网 3客户APP 4应急平台96333';
COMMENT ON COLUMN callout.reported_at IS '报修时间';
COMMENT ON COLUMN callout.arrived_at IS '到场时间';
COMMENT ON COLUMN callout.fixed_at IS '修复时间，未修好为空';
COMMENT ON COLUMN callout.trapped_n IS '被困人数';
COMMENT ON COLUMN callout.tech_id IS '处理人';
COMMENT ON COLUMN callout.helper_id IS '协助人';

CREATE TABLE pj_use (
  use_id int PRIMARY KEY,
  elev_id int NOT NULL REFERENCES elevator,
  call_id int REFERENCES callout,
  tech_id int NOT NULL REFERENCES ygxx,
  part_name varchar(20) NOT NULL,
  part_cat char(2) NOT NULL,
  qty int NOT NULL,
  unit_cost numeric(10,2) NOT NULL,
  used_on date NOT NULL,
  wty boolean NOT NULL
);
COMMENT ON TABLE pj_use IS '配件更换记录';
COMMENT ON COLUMN pj_use.call_id IS '对应急修单，保养时更换为空';
COMMENT ON COLUMN pj_use.tech_id IS '更换人';
COMMENT ON COLUMN pj_use.part_name IS '配件名称';
COMMENT ON COLUMN pj_use.part_cat IS 'MX门系统 DK电气 YY曳引 AQ安全部件 JX轿厢';
COMMENT ON COLUMN pj_use.qty IS '数量';
COMMENT ON COLUMN pj_use.unit_cost IS '单价（元）';
COMMENT ON COLUMN pj_use.used_on IS '更换日期';
COMMENT ON COLUMN pj_use.wty IS '是否质保内';

CREATE TABLE nj (
  nj_id int PRIMARY KEY,
  elev_id int NOT NULL REFERENCES elevator,
  insp_on date NOT NULL,
  agency varchar(20) NOT NULL,
  result char(1) NOT NULL,
  next_due date,
  fee numeric(8,2) NOT NULL
);
COMMENT ON TABLE nj IS '年检记录';
COMMENT ON COLUMN nj.insp_on IS '检验日期';
COMMENT ON COLUMN nj.agency IS '检验机构';
COMMENT ON COLUMN nj.result IS '结论 P合格 F不合格 R复检合格';
COMMENT ON COLUMN nj.next_due IS '下次检验日期，不合格为空';
COMMENT ON COLUMN nj.fee IS '检验费（元）';

CREATE TABLE fp (
  fp_id int PRIMARY KEY,
  fp_no varchar(20) NOT NULL,
  ht_id int NOT NULL REFERENCES ht,
  kind smallint NOT NULL,
  issued_on date NOT NULL,
  due_on date NOT NULL,
  paid_on date,
  amt numeric(12,2) NOT NULL
);
COMMENT ON TABLE fp IS '发票';
COMMENT ON COLUMN fp.fp_no IS '发票号';
COMMENT ON COLUMN fp.kind IS '1专票 2普票';
COMMENT ON COLUMN fp.issued_on IS '开票日期';
COMMENT ON COLUMN fp.due_on IS '应付日期';
COMMENT ON COLUMN fp.paid_on IS '到账日期，未付为空';
COMMENT ON COLUMN fp.amt IS '开票金额（元）';

CREATE TABLE complaint (
  ts_id int PRIMARY KEY,
  kh_id int NOT NULL REFERENCES khxx,
  elev_id int REFERENCES elevator,
  tech_id int REFERENCES ygxx,
  cat smallint NOT NULL,
  received_on date NOT NULL,
  closed_on date,
  score smallint
);
COMMENT ON TABLE complaint IS '客户投诉';
COMMENT ON COLUMN complaint.tech_id IS '被投诉人';
COMMENT ON COLUMN complaint.cat IS '投诉类别 1服务态度 2响应慢 3反复故障 4收费争议 5噪音';
COMMENT ON COLUMN complaint.received_on IS '受理日期';
COMMENT ON COLUMN complaint.closed_on IS '办结日期';
COMMENT ON COLUMN complaint.score IS '回访满意度 1-5';

INSERT INTO fgs VALUES
 (1,'上海分公司','Shanghai Branch','华东',1,'2006-03-01'),
 (2,'杭州分公司','Hangzhou Branch','华东',12,'2009-05-18'),
 (3,'南京分公司','Nanjing Branch','华东',23,'2011-09-01'),
 (4,'成都分公司','Chengdu Branch','西南',34,'2013-04-12'),
 (5,'武汉分公司','Wuhan Branch','华中',45,'2015-06-30'),
 (6,'深圳分公司','Shenzhen Branch','华南',56,'2017-10-10');

-- eleven people a branch: M, L, L, W x5, Z, Z, S
INSERT INTO ygxx
SELECT n, split_part(p,'|',1), split_part(p,'|',2), f,
       CASE WHEN k = 1 THEN NULL WHEN k IN (2,3,11) THEN b+1 WHEN k IN (4,5,6,9) THEN b+2 ELSE b+3 END,
       substr('MLLWWWWWZZS', k, 1),
       CASE WHEN k BETWEEN 2 AND 10 THEN 'TS' || (20180000 + n*137 + h('z'||n,90)) END,
       CASE WHEN k BETWEEN 2 AND 10 THEN date '2026-10-01' + h('ce'||n,1100) END,
       CASE WHEN k <= 3 THEN date '2010-01-04' + h('hi'||n,1800) ELSE date '2015-01-05' + h('hi'||n,3400) END,
       CASE WHEN n IN (7,20,31,40,53,64) THEN date '2026-02-10' + (n*4) END
FROM (SELECT n::int, p, (n::int-1)/11+1 f, (n::int-1)%11+1 k, ((n::int-1)/11)*11 b
      FROM unnest(string_to_array('周立群|Zhou Liqun,顾海涛|Gu Haitao,陆振华|Lu Zhenhua,沈佳明|Shen Jiaming,徐志强|Xu Zhiqiang,钱文斌|Qian Wenbin,朱磊|Zhu Lei,倪晓峰|Ni Xiaofeng,施建军|Shi Jianjun,包国平|Bao Guoping,蒋敏|Jiang Min,俞正东|Yu Zhengdong,章华林|Zhang Hualin,楼晨光|Lou Chenguang,方俊|Fang Jun,金伟|Jin Wei,应浩|Ying Hao,骆明辉|Luo Minghui,傅斌|Fu Bin,裘建平|Qiu Jianping,来勇|Lai Yong,柴丽娜|Chai Lina,唐国栋|Tang Guodong,夏明|Xia Ming,葛军|Ge Jun,吴凯|Wu Kai,杭志远|Hang Zhiyuan,仇海波|Qiu Haibo,鲁大为|Lu Dawei,孔祥瑞|Kong Xiangrui,丁永福|Ding Yongfu,尹长贵|Yin Changgui,宋佳|Song Jia,罗建川|Luo Jianchuan,廖文杰|Liao Wenjie,邓超群|Deng Chaoqun,何勇|He Yong,杨帆|Yang Fan,蒲小龙|Pu Xiaolong,曾强|Zeng Qiang,冉光辉|Ran Guanghui,岳大山|Yue Dashan,税明|Shui Ming,苟雪梅|Gou Xuemei,胡汉生|Hu Hansheng,熊辉|Xiong Hui,严斌|Yan Bin,万里|Wan Li,彭涛|Peng Tao,余洪|Yu Hong,柯志刚|Ke Zhigang,祝亮|Zhu Liang,涂正军|Tu Zhengjun,桂文|Gui Wen,舒婷婷|Shu Tingting,陈锐锋|Chen Ruifeng,黄伟业|Huang Weiye,梁志荣|Liang Zhirong,林楚杰|Lin Chujie,郑海|Zheng Hai,谢永康|Xie Yongkang,曹阳|Cao Yang,邱国华|Qiu Guohua,温水生|Wen Shuisheng,蔡东|Cai Dong,叶倩|Ye Qian', ',')) WITH ORDINALITY AS u(p, n)) x;
ALTER TABLE fgs ADD FOREIGN KEY (mgr_id) REFERENCES ygxx;

INSERT INTO khxx
SELECT n, split_part(p,'|',1), split_part(p,'|',2), CASE WHEN n<=18 THEN 1 WHEN n<=30 THEN 2 ELSE 3 END,
       split_part(p,'|',3), h('kj'||n,6)*11+11, date '2012-01-01' + h('ks'||n,4700)
FROM (SELECT n::int, p FROM unnest(string_to_array('万邻物业|Wanlin Property|上海,佳安物业|Jiaan Property|上海,东御物业|Dongyu Property|苏州,瑞居服务|Ruiju Services|杭州,江南物业|Jiangnan Property|南京,绿源物业|Lvyuan Property|杭州,金管家物业|Golden Steward|宁波,德胜物业|Desheng Property|成都,长风物业|Changfeng Property|上海,西城物业|Xicheng Property|成都,蓉城物业|Rongcheng Property|成都,山城物业|Shancheng Property|重庆,楚天物业|Chutian Property|武汉,南粤物业|Nanyue Property|广州,鹏程物业|Pengcheng Property|深圳,海港物业|Harbour Property|宁波,云栖物业|Yunqi Property|杭州,紫荆物业|Bauhinia Property|深圳,恒远地产|Hengyuan Land|上海,宝华置业|Baohua Estates|上海,中锦地产|Zhongjin Land|北京,龙兴置地|Longxing Land|重庆,申城开发|Shencheng Development|上海,钱塘置业|Qiantang Estates|杭州,金陵建设|Jinling Construction|南京,巴蜀置地|Bashu Land|成都,汉江地产|Hanjiang Land|武汉,湾区置业|Bay Area Estates|深圳,甬城建设|Yongcheng Construction|宁波,苏园发展|Suyuan Development|苏州,瑞康医疗集团|Ruikang Medical Group|上海,仁爱医疗集团|Renai Medical Group|重庆,楚汉百货|Chuhan Department Stores|武汉,天街商业|Tianjie Retail|重庆,前海投资|Qianhai Investment|深圳,临港集团|Lingang Group|上海', ',')) WITH ORDINALITY AS u(p, n)) x;

INSERT INTO building
SELECT n, split_part(p,'|',1), split_part(p,'|',2),
       (ARRAY['上海','苏州','杭州','宁波','南京','成都','重庆','武汉','深圳','广州'])[c],
       (ARRAY['Shanghai','Suzhou','Hangzhou','Ningbo','Nanjing','Chengdu','Chongqing','Wuhan','Shenzhen','Guangzhou'])[c],
       split_part(p,'|',3)::int,
       CASE split_part(p,'|',3)::int WHEN 1 THEN 11+h('fl'||n,22) WHEN 2 THEN 18+h('fl'||n,34) WHEN 3 THEN 4+h('fl'||n,5) WHEN 4 THEN 8+h('fl'||n,12) ELSE 4+h('fl'||n,8) END,
       (ARRAY[1,1,2,2,3,4,4,5,6,6])[c],
       split_part(p,'|',4)::int, NULLIF(split_part(p,'|',5),'')::int,
       date '2006-06-01' + h('dl'||n,6800)
FROM (SELECT n::int, p, (n::int-1)/6+1 c FROM unnest(string_to_array(
'浦江国际大厦|Pujiang International Tower|2|1|19,虹桥天汇广场|Hongqiao Tianhui Plaza|3|9|20,锦绣华庭|Jinxiu Court|1|2|19,临港科创园|Lingang Tech Park|5|36|23,瑞康医院|Ruikang Hospital|4|31|,大宁公馆|Daning Residence|1|1|23,'
'金鸡湖一号|Jinji Lake One|1|3|30,星海中心|Xinghai Center|2|3|30,姑苏里|Gusuli Mall|3|9|21,吴中医院|Wuzhong Hospital|4|31|,独墅苑|Dushu Garden|1|3|30,相城物流园|Xiangcheng Logistics Park|5|2|,'
'钱江世纪大厦|Qianjiang Century Tower|2|4|24,西溪诚园|Xixi Chengyuan|1|17|24,湖滨银座|Hubin Ginza|3|6|20,滨江智谷|Binjiang Smart Valley|5|4|24,城北医院|Chengbei Hospital|4|6|,良渚花苑|Liangzhu Garden|1|17|19,'
'东部新城中心|Eastern New Town Center|2|7|29,鄞州万象汇|Yinzhou Mixc|3|16|29,北仑港务大楼|Beilun Port Building|2|16|,月湖雅苑|Moon Lake Court|1|7|29,甬江医院|Yongjiang Hospital|4|7|,江北里|Jiangbeili|1|16|20,'
'紫金大厦|Zijin Tower|2|5|25,河西奥体广场|Hexi Olympic Plaza|3|5|25,秦淮人家|Qinhuai Homes|1|5|25,仙林学府|Xianlin Academy|1|1|21,鼓楼中医院|Gulou TCM Hospital|4|5|,江宁软件园|Jiangning Software Park|5|9|,'
'天府金融中心|Tianfu Financial Center|2|10|26,锦江春熙里|Chunxili Mall|3|11|26,高新孵化园|Gaoxin Incubator|5|8|,麓湖云邸|Luhu Villas|1|8|21,锦西医院|Jinxi Hospital|4|11|,青羊新苑|Qingyang New Court|1|10|26,'
'江北嘴大厦|Jiangbeizui Tower|2|12|22,解放碑时代广场|Jiefangbei Times Square|3|34|22,南岸江景苑|Nanan River View|1|12|22,两江物流园|Liangjiang Logistics Park|5|12|,仁爱医院|Renai Hospital|4|32|,沙坪坝天街|Shapingba Tianjie|3|34|22,'
'光谷国际|Optics Valley International|2|13|27,江汉路百货|Jianghan Road Store|3|33|,东湖澜岸|East Lake Shore|1|13|27,汉口中心大厦|Hankou Center Tower|2|13|27,同和医院|Tonghe Hospital|4|13|,武昌府|Wuchang Mansion|1|10|27,'
'南山科技大厦|Nanshan Tech Tower|2|15|28,福田星河中心|Futian Galaxy Center|2|18|28,宝安海雅城|Baoan Haiya City|3|15|28,龙岗康城|Longgang Kangcheng|1|18|21,蛇口医院|Shekou Hospital|4|15|,前海一号|Qianhai One|1|35|35,'
'珠江新城汇|Zhujiang New Town Mall|3|14|28,天河都荟|Tianhe Duhui|1|14|28,番禺锦绣苑|Panyu Jinxiu Garden|1|14|21,白云仁和医院|Baiyun Renhe Hospital|4|14|,琶洲会展大厦|Pazhou Expo Tower|2|18|28,黄埔工业园|Huangpu Industrial Park|5|14|', ',')) WITH ORDINALITY AS u(p, n)) x;

INSERT INTO elevator
SELECT row_number() OVER (ORDER BY b.bld_id, k),
       (ARRAY['SH','HZ','NJ','CD','WH','SZ'])[b.fgs_id] || '-' || lpad((row_number() OVER (PARTITION BY b.fgs_id ORDER BY b.bld_id, k))::text, 4, '0'),
       b.bld_id, ((k-1)/3+1) || '号楼' || k || '号梯',
       CASE b.use_type WHEN 3 THEN CASE WHEN k%2=0 THEN 'F' WHEN k=1 THEN 'H' ELSE 'K' END
            WHEN 4 THEN CASE WHEN k%3=0 THEN 'K' ELSE 'Y' END
            WHEN 5 THEN CASE WHEN k%2=1 THEN 'H' ELSE 'K' END
            ELSE CASE WHEN k=5 THEN 'H' ELSE 'K' END END,
       (ARRAY['恒升','恒升','恒升','恒升','三菱','三菱','日立','奥的斯','通力','日立'])[1+h('br'||b.bld_id||'-'||k/3,10)],
       (ARRAY[630,800,1000,1000,1350,1600,2000])[1+h('ld'||b.bld_id||'-'||k,7)],
       CASE WHEN b.use_type=3 AND k%2=0 THEN 2 ELSE b.floors END,
       CASE WHEN h('in'||b.bld_id||'-'||k/3,100) < 68 THEN (b.fgs_id-1)*11 + 9 + h('iw'||b.bld_id,2) END,
       (b.fgs_id-1)*11 + CASE h('mt'||b.bld_id||'-'||k/4,8) WHEN 0 THEN 4 WHEN 1 THEN 5 WHEN 2 THEN 5 WHEN 3 THEN 6 WHEN 4 THEN 6 WHEN 5 THEN 8 WHEN 6 THEN 8 ELSE 4 END,
       LEAST(b.delivered_on + 20 + h('io'||b.bld_id||'-'||k,40) + CASE WHEN k>4 THEN 700 ELSE 0 END, date '2026-06-30' - h('io'||b.bld_id||'-'||k,200)),
       CASE WHEN h('st'||b.bld_id||'-'||k,100) < 92 THEN 'R' WHEN h('st'||b.bld_id||'-'||k,100) < 97 THEN 'S' ELSE 'X' END
FROM building b, generate_series(1, 8) k WHERE k <= 4 + h('ne'||b.bld_id,5);

-- maintenance contracts: a chain of years for each building
CREATE TEMP TABLE mc AS
SELECT b.bld_id, k, b.mgmt_kh_id kh, b.fgs_id,
       CASE WHEN h('ml'||b.bld_id,100) < 45 THEN 'F' ELSE 'M' END lx,
       (date '2024-01-08' + h('ms'||b.bld_id,350) + make_interval(years => k))::date st,
       5 + h('md'||b.bld_id||k,28) ahead,
       CASE WHEN h('mr'||b.bld_id||'-1',100) < 88 THEN 1 ELSE 0 END r1,
       CASE WHEN h('mr'||b.bld_id||'-2',100) < 80 THEN 1 ELSE 0 END r2,
       (SELECT count(*) FROM elevator e WHERE e.bld_id=b.bld_id) n
FROM building b, generate_series(0,2) k;
CREATE TEMP TABLE allht AS
SELECT row_number() OVER (ORDER BY sg, src, bld_id) id, * FROM (
  SELECT 1 src, bld_id, kh, fgs_id, lx, st - ahead sg, st, (st + interval '1 year')::date - 1 en,
         round((n * CASE lx WHEN 'F' THEN 2.4 ELSE 0.9 END * (1 + h('ma'||bld_id,60)/100.0) * (1+k*0.04))::numeric, 2) amt,
         k, (fgs_id-1)*11 + CASE WHEN h('sl'||bld_id||k,4)=0 THEN 2 ELSE 11 END sales, NULL::int pm
  FROM mc WHERE k=0 OR (k=1 AND r1=1) OR (k=2 AND r1=1 AND r2=1)
  UNION ALL
  SELECT 2, bld_id, COALESCE(dev_kh_id, mgmt_kh_id), fgs_id, 'I', d, d+15, d+15+180+h('ie'||i,160),
         round((80 + h('ia'||i,4600)/10.0)::numeric, 1), NULL, (fgs_id-1)*11+11, (fgs_id-1)*11 + 9 + h('ip'||i,2)
  FROM (SELECT i, 1+h('ib'||i,60) bid, date '2024-01-20' + i*20 + h('id'||i,18) d FROM generate_series(1,50) i) x JOIN building ON bld_id=bid
  UNION ALL
  SELECT 3, bld_id, mgmt_kh_id, fgs_id, 'G', d, d+20, d+20+60+h('ge'||i,90),
         round((18 + h('ga'||i,900)/10.0)::numeric, 1), NULL, (fgs_id-1)*11+11, (fgs_id-1)*11 + 2 + h('gp'||i,2)
  FROM (SELECT i, 1+h('gb'||i,60) bid, date '2024-02-10' + i*31 + h('gd'||i,25) d FROM generate_series(1,32) i) x JOIN building ON bld_id=bid
) y WHERE sg <= '2026-11-20';
INSERT INTO ht
SELECT a.id, 'HS' || to_char(a.sg,'YYYY') || '-' || a.lx || lpad(a.id::text,4,'0'), a.kh, a.bld_id, a.fgs_id, a.lx, a.sg, a.st, a.en, a.amt, a.sales, a.pm,
       p.id, CASE WHEN a.src=1 THEN CASE WHEN nx.id IS NOT NULL THEN 'Y' WHEN a.en <= '2026-11-20' THEN 'N' END END,
       CASE WHEN a.src=1 AND a.en > '2026-11-20' AND h('zz'||a.id,25)=0 THEN 3 WHEN a.en <= '2026-11-20' THEN 2 ELSE 1 END
FROM allht a
LEFT JOIN allht p ON a.src=1 AND p.src=1 AND p.bld_id=a.bld_id AND p.k=a.k-1
LEFT JOIN allht nx ON a.src=1 AND nx.src=1 AND nx.bld_id=a.bld_id AND nx.k=a.k+1
ORDER BY a.id;

INSERT INTO wb_visit
SELECT row_number() OVER (ORDER BY pd, elev_id), elev_id, tech, ty, pd,
       CASE WHEN dd <= '2026-11-20' THEN dd END,
       CASE WHEN dd <= '2026-11-20' THEN 25 + ty*14 + h('mi'||elev_id||pd,45) END,
       CASE WHEN dd <= '2026-11-20' THEN CASE WHEN h('qs'||elev_id||pd,100) < 91 THEN 'Y' ELSE 'N' END END
FROM (SELECT elev_id, ty, pd, tech,
             CASE WHEN r < 5 THEN NULL WHEN r < 17 - g THEN pd + 1 + h('lt'||elev_id||pd,9) ELSE pd - h('ea'||elev_id||pd,3) END dd
      FROM (SELECT e.elev_id, e.maintainer_id, b.fgs_id g,
                   CASE WHEN (mm + e.elev_id) % 12 = 0 THEN 4 WHEN (mm + e.elev_id) % 6 = 0 THEN 3 WHEN (mm + e.elev_id) % 3 = 0 THEN 2 ELSE 1 END ty,
                   (m + h('pd'||e.elev_id||mm/2,26))::date pd,
                   h('vr'||e.elev_id||mm,100) r,
                   CASE WHEN h('vt'||e.elev_id||mm,100) < 88 THEN e.maintainer_id ELSE (b.fgs_id-1)*11 + CASE WHEN b.fgs_id IN (1,4) AND mm > 13 THEN 4 + h('vu'||e.elev_id||mm,2) ELSE 7 END END tech
            FROM elevator e JOIN building b USING (bld_id),
                 (SELECT i mm, (date '2025-01-01' + make_interval(months => i))::date m FROM generate_series(0,23) i) q
            WHERE m > e.installed_on AND NOT (e.state='X' AND m > '2026-03-01')) z) w;

INSERT INTO callout
SELECT row_number() OVER (ORDER BY rep), elev_id, lx, cause, ch, rep,
       CASE WHEN rep + arr <= timestamp '2026-11-20 23:59' THEN rep + arr END,
       CASE WHEN opn = 0 AND rep + arr + fx <= timestamp '2026-11-20 23:59' THEN rep + arr + fx END,
       CASE WHEN lx=2 THEN 1 + h('tn'||i,4) ELSE 0 END, tech,
       CASE WHEN h('hp'||i,100) < 14 THEN (fgs_id-1)*11 + 7 + CASE WHEN h('hq'||i,2)=0 THEN 1 ELSE -4 END END
FROM (SELECT i, e.elev_id, b.fgs_id,
             CASE WHEN h('lx'||i,100) < 58 THEN 1 WHEN h('lx'||i,100) < 71 THEN 2 WHEN h('lx'||i,100) < 90 THEN 3 ELSE 4 END lx,
             (ARRAY['MX','MX','MX','MX','DK','DK','DK','YY','RW','RW','TD'])[1+h('ca'||i,11)] cause,
             (ARRAY[1,1,1,1,2,2,3,3,4])[1+h('ch'||i,9)] ch,
             timestamp '2025-01-01' + make_interval(days => (i*689/2400) + h('cd'||i,3) - CASE WHEN i > 2390 OR i < 10 THEN 1 ELSE 0 END * h('cd'||i,3), mins => CASE WHEN h('cn'||i,100) < 80 THEN 420 + h('ct'||i,840) ELSE h('ct'||i,1440) END) rep,
             make_interval(mins => (12 + h('ar'||i,28) + b.fgs_id*2 + CASE WHEN h('as'||i,100) < 12 THEN 25 ELSE 0 END)) arr,
             make_interval(mins => (18 + h('fx'||i,150) + CASE WHEN h('fy'||i,100) < 9 THEN 600 + h('fz'||i,1800) ELSE 0 END)) fx,
             CASE WHEN i > 2380 AND h('op'||i,5) < 2 THEN 1 ELSE 0 END opn,
             CASE WHEN b.fgs_id <= 3 AND h('xb'||i,100) < 5 THEN (b.fgs_id % 3)*11 + 4 ELSE (b.fgs_id-1)*11 + CASE WHEN h('tk'||i,100) < 70 THEN (e.maintainer_id-1)%11+1 WHEN b.fgs_id IN (1,4) AND i > 1400 THEN 4 + (ARRAY[0,1,2,4])[1+h('tl'||i,4)] ELSE 7 - 3*h('tl'||i,2) END END tech
      FROM generate_series(1,2400) i
      JOIN elevator e ON e.elev_id = 1 + (h('ce'||i,1000) * h('cf'||i,1000) / 1000 * 7 + h('cg'||i,90)*11) % (SELECT count(*) FROM elevator)::int
      JOIN building b USING (bld_id)) x
WHERE rep < '2026-11-21';

CREATE TEMP TABLE parts AS
SELECT n, split_part(p,'|',1) nm, split_part(p,'|',2) ct, split_part(p,'|',3)::numeric pr
FROM (SELECT n::int, p FROM unnest(string_to_array('门机皮带|MX|180,门锁触点|MX|65,门滑块|MX|38,光幕|MX|860,门机变频器|MX|2450,主板|DK|3800,接触器|DK|320,按钮|DK|55,外呼板|DK|420,变频器|DK|9600,钢丝绳|YY|2800,曳引轮|YY|6200,制动器|AQ|3300,限速器|AQ|1850,缓冲器|AQ|940,轿厢照明|JX|120,轿厢风扇|JX|260', ',')) WITH ORDINALITY AS u(p,n)) x;
INSERT INTO pj_use
SELECT row_number() OVER (ORDER BY d, k), elev_id, call_id, tech_id, nm, ct, 1 + CASE WHEN pr < 400 THEN h('q'||k,4) ELSE 0 END,
       round(pr * (0.94 + h('up'||k,13)/100.0), 2), d, h('w'||k,100) < 22
FROM (SELECT 'c'||call_id k, c.elev_id, c.call_id, c.tech_id, c.fixed_at::date d, 1 + h('pn'||c.call_id,17) pn
      FROM callout c WHERE c.fixed_at IS NOT NULL AND c.cause NOT IN ('TD') AND h('pu'||c.call_id,100) < 62
      UNION ALL
      SELECT 'v'||visit_id, v.elev_id, NULL, v.tech_id, v.done_date, 1 + h('pn'||visit_id,17)
      FROM wb_visit v WHERE v.done_date IS NOT NULL AND h('pv'||visit_id,100) < 8) u JOIN parts ON n=pn;

INSERT INTO nj
SELECT row_number() OVER (ORDER BY d, elev_id), elev_id, d, ag, res, CASE WHEN res <> 'F' THEN (d + interval '1 year')::date END, fee
FROM (SELECT e.elev_id, d, ag, CASE WHEN h('nr'||e.elev_id||y,100) < 11 - b.fgs_id + CASE WHEN e.brand='通力' THEN 6 ELSE 0 END THEN 'F' ELSE 'P' END res, 480 + e.stops*12.0 fee
      FROM elevator e JOIN building b USING (bld_id),
           LATERAL (SELECT y, (make_date(y,1,5) + h('nd'||e.elev_id,340) + h('ne'||e.elev_id||y,12))::date d, b.city||'特检院' ag FROM generate_series(2025,2026) y) q
      WHERE d <= '2026-11-20' AND d > e.installed_on + 200 AND NOT (e.state='X' AND d > '2026-03-01')
      UNION ALL
      SELECT e.elev_id, d + 18 + h('rr'||e.elev_id||y,25), ag, 'R', 300
      FROM elevator e JOIN building b USING (bld_id),
           LATERAL (SELECT y, (make_date(y,1,5) + h('nd'||e.elev_id,340) + h('ne'||e.elev_id||y,12))::date d, b.city||'特检院' ag FROM generate_series(2025,2026) y) q
      WHERE d + 43 <= '2026-11-20' AND d > e.installed_on + 200 AND NOT (e.state='X' AND d > '2026-03-01')
        AND h('nr'||e.elev_id||y,100) < 11 - b.fgs_id + CASE WHEN e.brand='通力' THEN 6 ELSE 0 END AND h('rx'||e.elev_id||y,100) < 85) z;

INSERT INTO fp
SELECT row_number() OVER (ORDER BY iss, ht_id), 'FP' || to_char(iss,'YYMM') || lpad((row_number() OVER (ORDER BY iss, ht_id))::text,5,'0'), ht_id, CASE WHEN h('fk'||ht_id,3)=0 THEN 2 ELSE 1 END,
       iss, iss + 30, CASE WHEN pay <= '2026-11-20' THEN pay END, amt
FROM (SELECT ht_id, iss, amt,
             CASE WHEN r < 5 THEN NULL WHEN r < 20 THEN iss + 50 + h('pl'||ht_id||i,90) ELSE iss + 8 + h('pe'||ht_id||i,24) END pay
      FROM (SELECT ht_id, i, h('fr'||ht_id||'-'||i,100) r,
                   CASE WHEN ht_lx IN ('M','F') THEN (start_on + make_interval(months => 3*i))::date + 3
                        ELSE CASE i WHEN 0 THEN signed_on + 5 WHEN 1 THEN start_on + (end_on-start_on)/2 ELSE end_on + 10 END END iss,
                   round(amt_wan * 10000 * CASE WHEN ht_lx IN ('M','F') THEN 0.25 ELSE (ARRAY[0.3,0.4,0.3])[i+1] END, 2) amt
            FROM ht, generate_series(0,3) i WHERE ht_lx IN ('M','F') OR i < 3) a
      WHERE iss <= '2026-11-20') b;

INSERT INTO complaint
SELECT row_number() OVER (ORDER BY d), kh, CASE WHEN h('tx'||i,100) < 82 THEN elev_id END,
       CASE WHEN cat IN (1,2) THEN maintainer_id END, cat, d,
       CASE WHEN d + t <= '2026-11-20' AND h('tc'||i,100) < 95 THEN d + t END,
       CASE WHEN d + t <= '2026-11-20' AND h('tc'||i,100) < 95 AND h('sc'||i,100) < 85 THEN (ARRAY[1,2,3,3,4,4,4,5,5])[1+h('sd'||i,9)] END
FROM (SELECT i, b.mgmt_kh_id kh, e.elev_id, e.maintainer_id, (ARRAY[1,2,2,3,3,3,4,5])[1+h('cc'||i,8)] cat,
             date '2025-01-02' + i*687/310 t0, date '2025-01-02' + i*687/310 d, 1 + h('ty'||i,18) t
      FROM generate_series(1,310) i JOIN elevator e ON e.elev_id = 1 + h('te'||i,(SELECT count(*) FROM elevator)::int) JOIN building b USING (bld_id)) x;

DROP TABLE mc; DROP TABLE allht; DROP TABLE parts;
DROP FUNCTION h(text, int);
ANALYZE;

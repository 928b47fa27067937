-- 筑美装饰工程：业务库（确定性数据，2024-10-01 至 2026-11-20）
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, YMD';
SET jit = off;
CREATE FUNCTION public._h(t text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (abs(hashtext(t)::bigint) % n)::int $$;

CREATE TABLE public.dict (dtype text NOT NULL, code text NOT NULL, label text NOT NULL, label_en text, PRIMARY KEY (dtype, code));
COMMENT ON TABLE public.dict IS '数据字典';
COMMENT ON COLUMN public.dict.dtype IS '字典类型';
INSERT INTO public.dict VALUES
 ('post','10','客户经理','Sales rep'),('post','20','设计师','Designer'),('post','30','项目经理','Project manager'),
 ('post','41','水电工','Electrician/plumber'),('post','42','泥瓦工','Mason'),('post','43','木工','Carpenter'),('post','44','油漆工','Painter'),
 ('src','A','老客户推荐','Referral'),('src','B','小区驻点','On-site stand'),('src','C','抖音','Douyin'),('src','D','自然到店','Walk-in'),
 ('ctype','1','全包','Full package'),('ctype','2','半包','Half package'),('ctype','3','工装','Commercial fit-out'),('ctype','4','局部翻新','Partial renovation'),
 ('cstat','1','生效',NULL),('cstat','2','完结',NULL),('cstat','9','退单',NULL),
 ('sstat','10','待开工','Not started'),('sstat','20','施工中','In progress'),('sstat','30','停工','Suspended'),('sstat','40','已竣工','Completed'),
 ('stage','1','定金','Deposit'),('stage','2','开工款','Start payment'),('stage','3','中期款','Mid-term payment'),('stage','4','尾款','Final payment'),
 ('mcate','PIP','水电管材','Pipes & wiring'),('mcate','TIL','瓷砖','Tiles'),('mcate','BRD','板材','Boards'),('mcate','PNT','涂料','Paints'),('mcate','AUX','辅料','Auxiliary'),
 ('mtype','CG','采购入库','Purchase'),('mtype','LY','工地领用','Issue to site'),('mtype','TL','工地退料','Return from site'),('mtype','DB','调拨','Transfer'),('mtype','PK','盘亏','Stocktake loss');

CREATE TABLE public.dept (
  dept_id int PRIMARY KEY, dname text NOT NULL, dname_en text NOT NULL, city text NOT NULL, city_en text NOT NULL,
  opened_on date NOT NULL, closed_on date, target_wan numeric(8,1));
COMMENT ON TABLE public.dept IS '分公司';
COMMENT ON COLUMN public.dept.closed_on IS '关停日，营业中为空';
COMMENT ON COLUMN public.dept.target_wan IS '2026年月签约目标(万元)';
INSERT INTO public.dept VALUES
 (1,'武昌分公司','Wuchang','武汉','Wuhan','2015-03-01',NULL,260),
 (2,'汉口分公司','Hankou','武汉','Wuhan','2017-06-12',NULL,180),
 (3,'岳麓分公司','Yuelu','长沙','Changsha','2019-04-01',NULL,200),
 (4,'天河分公司','Tianhe','广州','Guangzhou','2020-09-15',NULL,300),
 (5,'红谷滩分公司','Honggutan','南昌','Nanchang','2022-05-05',NULL,120),
 (6,'宜昌分公司','Yichang','宜昌','Yichang','2021-08-08','2025-09-30',NULL);

CREATE TABLE public.emp (
  emp_id int PRIMARY KEY, ename text NOT NULL, sex char(1), post text NOT NULL, dept_id int NOT NULL REFERENCES public.dept,
  hired_on date NOT NULL, left_on date, base_pay numeric(8,2));
COMMENT ON TABLE public.emp IS '人员（职员及工人）';
COMMENT ON COLUMN public.emp.ename IS '姓名';
COMMENT ON COLUMN public.emp.post IS '岗位，见字典 post';
COMMENT ON COLUMN public.emp.left_on IS '离职日';
COMMENT ON COLUMN public.emp.base_pay IS '底薪(元/月)，工人为空';
INSERT INTO public.emp
SELECT i,
 (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+(i*7)%20]
 || (ARRAY['建国','芳','志强','丽','海涛','敏','文斌','静','晓东','雪梅','大勇','秀兰','永刚','小军','国平','红','立新','佳','德胜','思源','天明','春燕','成'])[1+(i*5)%23],
 CASE WHEN _h('ex'||i,25)=0 THEN NULL WHEN _h('ex'||i,25)<15 THEN 'M' ELSE 'F' END,
 CASE WHEN i<=24 THEN '10' WHEN i<=40 THEN '20' WHEN i<=58 THEN '30' WHEN i<=74 THEN '41' WHEN i<=92 THEN '42' WHEN i<=106 THEN '43' ELSE '44' END,
 1+(i-1)%6, date '2018-01-10' + _h('eh'||i,2300),
 CASE WHEN (i-1)%6=5 AND i<=58 THEN date '2025-09-30' WHEN _h('el'||i,14)=0 THEN date '2026-03-01'+_h('el2'||i,240) END,
 CASE WHEN i<=24 THEN 4000+500*_h('eb'||i,4) WHEN i<=40 THEN 6000+500*_h('eb'||i,6) WHEN i<=58 THEN 7000+500*_h('eb'||i,6) END
FROM generate_series(1,120) i;
UPDATE public.emp SET hired_on = date '2020-01-01' + emp_id*3 WHERE hired_on > '2024-09-01' AND emp_id<=58;

CREATE TABLE public.contract (
  cid int PRIMARY KEY, cno text NOT NULL UNIQUE, cust_name text NOT NULL, cust_phone text, src text,
  dept_id int NOT NULL REFERENCES public.dept, ctype text NOT NULL, house_area numeric(7,1), signed_on date NOT NULL, amt_wan numeric(9,2) NOT NULL,
  signer_id int NOT NULL REFERENCES public.emp, referrer_id int REFERENCES public.emp, designer_id int REFERENCES public.emp, cstat text NOT NULL);
COMMENT ON TABLE public.contract IS '装修合同';
COMMENT ON COLUMN public.contract.cno IS '合同号';
COMMENT ON COLUMN public.contract.cust_name IS '客户';
COMMENT ON COLUMN public.contract.src IS '客户来源(src)';
COMMENT ON COLUMN public.contract.ctype IS '合同类型(ctype)';
COMMENT ON COLUMN public.contract.house_area IS '面积㎡';
COMMENT ON COLUMN public.contract.signed_on IS '签约日期';
COMMENT ON COLUMN public.contract.amt_wan IS '合同额(万元)';
COMMENT ON COLUMN public.contract.signer_id IS '签约人';
COMMENT ON COLUMN public.contract.referrer_id IS '介绍人，无介绍人为空';
COMMENT ON COLUMN public.contract.cstat IS '合同状态(cstat)';
INSERT INTO public.contract
WITH d AS (SELECT dd::date AS day, (1.3 + (dd::date-date '2024-10-01')*0.0009) * CASE extract(month FROM dd) WHEN 1 THEN .7 WHEN 2 THEN .5 WHEN 3 THEN 1.3 WHEN 4 THEN 1.2 WHEN 5 THEN 1.2 WHEN 9 THEN 1.25 WHEN 10 THEN 1.3 ELSE 1 END + _h('dc'||dd::date,100)/80.0 AS c
  FROM generate_series(date '2024-10-01', date '2026-11-20', interval '1 day') dd),
r AS (SELECT day, k, day||'-'||k AS key, (ARRAY[1,1,1,1,2,2,2,3,3,3,4,4,4,4,5,5,6])[1+_h('cd'||day||'-'||k,17)] AS dp FROM d, generate_series(1,round(c)::int) k),
r2 AS (SELECT r.* FROM r JOIN public.dept b ON b.dept_id=dp WHERE b.closed_on IS NULL OR day<=b.closed_on),
r3 AS (SELECT r2.*, row_number() OVER (ORDER BY day,k)::int AS id, CASE WHEN _h('ct'||key,100)<38 THEN '1' WHEN _h('ct'||key,100)<72 THEN '2' WHEN _h('ct'||key,100)<84 THEN '3' ELSE '4' END AS ct,
  CASE WHEN _h('ca'||key,40)=0 THEN NULL ELSE 48 + _h('ca2'||key,1100)/10.0 END AS ar,
  (SELECT array_agg(emp_id ORDER BY emp_id) FROM public.emp e WHERE e.dept_id=dp AND post='10' AND (left_on IS NULL OR left_on>=day)) AS sa,
  (SELECT array_agg(emp_id ORDER BY emp_id) FROM public.emp e WHERE e.dept_id=dp AND post='20' AND (left_on IS NULL OR left_on>=day)) AS da,
  (SELECT array_agg(emp_id ORDER BY emp_id) FROM public.emp e WHERE emp_id<=58 AND (left_on IS NULL OR left_on>=day)) AS ra FROM r2)
SELECT id, 'HT'||to_char(day,'YYMM')||lpad(id::text,5,'0'),
 (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高','林','何','郭','马','罗'])[1+_h('cn'||key,20)] || (ARRAY['先生','女士','总','女士','先生'])[1+_h('cm'||key,5)],
 CASE WHEN _h('cp'||key,30)=0 THEN NULL ELSE '138'||lpad(_h('cpp'||key,100000000)::text,8,'0') END,
 CASE WHEN _h('cs'||key,100)<5 THEN NULL WHEN _h('cs'||key,100)<35 THEN 'A' WHEN _h('cs'||key,100)<57 THEN 'B' WHEN _h('cs'||key,100)<80 THEN 'C' ELSE 'D' END,
 dp, ct, ar, day,
 round((CASE ct WHEN '1' THEN .15 WHEN '2' THEN .07 WHEN '3' THEN .28 ELSE .03 END * coalesce(ar,100) * (0.8+_h('cz'||key,50)/100.0))::numeric, 2),
 sa[1+least(_h('c1'||key,array_length(sa,1)),_h('c2'||key,array_length(sa,1)+1))],
 CASE WHEN _h('cr'||key,100)<37 THEN ra[1+_h('cr2'||key,array_length(ra,1))] END,
 CASE WHEN ct='4' AND _h('cg'||key,2)=0 OR da IS NULL THEN NULL ELSE da[1+_h('cg2'||key,array_length(da,1))] END,
 CASE WHEN _h('cx'||key,100)<5 THEN '9' ELSE '1' END
FROM r3;

CREATE TABLE public.site (
  site_id int PRIMARY KEY, cid int NOT NULL UNIQUE REFERENCES public.contract, sname text NOT NULL, pm_id int NOT NULL REFERENCES public.emp,
  plan_start date NOT NULL, act_start date, plan_end date NOT NULL, act_end date, sstat text NOT NULL, score int);
COMMENT ON TABLE public.site IS '工地';
COMMENT ON COLUMN public.site.sname IS '工地名称';
COMMENT ON COLUMN public.site.pm_id IS '项目经理';
COMMENT ON COLUMN public.site.plan_start IS '计划开工';
COMMENT ON COLUMN public.site.act_start IS '实际开工';
COMMENT ON COLUMN public.site.plan_end IS '计划竣工';
COMMENT ON COLUMN public.site.act_end IS '实际竣工';
COMMENT ON COLUMN public.site.sstat IS '工地状态';
COMMENT ON COLUMN public.site.score IS '业主评分1-5';
INSERT INTO public.site
WITH s AS (SELECT c.cid, c.dept_id, c.ctype, c.signed_on, c.signed_on+14+_h('sp'||cid,24) AS ps, CASE ctype WHEN '4' THEN 25 WHEN '3' THEN 80 ELSE 60 END+_h('sd'||cid,35) AS du FROM public.contract c WHERE cstat<>'9'),
s2 AS (SELECT s.*, ps-2+_h('sa'||cid,14) AS a1, ps+du AS pe FROM s),
s3 AS (SELECT s2.*, a1+du-14+_h('se'||cid,22)+CASE WHEN dept_id=4 THEN 4 ELSE 0 END AS e1,
  (SELECT array_agg(emp_id ORDER BY emp_id) FROM public.emp e WHERE post='30' AND (e.dept_id=s2.dept_id) AND (left_on IS NULL OR left_on>=s2.signed_on)) AS pa FROM s2)
SELECT row_number() OVER (ORDER BY cid)::int, cid,
 (ARRAY['翡翠湾','保利香槟','万科城','金地雅苑','碧桂园','恒大绿洲','中海国际','龙湖天街','华润二十四城','融创壹号','绿地新都','江南府'])[1+_h('sn'||cid,12)]||(1+_h('sn2'||cid,18))||'栋'||(101+100*_h('sn3'||cid,30)+_h('sn4'||cid,4)),
 coalesce(pa[1+_h('sm'||cid,array_length(pa,1))], 41+dept_id%6), ps, CASE WHEN a1<=date '2026-11-20' THEN a1 END, pe,
 CASE WHEN e1<=date '2026-11-20' AND _h('sz'||cid,60)>0 THEN e1 END,
 CASE WHEN a1>date '2026-11-20' THEN '10' WHEN _h('sz'||cid,60)=0 THEN '30' WHEN e1<=date '2026-11-20' THEN '40' WHEN _h('sz2'||cid,18)=0 THEN '30' ELSE '20' END,
 CASE WHEN e1<=date '2026-11-20' AND _h('sz'||cid,60)>0 AND _h('so'||cid,10)<7 THEN CASE WHEN _h('so2'||cid,100)<6 THEN 2 WHEN _h('so2'||cid,100)<22 THEN 3 WHEN _h('so2'||cid,100)<60 THEN 4 ELSE 5 END END
FROM s3;

CREATE TABLE public.pay_plan (
  pid int PRIMARY KEY, cid int NOT NULL REFERENCES public.contract, stage text NOT NULL, due_on date NOT NULL, due_amt numeric(12,2) NOT NULL, paid_on date, paid_amt numeric(12,2));
COMMENT ON TABLE public.pay_plan IS '收款计划';
COMMENT ON COLUMN public.pay_plan.stage IS '款项(stage)';
COMMENT ON COLUMN public.pay_plan.due_on IS '付款到期';
COMMENT ON COLUMN public.pay_plan.due_amt IS '应付(元)';
COMMENT ON COLUMN public.pay_plan.paid_on IS '实付日期，未付为空';
COMMENT ON COLUMN public.pay_plan.paid_amt IS '实付(元)';
INSERT INTO public.pay_plan
SELECT row_number() OVER (ORDER BY cid, st)::int, cid, st::text, due, amt, CASE WHEN ok THEN pd END, CASE WHEN ok THEN CASE WHEN _h('pp'||cid||'-'||st,20)=0 THEN round(amt*.6,2) ELSE amt END END
FROM (SELECT c.cid, st, x.due, round(c.amt_wan*10000*(ARRAY[.10,.35,.35,.20])[st],2) AS amt, x.due-3+_h('pl'||c.cid||'-'||st,26) AS pd,
   x.due-3+_h('pl'||c.cid||'-'||st,26)<=date '2026-11-20' AND _h('pu'||c.cid||'-'||st,100)>=(ARRAY[0,3,6,12])[st] AS ok
  FROM public.contract c CROSS JOIN generate_series(1,4) st LEFT JOIN public.site s ON s.cid=c.cid
  CROSS JOIN LATERAL (SELECT CASE st WHEN 1 THEN c.signed_on WHEN 2 THEN s.plan_start+3 WHEN 3 THEN s.plan_start+(s.plan_end-s.plan_start)/2 ELSE s.plan_end+7 END AS due) x
  WHERE st=1 OR s.site_id IS NOT NULL) y;
UPDATE public.pay_plan SET paid_on=due_on WHERE stage='1' AND paid_on<due_on;
UPDATE public.contract c SET cstat='2' WHERE cstat='1' AND EXISTS (SELECT 1 FROM public.site s WHERE s.cid=c.cid AND s.act_end IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM public.pay_plan p WHERE p.cid=c.cid AND p.paid_on IS NULL);

CREATE TABLE public.site_emp (
  site_id int NOT NULL REFERENCES public.site, emp_id int NOT NULL REFERENCES public.emp, in_on date NOT NULL, out_on date, days numeric(5,1) NOT NULL, day_wage numeric(7,2) NOT NULL, PRIMARY KEY (site_id, emp_id));
COMMENT ON TABLE public.site_emp IS '工地用工（工人可参与多个工地）';
COMMENT ON COLUMN public.site_emp.in_on IS '进场';
COMMENT ON COLUMN public.site_emp.out_on IS '离场，在场为空';
COMMENT ON COLUMN public.site_emp.days IS '工日';
COMMENT ON COLUMN public.site_emp.day_wage IS '日薪(元)';
INSERT INTO public.site_emp
SELECT site_id, w, inn, CASE WHEN inn+dy+2<=date '2026-11-20' THEN inn+dy+2 END, CASE WHEN inn+dy+2<=date '2026-11-20' THEN dy ELSE least(dy,1+date '2026-11-20'-inn) END - CASE WHEN _h('wh'||site_id||'-'||w,4)=0 THEN .5 ELSE 0 END, 280+20*_h('ww'||w,9)
FROM (SELECT DISTINCT ON (site_id, w) site_id, w, inn, dy FROM (SELECT s.site_id, 59+_h('w'||s.site_id||'-'||j,62) AS w, s.act_start+(j-1)*9+_h('wi'||s.site_id||'-'||j,5) AS inn, 4+_h('wd'||s.site_id||'-'||j,12) AS dy
  FROM public.site s CROSS JOIN generate_series(1,6) j WHERE s.act_start IS NOT NULL AND j<=3+_h('wn'||s.site_id,4)) q ORDER BY site_id, w, inn) z WHERE inn<=date '2026-11-20';

CREATE TABLE public.wh (wh_id int PRIMARY KEY, wname text NOT NULL, wname_en text, city text NOT NULL, keeper_id int REFERENCES public.emp);
COMMENT ON TABLE public.wh IS '仓库';
COMMENT ON COLUMN public.wh.keeper_id IS '库管';
INSERT INTO public.wh VALUES (1,'武汉总仓','Wuhan main warehouse','武汉',41),(2,'长沙仓','Changsha warehouse','长沙',45),(3,'广州仓','Guangzhou warehouse','广州',46),(4,'南昌临时仓','Nanchang temporary warehouse','南昌',NULL);

CREATE TABLE public.mat (mat_id int PRIMARY KEY, mname text NOT NULL, mname_en text NOT NULL, cate text NOT NULL, unit text, std_price numeric(8,2) NOT NULL, active boolean NOT NULL);
COMMENT ON TABLE public.mat IS '材料';
COMMENT ON COLUMN public.mat.cate IS '材料大类，见字典 mcate';
COMMENT ON COLUMN public.mat.std_price IS '标准单价(元)';
INSERT INTO public.mat VALUES
 (1,'PPR水管','PPR pipe','PIP','米',12.5,true),(2,'PVC线管','PVC conduit','PIP','米',4.2,true),(3,'2.5平方电线','2.5mm wire','PIP','卷',168,true),(4,'4平方电线','4mm wire','PIP','卷',265,true),
 (5,'800地砖','800 floor tile','TIL','片',58,true),(6,'600墙砖','600 wall tile','TIL','片',36,true),(7,'马赛克','Mosaic','TIL','片',22,true),
 (8,'石膏板','Plasterboard','BRD','张',32,true),(9,'细木工板','Blockboard','BRD','张',145,true),(10,'生态板','Melamine board','BRD','张',188,true),(11,'三聚氰胺旧板','Old melamine board','BRD','张',120,false),
 (12,'乳胶漆','Latex paint','PNT','桶',320,true),(13,'腻子粉','Putty powder','PNT','袋',28,true),(14,'木器漆','Wood varnish','PNT','桶',410,true),
 (15,'水泥','Cement','AUX','袋',26,true),(16,'黄沙','Sand','AUX','袋',8,true),(17,'防水涂料','Waterproof coating','AUX','桶',215,true),(18,'瓷砖胶','Tile adhesive','AUX','袋',42,true);

CREATE TABLE public.supplier (sup_id int PRIMARY KEY, sup_name text NOT NULL, city text, grade char(1));
COMMENT ON TABLE public.supplier IS '供应商';
COMMENT ON COLUMN public.supplier.grade IS '评级 A优 B良 C观察';
INSERT INTO public.supplier VALUES (1,'宏达建材','武汉','A'),(2,'鑫源管业','武汉','B'),(3,'佛山恒泰陶瓷','佛山','A'),(4,'华立板业','长沙','B'),(5,'立邦经销商','广州','A'),(6,'三江水泥','宜昌','C'),(7,'顺发五金','南昌','B'),(8,'大自然板材','广州',NULL);

CREATE TABLE public.mat_supplier (mat_id int NOT NULL REFERENCES public.mat, sup_id int NOT NULL REFERENCES public.supplier, price numeric(8,2) NOT NULL, lead_days int, is_main boolean NOT NULL, PRIMARY KEY (mat_id, sup_id));
COMMENT ON TABLE public.mat_supplier IS '材料供应商报价';
COMMENT ON COLUMN public.mat_supplier.lead_days IS '到货天数';
COMMENT ON COLUMN public.mat_supplier.is_main IS '主供';
INSERT INTO public.mat_supplier
SELECT mat_id, sup_id, round(std_price*(0.82+_h('ms'||mat_id||'-'||sup_id,24)/100.0),2), CASE WHEN _h('ml'||mat_id||'-'||sup_id,12)=0 THEN NULL ELSE 2+_h('ml2'||mat_id||'-'||sup_id,9) END, k=1
FROM (SELECT m.mat_id, m.std_price, s.sup_id, row_number() OVER (PARTITION BY mat_id ORDER BY _h('mk'||mat_id||'-'||sup_id,1000), sup_id) AS k FROM public.mat m CROSS JOIN public.supplier s) q WHERE k<=2+mat_id%3;

CREATE TABLE public.stk_move (
  mv_id int PRIMARY KEY, mv_on date NOT NULL, mtype text NOT NULL, mat_id int NOT NULL REFERENCES public.mat, from_wh int REFERENCES public.wh, to_wh int REFERENCES public.wh,
  qty numeric(10,1) NOT NULL, price numeric(8,2), site_id int REFERENCES public.site, sup_id int REFERENCES public.supplier);
COMMENT ON TABLE public.stk_move IS '出入库流水';
COMMENT ON COLUMN public.stk_move.mtype IS '类型(mtype)';
COMMENT ON COLUMN public.stk_move.from_wh IS '出库仓';
COMMENT ON COLUMN public.stk_move.to_wh IS '入库仓';
COMMENT ON COLUMN public.stk_move.qty IS '数量：入库为正，出库为负；调拨记正数';
COMMENT ON COLUMN public.stk_move.price IS '单价(元)';
COMMENT ON COLUMN public.stk_move.sup_id IS '仅采购有';
INSERT INTO public.stk_move
WITH b AS (SELECT i, date '2024-10-01'+(i::bigint*780/15000)::int AS day, _h('mt'||i,100) AS t, 1+_h('mm'||i,18) AS m, (ARRAY[1,1,1,1,2,2,3,3,3,4])[1+_h('mw'||i,10)] AS w FROM generate_series(1,15000) i),
sq AS MATERIALIZED (SELECT site_id, act_start, row_number() OVER (ORDER BY act_start, site_id) AS rn FROM public.site WHERE act_start IS NOT NULL),
dn AS MATERIALIZED (SELECT d.day, count(sq.site_id) AS n FROM (SELECT DISTINCT day FROM b) d JOIN sq ON sq.act_start<=d.day GROUP BY 1),
b2 AS (SELECT b.*, CASE WHEN t<64 THEN 'LY' WHEN t<82 THEN 'CG' WHEN t<90 THEN 'TL' WHEN t<97 THEN 'DB' ELSE 'PK' END AS ty FROM b),
b3 AS (SELECT b2.*, q.site_id AS sid,
  (SELECT p.sup_id FROM public.mat_supplier p WHERE b2.ty='CG' AND p.mat_id=b2.m ORDER BY p.is_main DESC, p.sup_id OFFSET least(_h('msp'||i,4),_h('msq'||i,2)) LIMIT 1) AS su FROM b2 LEFT JOIN dn ON dn.day=b2.day LEFT JOIN sq q ON b2.ty IN ('LY','TL') AND q.rn=dn.n-_h('mst'||i,90))
SELECT i, day, ty, m, CASE WHEN ty IN ('LY','PK','DB') THEN w END, CASE WHEN ty IN ('CG','TL') THEN w WHEN ty='DB' THEN 1+w%4 END,
 CASE ty WHEN 'LY' THEN -(3+_h('mq'||i,34)) WHEN 'CG' THEN 20+_h('mq'||i,100) WHEN 'TL' THEN 1+_h('mq'||i,8) WHEN 'DB' THEN 5+_h('mq'||i,30) ELSE -(1+_h('mq'||i,4)) END,
 CASE WHEN ty='CG' THEN (SELECT p.price FROM public.mat_supplier p WHERE p.mat_id=m AND p.sup_id=su) ELSE (SELECT std_price FROM public.mat WHERE mat_id=m) END, sid, su
FROM b3 WHERE NOT (ty IN ('LY','TL') AND sid IS NULL) AND NOT (m=11 AND day>date '2025-12-31');

CREATE TABLE public.stk_month (month_end date NOT NULL, wh_id int NOT NULL REFERENCES public.wh, mat_id int NOT NULL REFERENCES public.mat, qty numeric(12,1) NOT NULL, amt numeric(14,2) NOT NULL, PRIMARY KEY (month_end, wh_id, mat_id));
COMMENT ON TABLE public.stk_month IS '库存月结';
COMMENT ON COLUMN public.stk_month.month_end IS '月末日';
COMMENT ON COLUMN public.stk_month.qty IS '结存数量';
COMMENT ON COLUMN public.stk_month.amt IS '结存金额(元)';
INSERT INTO public.stk_month
SELECT me, wh_id, mat_id, q, round(q*std_price,2) FROM (
 SELECT (mm + interval '1 month' - interval '1 day')::date AS me, w.wh_id, m.mat_id, m.std_price,
  1400+50*_h('so'||w.wh_id||'-'||m.mat_id,9) + coalesce(sum(v.q) OVER (PARTITION BY w.wh_id, m.mat_id ORDER BY mm),0) AS q
 FROM generate_series(date '2024-10-01', date '2026-10-01', interval '1 month') mm CROSS JOIN public.wh w CROSS JOIN public.mat m
 LEFT JOIN (SELECT date_trunc('month',mv_on)::date AS mo, wh, mat_id, sum(q) AS q FROM (
   SELECT mv_on, coalesce(from_wh,to_wh) AS wh, mat_id, CASE WHEN mtype='DB' THEN -qty ELSE qty END AS q FROM public.stk_move
   UNION ALL SELECT mv_on, to_wh, mat_id, qty FROM public.stk_move WHERE mtype='DB') u GROUP BY 1,2,3) v ON v.mo=mm::date AND v.wh=w.wh_id AND v.mat_id=m.mat_id) z;
DROP FUNCTION public._h(text,int);
CREATE INDEX ON public.contract (signed_on);
CREATE INDEX ON public.stk_move (mv_on);
ANALYZE;

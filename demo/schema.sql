-- 高速公路服务区示例库 / Highway service areas, the demo database

CREATE TABLE companies (
    company_id    integer PRIMARY KEY,
    name          text NOT NULL UNIQUE,
    name_en       text NOT NULL,
    founded_on    date NOT NULL
);
COMMENT ON TABLE companies IS '公司：经营服务区的公司';
COMMENT ON COLUMN companies.company_id IS '公司编号';
COMMENT ON COLUMN companies.name IS '公司名称';
COMMENT ON COLUMN companies.name_en IS '公司英文名';
COMMENT ON COLUMN companies.founded_on IS '成立日期';

CREATE TABLE branches (
    branch_id     integer PRIMARY KEY,
    company_id    integer NOT NULL REFERENCES companies,
    name          text NOT NULL UNIQUE,
    name_en       text NOT NULL,
    city          text NOT NULL,
    manager_name  text NOT NULL,
    manager_phone text NOT NULL
);
COMMENT ON TABLE branches IS '分公司：公司下属、管理若干服务区的单位';
COMMENT ON COLUMN branches.branch_id IS '分公司编号';
COMMENT ON COLUMN branches.company_id IS '所属公司编号';
COMMENT ON COLUMN branches.name IS '分公司名称';
COMMENT ON COLUMN branches.name_en IS '分公司英文名';
COMMENT ON COLUMN branches.city IS '所在城市';
COMMENT ON COLUMN branches.manager_name IS '负责人姓名';
COMMENT ON COLUMN branches.manager_phone IS '负责人手机号';

CREATE TABLE routes (
    route_id      integer PRIMARY KEY,
    code          text NOT NULL UNIQUE,
    name          text NOT NULL UNIQUE,
    name_en       text NOT NULL
);
COMMENT ON TABLE routes IS '路线：高速公路';
COMMENT ON COLUMN routes.route_id IS '路线编号';
COMMENT ON COLUMN routes.code IS '国家或省级路线代码，如 G4';
COMMENT ON COLUMN routes.name IS '路线名称';
COMMENT ON COLUMN routes.name_en IS '路线英文名';

CREATE TABLE sections (
    section_id    integer PRIMARY KEY,
    route_id      integer NOT NULL REFERENCES routes,
    name          text NOT NULL UNIQUE,
    name_en       text NOT NULL,
    length_km     numeric(6, 1) NOT NULL,
    lane_count    smallint NOT NULL
);
COMMENT ON TABLE sections IS '路段：一条路线上的一段';
COMMENT ON COLUMN sections.section_id IS '路段编号';
COMMENT ON COLUMN sections.route_id IS '所属路线编号';
COMMENT ON COLUMN sections.name IS '路段名称';
COMMENT ON COLUMN sections.name_en IS '路段英文名';
COMMENT ON COLUMN sections.length_km IS '长度（公里）';
COMMENT ON COLUMN sections.lane_count IS '双向车道数';

CREATE TABLE service_areas (
    service_area_id integer PRIMARY KEY,
    branch_id       integer NOT NULL REFERENCES branches,
    section_id      integer NOT NULL REFERENCES sections,
    name            text NOT NULL UNIQUE,
    name_en         text NOT NULL,
    level           smallint NOT NULL,
    stake_km        numeric(7, 1) NOT NULL,
    parking_spaces  integer NOT NULL,
    floor_area_m2   integer NOT NULL,
    opened_on       date NOT NULL
);
COMMENT ON TABLE service_areas IS '服务区';
COMMENT ON COLUMN service_areas.service_area_id IS '服务区编号';
COMMENT ON COLUMN service_areas.branch_id IS '管理它的分公司编号';
COMMENT ON COLUMN service_areas.section_id IS '所在路段编号';
COMMENT ON COLUMN service_areas.name IS '服务区名称';
COMMENT ON COLUMN service_areas.name_en IS '服务区英文名';
COMMENT ON COLUMN service_areas.level IS '等级：1 示范，2 优秀，3 达标';
COMMENT ON COLUMN service_areas.stake_km IS '桩号（公里）';
COMMENT ON COLUMN service_areas.parking_spaces IS '停车位数';
COMMENT ON COLUMN service_areas.floor_area_m2 IS '建筑面积（平方米）';
COMMENT ON COLUMN service_areas.opened_on IS '开业日期';

CREATE TABLE service_area_sides (
    side_id         integer PRIMARY KEY,
    service_area_id integer NOT NULL REFERENCES service_areas,
    name            text NOT NULL,
    name_en         text NOT NULL,
    direction       smallint NOT NULL,
    parking_spaces  integer NOT NULL
);
COMMENT ON TABLE service_area_sides IS '服务区的侧：上行侧、下行侧';
COMMENT ON COLUMN service_area_sides.side_id IS '侧编号';
COMMENT ON COLUMN service_area_sides.service_area_id IS '服务区编号';
COMMENT ON COLUMN service_area_sides.name IS '侧名称，如南城服务区上行侧';
COMMENT ON COLUMN service_area_sides.name_en IS '侧英文名';
COMMENT ON COLUMN service_area_sides.direction IS '方向：1 上行，2 下行';
COMMENT ON COLUMN service_area_sides.parking_spaces IS '该侧停车位数';

CREATE TABLE merchants (
    merchant_id   integer PRIMARY KEY,
    name          text NOT NULL UNIQUE,
    name_en       text NOT NULL,
    contact_name  text NOT NULL,
    contact_phone text NOT NULL,
    signed_on     date NOT NULL,
    status        smallint NOT NULL
);
COMMENT ON TABLE merchants IS '商户：在服务区开店的经营者';
COMMENT ON COLUMN merchants.merchant_id IS '商户编号';
COMMENT ON COLUMN merchants.name IS '商户名称';
COMMENT ON COLUMN merchants.name_en IS '商户英文名';
COMMENT ON COLUMN merchants.contact_name IS '联系人姓名';
COMMENT ON COLUMN merchants.contact_phone IS '联系人手机号';
COMMENT ON COLUMN merchants.signed_on IS '签约日期';
COMMENT ON COLUMN merchants.status IS '合作状态：1 合作中，2 已终止';

CREATE TABLE shop_categories (
    category_id   integer PRIMARY KEY,
    name          text NOT NULL UNIQUE,
    name_en       text NOT NULL
);
COMMENT ON TABLE shop_categories IS '业态：店铺的经营类别，如餐饮、便利店、加油站';
COMMENT ON COLUMN shop_categories.category_id IS '业态编号';
COMMENT ON COLUMN shop_categories.name IS '业态名称';
COMMENT ON COLUMN shop_categories.name_en IS '业态英文名';

CREATE TABLE shops (
    shop_id         integer PRIMARY KEY,
    service_area_id integer NOT NULL REFERENCES service_areas,
    side_id         integer NOT NULL REFERENCES service_area_sides,
    merchant_id     integer NOT NULL REFERENCES merchants,
    category_id     integer NOT NULL REFERENCES shop_categories,
    name            text NOT NULL UNIQUE,
    name_en         text NOT NULL,
    floor_area_m2   integer NOT NULL,
    monthly_rent    numeric(10, 2) NOT NULL,
    opened_on       date NOT NULL,
    closed_on       date,
    status          smallint NOT NULL
);
COMMENT ON TABLE shops IS '店铺';
COMMENT ON COLUMN shops.shop_id IS '店铺编号';
COMMENT ON COLUMN shops.service_area_id IS '所在服务区编号';
COMMENT ON COLUMN shops.side_id IS '所在侧编号';
COMMENT ON COLUMN shops.merchant_id IS '经营商户编号';
COMMENT ON COLUMN shops.category_id IS '业态编号';
COMMENT ON COLUMN shops.name IS '店铺名称';
COMMENT ON COLUMN shops.name_en IS '店铺英文名';
COMMENT ON COLUMN shops.floor_area_m2 IS '经营面积（平方米）';
COMMENT ON COLUMN shops.monthly_rent IS '月租金（元）';
COMMENT ON COLUMN shops.opened_on IS '开店日期';
COMMENT ON COLUMN shops.closed_on IS '闭店日期，营业中为空';
COMMENT ON COLUMN shops.status IS '营业状态：1 营业中，2 已停业';

CREATE TABLE payment_methods (
    payment_method_id integer PRIMARY KEY,
    name              text NOT NULL UNIQUE,
    name_en           text NOT NULL
);
COMMENT ON TABLE payment_methods IS '支付方式';
COMMENT ON COLUMN payment_methods.payment_method_id IS '支付方式编号';
COMMENT ON COLUMN payment_methods.name IS '支付方式名称';
COMMENT ON COLUMN payment_methods.name_en IS '支付方式英文名';

CREATE TABLE vehicle_types (
    vehicle_type_id integer PRIMARY KEY,
    name            text NOT NULL UNIQUE,
    name_en         text NOT NULL
);
COMMENT ON TABLE vehicle_types IS '车型';
COMMENT ON COLUMN vehicle_types.vehicle_type_id IS '车型编号';
COMMENT ON COLUMN vehicle_types.name IS '车型名称';
COMMENT ON COLUMN vehicle_types.name_en IS '车型英文名';

CREATE TABLE holidays (
    holiday_date  date PRIMARY KEY,
    name          text NOT NULL,
    name_en       text NOT NULL,
    day_number    smallint NOT NULL
);
COMMENT ON TABLE holidays IS '法定节假日：放假的每一天一行';
COMMENT ON COLUMN holidays.holiday_date IS '放假日期';
COMMENT ON COLUMN holidays.name IS '节日名称';
COMMENT ON COLUMN holidays.name_en IS '节日英文名';
COMMENT ON COLUMN holidays.day_number IS '该节日假期的第几天';

CREATE TABLE daily_revenue (
    revenue_date      date NOT NULL,
    service_area_id   integer NOT NULL REFERENCES service_areas,
    shop_id           integer NOT NULL REFERENCES shops,
    payment_method_id integer NOT NULL REFERENCES payment_methods,
    amount            numeric(12, 2) NOT NULL,
    order_count       integer NOT NULL,
    refund_amount     numeric(12, 2) NOT NULL,
    refund_count      integer NOT NULL,
    PRIMARY KEY (revenue_date, shop_id, payment_method_id)
);
COMMENT ON TABLE daily_revenue IS '日营业额：每店每天每种支付方式一行';
COMMENT ON COLUMN daily_revenue.revenue_date IS '营业日期';
COMMENT ON COLUMN daily_revenue.service_area_id IS '服务区编号';
COMMENT ON COLUMN daily_revenue.shop_id IS '店铺编号';
COMMENT ON COLUMN daily_revenue.payment_method_id IS '支付方式编号';
COMMENT ON COLUMN daily_revenue.amount IS '营业额（元），未扣退款';
COMMENT ON COLUMN daily_revenue.order_count IS '订单数（笔）';
COMMENT ON COLUMN daily_revenue.refund_amount IS '退款金额（元）';
COMMENT ON COLUMN daily_revenue.refund_count IS '退款笔数';

CREATE TABLE vehicle_flow (
    flow_date       date NOT NULL,
    service_area_id integer NOT NULL REFERENCES service_areas,
    side_id         integer NOT NULL REFERENCES service_area_sides,
    vehicle_type_id integer NOT NULL REFERENCES vehicle_types,
    passed_count    integer NOT NULL,
    entered_count   integer NOT NULL,
    stay_minutes    bigint NOT NULL,
    PRIMARY KEY (flow_date, side_id, vehicle_type_id)
);
COMMENT ON TABLE vehicle_flow IS '日车流：每侧每天每种车型一行';
COMMENT ON COLUMN vehicle_flow.flow_date IS '日期';
COMMENT ON COLUMN vehicle_flow.service_area_id IS '服务区编号';
COMMENT ON COLUMN vehicle_flow.side_id IS '侧编号';
COMMENT ON COLUMN vehicle_flow.vehicle_type_id IS '车型编号';
COMMENT ON COLUMN vehicle_flow.passed_count IS '断面车流（辆）：经过该断面的车辆数';
COMMENT ON COLUMN vehicle_flow.entered_count IS '入区车辆（辆）：驶入服务区的车辆数';
COMMENT ON COLUMN vehicle_flow.stay_minutes IS '停留总时长（分钟）：入区车辆停留分钟数之和';

CREATE TABLE weather (
    weather_date    date NOT NULL,
    branch_id       integer NOT NULL REFERENCES branches,
    condition       smallint NOT NULL,
    high_celsius    smallint NOT NULL,
    low_celsius     smallint NOT NULL,
    rainfall_mm     numeric(5, 1) NOT NULL,
    PRIMARY KEY (weather_date, branch_id)
);
COMMENT ON TABLE weather IS '天气：每个分公司所在地每天一行';
COMMENT ON COLUMN weather.weather_date IS '日期';
COMMENT ON COLUMN weather.branch_id IS '分公司编号';
COMMENT ON COLUMN weather.condition IS '天气状况：1 晴，2 多云，3 小雨，4 大雨，5 雾';
COMMENT ON COLUMN weather.high_celsius IS '最高气温（摄氏度）';
COMMENT ON COLUMN weather.low_celsius IS '最低气温（摄氏度）';
COMMENT ON COLUMN weather.rainfall_mm IS '降雨量（毫米）';

CREATE TABLE complaints (
    complaint_id     bigint PRIMARY KEY,
    service_area_id  integer NOT NULL REFERENCES service_areas,
    complained_on    date NOT NULL,
    type             smallint NOT NULL,
    channel          smallint NOT NULL,
    status           smallint NOT NULL,
    handling_hours   numeric(6, 1),
    customer_name    text NOT NULL,
    customer_phone   text NOT NULL,
    content          text NOT NULL
);
COMMENT ON TABLE complaints IS '投诉';
COMMENT ON COLUMN complaints.complaint_id IS '投诉编号';
COMMENT ON COLUMN complaints.service_area_id IS '被投诉的服务区编号';
COMMENT ON COLUMN complaints.complained_on IS '投诉日期';
COMMENT ON COLUMN complaints.type IS '投诉类型：1 服务态度，2 食品卫生，3 价格，4 卫生间环境，5 充电设施，6 停车秩序';
COMMENT ON COLUMN complaints.channel IS '投诉渠道：1 热线电话，2 微信公众号，3 现场，4 政务平台';
COMMENT ON COLUMN complaints.status IS '处理状态：1 未开始，2 处理中，3 已完成，4 已关闭';
COMMENT ON COLUMN complaints.handling_hours IS '处理时长（小时），未处理完为空';
COMMENT ON COLUMN complaints.customer_name IS '投诉人姓名';
COMMENT ON COLUMN complaints.customer_phone IS '投诉人手机号';
COMMENT ON COLUMN complaints.content IS '投诉内容';

CREATE TABLE staff (
    staff_id        integer PRIMARY KEY,
    service_area_id integer NOT NULL REFERENCES service_areas,
    name            text NOT NULL,
    phone           text NOT NULL,
    gender          smallint NOT NULL,
    position        smallint NOT NULL,
    hired_on        date NOT NULL,
    status          smallint NOT NULL
);
COMMENT ON TABLE staff IS '员工';
COMMENT ON COLUMN staff.staff_id IS '员工编号';
COMMENT ON COLUMN staff.service_area_id IS '所在服务区编号';
COMMENT ON COLUMN staff.name IS '员工姓名';
COMMENT ON COLUMN staff.phone IS '员工手机号';
COMMENT ON COLUMN staff.gender IS '性别：1 男，2 女';
COMMENT ON COLUMN staff.position IS '岗位：1 经理，2 收银员，3 保洁员，4 保安员，5 加油员，6 厨师';
COMMENT ON COLUMN staff.hired_on IS '入职日期';
COMMENT ON COLUMN staff.status IS '在职状态：1 在职，2 离职，3 休假';

CREATE TABLE inspections (
    inspection_id   integer PRIMARY KEY,
    service_area_id integer NOT NULL REFERENCES service_areas,
    inspector_id    integer NOT NULL REFERENCES staff,
    inspected_on    date NOT NULL,
    type            smallint NOT NULL,
    score           numeric(4, 1) NOT NULL,
    result          smallint NOT NULL,
    issue_count     smallint NOT NULL
);
COMMENT ON TABLE inspections IS '检查：每个服务区每月一次的现场检查';
COMMENT ON COLUMN inspections.inspection_id IS '检查编号';
COMMENT ON COLUMN inspections.service_area_id IS '被检查的服务区编号';
COMMENT ON COLUMN inspections.inspector_id IS '检查人的员工编号';
COMMENT ON COLUMN inspections.inspected_on IS '检查日期';
COMMENT ON COLUMN inspections.type IS '检查类型：1 安全，2 卫生，3 服务质量';
COMMENT ON COLUMN inspections.score IS '检查得分，满分 100';
COMMENT ON COLUMN inspections.result IS '检查结果：1 合格，2 整改后合格，3 不合格';
COMMENT ON COLUMN inspections.issue_count IS '发现的问题数';

CREATE TABLE charging_piles (
    pile_id         integer PRIMARY KEY,
    service_area_id integer NOT NULL REFERENCES service_areas,
    side_id         integer NOT NULL REFERENCES service_area_sides,
    code            text NOT NULL UNIQUE,
    power_kw        integer NOT NULL,
    type            smallint NOT NULL,
    installed_on    date NOT NULL
);
COMMENT ON TABLE charging_piles IS '充电桩';
COMMENT ON COLUMN charging_piles.pile_id IS '充电桩编号';
COMMENT ON COLUMN charging_piles.service_area_id IS '所在服务区编号';
COMMENT ON COLUMN charging_piles.side_id IS '所在侧编号';
COMMENT ON COLUMN charging_piles.code IS '充电桩铭牌号';
COMMENT ON COLUMN charging_piles.power_kw IS '功率（千瓦）';
COMMENT ON COLUMN charging_piles.type IS '充电桩类型：1 快充，2 超充';
COMMENT ON COLUMN charging_piles.installed_on IS '安装日期';

CREATE TABLE charging_faults (
    fault_id        bigint PRIMARY KEY,
    pile_id         integer NOT NULL REFERENCES charging_piles,
    reported_on     date NOT NULL,
    cause           smallint NOT NULL,
    downtime_hours  numeric(6, 1) NOT NULL
);
COMMENT ON TABLE charging_faults IS '充电桩故障';
COMMENT ON COLUMN charging_faults.fault_id IS '故障编号';
COMMENT ON COLUMN charging_faults.pile_id IS '充电桩编号';
COMMENT ON COLUMN charging_faults.reported_on IS '报修日期';
COMMENT ON COLUMN charging_faults.cause IS '故障原因：1 供电，2 模块，3 通信，4 枪线';
COMMENT ON COLUMN charging_faults.downtime_hours IS '停用时长（小时）';

CREATE TABLE charging_daily (
    charge_date     date NOT NULL,
    service_area_id integer NOT NULL REFERENCES service_areas,
    session_count   integer NOT NULL,
    energy_kwh      numeric(10, 1) NOT NULL,
    charging_minutes integer NOT NULL,
    amount          numeric(12, 2) NOT NULL,
    PRIMARY KEY (charge_date, service_area_id)
);
COMMENT ON TABLE charging_daily IS '日充电：每个有充电桩的服务区每天一行';
COMMENT ON COLUMN charging_daily.charge_date IS '日期';
COMMENT ON COLUMN charging_daily.service_area_id IS '服务区编号';
COMMENT ON COLUMN charging_daily.session_count IS '充电次数';
COMMENT ON COLUMN charging_daily.energy_kwh IS '充电量（千瓦时，度）';
COMMENT ON COLUMN charging_daily.charging_minutes IS '充电总时长（分钟）';
COMMENT ON COLUMN charging_daily.amount IS '充电收入（元），不计入营业额';

CREATE TABLE monthly_targets (
    service_area_id integer NOT NULL REFERENCES service_areas,
    target_month    date NOT NULL,
    revenue_target  numeric(14, 2) NOT NULL,
    entered_target  integer NOT NULL,
    PRIMARY KEY (service_area_id, target_month)
);
COMMENT ON TABLE monthly_targets IS '月度目标：每个服务区每月一行';
COMMENT ON COLUMN monthly_targets.service_area_id IS '服务区编号';
COMMENT ON COLUMN monthly_targets.target_month IS '月份，以当月第一天表示';
COMMENT ON COLUMN monthly_targets.revenue_target IS '营业额目标（元）';
COMMENT ON COLUMN monthly_targets.entered_target IS '入区车辆目标（辆）';

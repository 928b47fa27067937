-- Beside the primary keys; made after loading.
CREATE INDEX ON daily_revenue (shop_id, revenue_date);
CREATE INDEX ON daily_revenue (service_area_id, revenue_date);
CREATE INDEX ON vehicle_flow (service_area_id, flow_date);
CREATE INDEX ON complaints (complained_on);
CREATE INDEX ON charging_faults (reported_on);

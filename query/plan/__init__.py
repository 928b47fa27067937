"""A MetricQuery as a relational plan, and the plan as one engine's SQL."""

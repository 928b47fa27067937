"""Lists of rows, read by a chart: spans, rules, frame, plan, SQL, and back into words."""

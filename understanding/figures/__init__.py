"""Questions over metrics, read by the chart: spans, rules, frame. Called by tests only until the switch."""

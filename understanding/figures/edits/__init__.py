"""Follow-ups by the chart: a message covered by spans is an edit of the frame before it."""

"""Public text-to-SQL benchmarks that somebody has on disk: read, asked both ways, judged."""

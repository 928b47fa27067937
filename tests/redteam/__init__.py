"""What `make redteam` holds against a deployment; `make test` runs the same checks on one of its own."""

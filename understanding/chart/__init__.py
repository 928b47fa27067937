"""A chart of spans: how every reader here comes from the words of a question to what they mean together."""

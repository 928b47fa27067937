"""Wenshu for agents: the Model Context Protocol over standard input and over HTTP."""

"""The chat room: what the browser shows, and what Chainlit needs from us to show it."""

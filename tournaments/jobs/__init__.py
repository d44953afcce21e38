"""Documents that take long, and the worker that makes them."""

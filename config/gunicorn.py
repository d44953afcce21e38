"""How gunicorn serves us, wherever it does (`--config python:config.gunicorn`): in a hall as when measured."""

# Two processes: Python uses one core in each, and gunicorn waits up to two seconds for a client that does not hang up,
# which nobody else should. Four threads in each, for those that wait for the disk or a slow phone: of eight, more wait
# for the one who writes than work (of twenty scores a second 95 % within 47 ms, with eight threads 79).
workers = 2
threads = 4
# The codes are read and checked once, before the processes part.
preload_app = True
loglevel = "warning"

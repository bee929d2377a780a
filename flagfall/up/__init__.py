"""The whole service in one process, as `manage.py up` starts it: pages, sockets, worker and schedule."""

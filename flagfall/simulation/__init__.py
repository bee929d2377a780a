"""A whole tournament played by bots through the public doors, as real players would: `manage.py simulate`."""

"""What can be done with a free table. Keyword-only, each in one transaction that holds the table's row."""

from matches.tables.services.opening import OWN, TableSpec, table_close, table_open
from matches.tables.services.playing import Answer, game_record, table_again, table_start
from matches.tables.services.seats import seat_free, seat_give, seat_move, table_join, table_leave, table_reopen
from matches.tables.services.tending import table_seen, tables_tend

__all__ = [
    "OWN",
    "Answer",
    "TableSpec",
    "game_record",
    "seat_free",
    "seat_give",
    "seat_move",
    "table_again",
    "table_close",
    "table_join",
    "table_leave",
    "table_open",
    "table_reopen",
    "table_seen",
    "table_start",
    "tables_tend",
]

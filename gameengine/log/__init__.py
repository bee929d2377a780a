"""The log of a match: canonical form, hash chain, record files, replay, verification."""

from gameengine.log.account import Account, SeatAccount, Spent, account_of
from gameengine.log.account import Entry as AccountEntry
from gameengine.log.chain import (
    SALT_BYTES,
    NotCanonicalError,
    Part,
    canonical,
    chain,
    chain_sealed,
    genesis,
    part_hash,
    part_hashes,
)
from gameengine.log.disclosure import Disclosure, disclosures
from gameengine.log.history import Branch, History, branches
from gameengine.log.record import (
    FORMAT,
    Entry,
    Proof,
    Record,
    RecordError,
    header,
    link,
    link_all,
    read_record,
    write_record,
)
from gameengine.log.replay import Moment, ReplayError, history, logged, replay
from gameengine.log.verify import Finding, verify

__all__ = [
    "FORMAT",
    "SALT_BYTES",
    "Account",
    "AccountEntry",
    "Branch",
    "Disclosure",
    "Entry",
    "Finding",
    "History",
    "Moment",
    "NotCanonicalError",
    "Part",
    "Proof",
    "Record",
    "RecordError",
    "ReplayError",
    "SeatAccount",
    "Spent",
    "account_of",
    "branches",
    "canonical",
    "chain",
    "chain_sealed",
    "disclosures",
    "genesis",
    "header",
    "history",
    "link",
    "link_all",
    "logged",
    "part_hash",
    "part_hashes",
    "read_record",
    "replay",
    "verify",
    "write_record",
]

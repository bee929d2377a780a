"""The API as a whole: who may ask and how often, what is understood, the schema and its page, server and tokens."""

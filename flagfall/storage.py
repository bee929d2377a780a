"""How static files are kept once they are collected."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Compressed files with hashed names, which scripts that import each other also use: no page mixes two versions."""

    support_js_module_import_aggregation = True

"""One small function per tie-break. Articles are those of C.07, edition of March 2026."""

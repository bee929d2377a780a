"""What the API takes and gives of tournaments: one serializer per shape."""

"""Reading and writing the files that other programs understand. Pure: text in, values out, and back."""

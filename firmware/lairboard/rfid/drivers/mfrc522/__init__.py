"""The driver of the MFRC522."""

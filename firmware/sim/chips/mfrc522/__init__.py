"""The model of the MFRC522."""

"""The driver of the PN532."""

"""The model of the PN532."""

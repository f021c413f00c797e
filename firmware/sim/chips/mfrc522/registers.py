"""The MFRC522's registers, commands and bits, as NXP's data sheet (revision 3.9) numbers them."""

COMMAND = 0x01
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
WATER_LEVEL = 0x0B
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
MF_RX = 0x1D
CRC_RESULT_H = 0x21
CRC_RESULT_L = 0x22
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
T_COUNTER_H = 0x2E
T_COUNTER_L = 0x2F
AUTO_TEST = 0x36
VERSION = 0x37

CMD_IDLE = 0x0
CMD_MEM = 0x1
CMD_RANDOM_ID = 0x2
CMD_CALC_CRC = 0x3
CMD_TRANSMIT = 0x4
CMD_NO_CHANGE = 0x7
CMD_RECEIVE = 0x8
CMD_TRANSCEIVE = 0xC
CMD_AUTHENT = 0xE
CMD_SOFT_RESET = 0xF

IRQ_TX = 0x40
IRQ_RX = 0x20
IRQ_IDLE = 0x10
IRQ_HI = 0x08
IRQ_LO = 0x04
IRQ_ERR = 0x02
IRQ_TIMER = 0x01

ERR_OVERFLOW = 0x10
ERR_COLL = 0x08
ERR_CRC = 0x04
ERR_PARITY = 0x02
ERR_PROTOCOL = 0x01

# Reset values, table 20 and the registers' own tables.
RESET = {
    0x01: 0x20,
    0x02: 0x80,
    0x04: 0x14,
    0x07: 0x21,
    0x0B: 0x08,
    0x0C: 0x10,
    0x0E: 0xA0,
    0x11: 0x3F,
    0x14: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x1C: 0x62,
    0x1F: 0xEB,
    0x21: 0xFF,
    0x22: 0xFF,
    0x24: 0x26,
    0x26: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
    0x33: 0x80,
    0x36: 0x40,
}
READ_ONLY = (ERROR, STATUS1, CRC_RESULT_H, CRC_RESULT_L, T_COUNTER_H, T_COUNTER_L, VERSION)
CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
FIFO_SIZE = 64
STARTUP_US = 38  # 1024 cycles of 27.12 MHz (8.8.2)
CRYSTAL_US = 600  # typical start of the crystal after a hard reset

# What the digital self-test leaves in the FIFO, by version (16.1.1).
SELF_TEST = {
    0x91: bytes.fromhex(
        "00c637d532b7575cc2d87c4dd970c77310e6d2aa5ea13e5a14af3061c970db2e"
        "642272b5bd65f4ec22bcd37235cdaa411fa7f35314de7e02d90fb55e251d2979"
    ),
    0x92: bytes.fromhex(
        "00eb66ba57bf2395d0e30d3d27895cde9d3ba700215b8982513aeb020ca50049"
        "7c844db3ccd21b815d4876d5716121a986968338cf9d5b6ddc15ba3e7d953b2f"
    ),
}

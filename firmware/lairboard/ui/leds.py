"""One light per reader: what a player may believe (docs/protocol.md, "Feedback")."""

# name: (red, green, blue, how long in ms; 0 stays)
PATTERNS = {
    "idle": (0, 0, 0, 0),
    "ready": (0, 0, 6, 0),  # dim blue: greeted, waiting for tags
    "lost": (8, 0, 12, 0),  # violet: no host: placings wait on the board
    "fault": (32, 0, 32, 0),  # magenta: this reader does not answer
    "safe": (0, 16, 0, 250),  # soft green: the host has committed this scan
    "amber": (64, 28, 0, 600),  # amber: kept in the board's journal, the host is away
    "hold": (48, 48, 48, 8000),  # white: the tag is being read or written: hold it still
    "armed": (64, 40, 0, 8000),  # yellow: a word was tapped: the rest of its sentence is awaited
    "applied": (0, 96, 0, 700),  # bright green: the rules have counted it
    "asked": (0, 32, 96, 2000),  # bright blue: look at the screen
    "refused": (96, 0, 0, 1000),  # bright red: not counted
}


class Leds:
    """A strip with one pixel per zone.

    `pixels` has item assignment and write(), as neopixel.NeoPixel does.
    """

    def __init__(self, pixels, zones, brightness=100):
        self._pixels = pixels
        self._brightness = brightness
        self._base = ["lost"] * zones
        self._until = [0] * zones  # 0: the base pattern shows
        self.shown = ["idle"] * zones
        for zone in range(zones):
            self._paint(zone, "lost")
        pixels.write()

    def base(self, zone, pattern):
        """Set what this zone shows when nothing just happened."""
        if self._base[zone] != pattern:
            self._base[zone] = pattern
            if not self._until[zone]:
                self._paint(zone, pattern)
                self._pixels.write()

    def show(self, zone, pattern, now, rgb=None, ms=None):
        """Show a pattern for its time. KeyError for a pattern that does not exist."""
        lasts = PATTERNS[pattern][3] if ms is None else ms
        self._until[zone] = now + lasts if lasts else 0
        if not lasts:
            self._base[zone] = pattern
        self._paint(zone, pattern, rgb)
        self._pixels.write()

    def end(self, zone):
        """Count what is shown there as shown long enough."""
        if self._until[zone]:
            self._until[zone] = 1

    def tick(self, now):
        """End what has been shown long enough."""
        changed = False
        for zone in range(len(self._until)):
            if self._until[zone] and now >= self._until[zone]:
                self._until[zone] = 0
                self._paint(zone, self._base[zone])
                changed = True
        if changed:
            self._pixels.write()

    def _paint(self, zone, pattern, rgb=None):
        red, green, blue = rgb or PATTERNS[pattern][:3]
        scale = self._brightness
        self._pixels[zone] = (red * scale // 100, green * scale // 100, blue * scale // 100)
        self.shown[zone] = pattern

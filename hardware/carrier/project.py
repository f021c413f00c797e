"""Writes the project file, the custom rules and the library tables."""

from __future__ import annotations

import json
from typing import Any, Final

from .design import WIDE, Design
from .schematic import LIBRARY, root

TRACK: Final = 0.25
WIDE_TRACK: Final = 0.6
VIA: Final = (0.7, 0.35)
"""Diameter and hole, mm."""
CLEARANCE: Final = 0.2
EDGE: Final = 0.4

RULES: Final = f"""(version 1)
(rule "no via in a solder pad"
	(condition "A.Type == 'Via' && B.Type == 'Pad' && B.Pad_Type == 'SMD'")
	(constraint physical_clearance (min 0.05mm)))
(rule "supply tracks are wide"
	(condition "A.Type == 'Track' && A.NetClass == 'Power'")
	(constraint track_width (min {WIDE_TRACK}mm)))
(rule "nothing near a screw head"
	(condition "A.Type == 'Track' && B.Type == 'Pad' && B.Pad_Type == 'NPTH, mechanical'")
	(constraint physical_clearance (min 0.5mm)))
"""


def write(made: Design) -> str:
    """Return the text of the ``.kicad_pro`` file."""
    base: dict[str, Any] = {
        "bus_width": 12,
        "clearance": CLEARANCE,
        "diff_pair_gap": 0.25,
        "diff_pair_via_gap": 0.25,
        "diff_pair_width": 0.2,
        "line_style": 0,
        "microvia_diameter": 0.3,
        "microvia_drill": 0.1,
        "pcb_color": "rgba(0, 0, 0, 0.000)",
        "schematic_color": "rgba(0, 0, 0, 0.000)",
        "track_width": TRACK,
        "via_diameter": VIA[0],
        "via_drill": VIA[1],
        "wire_width": 6,
    }
    rules = {
        "min_clearance": 0.15,
        "min_track_width": 0.2,
        "min_via_diameter": 0.6,
        "min_through_hole_diameter": 0.3,
        "min_copper_edge_clearance": EDGE,
        "min_hole_to_hole": 0.25,
        "min_hole_clearance": 0.25,
        "min_via_annular_width": 0.13,
        "min_resolved_spokes": 1,
        "min_text_height": 0.8,
        "min_text_thickness": 0.1,
    }
    power = base | {"name": "Power", "priority": 0, "track_width": WIDE_TRACK}
    project = {
        "board": {"design_settings": {"rules": rules, "rule_severities": {"missing_courtyard": "error"}}},
        "meta": {"filename": f"{made.name}.kicad_pro", "version": 3},
        "net_settings": {
            "classes": [base | {"name": "Default", "priority": 2147483647}, power],
            "meta": {"version": 4},
            "netclass_patterns": [{"netclass": "Power", "pattern": net} for net in WIDE],
        },
        "sheets": [[root(made), "Root"]],
        "text_variables": {},
    }
    return json.dumps(project, indent=2, sort_keys=True) + "\n"


def tables() -> dict[str, str]:
    """Return the library tables: both boards find their symbols and footprints in the folder beside them."""

    def table(kind: str, uri: str) -> str:
        row = f'(lib (name "{LIBRARY}")(type "KiCad")(uri "${{KIPRJMOD}}/../library/{uri}")(options "")(descr ""))'
        return f"({kind}\n  (version 7)\n  {row}\n)\n"

    return {
        "sym-lib-table": table("sym_lib_table", f"{LIBRARY}.kicad_sym"),
        "fp-lib-table": table("fp_lib_table", f"{LIBRARY}.pretty"),
    }

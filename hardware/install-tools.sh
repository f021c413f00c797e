#!/usr/bin/env bash
# Brings KiCad 9, which `make hardware` needs, to Debian 12 and 13. Debian 12 has KiCad 6, which has no command line for
# boards; its backports have 9, from the archive that this machine uses already. Needs root, or sudo.
set -euo pipefail

if command -v kicad-cli >/dev/null && kicad-cli version | grep -q '^9\.'; then
  echo "KiCad $(kicad-cli version) is there already."
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "This script knows Debian only. Install KiCad 9 with its Python module pcbnew, then run make hardware." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "Run this as root: packages are to be installed." >&2; exit 1; }
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
. /etc/os-release
"${as_root[@]}" apt-get update -q

from=()
if ! apt-cache policy kicad | grep -q 'Candidate: 9\.'; then
  suite="$VERSION_CODENAME-backports"
  # shellcheck disable=SC2016  # apt's own placeholder
  archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $VERSION_CODENAME" | sort -u | head -n 1)
  [ -n "$archive" ] || { echo "apt knows no archive of $VERSION_CODENAME; install KiCad 9 by hand." >&2; exit 1; }
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "deb [signed-by=$keys] $archive $suite main" | "${as_root[@]}" tee /etc/apt/sources.list.d/kicad-backports.list >/dev/null
  "${as_root[@]}" apt-get update -q
  # Backports have a low priority: nothing else moves unless it is asked for.
  from=(-t "$suite")
fi
"${as_root[@]}" apt-get install -y -q --no-install-recommends "${from[@]}" kicad
kicad-cli version | grep '^9\.' || { echo "KiCad $(kicad-cli version) was installed, the files need 9." >&2; exit 1; }

#!/bin/sh
# Install Sealed Wonders from this folder for the current user, without a network or root.
#
#     sh install.sh
#
# The program goes to ~/.local/share/sealed-wonders, and `wonders` and `wonders-host` to
# ~/.local/bin; its first start unpacks it into ~/.shiv. To uninstall, remove all of these.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
die() { printf '%s\n' "$*" >&2; exit 1; }

case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) die "This is for Linux and macOS; on Windows install.cmd does the same." ;;
esac
python=
for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$name" -c 'import sys
sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14) or sys.maxsize < 2**32)' \
        >/dev/null 2>&1 </dev/null; then
        python=$name
        break
    fi
done
[ -n "$python" ] || die "Sealed Wonders needs a Python of 64 bits, 3.11 to 3.14, and there is none here."
# Python may be built for another processor, which the machine emulates.
machine=$("$python" -c 'import platform; print(platform.machine())')
file=wonders-$system-$machine.pyz
[ -f "$here/$file" ] || die "There is nothing here for $system on $machine."

# Detect a truncated or altered file.
"$python" - "$here" "$file" <<'END' || die "$file isn't the one that stands in SHA256SUMS."
import hashlib, pathlib, sys
folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
sums = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
sys.exit(f"{digest}  {name}" not in sums)
END

to=${XDG_DATA_HOME:-$HOME/.local/share}/sealed-wonders/program
bin=$HOME/.local/bin
mkdir -p "$to" "$bin"
cp "$here/$file" "$to/new.pyz"
mv "$to/new.pyz" "$to/wonders.pyz"
python=$(command -v "$python")
for name in wonders wonders-host; do
    words=
    [ "$name" = wonders ] || words=' host'
    # Within single quotes, only a single quote in the path needs escaping.
    quote() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }
    {
        echo '#!/bin/sh'
        echo "exec $(quote "$python") $(quote "$to/wonders.pyz")$words \"\$@\""
    } >"$bin/$name.new"
    chmod 755 "$bin/$name.new"
    mv "$bin/$name.new" "$bin/$name"
done
"$bin/wonders" --version
case :$PATH: in
    *:"$bin":*) echo "Type: wonders" ;;
    *) echo "Type: $bin/wonders" ;;
esac

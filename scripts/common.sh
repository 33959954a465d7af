# Sourced by the scripts beside it: where the project lies, how it is built, how a script speaks, and
# what several of them need.

root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/scripts/*}

# What every build of libraries and tests is given, so that no two scripts build the same thing differently
# (another set of flags compiles every module again). AVWRITE_STRICT=1, which `scripts/check` and CI set, makes
# warnings errors; someone with a newer compiler, and its newer warnings, can still run the tests.
build_flags=(--package-path "$root")
if [[ ${AVWRITE_STRICT:-} == 1 ]]; then
  build_flags+=(-Xswiftc -warnings-as-errors)
fi

# Sets `release_flags`, by which every release build of a program is made.
#
# The static standard library starts the program in two thirds of the time. lld writes the places that the loader has to
# correct in a fiftieth of the room (DT_RELR, which glibc has from 2.36 on): 3.5 MiB less of memory.
find_release_flags() {
  release_flags=(-c release --static-swift-stdlib)
  local tools
  tools=$(dirname -- "$(readlink -f -- "$(command -v swift)")")
  if [[ -x $tools/ld.lld ]] || command -v ld.lld >/dev/null; then
    release_flags+=(-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
  fi
}

# The command as a release build makes it, and the file whose time says when that build began: a source saved while the
# compiler runs is newer, and a build that leaves the binary as it was still counts.
release_binary=$root/.build/release/avwrite
release_stamp=$root/.build/avwrite.built

# Whether the release build is that of the sources as they are.
is_release_fresh() {
  [[ -x $release_binary && -e $release_stamp ]] &&
    [[ -z $(find "$root/Package.swift" "$root/Sources" -newer "$release_stamp" -print -quit) ]]
}

# Prints the version of the program, where it stands.
version() {
  sed -n 's/.*static let version = "\(.*\)"/\1/p' "$root/Sources/AVWritePipeline/Job/VersionReport.swift"
}

# One line for people, on stderr: stdout is for data.
say() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# Says why and ends the script.
die() {
  say "$@"
  exit 1
}

# Runs a part of something long: its name, the command, and the seconds that it took.
timed() {
  local name=$1 begin=$SECONDS
  say "$name"
  "${@:2}"
  say "$name took $((SECONDS - begin)) s"
}

# Prints a Python that has FFmpeg 9: the static binary inside PyPI's imageio-ffmpeg, which is fetched into .build once.
python_with_ffmpeg9() {
  local venv=$root/.build/ffmpeg9
  if ! "$venv/bin/python" -c 'import imageio_ffmpeg' 2>/dev/null; then
    say "fetching FFmpeg 9 (imageio-ffmpeg) into .build/ffmpeg9"
    python3 -m venv "$venv" >&2
    "$venv/bin/pip" install --quiet --disable-pip-version-check imageio-ffmpeg==0.8.1 >&2 ||
      die "imageio-ffmpeg could not be installed from PyPI: there is no FFmpeg 9 to compare with"
  fi
  printf '%s\n' "$venv/bin/python"
}

# Definitions that the other scripts of this folder source: the project's path, its build flags, messages, and functions
# that several scripts need.

root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/scripts/*}

# The flags of every build of libraries and tests, those that only `swift test` takes, and the directory of such a build.
# All scripts use the same flags, because another set compiles every module again; `.ci/run` has a set of its own.
# AVWRITE_STRICT=1, which `scripts/check` and CI set, turns warnings into errors; without it, the tests can still be run
# with a newer compiler that has new warnings.
build_flags=(--package-path "$root")
test_flags=()
build_directory=$root/.build/debug
if [[ ${AVWRITE_STRICT:-} == 1 ]]; then
  build_flags+=(-Xswiftc -warnings-as-errors)
fi
# `.ci/run` sets AVWRITE_ONE_BUILD=1: everything is compiled once, and nothing is debugged, so the build is for release. It
# takes somewhat longer than a debug build, and the tests take less processor time. DEBUG keeps the counters of live
# objects, which tests read. `swift build` does not let tests import release builds, and `swift test` would add the flag
# for it a second time and compile everything again.
if [[ ${AVWRITE_ONE_BUILD:-} == 1 ]]; then
  build_flags+=(-c release -Xswiftc -enable-testing -Xswiftc -DDEBUG -Xswiftc -gnone)
  test_flags=(--disable-testable-imports)
  build_directory=$root/.build/release
fi

# Sets `release_flags`, the flags of every release build of a program, and `linker_flags`, those of them that choose the
# linker, as swiftc takes them.
#
# SwiftPM locks the directory of a build, so release builds have their own: a debug build and a release build can then run
# side by side.
#
# With the static standard library the program starts in two thirds of the time. lld writes relative relocations in a
# fiftieth of the space (DT_RELR, which glibc supports from 2.36 on), which saves 3.5 MiB of memory.
find_release_flags() {
  release_flags=(-c release --static-swift-stdlib --scratch-path "$root/.build/program")
  linker_flags=()
  local tools
  tools=$(dirname -- "$(readlink -f -- "$(command -v swift)")")
  if [[ -x $tools/ld.lld ]] || command -v ld.lld >/dev/null; then
    linker_flags=(-use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
    release_flags+=(-Xswiftc "${linker_flags[@]}")
  fi
}

# The command's release binary, and a stamp file whose modification time is the start of the last release build. The
# binary's own time would not do: a source saved during the build would seem older, and a build that does not change the
# binary does not change its time.
release_binary=$root/.build/program/release/avwrite
release_stamp=$root/.build/avwrite.built

# Succeeds if the release build is of the current sources.
is_release_fresh() {
  [[ -x $release_binary && -e $release_stamp ]] &&
    [[ -z $(find "$root/Package.swift" "$root/Sources" -newer "$release_stamp" -print -quit) ]]
}

# Prints the version of the program, from the source file that defines it.
version() {
  sed -n 's/.*static let version = "\(.*\)"/\1/p' "$root/Sources/AVWritePipeline/Job/VersionReport.swift"
}

# Prints a line for people to stderr: stdout is for data.
say() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# Prints an error and exits with status 1.
die() {
  say "$@"
  exit 1
}

# Runs one part of a long script: prints its name, runs the command, and prints the seconds that it took.
#
#   timed NAME COMMAND…
timed() {
  local name=$1 begin=$SECONDS
  say "$name"
  "${@:2}"
  say "$name took $((SECONDS - begin)) s"
}

# Prints the path of a Python interpreter that can import imageio_ffmpeg, PyPI's package with a static binary of FFmpeg 9.
# It is installed into .build on the first call.
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

import Foundation
import TestSupport
import Testing

/// Disks and folders that take nothing, as the kernel makes them.
@Suite struct BatchDiskTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: false)
    for name in ["a.wav", "b.wav", "c.wav"] {
      try FileManager.default.copyItem(atPath: Files.fixture("speech.wav"), toPath: folder.path("in/" + name))
    }
  }

  @Test(.enabled("the test's user cannot mount a file system") { SmallDisk.canMount() })
  func `a disk that becomes full in the middle of a batch keeps what was finished`() throws {
    // Room for one output and a half of lossless sound.
    let size = try FileManager.default.attributesOfItem(atPath: Files.fixture("speech.wav"))[.size] as? Int ?? 0
    let script = """
      "$0" batch in --output-dir out --format aiff --workers 1 --json; code=$?
      ls -A out >left; for name in out/*; do "$0" verify "$name" --against in/a.wav >/dev/null || exit 98; done; exit $code
      """
    let ending = try SmallDisk.run(script, size: size * 3 / 2, in: folder)
    #expect(ending.exit == 1, "\(ending)")
    #expect(try ending.exitsOfJobs() == [0, 74, 74])
    #expect(ending.errors.contains("No space left on device"), "\(ending.errors)")
    #expect(try folder.read("left") == "a.aiff\n")
  }

  @Test(.enabled("the test's user cannot start the command as somebody else") { Somebody.canRun() })
  func `a folder that may not be written to is each job's error, and nothing is changed`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: false)
    let before = folder.names
    let ending = try Command(
      ["batch", "in/a.wav", "in/b.wav", "--output-dir", "out", "--format", "mp3", "--json"], in: folder,
      prelude: #"exec \#(Somebody.prefix) "$0" "$@"; "#
    ).ending()
    #expect(ending.exit == 1)
    #expect(try ending.exitsOfJobs() == [73, 73], "\(ending)")
    #expect(ending.errors.contains("Permission denied"), "\(ending.errors)")
    #expect(folder.names == before)
  }
}

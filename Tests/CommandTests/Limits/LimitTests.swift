import Foundation
import TestSupport
import Testing

/// What the system lets a process have. Nothing crashes, waits for ever or is left behind.
@Suite struct LimitTests {
  let folder: TemporaryFolder
  private let arguments = ["transcode", Files.fixture("h264-aac-small.mp4"), "out.mp4", "--speed", "ultrafast", "-q"]

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [4, 5, 6, 8, 12])
  func `too few open files are refused before any work`(limit: Int) throws {
    // The loader of the libraries needs one beside the standard streams.
    let ending = try Command(arguments, in: folder, prelude: #"exec prlimit --nofile=\#(limit) "$0" "$@"; "#).ending()
    #expect(ending.exit == 74)
    #expect(ending.errors.contains("only \(limit) files may be open at once"), "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  /// The system's administrator may always start threads.
  @Test(.enabled("the test's user cannot start the command as somebody else") { Somebody.canRun() })
  func `too few threads are refused before any work`() throws {
    let prelude = #"chmod 777 .; exec prlimit --nproc=1 \#(Somebody.prefix) "$0" "$@"; "#
    let ending = try Command(arguments, in: folder, prelude: prelude).ending()
    #expect(ending.exit == 70)
    #expect(ending.errors.contains("threads can be started: Resource temporarily unavailable"), "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }
}

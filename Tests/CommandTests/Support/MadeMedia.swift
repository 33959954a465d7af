import Foundation
import TestSupport

/// Media in containers of which there is no fixture: written by the command itself.
enum MadeMedia {
  static let names = ["made.aiff", "made.caf", "made.ogg"]

  /// Returns the bytes of one of these files, or of a fixture.
  static func bytes(of name: String) throws -> Data {
    guard names.contains(name) else { return try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))) }
    let folder = try TemporaryFolder()
    try Tool.avwrite.run(["transcode", Files.fixture("pcm24-stereo.wav"), folder.path(name), "-q"])
    return try Data(contentsOf: folder.file(name))
  }
}

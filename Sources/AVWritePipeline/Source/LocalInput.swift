internal import AVFoundation
package import Foundation

/// A file on this machine that has the bytes of an input, which may be a pipe or lie on a server.
package struct LocalInput {
  private let input: InputFile

  /// Finds the file, and copies what is none to the system's folder of temporary files.
  ///
  /// - Parameter path: a path, `-` for the standard input, or an http or https URL.
  /// - Throws: `JobError` of exit 66, also for a pattern of images, or of 73 or 74 when the folder cannot take the copy.
  package init(path: String) throws(JobError) {
    var input = try InputFile(path: path)
    guard input.images == nil else { throw .input(ENOENT, path) }
    try input.makeSeekable(spoolingIn: NSTemporaryDirectory(), asking: ServerAccess(), always: true) {}
    self.input = input
  }

  /// The user's name for the input.
  package var name: String { input.name }

  /// The URL of the file, which is there for as long as this value lives.
  package var url: URL { input.url }
}

import AVFoundation
package import Foundation
import MediaSupport
import MovieFile

/// A text about any media file that people review: the golden format of the project.
///
/// It has `name = value` lines in indented blocks, in the order of the file. Times are exact: `value/scale` seconds, or
/// ticks if the block has stated the time scale. Nothing depends on the clock, the path or the machine, so equal files
/// give equal text. QuickTime and ISO files are read from their own boxes. Every other container is read through
/// `AVAsset`. Any thread may call the functions, which block while they read.
package enum MediaDump {
  /// Options that select the text's contents in addition to the summary.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The tree of boxes with their fields, for QuickTime and ISO files only.
    package static let boxes = Options(rawValue: 1)
    /// A line for every sample.
    package static let samples = Options(rawValue: 2)
    /// The CRC-32 of every sample's bytes, in the sample's line. It has no effect without `samples`.
    package static let checksums = Options(rawValue: 4)
    /// Leaves out values that differ between versions of an encoder: byte sizes, bit rates and checksums. This is meant
    /// for goldens of encoded output.
    package static let structureOnly = Options(rawValue: 8)
  }

  /// Returns the text of a file as one string. It is for files of the size that tests use.
  ///
  /// - Throws: `AVError` for a file that is missing, is not media, or is too damaged to be described.
  package static func text(of url: URL, options: Options = []) throws -> String {
    var text = ""
    try write(url, options: options) { text += $0 }
    return text
  }

  /// Writes the text of a file line by line, so that memory does not grow with the text.
  ///
  /// - Parameter line: a closure that receives each line with its line feed.
  /// - Throws: the errors of `text(of:options:)`. With `boxes`, the readable part of a damaged index is written first.
  package static func write(_ url: URL, options: Options = [], line: (String) -> Void) throws {
    try withoutActuallyEscaping(line) { line in
      do {
        let outline = Outline(line)
        let source = try FileSource(path: url.path)
        let movie = MovieDump(source, options: options, outline: outline)
        if try !movie.write() { try AssetDump(url, source: source, options: options, outline: outline).write() }
      } catch let error as MediaError {
        throw AVError(error.adding(path: url.path))
      }
    }
  }
}

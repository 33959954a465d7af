public import CoreMedia
import MediaEngine

/// Turns samples of timed text into a text file of its own: SubRip (`.srt`) or WebVTT (`.vtt`).
///
/// Lines, and bold, italic and underlined text are kept, and of WebVTT a cue's identifier and settings too. Times are
/// rounded to milliseconds. Text that cannot be read is left out. For one thread at a time.
public struct AVTimedTextFile {
  /// The form of the file.
  public enum Form: Sendable, Hashable { case subRip, webVTT }

  private var file: TextFile

  /// Makes a file that has no text yet.
  ///
  /// - Parameters:
  ///   - formatDescription: the format of the samples.
  ///   - origin: the time of the samples that is the file's time zero. What is earlier is cut off.
  /// - Returns: `nil` where the text cannot be read.
  public init?(_ form: Form, from formatDescription: CMFormatDescription, origin: CMTime = .zero) {
    guard let file = TextFile(form == .subRip ? .subRip : .webVTT, from: formatDescription, origin: origin) else {
      return nil
    }
    self.file = file
  }

  /// The styles of the texts so far that the file does not have, such as `color`, in alphabetical order.
  public var lostStyles: [String] { file.lostStyles }

  /// Takes the next sample buffer, in the order of their times.
  ///
  /// - Throws: an error where there is no memory.
  public mutating func append(_ sampleBuffer: CMSampleBuffer) throws { try file.add(sampleBuffer) }

  /// Returns the text of the whole file. Call it once, behind the last sample.
  ///
  /// - Throws: as `append(_:)`.
  public mutating func finish() throws -> String { try file.finish() }
}

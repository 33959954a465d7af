public import CoreGraphics
public import CoreMedia
import MediaEngine
import TimedText

/// Turns samples of timed text into those that files of another type have: 3GPP's timed text (`tx3g`) in movies, SubRip's
/// in Matroska, WebVTT in WebM. QuickTime's text, WebVTT in movies and SubStation Alpha are read too.
///
/// Times, lines, and bold, italic and underlined text are kept, and between forms of WebVTT a cue's identifier and
/// settings too. `lostStyles` names the styles that are not kept. Text that cannot be read becomes a pause. For one
/// thread at a time.
public struct AVTimedTextConverter {
  /// The format of the samples that `nextSampleBuffer()` gives.
  public var formatDescription: CMFormatDescription { converter.format }

  /// The styles of the texts so far that are not kept, such as `color` or `position`, in alphabetical order. Bytes that
  /// are no text, and the end of a text that is too long, are `characters`.
  public var lostStyles: [String] { converter.lostStyles.map(\.rawValue).sorted() }

  private var converter: TextConverter

  /// Makes a converter of a track's text for a type of file.
  ///
  /// - Parameters:
  ///   - formatDescription: the format of the samples.
  ///   - fileType: the type of the file that they are for.
  ///   - pictureSize: the size of the picture that the text is laid over, in pixels as they are shown.
  ///   - isForced: whether the text is also shown to those who want no subtitles.
  ///   - start: the time before which the text is cut off. `tx3g` begins here with a pause, where the first text is
  ///     later.
  ///   - end: the time after which the text is cut off.
  /// - Returns: `nil` where the text cannot be read, or files of the type have no text.
  public init?(
    from formatDescription: CMFormatDescription, to fileType: AVFileType, pictureSize: CGSize = .zero,
    isForced: Bool = false, start: CMTime = .negativeInfinity, end: CMTime = .positiveInfinity
  ) {
    guard let container = ContainerFormat(fileType),
      let converter = TextConverter(
        formatDescription, to: container, width: Int(clamping: pictureSize.width),
        height: Int(clamping: pictureSize.height), isForced: isForced, start: start, end: end)
    else { return nil }
    self.converter = converter
  }

  /// Takes the next sample buffer, in the order of their times.
  public mutating func append(_ sampleBuffer: CMSampleBuffer) { converter.add(sampleBuffer) }

  /// Says that no more samples come.
  public mutating func finish() { converter.finish() }

  /// Returns the next sample in the new form, without gaps between samples if the form has pauses. It is `nil` until
  /// more samples are appended, and at the end.
  ///
  /// - Throws: an error where there is no memory.
  public mutating func nextSampleBuffer() throws -> CMSampleBuffer? { try converter.next() }
}

extension Int {
  fileprivate init(clamping length: CGFloat) { self = Int(exactly: length.rounded()) ?? 0 }
}

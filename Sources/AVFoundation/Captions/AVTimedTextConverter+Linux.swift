public import CoreGraphics
public import CoreMedia
import MediaEngine
import TimedText

/// Turns samples of timed text into those that files of another type have: 3GPP's timed text (`tx3g`) in movies, SubRip's
/// in Matroska, WebVTT in WebM. QuickTime's text, WebVTT in movies and SubStation Alpha are read too.
///
/// Times are kept, lines, bold, italic and underlined text too, and between forms of WebVTT a cue's identifier and settings;
/// what else was said of the texts is told by `lostStyles`.
/// Text that cannot be read becomes a pause. For one thread at a time.
public struct AVTimedTextConverter {
  /// Of the samples that `nextSampleBuffer()` gives.
  public var formatDescription: CMFormatDescription { converter.format }

  /// What of the texts so far is not kept, such as `color` or `position`, in the order of the alphabet.
  public var lostStyles: [String] { converter.lostStyles.map(\.rawValue).sorted() }

  private var converter: TextConverter

  /// - Parameters:
  ///   - formatDescription: of the samples.
  ///   - fileType: of the file that they are for.
  ///   - pictureSize: of the picture that the text is laid over, in pixels as they are shown.
  ///   - isForced: whether the text is shown to those who want no subtitles too.
  ///   - start: what lies before it is cut off; `tx3g` begins here with a pause, where the first text is later.
  ///   - end: what lies after it is cut off.
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

  /// No more samples come.
  public mutating func finish() { converter.finish() }

  /// The next sample in the new form, without a pause in between only where its form has pauses; `nil` before more are
  /// appended, and at the end.
  ///
  /// - Throws: where there is no memory.
  public mutating func nextSampleBuffer() throws -> CMSampleBuffer? { try converter.next() }
}

extension Int {
  fileprivate init(clamping length: CGFloat) { self = Int(exactly: length.rounded()) ?? 0 }
}

import CoreGraphics
package import CoreMedia
import MediaInterop
import MovieFile
package import TimedText

/// Converts samples of timed text to another form, at their exact times. It is pure except for allocating the samples.
///
/// A sample without text is a pause, for which the new form may or may not have samples. Overlapping texts are shown
/// together. Text that cannot be read also counts as a pause, and never as an error.
package struct TextConverter {
  /// The format of the samples that `next()` returns.
  package let format: CMFormatDescription
  /// The styles of the texts so far that the new form does not support.
  package private(set) var lostStyles: Set<LostStyle> = []
  private let source: TextForm
  private let target: TextForm
  private let start: CMTime
  private let end: CMTime
  private var timeline: CueTimeline<CMTime>
  private var stretches: [CueTimeline<CMTime>.Stretch] = []
  private var taken = 0
  /// The texts of the last sample and their start, if the sample does not state its duration.
  private var openEnded: (texts: [StyledText], start: CMTime)?

  /// - Parameters:
  ///   - format: the format of the samples.
  ///   - width: the width of the picture that the text is shown over; `height` is its height. Both are 0 if there is
  ///     none.
  ///   - start: the time before which samples are cut off; samples after `end` are too. If it is numeric and the first
  ///     text is later, a form with pauses begins with a pause.
  /// - Returns: `nil` if the text form cannot be read, or the container has no text.
  package init?(
    _ format: CMFormatDescription, to container: ContainerFormat, width: Int, height: Int, isForced: Bool,
    start: CMTime, end: CMTime
  ) {
    guard let source = TextForm(format) else { return nil }
    self.source = source
    (self.start, self.end) = (start, end)
    timeline = CueTimeline(from: start.isNumeric ? start : nil)
    switch container.textCoding.map({ FourCC(rawValue: $0.rawValue) }) {
    case "tx3g":
      target = .timedText(TimedTextDescription(width: width, height: height, isForced: isForced))
    case "srt ": target = .subRip
    case "WVTT": target = .webVTT
    default: return nil
    }
    guard let made = target.format else { return nil }
    self.format = made
  }

  /// Takes the next sample, in the order of their times.
  package mutating func add(_ sample: CMSampleBuffer) {
    guard sample.numSamples > 0, sample.presentationTimeStamp.isNumeric,
      let bytes = try? sample.dataBuffer?.withContiguousBytes({ [UInt8]($0) })
    else { return }
    let (texts, start) = (texts(of: bytes, sample.sideData), sample.presentationTimeStamp)
    endOpen(at: start)
    for text in texts { lostStyles.formUnion(text.lost) }
    if sample.duration.isNumeric, sample.duration > .zero {
      add(texts, from: start, to: start + sample.duration)
    } else {
      openEnded = (texts, start)
    }
  }

  /// Returns the cues of a sample; or a single text, if the new form has no cues.
  private func texts(of bytes: [UInt8], _ sideData: [SideData]) -> [StyledText] {
    var texts = source.texts(of: bytes)
    if source == .webVTT { texts[0].cue = WebVTTCue(sideData) }
    return (target.hasCues ? texts : [StyledText(lines: texts)]).filter { !$0.isEmpty }
  }

  /// Notes that no more samples will come.
  package mutating func finish() {
    endOpen(at: .positiveInfinity)
    if target.isContinuous { stretches += timeline.finish() }
  }

  /// Returns the next sample in the new form; `nil` until another is added, and at the end.
  package mutating func next() throws -> CMSampleBuffer? {
    guard taken < stretches.count, let bytes = target.sample(of: stretches[taken].text) else { return nil }
    let stretch = stretches[taken]
    if target.cuts(stretch.text) { lostStyles.insert(.characters) }
    taken += 1
    if taken == stretches.count { (stretches, taken) = ([], 0) }
    let timing = CMSampleTimingInfo(
      duration: stretch.end - stretch.start, presentationTimeStamp: stretch.start, decodeTimeStamp: .invalid)
    let sample = CMSampleBuffer(dataBuffer: try CMBlockBuffer(copying: bytes), format: format, timing: timing)
    if target.hasCues { sample.sideData = stretch.text.cue.sideData }
    return sample
  }

  /// The longest time that a text without an end is shown, unless the next one begins earlier: enough to read it.
  private static let longestOpenEnd = CMTime(value: 5, timescale: 1)

  private mutating func endOpen(at time: CMTime) {
    guard let (texts, start) = openEnded else { return }
    openEnded = nil
    add(texts, from: start, to: min(time, start + Self.longestOpenEnd))
  }

  private mutating func add(_ texts: [StyledText], from start: CMTime, to end: CMTime) {
    let (start, end) = (max(start, self.start), min(end, self.end))
    guard start < end else { return }
    for text in texts {
      if target.isContinuous {
        stretches += timeline.add(text, from: start, to: end)
      } else {
        stretches.append(CueTimeline.Stretch(start: start, end: end, text: text))
      }
    }
  }
}

import CoreGraphics
package import CoreMedia
import MediaInterop
import MovieFile
package import TimedText

/// Turns samples of timed text into those of another form, at their exact times. Pure but for the memory of samples.
///
/// One that has no text is a pause, which a form says or not. Texts that overlap are shown together. Text that cannot be
/// read is a pause too, and never an error.
package struct TextConverter {
  /// Of what `next()` gives.
  package let format: CMFormatDescription
  /// What the texts so far said of themselves and the new form does not.
  package private(set) var lostStyles: Set<LostStyle> = []
  private let source: TextForm
  private let target: TextForm
  private let start: CMTime
  private let end: CMTime
  private var timeline: CueTimeline<CMTime>
  private var stretches: [CueTimeline<CMTime>.Stretch] = []
  private var taken = 0
  /// Those that do not say how long they last.
  private var openEnded: (texts: [StyledText], start: CMTime)?

  /// - Parameters:
  ///   - format: of the samples.
  ///   - width: of the picture that the text is laid over, and its height; 0 where there is none.
  ///   - start: what is before it is cut off, and so is what is after the end. Where it is numeric and the first text is
  ///     later, a form with pauses begins with one.
  /// - Returns: `nil` where the text is not read, or the container has none.
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

  /// The cues of a sample, or one text where the new form has none.
  private func texts(of bytes: [UInt8], _ sideData: [SideData]) -> [StyledText] {
    var texts = source.texts(of: bytes)
    if source == .webVTT { texts[0].cue = WebVTTCue(sideData) }
    return (target.hasCues ? texts : [StyledText(lines: texts)]).filter { !$0.isEmpty }
  }

  /// No more samples come.
  package mutating func finish() {
    endOpen(at: .positiveInfinity)
    if target.isContinuous { stretches += timeline.finish() }
  }

  /// The next sample in the new form; `nil` before another is added, and at the end.
  package mutating func next() throws -> CMSampleBuffer? {
    guard taken < stretches.count, let bytes = target.sample(of: stretches[taken].text) else { return nil }
    let stretch = stretches[taken]
    taken += 1
    if taken == stretches.count { (stretches, taken) = ([], 0) }
    let timing = CMSampleTimingInfo(
      duration: stretch.end - stretch.start, presentationTimeStamp: stretch.start, decodeTimeStamp: .invalid)
    let sample = CMSampleBuffer(dataBuffer: try CMBlockBuffer(copying: bytes), format: format, timing: timing)
    if target.hasCues { sample.sideData = stretch.text.cue.sideData }
    return sample
  }

  /// A text without an end is shown until the next, and no longer than anybody reads.
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

/// The forms of timed text in containers.
package enum TextForm: Hashable, Sendable {
  /// 3GPP's timed text, in movies.
  case timedText(TimedTextDescription)
  /// QuickTime's text.
  case quickTime
  /// WebVTT in movies.
  case boxedWebVTT
  /// WebVTT's payloads in Matroska and WebM.
  case webVTT
  /// SubRip's texts in Matroska.
  case subRip
  /// (Advanced) SubStation Alpha's events in Matroska.
  case subStation

  /// Returns the texts of a sample that are shown together.
  package func texts(of sample: [UInt8]) -> [StyledText] {
    self == .boxedWebVTT ? BoxedWebVTTMarkup.cues(of: sample) : [text(of: sample)]
  }

  /// Returns the texts of a sample as the lines of one text.
  package func text(of sample: [UInt8]) -> StyledText {
    switch self {
    case .timedText(let description): TimedTextMarkup.text(of: sample, description)
    case .quickTime: TimedTextMarkup.text(of: sample, nil)
    case .boxedWebVTT: StyledText(lines: BoxedWebVTTMarkup.cues(of: sample))
    case .webVTT: StyledText(decoding: sample, by: WebVTTMarkup.text)
    case .subRip: StyledText(decoding: sample, by: SubRipMarkup.text)
    case .subStation: StyledText(decoding: sample, by: SubStationMarkup.text)
    }
  }

  /// Returns whether a text is too long for a sample, so that its end is cut off.
  package func cuts(_ text: StyledText) -> Bool {
    if case .timedText = self { TimedTextMarkup.cuts(text) } else { false }
  }

  /// Returns a sample that holds a text; `nil` for forms that are only read.
  package func sample(of text: StyledText) -> [UInt8]? {
    switch self {
    case .timedText(let description): TimedTextMarkup.sample(of: text, description)
    case .webVTT: Array(WebVTTMarkup.source(of: text).utf8)
    case .subRip: Array(SubRipMarkup.source(of: text).utf8)
    case .quickTime, .boxedWebVTT, .subStation: nil
    }
  }

  /// A Boolean value that says whether the form can hold the properties of `WebVTTCue`.
  package var hasCues: Bool { self == .webVTT || self == .boxedWebVTT }

  /// A Boolean value that says whether each sample lasts until the next one and has all texts that are shown meanwhile.
  package var isContinuous: Bool { if case .timedText = self { true } else { false } }
}

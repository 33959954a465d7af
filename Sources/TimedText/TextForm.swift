/// The forms in which containers have timed text.
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

  /// What a sample says: texts that are shown together.
  package func texts(of sample: [UInt8]) -> [StyledText] {
    self == .boxedWebVTT ? BoxedWebVTTMarkup.cues(of: sample) : [text(of: sample)]
  }

  /// What a sample says, on lines of one text.
  package func text(of sample: [UInt8]) -> StyledText {
    switch self {
    case .timedText(let description): TimedTextMarkup.text(of: sample, description)
    case .quickTime: TimedTextMarkup.text(of: sample, nil)
    case .boxedWebVTT: StyledText(lines: BoxedWebVTTMarkup.cues(of: sample))
    case .webVTT: WebVTTMarkup.text(of: String(decoding: sample, as: UTF8.self))
    case .subRip: SubRipMarkup.text(of: String(decoding: sample, as: UTF8.self))
    case .subStation: SubStationMarkup.text(of: String(decoding: sample, as: UTF8.self))
    }
  }

  /// A sample that says a text; `nil` in forms that are only read.
  package func sample(of text: StyledText) -> [UInt8]? {
    switch self {
    case .timedText(let description): TimedTextMarkup.sample(of: text, description)
    case .webVTT: Array(WebVTTMarkup.source(of: text).utf8)
    case .subRip: Array(SubRipMarkup.source(of: text).utf8)
    case .quickTime, .boxedWebVTT, .subStation: nil
    }
  }

  /// Whether it has a place for what `WebVTTCue` says.
  package var hasCues: Bool { self == .webVTT || self == .boxedWebVTT }

  /// Whether each sample lasts until the next, and says all that is shown meanwhile.
  package var isContinuous: Bool { if case .timedText = self { true } else { false } }
}

package import CoreMedia
import MediaInterop
import MediaSupport
import TimedText

/// Timed text as a text file of its own: SubRip, or WebVTT (W3C, "WebVTT file structure").
package struct TextFile {
  /// The form of the file.
  package enum Form: Sendable, Hashable { case subRip, webVTT }

  private let form: Form
  private let origin: CMTime
  private var converter: TextConverter
  /// The style sheets and regions of the texts.
  private let definitions: [String]
  private var text: String
  private var count = 0

  /// - Parameters:
  ///   - format: the format of the samples.
  ///   - origin: the samples' time that is the file's time zero; everything earlier is cut off.
  /// - Returns: `nil` if the text form cannot be read.
  package init?(_ form: Form, from format: CMFormatDescription, origin: CMTime) {
    let converter = TextConverter(
      format, to: form == .subRip ? .matroska : .webM, width: 0, height: 0, isForced: false, start: origin,
      end: .positiveInfinity)
    guard let converter else { return nil }
    (self.form, self.origin, self.converter) = (form, origin, converter)
    definitions = format.textDefinitions
    text = form == .webVTT ? (["WEBVTT"] + definitions).map { $0 + "\n" }.joined(separator: "\n") : ""
  }

  /// The names of the styles so far that the file does not have.
  package var lostStyles: [String] {
    (converter.lostStyles.map(\.rawValue) + (form == .webVTT || definitions.isEmpty ? [] : ["definitions"])).sorted()
  }

  /// Takes the next sample, in the order of their times.
  ///
  /// - Throws: `MediaError` if there is no memory.
  package mutating func add(_ sample: CMSampleBuffer) throws {
    converter.add(sample)
    try write()
  }

  /// Returns the whole file, once the last sample was added.
  ///
  /// - Throws: as `add(_:)`.
  package mutating func finish() throws -> String {
    converter.finish()
    try write()
    return text
  }

  private mutating func write() throws {
    while let sample = try converter.next() {
      guard let bytes = try sample.dataBuffer?.withContiguousBytes({ [UInt8]($0) }) else { continue }
      // An empty line would end the cue.
      let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .filter { !$0.allSatisfy(\.isWhitespace) }
      if lines.isEmpty { continue }
      count += 1
      let (start, end) = (
        sample.presentationTimeStamp - origin, sample.presentationTimeStamp + sample.duration - origin
      )
      let times = "\(clock(start)) --> \(clock(end))"
      let cue = form == .webVTT ? WebVTTCue(sample.sideData) : WebVTTCue(identifier: "\(count)")
      if form == .webVTT || count > 1 { text += "\n" }
      if !cue.identifier.isEmpty { text += cue.identifier + "\n" }
      text += times + (cue.settings.isEmpty ? "" : " " + cue.settings) + "\n"
      text += lines.joined(separator: "\n") + "\n"
    }
  }

  /// Returns a time as `hh:mm:ss.mmm`, with SubRip's comma.
  private func clock(_ time: CMTime) -> String {
    let count = max(0, time.convertScale(1000, method: .roundHalfAwayFromZero).value)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let (seconds, fraction) = (count / 1000, count % 1000)
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
      + (form == .subRip ? "," : ".") + padded(fraction, 3)
  }
}

package import CoreAudioTypes
import MediaInterop
package import MediaSupport

/// The gain of each channel of a sound in each channel of a device: a pure value.
///
/// A channel is played by its own speaker, or, if the device has none, by those beside it, 3 dB quieter (ITU-R
/// BS.775-3, annex 4). Mono is played unchanged by the left and the right. The gains into one speaker add up to at most
/// 1, so that the mix itself causes no clipping.
struct ChannelMatrix: Equatable {
  let sourceCount: Int
  let targetCount: Int
  /// The gain of a source's channel in a target's, at `source * targetCount + target`.
  private(set) var gains: [Float]

  private static let half = Float(0.5).squareRoot()

  private init(_ sourceCount: Int, _ targetCount: Int) {
    (self.sourceCount, self.targetCount) = (sourceCount, targetCount)
    gains = [Float](repeating: 0, count: sourceCount * targetCount)
  }

  /// - Parameters:
  ///   - source: the sound's channels, in the order of its mask's bits.
  ///   - target: the device's channels.
  ///   - pan: the balance: −1 is only the left, 1 only the right.
  init(from source: ChannelLayout, to target: ChannelLayout, pan: Float = 0) {
    self.init(source.count, target.count)
    let (from, to) = (Self.speakers(source), Self.speakers(target))
    for (channel, speaker) in from.enumerated() {
      for (other, gain) in Self.places(of: speaker, number: channel, isAlone: source.count == 1, among: to) {
        self[channel, other] = gain
      }
    }
    limit()
    for (other, speaker) in to.enumerated() {
      let gain: Float =
        switch speaker?.side {
        case .left: min(1, 1 - pan)
        case .right: min(1, 1 + pan)
        default: 1
        }
      if gain != 1 { for channel in 0..<source.count { self[channel, other] *= gain } }
    }
  }

  /// Makes a matrix that plays each channel by exactly one of the device's.
  ///
  /// - Parameter assignments: the device's channels, from 0; a channel that is assigned to a missing one is not heard.
  init(assigning assignments: [Int], targetCount: Int) {
    self.init(assignments.count, targetCount)
    for (channel, other) in assignments.enumerated() where (0..<targetCount).contains(other) {
      self[channel, other] = 1
    }
  }

  subscript(source: Int, target: Int) -> Float {
    get { gains[source * targetCount + target] }
    set { gains[source * targetCount + target] = newValue }
  }

  /// Returns the speakers of a layout's channels; `nil` for channels without a position.
  private static func speakers(_ layout: ChannelLayout) -> [Speaker?] {
    if layout.count == 2, layout.mask == 0 { return [.frontLeft, .frontRight] }
    let known = Speaker.speakers(in: layout.mask)
    return (0..<layout.count).map { known.count == layout.count ? known[$0] : nil }
  }

  /// Returns the channels of the device in which a channel is heard, with its gains.
  private static func places(
    of speaker: Speaker?, number: Int, isAlone: Bool, among targets: [Speaker?]
  ) -> [(Int, Float)] {
    if targets.count == 1 { return [(0, speaker == .lowFrequency ? 0 : 1)] }
    let (left, right) = (targets.firstIndex(of: .frontLeft), targets.firstIndex(of: .frontRight))
    if isAlone, let left, let right { return [(left, 1), (right, 1)] }
    guard let speaker else { return [(number % targets.count, 1)] }
    if let own = targets.firstIndex(of: speaker) { return [(own, 1)] }
    if let twin = speaker.twin, let other = targets.firstIndex(of: twin) { return [(other, 1)] }
    if speaker == .lowFrequency { return [] }
    return switch speaker.side {
    case .left: left.map { [($0, half)] } ?? []
    case .right: right.map { [($0, half)] } ?? []
    case .middle: [left, right].compactMap { $0.map { ($0, half) } }
    }
  }

  private mutating func limit() {
    let loudest =
      (0..<targetCount).map { target in
        (0..<sourceCount).reduce(Float(0)) { $0 + self[$1, target] }
      }.max() ?? 0
    if loudest > 1 { gains = gains.map { $0 / loudest } }
  }
}

extension Speaker {
  static let frontLeft = Speaker(rawValue: 0)
  static let frontRight = Speaker(rawValue: 1)
  static let lowFrequency = Speaker(rawValue: 3)

  fileprivate enum Side { case left, right, middle }

  /// The side of a speaker, for those of WAVEFORMATEXTENSIBLE.
  fileprivate var side: Side {
    switch rawValue {
    case 0, 4, 6, 9, 12, 15: .left
    case 1, 5, 7, 10, 14, 17: .right
    default: .middle
    }
  }

  /// The speaker that can replace this one: surround speakers are at the back in some layouts and at the sides in
  /// others.
  fileprivate var twin: Speaker? {
    switch rawValue {
    case 4: Speaker(rawValue: 9)
    case 5: Speaker(rawValue: 10)
    case 9: Speaker(rawValue: 4)
    case 10: Speaker(rawValue: 5)
    default: nil
    }
  }
}

extension ChannelLayout {
  /// Returns the gain of each channel of a sound (second index) in each of another (first index), as a device with the
  /// other sound's speakers plays it. It is `nil` if one of the channels is no speaker.
  ///
  /// - Parameters:
  ///   - source: the roles of the sound's channels, in their order.
  ///   - result: the roles of the other sound's channels, in their order.
  package static func gains(from source: [AudioChannelLabel], to result: [AudioChannelLabel]) -> [[Double]]? {
    guard let from = Speaker.speakers(labelled: source), let to = Speaker.speakers(labelled: result) else { return nil }
    let matrix = ChannelMatrix(from: ChannelLayout(from), to: ChannelLayout(to))
    let (rows, columns) = (Speaker.places(of: to), Speaker.places(of: from))
    return rows.map { row in columns.map { Double(matrix[$0, row]) } }
  }
}

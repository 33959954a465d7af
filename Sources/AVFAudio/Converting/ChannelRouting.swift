internal import CoreAudioTypes
internal import MediaEngine
internal import MediaSupport

/// Functions that map the channels of one format to those of another. They are pure.
enum ChannelRouting {
  /// Returns for each channel of the result the number of the source's channel that it takes, or a number below 0 for
  /// silence.
  ///
  /// A channel goes to the same speaker. Mono goes to the left and the right, and a result of one channel takes the
  /// source's centre, or its first channel. Channels whose roles are unknown are mapped by their numbers.
  static func map(from source: AVAudioFormat, to result: AVAudioFormat) -> [Int] {
    let count = Int(source.channelCount)
    guard let from = labels(source), let to = labels(result) else {
      return (0..<Int(result.channelCount)).map { $0 < count ? $0 : -1 }
    }
    if to.count == 1 { return [from.firstIndex { isCentre($0) } ?? 0] }
    if from == to { return Array(to.indices) }
    if from.count == 1 {
      let sides = to.map { [kAudioChannelLabel_Left, kAudioChannelLabel_Right].contains($0) ? 0 : -1 }
      if sides.contains(0) { return sides }
    }
    return to.map { label in
      from.firstIndex(of: label) ?? substitute(for: label, from, to).flatMap { from.firstIndex(of: $0) } ?? -1
    }
  }

  /// A single pair of surround speakers is mapped to the other format's only pair: 5.1 has it at the back or at the
  /// sides.
  private static let surroundPairs: [(left: AudioChannelLabel, right: AudioChannelLabel)] = [
    (kAudioChannelLabel_LeftSurround, kAudioChannelLabel_RightSurround),
    (kAudioChannelLabel_LeftSurroundDirect, kAudioChannelLabel_RightSurroundDirect),
    (kAudioChannelLabel_LeftSideSurround, kAudioChannelLabel_RightSideSurround),
    (kAudioChannelLabel_RearSurroundLeft, kAudioChannelLabel_RearSurroundRight),
    (kAudioChannelLabel_LeftBackSurround, kAudioChannelLabel_RightBackSurround),
  ]

  /// The speaker of the source that is nearest to one of the result. It is nil if none is near, or if the result has
  /// that speaker, too.
  private static func substitute(
    for label: AudioChannelLabel, _ from: [AudioChannelLabel], _ to: [AudioChannelLabel]
  ) -> AudioChannelLabel? {
    for side in [\(left: AudioChannelLabel, right: AudioChannelLabel).left, \.right] {
      let speakers = surroundPairs.map { $0[keyPath: side] }
      guard speakers.contains(label) else { continue }
      let others = from.filter { speakers.contains($0) && !to.contains($0) }
      return others.count == 1 && to.filter(speakers.contains).count == 1 ? others[0] : nil
    }
    return nil
  }

  /// The gain of each channel of a source (second index) in each of the result (first index).
  static func gains(_ map: [Int], channelCount: Int) -> [[Double]] {
    map.map { wanted in (0..<channelCount).map { $0 == wanted ? 1 : 0 } }
  }

  /// The gains with which no channel of the source is lost: a channel without a speaker in the result is mixed into the
  /// nearest ones. It is nil if the roles of channels are unknown.
  static func mixedGains(from source: AVAudioFormat, to result: AVAudioFormat) -> [[Double]]? {
    guard let from = labels(source), let to = labels(result) else { return nil }
    return ChannelLayout.gains(from: from, to: to)
  }

  private static func isCentre(_ label: AudioChannelLabel) -> Bool {
    label == kAudioChannelLabel_Mono || label == kAudioChannelLabel_Center
  }

  /// The roles of the channels, in their order. It is nil if they are unknown.
  private static func labels(_ format: AVAudioFormat) -> [AudioChannelLabel]? {
    guard let layout = format.channelLayout else {
      return switch format.channelCount {
      case 1: [kAudioChannelLabel_Mono]
      case 2: [kAudioChannelLabel_Left, kAudioChannelLabel_Right]
      default: nil
      }
    }
    return ChannelLabels.labels(of: layout.managed)
  }
}

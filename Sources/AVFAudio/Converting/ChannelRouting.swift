internal import CoreAudioTypes
internal import MediaEngine
internal import MediaSupport

/// The ways from the channels of one format to those of another. Pure functions.
enum ChannelRouting {
  /// The number of a source's channel for each of the result's, below 0 for silence.
  ///
  /// A channel goes where the same speaker is. Mono goes to the left and the right, and a result of one channel takes the
  /// source's centre, or its first. Channels whose roles are unknown go by their numbers.
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

  /// The one pair of surround speakers goes to the other's only pair: 5.1 has it at the back or at the sides.
  private static let surroundPairs: [(left: AudioChannelLabel, right: AudioChannelLabel)] = [
    (kAudioChannelLabel_LeftSurround, kAudioChannelLabel_RightSurround),
    (kAudioChannelLabel_LeftSurroundDirect, kAudioChannelLabel_RightSurroundDirect),
    (kAudioChannelLabel_LeftSideSurround, kAudioChannelLabel_RightSideSurround),
    (kAudioChannelLabel_RearSurroundLeft, kAudioChannelLabel_RearSurroundRight),
    (kAudioChannelLabel_LeftBackSurround, kAudioChannelLabel_RightBackSurround),
  ]

  /// The speaker of the source that stands nearly where one of the result does. Nil where none does, and where the result
  /// has that one too.
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

  /// The gains with which no channel of the source is lost: one that the result has no speaker for is heard from those
  /// beside it. Nil where roles are unknown.
  static func mixedGains(from source: AVAudioFormat, to result: AVAudioFormat) -> [[Double]]? {
    guard let from = labels(source), let to = labels(result) else { return nil }
    return ChannelLayout.gains(from: from, to: to)
  }

  private static func isCentre(_ label: AudioChannelLabel) -> Bool {
    label == kAudioChannelLabel_Mono || label == kAudioChannelLabel_Center
  }

  /// The roles of the channels, in their order. Nil where they are unknown.
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

import CoreMedia
import MediaInterop
import MediaSupport

/// The last samples of a file that cannot hide any of them, in the order in which they are written: a pure value.
///
/// A client says where the session ends when it has appended everything (AW-35), and what is written cannot be taken
/// back. So a sample is written when enough others have come behind it.
struct SessionTail {
  /// A sample and the number of its track.
  typealias Item = (sample: EncodedSample, track: Int)

  private var items = PacketQueue<Item>()
  private var byteCount = 0
  /// The last format of each track, which may be among the samples.
  private(set) var formats: [Int: CMFormatDescription] = [:]
  /// The decode time of the latest packet, in nanoseconds; `nil` before the first.
  private var latest: Int64?
  /// The time that a packet waits at most, in nanoseconds of the media; `nil` for any.
  private let longestWait: Int64?

  /// The number of bytes that are held at most: seconds of linear PCM, and minutes of coded sound.
  private static let mostBytes = 4 << 20

  /// - Parameter isStream: whoever reads a stream waits for what is held. A track that is fed together with others is
  ///   no further ahead of them than `Interleaver.writeAhead`: so far behind its end a session ends.
  init(isStream: Bool) { longestWait = isStream ? Interleaver<EncodedSample>.writeAhead : nil }

  mutating func add(_ sample: EncodedSample, track: Int) {
    items.append((sample, track))
    if case .format(let format) = sample { formats[track] = format }
    guard let packet = sample.packet else { return }
    byteCount += Self.size(of: packet)
    latest = max(latest ?? .min, Self.time(of: packet))
  }

  /// Takes the next sample that is written now; `nil` where there is none. What is no packet waits for those before it
  /// alone.
  mutating func next() -> Item? {
    guard let packet = items.first?.sample.packet else { return items.popFirst() }
    guard byteCount > Self.mostBytes || waitsTooLong(packet) else { return nil }
    byteCount -= Self.size(of: packet)
    return items.popFirst()
  }

  private func waitsTooLong(_ packet: Packet) -> Bool {
    guard let longestWait, let latest else { return false }
    let (age, overflow) = latest.subtractingReportingOverflow(Self.time(of: packet))
    return overflow || age > longestWait
  }

  /// Takes all samples, without those that are behind the ends of their tracks' sessions.
  ///
  /// - Parameter ends: the end of each track's session; `nil` where nothing is cut.
  mutating func finish(at ends: inout [SessionEnd?]) -> [Item] {
    var all: [Item] = []
    while let item = items.popFirst() { all.append(item) }
    byteCount = 0
    var kept: [Item] = []
    // Backwards: what depends on a picture comes behind it.
    for item in all.reversed() {
      guard let packet = item.sample.packet, ends[item.track] != nil else {
        kept.append(item)
        continue
      }
      if let part = ends[item.track]?.part(of: packet) { kept.append((.packet(part), item.track)) }
    }
    return kept.reversed()
  }

  /// Trims the last packet of each track of sound that lasts for less than it decodes to, as a movie's tables state it:
  /// the rest is padding.
  ///
  /// - Parameters:
  ///   - items: the samples that `finish(at:)` returned.
  ///   - ends: the ends of the tracks' sessions after that call.
  func markPadding(in items: inout [Item], _ ends: [SessionEnd?]) {
    for (track, format) in formats {
      guard let index = items.lastIndex(where: { $0.track == track && $0.sample.packet != nil }),
        var packet = items[index].sample.packet, let codec = try? CodecParameters(format).codec,
        CodedSampleCount.wholeFrames.contains(codec),
        let sound = format.audioStreamBasicDescription, sound.mFramesPerPacket > 1,
        packet.duration > 0, Double(packet.timeBase.denominator) == sound.mSampleRate
      else { continue }
      let padding = Int64(sound.mFramesPerPacket) - packet.duration
      // Times in milliseconds are rounded by as much.
      guard padding > Int64(packet.timeBase.denominator) / 1000 else { continue }
      packet.trimEnd = max(packet.trimEnd, Int(clamping: padding.adding(clamping: ends[track]?.cut ?? 0)))
      items[index].sample = .packet(packet)
    }
  }

  private static func time(of packet: Packet) -> Int64 {
    packet.timeBase.rescale(packet.dts ?? packet.pts ?? 0, to: .nanoseconds)
  }

  /// Small packets cost more than their bytes.
  private static func size(of packet: Packet) -> Int { packet.bytes.count + MemoryLayout<Packet>.size }
}

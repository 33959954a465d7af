import MediaInterop

/// The packets of one segment, and what x264 measured of them.
struct EncodedSegment {
  private(set) var packets: [Packet] = []
  private var rateFactors = 0.0
  private var similarities = 0.0

  mutating func append(_ packet: Packet, _ measurement: H264Encoder.Measurement) {
    packets.append(packet)
    rateFactors += measurement.rateFactor
    similarities += measurement.ssim
  }

  var trial: PassSegment.Trial {
    let count = Double(max(packets.count, 1))
    return PassSegment.Trial(
      rateFactor: rateFactors / count, pictureBits: packets.map { Int32(clamping: $0.bytes.count * 8) },
      ssim: similarities / count)
  }

  /// When its first picture is shown; closed groups begin with it.
  var start: Int64 { packets.first?.pts ?? 0 }

  /// Whether nothing that follows depends on what a decoder knows of it: a key frame alone at the end would have to differ
  /// from the next one in its identity (H.264, 7.4.3), which encoders of parts do not know.
  var canEnd: Bool { packets.last.map { !$0.isKeyFrame } ?? false }

  /// The same pictures' packets in the place of these: with the decode times of the one encoder that made these, which
  /// follow from the pictures' times alone.
  ///
  /// - Returns: `nil` where the pictures are others.
  func replaced(by other: EncodedSegment) -> EncodedSegment? {
    guard packets.compactMap(\.pts).sorted() == other.packets.compactMap(\.pts).sorted() else { return nil }
    var result = other
    for index in packets.indices { result.packets[index].dts = packets[index].dts }
    return result
  }
}

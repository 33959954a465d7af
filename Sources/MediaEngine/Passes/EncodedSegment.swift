import MediaInterop

/// The packets of one segment, and x264's measurements of them.
struct EncodedSegment {
  private(set) var packets: [Packet] = []
  private var pictures: [PassSegment.Picture] = []

  mutating func append(_ packet: Packet, _ measurement: H264Encoder.Measurement) {
    packets.append(packet)
    pictures.append(PassSegment.Picture(packet, measurement))
  }

  var trial: PassSegment.Trial { PassSegment.Trial(pictures) }

  /// A Boolean value that says whether the segment can end here, because decoding of the next segment does not depend
  /// on it. It cannot end with a key frame: that would need another identity than the next segment's key frame (H.264,
  /// 7.4.3), which the encoders of parts do not know.
  var canEnd: Bool { packets.last.map { !$0.isKeyFrame } ?? false }

  /// The indices of pictures before which the segment can be split: all pictures decoded before are also shown before.
  var joints: [Int] {
    let times = packets.map { $0.pts ?? 0 }
    var joints: [Int] = []
    var earliest = Int64.max
    var latest: [Int64] = []
    for time in times { latest.append(max(latest.last ?? .min, time)) }
    for index in times.indices.dropFirst().reversed() {
      earliest = min(earliest, times[index])
      if latest[index - 1] < earliest, !packets[index - 1].isKeyFrame { joints.append(index) }
    }
    return joints.reversed()
  }

  /// Returns its packets with the decode times of the packets that they replace. Those come from one encoder, and
  /// follow only from the pictures' times.
  ///
  /// - Returns: `nil` if the pictures have other times.
  func replacing(_ others: ArraySlice<Packet>) -> [Packet]? {
    guard packets.compactMap(\.pts).sorted() == others.compactMap(\.pts).sorted() else { return nil }
    return zip(packets, others).map { packet, other in
      var packet = packet
      packet.dts = other.dts
      return packet
    }
  }
}

extension PassSegment.Picture {
  init(_ packet: Packet, _ measurement: H264Encoder.Measurement) {
    self.init(
      bits: Int32(clamping: packet.bytes.count * 8), rateFactor: measurement.rateFactor, ssim: measurement.ssim)
  }
}

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

  /// A Boolean value that says whether the segment can end here, because decoding of the next one does not depend on
  /// it: a key frame alone at the end would have to differ from the next one in its identity (H.264, 7.4.3), which
  /// encoders of parts do not know.
  var canEnd: Bool { packets.last.map { !$0.isKeyFrame } ?? false }

  /// The places where it can be parted: all pictures decoded before one are shown before the others, too.
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

  /// Returns its packets, which take the place of others of the same pictures, with the decode times of those: they
  /// come from one encoder, and follow from the pictures' times alone.
  ///
  /// - Returns: `nil` where the pictures are others.
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

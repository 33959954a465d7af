package import MediaSupport

/// `EC3SpecificBox`, the payload of a `dec3` box (ETSI TS 102 366, F.6).
package struct EAC3Configuration: Hashable, Sendable {
  /// An independent substream and the substreams that depend on it.
  package struct Substream: Hashable, Sendable {
    package var rateCode: UInt8
    package var bitstreamIdentification: UInt8
    package var isAssociatedService: Bool = false
    package var bitstreamMode: UInt8
    package var audioCodingMode: UInt8
    package var hasLowFrequency: Bool
    /// `num_dep_sub`, 0 to 8.
    package var dependentSubstreams: UInt8 = 0
    /// `chan_loc` (table F.6.1), 9 bits: the channels that dependent substreams add, Lc/Rc lowest.
    package var channelLocations: UInt16 = 0
  }

  /// `data_rate`, the rate of all substreams together in kbit/s.
  package var dataRate: UInt16
  /// The independent substreams, 1 to 8.
  package var substreams: [Substream]
  /// `complexity_index_type_a` of a joint object coded (Atmos) stream (TS 103 420, C.3).
  package var objectComplexity: UInt8?

  /// Builds the record from a sample: all syncframes of one access unit, which is six audio blocks in a movie.
  ///
  /// Substreams that later samples add are not seen: the standard requires the same substreams in all of them.
  /// - Throws: `damagedMedia` when the first frame cannot be parsed or is not an independent substream.
  package init(sample: [UInt8]) throws(MediaError) {
    let frames = try AC3SyncFrame.all(in: sample)
    substreams = []
    var indices: [UInt8: Int] = [:]
    var dependents: [Int: Set<UInt8>] = [:]
    var current = 0
    for frame in frames {
      if frame.kind == .dependent {
        guard !substreams.isEmpty else {
          throw MediaError(.damagedMedia, .demuxing, "the E-AC-3 sample begins with a dependent substream")
        }
        dependents[current, default: []].insert(frame.substream)
        substreams[current].channelLocations |= frame.addedLocations
      } else if let index = indices[frame.substream] {
        current = index
      } else {
        current = substreams.count
        indices[frame.substream] = current
        substreams.append(Substream(frame))
      }
    }
    for (index, tags) in dependents { substreams[index].dependentSubstreams = UInt8(tags.count) }
    dataRate = Self.dataRate(of: frames)
    objectComplexity = frames.compactMap(\.objectComplexity).first
  }

  /// Parses the payload of a `dec3` box.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the dec3 record")
    dataRate = try reader.uint16(13)
    substreams = []
    for _ in 0...(try reader.int(3)) {
      let rateCode = try reader.uint8(2)
      let identification = try reader.uint8(5)
      try reader.skip(1)
      let isAssociated = try reader.bit()
      var substream = Substream(
        rateCode: rateCode, bitstreamIdentification: identification, isAssociatedService: isAssociated,
        bitstreamMode: try reader.uint8(3), audioCodingMode: try reader.uint8(3), hasLowFrequency: try reader.bit())
      try reader.skip(3)
      substream.dependentSubstreams = try reader.uint8(4)
      if substream.dependentSubstreams > 0 {
        substream.channelLocations = try reader.uint16(9)
      } else {
        try reader.skip(1)
      }
      substreams.append(substream)
    }
    // The extension is two bytes after the record of the standard's earlier editions.
    if reader.bitsLeft >= 16 {
      try reader.skip(7)
      if try reader.bit() { objectComplexity = try reader.uint8() }
    }
  }

  /// Returns the payload of the `dec3` box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(dataRate, 13)
    writer.bits(substreams.count - 1, 3)
    for substream in substreams {
      writer.bits(substream.rateCode, 2)
      writer.bits(substream.bitstreamIdentification, 5)
      writer.bits(0, 1)
      writer.bit(substream.isAssociatedService)
      writer.bits(substream.bitstreamMode, 3)
      writer.bits(substream.audioCodingMode, 3)
      writer.bit(substream.hasLowFrequency)
      writer.bits(0, 3)
      writer.bits(substream.dependentSubstreams, 4)
      if substream.dependentSubstreams > 0 {
        writer.bits(substream.channelLocations, 9)
      } else {
        writer.bits(0, 1)
      }
    }
    if let objectComplexity {
      writer.bits(1, 8)
      writer.bits(objectComplexity, 8)
    }
    return writer.bytes
  }

  /// The number of channels in the first programme: its own, and those that its dependent substreams add.
  package var channels: Int {
    guard let first = substreams.first else { return 0 }
    let own = AC3SyncFrame.channels(
      audioCodingMode: first.audioCodingMode, hasLowFrequency: first.hasLowFrequency)
    return (0..<9).reduce(own) {
      $0 + (first.channelLocations >> $1 & 1 == 0 ? 0 : Self.locationIsPair[$1] ? 2 : 1)
    }
  }

  /// `chan_loc`'s bits (table F.6.1): Lc/Rc, Lrs/Rrs, Cs, Ts, Lsd/Rsd, Lw/Rw, Lvh/Rvh, Cvh, LFE2.
  private static let locationIsPair = [true, true, false, false, true, true, true, false, false]

  /// Returns the rate of an access unit in kbit/s: all its bytes over the duration of its first substream.
  private static func dataRate(of frames: [AC3SyncFrame]) -> UInt16 {
    guard let first = frames.first else { return 0 }
    let bytes = frames.reduce(0) { $0 + $1.frameSize }
    let samples =
      frames
      .filter { $0.kind == first.kind && $0.substream == first.substream }
      .reduce(0) { $0 + $1.samplesPerFrame }
    return UInt16(min(bytes * 8 * first.sampleRate / max(1, samples) / 1000, largestDataRate))
  }

  /// The largest value of 13 bits.
  private static let largestDataRate = 0x1fff
}

extension EAC3Configuration.Substream {
  fileprivate init(_ frame: AC3SyncFrame) {
    rateCode = frame.rateCode
    bitstreamIdentification = frame.bitstreamIdentification
    bitstreamMode = frame.bitstreamMode
    audioCodingMode = frame.audioCodingMode
    hasLowFrequency = frame.hasLowFrequency
  }
}

extension AC3SyncFrame {
  /// The channels of `chanmap` (table E.1.4) in the order of `chan_loc`: the map has Lc/Rc at bit 10 and goes down,
  /// the locations have it at bit 0 and go up; LFE2 is bit 1 of the map and bit 8 of the locations.
  fileprivate var addedLocations: UInt16 {
    guard let channelMap else { return 0 }
    let locations = (0..<8).reduce(UInt16(0)) { $0 | (channelMap >> (10 - UInt16($1)) & 1) << UInt16($1) }
    return locations | (channelMap >> 1 & 1) << 8
  }
}

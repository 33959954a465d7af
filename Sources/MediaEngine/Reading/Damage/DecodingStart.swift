import CoreMedia
import MediaInterop

/// Decides what may be undecodable in one run of a decoder without being damage: the run begins at a track's start or
/// at a random-access point within it. Where another sequence of pictures begins in the track, as where recordings were
/// joined, decoding begins anew. A pure value.
struct DecodingStart {
  /// The parameters of the packets that come next.
  private var parameters: CodecParameters
  private let isPictures: Bool
  private let hasStatedPackets: Bool
  /// The time that the reader sought, in ticks of the stream; `nil` at the track's start.
  private let wanted: Int64?
  /// The number of random-access points that were noted.
  private var accessPointCount = 0
  /// The time of the first random-access point, if it has one.
  private var accessTime: Int64?
  /// A Boolean value that says whether pictures of the group may list and mark reference pictures from before it, which
  /// were not decoded.
  private var hasEarlierReferences = false
  /// The time of the random-access point of the group, where it begins another sequence, and pictures from before it may
  /// be referred to.
  private var seamTime: Int64?
  /// The times of pictures that are shown before such a point, and may refer to pictures that are not of their sequence.
  private var cutOffTimes: Set<Int64> = []
  private var hasDecodedSound = false

  /// The part of a packet that may be undecodable without damage.
  private enum Allowance {
    case nothing
    /// The reference pictures that the packet lists or marks.
    case references
    case everything
  }

  /// The packets that were noted last: more than a decoder works on at once.
  private var latest: [(number: Int, time: Int64?, earliest: Int64?, allowance: Allowance)] = []
  private static let memory = 64
  /// The times of pictures that cannot be decoded, and that need not be decodable.
  private var spoiledTimes: Set<Int64> = []
  /// The time of the last packet that was found damaged.
  private(set) var damagedTime: Int64?
  /// The time before which all frames are of packets in front of the first that was found damaged. It is `nil` where no
  /// packet from there on has a time.
  private(set) var damageStart: Int64?

  init(of context: ReadingContext, wanted: Int64?) {
    let track = context.track
    self.init(
      context.stream.parameters, isPictures: track.mediaType == .video, hasStatedPackets: track.hasStatedPackets,
      wanted: wanted)
  }

  init(_ parameters: CodecParameters, isPictures: Bool, hasStatedPackets: Bool, wanted: Int64?) {
    self.parameters = parameters
    self.isPictures = isPictures
    self.hasStatedPackets = hasStatedPackets
    self.wanted = wanted
  }

  /// Returns the decision for decoding that begins anew at a time, with the configuration that holds now.
  func anew(at wanted: Int64?) -> DecodingStart {
    DecodingStart(parameters, isPictures: isPictures, hasStatedPackets: hasStatedPackets, wanted: wanted)
  }

  /// A Boolean value that says whether decoding begins at the track's start.
  var isOfTrack: Bool { wanted == nil }

  /// A Boolean value that says whether no second random-access point was noted yet.
  var isInFirstGroup: Bool { accessPointCount < 2 }

  /// Notes a packet that is about to be decoded.
  ///
  /// - Parameter number: the packet's number among those that the decoder receives.
  mutating func note(_ packet: Packet, number: Int) {
    let beginsSequence = adopt(packet)
    if packet.isKeyFrame {
      let isFirst = accessPointCount == 0
      if isFirst { accessTime = packet.pts }
      // An instantaneous refresh forgets earlier references (H.264, 7.4.1.2.4).
      hasEarlierReferences =
        (isFirst || beginsSequence) && parameters.codec == .h264 && !packet.isInstantaneousRefresh(in: parameters)
      let beginsJoinedPart = !isFirst && beginsSequence
      seamTime = beginsJoinedPart && !packet.refersToNothingBefore(in: parameters) ? packet.pts : nil
      accessPointCount += 1
    }
    if isCutOff(packet), let time = packet.pts { cutOffTimes.insert(time) }
    // The packet before was not given to the decoder.
    if latest.last?.number == number { latest.removeLast() }
    if latest.count == Self.memory { latest.removeFirst() }
    let earliest = [packet.pts, packet.dts].compactMap { $0 }.min()
    latest.append((number, packet.pts ?? packet.dts, earliest, allowance(of: packet)))
  }

  /// Adopts the configuration that a packet announces.
  ///
  /// - Returns: Whether another sequence begins with it, whose pictures refer to none of the one before.
  private mutating func adopt(_ packet: Packet) -> Bool {
    if let other = packet.newParameters {
      parameters = other
      return true
    }
    guard let extradata = packet.newExtradata, extradata != parameters.extradata else { return false }
    let before = ParameterSets.recorded(in: parameters)
    parameters.extradata = extradata
    guard let before, let after = ParameterSets.recorded(in: parameters) else { return false }
    return after.sets.changesSequence(of: before.sets)
  }

  private func isCutOff(_ packet: Packet) -> Bool {
    guard isPictures, !packet.isKeyFrame, let seamTime, let time = packet.pts, time < seamTime else { return false }
    return packet.mayNeedEarlierGroup(in: parameters)
  }

  private func allowance(of packet: Packet) -> Allowance {
    guard isPictures else {
      return isUnheard(before: (packet.pts ?? packet.dts).map { $0 &+ packet.duration }) ? .everything : .nothing
    }
    if accessPointCount == 0 || isBefore(packet.pts) || isCutOff(packet) { return .everything }
    // Pictures may list and mark references that are no longer there, and are not predicted from them (H.264, 7.4.3.3).
    return hasEarlierReferences ? .references : .nothing
  }

  /// Returns the verdict on a complaint of the decoder.
  mutating func verdict(on complaint: Complaint) -> DamageVerdict {
    let packet = latest.last { $0.number == complaint.packet }
    if !isPictures, !hasDecodedSound, excusesFirstSound { return .excused }
    switch packet?.allowance ?? .nothing {
    case .everything:
      if isPictures, let time = packet?.time { spoiledTimes.insert(time) }
      return .excused
    case .references where !complaint.isOfMedia: return .excused
    case .references, .nothing:
      damagedTime = packet?.time
      // Packets behind it may be shown before it.
      let times = latest.filter { $0.number >= complaint.packet }.compactMap { $0.earliest }
      damageStart = (times + [damageStart].compactMap { $0 }).min()
      return .damaged
    }
  }

  /// Returns the verdict on a frame that came out of the decoder.
  ///
  /// - Parameters:
  ///   - time: the time at which it is shown or heard, in ticks of the stream.
  ///   - end: the time at which sound ends, in ticks of the stream.
  ///   - isFlagged: a Boolean value that says whether the decoder marked the frame as corrupt.
  mutating func verdict(onFrameAt time: Int64?, until end: Int64?, isFlagged: Bool) -> DamageVerdict {
    guard isPictures else {
      if isUnheard(before: end) { return .excused }
      defer { hasDecodedSound = true }
      return isFlagged && (hasDecodedSound || !excusesFirstSound) ? .damaged : .whole
    }
    let isSpoiled = time.flatMap { spoiledTimes.remove($0) } != nil || isFlagged
    if let time, cutOffTimes.remove(time) != nil { return .excused }
    // Within a track, pictures that are shown before the random-access point are not the ones that were wanted.
    if isBefore(time) { return isSpoiled || !isOfTrack ? .excused : .whole }
    if isSpoiled, accessPointCount == 0 { return .excused }
    return isSpoiled ? .damaged : .whole
  }

  /// Returns whether sound that ends at a time is decoded only for the sound that follows it.
  private func isUnheard(before end: Int64?) -> Bool {
    guard !isPictures, let wanted, let end else { return false }
    return end <= wanted
  }

  /// A Boolean value that says whether the first packets of sound may depend on earlier packets that are missing. A
  /// stream may begin in the middle of a frame, but a track whose container states its packets does not, and packets of
  /// a lossless coding depend on no others.
  private var excusesFirstSound: Bool { !parameters.codec.isLossless && (!hasStatedPackets || !isOfTrack) }

  /// Returns whether a picture is shown before the first random-access point, so that it may depend on a missing one.
  func isBefore(_ time: Int64?) -> Bool {
    guard isPictures, let time, let accessTime else { return false }
    return time < accessTime
  }
}

extension DecodingStart {
  mutating func verdict(on frame: Frame) -> DamageVerdict {
    verdict(onFrameAt: frame.pts, until: frame.pts.map { $0 &+ frame.duration }, isFlagged: frame.hasErrorFlags)
  }

  /// Returns the worst verdict on the decoder's complaints since the last call.
  ///
  /// - Parameter hasFailed: a Boolean value that says whether the decoder's work ended with an error. The error counts
  ///   as a complaint if there was no other.
  mutating func verdict(onWorkOf decoder: any PacketDecoder, hasFailed: Bool) -> DamageVerdict {
    var worst: DamageVerdict?
    while let complaint = decoder.takeComplaint() { worst = max(worst ?? .whole, verdict(on: complaint)) }
    return worst ?? (hasFailed ? verdict(on: decoder.failure) : .whole)
  }
}

import MediaInterop
import MediaSupport

/// Decodes a track whose sample descriptions have several codings: each packet by a decoder of its coding.
///
/// The first packet of another coding is sent only after all frames of the coding before it have come out.
final class SuccessiveDecoders: PacketDecoder {
  private var decoder: any PacketDecoder
  private let make: (CodecParameters) throws -> any PacketDecoder
  /// The parameters that the current decoder was made with; `nil` for the first decoder.
  private var parameters: CodecParameters?
  /// The parameters of the decoder that follows; `nil` if none is known to follow.
  private var next: CodecParameters?
  /// A Boolean value that says whether the current decoder is being drained.
  private var isDraining = false
  /// A Boolean value that says whether no packet follows at all.
  private var isAtEnd = false
  /// The number of packets that were sent to earlier decoders.
  private var earlierCount = 0
  /// The complaints of earlier decoders that were not taken yet.
  private var earlierComplaints: [Complaint] = []

  var keepsPacketTimes = false {
    didSet { decoder.keepsPacketTimes = keepsPacketTimes }
  }

  /// - Parameters:
  ///   - first: the decoder of the packets before the first one of another coding.
  ///   - make: a closure that makes the decoder of another coding.
  init(_ first: any PacketDecoder, _ make: @escaping (CodecParameters) throws -> any PacketDecoder) {
    (decoder, self.make) = (first, make)
  }

  func send(_ packet: Packet) throws(MediaError) -> Bool {
    if let wanted = packet.newParameters, wanted != parameters { next = wanted }
    if next != nil {
      try beginDraining()
      return false
    }
    var given = packet
    // The decoder was made with this configuration.
    if packet.newParameters != nil { given.newExtradata = nil }
    return try decoder.send(given)
  }

  func receive() throws(MediaError) -> Decoder.Output {
    let output = try decoder.receive()
    guard case .end = output, !isAtEnd, let next else { return output }
    try change(to: next)
    return .needsInput
  }

  func drain() throws(MediaError) {
    isAtEnd = true
    try beginDraining()
  }

  private func beginDraining() throws(MediaError) {
    if isDraining { return }
    isDraining = true
    try decoder.drain()
  }

  func flush() {
    decoder.flush()
    (isDraining, isAtEnd) = (false, false)
  }

  /// - Throws: `MediaError`, never for damaged media: reading cannot continue without the decoder.
  private func change(to next: CodecParameters) throws(MediaError) {
    while let complaint = decoder.takeComplaint() { earlierComplaints.append(counted(complaint)) }
    let made: any PacketDecoder
    do {
      made = try make(next)
    } catch let error as MediaError where error.kind != .damagedMedia {
      throw error
    } catch {
      throw MediaError(.decoderNotFound, .decoding, "no decoder takes a later sample description: \(error)")
    }
    made.keepsPacketTimes = keepsPacketTimes
    earlierCount += decoder.packetCount
    (decoder, parameters, self.next, isDraining) = (made, next, nil, false)
  }

  // MARK: Complaints

  var packetCount: Int { earlierCount + decoder.packetCount }

  func takeComplaint() -> Complaint? {
    earlierComplaints.isEmpty ? decoder.takeComplaint().map(counted) : earlierComplaints.removeFirst()
  }

  var failure: Complaint { counted(decoder.failure) }

  /// Returns a complaint of the current decoder, with its packet numbered among all packets.
  private func counted(_ complaint: Complaint) -> Complaint {
    Complaint(packet: earlierCount + complaint.packet, isOfMedia: complaint.isOfMedia)
  }
}

import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// Shows that copied packets can be decoded with their container's configuration: most numbers in a configuration can
/// have any value, and only a packet shows whether they are right.
///
/// The first packet at which decoding can begin is compared with a configuration that agrees with the track's other
/// statements (`ConfigurationAgreement`). If they do not agree, the packet is decoded; for H.264, only its beginning.
/// It is not checked whether the frame is complete.
/// is whole is not looked at.
struct ConfigurationProof {
  private let context: ReadingContext
  private var isGiven: Bool

  init(of context: ReadingContext) {
    self.context = context
    let (track, parameters) = (context.track, context.stream.parameters)
    let isConfigured = !parameters.extradata.isEmpty || Self.configured.contains(parameters.codec)
    isGiven =
      !track.hasStatedPackets || !track.isDecodable || !isConfigured || ![.video, .audio].contains(track.mediaType)
  }

  /// The codings that are seldom or never usable without a configuration.
  private static let configured: Set<CodecID> = [.h264, .hevc, .mpeg4, .aac]

  /// Takes the next packet.
  ///
  /// - Throws: `damagedMedia` for a packet of which nothing can be decoded.
  mutating func require(_ packet: Packet) throws {
    guard !isGiven, packet.isKeyFrame, !packet.bytes.isEmpty else { return }
    if let agreement = context.agreement, agreement.holds(for: packet.bytes) {
      isGiven = true
      return
    }
    do {
      // The decoder must not conceal missing parts of the picture.
      let decoder = try context.decoder(threads: 1, ["ec": "0"])
      if try decoder.send(beginning(of: packet)) { try decoder.drain() }
      _ = try decoder.receive()
    } catch let error as MediaError where error.kind == .damagedMedia {
      throw error
    } catch {
      // Other errors are problems of the decoder, not of the packet.
    }
    isGiven = true
  }

  /// The number of bytes of a slice that contain its header and some of its picture.
  private static let sliceBytes = 4096

  /// Returns the start of an H.264 packet, up to the beginning of its first slice. The slice's header names the
  /// parameter sets, and decoding the whole picture would take a hundredth of a second. Other packets are returned
  /// unchanged.
  private func beginning(of packet: Packet) -> Packet {
    guard let framing = context.track.formatDescriptions.first.flatMap({ NALFraming($0) }), framing.codec == .h264
    else { return packet }
    let storage = PacketStorage(count: packet.bytes.count)
    var count = 0
    for unit in LengthPrefixedUnits(packet.bytes, lengthSize: framing.lengthSize) {
      let type = H264NALUnitType(header: packet.bytes[unit.lowerBound])
      let size = type.isVideoCodingLayer ? min(unit.count, Self.sliceBytes) : unit.count
      for place in (0..<framing.lengthSize).reversed() {
        storage.bytes[count] = UInt8(truncatingIfNeeded: size >> (8 * place))
        count += 1
      }
      storage.bytes[count..<count + size].copyBytes(from: packet.bytes[unit.lowerBound..<unit.lowerBound + size])
      count += size
      guard type.isVideoCodingLayer else { continue }
      var cut = packet
      (cut.bytes, cut.owner) = (UnsafeRawBufferPointer(rebasing: storage.bytes[..<count]), storage)
      return cut
    }
    return packet
  }
}

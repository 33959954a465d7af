import CoreMedia
import MediaInterop
import MediaSupport

/// Shows that packets that are copied can be decoded with what their container says of them: most numbers of a configuration
/// can be anything, and only a packet tells whether they are right.
///
/// The first packet that decoding can begin with is decoded. Whether the frame that it gives is whole is not looked at.
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

  /// Codings that are of no use without one, or seldom.
  private static let configured: Set<CodecID> = [.h264, .hevc, .mpeg4, .aac]

  /// Takes the next packet.
  ///
  /// - Throws: `damagedMedia` for one that nothing at all can be decoded of.
  mutating func require(_ packet: Packet) throws {
    guard !isGiven, packet.isKeyFrame, !packet.bytes.isEmpty else { return }
    do {
      let decoder = try context.decoder(threads: 1)
      if try decoder.send(packet) { try decoder.drain() }
      _ = try decoder.receive()
    } catch let error as MediaError where error.kind == .damagedMedia {
      throw error
    } catch {
      // Other reasons are the decoder's own.
    }
    isGiven = true
  }
}

package import CoreMedia
import MediaInterop
package import MediaSupport

/// Encodes linear PCM that comes piece by piece, and keeps the packets until they are taken.
///
/// One thread at a time.
package final class SoundEncoder {
  package let encoding: AudioSettings
  /// The form of the sound that it accepts. The channels are in WAVE's order.
  package let form: PCMConverter.Form
  package let layout: ChannelLayout
  /// The number of frames that it takes at a time: as many as a packet decodes to, except for Vorbis.
  package let packetLength: Int
  /// The number of frames that a decoder outputs before the first frame of the sound.
  package let leadingFrames: Int
  /// The number of frames that a decoder outputs after the last frame of the sound. It is 0 until `finish()`.
  package private(set) var trailingFrames = 0
  /// The format of the packets. After `finish()` it has the facts that are known only at the end of the stream.
  package private(set) var format: CMFormatDescription

  private let encoder: any PCMEncoder
  private var packets: [Packet] = []

  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting, `.encoderNotFound`.
  package init(_ encoding: AudioSettings, source: PCMConverter.Form, layout: ChannelLayout) throws {
    self.encoding = encoding
    var audio = source.format
    audio.layout = layout
    encoder = try makePCMEncoder(encoding, source: audio)
    let taken = encoder.inputFormat
    guard let type = AudioRequest.SampleType(taken.sampleFormat) else {
      throw MediaError(.internalError, .encoding, "the encoder takes samples of an unknown format")
    }
    form = PCMConverter.Form(
      sampleRate: taken.sampleRate, channelCount: taken.layout.count, type: type, isInterleaved: !taken.isPlanar)
    self.layout = taken.layout
    packetLength = encoder.frameSize
    leadingFrames = encoder.initialPadding
    format = encoder.formatDescription
  }

  /// The bit rate of all channels in bits a second. It is 0 if the codec has no fixed rate.
  package var bitRate: Int { encoder.bitRate }

  /// The greatest number of bytes of a packet.
  ///
  /// A packet of a lossless codec is hardly larger than its samples, and one of a lossy codec is smaller.
  package var largestPacket: Int {
    packetLength * layout.count * form.type.format.bytesPerSample * 9 / 8 + Self.headerBound
  }

  /// The greatest number of bytes that a codec adds to its samples.
  private static let headerBound = 4096

  /// Encodes frames that follow the earlier ones.
  ///
  /// - Parameter planes: the frames in the encoder's form; they are not kept.
  /// - Throws: `MediaError`, also after `finish()`.
  package func encode(_ planes: [UnsafeMutableRawPointer], frameCount: Int) throws {
    let sound = PCMBuffer(format: encoder.inputFormat, sampleCount: frameCount, planes: planes)
    try sound.requireEncodable()
    try encoder.encode(sound, emit: add)
  }

  /// Ends the stream: packets that the encoder holds become available.
  ///
  /// - Throws: `MediaError`.
  package func finish() throws {
    try encoder.finish(emit: add)
    trailingFrames = packets.reduce(0) { $0 + $1.trimEnd }
    if let completed = try encoder.completedFormat { format = completed }
  }

  private func add(_ packet: Packet) {
    // A placeholder reserves space for a frame that only a file has.
    if !packet.isTagPlaceholder { packets.append(packet) }
  }

  /// The size in bytes of the packet that `take(into:)` returns next; `nil` if there is none.
  package var nextPacketSize: Int? { packets.first?.bytes.count }

  /// Moves the next packet to memory, which must be large enough for it.
  ///
  /// - Returns: The number of frames that the packet decodes to; 0 without a packet.
  package func take(into memory: UnsafeMutableRawPointer) -> Int {
    guard let packet = packets.first else { return 0 }
    packets.removeFirst()
    if let base = packet.bytes.baseAddress { memory.copyMemory(from: base, byteCount: packet.bytes.count) }
    return Int(packet.duration)
  }
}

import Bitstreams
package import CoreMedia
import MediaInterop
package import MediaSupport
import MovieFile

/// Decodes packets of sound that are not in a file.
///
/// All decoded frames are returned, including those that an encoder added before the sound. One thread at a time.
package final class SoundDecoder {
  /// Decoded frames, valid only while the closure that receives them runs.
  package struct Sound {
    package let form: PCMConverter.Form
    /// The speakers of the channels, in WAVE's order.
    package let layout: ChannelLayout
    fileprivate var samples: PCMBuffer

    package var planes: [UnsafeMutableRawPointer] { samples.planes }
    package var frameCount: Int { samples.sampleCount }

    /// Removes its first frames, as far as it has so many, and returns their number.
    package mutating func dropFirst(_ count: Int) -> Int { samples.split(at: count).sampleCount }
  }

  private let decoder: Decoder
  private let timeBase: TimeBase

  /// - Parameter format: the format, with the configuration that the codec needs, as an atom or a magic cookie. AAC-LC
  ///   needs none for the usual layouts of 1 to 6 and 8 channels.
  /// - Throws: `MediaError`: there is no decoder, or it does not accept the configuration.
  package init(_ format: CMFormatDescription) throws {
    var parameters = try CodecParameters(format)
    if parameters.codec == .aac, parameters.extradata.isEmpty {
      guard let config = format.impliedAudioSpecificConfig else {
        throw MediaError(.unsupportedSettings, .decoding, "AAC of this form needs its magic cookie")
      }
      parameters.extradata = config.bytes
    }
    timeBase = TimeBase(ticksPerSecond: Int32(clamping: parameters.sampleRate))
    // The caller decides which frames are the sound, so libavcodec's decoder of Opus must not drop the frames that the
    // configuration states (pre-skip: RFC 7845, 5.1).
    (parameters.initialPadding, parameters.trailingPadding) = (0, 0)
    if parameters.codec == .opus, parameters.extradata.count >= Self.preSkip.upperBound {
      parameters.extradata.replaceSubrange(Self.preSkip, with: [0, 0])
    }
    decoder = try Decoder(parameters, timeBase: timeBase, options: parameters.codec.decoderOptions)
  }

  /// The bytes of an Opus header that state how many frames are dropped.
  private static let preSkip = 10..<12

  /// Returns whether there is a decoder for a format.
  package static func decodes(_ format: CMFormatDescription) -> Bool {
    StreamCodec.codec(of: format)?.hasDecoder ?? false
  }

  /// Decodes a packet that follows the earlier ones.
  ///
  /// - Throws: `MediaError(.damagedMedia)`: it cannot be decoded, but later packets may be. Also rethrows errors of
  ///   `give`.
  package func decode(_ bytes: UnsafeRawBufferPointer, give: (Sound) throws -> Void) throws {
    let storage = PacketStorage(copying: bytes)
    let packet = Packet(
      bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage.bytes)[..<bytes.count]), owner: storage,
      pts: nil, dts: nil, duration: 0, timeBase: timeBase)
    while try !decoder.send(packet) { try receive(give) }
    try receive(give)
  }

  /// Ends the stream: frames that the decoder holds are returned.
  ///
  /// - Throws: as `decode`.
  package func finish(give: (Sound) throws -> Void) throws {
    try decoder.drain()
    try receive(give)
  }

  private func receive(_ give: (Sound) throws -> Void) throws {
    while case .frame(let frame) = try decoder.receive() {
      guard let sound = frame.audio, sound.sampleCount > 0 else { continue }
      let audio = sound.format
      guard let type = AudioRequest.SampleType(audio.sampleFormat) else {
        throw MediaError(.unsupportedSettings, .decoding, "the decoder gives samples of an unknown format")
      }
      try give(
        Sound(
          form: PCMConverter.Form(
            sampleRate: audio.sampleRate, channelCount: audio.layout.count, type: type, isInterleaved: !audio.isPlanar),
          layout: audio.layout, samples: sound))
    }
    guard decoder.takeComplaint() == nil else {
      while decoder.takeComplaint() != nil {}
      throw MediaError(.damagedMedia, .decoding, "a packet of the sound is damaged")
    }
  }
}

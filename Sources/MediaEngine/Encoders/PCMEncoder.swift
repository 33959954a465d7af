import CoreMedia
import MediaInterop
import MediaSupport

/// Encodes linear PCM: the common interface of libavcodec's encoders and LAME.
protocol PCMEncoder: AnyObject {
  var inputFormat: AudioFormat { get }
  var timeBase: TimeBase { get }
  /// The number of samples per channel that the encoder takes at a time, and the number of samples that a decoder
  /// outputs before the first input sample.
  var frameSize: Int { get }
  var initialPadding: Int { get }
  /// The bit rate in bits a second; 0 if the codec has no fixed rate.
  var bitRate: Int { get }
  /// The format of the encoded packets.
  var formatDescription: CMFormatDescription { get }
  /// The format with the facts that are known only after the last packet; `nil` if there are none.
  var completedFormat: CMFormatDescription? { get throws }
  /// The frame that belongs in front of the packets and is known only after the last one: LAME's gapless information.
  var tagFrame: [UInt8]? { get }
  func encode(_ audio: PCMBuffer, emit: (Packet) throws -> Void) throws
  func finish(emit: (Packet) throws -> Void) throws
}

extension PCMEncoder {
  var completedFormat: CMFormatDescription? { nil }
}

/// Makes the encoder for a track's settings, for sound in the source's format.
///
/// - Throws: `MediaError(.unsupportedSettings)` naming the setting, `.encoderNotFound`.
func makePCMEncoder(_ encoding: AudioSettings, source: AudioFormat) throws -> any PCMEncoder {
  let layout = encoding.layout(of: source)
  switch encoding.codec {
  case .mp3: return try LAMEAudioEncoder(encoding, source: source, layout: layout)
  case .aac: return try LibraryAudioEncoder(aac: encoding, source: source, layout: layout)
  case .opus: return try LibraryAudioEncoder(opus: encoding, layout: layout)
  case .vorbis: return try LibraryAudioEncoder(vorbis: encoding, source: source, layout: layout)
  case .ac3: return try LibraryAudioEncoder(.ac3, encoding, source: source, layout: layout)
  case .enhancedAC3: return try LibraryAudioEncoder(.eac3, encoding, source: source, layout: layout)
  case .appleLossless(let depth):
    return try LibraryAudioEncoder(.alac, depth, encoding, source: source, layout: layout)
  case .flac(let depth): return try LibraryAudioEncoder(.flac, depth, encoding, source: source, layout: layout)
  case .pcm(let pcm): return try LibraryAudioEncoder(pcm, encoding, source: source, layout: layout)
  }
}

extension AudioSettings {
  /// Returns the wanted speakers, or else the usual ones for the wanted count, or else the source's.
  func layout(of source: AudioFormat) -> ChannelLayout {
    let count = channelCount ?? source.layout.count
    if let channelMask { return ChannelLayout(count: count, mask: channelMask) }
    return count == source.layout.count
      ? source.layout : .default(count: count)
  }
}

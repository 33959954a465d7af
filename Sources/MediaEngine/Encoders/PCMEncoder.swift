import CoreMedia
import MediaInterop
import MediaSupport

/// What encodes linear PCM: libavcodec's encoders and LAME behind one shape.
protocol PCMEncoder: AnyObject {
  var inputFormat: AudioFormat { get }
  var timeBase: TimeBase { get }
  /// Samples per channel that are taken at a time, and those that a decoder gives before the first one of the input.
  var frameSize: Int { get }
  var initialPadding: Int { get }
  /// Bits a second; 0 where the codec has no fixed rate.
  var bitRate: Int { get }
  /// The format of what is encoded.
  var formatDescription: CMFormatDescription { get }
  /// The format with what is known only after the last packet; `nil` where that is nothing.
  var completedFormat: CMFormatDescription? { get throws }
  /// What belongs in front of the packets and is known only after the last one: LAME's gapless numbers.
  var tagFrame: [UInt8]? { get }
  func encode(_ audio: PCMBuffer, emit: (Packet) throws -> Void) throws
  func finish(emit: (Packet) throws -> Void) throws
}

extension PCMEncoder {
  var completedFormat: CMFormatDescription? { nil }
}

/// The encoder for a track's settings, fed with what the source has.
///
/// - Throws: `MediaError(.unsupportedSettings)` naming the setting, `.encoderNotFound`.
func makePCMEncoder(_ encoding: AudioEncoding, source: AudioFormat) throws -> any PCMEncoder {
  let layout = encoding.layout(of: source)
  switch encoding.codec {
  case .mp3: return try LayerIIIEncoder(encoding, source: source, layout: layout)
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

extension AudioEncoding {
  /// The wanted speakers, else the usual ones for the wanted count, else the source's.
  func layout(of source: AudioFormat) -> ChannelLayout {
    let count = channelCount ?? source.layout.count
    if let channelMask { return ChannelLayout(count: count, mask: channelMask) }
    return count == source.layout.count
      ? source.layout : ChannelLayout(count: count, mask: SpeakerLayout.default(count: count).mask)
  }
}

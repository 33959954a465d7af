import CoreMedia
import MediaInterop
import MediaSupport

extension ReadingContext {
  /// Makes a new decoder of the track's packets.
  ///
  /// - Throws: `MediaError`: there is no decoder, or it does not take the stream's configuration.
  func decoder(threads: Int, _ options: [String: String] = [:]) throws -> any PacketDecoder {
    let opener = opener
    let timeBase = stream.timeBase
    func make(_ parameters: CodecParameters) throws -> any PacketDecoder {
      try opener.decoder(
        parameters, timeBase: timeBase, threads: min(threads, parameters.codec.mostThreads),
        options: parameters.codec.decoderOptions.merging(options) { $1 })
    }
    let first = try make(stream.parameters)
    return hasOneCoding ? first : SuccessiveDecoders(first, make)
  }

  /// A Boolean value that says whether all of the track's sample descriptions are of one coding.
  var hasOneCoding: Bool {
    let formats = track.formatDescriptions
    // The comparison by codec needs the library's names, which a track with equal codes can do without. Linear PCM of
    // one code may have several codings.
    if formats.count < 2 || track.mediaType != .audio && Set(formats.map(\.mediaSubType)).count < 2 { return true }
    return Set(formats.map { StreamCodec.codec(of: $0) }).count < 2
  }

  /// The codings of the track's packets, as far as they are known.
  var codecs: [CodecID] {
    let first = stream.parameters.codec
    return hasOneCoding ? [first] : [first] + track.formatDescriptions.compactMap { StreamCodec.codec(of: $0) }
  }

  /// Makes a new decoder of the track's pictures.
  ///
  /// - Throws: as `decoder(threads:)`.
  func pictureDecoder(_ request: PictureRequest) throws -> any PacketDecoder {
    // A single picture that is decoded alone gives further threads nothing to do.
    try decoder(threads: request.isSingle ? 1 : request.threadCount)
  }

  /// A Boolean value that says whether a flush returns a decoder of the track's pictures to its state before the first
  /// packet.
  ///
  /// It is `true` for codings whose key frames can be decoded alone, and whose decoders drop every picture that they
  /// hold back. Other decoders keep a picture over a flush; Sorenson 3's, for example, then outputs it before the next
  /// picture. A decoder that has received the configuration of a later sample description does not return to the first.
  var canFlushDecoder: Bool {
    track.formatDescriptions.count == 1 && Self.flushedExactly.contains(stream.parameters.codec.name)
  }

  private static let flushedExactly: Set<String> = [
    "h264", "hevc", "av1", "vp8", "vp9", "mpeg1video", "mpeg2video", "mpeg4", "h263", "mjpeg", "prores", "dnxhd", "png",
    "rawvideo", "v210",
  ]
}

extension SourceTrack {
  /// The number of pixels of a picture of the track, at most 2^56: containers may state any size, and products with the
  /// number must not overflow.
  var pixelCount: Int {
    let size = formatDescriptions.first?.dimensions
    return min(max(0, Int(size?.width ?? 0)) * max(0, Int(size?.height ?? 0)), 1 << 56)
  }

  /// The approximate number of bytes that a decoder of the track's pictures holds: eight pictures of the largest bit
  /// depth.
  var decoderByteCount: Int { 8 * 3 * pixelCount }
}

extension CodecID {
  /// The options with which a coding is decoded. AC-3's decoder replaces bits that were not coded by noise. With this
  /// option it makes the noise from the frame's own bytes, so that it is the same wherever decoding begins.
  var decoderOptions: [String: String] { self == .ac3 || self == .eac3 ? ["cons_noisegen": "1"] : [:] }

  /// The greatest number of threads of the coding's decoder.
  ///
  /// MPEG-4's decoder infers from earlier pictures which bugs of the stream's encoder it has to work around, and what
  /// it treats as damage depends on that. Pictures that are decoded at the same time may know different earlier
  /// pictures, so the result would vary.
  fileprivate var mostThreads: Int { self == .mpeg4 ? 1 : Self.mostPictureThreads }

  /// The greatest number of threads. Each one holds a frame, and fewer threads already decode the largest common
  /// pictures in time.
  private static var mostPictureThreads: Int { 8 }
}

extension PictureRequest {
  /// The number of threads that decode pictures, as far as their coding allows. If the caller waits for the pictures of
  /// one reader, there is one more than processors, because a thread often waits for rows that another decodes. If the
  /// caller waits for several readers, each has its share of the processors. Otherwise at most half of the processors
  /// decode: the others process the decoded pictures, and more threads would only hold more frames.
  fileprivate var threadCount: Int {
    if isUrgent { return readerCount > 1 ? max(1, Processors.count / readerCount) : Processors.count + 1 }
    return max(2, Processors.count / (2 * readerCount))
  }
}

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
    // The names of codings are a library's, which tables alone do not need. Linear PCM of one code may be of several.
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
    // Threads would have nothing to share in a picture that is decoded by itself.
    try decoder(threads: request.isSingle ? 1 : request.threadCount)
  }

  /// A Boolean value that says whether a decoder of the track's pictures, once flushed, is as it was before its first
  /// packet.
  ///
  /// It is `true` for codings whose key frames stand alone, and whose decoders drop every picture that they hold back.
  /// Other decoders keep a picture over a flush, as the one for Sorenson 3 does, which then comes out in front of the
  /// next. A decoder that was given the configuration of a later sample description does not go back to the first.
  var canFlushDecoder: Bool {
    track.formatDescriptions.count == 1 && Self.flushedExactly.contains(stream.parameters.codec.name)
  }

  private static let flushedExactly: Set<String> = [
    "h264", "hevc", "av1", "vp8", "vp9", "mpeg1video", "mpeg2video", "mpeg4", "h263", "mjpeg", "prores", "dnxhd", "png",
    "rawvideo", "v210",
  ]
}

extension SourceTrack {
  /// The number of pixels of a picture of the track, 2^56 at most: containers may state any size, and what is counted by
  /// it is a number, too.
  var pixelCount: Int {
    let size = formatDescriptions.first?.dimensions
    return min(max(0, Int(size?.width ?? 0)) * max(0, Int(size?.height ?? 0)), 1 << 56)
  }

  /// The number of bytes that a decoder of the track's pictures holds, about: eight pictures, of as many bits as there
  /// may be.
  var decoderByteCount: Int { 8 * 3 * pixelCount }
}

extension CodecID {
  /// The options with which a coding is decoded. AC-3's decoder fills bits that were not coded with noise: made from
  /// the frame's own bytes it is the same wherever decoding begins.
  var decoderOptions: [String: String] { self == .ac3 || self == .eac3 ? ["cons_noisegen": "1"] : [:] }

  /// The greatest number of threads of the coding's decoder.
  ///
  /// MPEG-4's decoder guesses from earlier pictures which mistakes of a stream's encoder it has to overlook, and its
  /// verdict on damage follows from that: two pictures that are decoded at the same time do not always know the same of
  /// those before.
  fileprivate var mostThreads: Int { self == .mpeg4 ? 1 : Self.mostPictureThreads }

  /// The greatest number of threads. Each one holds a frame, and the largest pictures that are usual are decoded in
  /// time on fewer.
  private static var mostPictureThreads: Int { 8 }
}

extension PictureRequest {
  /// The number of threads that pictures are decoded on, as far as their coding allows. Where somebody waits for the
  /// pictures of one reader, there is one more than processors: a thread often waits for rows that another decodes. Where
  /// several readers are waited for, each has its share of the processors. Else half of the processors decode at most: the
  /// others work on what is decoded, and more threads only hold more frames.
  fileprivate var threadCount: Int {
    if isUrgent { return readerCount > 1 ? max(1, Processors.count / readerCount) : Processors.count + 1 }
    return max(2, Processors.count / (2 * readerCount))
  }
}

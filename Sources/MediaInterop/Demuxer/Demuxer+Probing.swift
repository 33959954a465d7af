import Bitstreams
internal import CFFmpeg
internal import MediaSupport

extension Demuxer {
  /// Returns the properties of an open container. If the header does not state enough, its packets are analysed first.
  static func describe(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ bytes: IOContext, known: Probe?
  ) throws(MediaError) -> Probe {
    let path = bytes.source.name
    let format = context.pointee.iformat!
    let traits = DemuxerTraits(format)

    // Attached files are read from the file when they are needed.
    context.releaseAttachments()

    var streams = streams(of: context)
    // The library opens a movie whose header is cut before its first track. Only a movie that really has no track is
    // allowed.
    if streams.isEmpty, let container = traits.framing, let reason = bytes.cutPart(of: container) {
      throw MediaError(.truncatedContainer, .opening, "the file is cut and has no track: \(reason)", path: path)
    }
    let headerIsEnough = traits.isSelfDescribing && streams.allSatisfy { $0.isKnown(hasTables: traits.hasTables) }
    // For a format without tables, the analysis also produces time stamps, so it is repeated even for a known file.
    if !headerIsEnough {
      // The library skips tracks that are a movie's chapters, so their packets would be lost in the analysis.
      for index in streams.indices { context.pointee.streams[index]?.pointee.discard = AVDISCARD_DEFAULT }
      try check(
        avformat_find_stream_info(context, nil), .damagedContainer, .opening, "cannot identify the streams",
        path: path)
      // The library interprets a read error as the end of the media.
      try check(bytes.readError, .inputOutput, .opening, "cannot read the input", path: path)
      // The analysis has restored the attached files from the library's copy.
      context.releaseAttachments()
      let stated = streams
      streams = Self.streams(of: context)
      // A decoder of pictures without stated colours has reset the header's colours.
      for (index, header) in stated.enumerated() where streams.indices.contains(index) {
        streams[index].parameters.color = streams[index].parameters.color.completed(by: header.parameters.color)
      }
    }
    if traits.framing == .wave, !streams.isEmpty { streams[0].correctIntegers(bytes) }
    if let known {
      guard known.streams.count == streams.count,
        zip(known.streams, streams).allSatisfy({ $0.parameters.codec == $1.parameters.codec })
      else {
        throw MediaError(.damagedContainer, .opening, "the file has changed since it was first opened", path: path)
      }
      return known
    }

    if let first = streams.first, first.duration == nil, first.parameters.codec.isPCM, first.parameters.blockAlign > 0,
      let container = traits.framing, let size = bytes.statedMediaSize(of: container)
    {
      // The library states no duration for a truncated file.
      streams[0].duration = size / Int64(first.parameters.blockAlign)
    }
    // libavformat assumes that all samples of the packets are audible.
    if traits.hasPacketTable, !streams.isEmpty, let padding = bytes.paddingOfPacketTable() {
      (streams[0].parameters.initialPadding, streams[0].parameters.trailingPadding) = padding
    }
    if case .images(let paths, _) = bytes.source, !streams.isEmpty {
      // The library only knows the first file.
      streams[0].duration = Int64(paths.count)
      context.pointee.duration = cff_no_pts
    }
    // Matroska stores style sheets and regions in the extradata, so they are put there too.
    if let head = bytes.head, streams.count == 1 { streams[0].parameters.extradata = head }
    var chain: OggChain?
    if traits.framing == .ogg, streams.count == 1, streams[0].parameters.kind == .audio { chain = bytes.oggChain() }
    if let chain, chain.isOfSingleStreams, streams[0].timeBase == streams[0].parameters.samples {
      // The library only knows the last link.
      streams[0].duration = chain.sampleCount
      context.pointee.duration = cff_no_pts
    }
    if let info = chain?.streamInfo, streams[0].parameters.codec == .flac {
      // Decoders refuse blocks that are longer than the first link's.
      streams[0].parameters.extradata = info.serialized()
    }
    let source = context.pointee
    var probe = Probe(
      source: bytes.source, formatName: String(cString: format.pointee.name),
      formatTitle: format.pointee.long_name.map { String(cString: $0) } ?? "", streams: streams,
      duration: duration(of: source, streams, traits),
      startTime: source.start_time == cff_no_pts ? nil : source.start_time)
    probe.bitRate = max(0, source.bit_rate)
    probe.byteCount = bytes.size
    probe.metadata = dictionary(source.metadata)
    probe.chapters = chapters(of: context)
    probe.isSeekable = bytes.isSeekable
    probe.isIndexed = bytes.isSeekable && traits.isIndexed
    probe.wasAnalyzed = !headerIsEnough
    probe.isChained = chain != nil
    return probe
  }

  private static func streams(of context: UnsafeMutablePointer<AVFormatContext>) -> [Stream] {
    var streams: [Stream] = []
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      streams.append(Stream(stream))
    }
    return streams
  }

  /// Returns the container's own duration, or else that of its longest stream; unknown if no stream has one.
  private static func duration(
    of context: AVFormatContext, _ streams: [Stream], _ traits: DemuxerTraits
  ) -> Int64? {
    let longest = streams.compactMap { stream in
      stream.duration.map { stream.timeBase.rescale($0, to: Probe.timeBase) }
    }.max()
    let isStated = context.duration != cff_no_pts && context.duration > 0
    if isStated, longest != nil || !traits.isMovie { return context.duration }
    return longest
  }

  private static func chapters(of context: UnsafeMutablePointer<AVFormatContext>) -> [Probe.Chapter] {
    (0..<Int(context.pointee.nb_chapters)).compactMap { index in
      guard let chapter = context.pointee.chapters[index]?.pointee, let timeBase = TimeBase(chapter.time_base) else {
        return nil
      }
      return Probe.Chapter(
        id: chapter.id, timeBase: timeBase, start: chapter.start, end: chapter.end == cff_no_pts ? nil : chapter.end,
        metadata: dictionary(chapter.metadata))
    }
  }
}

extension Stream {
  /// Corrects the coding of WAVE's integers of 24 bits in 32, and their number.
  ///
  /// The library interprets them as the floating-point samples of an old editor, after it has counted them as if they
  /// had 3 bytes. In the extensible form they are integers; in the plain form they may be either, and their coding is
  /// unknown.
  fileprivate mutating func correctIntegers(_ bytes: IOContext) {
    guard parameters.codec == .pcmF24LE, parameters.blockAlign > 0 else { return }
    parameters.codec = bytes.isExtensibleWave ? .pcmS32LE : .none
    parameters.audioFormat = nil
    duration = bytes.statedMediaSize(of: .wave).map { $0 / Int64(parameters.blockAlign) }
  }

  /// Returns whether the header stated everything that reading and decoding need. Pixel and sample formats come from
  /// the decoder.
  ///
  /// - Parameter hasTables: a Boolean value that says whether the container names codings itself. A coding that is
  ///   unknown there is not found by analysing the media either.
  fileprivate func isKnown(hasTables: Bool) -> Bool {
    if hasTables, parameters.codec == .none { return true }
    return switch parameters.kind {
    case .video: parameters.codec != .none && parameters.width > 0 && parameters.height > 0
    case .audio: parameters.codec != .none && parameters.sampleRate > 0 && parameters.layout.count > 0
    // Unknown codings and data stay unknown after an analysis too.
    case .subtitle, .data, .attachment, .unknown: true
    }
  }
}

internal import CFFmpeg
internal import MediaSupport

extension Demuxer {
  /// Returns the properties of an open container, after an analysis of its packets where the header does not state
  /// enough.
  static func describe(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ bytes: IOContext, known: Probe?
  ) throws(MediaError) -> Probe {
    let path = bytes.source.name
    let format = context.pointee.iformat!
    let traits = DemuxerTraits(format)

    // Attached files are read from the file when they are wanted.
    context.releaseAttachments()

    var streams = streams(of: context)
    // The library opens a movie whose header is cut before its first track. One that honestly has no track is opened.
    if streams.isEmpty, let container = traits.framing, let reason = bytes.cutPart(of: container) {
      throw MediaError(.truncatedContainer, .opening, "the file is cut and has no track: \(reason)", path: path)
    }
    let headerIsEnough = traits.isSelfDescribing && streams.allSatisfy { $0.isKnown(hasTables: traits.hasTables) }
    // Time stamps of a format that is no table come out of the analysis too, so it is repeated for a known one.
    if !headerIsEnough {
      // The library passes over the tracks that are a movie's chapters: their packets would be gone after the analysis.
      for index in streams.indices { context.pointee.streams[index]?.pointee.discard = AVDISCARD_DEFAULT }
      try check(
        avformat_find_stream_info(context, nil), .damagedContainer, .opening, "cannot identify the streams",
        path: path)
      // The library takes a read error for the end of the media.
      try check(bytes.readError, .inputOutput, .opening, "cannot read the input", path: path)
      // The analysis has copied the attached files back from where the library keeps them.
      context.releaseAttachments()
      let stated = streams
      streams = Self.streams(of: context)
      // A decoder of pictures that leave their colours open has left those of the header open, too.
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
      // The library gives no duration for a file that is cut.
      streams[0].duration = size / Int64(first.parameters.blockAlign)
    }
    // libavformat takes all samples of the packets for sound that is heard.
    if traits.hasPacketTable, !streams.isEmpty, let padding = bytes.paddingOfPacketTable() {
      (streams[0].parameters.initialPadding, streams[0].parameters.trailingPadding) = padding
    }
    if case .images(let paths, _) = bytes.source, !streams.isEmpty {
      // The library knows the first file alone.
      streams[0].duration = Int64(paths.count)
      context.pointee.duration = cff_no_pts
    }
    // Streams of Matroska have their style sheets and regions there.
    if let head = bytes.head, streams.count == 1 { streams[0].parameters.extradata = head }
    var chain: OggChain?
    if traits.framing == .ogg, streams.count == 1, streams[0].parameters.kind == .audio { chain = bytes.oggChain() }
    if let chain, chain.isOfSingleStreams, streams[0].timeBase == streams[0].parameters.samples {
      // The library knows the last link alone.
      streams[0].duration = chain.sampleCount
      context.pointee.duration = cff_no_pts
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

  /// Returns the container's own duration, or else its longest stream's; a container whose streams all have none has
  /// none either.
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
  /// The library takes them for the floating-point samples of an old editor, after it counted them as if they had 3
  /// bytes. In the extensible form they are integers; in the plain one they may be either, and have no known coding.
  fileprivate mutating func correctIntegers(_ bytes: IOContext) {
    guard parameters.codec == .pcmF24LE, parameters.blockAlign > 0 else { return }
    parameters.codec = bytes.isExtensibleWave ? .pcmS32LE : .none
    parameters.audioFormat = nil
    duration = bytes.statedMediaSize(of: .wave).map { $0 / Int64(parameters.blockAlign) }
  }

  /// Returns whether the header stated all that reading and decoding need. Pixel and sample formats come from the
  /// decoder.
  ///
  /// - Parameter hasTables: a Boolean value that says whether the container names codings itself: one that is unknown
  ///   is not found in the media either.
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

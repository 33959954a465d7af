package import MediaTags

/// The fixed properties of a container that is read. Everything that depends on the container, from opening a file to
/// the times of its packets, uses this one table.
package struct DemuxerTraits: Sendable {
  /// libavformat's short name of the demuxer.
  let name: String
  /// The order of the container's parts. It is `nil` for a container whose parts are not parsed here.
  var framing: Framing.Container?
  /// The kind of tags that it has. It is `nil` if only libavformat's texts are used.
  package var tags: TaggedContainer?

  // MARK: The header

  /// A Boolean value that says whether the header states every property that reading needs, and time stamps do not come
  /// from parsing the media.
  ///
  /// For these containers opening is enough. Others are analysed: packets are read and decoded, which takes 12 to 21 ms
  /// a file.
  package var isSelfDescribing = false
  /// A Boolean value that says whether the packets are samples of the container's tables, which state their exact
  /// times.
  var hasTables = false
  /// A Boolean value that says whether a stream can be read separately at about the cost of its own bytes, after a seek
  /// to any position.
  var isIndexed = false
  /// A Boolean value that says whether a packet that is found by the index has an exact time of its own. Other
  /// containers know the position of a sample only if all have one size.
  package var hasTimedIndex = false
  /// A Boolean value that says whether the header states exactly how many samples there are, for PCM and FLAC.
  ///
  /// It is `false` for `wav`, `w64` and `caf`: libavformat shortens their duration to the samples that a truncated file
  /// contains. Their parts show the truncation.
  var countsSamples = false
  /// A Boolean value that says whether the header, not a packet, states how many samples to drop at the start.
  package var statesTrim = false
  /// A Boolean value that says whether a table of the header states which samples are audible (Apple, "Core Audio
  /// Format Specification", "Packet Table Chunk").
  package var hasPacketTable = false
  /// A Boolean value that says whether the first frame may be one of information, with the totals of the others.
  package var hasInformationFrame = false

  // MARK: Packets

  /// A Boolean value that says whether the container states where each packet begins and ends, so that the first one is
  /// complete. In other formats, a packet is anything that looks like one, from wherever a capture began.
  package var statesPackets = false
  /// A Boolean value that says whether packets are samples in blocks of the library's choice. The library marks a short
  /// last block as damaged, although it may be intact. At the end, the header shows whether samples are missing.
  var readsBlocks = false
  /// A Boolean value that says whether the file is a transport stream.
  var isTransportStream = false
  /// A Boolean value that says whether the file contains only frames of sound, without a container.
  package var hasBareFrames = false
  /// A Boolean value that says whether the file is a stream of ADTS.
  package var isADTS = false
  /// A Boolean value that says whether the file contains pictures without a container. A file that is recognized only
  /// by a few start codes more likely belongs to another container without its header.
  var isBareVideo = false
  /// A Boolean value that says whether the file is a bare stream of H.264 or H.265.
  package var isBareNALUnits = false
  /// A Boolean value that says whether the file is a bare stream of MPEG-1 or MPEG-2: libavformat counts the decode
  /// times of its pictures from zero.
  package var isBareMPEGVideo = false
  /// A Boolean value that says whether the file contains only text. It is read completely at once, and every cue has a
  /// start and an end.
  var isText = false
  /// A Boolean value that says whether the text is WebVTT.
  var isWebVTT = false

  // MARK: Times

  /// A Boolean value that says whether the container states decode times. Matroska and NUT state only presentation
  /// times.
  package var statesDecodeTimes = true
  /// A Boolean value that says whether the container states presentation times. AVI and ASF state only decode times,
  /// and bare pictures state none.
  package var statesPresentationTimes = true
  /// A Boolean value that says whether the container states the presentation time only for the first of several
  /// pictures: a packet of a program stream contains all that begin in it (ISO 13818-1, 2.4.3.7).
  package var statesFirstPresentationTimes = false
  /// A Boolean value that says whether the container states times of pages, from which libavformat calculates those of
  /// the packets.
  package var hasPageTimes = false

  /// A Boolean value that says whether this is a QuickTime or ISO file.
  var isMovie: Bool { framing == .movie }
}

extension DemuxerTraits {
  /// Returns the row of an allowed demuxer; `nil` for any other.
  ///
  /// - Parameter formatName: libavformat's short names of the demuxer, with commas between: "mov,mp4,m4a,3gp,3g2,mj2".
  static func row(of formatName: String) -> DemuxerTraits? {
    let names = formatName.split(separator: ",")
    return all.first { row in names.contains { $0 == row.name } }
  }

  /// Makes the properties of a demuxer. A demuxer without a row has the default ones.
  ///
  /// - Parameter formatName: libavformat's short names of the demuxer, with commas between.
  init(formatName: String) {
    self = Self.row(of: formatName) ?? DemuxerTraits(name: formatName)
  }

  /// The demuxers that may be used.
  ///
  /// This is a list of allowed demuxers, not of forbidden ones, because new versions of the library bring new demuxers.
  /// A new one that opens other files (playlists `hls`, `dash`, `imf`, `concat`; patterns `image2`; descriptions `sdp`,
  /// `rtsp`; devices and `lavfi`) must not become usable by accident. All of these read one file.
  static let all: [DemuxerTraits] = movies + sound + bareVideo + texts + pictures + others

  private static let movies: [DemuxerTraits] = [
    DemuxerTraits(
      name: "mov", framing: .movie, isSelfDescribing: true, hasTables: true, isIndexed: true, hasTimedIndex: true,
      statesPackets: true),
    DemuxerTraits(
      name: "matroska", framing: .matroska, tags: .matroska, isIndexed: true, hasTimedIndex: true, statesTrim: true,
      statesPackets: true, statesDecodeTimes: false),
    DemuxerTraits(name: "avi", framing: .avi, tags: .riff, isIndexed: true, statesPresentationTimes: false),
    DemuxerTraits(name: "flv", framing: .flashVideo, statesPackets: true),
    DemuxerTraits(name: "mpegts", isTransportStream: true),
    DemuxerTraits(name: "mpeg", statesFirstPresentationTimes: true),
    DemuxerTraits(name: "asf", statesPresentationTimes: false),
    DemuxerTraits(name: "nut", statesDecodeTimes: false),
    DemuxerTraits(name: "ogg", framing: .ogg, tags: .ogg, statesPackets: true, hasPageTimes: true),
  ]

  private static let sound: [DemuxerTraits] = [
    DemuxerTraits(name: "mp3", tags: .frames, hasInformationFrame: true, hasBareFrames: true),
    DemuxerTraits(name: "aac", tags: .frames, hasBareFrames: true, isADTS: true),
    DemuxerTraits(name: "ac3", tags: .frames, hasBareFrames: true),
    DemuxerTraits(name: "eac3", tags: .frames, hasBareFrames: true),
    DemuxerTraits(name: "amr", hasBareFrames: true),
    DemuxerTraits(
      name: "flac", tags: .flac, isSelfDescribing: true, isIndexed: true, countsSamples: true, hasBareFrames: true),
    DemuxerTraits(
      name: "wav", framing: .wave, tags: .riff, isSelfDescribing: true, isIndexed: true, readsBlocks: true),
    DemuxerTraits(name: "w64", framing: .wave64, isSelfDescribing: true, isIndexed: true, readsBlocks: true),
    DemuxerTraits(
      name: "aiff", framing: .iff, tags: .aiff, isSelfDescribing: true, isIndexed: true, countsSamples: true,
      readsBlocks: true),
    DemuxerTraits(
      name: "caf", framing: .caf, tags: .coreAudio, isSelfDescribing: true, isIndexed: true, statesTrim: true,
      hasPacketTable: true, statesPackets: true, readsBlocks: true),
    DemuxerTraits(name: "au", framing: .au, readsBlocks: true),
    DemuxerTraits(name: "iff", framing: .iff),
    DemuxerTraits(name: "wv", framing: .wavPack),
    DemuxerTraits(name: "tta", tags: .frames),
    DemuxerTraits(name: "dts", tags: .frames),
  ]

  private static let bareVideo: [DemuxerTraits] = [
    DemuxerTraits(name: "h264", isBareVideo: true, isBareNALUnits: true, statesPresentationTimes: false),
    DemuxerTraits(name: "hevc", isBareVideo: true, isBareNALUnits: true, statesPresentationTimes: false),
    DemuxerTraits(name: "mpegvideo", isBareVideo: true, isBareMPEGVideo: true, statesPresentationTimes: false),
    DemuxerTraits(name: "m4v", isBareVideo: true),
    DemuxerTraits(name: "h263", isBareVideo: true),
    DemuxerTraits(name: "vc1", isBareVideo: true),
    DemuxerTraits(name: "av1", isBareVideo: true),
    DemuxerTraits(name: "obu", isBareVideo: true),
  ]

  private static let texts: [DemuxerTraits] = [
    DemuxerTraits(name: "srt", isText: true),
    DemuxerTraits(name: "webvtt", isText: true, isWebVTT: true),
    DemuxerTraits(name: "ass", isText: true),
  ]

  /// The demuxers of consecutive pictures in one file. `image2` is excluded because it looks for other files, and
  /// vector graphics because they may name others.
  private static let pictures: [DemuxerTraits] = [
    "png_pipe", "jpeg_pipe", "bmp_pipe", "tiff_pipe", "webp_pipe", "dpx_pipe", "exr_pipe", "ppm_pipe", "pgm_pipe",
    "pam_pipe", "pbm_pipe", "j2k_pipe", "jpegls_pipe", "qoi_pipe", "sgi_pipe", "sunrast_pipe", "gif",
  ].map { DemuxerTraits(name: $0) }

  private static let others: [DemuxerTraits] = [
    "mxf", "gxf", "rm", "dv", "dtshd", "truehd", "mlp", "ape", "tak", "voc", "mpc", "mpc8", "dsf", "loas", "sox", "ivf",
    "mjpeg", "yuv4mpegpipe",
  ].map { DemuxerTraits(name: $0) }
}

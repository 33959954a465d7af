import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import MovieFile

/// The properties of movies from their own boxes, as libavformat would state them. Most movies are opened without it.
extension Probe {
  /// Makes the properties of a movie.
  ///
  /// - Returns: `nil` for a movie with a track that `MediaInterop.Stream.init(_:at:)` cannot describe, and for a movie
  ///   without tracks. libavformat opens those.
  init?(_ movie: Movie, of source: MediaSource) {
    guard !movie.tracks.isEmpty, Set(movie.tracks.map(\.trackID)).count == movie.tracks.count else { return nil }
    let chapters = Set(movie.tracks.flatMap { $0.references.filter { $0.type == "chap" }.flatMap(\.trackIDs) })
    var streams: [MediaInterop.Stream] = []
    for (index, track) in movie.tracks.enumerated() {
      guard var stream = MediaInterop.Stream(track, at: index) else { return nil }
      if chapters.contains(track.trackID) {
        // libavformat takes the first picture of such a track for cover art, and its texts for data.
        guard track.kind != .video else { return nil }
        let tag = stream.parameters.tag
        stream.parameters = CodecParameters(codec: .binaryData)
        stream.parameters.tag = tag
      }
      streams.append(stream)
    }
    self.init(
      source: source, formatName: Self.movieFormat, formatTitle: "QuickTime / MOV", streams: streams,
      duration: streams.compactMap { stream in
        stream.duration.map { stream.timeBase.rescale($0, to: Probe.timeBase) }
      }.max())
    byteCount = movie.fileSize
    isSeekable = true
    isIndexed = true
  }

  /// libavformat's names of its demuxer of movies.
  private static let movieFormat = "mov,mp4,m4a,3gp,3g2,mj2"
}

extension MediaInterop.Stream {
  /// Makes the properties of a movie's track.
  ///
  /// - Returns: `nil` for a track that our own reading does not describe in full: encrypted media, media in other
  ///   files, several sample entries, none, codings that are not in `MovieCoding`, configurations that cannot be
  ///   parsed, pictures without a size, and boxes that libavformat alone understands.
  fileprivate init?(_ track: Track, at index: Int) {
    guard track.timeScale > 0, track.sampleEntries.count == 1, let entry = track.sampleEntries.first,
      entry.protection == nil, track.dataReferences.allSatisfy(\.isSelfContained), track.extendedBoxes.isEmpty,
      !track.hasKinds, let id = Int32(exactly: track.trackID),
      let parameters = CodecParameters(entry, of: track)
    else { return nil }
    self.init(index: index, id: id, parameters: parameters, timeBase: track.timeBase)
    let ticks = track.sampleDuration > 0 ? track.sampleDuration : track.mediaHeader.duration ?? 0
    duration = ticks > 0 ? ticks : nil
    frameCount = Int64(track.sampleCount)
    if track.header.flags.contains(.enabled) { disposition = .default }
    for property in entry.extensions {
      switch property {
      case .masteringDisplay(let payload): masteringDisplay = try? MasteringDisplay(payload: payload)
      case .contentLightLevel(let maximum, let average):
        contentLightLevel = ContentLightLevel(maximum: UInt32(maximum), maximumAverage: UInt32(average))
      // Square pixels are also set, since the box overrides what the coded pictures state (ISO 14496-12, 12.1.4).
      case .pixelAspectRatio(let ratio) where ratio.horizontal > 0 && ratio.vertical > 0:
        statedAspectRatio = parameters.sampleAspectRatio
      default: break
      }
    }
    guard track.kind == .video else { return }
    stereoLayout = entry.stereoLayout
    averageFrameRate = track.averageFrameRate
  }
}

extension Track {
  /// A Boolean value that says whether the track states its purposes in ISO's form (ISO 14496-12, 8.10.4).
  fileprivate var hasKinds: Bool {
    userData.map { UserData($0).others.contains { $0.type == "kind" } } ?? false
  }
}

extension SampleEntry {
  /// The arrangement of the views of both eyes by libavutil's names; `nil` for one view.
  ///
  /// Source: Google, "Spherical Video V2 RFC", `st3d`.
  fileprivate var stereoLayout: String? {
    guard let box = payload(of: "st3d"), box.count > 4 else { return nil }
    return [1: "top and bottom", 2: "side by side"][box[4]]
  }

  /// The colour that boxes state: `colr`, or else the record of VP9. The range is known if it is full, or stated in
  /// that record.
  fileprivate var codedColor: ColorDescription {
    for property in extensions {
      guard case .color(.coded(let primaries, let transfer, let matrix, let isFullRange)) = property else { continue }
      return ColorDescription(
        primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer), matrix: UInt8(clamping: matrix),
        isFullRange: isFullRange ? true : nil)
    }
    guard let color = payload(of: "vpcC").flatMap({ try? VPConfiguration(parsing: $0) })?.color else {
      return ColorDescription()
    }
    return ColorDescription(
      primaries: color.primaries, transfer: color.transfer, matrix: color.matrix, isFullRange: color.isFullRange)
  }
}

extension CodecParameters {
  /// Makes the parameters of a track with one sample entry; `nil` for one that `MovieCoding` does not describe.
  fileprivate init?(_ entry: SampleEntry, of track: Track) {
    switch (track.kind, entry.fields) {
    case (.video, .video(let fields)):
      guard fields.width > 0, fields.height > 0, MovieCoding.isPictures(entry),
        let stated = try? CodecParameters(
          CMFormatDescription(entry, kind: track.kind, isQuickTime: track.isQuickTime)), stated.width > 0
      else { return nil }
      self = stated
      tag = entry.format.rawValue.byteSwapped
      bitsPerCodedSample = Int(fields.depth)
      if sampleAspectRatio == nil {
        guard !track.header.stretchesPictures else { return nil }
        sampleAspectRatio = track.pixelSpacing(of: entry).map {
          Rational(Int32(clamping: $0.horizontal), Int32(clamping: $0.vertical))
        }
      }
      color = entry.codedColor
      reorderDepth = track.reorderDepth
    case (.audio, .audio(let fields)):
      guard MovieCoding.isSound(entry), let stated = try? CodecParameters(CMFormatDescription(entry, of: track)),
        stated.sampleRate > 0, stated.layout.count > 0
      else { return nil }
      self = stated
      tag = entry.format.rawValue.byteSwapped
      if bitsPerCodedSample == 0 { bitsPerCodedSample = fields.bitsPerSample }
      // The durations of packets come from the tables.
      frameSize = 0
      if entry.payload(of: "chan") == nil { layout.mask = 0 }
    case (.video, _), (.audio, _): return nil
    default:
      guard let coding = MovieCoding.other(entry) else { return nil }
      self.init(codec: coding)
      if coding == .none { kind = .data }
      tag = entry.format.rawValue.byteSwapped
    }
  }
}

/// The codings of movies' tracks that are described from the movie's boxes alone.
private enum MovieCoding {
  /// The codings of pictures whose sample entries state everything that is needed.
  private static let pictures: Set<FourCC> = [
    "avc1", "avc3", "hvc1", "hev1", "av01", "vp09", "apco", "apcs", "apcn", "apch", "ap4h", "ap4x", "jpeg",
  ]

  /// The codings of sound that need no configuration, or whose configuration is not in sample entries.
  private static let sound: Set<FourCC> = ["ulaw", "alaw", ".mp3"]

  private static let texts: [FourCC: CodecID] = ["tx3g": .movText, "text": .movText, "c608": .eia608]
  private static let data: Set<FourCC> = ["tmcd", "mebx", "mett", "rtmd"]

  static func isPictures(_ entry: SampleEntry) -> Bool {
    guard pictures.contains(entry.format) else { return false }
    if let codec = NALCodec(sampleEntry: entry.format.rawValue) {
      return entry.payload(of: FourCC(rawValue: codec.recordType)) != nil
    }
    return entry.format != "av01" || entry.payload(of: "av1C") != nil
  }

  static func isSound(_ entry: SampleEntry) -> Bool {
    if LinearPCM(entry) != nil || sound.contains(entry.format) { return true }
    switch entry.format {
    case "mp4a":
      guard
        let descriptor = entry.payload(of: "esds").flatMap({ try? ElementaryStreamDescriptor(parsing: $0) }),
        [0x40, 0x66, 0x67, 0x68].contains(descriptor.objectType.rawValue),
        let config = try? AudioSpecificConfig(parsing: descriptor.decoderSpecificInfo)
      else { return false }
      return config.objectType.isAdvancedAudioCoding
    case "alac": return entry.payload(of: "alac").flatMap { try? ALACConfiguration(parsing: $0) } != nil
    case "fLaC": return entry.payload(of: "dfLa").flatMap { try? FLACConfiguration(parsing: $0) } != nil
    case "Opus": return entry.payload(of: "dOps").flatMap { try? OpusConfiguration(parsing: $0) } != nil
    default: return false
    }
  }

  /// Returns the coding of text and data; `.none` for data that libavcodec has no name for, `nil` for other media.
  static func other(_ entry: SampleEntry) -> CodecID? {
    texts[entry.format] ?? (data.contains(entry.format) ? CodecID.none : nil)
  }
}

extension TrackHeader {
  /// A Boolean value that says whether the matrix scales width and height differently, from which libavformat derives
  /// the pixel aspect ratio.
  fileprivate var stretchesPictures: Bool {
    let m = matrix.affine
    let scale = ((m.a * m.a + m.c * m.c).squareRoot(), (m.b * m.b + m.d * m.d).squareRoot())
    return scale.0 > 0 && scale.1 > 0 && abs(scale.0 / scale.1 - 1) > 0.01
  }
}

extension Track {
  /// The number of samples a second, exactly; `nil` if there are none, or if the fraction does not fit.
  fileprivate var averageFrameRate: Rational? {
    let (counted, overflow) = sampleCount.multipliedReportingOverflow(by: Int(timeScale))
    guard sampleCount > 0, sampleDuration > 0, !overflow else { return nil }
    return Rational(reducing: counted, Int(clamping: sampleDuration))
  }

  /// The greatest number of pictures that libavcodec reorders.
  private static let greatestReorderDepth = 16

  /// The number of pictures that must be decoded before the first one can be shown in its order.
  fileprivate var reorderDepth: Int {
    guard hasCompositionOffsets else { return 0 }
    var depth = 0
    var latest: [Int64] = []
    for sample in samples {
      let time = sample.presentationTime
      var place = latest.count
      while place > 0, latest[place - 1] > time { place -= 1 }
      depth = max(depth, latest.count - place)
      latest.insert(time, at: place)
      if latest.count > Self.greatestReorderDepth { latest.removeFirst() }
    }
    return depth
  }
}

extension Rational {
  /// Makes the fraction in lowest terms; `nil` if the terms do not fit.
  ///
  /// - Parameters:
  ///   - numerator: a positive number.
  ///   - denominator: a positive number.
  fileprivate init?(reducing numerator: Int, _ denominator: Int) {
    let divisor = greatestCommonDivisor(numerator, denominator)
    guard let numerator = Int32(exactly: numerator / divisor), let denominator = Int32(exactly: denominator / divisor)
    else { return nil }
    self.init(numerator, denominator)
  }
}

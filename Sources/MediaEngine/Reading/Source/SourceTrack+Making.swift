import CoreAudioTypes
import CoreGraphics
import CoreMedia
import MediaInterop
import MediaSupport
import MediaTags
import MediaTime
import MovieFile

extension SourceTrack {
  /// Makes a track from a stream; `nil` for a stream that is no track: cover pictures, attachments, streams of unknown
  /// kind.
  ///
  /// - Parameter stream: the stream; it is corrected if libavformat misidentified it.
  init?(_ stream: inout MediaInterop.Stream, in source: SourceInformation) throws {
    guard stream.attachedPicture == nil else { return nil }
    let track = source.movie?.track(id: UInt32(bitPattern: stream.id))
    guard let mediaType = Self.kind(of: stream, track) else { return nil }
    // In a movie, the sample entries identify the coding.
    if track == nil, stream.parameters.hasUnknownPictures {
      stream.parameters.codec = .none
      stream.parameters.extradata = []
      stream.parameters.pixelFormat = nil
    }
    let (formats, configurationDamage) = try Self.readableFormats(of: stream, track, mediaType)
    stream.correctPCM(formats.first, isTimed: source.probe.traits.statesPackets)
    // libavformat treats every unknown coding in such an entry as AAC.
    if mediaType == .audio, formats.first?.code == SoundDescription.unknownCoding {
      stream.parameters.codec = .none
      stream.parameters.extradata = []
    }
    self.init(
      streamIndex: stream.index,
      trackID: stream.id != 0 && source.movie != nil ? stream.id : Int32(stream.index + 1), mediaType: mediaType,
      formatDescriptions: formats, timeRange: Self.timeRange(of: stream, in: source),
      timeScale: source.probe.streams[stream.index].timeBase.denominator,
      isDecodable: stream.parameters.codec.hasDecoder,
      channelLayoutName: mediaType == .audio ? stream.parameters.layoutName(stated: formats.first) : "")
    self.configurationDamage = configurationDamage
    read(stream)
    if let tag = source.tags?.trackLanguages[stream.index], ISO639.isTag(tag) { readLanguage(tag) }
    if mediaType == .audio, languageCode == nil { languageCode = source.languageOfTheFile }
    isEnabled = source.probe.presentsUnasked(stream)
    hasStatedPackets = source.probe.traits.statesPackets
    isChained = source.probe.isChained
    metadata = source.tags?.tracks[stream.index].map { MetadataRecord.records($0) } ?? []
    if let track, let movie = source.movie { read(track, of: movie) }
    storedBitRate = statedBitRate
  }

  /// The bits a second that the container states; `nil` if it states nothing. A movie's tables state every byte.
  private var statedBitRate: Double? {
    if dataRate > 0 { return Double(dataRate) }
    guard hasMovieTables else { return nil }
    let seconds = timeRange.duration.seconds
    return seconds > 0 && seconds.isFinite ? Double(totalBytes) * 8 / seconds : 0
  }

  private static func kind(of stream: MediaInterop.Stream, _ track: Track?) -> CMFormatDescription.MediaType? {
    switch stream.parameters.kind {
    case .video: return .video
    case .audio: return .audio
    case .subtitle, .data:
      guard let track else { return stream.parameters.kind == .subtitle ? .subtitle : .metadata }
      return track.kind.mediaType
    case .attachment, .unknown: return nil
    }
  }

  /// Returns the formats of a stream. Sound with a damaged configuration is described by the container's other
  /// statements, so that the other tracks can be read.
  private static func readableFormats(
    of stream: MediaInterop.Stream, _ track: Track?, _ mediaType: CMFormatDescription.MediaType
  ) throws -> ([CMFormatDescription], MediaError?) {
    do {
      return (try formats(of: stream, track), nil)
    } catch let error as MediaError where error.kind == .damagedMedia && mediaType == .audio {
      return ([try SoundDescription.unconfigured(stream.parameters).formatDescription()], error)
    }
  }

  /// Returns the formats of a stream. A movie's own sample entries contain more than libavformat passes on, and are
  /// kept so that a copy writes them unchanged.
  private static func formats(of stream: MediaInterop.Stream, _ track: Track?) throws -> [CMFormatDescription] {
    if let track, !track.sampleEntries.isEmpty {
      return try track.sampleEntries.map {
        try CMFormatDescription($0, of: track, decoder: stream.parameters).decoding(as: stream.parameters)
      }
    }
    return [try CMFormatDescription(stream: stream, firstPacket: nil)]
  }

  private static func timeRange(of stream: MediaInterop.Stream, in source: SourceInformation) -> CMTimeRange {
    var start = stream.timeBase.time(stream.startTime ?? 0) - source.origin
    // For text whose first packet was not read, libavformat states the file's start, which an encoder's delay may place
    // before zero.
    if stream.parameters.kind == .subtitle, start < .zero { start = .zero }
    let rate = Int32(exactly: stream.parameters.sampleRate) ?? 0
    let counted = source.countedSamples.flatMap { samples in
      rate > 0
        ? stream.timeBase.time(TimeBase(ticksPerSecond: rate).rescale(Int64(samples), to: stream.timeBase)) : nil
    }
    let known = counted ?? stream.duration.map(stream.timeBase.time) ?? source.probe.duration.map(Probe.timeBase.time)
    let duration = known ?? .indefinite
    guard let tag = source.gaplessTag, duration.isNumeric, rate > 0 else {
      return CMTimeRange(start: start, duration: duration)
    }
    // libavformat counts all samples of all frames, and drops the encoder's added samples during reading.
    let sound = duration - CMTime(value: Int64(tag.delay + tag.padding), timescale: rate)
    return CMTimeRange(start: start, duration: max(sound, .zero))
  }

  private static let highestRate = 1000.0

  /// Reads the language that a container states as a BCP 47 tag.
  private mutating func readLanguage(_ tag: String) {
    let code = ISO639.code(tag)
    languageCode = ISO639.isCode(code) && code != "und" ? code : nil
    extendedLanguageTag = ISO639.saysMore(tag) ? tag : nil
  }

  private mutating func read(_ stream: MediaInterop.Stream) {
    sampleCount = Int(clamping: stream.frameCount)
    dataRate = Float(stream.parameters.bitRate)
    characteristics = Set(TrackRole.roles(stream.disposition, of: mediaType).map(\.rawValue))
    languageCode = stream.language.flatMap { $0 == "und" ? nil : ISO639.terminological($0) }
    reordersFrames = stream.parameters.reorderDepth > 0
    var parameters = stream.parameters
    parameters.fillProfile(from: formatDescriptions.first)
    profile = parameters.profileName ?? ""
    level = parameters.levelName ?? ""
    if mediaType == .audio {
      volume = 1
      let basic = formatDescriptions.first?.audioStreamBasicDescription
      losslessDepth = basic?.sourceDepth ?? basic?.linearDepth ?? stream.parameters.losslessDepth
    }
    hasTextDefinitions = formatDescriptions.first?.textDefinitions.isEmpty == false
    guard mediaType == .video else { return }
    chromaSampling = Self.sampling(of: stream, formatDescriptions.first) ?? ""
    pictureFormat = Self.pictureFormat(of: stream, formatDescriptions.first)
    hasWholePictures = Self.statesWholePictures(stream, formatDescriptions.first)
    stereoLayout =
      stream.stereoLayout
      ?? (formatDescriptions.first.map { VideoAttributes($0.extensions).isMultiview } == true
        ? "multiview" : "")
    naturalSize =
      formatDescriptions.first.map {
        CMVideoFormatDescriptionGetPresentationDimensions($0, usePixelAspectRatio: true, useCleanAperture: true)
      } ?? .zero
    if let matrix = stream.displayMatrix {
      transform = CGAffineTransform(displayMatrix: matrix).movedIntoView(of: naturalSize)
    }
    // If libavformat found no rate, it states a picture for every millisecond.
    if let rate = (stream.averageFrameRate ?? stream.realFrameRate)?.nonZero, rate.doubleValue < Self.highestRate {
      nominalFrameRate = Float(rate.doubleValue)
    }
    if let rate = (stream.realFrameRate ?? stream.averageFrameRate)?.nonZero {
      minimumFrameDuration = CMTime(value: Int64(rate.denominator), timescale: rate.numerator)
    }
  }

  private static func sampling(of stream: MediaInterop.Stream, _ format: CMFormatDescription?) -> String? {
    stream.parameters.pixelFormat?.samplingName
      ?? format.flatMap {
        VideoAttributes($0.extensions).samplingName ?? FourCC(rawValue: $0.mediaSubType.rawValue).samplingName
      }
  }

  private static func pictureFormat(of stream: MediaInterop.Stream, _ format: CMFormatDescription?) -> PictureFormat? {
    guard let format, let pixels = stream.parameters.pixelFormat ?? planes(of: stream, format) else { return nil }
    let (size, attributes) = (format.dimensions, VideoAttributes(format.extensions))
    var stated = ColorDescription(isFullRange: attributes.isFullRange, chromaLocation: attributes.chromaLocation)
    if let color = attributes.color {
      (stated.primaries, stated.transfer) = (UInt8(clamping: color.primaries), UInt8(clamping: color.transfer))
      stated.matrix = UInt8(clamping: color.matrix)
    }
    return PictureFormat(
      format: pixels, width: Int(size.width), height: Int(size.height),
      color: stream.parameters.color.completed(by: stated))
  }

  /// Returns the planes of decoded pictures, from the format's chroma subsampling and depth.
  private static func planes(of stream: MediaInterop.Stream, _ format: CMFormatDescription) -> PixelFormat? {
    guard let sampling = sampling(of: stream, format) else { return nil }
    let isDeep = VideoAttributes(format.extensions).bitsPerComponent.map { $0 > 8 } ?? false
    return switch sampling {
    case "RGB": isDeep ? .gbrp10 : .gbrp
    case "4:4:4": isDeep ? .yuv444p10 : .yuv444p
    case "4:2:2": isDeep ? .yuv422p10 : .yuv422p
    default: isDeep ? .yuv420p10 : .yuv420p
    }
  }

  private static func statesWholePictures(_ stream: MediaInterop.Stream, _ format: CMFormatDescription?) -> Bool {
    switch stream.parameters.codec {
    case .vp8, .vp9, .av1: true
    // libavformat reports frames with two fields as progressive.
    case .h264, .hevc: format.flatMap { VideoAttributes($0.extensions).statesWholePictures } ?? false
    default: stream.parameters.fieldOrder == .progressive
    }
  }

  private mutating func read(_ track: Track, of movie: Movie) {
    hasMovieTables = true
    edits = TrackEdits(of: track, in: movie)
    timeRange = movie.timeRange(of: track)
    if mediaType == .audio {
      hasDependentSound = !track.isEverySampleSync
    }
    sampleCount = track.sampleCount
    totalBytes = track.sampleBytes
    isEnabled = track.header.flags.contains(.enabled)
    alternateGroup = track.header.alternateGroup
    metadata = MetadataRecord.records(userData: track.userData, metadata: track.metadata)
    characteristics.formUnion(track.userData.map { UserData($0).tags } ?? [])
    handlerName = track.handler.name
    associations = track.references.map { ($0.type.rawValue, $0.trackIDs) }
    extendedLanguageTag = track.extendedLanguage
    languageCode = track.mediaHeader.language.code.flatMap { $0 == "und" ? nil : $0 }
    isSelfContained = track.dataReferences.allSatisfy(\.isSelfContained)
    if mediaType == .audio { volume = Float(track.header.volume) }
    // For pictures, the format description states the size more exactly.
    if mediaType == .subtitle || mediaType == .text {
      naturalSize = CGSize(width: track.header.width, height: track.header.height)
    }
    transform = CGAffineTransform(track.header.matrix)
    let seconds = Double(track.sampleDuration) / Double(max(1, track.timeScale))
    if seconds > 0 {
      dataRate = Float(Double(totalBytes) * 8 / seconds)
      if mediaType == .video { nominalFrameRate = Float(Double(sampleCount) / seconds) }
    }
    if mediaType == .video, track.shortestSampleDuration > 0 {
      minimumFrameDuration = track.timeBase.time(track.shortestSampleDuration)
    }
  }
}

extension MediaInterop.Stream {
  /// Corrects the coding of linear PCM if libavformat's differs from the format's: libavformat uses the number of bits
  /// instead of the number of bytes, and older versions do not read a `pcmC` box (ISO 23003-5).
  ///
  /// - Parameter isTimed: a Boolean value that says whether the times of packets are the container's own. Otherwise
  ///   libavformat counted them with the wrong coding, and the sound is not decoded.
  fileprivate mutating func correctPCM(_ format: CMFormatDescription?, isTimed: Bool) {
    guard let stated = format?.audioStreamBasicDescription.flatMap({ LinearPCM($0) }), stated.codec != parameters.codec
    else { return }
    parameters.codec = isTimed ? stated.codec ?? CodecID.none : CodecID.none
    parameters.audioFormat = nil
    parameters.bitsPerCodedSample = stated.bits
    parameters.blockAlign = stated.bytes * parameters.layout.count
    parameters.bitRate = Int64(parameters.blockAlign * 8 * parameters.sampleRate)
  }
}

extension CodecParameters {
  /// The codings that libavformat identifies by more than a number in the container. A stream of one without a size is
  /// damaged.
  private static let certainPictures: Set<CodecID> = [
    .h264, .hevc, .av1, .vp8, .vp9, .mpeg2Video, .mpeg4, .h263, .mjpeg, .png, .ffv1, .theora, .prores, .dv,
  ]

  /// A Boolean value that says whether the pictures have a coding that libavformat does not know, or misidentifies. It
  /// finds no size then, as with H.265 in Flash video and with animated WebP.
  fileprivate var hasUnknownPictures: Bool {
    kind == .video && (width <= 0 || height <= 0) && !Self.certainPictures.contains(codec)
  }

  /// Returns the name of the channel layout, as the library names it.
  ///
  /// - Parameter format: the description, which may state them.
  fileprivate func layoutName(stated format: CMFormatDescription?) -> String {
    if let stated = format?.audioChannelLayout, let layout = ChannelLayout(stated), layout.mask != 0 {
      return layout.name
    }
    // One or two channels without stated speakers have the usual ones.
    return (layout.mask == 0 && layout.count <= 2 ? .default(count: layout.count) : layout).name
  }
}

extension AudioStreamBasicDescription {
  /// The depth in bits of a sample of linear PCM. It is `nil` for other codings.
  fileprivate var linearDepth: Int? {
    mFormatID == kAudioFormatLinearPCM && mBitsPerChannel > 0 ? Int(mBitsPerChannel) : nil
  }
}

extension Probe {
  /// Returns whether a player selects a track by default: one that its container flags, or any track of a kind without
  /// flagged tracks.
  fileprivate func presentsUnasked(_ stream: MediaInterop.Stream) -> Bool {
    stream.disposition.contains(.default)
      || !streams.contains { $0.parameters.kind == stream.parameters.kind && $0.disposition.contains(.default) }
  }
}

extension CGAffineTransform {
  /// The affine part of a track's matrix.
  init(_ matrix: TransformMatrix) {
    let m = matrix.affine
    self.init(a: m.a, b: m.b, c: m.c, d: m.d, tx: m.tx, ty: m.ty)
  }

  /// Makes a transform of libavformat's nine numbers: 16.16 fixed point.
  fileprivate init(displayMatrix m: [Int32]) {
    func real(_ value: Int32) -> Double { Double(value) / 65536 }
    guard m.count == 9 else { self = .identity; return }
    self.init(a: real(m[0]), b: real(m[1]), c: real(m[3]), d: real(m[4]), tx: real(m[6]), ty: real(m[7]))
  }

  /// Returns the transform followed by a translation that puts the picture's upper left corner at the origin:
  /// containers other than movies state how a picture is turned, but not where it is placed.
  fileprivate func movedIntoView(of size: CGSize) -> CGAffineTransform {
    guard tx == 0, ty == 0 else { return self }
    var moved = self
    moved.tx = max(0, -a * size.width) + max(0, -c * size.height)
    moved.ty = max(0, -b * size.width) + max(0, -d * size.height)
    return moved
  }
}

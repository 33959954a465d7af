internal import Bitstreams
internal import CFFmpeg
internal import MediaSupport

extension Stream {
  init(_ stream: UnsafePointer<AVStream>) {
    let source = stream.pointee
    self.init(
      index: Int(source.index), id: source.id, parameters: CodecParameters(copying: source.codecpar),
      // The library's own default, for a demuxer that set none.
      timeBase: TimeBase(source.time_base) ?? TimeBase(ticksPerSecond: 90_000))
    if parameters.isWebVTTWithoutName { parameters.codec = .webVTT }
    startTime = source.start_time == cff_no_pts ? nil : source.start_time
    // A movie's 32-bit duration with all bits set means "unknown": ISO 14496-12, 8.2.2, 8.3.2 and 8.4.2.
    let isUnknown = source.duration == cff_no_pts || source.duration <= 0 || source.duration == Int64(UInt32.max)
    duration = isUnknown ? nil : source.duration
    frameCount = max(0, source.nb_frames)
    averageFrameRate = Rational(source.avg_frame_rate).nonZero
    realFrameRate = Rational(source.r_frame_rate).nonZero
    // From version 7 on the library counts fields here, but MPEG-1 has none.
    if source.codecpar.pointee.codec_id == AV_CODEC_ID_MPEG1VIDEO { realFrameRate = averageFrameRate ?? realFrameRate }
    disposition = Disposition(rawValue: source.disposition)
    metadata = dictionary(source.metadata)
    // The library determines the format by decoding the pictures without their alpha.
    if metadata["alpha_mode"] == "1", parameters.hasAlphaBesidePictures { parameters.pixelFormat = .yuva420p }
    statedAspectRatio = Stream.statedAspectRatio(source)
    parameters.sampleAspectRatio =
      statedAspectRatio ?? parameters.sampleAspectRatio ?? Rational(source.sample_aspect_ratio).nonZero
    if let bytes = Stream.sideData(stream, AV_PKT_DATA_DISPLAYMATRIX), bytes.count >= Stream.matrixSize {
      displayMatrix = (0..<9).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
    }
    masteringDisplay = Stream.sideData(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA)
      .flatMap(MasteringDisplay.init(sideData:))
    contentLightLevel = Stream.sideData(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL)
      .flatMap(ContentLightLevel.init(sideData:))
    dolbyVision = Stream.sideData(stream, AV_PKT_DATA_DOVI_CONF).flatMap(DolbyVisionConfiguration.init(sideData:))
    stereoLayout = Stream.sideData(stream, AV_PKT_DATA_STEREO3D).flatMap(StereoLayout.name)
    if disposition.contains(.attachedPicture), let picture = source.attached_pic.data {
      attachedPicture = Array(UnsafeBufferPointer(start: picture, count: max(0, Int(source.attached_pic.size))))
    }
  }

  /// Returns the ratio that the container states. If Matroska does not state a display size, the library assumes square
  /// pixels; that does not override the coded pictures' ratio.
  private static func statedAspectRatio(_ stream: AVStream) -> Rational? {
    guard let ratio = Rational(stream.sample_aspect_ratio).nonZero, ratio.numerator != ratio.denominator else {
      return nil
    }
    return ratio
  }

  private static let matrixSize = 9 * MemoryLayout<Int32>.size

  private static func sideData(
    _ stream: UnsafePointer<AVStream>, _ type: AVPacketSideDataType
  ) -> UnsafeRawBufferPointer? {
    var count = 0
    guard let bytes = cff_stream_side_data(stream, type, &count) else { return nil }
    return UnsafeRawBufferPointer(start: bytes, count: count)
  }
}

extension CodecParameters {
  /// A Boolean value that says whether this is WebVTT that the library does not recognize. FFmpeg 5.1 knows WebM's
  /// names of WebVTT, but not Matroska's `S_TEXT/WEBVTT`, whose configuration is the header of a WebVTT file (Matroska,
  /// "Subtitles", "WebVTT").
  fileprivate var isWebVTTWithoutName: Bool {
    codec == .none && kind == .subtitle && extradata.starts(with: Array("WEBVTT".utf8))
  }
}

extension Stream.Disposition {
  package static let `default` = Self(rawValue: AV_DISPOSITION_DEFAULT)
  package static let original = Self(rawValue: AV_DISPOSITION_ORIGINAL)
  package static let commentary = Self(rawValue: AV_DISPOSITION_COMMENT)
  package static let forced = Self(rawValue: AV_DISPOSITION_FORCED)
  package static let hearingImpaired = Self(rawValue: AV_DISPOSITION_HEARING_IMPAIRED)
  package static let visualImpaired = Self(rawValue: AV_DISPOSITION_VISUAL_IMPAIRED)
  package static let attachedPicture = Self(rawValue: AV_DISPOSITION_ATTACHED_PIC)
  package static let captions = Self(rawValue: AV_DISPOSITION_CAPTIONS)
  package static let descriptions = Self(rawValue: AV_DISPOSITION_DESCRIPTIONS)
  package static let dependent = Self(rawValue: AV_DISPOSITION_DEPENDENT)
}

/// Returns the entries of the library's key-value list. The last of several entries of a key wins, and broken UTF-8 is
/// repaired.
func dictionary(_ source: OpaquePointer?) -> [String: String] {
  var result: [String: String] = [:]
  var entry: UnsafeMutablePointer<AVDictionaryEntry>?
  while let next = av_dict_get(source, "", entry, AV_DICT_IGNORE_SUFFIX) {
    result[String(cString: next.pointee.key)] = String(cString: next.pointee.value)
    entry = next
  }
  return result
}

internal import CFFmpeg
internal import MediaSupport

/// The library's structure of the parameters (`AVCodecParameters`).
extension CodecParameters {
  /// Makes the parameters of a stream.
  init(copying source: UnsafePointer<AVCodecParameters>) {
    let source = source.pointee
    self.init(codec: CodecID(source.codec_id))
    kind = MediaKind(source.codec_type)
    tag = source.codec_tag
    if let bytes = source.extradata, source.extradata_size > 0 {
      extradata = Array(UnsafeBufferPointer(start: bytes, count: Int(source.extradata_size)))
    }
    profile = source.profile == cff_profile_unknown ? nil : source.profile
    level = source.level == FF_LEVEL_UNKNOWN ? nil : source.level
    bitRate = max(0, source.bit_rate)
    bitsPerCodedSample = Int(source.bits_per_coded_sample)
    bitsPerRawSample = Int(source.bits_per_raw_sample)
    decodedFormat = source.format
    (width, height) = (Int(source.width), Int(source.height))
    // Observers are not called in initializers.
    sampleAspectRatio = Rational(source.sample_aspect_ratio).nonZero
    statedColor = ColorDescription(
      primaries: source.color_primaries, transfer: source.color_trc, matrix: source.color_space,
      range: source.color_range, chromaLocation: source.chroma_location)
    fieldOrder =
      switch source.field_order {
      case AV_FIELD_PROGRESSIVE: .progressive
      case AV_FIELD_TT, AV_FIELD_BT: .topFirst
      case AV_FIELD_BB, AV_FIELD_TB: .bottomFirst
      default: nil
      }
    codesFieldsInReverse = [AV_FIELD_TB, AV_FIELD_BT].contains(source.field_order)
    reorderDepth = Int(source.video_delay)
    sampleRate = Int(source.sample_rate)
    layout = ChannelLayout(source.ch_layout)
    frameSize = Int(source.frame_size)
    blockAlign = Int(source.block_align)
    initialPadding = Int(source.initial_padding)
    trailingPadding = Int(source.trailing_padding)
    seekPreroll = Int(source.seek_preroll)
  }

  /// Makes the parameters of an open codec context's stream.
  init(context: UnsafePointer<AVCodecContext>) throws(MediaError) {
    var owned = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&owned) }
    guard let parameters = owned else { throw .outOfMemory(.opening) }
    try check(avcodec_parameters_from_context(parameters, context), .outOfMemory, .opening, "cannot copy parameters")
    self.init(copying: parameters)
  }

  /// Calls `body` with the library's structure, to be read and not kept: valid during `body`.
  func withCParameters<Result>(_ body: (UnsafePointer<AVCodecParameters>) -> Result) -> Result {
    var owned = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&owned) }
    // A process that cannot allocate two hundred bytes cannot report it either.
    guard let parameters = owned else { fatalError("out of memory") }
    fill(&parameters.pointee)
    return body(parameters)
  }

  private func fill(_ target: inout AVCodecParameters) {
    target.codec_type = kind.cValue
    target.codec_id = codec.cValue
    target.codec_tag = tag
    // The bitstream readers read beyond the end, so zeros are added there.
    if !extradata.isEmpty, let count = Int32(exactly: extradata.count),
      let bytes = av_mallocz(extradata.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    {
      extradata.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
      target.extradata = bytes.assumingMemoryBound(to: UInt8.self)
      target.extradata_size = count
    }
    target.profile = profile ?? cff_profile_unknown
    target.level = level ?? FF_LEVEL_UNKNOWN
    target.bit_rate = bitRate
    target.bits_per_coded_sample = Int32(clamping: bitsPerCodedSample)
    target.bits_per_raw_sample = Int32(clamping: bitsPerRawSample)
    target.format = decodedFormat
    (target.width, target.height) = (Int32(clamping: width), Int32(clamping: height))
    target.sample_aspect_ratio = (sampleAspectRatio ?? Rational(0, 1)).cValue
    target.color_primaries = statedColor.cPrimaries
    target.color_trc = statedColor.cTransfer
    target.color_space = statedColor.cMatrix
    target.color_range = statedColor.cRange
    target.chroma_location = statedColor.cChromaLocation
    target.field_order =
      switch fieldOrder {
      case .progressive?: AV_FIELD_PROGRESSIVE
      case .topFirst?: codesFieldsInReverse ? AV_FIELD_BT : AV_FIELD_TT
      case .bottomFirst?: codesFieldsInReverse ? AV_FIELD_TB : AV_FIELD_BB
      case nil: AV_FIELD_UNKNOWN
      }
    target.video_delay = Int32(clamping: reorderDepth)
    target.sample_rate = Int32(clamping: sampleRate)
    av_channel_layout_uninit(&target.ch_layout)
    target.ch_layout = layout.cValue
    target.frame_size = Int32(clamping: frameSize)
    target.block_align = Int32(clamping: blockAlign)
    target.initial_padding = Int32(clamping: initialPadding)
    target.trailing_padding = Int32(clamping: trailingPadding)
    target.seek_preroll = Int32(clamping: seekPreroll)
  }
}

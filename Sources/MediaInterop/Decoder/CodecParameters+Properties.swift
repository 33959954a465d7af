internal import CFFmpeg
package import MediaSupport

/// The parameters of every stream.
extension CodecParameters {
  package var kind: MediaKind {
    get { value { MediaKind($0.codec_type) } }
    set { change { $0.codec_type = newValue.cValue } }
  }

  package var codec: CodecID {
    get { value { CodecID($0.codec_id) } }
    set { change { $0.codec_id = newValue.cValue } }
  }

  /// The container's four characters for the coding, the first in the lowest byte; zero where it has none.
  package var tag: UInt32 {
    get { value { $0.codec_tag } }
    set { change { $0.codec_tag = newValue } }
  }

  /// The decoder's configuration in the container's own form (`avcC`, AudioSpecificConfig, …); empty where there is
  /// none.
  package var extradata: [UInt8] {
    get {
      value { parameters in
        guard let bytes = parameters.extradata, parameters.extradata_size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(parameters.extradata_size)))
      }
    }
    set {
      change { parameters in
        av_freep(&parameters.extradata)
        parameters.extradata_size = 0
        guard !newValue.isEmpty, let count = Int32(exactly: newValue.count),
          // The bitstream readers look past the end: the padding is theirs, and zero.
          let bytes = av_mallocz(newValue.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
        else { return }
        newValue.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        parameters.extradata = bytes.assumingMemoryBound(to: UInt8.self)
        parameters.extradata_size = count
      }
    }
  }

  /// The coding's own number of its profile; `nil` where unknown.
  package var profile: Int32? {
    get { value { $0.profile == cff_profile_unknown ? nil : $0.profile } }
    set { change { $0.profile = newValue ?? cff_profile_unknown } }
  }

  /// The coding's own number of its level; `nil` where unknown.
  package var level: Int32? {
    get { value { $0.level == FF_LEVEL_UNKNOWN ? nil : $0.level } }
    set { change { $0.level = newValue ?? FF_LEVEL_UNKNOWN } }
  }

  /// The average bit rate in bits a second; zero where unknown.
  package var bitRate: Int64 {
    get { value { max(0, $0.bit_rate) } }
    set { change { $0.bit_rate = newValue } }
  }

  /// The number of bits of a sample as coded: 4 for ADPCM, 24 for 24-bit PCM; for video the depth that the container
  /// states.
  package var bitsPerCodedSample: Int {
    get { value { Int($0.bits_per_coded_sample) } }
    set { change { $0.bits_per_coded_sample = Int32(clamping: newValue) } }
  }
}

/// The parameters of video.
extension CodecParameters {
  package var width: Int {
    get { value { Int($0.width) } }
    set { change { $0.width = Int32(clamping: newValue) } }
  }

  package var height: Int {
    get { value { Int($0.height) } }
    set { change { $0.height = Int32(clamping: newValue) } }
  }

  /// The ratio of a pixel's width to its height; `nil` where unknown.
  package var sampleAspectRatio: Rational? {
    get { value { Rational($0.sample_aspect_ratio).nonZero } }
    set { change { $0.sample_aspect_ratio = (newValue ?? Rational(0, 1)).cValue } }
  }

  /// The format of decoded pictures; `nil` where only the bitstream states it. libav's "J" formats are told by
  /// `color`'s range.
  package var pixelFormat: PixelFormat? {
    get {
      value {
        guard $0.codec_type == AVMEDIA_TYPE_VIDEO, $0.format >= 0 else { return nil }
        return PixelFormat(rawValue: $0.format).normalized.format
      }
    }
    set { change { $0.format = (newValue ?? .none).rawValue } }
  }

  /// A Boolean value that says whether alpha is no part of the coding's pictures: Matroska has it in pictures of its
  /// own, beside each (`AlphaMode`, RFC 9559, 5.1.4.1.28.4).
  package var hasAlphaBesidePictures: Bool { codec == .vp8 || codec == .vp9 }

  package var color: ColorDescription {
    get {
      value {
        var color = ColorDescription(
          primaries: $0.color_primaries, transfer: $0.color_trc, matrix: $0.color_space, range: $0.color_range,
          chromaLocation: $0.chroma_location)
        let isFull = $0.codec_type == AVMEDIA_TYPE_VIDEO && PixelFormat(rawValue: $0.format).normalized.isFullRange
        if color.isFullRange == nil, isFull { color.isFullRange = true }
        return color
      }
    }
    set {
      change {
        $0.color_primaries = newValue.cPrimaries
        $0.color_trc = newValue.cTransfer
        $0.color_space = newValue.cMatrix
        $0.color_range = newValue.cRange
        $0.chroma_location = newValue.cChromaLocation
      }
    }
  }

  /// The field that is shown first; `nil` where unknown.
  package var fieldOrder: FieldOrder? {
    get {
      switch value({ $0.field_order }) {
      case AV_FIELD_PROGRESSIVE: .progressive
      case AV_FIELD_TT, AV_FIELD_BT: .topFirst
      case AV_FIELD_BB, AV_FIELD_TB: .bottomFirst
      default: nil
      }
    }
    set {
      change {
        $0.field_order =
          switch newValue {
          case .progressive?: AV_FIELD_PROGRESSIVE
          case .topFirst?: AV_FIELD_TT
          case .bottomFirst?: AV_FIELD_BB
          case nil: AV_FIELD_UNKNOWN
          }
      }
    }
  }

  /// A Boolean value that says whether the field that is shown second is coded first.
  package var codesFieldsInReverse: Bool { value { [AV_FIELD_TB, AV_FIELD_BT].contains($0.field_order) } }

  /// The number of pictures that a decoder holds back before the first one comes out; zero where unknown.
  package var reorderDepth: Int {
    get { value { Int($0.video_delay) } }
    set { change { $0.video_delay = Int32(clamping: newValue) } }
  }
}

/// The parameters of audio.
extension CodecParameters {
  package var sampleRate: Int {
    get { value { Int($0.sample_rate) } }
    set { change { $0.sample_rate = Int32(clamping: newValue) } }
  }

  /// The unit in which samples are whole numbers; a second where the rate is not known.
  package var samples: TimeBase { TimeBase(ticksPerSecond: Int32(clamping: max(1, sampleRate))) }

  package var layout: ChannelLayout {
    get { value { ChannelLayout($0.ch_layout) } }
    set {
      change {
        av_channel_layout_uninit(&$0.ch_layout)
        $0.ch_layout = newValue.cValue
      }
    }
  }

  /// The format of decoded samples; `nil` where unknown.
  package var sampleFormat: SampleFormat? { decodedFormat?.sampleFormat }

  /// The full format of decoded samples; `nil` where a part of it is unknown.
  package var audioFormat: AudioFormat? {
    get {
      guard let decodedFormat, sampleRate > 0, layout.count > 0 else { return nil }
      return AudioFormat(
        sampleRate: sampleRate, layout: layout, sampleFormat: decodedFormat.sampleFormat,
        isPlanar: decodedFormat.isPlanar)
    }
    set {
      change { $0.format = newValue?.cSampleFormat.rawValue ?? AV_SAMPLE_FMT_NONE.rawValue }
      guard let newValue else { return }
      sampleRate = newValue.sampleRate
      layout = newValue.layout
    }
  }

  /// The number of samples per channel in a packet; zero where it varies or is unknown.
  package var frameSize: Int {
    get { value { Int($0.frame_size) } }
    set { change { $0.frame_size = Int32(clamping: newValue) } }
  }

  /// The number of bytes of the smallest unit that can be cut from the stream; zero where unknown.
  package var blockAlign: Int {
    get { value { Int($0.block_align) } }
    set { change { $0.block_align = Int32(clamping: newValue) } }
  }

  /// The number of samples per channel that the encoder put before the first one of its input.
  package var initialPadding: Int {
    get { value { Int($0.initial_padding) } }
    set { change { $0.initial_padding = Int32(clamping: newValue) } }
  }

  /// The number of samples per channel that the encoder put after the last one of its input.
  package var trailingPadding: Int {
    get { value { Int($0.trailing_padding) } }
    set { change { $0.trailing_padding = Int32(clamping: newValue) } }
  }

  private var decodedFormat: (sampleFormat: SampleFormat, isPlanar: Bool)? {
    value {
      guard $0.codec_type == AVMEDIA_TYPE_AUDIO else { return nil }
      return SampleFormat.format(AVSampleFormat(rawValue: $0.format))
    }
  }
}

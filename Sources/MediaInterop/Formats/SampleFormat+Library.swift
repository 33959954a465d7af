internal import CFFmpeg

extension SampleFormat {
  /// Returns the type and the arrangement that the library's sample format names; `nil` for none.
  static func format(_ format: AVSampleFormat) -> (sampleFormat: SampleFormat, isPlanar: Bool)? {
    switch format {
    case AV_SAMPLE_FMT_U8: (.u8, false)
    case AV_SAMPLE_FMT_S16: (.s16, false)
    case AV_SAMPLE_FMT_S32: (.s32, false)
    case AV_SAMPLE_FMT_S64: (.s64, false)
    case AV_SAMPLE_FMT_FLT: (.f32, false)
    case AV_SAMPLE_FMT_DBL: (.f64, false)
    case AV_SAMPLE_FMT_U8P: (.u8, true)
    case AV_SAMPLE_FMT_S16P: (.s16, true)
    case AV_SAMPLE_FMT_S32P: (.s32, true)
    case AV_SAMPLE_FMT_S64P: (.s64, true)
    case AV_SAMPLE_FMT_FLTP: (.f32, true)
    case AV_SAMPLE_FMT_DBLP: (.f64, true)
    default: nil
    }
  }

  func cValue(isPlanar: Bool) -> AVSampleFormat {
    switch self {
    case .u8: isPlanar ? AV_SAMPLE_FMT_U8P : AV_SAMPLE_FMT_U8
    case .s16: isPlanar ? AV_SAMPLE_FMT_S16P : AV_SAMPLE_FMT_S16
    case .s32: isPlanar ? AV_SAMPLE_FMT_S32P : AV_SAMPLE_FMT_S32
    case .s64: isPlanar ? AV_SAMPLE_FMT_S64P : AV_SAMPLE_FMT_S64
    case .f32: isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
    case .f64: isPlanar ? AV_SAMPLE_FMT_DBLP : AV_SAMPLE_FMT_DBL
    }
  }
}

extension AudioFormat {
  var cSampleFormat: AVSampleFormat { sampleFormat.cValue(isPlanar: isPlanar) }
}

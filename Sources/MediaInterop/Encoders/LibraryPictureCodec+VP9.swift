internal import CFFmpeg
import MediaSupport

extension LibraryPictureCodec {
  /// VP9, encoded by libvpx in one pass.
  static let vp9 = LibraryPictureCodec(
    id: .vp9, encoder: "libvpx-vp9",
    pixelFormats: [.yuv420p, .yuv420p10, .yuv422p, .yuv422p10, .yuv444p, .yuv444p10, .yuva420p],
    qualities: 0...63, hasWholeQualities: true,
    options: { settings in
      let step = settings.isLowDelay ? settings.speed.vpxRealTime : settings.speed.vpx
      var options = [
        "deadline": step.deadline, "cpu-used": "\(step.processorUse)", "row-mt": "1",
        "tile-columns": "\(settings.log2TileColumns)",
      ]
      if settings.isLowDelay { options["lag-in-frames"] = "0" }
      if case .constantQuality(let quality)? = settings.rateControl { options["crf"] = "\(Int(quality))" }
      return options
    },
    configure: { settings, context in
      // The output differs between one thread and several, but not between numbers above one. Four keep four cores
      // busy.
      context.pointee.thread_count = 4
      // Rate control starts with the duration of the first picture.
      cff_context_set_ticks_per_picture(context, settings.ticksPerPicture)
      switch settings.keyFrameLimit {
      case .usual: break
      case .none: context.pointee.gop_size = .max
      case .pictures(let count): context.pointee.gop_size = Int32(clamping: count)
      }
    })
}

extension EncoderSpeed {
  /// libvpx's two speed controls: the time for a picture, and which of its tools are left out.
  typealias VPXStep = (deadline: String, processorUse: Int)

  fileprivate var vpx: VPXStep {
    switch self {
    case .ultrafast: ("realtime", 8)
    case .superfast: ("realtime", 6)
    case .veryfast: ("good", 5)
    case .faster: ("good", 4)
    case .fast: ("good", 3)
    case .medium: ("good", 2)
    case .slow: ("good", 1)
    case .slower: ("good", 0)
    case .veryslow, .placebo: ("best", 0)
    }
  }

  /// The step for live sources: only this deadline makes libvpx keep pace.
  fileprivate var vpxRealTime: VPXStep {
    switch self {
    case .ultrafast: ("realtime", 8)
    case .superfast: ("realtime", 7)
    case .veryfast: ("realtime", 6)
    default: ("realtime", 5)
    }
  }
}

extension VideoEncoder.Settings {
  /// The logarithm of the number of tile columns. A tile has 256 columns at least (VP9 6.2.14); four tiles are enough
  /// for four threads.
  fileprivate var log2TileColumns: Int { width >= 1024 ? 2 : width >= 512 ? 1 : 0 }

  fileprivate var ticksPerPicture: Int32 {
    let second = Double(timeBase.denominator) / Double(timeBase.numerator)
    let rate = Double(expectedFrameRate.numerator) / Double(expectedFrameRate.denominator)
    let ticks = (second / rate).rounded()
    // The library multiplies the ticks with the time base.
    let most = Double(Int32.max / timeBase.numerator)
    return Int32(min(max(ticks, 1), most))
  }
}

internal import CX264
import MediaSupport

extension H264Encoder.Settings {
  /// Returns the settings as x264's parameters. The settings must be valid.
  func parameters() throws -> x264_param_t {
    var parameters = x264_param_t()
    let tunes = [options.tune?.rawValue, isLowDelay ? "zerolatency" : nil].compactMap { $0 }.joined(separator: ",")
    guard x264_param_default_preset(&parameters, preset.rawValue, tunes.isEmpty ? nil : tunes) == 0 else {
      throw MediaError(.unsupportedSettings, .encoding, "x264 has no preset \(preset.rawValue) with tune \(tunes)")
    }
    setStream(&parameters)
    setPicture(&parameters)
    setRateControl(&parameters)
    setTools(&parameters)
    setHighDynamicRange(&parameters)
    // The profile is applied last, because it only removes tools.
    if let profile = options.profile, x264_param_apply_profile(&parameters, profile.rawValue) != 0 {
      throw MediaError(
        .unsupportedSettings, .encoding, "the H.264 profile \(profile.rawValue) does not hold the other settings")
    }
    return parameters
  }

  /// Sets the framing, the timing and the threads of the stream.
  private func setStream(_ parameters: inout x264_param_t) {
    // This is MP4 framing: lengths instead of start codes, and the headers outside of the samples.
    parameters.b_annexb = 0
    parameters.b_repeat_headers = 0
    parameters.i_sps_id = Int32(options.parameterSetNumber)
    // With headers that do not depend on the content, separately encoded parts can be joined.
    parameters.b_stitchable = 1
    // Every picture has a time of its own, also in the rate control.
    parameters.b_vfr_input = 1
    parameters.i_timebase_num = UInt32(timeBase.numerator)
    parameters.i_timebase_den = UInt32(timeBase.denominator)
    parameters.i_fps_num = UInt32(expectedFrameRate.numerator)
    parameters.i_fps_den = UInt32(expectedFrameRate.denominator)
    parameters.i_threads = Int32(threadCount)
    parameters.b_deterministic = 1
    // libx264 164's AVX-512 code for the macroblock tree reads memory that was never written, so the stream depends on
    // what the process did before. With AVX2 at most, the same pictures produce the same bytes.
    parameters.cpu &= ~H264Encoder.unsteadyInstructions
    parameters.b_opencl = 0
  }

  private func setPicture(_ parameters: inout x264_param_t) {
    parameters.i_width = Int32(width)
    parameters.i_height = Int32(height)
    parameters.i_bitdepth = Int32(bitDepth)
    parameters.i_csp =
      switch chroma {
      case .gray: X264_CSP_I400
      case .yuv420: X264_CSP_I420
      case .yuv422: X264_CSP_I422
      case .yuv444: X264_CSP_I444
      }
    parameters.b_interlaced = fieldOrder == .progressive ? 0 : 1
    parameters.b_tff = fieldOrder == .bottomFirst ? 0 : 1
    parameters.crop_rect.i_left = Int32(crop.left)
    parameters.crop_rect.i_top = Int32(crop.top)
    parameters.crop_rect.i_right = Int32(crop.right)
    parameters.crop_rect.i_bottom = Int32(crop.bottom)
    if let sampleAspectRatio {
      parameters.vui.i_sar_width = sampleAspectRatio.numerator
      parameters.vui.i_sar_height = sampleAspectRatio.denominator
    }
    parameters.vui.i_colorprim = Int32(color.primaries)
    parameters.vui.i_transfer = Int32(color.transfer)
    parameters.vui.i_colmatrix = Int32(color.matrix)
    if let isFullRange = color.isFullRange { parameters.vui.b_fullrange = isFullRange ? 1 : 0 }
    // Other samplings have no chroma location (E.2.1).
    if let location = color.chromaLocation, chroma == .yuv420 { parameters.vui.i_chroma_loc = Int32(location) }
  }

  private func setRateControl(_ parameters: inout x264_param_t) {
    switch rateControl {
    case .constantQuality(let crf):
      parameters.rc.i_rc_method = X264_RC_CRF
      parameters.rc.f_rf_constant = Float(crf)
    case .averageBitRate(let rate):
      parameters.rc.i_rc_method = X264_RC_ABR
      parameters.rc.i_bitrate = Int32((rate + 500) / 1000)
    case .constantQuantizer(let quantizer):
      parameters.rc.i_rc_method = X264_RC_CQP
      parameters.rc.i_qp_constant = Int32(quantizer)
    }
    if let receiverBuffer = options.receiverBuffer {
      parameters.rc.i_vbv_max_bitrate = Int32(receiverBuffer.maximumBitRate / 1000)
      parameters.rc.i_vbv_buffer_size = Int32(receiverBuffer.size / 1000)
      // x264 interprets a value above 1 as kilobits.
      parameters.rc.f_vbv_buffer_init = Float(min(max(receiverBuffer.initialFullness, 0), 1))
    }
  }

  private func setTools(_ parameters: inout x264_param_t) {
    parameters.analyse.b_ssim = measuresQuality ? 1 : 0
    parameters.analyse.b_psnr = measuresQuality ? 1 : 0
    if let entropyCoding = options.entropyCoding { parameters.b_cabac = entropyCoding == .cabac ? 1 : 0 }
    if reordersFrames == false { parameters.i_bframe = 0 }
    if reordersFrames == true, parameters.i_bframe == 0 {
      // The preset ultrafast and low delay set no number of their own, so x264's default is used.
      parameters.i_bframe = 3
    }
    parameters.i_keyint_max = maximumKeyFrameInterval.map { Int32(clamping: $0) } ?? X264_KEYINT_MAX_INFINITE
    if let level = options.level, let limits = H264Encoder.levelLimits(level) {
      parameters.i_level_idc = Int32(level)
      let fitting = limits.dpb / Int32(macroblocks)
      parameters.i_frame_reference = max(1, min(parameters.i_frame_reference, fitting))
    }
  }

  /// Sets the SEI messages, which count in steps: chromaticity of 0.00002, luminance of 0.0001 cd/m² (H.264 D.2.29).
  private func setHighDynamicRange(_ parameters: inout x264_param_t) {
    if let primaries = masteringDisplay?.primaries, let luminance = masteringDisplay?.luminance {
      let steps: Int64 = 50_000
      parameters.mastering_display.b_mastering_display = 1
      parameters.mastering_display.i_green_x = Int32(clamping: primaries.green.x.count(of: steps))
      parameters.mastering_display.i_green_y = Int32(clamping: primaries.green.y.count(of: steps))
      parameters.mastering_display.i_blue_x = Int32(clamping: primaries.blue.x.count(of: steps))
      parameters.mastering_display.i_blue_y = Int32(clamping: primaries.blue.y.count(of: steps))
      parameters.mastering_display.i_red_x = Int32(clamping: primaries.red.x.count(of: steps))
      parameters.mastering_display.i_red_y = Int32(clamping: primaries.red.y.count(of: steps))
      parameters.mastering_display.i_white_x = Int32(clamping: primaries.whitePoint.x.count(of: steps))
      parameters.mastering_display.i_white_y = Int32(clamping: primaries.whitePoint.y.count(of: steps))
      parameters.mastering_display.i_display_max = luminance.maximum.count(of: 10_000)
      parameters.mastering_display.i_display_min = luminance.minimum.count(of: 10_000)
    }
    if let light = contentLightLevel {
      parameters.content_light_level.b_cll = 1
      parameters.content_light_level.i_max_cll = Int32(UInt16(clamping: light.maximum))
      parameters.content_light_level.i_max_fall = Int32(UInt16(clamping: light.maximumAverage))
    }
  }
}

extension Rational {
  /// Returns this value in steps of one `steps`th, rounded; zero if it is not positive.
  fileprivate func count(of steps: Int64) -> Int64 {
    guard isPositive else { return 0 }
    return (Int64(numerator) * steps + Int64(denominator) / 2) / Int64(denominator)
  }
}

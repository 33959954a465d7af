extension Settings {
  /// The reason why no output can have these settings, with the options' names, or nil if nothing contradicts.
  package var contradiction: String? {
    Setting.all.lazy.compactMap { $0.problem(in: self) }.first ?? video.contradiction ?? audio.contradiction
      ?? contradictionOfFades ?? contradictionOfSpeed
      ?? drops.first(where: copies.contains).map {
        "--drop \($0.rawValue) and --copy \($0.rawValue) exclude each other"
      }
  }
}

extension VideoChoice {
  /// The codecs that may be meant.
  var codecs: [Codec] { codec.map { [$0] } ?? Codec.usual }

  fileprivate var contradiction: String? {
    guard encodes else {
      let asksForEncoding =
        !compression.isUsual || isMultiPass == true || parallelism != nil || size != nil || frameRate != nil
        || isDeinterlaced == true || toneMapping != nil || (codec == .copy ? edits != edits.ofMatrix : !edits.isEmpty)
      return asksForEncoding ? "\(codecs[0].option) does not encode: leave out the options of video encoding" : nil
    }
    if let profile = compression.profile, profile.codecs.isDisjoint(with: codecs) {
      return "\(codecs[0].option) does not support --profile \(profile.rawValue)"
    }
    return codecs.lazy.compactMap(contradiction).first ?? contradictionOfTargets
  }

  private var contradictionOfTargets: String? {
    let (averageBitRate, maximumBitRate) = (compression.averageBitRate, compression.maximumBitRate)
    for (option, rate) in [("--video-bitrate", averageBitRate), ("--max-bitrate", maximumBitRate)] {
      if let doubt = rate?.doubt(option, below: Self.leastBitsPerSecond) { return doubt }
    }
    if let averageBitRate, let maximumBitRate, averageBitRate.bitsPerSecond > maximumBitRate.bitsPerSecond {
      return "--max-bitrate is less than --video-bitrate"
    }
    if let codec, codec != .h264 {
      if makesPasses {
        return "\(codec.option) does not support --multi-pass, --target-size and --target-ssim: use h264"
      }
      if let option = compression.optionsOfH264.first { return "\(codec.option) does not support \(option): use h264" }
    }
    if isMultiPass == true, compression.rateControl == nil || compression.quality != nil, maximumBitRate == nil {
      return "--multi-pass needs a target: --video-bitrate, --max-bitrate, --target-size or --target-ssim"
    }
    if isBestEffort == true, !makesPasses {
      return "--best-effort needs --multi-pass, --target-size or --target-ssim"
    }
    return nil
  }

  /// The lowest bit rate of pictures that anybody wants to look at.
  private static let leastBitsPerSecond = 10_000

  private func contradiction(with codec: Codec) -> String? {
    if codec.encodesKeyFramesAlone, compression.keyFrameInterval != nil {
      return "\(codec.option) does not support --keyframe-interval: every picture is a key frame"
    }
    guard let qualities = codec.qualities else {
      if compression.quality != nil { return "\(codec.option) does not support --crf" }
      return compression.averageBitRate == nil ? nil : "\(codec.option) does not support --video-bitrate"
    }
    guard let quality = compression.quality,
      !qualities.contains(quality) || codec.hasWholeQualities && quality != quality.rounded()
    else { return nil }
    let number = codec.hasWholeQualities ? "whole number" : "number"
    let range = "from \(Int(qualities.lowerBound)) to \(Int(qualities.upperBound))"
    return "--crf for \(codec.rawValue) must be a \(number) \(range)"
  }
}

extension VideoChoice.Codec {
  /// The codecs that are used where none is named.
  static let usual: [Self] = [.h264, .hevc]

  fileprivate var option: String { "--video-codec \(rawValue)" }
}

extension BitRate {
  /// Returns a sentence about a bit rate that is too low to be meant, probably because the letter for a thousand was
  /// forgotten. It is nil for a plausible rate.
  fileprivate func doubt(_ option: String, below least: Int) -> String? {
    guard bitsPerSecond < least else { return nil }
    return "\(option) \(bitsPerSecond) is \(bitsPerSecond) bits per second: did you mean \(bitsPerSecond)k?"
  }
}

extension AudioChoice {
  /// The lowest bit rate of speech that anybody wants to hear.
  private static let leastBitsPerSecond = 1000

  fileprivate var contradiction: String? {
    if let doubt = bitRate?.doubt("--audio-bitrate", below: Self.leastBitsPerSecond) { return doubt }
    guard let codec else { return nil }
    let option = "--audio-codec \(codec.rawValue)"
    if !codec.encodes, asksForEncoding { return "\(option) does not encode: leave out the options of audio encoding" }
    if pcmForm != nil, codec != .pcm { return "--sample-format needs linear PCM: --audio-codec pcm" }
    return bitRate != nil && codec.isLossless ? "\(option) is lossless and does not support --audio-bitrate" : nil
  }
}

extension AudioChoice.Codec {
  /// A Boolean value that says whether the codec encodes samples.
  var encodes: Bool { self != .copy && self != .none }

  var isLossless: Bool { [.pcm, .alac, .flac].contains(self) }
}

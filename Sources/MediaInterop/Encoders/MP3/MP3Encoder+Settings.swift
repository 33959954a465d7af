import Bitstreams
internal import CLAME
import MediaSupport

extension MP3Encoder {
  /// All settings that determine an MP3 stream.
  package struct Settings: Sendable, Hashable {
    /// The sample rate in Hz, one of `sampleRates`; the encoder never resamples.
    package var sampleRate: Int
    /// The number of channels: 1 or 2.
    package var channelCount: Int
    package var rateControl = RateControl.constantBitRate(128_000)
    /// LAME's effort, 0 (best, slow) to 9; `nil` for its default, which is 3.
    package var quality: Int?
    /// A Boolean value that says whether the first packet is a placeholder for `tagFrame`, as needed in files of bare
    /// MP3. Without it, the gapless numbers are only in `initialPadding` and `trailingPadding`, for a container that
    /// can store them.
    package var writesTag: Bool

    package init(sampleRate: Int, channelCount: Int, writesTag: Bool) {
      self.sampleRate = sampleRate
      self.channelCount = channelCount
      self.writesTag = writesTag
    }
  }

  package enum RateControl: Sendable, Hashable {
    /// A bit rate in bits a second, one of `bitRates(sampleRate:)`.
    case constantBitRate(Int)
    /// A bit rate in bits a second over the whole stream.
    case averageBitRate(Int)
    /// LAME's V setting: 0 (best) to 9.999.
    case variable(quality: Double)
  }

  /// The sampling frequencies of MPEG-1, MPEG-2 and MPEG-2.5 layer III, in Hz.
  package static let sampleRates = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]

  /// Returns the bit rates of the frames at a sampling frequency, in bits a second (ISO 11172-3 2.4.2.3, 13818-3
  /// 2.4.2.3); at MPEG-2.5's frequencies only those up to LAME's limit.
  package static func bitRates(sampleRate: Int) -> [Int] {
    let version = MPEGAudioHeader.Version(sampleRate: sampleRate)
    let rates = version.bitRates(layer: 3)
    return version == .mpeg25 ? rates.filter { $0 <= largestRateOfMPEG25 } : rates
  }

  private static let largestRateOfMPEG25 = 64_000
}

extension MP3Encoder.Settings {
  /// Refuses settings that LAME would change silently. The error names the setting and the nearest possible value.
  func validate() throws {
    try require(
      MP3Encoder.sampleRates.contains(sampleRate), "sample rate", "\(sampleRate) Hz",
      nearest: "\(nearest(to: sampleRate, in: MP3Encoder.sampleRates)) Hz")
    try require(
      channelCount == 1 || channelCount == 2, "channel count", "\(channelCount)", nearest: channelCount < 1 ? "1" : "2")
    if let quality {
      try require((0...9).contains(quality), "quality", "\(quality)", nearest: quality < 0 ? "0" : "9")
    }
    switch rateControl {
    case .constantBitRate(let rate):
      let rates = MP3Encoder.bitRates(sampleRate: sampleRate)
      try require(
        rates.contains(rate), "bit rate at \(sampleRate) Hz", "\(rate) bit/s",
        nearest: "\(nearest(to: rate, in: rates)) bit/s")
    case .averageBitRate(let rate):
      let rates = MP3Encoder.bitRates(sampleRate: sampleRate)
      let range = (rates.min() ?? 0)...(rates.max() ?? 0)
      try require(
        range.contains(rate), "average bit rate at \(sampleRate) Hz", "\(rate) bit/s",
        nearest: "\(nearest(to: rate, in: rates)) bit/s")
    case .variable(let quality):
      try require(
        quality >= 0 && quality < 10, "variable bit rate quality", "\(quality)", nearest: quality < 0 ? "0" : "9.999")
    }
  }

  private func require(
    _ condition: Bool, _ setting: String, _ value: String, nearest: @autoclosure () -> String
  ) throws {
    guard !condition else { return }
    throw MediaError(
      .unsupportedSettings, .encoding, "MP3 cannot have the \(setting) \(value); the nearest it can is \(nearest())")
  }

  private func nearest(to value: Int, in values: [Int]) -> Int {
    values.min { abs($0.distance(to: value)) < abs($1.distance(to: value)) } ?? value
  }

  /// A Boolean value that says whether a frame is large enough for the tag: LAME silently omits it otherwise. With
  /// other rate controls than a constant bit rate, frames are as large as needed.
  var hasRoomForTag: Bool {
    guard case .constantBitRate(let rate) = rateControl else { return true }
    return XingTag.fits(sampleRate: sampleRate, channels: channelCount, bitRate: rate)
  }

  /// Passes the settings to LAME, which has not started yet.
  func apply(to lame: OpaquePointer) throws {
    clame_silence(lame)
    lame_set_in_samplerate(lame, Int32(sampleRate))
    lame_set_out_samplerate(lame, Int32(sampleRate))
    lame_set_num_channels(lame, Int32(channelCount))
    lame_set_mode(lame, channelCount == 1 ? MONO : JOINT_STEREO)
    lame_set_bWriteVbrTag(lame, writesTag && hasRoomForTag ? 1 : 0)
    // The container stores the metadata.
    lame_set_write_id3tag_automatic(lame, 0)
    if let quality { lame_set_quality(lame, Int32(quality)) }
    switch rateControl {
    case .constantBitRate(let rate):
      lame_set_VBR(lame, vbr_off)
      lame_set_brate(lame, Int32(rate / 1000))
    case .averageBitRate(let rate):
      lame_set_VBR(lame, vbr_abr)
      lame_set_VBR_mean_bitrate_kbps(lame, Int32((rate + 500) / 1000))
    case .variable(let quality):
      lame_set_VBR(lame, vbr_default)
      lame_set_VBR_quality(lame, Float(quality))
    }
    guard lame_init_params(lame) >= 0 else {
      throw MediaError(.unsupportedSettings, .encoding, "LAME refuses the MP3 settings")
    }
  }
}

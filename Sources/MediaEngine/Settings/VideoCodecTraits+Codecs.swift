import MediaInterop
import MovieFile

// The table of codecs: names, scales of quality, and the formats that are encoded where none is asked for.
extension VideoCodecTraits {
  /// H.264, with x264's own default; 8 bits, which every player reads. Two cores encode 1080p with low delay at 45
  /// pictures a second with "veryfast" and at 17 with "medium"; one step slower ("faster") no longer keeps up with 30
  /// beside a decoder.
  static let h264 = VideoCodecTraits(
    name: "H.264", code: "avc1", quality: Quality(range: 0...51, usual: 23, finest: 10), realTimeSpeed: .veryfast,
    usualFormat: { _ in .yuv420p })

  /// HEVC, with x265's own default.
  static let hevc = VideoCodecTraits(
    name: "HEVC", code: "hvc1", quality: Quality(range: 0...51, usual: 28, finest: 10), realTimeSpeed: .ultrafast,
    usualFormat: asDeep)

  /// AV1, with SVT-AV1's own default.
  static let av1 = VideoCodecTraits(
    name: "AV1", code: "av01", quality: Quality(range: 1...63, isWhole: true, usual: 35, finest: 20),
    realTimeSpeed: .ultrafast, usualFormat: asDeep)

  /// VP9, with the quality that its makers advise for 1080 rows ("Recommended Settings for VOD").
  static let vp9 = VideoCodecTraits(
    name: "VP9", code: "vp09", quality: Quality(range: 0...63, isWhole: true, usual: 31, finest: 16),
    realTimeSpeed: .ultrafast, usualFormat: asDeep, codesOddSizes: true)

  /// Returns the traits of a ProRes profile: with alpha where the pictures have it and the profile can.
  static func proRes(_ profile: VideoSettings.ProResProfile) -> VideoCodecTraits {
    VideoCodecTraits(
      name: profile.name, code: profile.code, quality: nil, realTimeSpeed: nil,
      usualFormat: { source in
        if !profile.hasFullChroma { return .yuv422p10 }
        return source.hasAlpha ? .yuva444p10 : .yuv444p10
      }, hasKeyFramesAlone: true)
  }

  /// Motion JPEG, with a quality on the quantiser's scale at which nobody sees blocks.
  static let jpeg = VideoCodecTraits(
    name: "Motion JPEG", code: "jpeg", quality: Quality(range: 2...31, usual: 3, finest: 2), realTimeSpeed: nil,
    usualFormat: { _ in .yuv420p }, hasKeyFramesAlone: true)

  /// FFV1, which keeps every bit of the source.
  static let ffv1 = VideoCodecTraits(
    name: "FFV1", code: "FFV1", quality: nil, realTimeSpeed: nil,
    usualFormat: { $0.nearest(of: VideoEncoder.Codec.ffv1.pixelFormats) ?? .yuv420p }, codesOddSizes: true,
    hasKeyFramesAlone: true)

  /// Returns a format with as many bits as the source has, 10 at most.
  @Sendable private static func asDeep(_ source: PixelFormat) -> PixelFormat {
    source.bitsPerComponent > 8 ? .yuv420p10 : .yuv420p
  }
}

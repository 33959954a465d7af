import MediaEngine

// Codecs that Apple's encoders do not have, and the defaults of our encoders.
extension AVVideoCodecType {
  /// AV1, by SVT-AV1.
  public static let av1 = AVVideoCodecType(rawValue: "av01")
  /// VP9, by libvpx.
  public static let vp9 = AVVideoCodecType(rawValue: "vp09")
  /// FFV1 version 3, lossless, for archives (RFC 9043).
  public static let ffv1 = AVVideoCodecType(rawValue: "FFV1")

  /// The values of `AVVideoConstantRateFactorKey`, on the codec's own scale: a lower value is better and makes a larger
  /// file. It is `nil` for a codec without quality to choose, or that is not encoded here.
  public var constantRateFactors: ClosedRange<Double>? { traits?.quality?.range }

  /// A Boolean value that says whether `AVVideoConstantRateFactorKey` must be a whole number.
  public var hasWholeConstantRateFactors: Bool { traits?.quality?.isWhole ?? false }

  /// The value of `AVVideoConstantRateFactorKey` where neither it nor another key of rate control is given.
  public var defaultConstantRateFactor: Double? { traits?.quality?.usual }

  /// The value of `AVVideoEncoderSpeedKey` where it is not given, or `nil` for a codec without speeds.
  ///
  /// - Parameter isRealTime: whether the input expects media data in real time.
  public func defaultEncoderSpeed(isRealTime: Bool) -> String? {
    traits?.usualSpeedName(isRealTime: isRealTime)
  }

  /// A Boolean value that says whether pictures of an odd width or height are encoded unchanged. With other codecs a
  /// column or a row is added, which a clean aperture hides.
  public var encodesOddSizes: Bool { traits?.codesOddSizes ?? false }

  /// A Boolean value that says whether every encoded picture is a key frame, so that there is no interval to choose.
  public var encodesKeyFramesAlone: Bool { traits?.hasKeyFramesAlone ?? false }

  private var traits: VideoCodecTraits? { VideoSettings.Codec(code: rawValue)?.traits }
}

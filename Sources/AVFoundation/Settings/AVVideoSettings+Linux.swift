// Compression properties that Apple does not have, because its encoders are others.

/// x264's constant rate factor, a number: 0 (lossless) to 51; 23 by default, 6 more halves the size.
/// In `AVVideoCompressionPropertiesKey`; not together with a bit rate or `AVVideoQualityKey`.
public let AVVideoConstantRateFactorKey = "AVVideoConstantRateFactor"

/// x264's balance of speed and compression: "ultrafast" to "placebo"; "medium" by default,
/// and "veryfast" where the input expects media data in real time. In `AVVideoCompressionPropertiesKey`.
public let AVVideoEncoderSpeedKey = "AVVideoEncoderSpeed"

/// The pixel format that is encoded, a `kCVPixelFormatType_…` number: 8-bit 4:2:0 by default.
/// In `AVVideoCompressionPropertiesKey`; planar 4:2:0, 4:2:2 and 4:4:4 of 8 bits, and of 10 where x264 has them.
public let AVVideoEncodedPixelFormatKey = "AVVideoEncodedPixelFormat"

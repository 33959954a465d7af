// Compression properties that Apple does not have, because its encoders are others.

/// Constant quality on the codec's own scale, a number; lower is better and larger
/// (`AVVideoCodecType.constantRateFactors`, `.defaultConstantRateFactor`). Of H.264 it is x264's constant rate factor, 0
/// (lossless) to 51; 23 by default, 6 more halves the size. In `AVVideoCompressionPropertiesKey`; not together with a bit
/// rate or `AVVideoQualityKey`.
public let AVVideoConstantRateFactorKey = "AVVideoConstantRateFactor"

/// The encoder's balance of speed and compression in the words of x264 and x265: "ultrafast" to "placebo"; "medium" by
/// default, and a faster one where the input expects media data in real time (`AVVideoCodecType.defaultEncoderSpeed`).
/// SVT-AV1 and libvpx have steps of their own, to which the words are mapped. Codecs without speeds ignore it. In
/// `AVVideoCompressionPropertiesKey`.
public let AVVideoEncoderSpeedKey = "AVVideoEncoderSpeed"

/// The pixel format that is encoded, a `kCVPixelFormatType_…` number, by its bits and chroma: 4:2:0, 4:2:2 and 4:4:4 of 8
/// and 10 bits, where the codec has them. By default H.264 has 8-bit 4:2:0, HEVC, AV1 and VP9 4:2:0 of as many bits as the
/// source, 10 at most, ProRes what its profile says, and FFV1 what the source has. In
/// `AVVideoCompressionPropertiesKey`.
public let AVVideoEncodedPixelFormatKey = "AVVideoEncodedPixelFormat"

/// The most bits a second that a receiver takes in whose buffer holds a second of them, an integer: it never starves. Of
/// H.264, in one pass or several; not less than an average bit rate. In `AVVideoCompressionPropertiesKey`.
public let AVVideoMaximumBitRateKey = "AVVideoMaximumBitRate"

/// The mean structural similarity (SSIM) of luma that the pictures are brought to, between 0 and 1, by x264's own
/// measure: within 0.002. Of H.264 in several passes (`AVAssetWriterInput.performsMultiPassEncodingIfSupported`); in one
/// writing does not start. Not together with a bit rate or a quality. In `AVVideoCompressionPropertiesKey`.
public let AVVideoTargetSSIMKey = "AVVideoTargetSSIM"

/// What the mean structural similarity of every part is, at least, between 0 and 1: of each closed group of pictures, some
/// seconds long. As `AVVideoTargetSSIMKey`, beside which, or a bit rate, it may stand. In
/// `AVVideoCompressionPropertiesKey`.
public let AVVideoMinimumSSIMKey = "AVVideoMinimumSSIM"

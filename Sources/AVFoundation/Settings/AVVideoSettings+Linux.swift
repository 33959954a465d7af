// Compression properties that Apple does not have, because its encoders are others.

/// Constant quality on the codec's own scale, a number: a lower one is better and makes a larger file
/// (`AVVideoCodecType.constantRateFactors`, `.defaultConstantRateFactor`). For H.264 it is x264's constant rate factor,
/// 0 (lossless) to 51; 23 by default, 6 more halves the size. In `AVVideoCompressionPropertiesKey`; not together with a
/// bit rate or `AVVideoQualityKey`.
public let AVVideoConstantRateFactorKey = "AVVideoConstantRateFactor"

/// The encoder's balance of speed and compression in the words of x264 and x265: "ultrafast" to "placebo"; "medium" by
/// default, and a faster one where the input expects media data in real time (`AVVideoCodecType.defaultEncoderSpeed`).
/// SVT-AV1 and libvpx have steps of their own, to which the words are mapped. Codecs without speeds ignore it. In
/// `AVVideoCompressionPropertiesKey`.
public let AVVideoEncoderSpeedKey = "AVVideoEncoderSpeed"

/// The kind of pictures, or the purpose, that the encoder is tuned to, in the words of x264: "film", "animation", "grain",
/// "stillimage", "psnr", "ssim" or "fastdecode"; none by default. For H.264. In `AVVideoCompressionPropertiesKey`.
public let AVVideoEncoderTuneKey = "AVVideoEncoderTune"

/// The pixel format that is encoded, a `kCVPixelFormatType_…` number, by its bits and chroma: 4:2:0, 4:2:2 and 4:4:4 of
/// 8 and 10 bits, where the codec has them. By default H.264 has 8-bit 4:2:0; HEVC, AV1 and VP9 have 4:2:0 of as many
/// bits as the source, 10 at most; ProRes has the format of its profile, and FFV1 that of the source. In
/// `AVVideoCompressionPropertiesKey`.
public let AVVideoEncodedPixelFormatKey = "AVVideoEncodedPixelFormat"

/// The number of the sequence and the picture parameter set, an integer from 0 to 31; 0 by default. Parts of one track
/// that were encoded apart can share a sample entry where their parameter sets have different numbers. For H.264. In
/// `AVVideoCompressionPropertiesKey`.
public let AVVideoParameterSetNumberKey = "AVVideoParameterSetNumber"

/// The maximum bit rate in bits per second, an integer: a receiver at this rate, with a buffer of one second, never
/// runs empty. For H.264, in one pass or several; not less than an average bit rate. In
/// `AVVideoCompressionPropertiesKey`.
public let AVVideoMaximumBitRateKey = "AVVideoMaximumBitRate"

/// The mean structural similarity (SSIM) of luma that the pictures are brought to, between 0 and 1, by x264's own
/// measure: within 0.002. For H.264 in several passes (`AVAssetWriterInput.performsMultiPassEncodingIfSupported`): with
/// a single pass writing does not start. Not together with a bit rate or a quality. In
/// `AVVideoCompressionPropertiesKey`.
public let AVVideoTargetSSIMKey = "AVVideoTargetSSIM"

/// The least mean structural similarity of every part, between 0 and 1. A part is a closed group of pictures, some
/// seconds long. As `AVVideoTargetSSIMKey` it is for H.264 in several passes; it may stand beside that key or a bit
/// rate. In `AVVideoCompressionPropertiesKey`.
public let AVVideoMinimumSSIMKey = "AVVideoMinimumSSIM"

package import MediaSupport

extension H264Encoder {
  /// All settings that determine an H.264 stream.
  ///
  /// The settings may be impossible: `H264Encoder.init` then throws `MediaError(.unsupportedSettings)` naming the
  /// setting. Nothing depends on the machine: the same settings and pictures produce the same bytes on every number of
  /// cores.
  package struct Settings: Sendable, Hashable {
    /// The width of the coded picture in luma samples; `height` is its height. 4:2:0 needs an even width and height
    /// (interlaced 4:2:0 a height divisible by 4), 4:2:2 an even width. `crop` states the part that is not shown.
    package var width: Int
    package var height: Int
    /// The unit of the pts of the input, and of the pts and dts of the output.
    package var timeBase: TimeBase
    package var chroma = Chroma.yuv420
    /// The number of bits per sample: one of `H264Encoder.supportedBitDepths`. Pictures of more than 8 bits have 16-bit
    /// words with the value in the low bits.
    package var bitDepth = 8

    package var rateControl = RateControl.constantQuality(crf: 23)
    package var options = H264Options()
    package var preset = EncoderSpeed.medium
    /// A Boolean value that says whether look-ahead and frame threads are disabled, for live sources. The delay is then
    /// one picture instead of dozens, because a picture's duration follows from the next picture's time.
    package var isLowDelay = false

    /// A Boolean value that says whether there are B pictures; `nil` for the preset's number; `false` makes dts equal
    /// pts.
    package var reordersFrames: Bool?
    /// The greatest number of pictures from one key frame to the next; `nil` for no limit. The caller must enforce a
    /// limit in time, with `forceKeyFrame`, because x264 counts pictures, but not their times.
    package var maximumKeyFrameInterval: Int? = 250

    /// The expected number of pictures a second, for the level and the start of rate control. Times follow from each
    /// pts.
    package var expectedFrameRate = Rational(25, 1)
    /// The ratio of a pixel's width to its height.
    package var sampleAspectRatio: Rational?
    package var color = ColorDescription()
    package var fieldOrder = FieldOrder.progressive
    /// The number of luma samples that a decoder removes at each edge, in whole chroma samples.
    package var crop = Crop()
    /// The mastering display, written with every key frame; both its primaries and its luminance are needed.
    package var masteringDisplay: MasteringDisplay?
    package var contentLightLevel: ContentLightLevel?

    /// A Boolean value that says whether each picture is compared with its encoded form, for `H264Encoder.measurement`.
    /// The stream stays the same.
    package var measuresQuality = false
    /// A Boolean value that says whether the first packet begins with x264's record of its settings. A part that
    /// follows another one needs none.
    package var recordsSettings = true
    /// The number of pictures that are encoded concurrently, or with low delay the number of a picture's slices. The
    /// stream depends on it.
    package var threadCount: Int {
      isLowDelay ? H264Encoder.sliceThreads : H264Encoder.pictureThreads(height: height)
    }

    package init(width: Int, height: Int, timeBase: TimeBase) {
      self.width = width
      self.height = height
      self.timeBase = timeBase
    }
  }

  package enum Chroma: Sendable, Hashable {
    case gray, yuv420, yuv422, yuv444
  }

  package enum RateControl: Sendable, Hashable {
    /// A constant quality, as x264's CRF: 0 to 51, from −12 with 10 bits. 23 is x264's default, and 6 more halves the
    /// size.
    case constantQuality(crf: Double)
    /// A bit rate in bits a second over the whole stream. x264 counts in thousands of bits.
    case averageBitRate(Int)
    /// The quantiser of P pictures: 1 to 51 (63 with 10 bits); 0 is lossless and needs the high 4:4:4 profile.
    case constantQuantizer(Int)
  }

  package struct Crop: Sendable, Hashable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int
    package init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
      self.left = left
      self.top = top
      self.right = right
      self.bottom = bottom
    }
  }
}

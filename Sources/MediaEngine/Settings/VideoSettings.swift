package import MediaInterop
package import MediaSupport

/// The settings by which a video track is encoded: settings dictionaries after parsing, by the usual names.
///
/// `nil` leaves the choice to the source or the encoder.
package struct VideoSettings: Sendable, Equatable {
  package enum Codec: Sendable, Hashable {
    /// H.264 by x264.
    case h264
    /// A codec of one of libavcodec's encoders.
    case library(VideoEncoder.Codec)
  }

  package typealias ProResProfile = VideoEncoder.ProResProfile

  package enum RateControl: Sendable, Equatable {
    /// A quality on the codec's own scale (`VideoCodecTraits.Quality`): lower is better and larger.
    case constantQuality(Double)
    /// A bit rate in bits a second.
    case averageBitRate(Int)
  }

  package enum Scaling: Sendable, Equatable {
    /// Stretches to the output size.
    case resize
    /// Keeps the aspect ratio and fills the rest with black.
    case resizeAspect
    /// Keeps the aspect ratio and cuts off the parts that do not fit.
    case resizeAspectFill
    /// Cuts off or pads around the centre without scaling.
    case crop
  }

  /// H.273 code points.
  package struct Color: Sendable, Equatable {
    package var primaries: UInt8
    package var transfer: UInt8
    package var matrix: UInt8
    package init(primaries: UInt8, transfer: UInt8, matrix: UInt8) {
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
    }
  }

  /// The part of the encoded picture that is shown, in samples; offsets of its centre from the picture's are in halves
  /// of a sample, which an odd size needs (`clap`, ISO 14496-12, 12.1.4).
  package struct CleanAperture: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var halfHorizontalOffset: Int
    package var halfVerticalOffset: Int
    package init(width: Int, height: Int, halfHorizontalOffset: Int, halfVerticalOffset: Int) {
      self.width = width
      self.height = height
      self.halfHorizontalOffset = halfHorizontalOffset
      self.halfVerticalOffset = halfVerticalOffset
    }
  }

  package struct PixelAspectRatio: Sendable, Equatable {
    package var horizontal: Int
    package var vertical: Int
    package init(horizontal: Int, vertical: Int) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  package var codec: Codec
  /// The size of the encoded picture; `nil` for the source's.
  package var width: Int?
  package var height: Int?
  package var scaling = Scaling.resize
  /// The encoded format, bits a sample and chroma; `nil` for the codec's usual one.
  package var pixelFormat: PixelFormat?
  /// The rate control; `nil` for the codec's usual quality.
  package var rateControl: RateControl?
  /// The mean structural similarity of luma that several passes bring all pictures to, and the least one of a part.
  package var targetSSIM: Double?
  package var leastSSIM: Double?
  /// The speed; `nil` for `defaultSpeed`, or in real time for the codec's faster one.
  package var speed: EncoderSpeed?
  package var reordersFrames: Bool?
  /// The options that only H.264's encoder has.
  package var h264 = H264Options()
  /// The greatest number of frames from one key frame to the next; `nil` for the encoder's choice.
  package var keyFrameInterval: Int?
  /// The longest time from one key frame to the next, in seconds.
  package var keyFrameIntervalDuration: Double?
  package var expectedFrameRate: Double?
  package var color: Color?
  package var cleanAperture: CleanAperture?
  package var pixelAspectRatio: PixelAspectRatio?

  /// x264's and x265's own default.
  package static let defaultSpeed = EncoderSpeed.medium

  package init(codec: Codec) { self.codec = codec }
}

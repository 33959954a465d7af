import CoreGraphics
import CoreMedia
import Foundation
import MediaEngine
import MediaSupport

/// The coding of pictures in an exported file, and their size: a value.
struct PictureCoding: Sendable {
  let codec: AVVideoCodecType
  /// The number of samples in a row and in a column of the coded picture.
  private(set) var width: Int
  private(set) var height: Int
  /// The width and the height of a sample, relative to each other.
  private var pixelAspect = (horizontal: 1, vertical: 1)
  /// The matrix of the file's track.
  private(set) var transform: CGAffineTransform
  /// A Boolean value that says whether pictures are turned before they are encoded, because the file has no matrix.
  private(set) var isTurned = false
  private let constantRateFactor: Double?
  /// A Boolean value that says whether the preset asks for more than the usual quality.
  var isOfHighestQuality: Bool { constantRateFactor != nil }
  /// A Boolean value that says whether the encoder makes several passes to keep to a size.
  var makesPasses = false
  /// The largest bit rate in bits a second, or nil for none.
  var maximumBitRate: Int?
  /// The average bit rate in bits a second, or nil if the quality is constant.
  var averageBitRate: Int?

  /// - Parameters:
  ///   - box: the largest size, or nil if pictures keep their own.
  ///   - composition: the composition that the pictures are made by, or nil for those of the track.
  init(
    _ codec: AVVideoCodecType, of track: AVAssetTrack, in type: AVFileType, fitting box: ExportPreset.Box?,
    constantRateFactor: Double? = nil, composed composition: AVVideoComposition? = nil
  ) {
    self.codec = codec
    self.constantRateFactor = constantRateFactor
    if let composition {
      (width, height) = composition.pictureComposition.size
      transform = .identity
    } else {
      transform = track.preferredTransform
      let size = track.exportedFormat.map(CMVideoFormatDescriptionGetDimensions)
      (width, height) = (Int(size?.width ?? 0), Int(size?.height ?? 0))
      if let ratio = track.exportedFormat?.pixelAspect {
        let divisor = greatestCommonDivisor(ratio.horizontal, ratio.vertical)
        pixelAspect = (ratio.horizontal / divisor, ratio.vertical / divisor)
      }
    }
    if let box, width > 0, height > 0 { fit(into: box) }
    if !type.isMovie, !transform.isIdentity { turn() }
  }

  /// Makes the pictures as small as the box, with square samples. Smaller ones stay as they are.
  private mutating func fit(into box: ExportPreset.Box) {
    let shown = (width: Double(width * pixelAspect.horizontal) / Double(pixelAspect.vertical), height: Double(height))
    let fitted = box.fitting(width: shown.width, height: shown.height)
    guard Double(fitted.width) < shown.width.rounded() || Double(fitted.height) < shown.height else { return }
    // The matrix moves the turned picture back into view by its size as shown, which has changed.
    let scale = (x: CGFloat(Double(fitted.width) / shown.width), y: CGFloat(Double(fitted.height) / shown.height))
    transform.tx *= isOnItsSide ? scale.y : scale.x
    transform.ty *= isOnItsSide ? scale.x : scale.y
    (width, height) = fitted
    pixelAspect = (1, 1)
  }

  private mutating func turn() {
    if isOnItsSide {
      (width, height) = (height, width)
      pixelAspect = (pixelAspect.vertical, pixelAspect.horizontal)
    }
    transform = .identity
    isTurned = true
  }

  /// A Boolean value that says whether the matrix turns the picture on its side.
  private var isOnItsSide: Bool { abs(transform.b) > abs(transform.a) }

  /// A Boolean value that says whether pictures of high dynamic range become BT.709. Players do not look for such a
  /// range in H.264.
  var mapsTones: Bool { codec == .h264 }

  /// The settings of a writer's input.
  var settings: [String: Any] {
    var settings: [String: Any] = [
      AVVideoCodecKey: codec.rawValue, AVVideoWidthKey: width, AVVideoHeightKey: height,
      AVVideoPixelAspectRatioKey: [
        AVVideoPixelAspectRatioHorizontalSpacingKey: pixelAspect.horizontal,
        AVVideoPixelAspectRatioVerticalSpacingKey: pixelAspect.vertical,
      ],
    ]
    let compression = compression
    if !compression.isEmpty { settings[AVVideoCompressionPropertiesKey] = compression }
    return settings
  }

  private var compression: [String: Any] {
    var properties: [String: Any] = [:]
    if codec == .h264 { properties[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel }
    if let averageBitRate {
      properties[AVVideoAverageBitRateKey] = averageBitRate
    } else if let constantRateFactor {
      properties[AVVideoConstantRateFactorKey] = constantRateFactor
    }
    if let maximumBitRate { properties[AVVideoMaximumBitRateKey] = maximumBitRate }
    return properties
  }
}

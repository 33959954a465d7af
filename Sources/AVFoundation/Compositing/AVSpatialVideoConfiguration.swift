public import CoreMedia
import CoreVideo
import Foundation

/// The arrangement of the views of two eyes.
public struct AVSpatialVideoConfiguration: Sendable {
  /// The horizontal field of view in thousandths of a degree, or `nil` if it is not stated.
  public var horizontalFieldOfView: UInt32?
  /// The distance of the two lenses' centres in micrometres, or `nil` if it is not stated.
  public var cameraSystemBaseline: UInt32?
  /// The horizontal shift of the views relative to each other, in ten-thousandths of their width. It is `nil` if it is
  /// not stated.
  public var disparityAdjustment: Int32?

  /// The arrangement of pictures that are not for two eyes.
  public static var nonSpatial: AVSpatialVideoConfiguration { AVSpatialVideoConfiguration() }

  /// An arrangement of which nothing is stated.
  public init() {}

  /// The arrangement that a format states.
  public init(formatDescription: CMFormatDescription) {
    func number(_ key: CFString) -> NSNumber? { formatDescription.extensions[key] as? NSNumber }
    horizontalFieldOfView = number(kCMFormatDescriptionExtension_HorizontalFieldOfView)?.uint32Value
    cameraSystemBaseline = number(kCMFormatDescriptionExtension_StereoCameraBaseline)?.uint32Value
    disparityAdjustment = number(kCMFormatDescriptionExtension_HorizontalDisparityAdjustment)?.int32Value
  }

  /// The attachments of a picture that state the arrangement.
  var attachments: [(CFString, NSNumber)] {
    [
      horizontalFieldOfView.map { (kCMFormatDescriptionExtension_HorizontalFieldOfView, NSNumber(value: $0)) },
      cameraSystemBaseline.map { (kCMFormatDescriptionExtension_StereoCameraBaseline, NSNumber(value: $0)) },
      disparityAdjustment.map { (kCMFormatDescriptionExtension_HorizontalDisparityAdjustment, NSNumber(value: $0)) },
    ].compactMap { $0 }
  }
}

internal import AVFoundation
internal import Foundation

extension TrackFacts.Spatial {
  init(_ format: CMFormatDescription) {
    func value(_ key: CFString) -> Any? { CMFormatDescriptionGetExtension(format, extensionKey: key) }
    func number(_ key: CFString) -> Double? { (value(key) as? NSNumber)?.doubleValue }
    func text(_ key: CFString) -> String? { (value(key) as? NSString).map { "\($0)" } }
    let eyes = [
      ("left", kCMFormatDescriptionExtension_HasLeftStereoEyeView),
      ("right", kCMFormatDescriptionExtension_HasRightStereoEyeView),
    ].filter { number($0.1) == 1 }
    if !eyes.isEmpty {
      views = eyes.map(\.0).joined(separator: " and ") + " eye"
    } else if Self.hasLayers(format) {
      views = "several layers"
    }
    heroEye = text(kCMFormatDescriptionExtension_HeroEye)?.lowercased()
    baseline = number(kCMFormatDescriptionExtension_StereoCameraBaseline).map { $0 / 1000 }
    disparity = number(kCMFormatDescriptionExtension_HorizontalDisparityAdjustment).map { $0 / 10_000 }
    projection = text(kCMFormatDescriptionExtension_ProjectionKind)
    packing = text(kCMFormatDescriptionExtension_ViewPackingKind)
    fieldOfView = number(kCMFormatDescriptionExtension_HorizontalFieldOfView).map { $0 / 1000 }
  }

  /// Returns whether HEVC's layers above the base have a configuration of their own (ISO 14496-15, 9.5).
  private static func hasLayers(_ format: CMFormatDescription) -> Bool {
    format.extensions.atomContents?["lhvC"] != nil
  }
}

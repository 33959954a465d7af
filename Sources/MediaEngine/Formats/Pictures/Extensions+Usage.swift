import CoreGraphics
import CoreMedia
import MovieFile

/// The extensions about the eyes and the lens that pictures are for, from boxes of a sample entry.
extension CMFormatDescription.Extensions {
  mutating func setUsage(_ box: OpaqueBox) {
    switch box.type {
    case "vexu": if let usage = try? VideoExtendedUsage(parsing: box.payload) { set(usage) }
    case "hfov":
      self[kCMFormatDescriptionExtension_HorizontalFieldOfView] =
        VideoExtendedUsage.fieldOfView(box.payload).map { NSNumber(value: $0) }
    default: break
    }
  }

  private mutating func set(_ usage: VideoExtendedUsage) {
    func flag(_ value: Bool) -> NSNumber? { value ? NSNumber(value: true) : nil }
    self[kCMFormatDescriptionExtension_HasLeftStereoEyeView] = flag(usage.hasLeftEye)
    self[kCMFormatDescriptionExtension_HasRightStereoEyeView] = flag(usage.hasRightEye)
    self[kCMFormatDescriptionExtension_HasAdditionalViews] = flag(usage.hasAdditionalViews)
    self[kCMFormatDescriptionExtension_HeroEye] = usage.heroEye.map {
      $0 == .left ? kCMFormatDescriptionHeroEye_Left : kCMFormatDescriptionHeroEye_Right
    }
    self[kCMFormatDescriptionExtension_StereoCameraBaseline] = usage.baseline.map { NSNumber(value: $0) }
    self[kCMFormatDescriptionExtension_HorizontalDisparityAdjustment] =
      usage.disparityAdjustment.map { NSNumber(value: $0) }
    self[kCMFormatDescriptionExtension_ProjectionKind] = usage.projection.flatMap { Self.projections[$0] }
    self[kCMFormatDescriptionExtension_ViewPackingKind] = usage.packing.flatMap { Self.packings[$0] }
  }

  // Unsafe: strings that never change; CFString is only not declared Sendable.
  nonisolated(unsafe) private static let projections: [FourCC: CFString] = [
    "rect": kCMFormatDescriptionProjectionKind_Rectilinear, "equi": kCMFormatDescriptionProjectionKind_Equirectangular,
    "hequ": kCMFormatDescriptionProjectionKind_HalfEquirectangular,
  ]

  nonisolated(unsafe) private static let packings: [FourCC: CFString] = [
    "side": kCMFormatDescriptionViewPackingKind_SideBySide, "over": kCMFormatDescriptionViewPackingKind_OverUnder,
  ]
}

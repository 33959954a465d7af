public import CoreGraphics

/// One fact about a buffer in a group of buffers, such as which eye it is for.
public struct CMTag: Sendable, Hashable {
  /// The subject of the fact.
  public let rawCategory: FourCharCode
  /// The fact itself: a number or four characters, depending on the category.
  public let rawValue: UInt64

  public init(rawCategory: FourCharCode, rawValue: UInt64) {
    self.rawCategory = rawCategory
    self.rawValue = rawValue
  }

  /// The layer of multi-layer video that holds the buffer, `vlay`.
  public static func videoLayerID(_ value: Int64) -> CMTag {
    CMTag(rawCategory: 0x766c_6179, rawValue: UInt64(bitPattern: value))
  }

  /// The eyes that the buffer is for, `eyes`.
  public static func stereoView(_ value: CMStereoViewComponents) -> CMTag {
    CMTag(rawCategory: 0x6579_6573, rawValue: value.rawValue)
  }
}

/// The eyes that a picture is for.
public struct CMStereoViewComponents: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let leftEye = CMStereoViewComponents(rawValue: 1 << 0)
  public static let rightEye = CMStereoViewComponents(rawValue: 1 << 1)
}

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
}

/// A pixel format: the type of the `kCVPixelFormatType_…` constants.
public struct CVPixelFormatType: RawRepresentable, Sendable, Hashable {
  public var rawValue: OSType
  public init(rawValue: OSType) { self.rawValue = rawValue }
}

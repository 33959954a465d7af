/// Options of block buffer functions.
public typealias CMBlockBufferFlags = UInt32

/// Allocate memory at once, not when it is first asked for.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0
/// Copy also where a reference would do.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1
/// Accepted; references are always to the memory itself here.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 1 << 2
/// An empty buffer may be referred to.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 1 << 3

extension CMBlockBuffer {
  /// Options of a block buffer's methods; see the constants of the same names.
  public struct Flags: OptionSet, Sendable, Hashable {
    public let rawValue: CMBlockBufferFlags
    public init(rawValue: CMBlockBufferFlags) { self.rawValue = rawValue }

    public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
    public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
    public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
    public static let permitEmptyReference = Flags(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
  }
}

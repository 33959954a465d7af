/// Allocates and frees a block's memory in the client's way.
public struct CMBlockBufferCustomBlockSource {
  /// Must be `kCMBlockBufferCustomBlockSourceVersion`.
  public var version: UInt32
  /// Gets the reference and a size; `nil` from it is a failed allocation.
  public var AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
  /// Gets the reference, the memory and its size, once, at the end of the memory's use.
  public var FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?
  public var refCon: UnsafeMutableRawPointer?

  public init() {
    self.init(
      version: kCMBlockBufferCustomBlockSourceVersion, AllocateBlock: nil, FreeBlock: nil, refCon: nil)
  }

  public init(
    version: UInt32, AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
    FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?, refCon: UnsafeMutableRawPointer?
  ) {
    self.version = version
    self.AllocateBlock = AllocateBlock
    self.FreeBlock = FreeBlock
    self.refCon = refCon
  }
}

public let kCMBlockBufferCustomBlockSourceVersion: UInt32 = 0

/// Two functions of the client that allocate and free a block's memory.
public struct CMBlockBufferCustomBlockSource {
  /// The structure's version, which must be `kCMBlockBufferCustomBlockSourceVersion`.
  public var version: UInt32
  /// Allocates memory; it is passed the reference and a size, and returns `nil` if it cannot.
  public var AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
  /// Frees the memory; it is passed the reference, the memory and its size, once, at the end of the memory's use.
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

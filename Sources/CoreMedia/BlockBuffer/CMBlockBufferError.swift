public import CoreGraphics

public let kCMBlockBufferNoErr: OSStatus = 0
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12708

extension CMBlockBuffer {
  /// The errors that a block buffer's methods throw.
  public enum Error {
    public static let structureAllocationFailed = statusError(kCMBlockBufferStructureAllocationFailedErr)
    public static let blockAllocationFailed = statusError(kCMBlockBufferBlockAllocationFailedErr)
    public static let badCustomBlockSource = statusError(kCMBlockBufferBadCustomBlockSourceErr)
    public static let badOffsetParameter = statusError(kCMBlockBufferBadOffsetParameterErr)
    public static let badLengthParameter = statusError(kCMBlockBufferBadLengthParameterErr)
    public static let badPointerParameter = statusError(kCMBlockBufferBadPointerParameterErr)
    public static let emptyBlockBuffer = statusError(kCMBlockBufferEmptyBBufErr)
    public static let unallocatedBlock = statusError(kCMBlockBufferUnallocatedBlockErr)
    public static let insufficientSpace = statusError(kCMBlockBufferInsufficientSpaceErr)
  }
}

public import CoreGraphics

public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751

extension CMSampleBuffer {
  /// The errors that a sample buffer's initialisers and methods throw.
  public enum Error {
    public static let allocationFailed = statusError(kCMSampleBufferError_AllocationFailed)
    public static let requiredParameterMissing = statusError(kCMSampleBufferError_RequiredParameterMissing)
    public static let alreadyHasDataBuffer = statusError(kCMSampleBufferError_AlreadyHasDataBuffer)
    public static let bufferNotReady = statusError(kCMSampleBufferError_BufferNotReady)
    public static let sampleIndexOutOfRange = statusError(kCMSampleBufferError_SampleIndexOutOfRange)
    public static let bufferHasNoSampleSizes = statusError(kCMSampleBufferError_BufferHasNoSampleSizes)
    public static let bufferHasNoSampleTimingInfo = statusError(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    public static let arrayTooSmall = statusError(kCMSampleBufferError_ArrayTooSmall)
    public static let invalidEntryCount = statusError(kCMSampleBufferError_InvalidEntryCount)
    public static let cannotSubdivide = statusError(kCMSampleBufferError_CannotSubdivide)
    public static let sampleTimingInfoInvalid = statusError(kCMSampleBufferError_SampleTimingInfoInvalid)
    public static let invalidMediaTypeForOperation = statusError(kCMSampleBufferError_InvalidMediaTypeForOperation)
    public static let invalidSampleData = statusError(kCMSampleBufferError_InvalidSampleData)
    public static let invalidMediaFormat = statusError(kCMSampleBufferError_InvalidMediaFormat)
    public static let invalidated = statusError(kCMSampleBufferError_Invalidated)
    public static let dataFailed = statusError(kCMSampleBufferError_DataFailed)
    public static let dataCanceled = statusError(kCMSampleBufferError_DataCanceled)
  }
}

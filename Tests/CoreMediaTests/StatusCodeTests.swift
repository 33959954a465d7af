import CoreMedia
import CoreVideo
import Testing

/// The numbers that functions of Core Media and Core Video return are Apple's.
@Suite struct StatusCodeTests {
  @Test func `ER-07 sample buffers`() {
    let codes: [OSStatus] = [
      kCMSampleBufferError_AllocationFailed, kCMSampleBufferError_RequiredParameterMissing,
      kCMSampleBufferError_AlreadyHasDataBuffer, kCMSampleBufferError_BufferNotReady,
      kCMSampleBufferError_SampleIndexOutOfRange, kCMSampleBufferError_BufferHasNoSampleSizes,
      kCMSampleBufferError_BufferHasNoSampleTimingInfo, kCMSampleBufferError_ArrayTooSmall,
      kCMSampleBufferError_InvalidEntryCount, kCMSampleBufferError_CannotSubdivide,
      kCMSampleBufferError_SampleTimingInfoInvalid, kCMSampleBufferError_InvalidMediaTypeForOperation,
      kCMSampleBufferError_InvalidSampleData, kCMSampleBufferError_InvalidMediaFormat,
      kCMSampleBufferError_Invalidated, kCMSampleBufferError_DataFailed, kCMSampleBufferError_DataCanceled,
    ]
    #expect(
      codes == [
        -12_730, -12_731, -12_732, -12_733, -12_734, -12_735, -12_736, -12_737, -12_738, -12_739, -12_740,
        -12_741, -12_742, -12_743, -12_744, -16_750, -16_751,
      ])
  }

  @Test func `ER-07 block buffers`() {
    let codes: [OSStatus] = [
      kCMBlockBufferNoErr, kCMBlockBufferStructureAllocationFailedErr, kCMBlockBufferBlockAllocationFailedErr,
      kCMBlockBufferBadCustomBlockSourceErr, kCMBlockBufferBadOffsetParameterErr,
      kCMBlockBufferBadLengthParameterErr, kCMBlockBufferBadPointerParameterErr, kCMBlockBufferEmptyBBufErr,
      kCMBlockBufferUnallocatedBlockErr, kCMBlockBufferInsufficientSpaceErr,
    ]
    #expect(
      codes == [
        0, -12_700, -12_701, -12_702, -12_703, -12_704, -12_705, -12_706, -12_707, -12_708,
      ])
  }

  @Test func `ER-07 format descriptions`() {
    let codes: [OSStatus] = [
      kCMFormatDescriptionError_InvalidParameter, kCMFormatDescriptionError_AllocationFailed,
      kCMFormatDescriptionError_ValueNotAvailable,
    ]
    #expect(
      codes == [
        -12_710, -12_711, -12_718,
      ])
  }

  @Test func `ER-07 metadata`() {
    let codes: [OSStatus] = [
      kCMMetadataIdentifierError_AllocationFailed, kCMMetadataIdentifierError_RequiredParameterMissing,
      kCMMetadataIdentifierError_BadKey, kCMMetadataIdentifierError_BadKeyLength,
      kCMMetadataIdentifierError_BadKeyType, kCMMetadataIdentifierError_BadNumberKey,
      kCMMetadataIdentifierError_BadKeySpace, kCMMetadataIdentifierError_BadIdentifier,
      kCMMetadataIdentifierError_NoKeyValueAvailable, kCMMetadataDataTypeRegistryError_AllocationFailed,
      kCMMetadataDataTypeRegistryError_RequiredParameterMissing,
      kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier,
      kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered,
      kCMMetadataDataTypeRegistryError_RequiresConformingBaseType,
      kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes,
    ]
    #expect(
      codes == [
        -16_300, -16_301, -16_302, -16_303, -16_304, -16_305, -16_306, -16_307, -16_308, -16_310, -16_311,
        -16_312, -16_313, -16_314, -16_315,
      ])
  }

  @Test func `ER-07 clocks`() {
    let codes: [OSStatus] = [
      kCMClockError_MissingRequiredParameter, kCMClockError_InvalidParameter, kCMClockError_AllocationFailed,
      kCMClockError_UnsupportedOperation,
    ]
    #expect(
      codes == [
        -12_745, -12_746, -12_747, -12_756,
      ])
  }

  @Test func `ER-07 timebases`() {
    let codes: [OSStatus] = [
      kCMTimebaseError_MissingRequiredParameter, kCMTimebaseError_InvalidParameter,
      kCMTimebaseError_AllocationFailed, kCMTimebaseError_TimerIntervalTooShort, kCMTimebaseError_ReadOnly,
    ]
    #expect(
      codes == [
        -12_748, -12_749, -12_750, -12_751, -12_757,
      ])
  }

  @Test func `ER-07 sync`() {
    let codes: [OSStatus] = [
      kCMSyncError_MissingRequiredParameter, kCMSyncError_InvalidParameter, kCMSyncError_AllocationFailed,
      kCMSyncError_RateMustBeNonZero,
    ]
    #expect(
      codes == [
        -12_752, -12_753, -12_754, -12_755,
      ])
  }

  @Test func `ER-07 Core Video`() {
    let codes: [CVReturn] = [
      kCVReturnSuccess, kCVReturnFirst, kCVReturnInvalidArgument, kCVReturnAllocationFailed,
      kCVReturnUnsupported, kCVReturnInvalidDisplay, kCVReturnDisplayLinkAlreadyRunning,
      kCVReturnDisplayLinkNotRunning, kCVReturnDisplayLinkCallbacksNotSet, kCVReturnInvalidPixelFormat,
      kCVReturnInvalidSize, kCVReturnInvalidPixelBufferAttributes, kCVReturnPixelBufferNotOpenGLCompatible,
      kCVReturnPixelBufferNotMetalCompatible, kCVReturnWouldExceedAllocationThreshold,
      kCVReturnPoolAllocationFailed, kCVReturnInvalidPoolAttributes, kCVReturnRetry, kCVReturnLast,
    ]
    #expect(
      codes == [
        0, -6660, -6661, -6662, -6663, -6670, -6671, -6672, -6673, -6680, -6681, -6682, -6683, -6684, -6689,
        -6690, -6691, -6692, -6699,
      ])
  }
}

public import CoreMedia

// The numbers of VideoToolbox's errors (VTErrors.h), which clients compare: nothing here returns them.

public let kVTPropertyNotSupportedErr: OSStatus = -12_900
public let kVTPropertyReadOnlyErr: OSStatus = -12_901
public let kVTParameterErr: OSStatus = -12_902
public let kVTInvalidSessionErr: OSStatus = -12_903
public let kVTAllocationFailedErr: OSStatus = -12_904
public let kVTPixelTransferNotSupportedErr: OSStatus = -12_905
public let kVTCouldNotFindVideoDecoderErr: OSStatus = -12_906
public let kVTCouldNotCreateInstanceErr: OSStatus = -12_907
public let kVTCouldNotFindVideoEncoderErr: OSStatus = -12_908
public let kVTVideoDecoderBadDataErr: OSStatus = -12_909
public let kVTVideoDecoderUnsupportedDataFormatErr: OSStatus = -12_910
public let kVTVideoDecoderMalfunctionErr: OSStatus = -12_911
public let kVTVideoEncoderMalfunctionErr: OSStatus = -12_912
public let kVTVideoDecoderNotAvailableNowErr: OSStatus = -12_913
public let kVTImageRotationNotSupportedErr: OSStatus = -12_914
public let kVTVideoEncoderNotAvailableNowErr: OSStatus = -12_915
public let kVTFormatDescriptionChangeNotSupportedErr: OSStatus = -12_916

public import CoreGraphics

// The errors of the functions on metadata identifiers and data types.

public let kCMMetadataIdentifierError_AllocationFailed: OSStatus = -16300
public let kCMMetadataIdentifierError_RequiredParameterMissing: OSStatus = -16301
public let kCMMetadataIdentifierError_BadKey: OSStatus = -16302
public let kCMMetadataIdentifierError_BadKeyLength: OSStatus = -16303
public let kCMMetadataIdentifierError_BadKeyType: OSStatus = -16304
public let kCMMetadataIdentifierError_BadNumberKey: OSStatus = -16305
public let kCMMetadataIdentifierError_BadKeySpace: OSStatus = -16306
public let kCMMetadataIdentifierError_BadIdentifier: OSStatus = -16307
public let kCMMetadataIdentifierError_NoKeyValueAvailable: OSStatus = -16308

public let kCMMetadataDataTypeRegistryError_AllocationFailed: OSStatus = -16310
public let kCMMetadataDataTypeRegistryError_RequiredParameterMissing: OSStatus = -16311
public let kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier: OSStatus = -16312
public let kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered: OSStatus = -16313
public let kCMMetadataDataTypeRegistryError_RequiresConformingBaseType: OSStatus = -16314
public let kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes: OSStatus = -16315

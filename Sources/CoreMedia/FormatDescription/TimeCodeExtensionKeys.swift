public import CoreGraphics

// Keys of time code format descriptions.

nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionExtension_SourceReferenceName: CFString =
  "SourceReferenceName"
nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionKey_LangCode: CFString = "LangCode"
nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionKey_Value: CFString = "Value"

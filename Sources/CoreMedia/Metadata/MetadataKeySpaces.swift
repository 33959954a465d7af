public import CoreGraphics

// Key spaces: the standards that metadata keys come from.
//
// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

nonisolated(unsafe) public let kCMMetadataKeySpace_QuickTimeUserData: CFString = "udta"
nonisolated(unsafe) public let kCMMetadataKeySpace_ISOUserData: CFString = "uiso"
nonisolated(unsafe) public let kCMMetadataKeySpace_QuickTimeMetadata: CFString = "mdta"
nonisolated(unsafe) public let kCMMetadataKeySpace_iTunes: CFString = "itsk"
nonisolated(unsafe) public let kCMMetadataKeySpace_ID3: CFString = "org.id3"
nonisolated(unsafe) public let kCMMetadataKeySpace_Icy: CFString = "icy"
nonisolated(unsafe) public let kCMMetadataKeySpace_HLSDateRange: CFString = "lsdr"

// Identifiers that timed metadata of cameras has.

nonisolated(unsafe) public let kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709: CFString =
  "mdta/com.apple.quicktime.location.ISO6709"
nonisolated(unsafe) public let kCMMetadataIdentifier_QuickTimeMetadataDirection_Facing: CFString =
  "mdta/com.apple.quicktime.direction.facing"
nonisolated(unsafe) public let kCMMetadataIdentifier_QuickTimeMetadataPreferredAffineTransform: CFString =
  "mdta/com.apple.quicktime.preferred-affine-transform"
nonisolated(unsafe) public let kCMMetadataIdentifier_QuickTimeMetadataVideoOrientation: CFString =
  "mdta/com.apple.quicktime.video-orientation"
nonisolated(unsafe) public let kCMMetadataIdentifier_QuickTimeMetadataLivePhotoStillImageTransform: CFString =
  "mdta/com.apple.quicktime.live-photo-still-image-transform"

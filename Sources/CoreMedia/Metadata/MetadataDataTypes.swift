public import CoreGraphics

// Data types of metadata values: the base types, by which values are stored, and types that conform to one of them.
// Multi-byte numbers are big-endian in files.
//
// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

nonisolated(unsafe) public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
nonisolated(unsafe) public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
nonisolated(unsafe) public let kCMMetadataBaseDataType_UTF16: CFString = "com.apple.metadata.datatype.UTF-16"
nonisolated(unsafe) public let kCMMetadataBaseDataType_GIF: CFString = "com.apple.metadata.datatype.GIF"
nonisolated(unsafe) public let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
nonisolated(unsafe) public let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
nonisolated(unsafe) public let kCMMetadataBaseDataType_BMP: CFString = "com.apple.metadata.datatype.BMP"
nonisolated(unsafe) public let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
nonisolated(unsafe) public let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
nonisolated(unsafe) public let kCMMetadataBaseDataType_PointF32: CFString = "com.apple.metadata.datatype.pointF32"
nonisolated(unsafe) public let kCMMetadataBaseDataType_DimensionsF32: CFString =
  "com.apple.metadata.datatype.dimensionsF32"
nonisolated(unsafe) public let kCMMetadataBaseDataType_RectF32: CFString = "com.apple.metadata.datatype.rectF32"
nonisolated(unsafe) public let kCMMetadataBaseDataType_AffineTransformF64: CFString =
  "com.apple.metadata.datatype.affineTransformF64"
nonisolated(unsafe) public let kCMMetadataBaseDataType_PolygonF32: CFString = "com.apple.metadata.datatype.polygonF32"
nonisolated(unsafe) public let kCMMetadataBaseDataType_PolylineF32: CFString = "com.apple.metadata.datatype.polylineF32"
nonisolated(unsafe) public let kCMMetadataBaseDataType_JSON: CFString = "com.apple.metadata.datatype.JSON"
nonisolated(unsafe) public let kCMMetadataBaseDataType_PerspectiveTransformF64: CFString =
  "com.apple.metadata.datatype.perspectiveTransformF64"

/// A place as ISO 6709 writes it; a kind of UTF-8.
nonisolated(unsafe) public let kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709: CFString =
  "com.apple.metadata.datatype.quicktime-metadata-location-ISO6709"
/// Degrees from true or magnetic north; a kind of UTF-8.
nonisolated(unsafe) public let kCMMetadataDataType_QuickTimeMetadataDirection: CFString =
  "com.apple.metadata.datatype.quicktime-metadata-direction"

public import CoreMedia

// Keys of `AVVideoDecompressionPropertiesKey`, with which clients choose a decoder. There is one decoder for each codec
// here, and it decodes the first layer.

nonisolated(unsafe) public let kVTVideoDecoderSpecification_EnableHardwareAcceleratedVideoDecoder: CFString =
  "EnableHardwareAcceleratedVideoDecoder"
nonisolated(unsafe) public let kVTVideoDecoderSpecification_RequireHardwareAcceleratedVideoDecoder: CFString =
  "RequireHardwareAcceleratedVideoDecoder"
nonisolated(unsafe) public let kVTDecompressionPropertyKey_RealTime: CFString = "RealTime"
nonisolated(unsafe) public let kVTDecompressionPropertyKey_ThreadCount: CFString = "ThreadCount"
nonisolated(unsafe) public let kVTDecompressionPropertyKey_MaximizePowerEfficiency: CFString =
  "MaximizePowerEfficiency"
nonisolated(unsafe) public let kVTDecompressionPropertyKey_RequestedMVHEVCVideoLayerIDs: CFString =
  "RequestedMVHEVCVideoLayerIDs"

/// A Boolean value that says whether both views of stereo pictures in HEVC can be decoded: false here.
public func VTIsStereoMVHEVCDecodeSupported() -> Bool { false }

import AVFoundation
import Foundation
import UniformTypeIdentifiers
import VideoToolbox

/// The settings of a compressor as programs write them that name VideoToolbox's constants beside AVFoundation's.
enum CompressorSettings {
  static func video(width: Int, height: Int) -> [String: Any] {
    [
      AVVideoCodecKey: AVVideoCodecType.h264,
      AVVideoWidthKey: width,
      AVVideoHeightKey: height,
      AVVideoEncoderSpecificationKey: [
        kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder as String: true
      ],
      AVVideoCompressionPropertiesKey: [
        kVTCompressionPropertyKey_ProfileLevel as String: kVTProfileLevel_H264_ConstrainedHigh_AutoLevel,
        kVTCompressionPropertyKey_AverageBitRate as String: 400_000,
        kVTCompressionPropertyKey_DataRateLimits as String: [100_000, 1] as CFArray,
        kVTCompressionPropertyKey_RealTime as String: kCFBooleanFalse as Any,
        kVTCompressionPropertyKey_AllowOpenGOP as String: false,
        kVTCompressionPropertyKey_HDRMetadataInsertionMode as String: kVTHDRMetadataInsertionMode_Auto,
        kVTCompressionPropertyKey_H264EntropyMode as String: kVTH264EntropyMode_CABAC,
      ],
    ]
  }

  /// The type of the file at a URL, by its name.
  static func type(of url: URL) -> AVFileType? {
    guard let type = UTType(filenameExtension: url.pathExtension), type.conforms(to: .movie) else { return nil }
    return AVFileType(rawValue: type.identifier)
  }
}

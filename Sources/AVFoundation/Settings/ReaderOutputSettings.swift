import AVFAudio
import CoreAudioTypes
import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import MediaEngine
import MediaSupport

/// Settings of a reader's output, translated for the engine (AR-30, AR-31).
enum ReaderOutputSettings {
  /// Returns the output that settings ask for. If the settings are allowed, but not supported here, returns the error
  /// with which reading starts (AR-05). Stops the process for settings that the documentation forbids.
  static func requested(
    _ values: [String: Any]?, for mediaType: AVMediaType
  ) -> Result<TrackReader.Output, MediaError> {
    result { try decoding(values, for: mediaType) }
  }

  /// Returns the form that settings ask for of pictures that are played, or the error where they are allowed and cannot
  /// be had here (PI-83). Stops the process for settings that the documentation forbids.
  ///
  /// Unlike a reader's, pictures of any pixel format may have any size.
  static func played(_ values: [String: Any]) -> Result<PictureRequest, MediaError> {
    result {
      var settings = SettingsDictionary(values)
      return try pictures(&settings)
    }
  }

  /// Returns the form that attributes of pixel buffers ask for, or the error where they cannot be had here. Keys that are
  /// no such attributes are passed over.
  static func played(attributes: [String: Any]) -> Result<PictureRequest, MediaError> {
    result {
      var settings = SettingsDictionary(attributes)
      return try form(&settings)
    }
  }

  private static func result<Value>(_ translate: () throws -> Value) -> Result<Value, MediaError> {
    do {
      return .success(try translate())
    } catch let problem as SettingsProblem {
      if problem.kind == .misuse { raise(.invalidArgument, problem.reason) }
      return .failure(MediaError(.unsupportedSettings, .decoding, problem.reason))
    } catch {
      raise(.invalidArgument, "\(error)")
    }
  }

  /// - Parameter values: `nil` vends samples as stored; an empty dictionary vends the decoder's own format.
  static func decoding(_ values: [String: Any]?, for mediaType: AVMediaType) throws -> TrackReader.Output {
    guard let values else { return .packets }
    var settings = SettingsDictionary(values)
    switch mediaType {
    case .video:
      let request = try pictures(&settings)
      if let format = request.pixelFormat, deepFormats.contains(format), request.width != nil || request.height != nil {
        throw SettingsProblem.misuse(
          "pictures of a deep pixel format cannot be scaled: leave out width and height")
      }
      return .pictures(request)
    case .audio: return .audio(try audio(&settings))
    default:
      throw SettingsProblem.misuse("only video and audio can be decoded; a \(mediaType.rawValue) track takes nil")
    }
  }

  private static func pictures(_ settings: inout SettingsDictionary) throws -> PictureRequest {
    for key in [AVVideoCleanApertureKey, AVVideoPixelAspectRatioKey, AVVideoScalingModeKey, AVVideoCodecKey]
    where settings.contains(key) {
      throw SettingsProblem.misuse("\(key) is not supported for reading")
    }
    let request = try form(&settings)
    try settings.finish("video reading settings")
    return request
  }

  private static func form(_ settings: inout SettingsDictionary) throws -> PictureRequest {
    var request = PictureRequest()
    let formats = try settings.integers(String(describing: kCVPixelBufferPixelFormatTypeKey))
    if let formats {
      guard let code = formats.lazy.compactMap({ OSType(exactly: $0) }).first(where: PictureRequest.canMake) else {
        let codes = formats.map(String.init).joined(separator: ", ")
        throw SettingsProblem.unsupported("pixel format \(codes) is not supported for reading")
      }
      request.pixelFormat = code
    }
    request.width =
      try settings.positiveInteger(String(describing: kCVPixelBufferWidthKey))
      ?? settings.positiveInteger(AVVideoWidthKey)
    request.height =
      try settings.positiveInteger(String(describing: kCVPixelBufferHeightKey))
      ?? settings.positiveInteger(AVVideoHeightKey)
    request.color = try VideoOutputSettings.color(&settings)
    request.memory = try memory(&settings)
    // Buffers here are always usable wherever these ask for.
    for key in [
      kCVPixelBufferIOSurfacePropertiesKey, kCVPixelBufferMetalCompatibilityKey,
      kCVPixelBufferCGImageCompatibilityKey, kCVPixelBufferCGBitmapContextCompatibilityKey,
      kCVPixelBufferOpenGLCompatibilityKey, kCVPixelBufferOpenGLESCompatibilityKey,
      kCVPixelBufferOpenGLTextureCacheCompatibilityKey, kCVPixelBufferOpenGLESTextureCacheCompatibilityKey,
      kCVPixelBufferMemoryAllocatorKey,
    ] { settings.ignore(String(describing: key)) }
    settings.ignore(AVVideoAllowWideColorKey)
    if let properties = try settings.dictionary(AVVideoDecompressionPropertiesKey) { try readDecompression(properties) }
    return request
  }

  /// Returns the attributes of the buffers' memory: where rows and planes begin, and the room around a picture.
  private static func memory(_ settings: inout SettingsDictionary) throws -> PixelBufferAttributes {
    let attributes = NSMutableDictionary()
    for key in [
      kCVPixelBufferBytesPerRowAlignmentKey, kCVPixelBufferPlaneAlignmentKey, kCVPixelBufferExtendedPixelsLeftKey,
      kCVPixelBufferExtendedPixelsRightKey, kCVPixelBufferExtendedPixelsTopKey, kCVPixelBufferExtendedPixelsBottomKey,
    ] {
      guard let number = try settings.number(String(describing: key)) else { continue }
      attributes.setObject(NSNumber(value: number), forKey: key)
    }
    do {
      return try PixelBufferAttributes(attributes)
    } catch {
      throw SettingsProblem.unsupported(
        "pictures are aligned to powers of two up to a page, and have no more than 65536 pixels around them")
    }
  }

  /// Reads the properties of a decoder. They choose among decoders, of which there is one for each codec, and ask for
  /// layers, of which it decodes the first.
  private static func readDecompression(_ values: SettingsDictionary) throws {
    var properties = values
    for key in decoderHints { properties.ignore(key) }
    if try properties.boolean(requiredHardwareKey) == true {
      throw SettingsProblem.unsupported("\(requiredHardwareKey) requires a hardware decoder, and there is none")
    }
    if let layers = try properties.integers(requestedLayersKey), layers.contains(where: { $0 != 0 }) {
      throw SettingsProblem.unsupported(
        "\(requestedLayersKey) requests a layer other than 0, and only layer 0 is decoded")
    }
    try properties.finish(AVVideoDecompressionPropertiesKey)
  }

  /// The names of VideoToolbox's keys that change nothing here.
  private static let decoderHints = [
    "EnableHardwareAcceleratedVideoDecoder", "RealTime", "ThreadCount", "MaximizePowerEfficiency",
  ]
  private static let requiredHardwareKey = "RequireHardwareAcceleratedVideoDecoder"
  private static let requestedLayersKey = "RequestedMVHEVCVideoLayerIDs"

  /// The formats that ProRes decodes to without loss.
  private static let deepFormats: Set<OSType> = [
    kCVPixelFormatType_4444AYpCbCr16, kCVPixelFormatType_422YpCbCr16, kCVPixelFormatType_422YpCbCr10,
  ]

  private static func audio(_ settings: inout SettingsDictionary) throws -> AudioRequest {
    if settings.contains(AVSampleRateConverterAudioQualityKey) {
      throw SettingsProblem.misuse("\(AVSampleRateConverterAudioQualityKey) is not supported for reading")
    }
    var request = AudioRequest()
    if settings.isEmpty { return request }
    guard try settings.integer(AVFormatIDKey) == Int(kAudioFormatLinearPCM) else {
      throw SettingsProblem.misuse("audio reading settings must have \(AVFormatIDKey) kAudioFormatLinearPCM")
    }
    request.sampleRate = try settings.roundedPositiveInteger(AVSampleRateKey)
    request.channelCount = try settings.positiveInteger(AVNumberOfChannelsKey)
    if let data = try settings.data(AVChannelLayoutKey) {
      guard let layout = ChannelLayout(audioChannelLayout: data) else {
        throw SettingsProblem.unsupported("\(AVChannelLayoutKey) has unknown speakers")
      }
      request.channelMask = layout.mask
      request.channelCount = request.channelCount ?? layout.count
    }
    let isFloat = try settings.boolean(AVLinearPCMIsFloatKey)
    let bitDepth = try settings.integer(AVLinearPCMBitDepthKey)
    request.sampleType = try sampleType(isFloat: isFloat, bitDepth: bitDepth)
    request.isNonInterleaved = try settings.boolean(AVLinearPCMIsNonInterleaved) ?? false
    request.packing.isOf24Bits = bitDepth == 24
    request.packing.isBigEndian = try settings.boolean(AVLinearPCMIsBigEndianKey) ?? false
    settings.ignore(AVSampleRateConverterAlgorithmKey)
    try settings.finish("audio reading settings")
    return request
  }

  private static func sampleType(isFloat: Bool?, bitDepth: Int?) throws -> AudioRequest.SampleType? {
    switch (isFloat, bitDepth) {
    case (nil, nil): return nil
    case (true, 32), (true, nil): return .float32
    case (true, 64): return .float64
    case (_, 8) where isFloat != true: return .unsigned8
    case (_, 16) where isFloat != true: return .signed16
    // 24 bits are packed out of 32.
    case (_, 24) where isFloat != true, (_, 32) where isFloat != true: return .signed32
    case (false, nil): return .signed16
    default:
      throw SettingsProblem.unsupported(
        "audio cannot be decoded to \(isFloat == true ? "floating point" : "integers") of \(bitDepth ?? 0) bits")
    }
  }
}

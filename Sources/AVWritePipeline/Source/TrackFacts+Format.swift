internal import AVFoundation
internal import Bitstreams
internal import Foundation

// The facts from a format description.

extension TrackFacts.Video {
  init(_ format: CMFormatDescription, of track: AVAssetTrack) {
    let dimensions = CMVideoFormatDescriptionGetDimensions(format)
    width = Int(dimensions.width)
    height = Int(dimensions.height)
    pixelAspect =
      format.pixelAspect.map { TrackFacts.PixelAspect(horizontal: $0.horizontal, vertical: $0.vertical) } ?? .square
    let turn = track.preferredTransform
    transform = [turn.a, turn.b, turn.c, turn.d, turn.tx, turn.ty].map { Double($0) }
    framesPerSecond = Double(track.nominalFrameRate)
    frameDuration = ExactTime(track.minFrameDuration)
    primaries = Self.string(kCMFormatDescriptionExtension_ColorPrimaries, of: format)
    transfer = Self.string(kCMFormatDescriptionExtension_TransferFunction, of: format)
    matrix = Self.string(kCMFormatDescriptionExtension_YCbCrMatrix, of: format)
    isFullRange = Self.number(kCMFormatDescriptionExtension_FullRangeVideo, of: format)?.boolValue
    bitsPerComponent = Self.number(kCMFormatDescriptionExtension_BitsPerComponent, of: format)?.intValue
    let screen = Self.bytes(kCMFormatDescriptionExtension_MasteringDisplayColorVolume, of: format)
      .flatMap { try? MasteringDisplayRecord(parsing: $0) }
    masteringLuminance = screen?.luminance
    contentLight = Self.bytes(kCMFormatDescriptionExtension_ContentLightLevelInfo, of: format).flatMap(Self.light)
    fields = Self.string(kCMFormatDescriptionExtension_FieldDetail, of: format)
    cleanAperture = Self.cleanAperture(of: format)
    hasOneAperture = track.hasOneAperture
    chromaLocation = Self.string(kCMFormatDescriptionExtension_ChromaLocationTopField, of: format)
    masteringDisplay = screen?.text
    colorProfile = Self.bytes(kCMFormatDescriptionExtension_ICCProfile, of: format).map { "\($0.count) bytes" }
    dolbyVision = Self.dolbyVision(of: format)
    spatial = TrackFacts.Spatial(format)
    hasAlpha = Self.number(kCMFormatDescriptionExtension_Depth, of: format)?.intValue == 32
  }

  /// Reads the first pictures for the facts that they alone state.
  mutating func readPictures(of track: AVAssetTrack) {
    // Only pictures in PQ have dynamic metadata, so other tracks are not read for it.
    dynamicMetadata = transfer == Self.perceptualQuantizer ? track.dynamicMetadataVersion : nil
    timecode = track.pictureTimecode
    hasCaptions = track.carriesClosedCaptions
    // The container is believed where it states whole pictures.
    if fields == nil, !track.hasWholePictures { fields = track.pictureFieldDetail }
  }

  /// Returns the facts in the configuration record.
  private static func dolbyVision(of format: CMFormatDescription) -> TrackFacts.DolbyVision? {
    let atoms = format.extensions.atomContents
    let record = ["dvcC", "dvvC", "dvwC"].lazy.compactMap { atoms?[$0]?.first }.first
    guard let record, let stated = try? DolbyVisionConfiguration(parsing: [UInt8](record)) else { return nil }
    return TrackFacts.DolbyVision(
      profile: Int(stated.profile), level: Int(stated.level), compatibility: Int(stated.compatibility))
  }

  fileprivate static func cleanAperture(of format: CMFormatDescription) -> TrackFacts.CleanAperture? {
    let aperture =
      CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtension_CleanAperture)
      as? NSDictionary
    guard let aperture else { return nil }
    let numbers = [
      kCMFormatDescriptionKey_CleanApertureWidth, kCMFormatDescriptionKey_CleanApertureHeight,
      kCMFormatDescriptionKey_CleanApertureHorizontalOffset, kCMFormatDescriptionKey_CleanApertureVerticalOffset,
    ].map { (aperture[$0] as? NSNumber)?.doubleValue ?? 0 }
    return TrackFacts.CleanAperture(
      width: numbers[0], height: numbers[1], horizontalOffset: numbers[2], verticalOffset: numbers[3])
  }

  private static func light(_ bytes: [UInt8]) -> TrackFacts.ContentLight? {
    guard let record = try? ContentLightRecord(parsing: bytes) else { return nil }
    return TrackFacts.ContentLight(maximum: Int(record.maximum), maximumAverage: Int(record.maximumAverage))
  }

  private static func bytes(_ key: CFString, of format: CMFormatDescription) -> [UInt8]? {
    [UInt8](bytesOf: CMFormatDescriptionGetExtension(format, extensionKey: key))
  }

  private static func string(_ key: CFString, of format: CMFormatDescription) -> String? {
    (CMFormatDescriptionGetExtension(format, extensionKey: key) as? NSString).map { "\($0)" }
  }

  private static func number(_ key: CFString, of format: CMFormatDescription) -> NSNumber? {
    CMFormatDescriptionGetExtension(format, extensionKey: key) as? NSNumber
  }
}

extension TrackFacts.Audio {
  init(_ format: AudioStreamBasicDescription) {
    sampleRate = format.mSampleRate
    channels = Int(format.mChannelsPerFrame)
    bitsPerChannel = format.mBitsPerChannel > 0 ? Int(format.mBitsPerChannel) : format.sourceDepth
    let isLinear = format.mFormatID == kAudioFormatLinearPCM
    isFloat = isLinear && format.mFormatFlags & kAudioFormatFlagIsFloat != 0
    isBigEndian = isLinear && format.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
  }

  /// Returns the input sample rate of Opus's configuration. It is nil where it is not known, or is the format's.
  static func inputSampleRate(of format: CMFormatDescription) -> Int? {
    guard let record = format.extensions.atomContents?["dOps"]?.first,
      let stated = try? OpusConfiguration(parsing: [UInt8](record))
    else { return nil }
    let rate = Int(stated.inputSampleRate)
    return rate == 0 || rate == format.audioStreamBasicDescription.map { Int($0.mSampleRate) } ? nil : rate
  }
}

extension MasteringDisplayRecord {
  /// The range of light, in candela a square metre. It is nil if its ends are exchanged.
  fileprivate var luminance: ClosedRange<Double>? {
    guard minimumLuminance <= maximumLuminance else { return nil }
    return Double(minimumLuminance) / 10_000...Double(maximumLuminance) / 10_000
  }

  /// The colours, and then the light, as x265 takes them.
  fileprivate var text: String {
    let points = [("G", green), ("B", blue), ("R", red), ("WP", whitePoint)]
    let colours = points.map { name, point in "\(name)(\(point.x),\(point.y))" }
    return colours.joined() + "L(\(maximumLuminance),\(minimumLuminance))"
  }
}

extension AVAssetTrack {
  /// A Boolean value that says whether all descriptions of pictures state one size and one clean aperture.
  var hasOneAperture: Bool {
    let shapes = formats.map { format in
      let size = CMVideoFormatDescriptionGetDimensions(format)
      return [Double(size.width), Double(size.height)] + (TrackFacts.Video.cleanAperture(of: format)?.numbers ?? [])
    }
    return Set(shapes).count <= 1
  }
}

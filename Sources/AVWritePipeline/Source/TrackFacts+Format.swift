internal import AVFoundation
internal import Foundation

// The facts from a format description.

extension TrackFacts.Video {
  init(_ format: CMFormatDescription, of track: AVAssetTrack) {
    let dimensions = CMVideoFormatDescriptionGetDimensions(format)
    width = Int(dimensions.width)
    height = Int(dimensions.height)
    pixelAspect = Self.pixelAspect(of: format) ?? .square
    let turn = track.preferredTransform
    transform = [turn.a, turn.b, turn.c, turn.d, turn.tx, turn.ty].map { Double($0) }
    framesPerSecond = Double(track.nominalFrameRate)
    frameDuration = ExactTime(track.minFrameDuration)
    primaries = Self.string(kCMFormatDescriptionExtension_ColorPrimaries, of: format)
    transfer = Self.string(kCMFormatDescriptionExtension_TransferFunction, of: format)
    matrix = Self.string(kCMFormatDescriptionExtension_YCbCrMatrix, of: format)
    isFullRange = Self.number(kCMFormatDescriptionExtension_FullRangeVideo, of: format)?.boolValue
    bitsPerComponent = Self.number(kCMFormatDescriptionExtension_BitsPerComponent, of: format)?.intValue
    masteringLuminance = Self.bytes(kCMFormatDescriptionExtension_MasteringDisplayColorVolume, of: format)
      .flatMap(Self.luminance)
    contentLight = Self.bytes(kCMFormatDescriptionExtension_ContentLightLevelInfo, of: format).flatMap(Self.light)
    fields = Self.string(kCMFormatDescriptionExtension_FieldDetail, of: format)
    cleanAperture = Self.cleanAperture(of: format)
    chromaLocation = Self.string(kCMFormatDescriptionExtension_ChromaLocationTopField, of: format)
    masteringDisplay = Self.bytes(kCMFormatDescriptionExtension_MasteringDisplayColorVolume, of: format)
      .flatMap(Self.masteringDisplay)
    colorProfile = Self.bytes(kCMFormatDescriptionExtension_ICCProfile, of: format).map { "\($0.count) bytes" }
    dolbyVision = Self.dolbyVision(of: format)
    spatial = TrackFacts.Spatial(format)
    hasAlpha = Self.number(kCMFormatDescriptionExtension_Depth, of: format)?.intValue == 32
  }

  /// Reads the first pictures for the facts that they alone state.
  mutating func readPictures(of track: AVAssetTrack) {
    // Only pictures in PQ have it, and others need not be read for it.
    dynamicMetadata = transfer == Self.perceptualQuantizer ? track.dynamicMetadataVersion : nil
    timecode = track.pictureTimecode
    hasCaptions = track.carriesClosedCaptions
    // The container is believed where it states whole pictures.
    if fields == nil, !track.hasWholePictures { fields = track.pictureFieldDetail }
  }

  /// Returns the range of light of a mastering screen: the two numbers after the coordinates of four colours (ITU-T
  /// H.265, D.3.28), in 0.0001 candela a square metre.
  private static func luminance(_ bytes: [UInt8]) -> ClosedRange<Double>? {
    guard bytes.count == 24 else { return nil }
    let numbers = [16, 20].map { start in bytes[start..<start + 4].reduce(0.0) { $0 * 256 + Double($1) } / 10_000 }
    return numbers[1] <= numbers[0] ? numbers[1]...numbers[0] : nil
  }

  /// Returns the points of green, blue, red and white (ITU-T H.265, D.3.28), and then the light, as x265 takes them.
  private static func masteringDisplay(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 24 else { return nil }
    let points = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    let light = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let colours = ["G", "B", "R", "WP"].enumerated().map { "\($1)(\(points[2 * $0]),\(points[2 * $0 + 1]))" }
    return colours.joined() + "L(\(light[0]),\(light[1]))"
  }

  /// Returns the facts in the configuration record: two bytes of version, seven bits of profile, six of level, three
  /// flags, four bits of compatibility (Dolby Vision Streams Within the ISO Base Media File Format, 3.2).
  private static func dolbyVision(of format: CMFormatDescription) -> TrackFacts.DolbyVision? {
    let atoms =
      CMFormatDescriptionGetExtension(
        format, extensionKey: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms) as? NSDictionary
    let record = ["dvcC", "dvvC", "dvwC"].lazy.compactMap { [UInt8](bytesOf: atoms?[$0]) }.first
    guard let record, record.count >= 5 else { return nil }
    let fields = Int(record[2]) << 8 | Int(record[3])
    return TrackFacts.DolbyVision(
      profile: fields >> 9, level: fields >> 3 & 0x3F, compatibility: Int(record[4] >> 4))
  }

  private static func cleanAperture(of format: CMFormatDescription) -> String? {
    let aperture =
      CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtension_CleanAperture)
      as? NSDictionary
    guard let aperture else { return nil }
    let numbers = [
      kCMFormatDescriptionKey_CleanApertureWidth, kCMFormatDescriptionKey_CleanApertureHeight,
      kCMFormatDescriptionKey_CleanApertureHorizontalOffset, kCMFormatDescriptionKey_CleanApertureVerticalOffset,
    ].map { (aperture[$0] as? NSNumber)?.doubleValue ?? 0 }
    func signed(_ number: Double) -> String { (number < 0 ? "" : "+") + "\(number)" }
    return "\(numbers[0])x\(numbers[1])\(signed(numbers[2]))\(signed(numbers[3]))"
  }

  private static func light(_ bytes: [UInt8]) -> TrackFacts.ContentLight? {
    guard bytes.count == 4 else { return nil }
    return TrackFacts.ContentLight(
      maximum: Int(bytes[0]) << 8 | Int(bytes[1]), maximumAverage: Int(bytes[2]) << 8 | Int(bytes[3]))
  }

  private static func bytes(_ key: CFString, of format: CMFormatDescription) -> [UInt8]? {
    [UInt8](bytesOf: CMFormatDescriptionGetExtension(format, extensionKey: key))
  }

  private static func pixelAspect(of format: CMFormatDescription) -> TrackFacts.PixelAspect? {
    guard
      let aspect = CMFormatDescriptionGetExtension(
        format, extensionKey: kCMFormatDescriptionExtension_PixelAspectRatio) as? NSDictionary,
      let horizontal = aspect[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? NSNumber,
      let vertical = aspect[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing] as? NSNumber,
      horizontal.intValue > 0, vertical.intValue > 0
    else { return nil }
    return TrackFacts.PixelAspect(horizontal: horizontal.intValue, vertical: vertical.intValue)
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
    bitsPerChannel = format.mBitsPerChannel > 0 ? Int(format.mBitsPerChannel) : Self.losslessDepth(format)
    let isLinear = format.mFormatID == kAudioFormatLinearPCM
    isFloat = isLinear && format.mFormatFlags & kAudioFormatFlagIsFloat != 0
    isBigEndian = isLinear && format.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
  }

  /// Returns the input sample rate of Opus's configuration (Encapsulation of Opus in ISO Base Media File Format,
  /// 4.3.2). Its four bytes follow version, channels and two bytes of delay.
  static func inputSampleRate(of format: CMFormatDescription) -> Int? {
    let atoms =
      CMFormatDescriptionGetExtension(
        format, extensionKey: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms) as? NSDictionary
    guard let record = [UInt8](bytesOf: atoms?["dOps"]), record.count >= 8 else { return nil }
    let rate = record[4..<8].reduce(0) { $0 << 8 | Int($1) }
    return rate == 0 || rate == format.audioStreamBasicDescription.map { Int($0.mSampleRate) } ? nil : rate
  }

  /// Returns the depth of a lossless codec's original, which format flags number from 1 (16, 20, 24 and 32 bits).
  private static func losslessDepth(_ format: AudioStreamBasicDescription) -> Int? {
    guard format.mFormatID == kAudioFormatAppleLossless || format.mFormatID == kAudioFormatFLAC else { return nil }
    let depths: [UInt32: Int] = [1: 16, 2: 20, 3: 24, 4: 32]
    return depths[format.mFormatFlags]
  }
}

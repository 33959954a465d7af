internal import AVFoundation
internal import Foundation

extension SourceFacts {
  init(_ asset: AVURLAsset, byteCount: Int64?) {
    duration = ExactTime(asset.duration)
    self.byteCount = byteCount
    container = asset.containerName
    creationDate = asset.creationDate?.dateValue.map { $0.formatted(.iso8601) }
    metadata = asset.metadata.compactMap { MetadataFact($0) }
    chapters = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: []).map { ChapterFact($0) }
    var positions: [TrackKind: Int] = [:]
    tracks = asset.tracks.map { track in
      let kind = TrackKind(track.mediaType)
      positions[kind, default: 0] += 1
      return TrackFacts(track, kind: kind, position: positions[kind, default: 1])
    }
  }
}

extension AVAssetTrack {
  /// The first sample description; nil for a track that has none.
  var format: CMFormatDescription? { formatDescriptions.first as? CMFormatDescription }
}

extension TrackKind {
  init(_ type: AVMediaType) {
    switch type {
    case .video: self = .video
    case .audio: self = .audio
    case .subtitle: self = .subtitle
    case .closedCaption: self = .caption
    case .text: self = .text
    case .timecode: self = .timecode
    case .metadata: self = .metadata
    default: self = .other
    }
  }
}

extension TrackFacts {
  init(_ track: AVAssetTrack, kind: TrackKind, position: Int) {
    let format = track.format
    id = track.trackID
    self.kind = kind
    self.position = position
    codec = format.map { Self.fourCharacters($0.mediaSubType.rawValue) } ?? "none"
    isEnabled = track.isEnabled
    isDecodable = track.isDecodable
    languageCode = track.languageCode
    languageTag = track.extendedLanguageTag
    start = ExactTime(track.timeRange.start) ?? .zero
    beginsWithEmptyEdit = track.beginsWithEmptyEdit
    duration = ExactTime(track.timeRange.duration)
    timeScale = track.naturalTimeScale
    sampleCount = track.sampleCount > 0 ? track.sampleCount : nil
    bitsPerSecond = track.estimatedDataRate > 0 ? Double(track.estimatedDataRate) : nil
    metadata = track.metadata.compactMap { MetadataFact($0) }
    associations = track.availableTrackAssociationTypes.map { type in
      Association(kind: type.rawValue, tracks: track.associatedTracks(ofType: type).map(\.trackID))
    }
    video = kind == .video ? format.map { Video($0, of: track) } : nil
    audio = kind == .audio ? format?.audioStreamBasicDescription.map { Audio($0) } : nil
    audio?.layout = track.channelLayoutName
  }

  /// Four printable characters, or the number in hexadecimal where they are not printable.
  static func fourCharacters(_ code: UInt32) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    guard bytes.allSatisfy({ (32...126).contains($0) }) else { return "0x" + String(code, radix: 16) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

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
  }

  /// The two numbers behind the coordinates of four colours (ITU-T H.265, D.3.28), in 0.0001 candela a square metre.
  private static func luminance(_ bytes: [UInt8]) -> ClosedRange<Double>? {
    guard bytes.count == 24 else { return nil }
    let numbers = [16, 20].map { start in bytes[start..<start + 4].reduce(0.0) { $0 * 256 + Double($1) } / 10_000 }
    return numbers[1] <= numbers[0] ? numbers[1]...numbers[0] : nil
  }

  private static func light(_ bytes: [UInt8]) -> TrackFacts.ContentLight? {
    guard bytes.count == 4 else { return nil }
    return TrackFacts.ContentLight(
      maximum: Int(bytes[0]) << 8 | Int(bytes[1]), maximumAverage: Int(bytes[2]) << 8 | Int(bytes[3]))
  }

  private static func bytes(_ key: CFString, of format: CMFormatDescription) -> [UInt8]? {
    (CMFormatDescriptionGetExtension(format, extensionKey: key) as? NSData).map { [UInt8]($0 as Data) }
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

  /// The depth of what a lossless codec encoded, which its format flags number from 1 (16, 20, 24 and 32 bits).
  private static func losslessDepth(_ format: AudioStreamBasicDescription) -> Int? {
    guard format.mFormatID == kAudioFormatAppleLossless || format.mFormatID == kAudioFormatFLAC else { return nil }
    let depths: [UInt32: Int] = [1: 16, 2: 20, 3: 24, 4: 32]
    return depths[format.mFormatFlags]
  }
}

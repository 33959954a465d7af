internal import AVFoundation
internal import Foundation

extension SourceFacts {
  /// - Parameter readsPictures: true if pictures are read for the facts that they alone state.
  init(_ asset: AVURLAsset, byteCount: Int64?, readsPictures: Bool = true) {
    duration = ExactTime(asset.duration)
    hasExactDurations = asset.providesPreciseDurationAndTiming
    self.byteCount = byteCount
    container = asset.containerName
    creationDate = asset.creationDate?.dateValue.map { $0.formatted(.iso8601) }
    preferredRate = asset.preferredRate == 1 ? nil : Double(asset.preferredRate)
    preferredVolume = asset.preferredVolume == 1 ? nil : Double(asset.preferredVolume)
    metadata = asset.metadata.compactMap { MetadataFact($0) }
    chapters = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: []).map { ChapterFact($0) }
    attachments = asset.attachedFiles.map { AttachmentFact($0) }
    alternatives = asset.trackGroups.map { $0.trackIDs.map(\.int32Value) }
    var positions: [TrackKind: Int] = [:]
    tracks = asset.tracks.map { track in
      let kind = TrackKind(track.mediaType)
      positions[kind, default: 0] += 1
      return TrackFacts(
        track, kind: kind, position: positions[kind, default: 1], readsPictures: readsPictures)
    }
  }
}

extension AVAssetTrack {
  /// The sample descriptions. Apple's array is of `Any`.
  var formats: [CMFormatDescription] { formatDescriptions.compactMap { $0 as? CMFormatDescription } }

  /// The first sample description, or nil for a track that has none.
  var format: CMFormatDescription? { formats.first }
}

extension AVAssetTrack {
  /// A Boolean value that says whether samples before those that are heard may be decoded. Only a movie can say that none
  /// are: its first sample is shown, at the track's start.
  fileprivate var mayHideStart: Bool {
    guard canProvideSampleCursors else { return true }
    // Without an edit list, metadata can state a padding. The sound then begins behind it.
    if timeRange.start > .zero, !beginsWithEmptyEdit { return true }
    return segments.contains { !$0.isEmpty && $0.timeMapping.source.start > .zero }
  }
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
  fileprivate init(_ track: AVAssetTrack, kind: TrackKind, position: Int, readsPictures: Bool) {
    let format = track.format
    id = track.trackID
    self.kind = kind
    self.position = position
    codec = format.map { String(fourCharacters: $0.mediaSubType.rawValue) } ?? "none"
    profile = track.codecProfile.isEmpty ? nil : track.codecProfile
    level = track.codecLevel.isEmpty ? nil : track.codecLevel
    isEnabled = track.isEnabled
    isDecodable = track.isDecodable
    languageCode = track.languageCode
    languageTag = track.extendedLanguageTag
    handlerName = track.handlerName
    start = ExactTime(track.timeRange.start) ?? .zero
    beginsWithEmptyEdit = track.beginsWithEmptyEdit
    isComposed = track.isComposed
    duration = ExactTime(track.timeRange.duration)
    timeScale = track.naturalTimeScale
    sampleCount = track.sampleCount > 0 ? track.sampleCount : nil
    bitsPerSecond = track.estimatedDataRate > 0 ? Double(track.estimatedDataRate) : nil
    hasTextDefinitions = track.hasTextDefinitions
    roles = track.roles
    metadata = track.metadata.filter { !$0.isRole }.compactMap { MetadataFact($0) }
    associations = track.availableTrackAssociationTypes.map { type in
      Association(kind: type.rawValue, tracks: track.associatedTracks(ofType: type).map(\.trackID))
    }
    video = kind == .video ? format.map { Video($0, of: track) } : nil
    if readsPictures { video?.readPictures(of: track) }
    video?.chroma = track.chromaSampling.isEmpty ? nil : track.chromaSampling
    video?.isWhole = track.hasWholePictures
    video?.stereo = track.stereoLayout.isEmpty ? nil : track.stereoLayout
    audio = kind == .audio ? format?.audioStreamBasicDescription.map { Audio($0) } : nil
    audio?.volume = track.preferredVolume == 1 ? nil : Double(track.preferredVolume)
    audio?.losslessBits = track.losslessBitDepth > 0 ? track.losslessBitDepth : nil
    audio?.layout = track.channelLayoutName
    audio?.inputSampleRate = format.flatMap(Audio.inputSampleRate)
    audio?.mayHideStart = track.mayHideStart
    timecode = kind == .timecode ? Timecode(track) : nil
    tellsLocation = format.map(Self.tellsLocation) ?? false
  }

  /// Returns whether timed metadata tells a location. Boxed metadata names its keys; the streams of GoPro's sensors and
  /// Google's camera motion have a satellite receiver's among them.
  private static func tellsLocation(_ format: CMFormatDescription) -> Bool {
    guard format.mediaType == .metadata else { return false }
    if ["gpmd", "camm"].contains(String(fourCharacters: format.mediaSubType.rawValue)) { return true }
    let identifiers = CMMetadataFormatDescriptionGetIdentifiers(format) ?? []
    return identifiers.contains { "\($0)".lowercased().contains("location") }
  }
}

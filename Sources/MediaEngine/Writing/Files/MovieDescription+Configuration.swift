import CoreGraphics
import CoreMedia
import MovieFile

extension MovieDescription {
  init(_ configuration: FileConfiguration, in format: FileFormat) {
    self.init()
    timeScale = configuration.movieTimeScale
    preferredRate = configuration.preferredRate
    preferredVolume = configuration.preferredVolume
    creationTime = configuration.creationDate.flatMap { UInt64(movieDate: $0) } ?? 0
    modificationTime = creationTime
    let metadata = MovieMetadata(configuration.metadata, in: format)
    self.metadata = metadata.keyed
    userData = metadata.userData
    if !configuration.chapters.isEmpty { userData.append(ChapterList(configuration.chapters).box) }
    iTunesItems = metadata.iTunesItems
  }
}

extension TrackDescription {
  /// Makes the description of a track, as far as it is known before the first sample. The time scale is set with that
  /// sample.
  init(_ configuration: TrackConfiguration) {
    let kind = HandlerType(rawValue: FourCC(rawValue: configuration.mediaType.rawValue))
    self.init(kind: kind, timeScale: configuration.mediaTimeScale > 0 ? configuration.mediaTimeScale : 1)
    let transform = configuration.transform
    matrix = TransformMatrix(
      a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx, ty: transform.ty)
    if let size = configuration.naturalSize {
      width = size.width
      height = size.height
    }
    volume = Double(configuration.volume)
    if let code = configuration.languageCode { language = Language(code) ?? .undetermined }
    extendedLanguage = configuration.extendedLanguageTag
    isEnabled = configuration.isEnabled
    handlerName = configuration.handlerName
    alternateGroup = configuration.alternateGroup
    isInterleaved = configuration.placement != .first
    if configuration.placement == .first { preload = .wholeTrack }
    if configuration.preferredChunkAlignment > 1 { chunks.alignment = configuration.preferredChunkAlignment }
    if configuration.plannedSampleCount > 0 { plannedSampleCount = configuration.plannedSampleCount }
  }

  /// Adds a reference, once.
  mutating func refer(_ type: FourCC, to trackID: UInt32) {
    guard let index = references.firstIndex(where: { $0.type == type }) else {
      return references.append(TrackReference(type, [trackID]))
    }
    if !references[index].trackIDs.contains(trackID) { references[index].trackIDs.append(trackID) }
  }
}

import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

extension MediaInterop.Stream {
  /// A track for one of libavformat's containers.
  ///
  /// - Throws: `MediaError(.unsupportedByContainer)` for a format that libavformat has no numbers for.
  init(_ configuration: TrackConfiguration, _ format: CMFormatDescription, in container: LibraryFormat) throws {
    var parameters = try CodecParameters(format)
    if container.isHeaderless, parameters.codec == .aac {
      parameters.extradata = AudioSpecificConfig.withoutScalability(parameters.extradata)
    }
    // A wish: the container has its own unit, or takes this one.
    let ticks = Int32(exactly: parameters.sampleRate).flatMap { $0 > 0 ? $0 : nil } ?? Self.systemClock
    self.init(index: 0, parameters: parameters, timeBase: TimeBase(ticksPerSecond: ticks))
    if configuration.isEnabled { disposition.insert(.default) }
    if container.hasTrackFlags {
      for role in configuration.characteristics.compactMap(TrackRole.init) { disposition.insert(role.flag) }
    }
    for (name, text) in LibraryTags(configuration.metadata, for: container).texts { metadata[name] = text }
    metadata["language"] = configuration.language.map(ISO639.bibliographic)
    guard configuration.mediaType == .video else { return }
    let attributes = VideoAttributes(format.extensions)
    masteringDisplay = attributes.masteringDisplay.flatMap { try? MasteringDisplay(payload: $0) }
    contentLightLevel = attributes.contentLightLevel.flatMap { try? ContentLightLevel(payload: $0) }
  }

  /// Ticks a second of MPEG's time stamps.
  private static let systemClock: Int32 = 90_000
}

import Bitstreams
import CoreGraphics
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

extension MediaInterop.Stream {
  /// Makes a track for one of libavformat's containers.
  ///
  /// - Throws: `MediaError(.unsupportedByContainer)` for a format that libavformat has no codec number for.
  init(_ configuration: TrackConfiguration, _ format: CMFormatDescription, in container: LibraryFormat) throws {
    var parameters = try CodecParameters(format)
    if parameters.codec == .aac, parameters.extradata.isEmpty {
      parameters.extradata = format.impliedAudioSpecificConfig?.bytes ?? []
    }
    if container.isHeaderless, parameters.codec == .aac {
      parameters.extradata = AudioSpecificConfig.withoutScalability(parameters.extradata)
    }
    // This is only a request: the container accepts this unit or uses its own.
    let ticks = Int32(exactly: parameters.sampleRate).flatMap { $0 > 0 ? $0 : nil } ?? Self.systemClock
    self.init(index: 0, parameters: parameters, timeBase: TimeBase(ticksPerSecond: ticks))
    if configuration.isEnabled { disposition.insert(.default) }
    if container.hasTrackFlags {
      for role in configuration.characteristics.compactMap(TrackRole.init) { disposition.insert(role.flag) }
    }
    for (name, text) in LibraryTags(configuration.metadata, for: container).texts { metadata[name] = text }
    metadata["language"] = configuration.language.map(ISO639.bibliographic)
    languageTag = configuration.language.flatMap { ISO639.saysMore($0) ? $0 : nil }
    guard configuration.mediaType == .video else { return }
    displayMatrix = Self.displayMatrix(configuration.transform)
    let attributes = VideoAttributes(format.extensions)
    masteringDisplay = attributes.masteringDisplay.flatMap { try? MasteringDisplay(payload: $0) }
    contentLightLevel = attributes.contentLightLevel.flatMap { try? ContentLightLevel(payload: $0) }
  }

  /// Returns a map as libavformat's nine numbers: in 16.16 fixed point, and the last one of each row in 2.30.
  private static func displayMatrix(_ map: CGAffineTransform) -> [Int32]? {
    func fixed(_ value: CGFloat) -> Int32? { Int32(exactly: (value * 65536).rounded()) }
    guard let a = fixed(map.a), let b = fixed(map.b), let c = fixed(map.c), let d = fixed(map.d),
      let x = fixed(map.tx), let y = fixed(map.ty)
    else { return nil }
    return [a, b, 0, c, d, 0, x, y, 1 << 30]
  }

  /// The ticks a second of MPEG's time stamps.
  private static let systemClock: Int32 = 90_000
}

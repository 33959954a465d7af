import CoreAudioTypes
package import CoreMedia
import MediaSupport
import MovieFile

/// The answers of the table of containers about a format or a coding.
extension ContainerFormat {
  /// Returns the reason why this container cannot carry samples of a format unchanged; `nil` if it can.
  ///
  /// A format from a file of the same family can be written to one again, even if this build does not know the coding:
  /// its sample entry is kept.
  package func refusal(of format: CMFormatDescription) -> String? {
    codingRefusal(of: format) ?? descriptionRefusal(of: format)
  }

  /// Returns the reason that follows from the coding alone, without checking whether a movie's sample entry can be
  /// made.
  func codingRefusal(of format: CMFormatDescription) -> String? {
    if let reason = refusal(of: format.mediaSubType, mediaType: format.mediaType) {
      let isKept = mediaTypes.contains(format.mediaType) && keepsEntry(of: format)
      return isKept ? nil : reason
    }
    if format.mediaType == .video { return refusal(ofLayersIn: format) }
    guard format.mediaType == .audio, let sound = format.audioStreamBasicDescription else {
      return nil
    }
    guard format.mediaSubType == .linearPCM else { return nil }
    if sound.isNonInterleavedPCM { return "linear PCM with a buffer for each channel has to be interleaved for a file" }
    return refusal(of: LinearPCM(sound)) ?? refusal(ofChannelsIn: format)
  }

  /// Returns the reason why this container cannot carry samples of a coding; `nil` when it can.
  package func refusal(
    of subType: CMFormatDescription.MediaSubType, mediaType: CMFormatDescription.MediaType
  ) -> String? {
    carries(subType, mediaType) ? nil : refusal(of: "\(FourCC(rawValue: subType.rawValue))", mediaType, subType)
  }

  private func carries(
    _ subType: CMFormatDescription.MediaSubType, _ mediaType: CMFormatDescription.MediaType
  ) -> Bool {
    rules.codings(of: mediaType)?.contains(FourCC(rawValue: subType.rawValue)) ?? false
  }

  private func refusal(
    of name: String, _ mediaType: CMFormatDescription.MediaType, _ subType: CMFormatDescription.MediaSubType
  ) -> String {
    let others = Self.allCases.filter { $0 != self && $0.carries(subType, mediaType) }
    let kind = Self.kinds[mediaType] ?? "\(FourCC(rawValue: mediaType.rawValue))"
    let refused = mediaTypes.contains(mediaType) ? "\(kind) in the format '\(name)'" : "\(kind) tracks"
    return "\(self.name) files (.\(fileExtension)) cannot carry \(refused); " + Self.advice(others)
  }

  /// Returns the reason why this container cannot carry a form of PCM. PCM has one code but many forms, and not every
  /// container supports all of them.
  private func refusal(of pcm: LinearPCM?) -> String? {
    guard let pcm else { return "linear PCM whose sizes contradict each other cannot be written to any file" }
    if rules.carriesPCM(pcm) { return nil }
    let others = Self.allCases.filter { $0 != self && $0.rules.carriesPCM(pcm) }
    return "\(name) files (.\(fileExtension)) cannot carry \(pcm); " + Self.advice(others)
  }

  /// Returns the reason why this container cannot carry an order of channels. Movies state the order; the others have
  /// WAVE's.
  private func refusal(ofChannelsIn format: CMFormatDescription) -> String? {
    guard format.channelPlaces != nil, !saysChannelOrder else { return nil }
    let others = Self.allCases.filter { $0.saysChannelOrder && $0.codingRefusal(of: format) == nil }
    let refused = "channels in another order than WAVE's"
    return "\(name) files (.\(fileExtension)) cannot carry \(refused); " + Self.advice(others)
  }

  /// Returns the reason why this container cannot carry pictures in several layers.
  private func refusal(ofLayersIn format: CMFormatDescription) -> String? {
    guard !rules.carriesLayers, VideoAttributes(format.extensions).hasLayers else { return nil }
    let others = Self.allCases.filter { $0.rules.carriesLayers && $0.codingRefusal(of: format) == nil }
    return "\(name) files (.\(fileExtension)) cannot carry pictures in layers; " + Self.advice(others)
  }

  private var saysChannelOrder: Bool {
    if case .movie = rules.writer { true } else { false }
  }

  private static func advice(_ others: [ContainerFormat]) -> String {
    others.isEmpty ? "no container of this build can" : list(others) + " can"
  }

  /// Returns the containers' names in a sentence.
  static func list(_ containers: [ContainerFormat]) -> String {
    let names = containers.map { ".\($0.fileExtension)" }
    guard names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  /// Returns the reason why no movie's sample entry can be made for a format that is neither pictures nor sound: for
  /// text from another container, only its name may be known.
  private func descriptionRefusal(of format: CMFormatDescription) -> String? {
    guard ![.video, .audio].contains(format.mediaType), case .movie(let file) = rules.writer else { return nil }
    do {
      _ = try SampleEntry(format, in: file)
      return nil
    } catch {
      return (error as? MediaError)?.message ?? "\(error)"
    }
  }

  /// Returns whether the sample entry that a format came with is of this container's family.
  private func keepsEntry(of format: CMFormatDescription) -> Bool {
    switch self {
    case .quickTime: format.extensions[.verbatimSampleDescription] != nil
    case .mp4: format.extensions[.verbatimISOSampleEntry] != nil
    default: false
    }
  }

  private static let kinds: [CMFormatDescription.MediaType: String] = [
    .video: "video", .audio: "audio", .text: "text", .subtitle: "subtitle", .closedCaption: "closed caption",
    .timeCode: "time code", .metadata: "metadata", .muxed: "muxed",
  ]
}

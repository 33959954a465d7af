internal import AVFoundation
internal import MediaSupport

extension JoinedTracks {
  /// Returns the reason why the samples of a track cannot follow each other as they are, even if those of some inputs
  /// are encoded. It is nil if they can, and for a track of one input.
  func refusal(ofCopying id: Int32, to container: Container) -> String? {
    guard let track = tracks.first(where: { $0.id == id }), let first = track.parts.first ?? nil else { return nil }
    for (name, part) in zip(names, track.parts) {
      guard let part else { continue }
      if let difference = difference(of: part, from: first),
        EncodedPart(of: part.facts, behind: first.facts, in: container) == nil
      {
        return "\(name) has \(difference)"
      }
      if !container.isMovie, let format = first.formats.first,
        part.formats.contains(where: { !CMFormatDescriptionEqual($0, otherFormatDescription: format) })
      {
        return "\(container.rawValue) has one description for all samples of a track, and \(name) has another one"
      }
    }
    if !container.isMovie, first.facts.kind == .audio, first.facts.codec != "lpcm" {
      return "\(container.rawValue) cannot hide the encoder's padding between two inputs; mov and mp4 can"
    }
    return nil
  }

  /// Returns the inputs of a track that are encoded so that they can follow the first one.
  func encodedInputs(of id: Int32) -> [EncodedInput] {
    guard let track = tracks.first(where: { $0.id == id }), let first = track.parts.first ?? nil else { return [] }
    return track.parts.enumerated().compactMap { index, part in
      guard let part, let difference = difference(of: part, from: first) else { return nil }
      return EncodedInput(
        index: index, name: names[index], difference: difference, seconds: part.facts.duration?.seconds ?? 0)
    }
  }

  private func difference(of part: Part, from first: Part) -> String? {
    if let difference = part.facts.difference(from: first.facts) { return difference }
    // Decoders show wrong pictures if lossless coding follows other coding.
    func isLossless(_ part: Part) -> Bool { part.formats.contains { $0.pictureSequence?.isLossless == true } }
    if isLossless(part), !isLossless(first) { return "pictures that are coded without loss" }
    return part.facts.isComposed && part.facts.codec != "lpcm" ? "an edit list that shows several parts" : nil
  }
}

/// The encoding of an input's part of a joined track, by which its samples can follow those of the first input.
struct EncodedPart {
  /// The settings of a writer's input.
  let settings: [String: Any]
  /// A Boolean value that says whether the pictures are turned as the input's matrix shows them.
  let isTurned: Bool

  /// - Parameters:
  ///   - part: the input's part.
  ///   - first: that of the first input, which is copied.
  ///   - container: the container that the samples go to.
  /// - Returns: nil where nothing that is encoded could follow the first input.
  init?(of part: TrackFacts, behind first: TrackFacts, in container: Container) {
    // Only movies have descriptions for each part of a track.
    guard container.isMovie, part.isDecodable, !first.isComposed else { return nil }
    if let video = part.video, let other = first.video {
      // Pictures are turned upright, and not as another matrix would turn them back.
      isTurned = video.transform != other.transform
      let isUpright = Geometry(other).turn?.isNone == true && Geometry(video).turn != nil
      guard !isTurned || isUpright, let pictures = try? MatchingPictures(first, in: container) else { return nil }
      settings = pictures.settings(forOthers: video)
      return
    }
    guard part.audio != nil, let sound = try? MatchingSound(first, in: container) else { return nil }
    (settings, isTurned) = (sound.settings, false)
  }
}

extension TrackFacts {
  /// Returns the first property, with this track's value, because of which one track cannot hold the samples of both.
  /// It is nil if one track can.
  fileprivate func difference(from first: TrackFacts) -> String? {
    func differs<Value: Equatable>(_ name: String, _ own: Value?, _ other: Value?) -> String? {
      own == other ? nil : "\(own.map { "\($0)" } ?? "no") \(name) instead of \(other.map { "\($0)" } ?? "none")"
    }
    if let codec = differs("as its codec", coding, first.coding) { return codec }
    if let (own, other) = zip(video, first.video) {
      return differs("pixels", "\(own.width)x\(own.height)", "\(other.width)x\(other.height)")
        ?? (own.transform == other.transform ? nil : "another rotation")
        ?? differs("as its pixels' shape", own.pixelAspect.text, other.pixelAspect.text)
        ?? differs("bits", own.bitsPerComponent, other.bitsPerComponent)
        ?? differs("as its transfer function", own.transfer, other.transfer)
        ?? differs("as its primaries", own.primaries, other.primaries)
    }
    if let (own, other) = zip(audio, first.audio) {
      return differs("Hz", own.sampleRate, other.sampleRate) ?? differs("channels", own.channels, other.channels)
        ?? differs("bits", own.bitsPerChannel, other.bitsPerChannel)
    }
    return nil
  }

  /// The code of the coding: HEVC has two, by where its parameter sets may lie.
  private var coding: String { codec == "hev1" ? "hvc1" : codec.withoutTrailingSpaces }

  private func zip<Value>(_ one: Value?, _ other: Value?) -> (Value, Value)? {
    if let one, let other { (one, other) } else { nil }
  }
}

extension TrackFacts.PixelAspect {
  fileprivate var text: String { "\(horizontal):\(vertical)" }
}

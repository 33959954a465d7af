internal import AVFoundation

extension JoinedTracks {
  /// Returns the reason why the samples of a track cannot follow each other as they are; nil where they can, and for a
  /// track of one input.
  func refusal(ofCopying id: Int32, to container: Container) -> String? {
    guard let track = tracks.first(where: { $0.id == id }), let first = track.parts.first ?? nil else { return nil }
    for (name, part) in zip(names, track.parts) {
      guard let part else { continue }
      if let difference = part.facts.difference(from: first.facts) { return "\(name) has \(difference)" }
      if part.facts.isComposed, part.facts.codec != "lpcm" { return "the edit list of \(name) shows several parts" }
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
}

extension TrackFacts {
  /// Returns the first property by which one track cannot hold the samples of both, with this track's value; nil where
  /// it can.
  fileprivate func difference(from first: TrackFacts) -> String? {
    func differs<Value: Equatable>(_ name: String, _ own: Value?, _ other: Value?) -> String? {
      own == other ? nil : "\(own.map { "\($0)" } ?? "no") \(name) instead of \(other.map { "\($0)" } ?? "none")"
    }
    if let codec = differs("as its codec", codec.withoutTrailingSpaces, first.codec.withoutTrailingSpaces) {
      return codec
    }
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

  private func zip<Value>(_ one: Value?, _ other: Value?) -> (Value, Value)? {
    if let one, let other { (one, other) } else { nil }
  }
}

extension TrackFacts.PixelAspect {
  fileprivate var text: String { "\(horizontal):\(vertical)" }
}

internal import AVFoundation

/// The tracks of several inputs that follow each other in one track each: a pure value (CL-13).
struct JoinedTracks {
  /// One track, and its parts in the order of the inputs.
  struct Track {
    /// The identifier in the first input.
    let id: Int32
    /// Each input's part, or nil for an input that has no such track.
    var parts: [Part?] = []
  }

  /// The facts and the descriptions of one input's part of a track.
  typealias Part = (facts: TrackFacts, formats: [CMFormatDescription])

  var tracks: [Track] = []
  /// The names of the inputs, for messages.
  var names: [String] = []
}

/// The part of a joined track that comes from one input.
struct JoinedPart: Hashable {
  /// The identifier of the track in the first input.
  let track: Int32
  /// The number of the input, from 0.
  let input: Int
}

extension TrackFacts {
  /// Returns whether both are the same track of their files, by the order of the tracks of a kind.
  func hasSamePlace(as other: TrackFacts) -> Bool { kind == other.kind && position == other.position }
}

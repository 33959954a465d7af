extension Plan {
  /// Returns the path of the movie of stored sound.
  ///
  /// - Parameter folder: the path of the journal's folder.
  func soundPath(in folder: String) -> String { "\(folder)/sound.\(container.rawValue)" }

  /// Opens the sound that another machine encoded; nil where it was not encoded, or is not the plan's.
  ///
  /// - Parameter folder: the path of the journal's folder.
  func storedSound(in folder: String) -> StoredSound? {
    StoredSound(at: soundPath(in: folder), of: storableSound.map(\.source.id))
  }

  /// The tracks whose sound can be encoded by itself, and stored as it is in the output: those of a movie, which states
  /// every time exactly. Sound that is measured first is encoded with the rest, since the result tells the measures, and
  /// so is linear PCM, which has no packets that stay the same and takes no time.
  ///
  /// The tracks stay the same when their sound is stored.
  var storableSound: [TrackPlan] {
    guard container.isMovie, part.origin.value == 0 else { return [] }
    return tracks.filter { track in
      guard case .encodeAudio(let encoding) = track.action, encoding.loudness == nil else { return false }
      return if case .pcm = encoding.format { false } else { true }
    }
  }

  /// Lets the tracks of stored sound be taken from there.
  mutating func take(_ sound: StoredSound) {
    for index in tracks.indices where sound.tracks[tracks[index].source.id] != nil {
      guard case .encodeAudio(var encoding) = tracks[index].action else { continue }
      encoding.isStored = true
      tracks[index].action = .encodeAudio(encoding)
    }
  }
}

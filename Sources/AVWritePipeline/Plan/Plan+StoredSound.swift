/// The sound that is encoded apart from the pictures, into the journal of a job that encodes those in segments.
extension Plan {
  /// Returns the path of the movie of that sound.
  ///
  /// - Parameter folder: the path of the journal's folder.
  func soundPath(in folder: String) -> String { "\(folder)/sound.\(soundContainer.rawValue)" }

  /// The container of the sound that is encoded apart, which is a movie.
  var soundContainer: Container { container.isMovie ? container : .mp4 }

  /// Opens the sound that was encoded apart, to be stored as it is. Returns nil if it was not encoded, or is not the
  /// plan's.
  ///
  /// - Parameter folder: the path of the journal's folder.
  func storedSound(in folder: String) -> StoredSound? {
    StoredSound(at: soundPath(in: folder), of: storableSound.map(\.source.id))
  }

  /// Opens the sound that was encoded apart, whose size counts. Returns nil if it was not encoded, or is not the
  /// plan's.
  ///
  /// - Parameter folder: the path of the journal's folder.
  func measuredSound(in folder: String) -> StoredSound? {
    StoredSound(at: soundPath(in: folder), of: soundEncodedApart.map(\.source.id))
  }

  /// The tracks whose sound can be encoded by itself, and stored as it is in the output: those of a movie, which states
  /// every time exactly.
  ///
  /// The tracks stay the same when their sound is stored.
  var storableSound: [TrackPlan] {
    guard container.isMovie, part.origin.value == 0 else { return [] }
    return separableSound
  }

  /// The tracks whose sound is encoded apart: all that can be stored; where the size of the sound has to be known before
  /// the pictures are encoded, also sound that is only measured, and encoded once more with the file.
  var soundEncodedApart: [TrackPlan] {
    let storable = storableSound
    guard storable.isEmpty, measuresSoundFirst else { return storable }
    return separableSound.filter { track in
      if case .encodeAudio(let encoding) = track.action {
        soundContainer.audioEncoders.contains(encoding.format.codec)
      } else {
        false
      }
    }
  }

  /// The tracks whose sound can be encoded separately, because it does not depend on the rest of the job. Sound whose
  /// loudness is measured is not among them, since the result has the measures. Linear PCM is not, either: it has no
  /// packets that would stay the same, and takes no time to encode.
  private var separableSound: [TrackPlan] {
    tracks.filter { track in
      guard case .encodeAudio(let encoding) = track.action, encoding.loudness == nil else { return false }
      return if case .pcm = encoding.format { false } else { true }
    }
  }

  /// A Boolean value that says whether the size of the sound has to be known before the pictures are encoded: passes over
  /// segments bring the file to its size.
  var measuresSoundFirst: Bool {
    targetSize != nil && tracks.contains { $0.action.makesPasses && $0.action.isSplit }
  }

  /// Returns whether the size of sound that is to be known is not known yet.
  ///
  /// - Parameter folder: the path of the journal's folder.
  func lacksMeasuredSound(in folder: String) -> Bool {
    measuresSoundFirst && !soundEncodedApart.isEmpty && measuredSound(in: folder) == nil
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

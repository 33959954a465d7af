internal import AVFoundation

/// The encoded sound of a job, as a movie in the job's journal: another machine encoded it, while others encode the
/// pictures.
struct StoredSound {
  let asset: AVAsset
  /// The asset's tracks, by the identifiers of the source's tracks.
  let tracks: [Int32: AVAssetTrack]

  /// Returns the path of the movie.
  ///
  /// - Parameter folder: the path of the journal's folder.
  static func path(in folder: String, of plan: Plan) -> String { "\(folder)/sound.\(plan.container.rawValue)" }

  /// Opens the sound of a plan; nil where it was not encoded, or is not the plan's.
  init?(in folder: String, of plan: Plan) {
    let planned = plan.storableSound
    let path = Self.path(in: folder, of: plan)
    guard !planned.isEmpty, access(path, F_OK) == 0 else { return nil }
    asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let found = asset.tracks(withMediaType: .audio)
    guard found.count == planned.count else { return nil }
    tracks = Dictionary(uniqueKeysWithValues: zip(planned.map(\.source.id), found))
  }

  /// Returns a reader of all of the sound.
  ///
  /// - Throws: `JobError` of exit 74 where the movie is gone.
  func makeReader() throws(JobError) -> AVAssetReader {
    do {
      return try AVAssetReader(asset: asset)
    } catch {
      throw JobError(.inputOutput, "the sound that was encoded cannot be read: \(error.localizedDescription)")
    }
  }
}

extension Plan {
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

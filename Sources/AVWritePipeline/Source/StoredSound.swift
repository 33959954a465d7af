internal import AVFoundation

/// The encoded sound of a job, as a movie in the job's journal: another machine encoded it, while others encode the
/// pictures.
struct StoredSound {
  let asset: AVAsset
  /// The asset's tracks, by the identifiers of the source's tracks.
  let tracks: [Int32: AVAssetTrack]

  /// Opens the sound of some tracks of a source.
  ///
  /// - Parameters:
  ///   - path: the path of the movie.
  ///   - sources: the identifiers of the source's tracks, in the movie's order.
  /// - Returns: Nil where there is no movie, or one of other tracks.
  init?(at path: String, of sources: [Int32]) {
    guard !sources.isEmpty, access(path, F_OK) == 0 else { return nil }
    asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let found = asset.tracks(withMediaType: .audio)
    guard found.count == sources.count else { return nil }
    tracks = Dictionary(uniqueKeysWithValues: zip(sources, found))
  }

  /// Returns a reader of all of the sound.
  ///
  /// - Throws: `JobError` of exit 74 where the movie is gone.
  func makeReader() throws(JobError) -> AVAssetReader {
    do {
      return try asset.makeReader()
    } catch {
      throw JobError(.inputOutput, "the sound that was encoded cannot be read: \(error.localizedDescription)")
    }
  }
}

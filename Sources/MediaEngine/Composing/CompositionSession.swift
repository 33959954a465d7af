import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// The track readers of one reading of a composition, with a session for each of the files that it shows.
final class CompositionSession: AssetSession {
  private let plan: Composition.Plan
  private let treatment: DamageTreatment
  /// The flag of the waits for files that are not open yet, and of sessions that are made later.
  private let cancellation = Cancellation()
  /// The sessions of the files, by their content.
  private let sessions = Mutex<[ObjectIdentifier: any AssetSession]>([:])

  init(_ plan: Composition.Plan, onDamage treatment: DamageTreatment) {
    self.plan = plan
    self.treatment = treatment
  }

  /// Makes a reader of one track. All files that it shows are opened, and the media that comes first is opened for
  /// reading.
  func reader(
    of track: SourceTrack, output: TrackReader.Output, timeRange: CMTimeRange, isRandomAccess: Bool
  ) throws -> any SampleReader {
    try reader(of: track, output, timeRange) { media, output, range in
      try self.session(of: media).reader(
        of: media.track(self.cancellation), output: output, timeRange: range, isRandomAccess: true)
    }
  }

  func pictures(
    of track: SourceTrack, _ request: PictureRequest, in timeRange: CMTimeRange, _ notes: ReadingNotes
  ) throws -> any SampleReader {
    try reader(of: track, .pictures(request), timeRange) { media, _, range in
      try self.session(of: media).pictures(of: media.track(self.cancellation), request, in: range, notes)
    }
  }

  func cancel() {
    cancellation.cancel()
    for session in madeSessions { session.cancel() }
  }

  func interrupt() {
    cancellation.interrupt()
    for session in madeSessions { session.interrupt() }
  }

  func resume() {
    cancellation.resume()
    for session in madeSessions { session.resume() }
  }

  private var madeSessions: [any AssetSession] { sessions.withLock { Array($0.values) } }

  private func reader(
    of track: SourceTrack, _ output: TrackReader.Output, _ range: CMTimeRange, _ open: @escaping MediaReaders.Open
  ) throws -> any SampleReader {
    guard let track = plan.track(track.trackID) else {
      throw MediaError(.invalidOperation, .opening, "the composition has no such track", trackID: track.trackID)
    }
    // A missing file is found now, not in the middle of reading.
    try track.map.openMedia(cancellation)
    let readers = MediaReaders(open)
    if case .audio(let request) = output { return try ComposedSound(track, readers, request, in: range) }
    return try ComposedSamples(track, readers, output, in: range)
  }

  private func session(of media: ComposedMedia) -> any AssetSession {
    sessions.withLock { sessions in
      let content = ObjectIdentifier(media.content)
      if let session = sessions[content] { return session }
      let session = media.content.makeSession(onDamage: treatment)
      sessions[content] = session
      if cancellation.isCancelled { session.cancel() }
      if !cancellation.allowsWaiting { session.interrupt() }
      return session
    }
  }
}

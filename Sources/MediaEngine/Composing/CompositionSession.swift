import CoreMedia
import MediaSupport
import Synchronization

/// The track readers of one reading of a composition, with a session for each of the files that it shows.
final class CompositionSession: AssetSession {
  private let plan: Composition.Plan
  private let treatment: DamageTreatment
  private let state = Mutex(State())

  private struct State {
    /// The sessions of the files, by their content.
    var sessions: [ObjectIdentifier: any AssetSession] = [:]
    var isCancelled = false
    var isInterrupted = false
  }

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
      try self.session(of: media).reader(of: media.track(), output: output, timeRange: range, isRandomAccess: true)
    }
  }

  func pictures(
    of track: SourceTrack, _ request: PictureRequest, in timeRange: CMTimeRange, _ notes: ReadingNotes
  ) throws -> any SampleReader {
    try reader(of: track, .pictures(request), timeRange) { media, _, range in
      try self.session(of: media).pictures(of: media.track(), request, in: range, notes)
    }
  }

  func cancel() {
    for session in state.withLock({ state in
      state.isCancelled = true
      return state.sessions.values
    }) { session.cancel() }
  }

  func interrupt() {
    for session in state.withLock({ state in
      state.isInterrupted = true
      return state.sessions.values
    }) { session.interrupt() }
  }

  func resume() {
    for session in state.withLock({ state in
      state.isInterrupted = false
      return state.sessions.values
    }) { session.resume() }
  }

  private func reader(
    of track: SourceTrack, _ output: TrackReader.Output, _ range: CMTimeRange, _ open: @escaping MediaReaders.Open
  ) throws -> any SampleReader {
    guard let track = plan.track(track.trackID) else {
      throw MediaError(.invalidOperation, .opening, "the composition has no such track", trackID: track.trackID)
    }
    // A missing file is found now, not in the middle of reading.
    try track.map.openMedia()
    let readers = MediaReaders(open)
    if case .audio(let request) = output { return try ComposedSound(track, readers, request, in: range) }
    return try ComposedSamples(track, readers, output, in: range)
  }

  private func session(of media: ComposedMedia) -> any AssetSession {
    state.withLock { state in
      let content = ObjectIdentifier(media.content)
      if let session = state.sessions[content] { return session }
      let session = media.content.makeSession(onDamage: treatment)
      state.sessions[content] = session
      if state.isCancelled { session.cancel() }
      if state.isInterrupted { session.interrupt() }
      return session
    }
  }
}

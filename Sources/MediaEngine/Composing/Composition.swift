package import CoreGraphics
package import CoreMedia
package import MediaInterop
import MediaSupport
package import MovieFile
import Synchronization

/// The content of a composition: tracks that show parts of other media. Any thread.
///
/// It can be edited. Each reading uses a frozen copy of its own.
package final class Composition: AssetContent {
  /// The tracks and properties of the composition. A pure value.
  package struct Plan: Sendable {
    package fileprivate(set) var tracks: [CompositionTrack] = []
    /// The size of the pictures. If it is `nil`, it is that of the first track with pictures.
    package var naturalSize: CGSize?
    /// The identifiers that tracks have or had. Each is used only once.
    fileprivate var usedTrackIDs: Set<Int32> = []

    package init() {}

    /// The end of the longest track; zero without tracks.
    package var duration: CMTime { tracks.map(\.map.end).max() ?? .zero }

    /// The media that is shown, without repetitions.
    var media: Set<ComposedMedia> { Set(tracks.flatMap(\.map.segments).compactMap(\.media)) }

    /// Opens all media that is shown, as far as it can be opened.
    ///
    /// - Throws: `MediaError(.cancelled)`.
    fileprivate func openMedia(_ cancellation: Cancellation) throws {
      for media in media {
        _ = try? media.content.load(cancellation)
        if cancellation.isCancelled { throw MediaError(.cancelled, .opening, "opening was cancelled") }
      }
    }

    /// Returns a track; `nil` where there is none with the identifier.
    package func track(_ trackID: Int32) -> CompositionTrack? { tracks.first { $0.trackID == trackID } }
  }

  private struct State {
    var plan = Plan()
    /// The number of changes.
    var changes = 0
    /// The properties that follow from the plan; `nil` if they were not needed since the last change.
    var information: CompositionInformation?
  }

  private let state: Mutex<State>
  /// The calls that open media.
  private let calls = OngoingCalls()

  package init(_ plan: Plan = Plan()) { state = Mutex(State(plan: plan)) }

  /// The tracks as they are now.
  package var plan: Plan { state.withLock { $0.plan } }

  package var frozen: any AssetContent { Composition(plan) }

  package func header() throws -> SourceHeader { SourceHeader(duration: plan.duration) }

  package func load(_ cancellation: Cancellation?) throws -> CompositionInformation {
    let (plan, changes, known) = state.withLock { ($0.plan, $0.changes, $0.information) }
    if let known { return known }
    // Media may have to be opened for it, so that no lock is held meanwhile.
    try calls.perform(cancellation) { try plan.openMedia($0) }
    let information = CompositionInformation(plan)
    // Media that failed to open may open later.
    if plan.media.allSatisfy({ (try? $0.content.outcome(of: .streams)?.get()) != nil }) {
      state.withLock { state in
        if state.changes == changes { state.information = information }
      }
    }
    return information
  }

  /// Lets calls that wait for media end soon. The media may belong to other content too, whose calls wait on.
  package func cancel() { calls.cancelAll() }

  /// Returns success if nothing must be opened for a step.
  package func outcome(of step: SourceStep) -> Result<Void, any Error>? {
    plan.media.allSatisfy { $0.content.outcome(of: .streams) != nil } ? .success(()) : nil
  }

  package func cursor(in track: SourceTrack, at start: SampleCursor.Start) -> SampleCursor? { nil }

  package var isLocal: Bool { plan.media.allSatisfy(\.content.isLocal) }
  package var isAwaited: Bool { plan.media.contains(where: \.content.isAwaited) }

  package var played: any AssetContent {
    var plan = plan
    for index in plan.tracks.indices {
      plan.tracks[index].map = plan.tracks[index].map.replacingMedia { media in
        ComposedMedia(media.content.played, trackID: media.trackID, url: media.url)
      }
    }
    return Composition(plan)
  }

  package func makeSession(onDamage treatment: DamageTreatment) -> any AssetSession {
    CompositionSession(plan, onDamage: treatment)
  }
}

// MARK: Editing

extension Composition {
  /// Adds a track without segments, behind the others (CO-20).
  ///
  /// - Parameter preferredTrackID: the identifier to use, unless it is not positive or was used before.
  /// - Returns: The identifier of the track.
  package func addTrack(_ mediaType: CMFormatDescription.MediaType, preferredTrackID: Int32) -> Int32 {
    change { plan in
      let isFree = preferredTrackID > 0 && !plan.usedTrackIDs.contains(preferredTrackID)
      let next = (plan.usedTrackIDs.max() ?? 0).addingReportingOverflow(1)
      let generated = next.overflow ? (1...).first { !plan.usedTrackIDs.contains($0) } ?? 1 : next.partialValue
      let trackID = isFree ? preferredTrackID : generated
      plan.usedTrackIDs.insert(trackID)
      plan.tracks.append(CompositionTrack(trackID: trackID, mediaType: mediaType))
      return trackID
    }
  }

  /// Removes a track, and the references of other tracks to it.
  package func removeTrack(_ trackID: Int32) {
    change { plan in
      plan.tracks.removeAll { $0.trackID == trackID }
      for index in plan.tracks.indices {
        for type in plan.tracks[index].associations.map(\.type) {
          plan.tracks[index].removeAssociation(type, to: trackID)
        }
      }
    }
  }

  /// Changes a track. If the track no longer exists, nothing is changed, and the result is `nil`.
  @discardableResult
  package func edit<Result>(_ trackID: Int32, _ change: (inout CompositionTrack) -> Result) -> Result? {
    self.change { plan in
      guard let index = plan.tracks.firstIndex(where: { $0.trackID == trackID }) else { return nil }
      return change(&plan.tracks[index])
    }
  }

  /// Changes all tracks.
  package func editTracks(_ change: (inout CompositionTrack) -> Void) {
    self.change { plan in
      for index in plan.tracks.indices { change(&plan.tracks[index]) }
    }
  }

  /// Sets the size of the pictures; `nil` means that of the first track with pictures.
  package func setNaturalSize(_ size: CGSize?) { change { $0.naturalSize = size } }

  private func change<Result>(_ change: (inout Plan) -> Result) -> Result {
    state.withLock { state in
      state.information = nil
      state.changes += 1
      return change(&state.plan)
    }
  }
}

/// The tracks and properties of a composition.
package struct CompositionInformation: AssetInformation {
  package let tracks: [SourceTrack]
  package let duration: CMTime
  package var chapters: [SourceChapter] { [] }
  package var attachments: [FileAttachment] { [] }
  package var containerTitle: String { "" }
  package var movie: Movie? { nil }
  /// A Boolean value that is `false`: no part of a composition can be read separately, since two parts may show the
  /// same picture.
  package var isIndexed: Bool { false }

  init(_ plan: Composition.Plan) {
    tracks = plan.tracks.map(SourceTrack.init)
    duration = plan.duration
  }
}

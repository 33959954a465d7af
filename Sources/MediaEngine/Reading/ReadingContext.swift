import MediaInterop

/// What the stages of one track's reader share.
struct ReadingContext {
  let track: SourceTrack
  /// The track's stream in its container.
  let stream: MediaInterop.Stream
  let opener: any MediaOpener
  /// The stream's ticks on the asset's timeline.
  let timeline: AssetTimeline
  /// Gathers what did not stop reading.
  let notes: ReadingNotes
  /// Gathers what is missing because of damage; `nil` where damage ends reading.
  let losses: ReadingLosses?
}

import MediaInterop

/// The values that the stages of one track's reader share.
struct ReadingContext {
  let track: SourceTrack
  /// The track's stream in its container.
  let stream: MediaInterop.Stream
  let opener: any MediaOpener
  /// The stream's ticks on the asset's timeline.
  let timeline: AssetTimeline
  /// The edit list, where the stages read the media at its own times and an `EditedStage` moves the parts that it
  /// shows; `nil` where packets have the times of the presentation.
  let edits: TrackEdits?
  /// Gathers the problems that do not stop reading.
  let notes: ReadingNotes
  /// Gathers the losses because of damage; `nil` where damage ends reading.
  let losses: ReadingLosses?
  /// A Boolean value that says whether the track's configuration is of use. Without one none of its packets can be
  /// decoded.
  var isConfigured = true
  /// The agreement of the configuration with what stands beside it; `nil` where only a decoder can tell.
  var agreement: ConfigurationAgreement?
}

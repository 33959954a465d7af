import MediaInterop

/// The values that the stages of one track's reader share.
struct ReadingContext {
  let track: SourceTrack
  /// The stream of the track in its container.
  let stream: MediaInterop.Stream
  let opener: any MediaOpener
  /// The conversion from the stream's ticks to the asset's timeline.
  let timeline: AssetTimeline
  /// The edit list, if the stages read the media at its own times and an `EditedStage` moves the parts that the list
  /// shows. It is `nil` if packets have the times of the presentation.
  let edits: TrackEdits?
  /// Collects the problems that do not stop reading.
  let notes: ReadingNotes
  /// Collects the losses by damage; `nil` if damage ends reading.
  let losses: ReadingLosses?
  /// A Boolean value that says whether the track's configuration is usable. Without it no packet can be decoded.
  var isConfigured = true
  /// The sample descriptions of pictures by time; `nil` for a track with one description, and for other media.
  var descriptions: ShownDescriptions?
  /// The result of comparing the configuration with the track's other data; `nil` if only a decoder can tell.
  var agreement: ConfigurationAgreement?
}

import CoreMedia
import MovieFile

/// A track whose samples are to be stored in another file as they are, with all that decides whether a container can
/// have them so: its formats, and the stretches of media that it shows.
///
/// This is the one place that is asked, by exports and by the command's plans (EX-06).
package struct CopiedTrack: Sendable {
  private let track: SourceTrack
  private let parts: [Part]
  /// The duration of the longest stretch in which a composition's track shows nothing.
  private let longestPause: CMTime

  /// The track of a file, as a part of the samples.
  fileprivate struct Part: Sendable {
    let track: SourceTrack
    let content: any AssetContent
    /// A Boolean value that says whether nothing of the track is left out.
    var isWhole = true
    var isAtOwnSpeed = true
  }

  /// - Parameter content: the content of the file that the track is one of.
  package init(_ track: SourceTrack, of content: any AssetContent) {
    self.track = track
    parts = [Part(track: track, content: content)]
    longestPause = .zero
  }

  /// Makes the track of a composition. The media is opened where it was not yet; what cannot be opened is passed over.
  package init(_ track: SourceTrack, showing map: CompositionMap<ComposedMedia>) {
    self.track = track
    parts = map.segments.compactMap { segment in
      guard let media = segment.media, let shown = try? media.track() else { return nil }
      let whole = shown.timeRange
      return Part(
        track: shown, content: media.content,
        isWhole: whole.end.isNumeric && segment.source.start <= whole.start && segment.source.end >= whole.end,
        isAtOwnSpeed: segment.isNormal)
    }
    longestPause = map.segments.filter(\.isEmpty).map(\.target.duration).max() ?? .zero
  }

  /// Returns the reason why a container cannot have the samples as they are; `nil` where it can.
  package func refusal(by container: ContainerFormat) -> String? {
    for format in track.formatDescriptions {
      if let reason = container.refusal(of: format) { return reason }
    }
    if track.mediaType == .audio, let reason = soundRefusal(by: container) { return reason }
    // A movie's edit list says which samples are presented, and when, and each sample has a format of its own there.
    guard container.movieFormat == nil, let format = track.formatDescriptions.first else { return nil }
    if track.formatDescriptions.contains(where: { !container.lets($0, follow: format) }) {
      return container.formatChangeRefusal
    }
    let runUp = parts.reduce(CMTime.zero) { $0 + $1.track.hiddenRunUp }
    if let reason = container.refusal(ofHiding: runUp, in: format) { return reason }
    if parts.contains(where: \.isChained) || joinsPackets, let reason = container.refusal(ofChain: format) {
      return reason
    }
    guard let reason = refusal(ofPartBy: container) else { return nil }
    // Tables are looked into last: a long movie's are long.
    return parts.contains(where: \.hidesSamples) ? reason : nil
  }

  /// Returns the reason why a container cannot have the samples of a part of the track; `nil` where it can.
  ///
  /// A part may begin and end within a packet, or behind pictures that are needed to decode it. Movies say so in their
  /// edit lists, and sound that is stored frame by frame is cut to the frame.
  package func refusal(ofPartBy container: ContainerFormat) -> String? {
    guard container.movieFormat == nil, [.audio, .video].contains(track.mediaType), !track.isStoredByFrames else {
      return nil
    }
    return container.hidingRefusal
  }

  /// Returns the reason why a container cannot have the sound, apart from its formats.
  private func soundRefusal(by container: ContainerFormat) -> String? {
    // A packet of sound lasts as long as what it decodes to.
    if !parts.allSatisfy(\.isAtOwnSpeed) { return "a part of it plays at another speed" }
    if track.joinsFramesToOtherSound { return "it joins linear PCM to sound of another form" }
    guard !container.rules.hasTimes, hasPauses else { return nil }
    return "\(container.name) files cannot hold the pauses between its parts"
  }

  /// A Boolean value that says whether packets follow those of another stream, whose last one is padded.
  private var joinsPackets: Bool { track.mediaType == .audio && !track.isStoredByFrames && parts.count > 1 }

  /// A Boolean value that says whether there is a pause before or between the parts. What is shorter than a frame of
  /// sound is none: times are rounded.
  private var hasPauses: Bool {
    let rate = track.formatDescriptions.first?.audioStreamBasicDescription?.mSampleRate ?? 0
    return longestPause.seconds * rate >= 1 || parts.contains(where: \.hasPauses)
  }
}

extension CopiedTrack.Part {
  var isChained: Bool { track.isChained }

  /// A Boolean value that says whether a movie's edit list shows nothing for a while behind the first media.
  var hasPauses: Bool {
    let shown = track.edits?.map.spans.drop { $0.media == nil } ?? []
    return shown.contains { $0.media == nil && !$0.presentation.isEmpty }
  }

  /// A Boolean value that says whether a copy has samples that are there for others' sake, and not presented, beside
  /// the run-up of sound.
  var hidesSamples: Bool {
    guard isWhole else { return true }
    guard let edits = track.edits, !edits.map.isIdentity else { return false }
    if track.mediaType == .audio { return edits.map.spans.count { $0.media != nil } > 1 }
    guard let movie = (try? content.load())?.movie, let tables = movie.track(id: UInt32(bitPattern: track.trackID))
    else { return false }
    var samples = PresentedSamples(tables, edits.map)
    while let sample = samples.next() {
      if sample.shown == nil { return true }
    }
    return false
  }
}

extension ContainerFormat {
  /// Returns whether samples of a format can follow those of another in a track. Only where there is no header can they
  /// outside of movies: the configuration of pictures is in front of them.
  fileprivate func lets(_ format: CMFormatDescription, follow other: CMFormatDescription) -> Bool {
    format == other || rules.isHeaderless && InBandFraming.carries(format, behind: other)
  }
}

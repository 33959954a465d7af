import CoreMedia
import MovieFile

/// A track whose samples should be stored in another file without encoding, with everything that decides whether a
/// container can store them so: its formats, and the stretches of media that it shows.
///
/// Exports and the command's plans use only this decision (EX-06).
package struct CopiedTrack: Sendable {
  private let track: SourceTrack
  private let parts: [Part]
  /// The duration of the longest stretch in which a composition's track shows nothing.
  private let longestPause: CMTime

  /// The track of a file that provides a part of the samples.
  fileprivate struct Part: Sendable {
    let track: SourceTrack
    let content: any AssetContent
    /// A Boolean value that says whether nothing of the track is left out.
    var isWhole = true
    var isAtOwnSpeed = true
  }

  /// - Parameter content: the content of the file that contains the track.
  package init(_ track: SourceTrack, of content: any AssetContent) {
    self.track = track
    parts = [Part(track: track, content: content)]
    longestPause = .zero
  }

  /// Makes the track of a composition. Its media is opened if it was not opened before; media that cannot be opened is
  /// ignored.
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

  /// Returns the reason why a container cannot store the samples as they are; `nil` if it can.
  package func refusal(by container: ContainerFormat) -> String? {
    for format in track.formatDescriptions {
      if let reason = container.refusal(of: format) { return reason }
    }
    if track.mediaType == .audio, let reason = soundRefusal(by: container) { return reason }
    // A movie's edit list states which samples are presented, and when; and each sample has a format of its own there.
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
    // Tables are examined last, since those of a long movie are large.
    return parts.contains(where: \.hidesSamples) ? reason : nil
  }

  /// Returns the reason why a container cannot store the samples of a part of the track; `nil` if it can.
  ///
  /// A part may begin and end within a packet, or begin after pictures that are needed to decode it. Movies state that
  /// in their edit lists, and sound that is stored frame by frame is cut to the frame.
  package func refusal(ofPartBy container: ContainerFormat) -> String? {
    guard container.movieFormat == nil, [.audio, .video].contains(track.mediaType), !track.isStoredByFrames else {
      return nil
    }
    return container.hidingRefusal
  }

  /// Returns the reason why a container cannot store the sound, apart from its formats.
  private func soundRefusal(by container: ContainerFormat) -> String? {
    // The duration of a packet of sound follows from its decoded samples.
    if !parts.allSatisfy(\.isAtOwnSpeed) { return "a part of it plays at another speed" }
    if track.joinsFramesToOtherSound { return "it joins linear PCM to sound of another form" }
    guard !container.rules.hasTimes, hasPauses else { return nil }
    return "\(container.name) files cannot hold the pauses between its parts"
  }

  /// A Boolean value that says whether packets follow those of another stream, whose last packet is padded.
  private var joinsPackets: Bool { track.mediaType == .audio && !track.isStoredByFrames && parts.count > 1 }

  /// A Boolean value that says whether there is a pause before or between the parts. A gap shorter than a frame of
  /// sound is no pause, since times are rounded.
  private var hasPauses: Bool {
    let rate = track.formatDescriptions.first?.audioStreamBasicDescription?.mSampleRate ?? 0
    return longestPause.seconds * rate >= 1 || parts.contains(where: \.hasPauses)
  }
}

extension CopiedTrack.Part {
  var isChained: Bool { track.isChained }

  /// A Boolean value that says whether a movie's edit list shows nothing for a while after the first media.
  var hasPauses: Bool {
    let shown = track.edits?.map.spans.drop { $0.media == nil } ?? []
    return shown.contains { $0.media == nil && !$0.presentation.isEmpty }
  }

  /// A Boolean value that says whether a copy has samples that are not presented, but needed to decode others, in
  /// addition to the run-up of sound.
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
  /// Returns whether samples of a format can follow those of another in a track. Outside of movies they can only if the
  /// container has no header: the configuration is then in front of the pictures.
  fileprivate func lets(_ format: CMFormatDescription, follow other: CMFormatDescription) -> Bool {
    format == other || rules.isHeaderless && InBandFraming.carries(format, behind: other)
  }
}

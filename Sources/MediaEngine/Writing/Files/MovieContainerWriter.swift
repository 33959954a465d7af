import CoreAudioTypes
import CoreGraphics
import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import MovieFile

/// A movie file by our own writer: formats become sample entries, packets become samples, timelines become edit lists.
final class MovieContainerWriter: ContainerWriter, @unchecked Sendable {
  // Sendable: used by one thread at a time, as the protocol says.
  private let target: Target
  private let configuration: FileConfiguration
  private let writer: MovieWriter
  private var tracks: [Track] = []
  /// Decides where fragments end; `nil` for an ordinary movie.
  private var schedule: FragmentSchedule?
  /// The packets of a fragmented movie whose durations are not known yet.
  private var held = HeldPackets()

  private struct Track {
    var configuration: TrackConfiguration
    var number: Int
    var format: SampleEntry?
    /// The number of the format's sample entry for samples in the movie itself; `nil` before the first.
    var entry: Int?
    /// The numbers of the format's sample entries for samples in other files, by the files' locations.
    var entriesElsewhere: [String: Int] = [:]
    var codec: CMFormatDescription.MediaSubType?
    /// The layout of sound whose packets are runs of samples of one tick each; `nil` for other media.
    var frames: StoredFrames?
    /// The edit list of a fragmented movie; `nil` before the first packet.
    var frontEdits: FrontEditList?
  }

  /// The destination of the movie.
  enum Target {
    /// A file that gets its final name when it is complete.
    case movie(PendingFile)
    /// A fragmented file, which is playable up to the last complete fragment.
    case fragments(PendingFile, FragmentConfiguration)
    /// Segments are delivered, and there is no file.
    case segments(SegmentConfiguration)
    /// Nothing is kept: a dry run of a movie, which may be fragmented, and of which only the size counts.
    case nowhere(FragmentConfiguration?)
  }

  private var file: PendingFile? {
    switch target {
    case .movie(let file), .fragments(let file, _): file
    case .segments, .nowhere: nil
    }
  }

  private var segments: SegmentConfiguration? {
    if case .segments(let segments) = target { segments } else { nil }
  }

  init(_ target: Target, format: FileFormat, _ configuration: FileConfiguration) throws {
    self.target = target
    self.configuration = configuration
    schedule = target.rule.map { FragmentSchedule($0) }
    let options = MovieWriter.Options(
      isFastStart: configuration.isFastStart,
      fragments: target.fragments.map { FragmentOptions($0, in: format, isFastStart: configuration.isFastStart) })
    writer =
      switch target {
      case .movie(let file), .fragments(let file, _):
        try MovieWriter(creating: file.temporaryPath, format: format, options: options)
      case .segments(let segments):
        MovieWriter(format: format, fragments: FragmentOptions(segments)) { try segments.output(Segment($0)) }
      case .nowhere: MovieWriter(rehearsing: format, options: options)
      }
    writer.movie = MovieDescription(configuration, in: format)
  }

  func rehearsal() throws -> (any ContainerWriter)? {
    if segments != nil { return nil }
    let rehearsal = try MovieContainerWriter(.nowhere(target.fragments), format: writer.format, configuration)
    for track in tracks { try rehearsal.addTrack(track.configuration) }
    return rehearsal
  }

  var size: Int64 { writer.size }

  /// A Boolean value that says whether edit lists can present several parts. Those of fragmented movies are written
  /// before their media, so they cannot.
  var showsParts: Bool { schedule == nil && segments == nil && !writer.hasFragments }

  func addTrack(_ configuration: TrackConfiguration) throws {
    schedule?.addTrack(
      tracks.count, isVideo: configuration.mediaType == .video,
      paces: [.video, .audio].contains(configuration.mediaType))
    guard configuration.preferredChunkAlignment <= ChunkPreferences.largestAlignment else {
      throw MediaError(
        .unsupportedSettings, .opening,
        "the chunk alignment is \(configuration.preferredChunkAlignment) bytes, and may be at most "
          + "\(ChunkPreferences.largestAlignment)", path: file?.path)
    }
    var description = TrackDescription(configuration)
    (description.creationTime, description.modificationTime) = (writer.movie.creationTime, writer.movie.creationTime)
    let metadata = MovieMetadata(configuration.metadata, in: writer.format)
    description.metadata = metadata.keyed
    description.userData = metadata.userData
    description.iTunesItems = metadata.iTunesItems
    for association in configuration.associations {
      description.refer(FourCC(rawValue: association.type), to: writer.trackID(of: association.track))
    }
    tracks.append(Track(configuration: configuration, number: writer.addTrack(description)))
  }

  func write(_ sample: EncodedSample, track: Int) throws {
    switch sample {
    case .format(let format): try setFormat(format, track: track)
    case .packet(let packet): try write(packet, track: track)
    case .completedFormat(let format): try complete(format, of: track)
    // The edit list of a movie states what a tag frame would.
    case .tag: break
    }
  }

  private func setFormat(_ format: CMFormatDescription, track: Int) throws {
    tracks[track].format = try SampleEntry(format, in: writer.format)
    (tracks[track].entry, tracks[track].entriesElsewhere) = (nil, [:])
    tracks[track].codec = format.mediaSubType
    let isCopied = if case .copy = tracks[track].configuration.encoding { true } else { false }
    tracks[track].frames = StoredFrames(format, areCopied: isCopied)
    guard tracks[track].configuration.mediaType == .video else { return }
    writer.updateDescription(of: tracks[track].number) { description in
      guard description.width == 0 else { return }
      let size = CMVideoFormatDescriptionGetPresentationDimensions(
        format, usePixelAspectRatio: true, useCleanAperture: true)
      description.width = size.width
      description.height = size.height
    }
  }

  /// Replaces the track's sample entries by the complete format. The tables are written last, so nothing else changes.
  private func complete(_ format: CMFormatDescription, of track: Int) throws {
    let entry = try SampleEntry(format, in: writer.format)
    let indices = [tracks[track].entry].compactMap(\.self) + tracks[track].entriesElsewhere.values
    for index in indices { writer.replaceSampleEntry(index, with: entry, of: tracks[track].number) }
  }

  private func write(_ packet: Packet, track: Int) throws {
    let number = tracks[track].number
    guard let dts = packet.dts ?? packet.pts else {
      throw MediaError(.internalError, .writing, "a packet has no time", path: file?.path)
    }
    if packet.isTagPlaceholder { return }
    if let sample = held.take(of: track) { try write(sample, to: track, until: dts) }
    let entry = try entry(of: track, location: packet.reference?.location)
    if writer.appended(to: number).samples == 0 {
      setTimeScale(packet.timeBase, of: track)
      setRollDistance(of: track, tracks[track].codec?.preRoll(of: packet))
    }
    let sample = HeldPackets.Sample(packet: packet, decodeTime: dts, entry: entry)
    guard schedule != nil else { return try append(sample, to: track) }
    let next = FragmentSchedule.Packet(packet, track: track)
    if try schedule?.endsFragment(before: next) == true { try endFragment(before: next.decodeTime) }
    // The duration of sound follows from its own samples (WI-67).
    if tracks[track].configuration.mediaType == .audio || packet.reference != nil {
      try append(sample, to: track)
    } else {
      held.hold(sample, of: track)
    }
  }

  /// Writes a packet that was held.
  ///
  /// - Parameter end: the time at which the packet ends; `nil` if only its own duration is known.
  private func write(_ sample: HeldPackets.Sample, to track: Int, until end: Int64?) throws {
    try append(sample, to: track)
    guard let end else { return }
    writer.setFragmentedDuration(end - sample.decodeTime, of: tracks[track].number)
  }

  /// Writes the held packets.
  private func writeHeldPackets() throws {
    for track in held.tracks {
      if let sample = held.take(of: track) { try write(sample, to: track, until: nil) }
    }
  }

  /// Ends the open fragment before a packet of any track that has a decode time in nanoseconds.
  private func endFragment(before time: Int64) throws {
    for track in held.tracksWithoutOthers {
      guard let sample = held.take(of: track) else { continue }
      let now = TimeBase.nanoseconds.rescale(time, to: sample.packet.timeBase)
      // A packet without a duration lasts at least until now. Readers extend it to the next fragment of its track.
      let lastsUntilNow = sample.packet.duration == 0 && now > sample.decodeTime
      try write(sample, to: track, until: lastsUntilNow ? now : nil)
    }
    try endFragment()
  }

  private func endFragment() throws {
    // The front is written before the first fragment.
    if !writer.hasFragments { for track in tracks.indices { setFrontEdits(of: track) } }
    try writer.endFragment()
    held.didEndFragment()
  }

  private func append(_ appended: HeldPackets.Sample, to track: Int) throws {
    let (packet, dts) = (appended.packet, appended.decodeTime)
    let number = tracks[track].number
    if writer.mustEndFragment(before: packet.bytes.count) {
      try endFragment(before: packet.timeBase.rescale(dts, to: .nanoseconds))
    }
    held.didWrite(track)
    if schedule != nil, !writer.hasFragments {
      tracks[track].frontEdits = tracks[track].frontEdits ?? FrontEditList(timeBase: packet.timeBase)
      tracks[track].frontEdits?.didWrite(packet)
    }
    var sample = MovieWriter.Sample(
      decodeTime: dts, compositionOffset: (packet.pts ?? dts) - dts, duration: duration(of: packet, track: track),
      isSync: packet.isKeyFrame,
      dependency: tracks[track].configuration.mediaType == .video ? packet.writtenDependency : .unknown,
      entry: appended.entry)
    if let frames = tracks[track].frames {
      sample.count = try frames.count(in: packet, path: file?.path)
      sample.duration = 1
    }
    if let place = packet.reference {
      try writer.refer(to: place.offset, size: place.size, in: number, sample)
    } else {
      try writer.append(packet.bytes, to: number, sample)
    }
  }

  /// Returns the duration that the tables have for a packet.
  ///
  /// The edit list of a fragmented movie is written before the end of copied sound is known. The last sample is
  /// shortened instead, as the source's may be.
  private func duration(of packet: Packet, track: Int) -> Int64 {
    guard !showsParts, packet.trimEnd > 0, Int64(packet.trimEnd) < packet.duration,
      case .copy = tracks[track].configuration.encoding
    else { return packet.duration }
    return packet.duration - Int64(packet.trimEnd)
  }

  /// Returns the number of the sample entry for the track's format and the file that contains its samples.
  private func entry(of track: Int, location: String?) throws -> Int {
    let known = if let location { tracks[track].entriesElsewhere[location] } else { tracks[track].entry }
    if let known { return known }
    guard var entry = tracks[track].format else {
      throw MediaError(.internalError, .writing, "a packet came before its format", path: file?.path)
    }
    let number = tracks[track].number
    if let location { entry.dataReferenceIndex = writer.addDataReference(location, to: number) }
    let index = writer.addSampleEntry(entry, to: number)
    if let location { tracks[track].entriesElsewhere[location] = index } else { tracks[track].entry = index }
    return index
  }

  private func setTimeScale(_ timeBase: TimeBase, of track: Int) {
    let wanted = tracks[track].configuration.preferredChunkDuration
    writer.updateDescription(of: tracks[track].number) { description in
      description.timeScale = timeBase.denominator
      if wanted.isNumeric { description.chunks.duration = timeBase.ticks(wanted) }
      // Clients read a segment as a whole, so each track's samples are one run, as in CMAF.
      if segments != nil { description.chunks.duration = .max }
    }
  }

  /// - Parameter preRoll: the number of packets that must be decoded before a packet is decoded right; `nil` if any
  ///   packet is right at once.
  private func setRollDistance(of track: Int, _ preRoll: Int?) {
    let distance = preRoll.map { Int16(clamping: -$0) }
    writer.updateDescription(of: tracks[track].number) { $0.rollDistance = distance }
  }

  private func setFrontEdits(of track: Int) {
    let edits = frontEdits(of: track)
    writer.updateDescription(of: tracks[track].number) { $0.edits = edits }
  }

  /// Returns the edits in the front. The tracks of segments have none, with two exceptions. Those of a stream have the
  /// edits of a file. CMAF's sound has one edit, the only one that CMAF allows, to leave out the encoder's priming at
  /// the start.
  private func frontEdits(of track: Int) -> [Edit] {
    guard let front = tracks[track].frontEdits else { return [] }
    guard let segments, segments.profile != .stream else { return front.edits(movieTimeScale: writer.movieTimeScale) }
    let isSound = tracks[track].configuration.mediaType == .audio
    return segments.profile == .cmaf && isSound && front.firstDecodeTime < 0 ? [.media(start: 0, duration: 0)] : []
  }

  func endSegment() throws {
    try writeHeldPackets()
    try endFragment()
    schedule?.didEnd()
  }

  func finish(_ timelines: [TrackTimeline]) throws {
    for index in tracks.indices where schedule == nil && tracks[index].format == nil {
      try setFormatWithoutSamples(of: index, timelines[index])
    }
    try writeHeldPackets()
    for (track, timeline) in zip(tracks, timelines) where track.format != nil {
      guard let duration = timeline.lastDuration else { continue }
      writer.setLastDuration(duration, presentedUntil: timeline.markedEnd, of: track.number)
    }
    // Only after the last fragment is it known whether the front describes all tracks.
    try endFragment()
    if segments == nil { setEdits(timelines) }
    try writer.finish()
  }

  func publish() throws { try file?.publish() }

  private func setEdits(_ timelines: [TrackTimeline]) {
    for (track, timeline) in zip(tracks, timelines) where track.format != nil {
      writer.updateDescription(of: track.number) { description in
        if writer.staysFragmented {
          let end = timeline.isCutAtEnd ? timeline.presentationEnd : nil
          description.edits = track.frontEdits?.edits(movieTimeScale: writer.movieTimeScale, until: end) ?? []
        } else {
          description.edits = EditList(timeline, movieTimeScale: writer.movieTimeScale).edits
          if track.codec == .mpeg4AAC { description.priming = timeline.priming }
        }
      }
    }
  }

  /// Describes a track without samples that belongs to the movie all the same: because its configuration says so, or
  /// because it shows a session as an empty edit of the session's length (AW-37) and the client gave its format.
  private func setFormatWithoutSamples(of track: Int, _ timeline: TrackTimeline) throws {
    let configuration = tracks[track].configuration
    var format = configuration.formatWithoutSamples
    if format == nil, case .copy = configuration.encoding, timeline.sessionEnd ?? 0 > 0 {
      format = configuration.formatHint
    }
    guard let format else { return }
    try setFormat(format, track: track)
    _ = try entry(of: track, location: nil)
    guard configuration.mediaTimeScale == 0 else { return }
    setTimeScale(TimeBase(ticksPerSecond: Self.timeScaleWithoutSamples), of: track)
  }

  /// The time scale of a track without samples: QuickTime's own, in which whole frames and hundredths of a second are
  /// exact.
  private static let timeScaleWithoutSamples: Int32 = 600

  func cancel() {
    writer.cancel()
    file?.remove()
  }

  /// Closes a file after an error. A fragmented file keeps its complete fragments.
  func abandon() {
    guard writer.hasFragments, (try? writer.leave()) != nil else { return cancel() }
  }
}

extension MovieContainerWriter.Target {
  /// The configuration of a fragmented file; `nil` for others.
  fileprivate var fragments: FragmentConfiguration? {
    switch self {
    case .fragments(_, let fragments): fragments
    case .nowhere(let fragments): fragments
    case .movie, .segments: nil
    }
  }

  fileprivate var rule: FragmentSchedule.Rule? {
    if case .segments(let segments) = self { return FragmentSchedule.Rule(segments.rule) }
    return fragments.flatMap { FragmentSchedule.Rule($0) }
  }
}

extension FragmentSchedule.Packet {
  fileprivate init(_ packet: Packet, track: Int) {
    let (dts, pts) = (packet.dts ?? packet.pts ?? 0, packet.pts ?? packet.dts ?? 0)
    self.init(
      track: track, decodeTime: packet.timeBase.rescale(dts, to: .nanoseconds),
      presentationTime: packet.timeBase.rescale(pts, to: .nanoseconds), isSync: packet.isKeyFrame)
  }
}

extension Packet {
  /// The dependencies as written in a movie: a picture at which decoding can begin depends on no other, even if the
  /// packet does not say so.
  fileprivate var writtenDependency: SampleDependency {
    var written = dependency
    if isKeyFrame, written.dependsOnOthers == .unknown { written.dependsOnOthers = .no }
    return written
  }
}

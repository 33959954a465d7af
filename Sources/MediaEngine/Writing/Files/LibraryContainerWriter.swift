import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MediaTags
import MediaTime
import MovieFile

/// A file of one of libavformat's containers.
///
/// The header describes all tracks, and the file's packets follow it. It is written when the first packet comes, which
/// is after the formats of all tracks that hold up the others; or a little later, as soon as everything is known that
/// depends on the first packets. The other tracks are described by their format hints. A track whose format is unknown
/// by then has no samples and is left out. A file without any packet is written if a track has a format and programs
/// read such files.
final class LibraryContainerWriter: ContainerWriter, @unchecked Sendable {
  // Sendable: used by one thread at a time, as the protocol says.
  private let target: Target
  private let muxer: Muxer
  private let container: ContainerFormat
  private let format: LibraryFormat
  private var tags: LibraryTags
  private let chapters: [FileChapter]
  /// The files to store beside the media.
  private let attachments: [FileAttachment]
  /// The records for the ID3 tag, which libavformat does not write.
  private let records: [MetadataRecord]
  private var tracks: [Track] = []
  private var isOpen = false
  /// The offset of the placeholder for a tag frame, in bytes; `nil` if there is none.
  private var tagOffset: Int64?
  /// The offset of a copied tag frame that was silenced, and its channel mode. The next frame's channel mode replaces
  /// it.
  private var silentFrame: (offset: Int64, mode: UInt8)?
  /// The first packets, which wait until the file is opened.
  private var waiting: [(packet: Packet, track: Int)] = []
  /// The earliest time of the pictures among the waiting packets.
  private var leadingPictures = LeadingPictures()
  /// The amount by which all times are later in the file than in its source.
  private var delay = CMTime.zero
  /// The last samples: those behind the session's end are not written.
  private var tail: SessionTail

  private struct Track {
    var configuration: TrackConfiguration
    var format: CMFormatDescription?
    /// The number of the track's stream in the file, once the header is written.
    var stream: Int?
    /// The conversion of packets to the stream's form; `nil` if they stay as they are.
    var framing: InBandFraming?
    /// The total duration of the samples that are stored but not presented, in the packets' ticks.
    var hidden: Int64 = 0
    /// The packet that was written last, without its bytes.
    var last: Packet?
  }

  /// The destination of the bytes.
  enum Target {
    /// A file that gets its final name when it is complete.
    case file(PendingFile)
    /// A closure that receives the bytes in their order.
    case stream(@Sendable (UnsafeRawBufferPointer) throws -> Void)
    /// Nothing is kept: a dry run, of which only the size counts.
    case nowhere

    var isStream: Bool { if case .stream = self { true } else { false } }
  }

  private var file: PendingFile? { if case .file(let file) = target { file } else { nil } }

  init(_ target: Target, _ format: LibraryFormat, _ configuration: FileConfiguration) throws {
    self.target = target
    tail = SessionTail(isStream: target.isStream)
    self.format = format
    container = configuration.container
    records = format.hasID3Tag ? configuration.metadata : []
    tags = LibraryTags(
      format.hasID3Tag ? [] : configuration.metadata, format.chapters == .fields ? configuration.chapters : [],
      for: format, creationDate: configuration.creationDate)
    chapters = configuration.chapters
    attachments = format.hasAttachments ? configuration.attachments : []
    muxer =
      switch target {
      case .file(let file): try Muxer(creating: file.temporaryPath, container: format.muxer)
      case .stream(let write): try Muxer(container: format.muxer, streamingTo: write)
      case .nowhere: try Muxer(rehearsing: format.muxer)
      }
  }

  private init(rehearsalOf other: LibraryContainerWriter) throws {
    target = .nowhere
    tail = SessionTail(isStream: false)
    format = other.format
    container = other.container
    tags = other.tags
    chapters = other.chapters
    attachments = other.attachments
    records = other.records
    muxer = try Muxer(rehearsing: format.muxer)
    for track in other.tracks { try addTrack(track.configuration) }
  }

  func rehearsal() throws -> (any ContainerWriter)? {
    file == nil ? nil : try LibraryContainerWriter(rehearsalOf: self)
  }

  var size: Int64 { muxer.size }

  /// A Boolean value that says whether the file has a tag frame. The tag frame is filled in at the end, so a stream,
  /// which cannot be changed later, has none.
  private var hasTagFrame: Bool { format.hasTagFrame && file != nil }

  /// A Boolean value that says whether the front of the file states how much sound is dropped before what is heard.
  private var statesHiddenStart: Bool { hasTagFrame || format.start == .atFirstSound }

  var keepsOrder: Bool { container.rules.trackLimit != 1 }

  var hidesMedia: Bool { false }

  func addTrack(_ configuration: TrackConfiguration) throws {
    if let limit = container.rules.trackLimit, tracks.count == limit {
      let others = ContainerFormat.allCases.filter {
        $0.rules.trackLimit == nil && $0.mediaTypes.contains(configuration.mediaType)
      }
      throw refusal("\(container.name) holds one track; \(ContainerFormat.list(others)) hold more", .opening)
    }
    tracks.append(Track(configuration: configuration, format: configuration.formatHint))
  }

  func write(_ sample: EncodedSample, track: Int) throws {
    tail.add(sample, track: track)
    while let due = tail.next() { try pass(due.sample, track: due.track) }
  }

  /// Takes a sample that is written in any case.
  private func pass(_ sample: EncodedSample, track: Int) throws {
    switch sample {
    case .format(let format): try setFormat(format, track: track)
    case .packet(let packet): try write(packet, track: track)
    case .completedFormat(let format): try complete(format, of: track)
    case .tag(let bytes):
      if let tagOffset { try muxer.patch(bytes, at: tagOffset) }
    }
  }

  private func setFormat(_ format: CMFormatDescription, track: Int) throws {
    if let reason = container.refusal(of: format) { throw refusal(reason) }
    let isDescribed = tracks[track].stream != nil || waiting.contains { $0.track == track }
    if let known = tracks[track].format, isDescribed {
      if !CMFormatDescriptionEqual(known, otherFormatDescription: format) {
        // A configuration that is written in front of the pictures may change in mid-stream.
        guard tracks[track].framing != nil, known.mediaSubType == format.mediaSubType,
          let framing = try InBandFraming(format, CodecParameters(format).codec)
        else { throw refusal(container.formatChangeRefusal) }
        tracks[track].framing = framing
      }
    } else if isOpen {
      throw refusal("\(container.name) cannot begin a track in mid-stream; mov can")
    }
    tracks[track].format = format
  }

  private func write(_ packet: Packet, track: Int) throws {
    guard packet.reference == nil else {
      throw MediaError(
        .referencesNotSupported, .writing, "\(container.name) files cannot refer to samples in other files; mov can",
        path: file?.path)
    }
    // The placeholder of a tag frame contains no media.
    if packet.isTagPlaceholder, !hasTagFrame { return }
    if isOpen { return try put(packet, track: track) }
    waiting.append((packet, track))
    if !waits(behind: packet, of: track) { try begin() }
  }

  /// Returns whether more packets are needed before the file can be opened.
  private func waits(behind packet: Packet, of track: Int) -> Bool {
    // The tag frame states the samples that are dropped of all packets of which nothing is heard, and a file that begins
    // with what is heard needs to know where that is.
    if statesHiddenStart { return packet.isDiscarded && packet.trimStart > 0 }
    guard format.start == .withPicturesFromZero, tracks.contains(where: { $0.configuration.mediaType == .video })
    else { return false }
    leadingPictures.add(packet, isPicture: tracks[track].configuration.mediaType == .video)
    return !leadingPictures.isComplete
  }

  /// Opens the file, and writes its first packets.
  private func begin() throws {
    let packets = waiting
    waiting = []
    guard let (leading, track) = packets.first, let (last, _) = packets.last else { return }
    var first = leading
    if statesHiddenStart {
      let trims = packets.lazy.filter { $0.track == track }.map { Int64($0.packet.trimStart) }
      first.trimStart = Int(trims.reduce(Int64(0)) { $0.adding(clamping: $1) })
    }
    delay = delay(for: format.start == .atFirstSound ? last : first)
    try open(with: first, track: track)
    // libavformat takes the delay in the tag from the number of samples that the first packet drops.
    try put(first, track: track, isFirst: true)
    for (packet, track) in packets.dropFirst() { try put(packet, track: track) }
  }

  /// Writes a packet into the open file.
  private func put(_ packet: Packet, track: Int, isFirst: Bool = false) throws {
    guard let stream = tracks[track].stream else {
      throw MediaError(.internalError, .writing, "a packet came before its format", path: file?.path)
    }
    try countHidden(packet, track)
    if packet.isTagPlaceholder { tagOffset = muxer.position }
    var packet = tracks[track].framing?.frame(packet) ?? packet
    if format.hasTagFrame { try silence(&packet, isFirst: isFirst) }
    if delay != .zero, let ticks = packet.timeBase.ticks(delay) {
      packet.pts = packet.pts.map { $0.adding(clamping: ticks) }
      packet.dts = packet.dts.map { $0.adding(clamping: ticks) }
    }
    if format.endsByDuration { packet.duration -= Int64(packet.trimEnd) }
    try requireRoom(for: packet.bytes.count)
    try muxer.write(packet, streamIndex: stream)
    tracks[track].last = packet.withoutBytes
  }

  /// Replaces a copied tag frame by a frame of silence: the tag would state the length of the file that the MP3 was
  /// copied from. Readers skip to the first frame whose channel mode agrees with the next frame's, so the silent frame
  /// gets the channel mode of the frame behind it.
  private func silence(_ packet: inout Packet, isFirst: Bool) throws {
    if isFirst, !packet.isTagPlaceholder, let silent = packet.withoutTagName {
      silentFrame = (muxer.position, packet.bytes[MPEGAudioHeader.modeIndex])
      packet = silent
    } else if let (offset, mode) = silentFrame, packet.bytes.count > MPEGAudioHeader.modeIndex {
      silentFrame = nil
      let next = packet.bytes[MPEGAudioHeader.modeIndex]
      // The side information of a mono frame has another size than that of a stereo frame, so the mode must not change
      // then.
      if MPEGAudioHeader.isMono(mode) == MPEGAudioHeader.isMono(next) {
        try muxer.patch([next], at: offset + Int64(MPEGAudioHeader.modeIndex))
      }
    }
  }

  /// Refuses packets beyond the container's largest file size, for which the library would write wrong sizes.
  private func requireRoom(for count: Int) throws {
    guard let limit = format.largestFile, muxer.position + Int64(count) > limit else { return }
    let kinds = tracks.map(\.configuration.mediaType)
    let others = ContainerFormat.allCases.filter { other in
      other.rules.largestFile == nil && kinds.allSatisfy { other.mediaTypes.contains($0) }
        && tracks.allSatisfy { track in track.format.map { other.refusal(of: $0) == nil } ?? false }
    }
    throw refusal(
      "\(container.name) files have at most \((limit + 1) >> 30) GiB; " + ContainerFormat.list(others)
        + " can be larger"
    )
  }

  private func countHidden(_ packet: Packet, _ track: Int) throws {
    guard packet.isDiscarded else { return }
    tracks[track].hidden += packet.duration
    let hidden = packet.timeBase.time(tracks[track].hidden)
    if let reason = container.refusal(ofHiding: hidden, in: tracks[track].format) { throw refusal(reason) }
  }

  /// Writes the configuration that a stream has at its end. libavformat accepts it with a packet that contains nothing
  /// else.
  private func complete(_ format: CMFormatDescription, of track: Int) throws {
    // If the track's packets still wait, the header will contain the complete format.
    if waiting.contains(where: { $0.track == track }) { tracks[track].format = format }
    guard let stream = tracks[track].stream, var packet = tracks[track].last else { return }
    packet.newExtradata = try CodecParameters(format).extradata
    packet.pts = packet.pts.map { $0 + packet.duration }
    packet.dts = packet.dts.map { $0 + packet.duration }
    (packet.duration, packet.trimStart, packet.trimEnd) = (0, 0, 0)
    try muxer.write(packet, streamIndex: stream)
  }

  /// Opens a file without any packet. Its tracks are those that state a format for that case, and those whose samples all
  /// lie outside of the session: a movie has these, too, and shows nothing of them.
  ///
  /// - Throws: `MediaError(.invalidOperation)`: no track has a format for such a file, or no reader could read it.
  private func openWithoutPackets() throws {
    for index in tracks.indices {
      tracks[index].format = tracks[index].configuration.formatWithoutSamples ?? tail.formats[index]
    }
    guard format.isReadWithoutPackets else {
      throw MediaError(
        .invalidOperation, .finishing,
        "no samples were written, and \(container.name) files without samples cannot be read; mov files can",
        path: file?.path)
    }
    guard let first = tracks.firstIndex(where: { $0.format != nil }) else {
      throw MediaError(.invalidOperation, .finishing, "no samples were written", path: file?.path)
    }
    try open(with: nil, track: first)
  }

  /// Opens the file. The header depends on the first packet, which states how many samples a player drops at the start.
  ///
  /// - Parameter first: the first packet; its trim includes the samples that the packets behind it drop at the start.
  ///   It is `nil` if the file has no packets.
  private func open(with first: Packet?, track: Int) throws {
    isOpen = true
    for index in tracks.indices {
      guard let format = tracks[index].format else { continue }
      let configuration = tracks[index].configuration
      var stream = try MediaInterop.Stream(configuration, format, in: self.format)
      if index == track, hasTagFrame, let first, !first.isTagPlaceholder {
        stream.parameters.initialPadding = first.trimStart
      }
      if index == track, self.format.start == .atFirstSound, let first {
        stream.parameters.raisePreSkip(to: first.trimStart)
      }
      tracks[index].stream = try muxer.addStream(stream)
      if self.format.isHeaderless { tracks[index].framing = try InBandFraming(format, stream.parameters.codec) }
    }
    var options = format.options
    // LAME's own frame replaces the placeholder. Copied MP3 gets the muxer's tag, with the source's numbers. If the
    // source has no numbers, no tag is written: it would make players drop a decoder's delay.
    let isTagged = hasTagFrame && first.map { !$0.isTagPlaceholder && $0.trimStart > 0 } ?? false
    if format.hasTagFrame, !isTagged { options["write_xing"] = "0" }
    try writeHeader(options, language: tracks[track].configuration.language)
  }

  /// - Parameter first: the first packet, or the first one of which something is heard.
  private func delay(for first: Packet) -> CMTime {
    guard let time = first.dts ?? first.pts else { return .zero }
    switch format.start {
    case .anywhere: return .zero
    case .withPicturesFromZero:
      // The delay is a multiple of the container's ticks, so that each time is rounded as it would be without the
      // delay.
      let scale = container.rules.timeScale ?? first.timeBase.denominator
      let earlier = .zero - leadingPictures.earliest
      return CMTimeConvertScale(earlier, timescale: scale, method: .roundTowardPositiveInfinity)
    case .notBeforeZero:
      // A delay of whole seconds is exact in every unit.
      let seconds = first.timeBase.rescale(time, to: TimeBase(ticksPerSecond: 1), .down)
      return CMTime(value: max(0, -seconds), timescale: 1)
    case .atFirstSound: return .zero - first.timeBase.time(time.adding(clamping: Int64(first.trimStart)))
    }
  }

  /// Writes the file's metadata and header.
  ///
  /// - Parameter language: the language of the file's only track, for containers that state one language for the file.
  private func writeHeader(_ options: [String: String], language: String?) throws {
    var options = options
    if let (names, option) = format.broadcastTexts, tags.texts.contains(where: { names.contains($0.name) }) {
      options[option] = "1"
    }
    let pictures = try tags.pictures.compactMap { picture -> (Int, CoverPicture)? in
      switch format.pictures {
      case .stream?: return (try muxer.addPicture(picture.cover), picture.cover)
      case .attachment?: try muxer.addAttachment(AttachedFile(picture.cover, name: picture.name, note: picture.note))
      case .field?, .frame?, nil: break
      }
      return nil
    }
    for attachment in attachments { try muxer.addAttachment(AttachedFile(attachment)) }
    if format.hasID3Tag {
      options["id3v2_version"] = "0"
      try muxer.writeFront(ID3TagWriter(records, chapters, language: language).bytes)
    } else if case .text(let name)? = format.languages, let language {
      tags.setLanguage(language, name)
    }
    if format.chapters == .list {
      for chapter in chapters { try muxer.addChapter(chapter.title, chapter.later(by: delay).nanoseconds) }
    }
    try muxer.writeHeader(metadata: tags.texts, options: options)
    for (stream, picture) in pictures { try muxer.writePicture(picture, streamIndex: stream) }
  }

  func finish(_ timelines: [TrackTimeline]) throws {
    try writeTail(timelines)
    try begin()
    if !isOpen { try openWithoutPackets() }
    // The container's own bytes count as well.
    try requireRoom(for: 0)
    try muxer.finish()
  }

  /// Writes the samples that were held, up to the session's end.
  private func writeTail(_ timelines: [TrackTimeline]) throws {
    var ends: [SessionEnd?] = zip(tracks.indices, timelines).map { index, timeline in
      statesLength(of: tracks[index]) ? nil : SessionEnd(timeline, tail.formats[index])
    }
    var items = tail.finish(at: &ends)
    if format.statesPadding { tail.markPadding(in: &items, ends) }
    var completed: [Int: CMFormatDescription] = [:]
    for (sample, track) in items {
      if case .completedFormat(let format) = sample { completed[track] = format }
      try pass(sample, track: track)
    }
    for (track, end) in ends.enumerated() {
      guard let end, end.leftOut > 0, let whole = completed[track] ?? tail.formats[track],
        let part = try whole.flac(without: UInt64(end.leftOut))
      else { continue }
      try complete(part, of: track)
    }
  }

  /// Returns whether the file states the length of everything that was encoded, as LAME's tag frame does.
  private func statesLength(of track: Track) -> Bool {
    if case .copy = track.configuration.encoding { return false }
    return hasTagFrame
  }

  func publish() throws { try file?.publish() }

  func cancel() {
    muxer.cancel()
    file?.remove()
  }

  private func refusal(_ reason: String, _ stage: MediaError.Stage = .writing) -> MediaError {
    MediaError(.unsupportedByContainer, stage, reason, path: file?.path)
  }
}

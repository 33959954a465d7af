import CoreAudioTypes
import CoreGraphics
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// A movie file by our own writer: formats become sample entries, packets samples, timelines edit lists.
final class MovieContainer: ContainerWriter, @unchecked Sendable {
  // Sendable: used by one thread at a time, as the protocol says.
  private let file: PendingFile
  private let writer: MovieWriter
  private var tracks: [Track] = []

  private struct Track {
    var configuration: TrackConfiguration
    var number: Int
    var format: SampleEntry?
    /// The numbers of the format's sample entries, by the file that the samples lie in: `nil` is the movie itself.
    var entries: [String?: Int] = [:]
    var isAAC = false
    /// A packet is a run of samples of one tick each.
    var isPCM = false
  }

  init(_ file: PendingFile, format: FileFormat, _ configuration: FileConfiguration) throws {
    self.file = file
    writer = try MovieWriter(
      creating: file.temporaryPath, format: format, options: .init(isFastStart: configuration.isFastStart))
    writer.movie.timeScale = configuration.movieTimeScale
    let metadata = MovieMetadata(configuration.metadata, in: format)
    writer.movie.metadata = metadata.keyed
    writer.movie.userData = metadata.userData
    writer.movie.iTunesItems = metadata.iTunesItems
  }

  func addTrack(_ configuration: TrackConfiguration) throws {
    guard configuration.preferredChunkAlignment <= ChunkPreferences.largestAlignment else {
      throw MediaError(
        .unsupportedSettings, .opening,
        "chunks are aligned to \(ChunkPreferences.largestAlignment) bytes at most, not to "
          + "\(configuration.preferredChunkAlignment)", path: file.path)
    }
    var description = TrackDescription(configuration)
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
    // A movie says in its edit list what a tag frame says.
    case .tag: break
    }
  }

  private func setFormat(_ format: CMFormatDescription, track: Int) throws {
    tracks[track].format = try SampleEntry(format, in: writer.format)
    tracks[track].entries = [:]
    tracks[track].isAAC = format.mediaSubType == .mpeg4AAC
    tracks[track].isPCM = format.audioStreamBasicDescription.map { $0.mFramesPerPacket == 1 } ?? false
    var description = writer.description(of: tracks[track].number)
    if tracks[track].configuration.mediaType == .video && description.width == 0 {
      let size =
        tracks[track].configuration.naturalSize
        ?? CMVideoFormatDescriptionGetPresentationDimensions(format, usePixelAspectRatio: true, useCleanAperture: true)
      description.width = size.width
      description.height = size.height
      writer.setDescription(description, of: tracks[track].number)
    }
  }

  private func write(_ packet: Packet, track: Int) throws {
    let number = tracks[track].number
    guard let dts = packet.dts ?? packet.pts else {
      throw MediaError(.internalError, .writing, "a packet has no time", path: file.path)
    }
    if packet.isTagPlaceholder { return }
    let entry = try entry(of: track, location: packet.reference?.location)
    if writer.appended(to: number).samples == 0 { setTimeScale(packet.timeBase, of: track) }
    var sample = MovieWriter.Sample(
      decodeTime: dts, compositionOffset: (packet.pts ?? dts) - dts, duration: packet.duration,
      isSync: packet.isKeyFrame,
      dependency: tracks[track].configuration.mediaType == .video ? SampleDependency(packet) : .unknown, entry: entry)
    if tracks[track].isPCM {
      sample.count = Int(packet.duration)
      sample.duration = 1
    }
    if let place = packet.reference {
      try writer.refer(to: place.offset, size: place.size, in: number, sample)
    } else {
      try writer.append(packet.bytes, to: number, sample)
    }
  }

  /// The number of the sample entry for the track's format and the file that its samples lie in.
  private func entry(of track: Int, location: String?) throws -> Int {
    if let known = tracks[track].entries[location] { return known }
    guard var entry = tracks[track].format else {
      throw MediaError(.internalError, .writing, "a packet came before its format", path: file.path)
    }
    let number = tracks[track].number
    if let location { entry.dataReferenceIndex = writer.addDataReference(location, to: number) }
    let index = writer.addSampleEntry(entry, to: number)
    tracks[track].entries[location] = index
    return index
  }

  private func setTimeScale(_ timeBase: TimeBase, of track: Int) {
    var description = writer.description(of: tracks[track].number)
    description.timeScale = timeBase.denominator
    let wanted = tracks[track].configuration.preferredChunkDuration
    if wanted.isNumeric { description.chunks.duration = timeBase.ticks(wanted) }
    writer.setDescription(description, of: tracks[track].number)
  }

  func finish(_ timelines: [TrackTimeline]) throws {
    for (track, timeline) in zip(tracks, timelines) where track.format != nil {
      var description = writer.description(of: track.number)
      if let duration = timeline.lastDuration { writer.setLastDuration(duration, of: track.number) }
      description.edits = EditList(timeline, movieTimeScale: writer.movieTimeScale).edits
      if track.isAAC {
        // Each AAC packet needs the one before it for its overlap (ISO 14496-3, 4.6.11).
        description.rollDistance = -1
        description.priming = timeline.priming
      }
      writer.setDescription(description, of: track.number)
    }
    try writer.finish()
    try file.publish()
  }

  func cancel() {
    writer.cancel()
    file.remove()
  }
}

extension TrackDescription {
  /// What is known before the first sample; the time scale comes with it.
  init(_ configuration: TrackConfiguration) {
    let kind = MovieFile.MediaKind(rawValue: FourCC(rawValue: configuration.mediaType.rawValue))
    self.init(kind: kind, timeScale: configuration.mediaTimeScale > 0 ? configuration.mediaTimeScale : 1)
    let transform = configuration.transform
    matrix = TransformMatrix(
      a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx, ty: transform.ty)
    volume = Double(configuration.volume)
    if let code = configuration.languageCode { language = Language(code) ?? .undetermined }
    extendedLanguage = configuration.extendedLanguageTag
    isEnabled = configuration.isEnabled
    alternateGroup = configuration.alternateGroup
    isInterleaved = configuration.placement != .first
    if configuration.placement == .first { preload = .wholeTrack }
    if configuration.preferredChunkAlignment > 1 { chunks.alignment = configuration.preferredChunkAlignment }
    if configuration.plannedSampleCount > 0 { plannedSampleCount = configuration.plannedSampleCount }
  }

  /// Adds a reference, once.
  fileprivate mutating func refer(_ type: FourCC, to trackID: UInt32) {
    guard let index = references.firstIndex(where: { $0.type == type }) else {
      return references.append(TrackReference(type, [trackID]))
    }
    if !references[index].trackIDs.contains(trackID) { references[index].trackIDs.append(trackID) }
  }
}

extension SampleDependency {
  fileprivate init(_ packet: Packet) {
    self.init(dependsOnOthers: packet.isKeyFrame ? .no : .unknown, isDependedOn: packet.isDroppable ? .no : .unknown)
  }
}

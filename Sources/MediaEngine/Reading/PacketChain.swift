import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import MovieFile

/// Builds the chain that a track's packets come through. Each link takes packets from the link before it, and adds what
/// that link cannot know:
///
/// ```
/// file ─► source ─► CheckedPackets ─► CodedSound ─► HeadedFrames ─► SalvagedPackets ─► ReorderedPackets
///                                                                          stage ◄─ PictureDurations ◄─┘
/// ```
///
/// 1. **The source** reads the container: `StreamDemuxer` with a demuxer for this track alone, if the container has an
///   index or the reader is reset to other ranges; `SharedDemuxer`, if all readers of a session read one stream of
///   bytes; `MoviePackets` and `MovieSound` for movies, by the movies' own tables. `ProgramStreamTimes` removes times
///   of pictures in program streams that belong to other pictures.
/// 2. **`CheckedPackets`** looks for damage that decoders do not report, in codings whose packets can be checked.
///   **`WholeSamples`** removes bytes at the end of linear PCM that do not form a whole sample.
/// 3. **`CodedSound`** gives sound exact times and durations by counting its samples, if the container rounds them, and
///   makes sound whose times restart continue the earlier times. It comes early, since all later links compare times. A
///   movie's tables are exact, so movies do not need it.
/// 4. **`HeadedFrames`** handles bytes that are no frame, in streams whose frames have headers of their own. It needs
///   the counted times, and moves those behind lost frames. A movie's tables say where frames are.
/// 5. **`SalvagedPackets`** continues after damage and notes what was lost. It has to see every packet as the stage
///   would. It is there only if reading continues after damage.
/// 6. **`ReorderedPackets`** gives pictures decode times, if the container states only presentation times.
///   **`UntimedPictures`** (H.264 and H.265) and **`UntimedReferences`** (other codings) give pictures presentation
///   times, if the container states none or not all. These links are there only if packets are wanted in the order of
///   their decode times.
/// 7. **`PictureDurations`** makes each picture that is wanted as stored last until the next one is shown. It needs the
///   decode times. A movie's tables state the durations.
struct PacketChain {
  let information: SourceInformation
  let options: Demuxer.Options
  let cancellation: Cancellation
  /// The demuxer that the readers of a session share.
  let shared: () throws -> SharedDemuxer

  /// - Parameters:
  ///   - isAlone: whether the track's reader is reset to other ranges, and shares no demuxer.
  ///   - isOrdered: whether packets are wanted in the order of their decode times.
  ///   - appliesEdits: whether a movie's packets come as its edit list shows them. Otherwise every sample comes once,
  ///     at the media's own time.
  func packets(
    _ context: ReadingContext, isAlone: Bool, isOrdered: Bool = true, appliesEdits: Bool = true
  ) throws -> any PacketSource {
    let (track, stream, probe) = (context.track, context.stream, information.probe)
    var packets = try source(context, isAlone: isAlone, appliesEdits: appliesEdits)
    if track.mediaType == .video, probe.traits.statesFirstPresentationTimes { packets = ProgramStreamTimes(packets) }
    if CheckedPackets.check(context) { packets = CheckedPackets(packets, of: context) }
    if track.mediaType == .audio, !probe.isMovie {
      packets = WholeSamples(packets, stream.parameters, context.notes) ?? packets
      packets = CodedSound(packets, of: context, in: probe)
    }
    let isBare = probe.traits.hasBareFrames
    if !track.hasMovieTables, HeadedFrames.areIn(stream, isBare: isBare) {
      let soundEnd = information.gaplessTag.map { _ in context.timeline.ticks(track.timeRange.end) }
      packets = HeadedFrames(
        of: packets, stream, isBare: isBare, soundEnd: soundEnd, context.notes,
        continues: context.losses != nil)
    }
    if let losses = context.losses {
      packets = SalvagedPackets(
        packets, of: context, isOrdered: isOrdered, statesDecodeTimes: probe.traits.statesDecodeTimes, losses)
    }
    guard isOrdered, track.mediaType == .video else { return packets }
    let timed = try timed(packets, stream.parameters)
    // Some packets of VP8 are pictures that are never shown, so the next packet does not end the picture before it.
    return track.hasMovieTables || stream.parameters.codec == .vp8 ? timed : PictureDurations(timed)
  }

  private func timed(_ packets: any PacketSource, _ parameters: CodecParameters) throws -> any PacketSource {
    let (probe, depth) = (information.probe, parameters.reorderDepth)
    if !probe.traits.statesDecodeTimes { return ReorderedPackets(packets, reorderDepth: depth) }
    guard [.h264, .hevc].contains(parameters.codec) else {
      return depth == 0 || probe.isMovie ? packets : UntimedReferences(packets)
    }
    let timed: UntimedPictures
    if probe.traits.statesFirstPresentationTimes {
      timed = try UntimedPictures(packets, parameters, delay: nil)
    } else if probe.traits.isBareNALUnits {
      // A bare stream states no times, so its first picture is shown at time zero.
      timed = try UntimedPictures(packets, parameters, delay: 0)
    } else if !probe.traits.statesPresentationTimes, depth > 0 {
      // In AVI, a decoder shows the first picture after it has taken as many pictures as it reorders.
      timed = try UntimedPictures(packets, parameters, delay: depth)
    } else {
      return packets
    }
    return ReorderedPackets(timed, reorderDepth: depth)
  }

  private func source(_ context: ReadingContext, isAlone: Bool, appliesEdits: Bool) throws -> any PacketSource {
    let (stream, probe) = (context.stream, information.probe)
    if let movie = information.movie, let tables = movie.track(id: UInt32(bitPattern: stream.id)) {
      return try movie.packets(
        of: tables, in: probe.source, context, appliesEdits: appliesEdits, readsPastDamage: options.readsPastDamage,
        cancellation)
    }
    guard probe.isIndexed || isAlone else { return try shared().packets(of: stream.index) }
    return try StreamDemuxer(reopening: probe, of: context, options: options, cancellation: cancellation)
  }
}

extension Movie {
  /// Opens the packets of a track.
  ///
  /// - Parameter appliesEdits: a Boolean value that says whether the packets come as the edit list shows them.
  /// - Throws: `MediaError` for a source that cannot be opened again.
  fileprivate func packets(
    of track: Track, in source: MediaSource, _ context: ReadingContext, appliesEdits: Bool, readsPastDamage: Bool,
    _ cancellation: Cancellation
  ) throws -> any PacketSource {
    let media = try MovieMedia(self, of: track, in: source, readsPastDamage: readsPastDamage, cancellation)
    let edits = appliesEdits ? editMap(of: track) : nil
    let unit = context.hasOneCoding ? SampleStretches.Unit(track, context.stream.parameters) : nil
    if let unit, let stretches = SampleStretches(track, unit: unit) {
      return MovieSound(stretches, of: track, edits, media, context.stream)
    }
    let samples = context.stream.parameters.samples
    let priming = droppedStart(of: track).map { Int(clamping: samples.ticks($0, .nearest) ?? 0) } ?? 0
    let offsets = track.plausibleCompositionOffsets(movieTimeScale: header.timeScale)
    return MoviePackets(track, edits, priming: priming, plausibleOffsets: offsets, media, of: context)
  }
}

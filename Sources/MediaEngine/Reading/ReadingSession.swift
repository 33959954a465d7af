package import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile
import Synchronization

/// The track readers of one reader of a source: they share a demuxer where the container has no index.
package final class ReadingSession: Sendable {
  private let source: Source
  private let continuesAfterDamage: Bool
  private let shared = Mutex<SharedDemuxer?>(nil)
  private let cancellation = Cancellation()

  /// - Parameter continuesAfterDamage: see `TrackReader.lostTimeRanges`.
  package init(source: Source, continuesAfterDamage: Bool = false) {
    self.source = source
    self.continuesAfterDamage = continuesAfterDamage
  }

  /// A reader of one track. All readers of a session are made before the first is read.
  ///
  /// - Parameter isRandomAccess: whether the reader will be told to read other ranges: it then shares no demuxer.
  /// - Throws: `MediaError`: the file cannot be opened again, the tables place samples outside of it, there is
  ///   no decoder, or the output cannot be made from the track.
  package func reader(
    of track: SourceTrack, output: TrackReader.Output, timeRange: CMTimeRange, isRandomAccess: Bool = false
  ) throws -> TrackReader {
    if !continuesAfterDamage { try requireUndamaged(track) }
    return try reader(
      of: track, output: output, timeRange: timeRange, isRandomAccess: isRandomAccess,
      continuesAfterDamage: continuesAfterDamage, ReadingNotes())
  }

  /// A reader of the pictures of a range, in their decoder's own format, which shares no demuxer. Damage ends it. Any
  /// thread.
  ///
  /// - Throws: as `reader(of:output:timeRange:isRandomAccess:)`.
  func pictures(of track: SourceTrack, in timeRange: CMTimeRange, _ notes: ReadingNotes) throws -> TrackReader {
    try reader(
      of: track, output: .pictures(PictureRequest()), timeRange: timeRange, isRandomAccess: true,
      continuesAfterDamage: false, notes)
  }

  /// - Throws: `MediaError`: the tables place samples outside of the file.
  func requireUndamaged(_ track: SourceTrack) throws {
    if let damage = source.damage(of: track, in: try source.load()) { throw damage }
  }

  private func reader(
    of track: SourceTrack, output: TrackReader.Output, timeRange: CMTimeRange, isRandomAccess: Bool,
    continuesAfterDamage: Bool, _ notes: ReadingNotes
  ) throws -> TrackReader {
    let information = try source.load()
    return try TrackReader(
      track: track, of: source, output: output, timeRange: timeRange, continuesAfterDamage: continuesAfterDamage, notes
    ) {
      try packets(of: track, in: information, isRandomAccess: isRandomAccess)
    }
  }

  /// Lets blocking reads end soon, and opening for them too. Any thread; does not wait.
  package func cancel() { cancellation.cancel() }

  private func packets(
    of track: SourceTrack, in information: SourceInformation, isRandomAccess: Bool
  ) throws -> any PacketSource {
    var options = Demuxer.Options()
    options.readsPastDamage = continuesAfterDamage
    let packets: any PacketSource
    if track.isMisread, let movie = information.movie, let tables = movie.track(id: UInt32(track.trackID)) {
      packets = try MoviePCM(
        tables, of: movie, in: information.probe.source, streamIndex: track.stream.index, cancellation: cancellation)
    } else if information.probe.isIndexed || isRandomAccess {
      packets = try StreamDemuxer(
        reopening: information.probe, of: track, options: options,
        lastPicture: information.lastPicture(of: track), cancellation: cancellation)
    } else {
      packets = try sharedPackets(of: track, in: information, options)
    }
    if track.mediaType != .audio || information.probe.isFormat("mov") { return packets }
    return CodedSound(packets, of: track.stream, in: information.probe)
  }

  private func sharedPackets(
    of track: SourceTrack, in information: SourceInformation, _ options: Demuxer.Options
  ) throws -> any PacketSource {
    try shared.withLock { shared in
      let demuxer =
        try shared
        ?? SharedDemuxer(
          reopening: information.probe, options: options, cancellation: cancellation)
      shared = demuxer
      return demuxer.packets(of: track.stream.index)
    }
  }
}

extension SourceInformation {
  /// Of a movie's pictures, where the edit list says how long the last one is shown.
  fileprivate func lastPicture(of track: SourceTrack) -> LastPicture? {
    guard track.mediaType == .video, let movie, let tables = movie.track(id: UInt32(bitPattern: track.stream.id)) else {
      return nil
    }
    return LastPicture(of: tables, movieTimeScale: movie.header.timeScale)
  }
}

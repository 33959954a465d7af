package import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport

/// Finds the picture of a track that is shown at a time, or one near it that is found sooner. One thread at a time.
///
/// It has two readers, each made when it is first needed. One decodes the pictures of random-access points, each alone.
/// The other decodes from a random-access point to the exact time.
package final class PictureFinder {
  private let track: SourceTrack
  private let session: any AssetSession
  /// The composition of the pictures; `nil` for the track's own pictures.
  private let plan: CompositedPictures.Plan?
  private let accessPoints: AccessPointTable?
  private let canSeek: Bool
  private let finderCount: Int
  private var exact: ShownPictures?
  private var single: (any SampleReader)?
  /// The last random-access point's picture that was found.
  private var lastSingle: ShownPicture?

  /// - Parameters:
  ///   - session: the session of the track's content.
  ///   - plan: the composition of the pictures; `nil` for the track's own. Composed pictures are always those that are
  ///     shown at the exact time, since no other is found sooner.
  ///   - finderCount: the number of finders that work concurrently and share the processors.
  /// - Throws: `MediaError`: the content cannot be read.
  package init(
    _ track: SourceTrack, in content: any AssetContent, _ session: any AssetSession,
    composed plan: CompositedPictures.Plan? = nil, finderCount: Int = 1
  ) throws {
    (self.track, self.session, self.plan, self.finderCount) = (track, session, plan, finderCount)
    accessPoints = AccessPointTable(of: track, in: content)
    canSeek = try content.load().isIndexed
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  /// Returns the picture for a time.
  ///
  /// Within the tolerances it is the picture of the nearest random-access point, which can be decoded alone. Without a
  /// table of samples, it is the last such point at or before the time. Otherwise it is the picture that is shown at
  /// the time. After the end it is the last picture, and before the first picture it is that one, if the tolerances
  /// allow it.
  ///
  /// - Returns: The picture; `nil` if there is none at the time, nor within the tolerances.
  /// - Throws: `MediaError` of reading and decoding.
  package func picture(
    at time: CMTime, toleranceBefore: CMTime = .zero, toleranceAfter: CMTime = .zero
  ) throws -> ShownPicture? {
    guard time.isNumeric else { return nil }
    let earliest = time - CMTimeMaximum(.zero, toleranceBefore)
    let latest = time + CMTimeMaximum(.zero, toleranceAfter)
    if plan == nil, let found = try accessPoint(near: time, from: earliest, to: latest) { return found }
    let exact = try exactPictures()
    let (shown, next) = try exact.pictures(at: time)
    if let shown, next != nil || !shown.end.isNumeric || shown.end > time || shown.time >= earliest { return shown }
    if let next { return next.time <= latest ? next : nil }
    guard shown == nil, earliest < time, let last = try exact.last(before: time, from: earliest) else { return nil }
    return last.time >= earliest ? last : nil
  }

  /// Returns the division of times in ascending order among finders that work concurrently.
  package func series(of times: [CMTime]) -> PictureSeries {
    // Media without an index is read from its beginning: several finders would each read all of it.
    let runs = plan == nil && canSeek ? times.runs(where: shareDecoding) : [times.indices]
    return PictureSeries(
      runs, processorCount: Processors.count, decoderByteCount: track.decoderByteCount,
      pictureByteCount: 4 * track.pixelCount, memoryLimit: MemoryBound.byteCount / Self.memoryShare)
  }

  /// The inverse of the share of the available memory that concurrent finders may take.
  private static let memoryShare = 4

  /// Returns whether the pictures of two times, in ascending order, are found by decoding from one random-access point.
  private func shareDecoding(_ time: CMTime, _ next: CMTime) -> Bool {
    guard time.isNumeric, next.isNumeric else { return true }
    if let accessPoints { return !accessPoints.isAccessPoint(between: time, and: next) }
    return ShownPictures.areNear(time, next)
  }

  /// Returns the picture of a random-access point within the bounds.
  private func accessPoint(near time: CMTime, from earliest: CMTime, to latest: CMTime) throws -> ShownPicture? {
    if let accessPoints {
      let place =
        accessPoints.timeOfAccessPoint(shownAt: time)
        ?? (earliest < latest ? accessPoints.nearest(to: time, from: earliest, to: latest) : nil)
      guard let place else { return nil }
      if let lastSingle, lastSingle.time == place { return lastSingle }
      let found = try singlePicture(at: place, from: place)
      // A table may mark a picture wrongly as independent, and an edit may begin within a picture.
      return found.flatMap { $0.time == place ? $0 : nil }
    }
    guard earliest < latest else { return nil }
    let found = try singlePicture(at: CMTimeMaximum(.zero, time), from: CMTimeMaximum(.zero, earliest))
    return found.flatMap { $0.time >= earliest && $0.time <= latest ? $0 : nil }
  }

  /// Decodes the picture of the last random-access point at or before a time, but not before another time.
  private func singlePicture(at time: CMTime, from earliest: CMTime) throws -> ShownPicture? {
    let single =
      try single
      ?? session.pictures(
        of: track, .single, in: CMTimeRange(start: .zero, duration: .positiveInfinity), ReadingNotes())
    self.single = single
    if let lastSingle, !canSeek, time >= lastSingle.time {
      single.skip(to: time)
    } else {
      single.reset(to: CMTimeRange(start: earliest, duration: .positiveInfinity), fromAccessPointAt: time)
    }
    lastSingle = nil
    lastSingle = try single.next().flatMap(ShownPicture.init)
    return lastSingle
  }

  private func exactPictures() throws -> ShownPictures {
    if let exact { return exact }
    let always = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var request = PictureRequest.urgent
    request.readerCount = finderCount
    let reader: any SampleReader =
      if let plan {
        try CompositedPictures(session, plan, as: .urgent, in: always, isShared: true)
      } else {
        try session.pictures(of: track, request, in: always, ReadingNotes())
      }
    let made = ShownPictures(reader, canSeek: canSeek)
    exact = made
    return made
  }
}

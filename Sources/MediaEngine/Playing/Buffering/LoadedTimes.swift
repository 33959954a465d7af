import CoreMedia
import MediaSupport
import MediaTime
import MovieFile

/// The times of an item whose bytes are in given stretches of its file. A pure value.
///
/// A movie's tables state the positions of its samples. For other files the times are an estimate that assumes the same
/// number of bytes for each second.
struct LoadedTimes: Equatable, Sendable {
  /// A part of a track, up to the next one's start.
  struct Part: Equatable, Sendable {
    var start: CMTime
    var bytes: Range<Int64>
  }

  /// The parts of each track, in the order of their starts.
  private let tracks: [[Part]]
  private let duration: CMTime

  /// The longest duration of a part, in seconds.
  private static let partSeconds = 1.0
  /// The greatest distance between a part's samples, in bytes: samples of other tracks are between them.
  private static let farthestBytes: Int64 = 1 << 20
  /// The greatest number of a track's parts that are stored. A track with more, which is longer than a day, is
  /// estimated.
  private static let mostParts = 100_000
  /// The range of the number of parts of an estimated file.
  private static let estimatedParts = 100.0...10_000.0
  /// The least number of ticks in a second that distinguishes estimated parts.
  private static let leastScale: CMTimeScale = 10_000

  init(tracks: [[Part]], duration: CMTime) { (self.tracks, self.duration) = (tracks, duration) }

  /// - Parameters:
  ///   - tracks: the tracks that are played.
  ///   - byteCount: the number of bytes of the file. If it is `nil`, because it is not known, the loaded times are not
  ///     known either.
  init(of tracks: [SourceTrack], in information: any AssetInformation, byteCount: Int64?, duration: CMTime) {
    let known = tracks.compactMap { track in
      information.movie?.track(id: UInt32(bitPattern: track.trackID)).flatMap { Self.parts(of: $0, track.edits) }
    }
    let parts = known.count == tracks.count ? known : byteCount.map { [Self.parts(of: $0, duration)] } ?? []
    self.init(tracks: parts, duration: duration)
  }

  /// - Returns: `nil` if edits show nothing of the media, and if there are too many parts.
  private static func parts(of track: Track, _ edits: TrackEdits?) -> [Part]? {
    guard let edits else { return nil }
    var parts: [Part] = []
    for sample in track.samples {
      // A sample that ends beyond 64 bits is neither shown nor read.
      guard sample.offset >= 0, let shown = range(from: sample.presentationTime, count: max(1, sample.duration)),
        let bytes = range(from: sample.offset, count: Int64(sample.size)),
        let place =
          edits.map.isIdentity ? shown : edits.map.spans.lazy.compactMap({ $0.presentation(of: shown) }).first
      else { continue }
      let start = edits.media.time(place.lowerBound)
      if let last = parts.last, (start - last.start).seconds < partSeconds, bytes.lowerBound >= last.bytes.lowerBound,
        bytes.lowerBound - last.bytes.upperBound < farthestBytes
      {
        parts[parts.count - 1].bytes = last.bytes.lowerBound..<max(last.bytes.upperBound, bytes.upperBound)
        parts[parts.count - 1].start = CMTimeMinimum(last.start, start)
      } else {
        if parts.count == mostParts { return nil }
        parts.append(Part(start: start, bytes: bytes))
      }
    }
    return parts.isEmpty ? nil : parts.sorted { $0.start < $1.start }
  }

  /// Returns a range; `nil` if its end does not fit 64 bits.
  private static func range(from start: Int64, count: Int64) -> Range<Int64>? {
    let (end, overflow) = start.addingReportingOverflow(count)
    return overflow || end < start ? nil : start..<end
  }

  private static func parts(of byteCount: Int64, _ duration: CMTime) -> [Part] {
    guard duration.isNumeric, duration > .zero, byteCount > 0 else { return [] }
    let wanted = duration.seconds / partSeconds
    let count = Int64(min(max(wanted, estimatedParts.lowerBound), estimatedParts.upperBound))
    let fine = CMTimeConvertScale(duration, timescale: max(duration.timescale, leastScale), method: .default)
    let length = fine.isNumeric ? fine : duration
    // The direct product may not fit 64 bits.
    func part(_ index: Int64, of whole: Int64) -> Int64 { whole / count * index + whole % count * index / count }
    return (0..<count).map { index in
      Part(
        start: CMTime(value: part(index, of: length.value), timescale: length.timescale),
        bytes: part(index, of: byteCount)..<part(index + 1, of: byteCount))
    }
  }

  /// Returns the time up to which everything is loaded from a time on. It is the time itself if nothing is loaded
  /// there.
  func end(from time: CMTime, _ present: ByteRanges) -> CMTime {
    tracks.map { parts in
      var index = max(0, Self.firstIndex(in: parts, behind: time) - 1)
      while index < parts.count, present.contains(parts[index].bytes) { index += 1 }
      return index == parts.count ? duration : CMTimeMaximum(time, parts[index].start)
    }.min() ?? duration
  }

  /// Returns the loaded stretches of time, in order.
  func ranges(_ present: ByteRanges) -> [CMTimeRange] {
    let each = tracks.map { parts in
      parts.indices.reduce(into: [CMTimeRange]()) { ranges, index in
        guard present.contains(parts[index].bytes) else { return }
        let start = index == 0 ? .zero : parts[index].start
        let end = index + 1 < parts.count ? parts[index + 1].start : duration
        if let last = ranges.last, last.end >= start {
          ranges[ranges.count - 1] = CMTimeRange(start: last.start, end: CMTimeMaximum(last.end, end))
        } else if end > start {
          ranges.append(CMTimeRange(start: start, end: end))
        }
      }
    }
    guard let first = each.first else { return [] }
    return each.dropFirst().reduce(first) { common, ranges in
      common.flatMap { range in
        ranges.map { CMTimeRangeGetIntersection(range, otherRange: $0) }.filter { $0.duration > .zero }
      }
    }
  }

  private static func firstIndex(in parts: [Part], behind time: CMTime) -> Int {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = low + (high - low) / 2
      if parts[middle].start > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

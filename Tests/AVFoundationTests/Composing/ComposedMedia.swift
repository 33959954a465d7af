import AVFoundation
import TestSupport
import Testing

/// Sources of compositions, read whole, and what a composition of them has to vend by the history of its edits.
struct ComposedMedia {
  typealias Fraction = EditHistory.Fraction

  let tracks: [AVAssetTrack]
  private let assets: [AVURLAsset]
  private let mediaType: AVMediaType
  /// The lengths in hundredths of a second, rounded down.
  let lengths: [Int]

  init(_ names: [String], _ mediaType: AVMediaType) throws {
    assets = names.map { AVURLAsset(url: MediaFiles.fixture($0)) }
    tracks = try assets.map { try #require($0.tracks(withMediaType: mediaType).first) }
    lengths = tracks.map { Int(($0.timeRange.end.seconds * 100).rounded(.down)) }
    self.mediaType = mediaType
  }

  /// Makes a composition of one track, and the history of the same edits.
  func randomComposition(
    seed: UInt64, edits: Int, scales: Bool
  ) throws -> (AVMutableComposition, AVMutableCompositionTrack, EditHistory) {
    var generator = SeededGenerator(seed: seed)
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: mediaType, preferredTrackID: kCMPersistentTrackID_Invalid))
    var history = EditHistory()
    for _ in 0..<edits {
      let edit = EditHistory.randomEdit(of: history.end, lengths: lengths, scales: scales, &generator)
      history.append(edit)
      try apply(edit, to: track)
    }
    return (composition, track, history)
  }

  private func apply(_ edit: EditHistory.Edit, to track: AVMutableCompositionTrack) throws {
    switch edit {
    case .insert(let media, let source, let start, let duration):
      let range = CMTimeRange(start: source.time, duration: duration.time)
      try track.insertTimeRange(range, of: tracks[media], at: start.time)
    case .insertEmpty(let start, let duration):
      track.insertEmptyTimeRange(CMTimeRange(start: start.time, duration: duration.time))
    case .remove(let start, let end): track.removeTimeRange(CMTimeRange(start: start.time, end: end.time))
    case .scale(let start, let end, let duration):
      track.scaleTimeRange(CMTimeRange(start: start.time, end: end.time), toDuration: duration.time)
    }
  }
}

extension EditHistory.Fraction {
  init(_ time: CMTime) { self.init(Int(time.value), Int(time.timescale)) }
  var time: CMTime { CMTime(value: Int64(numerator), timescale: Int32(denominator)) }
}

extension EditHistory {
  /// A stretch of the track and the part of a media that it shows.
  struct Shown {
    let start: Fraction
    let end: Fraction
    /// The media and the time of the part's start; `nil` where nothing is shown.
    let media: (number: Int, start: Fraction)?
    /// The seconds of the media in a second of the track.
    let rate: Fraction
  }

  /// The stretches in order.
  var shown: [Shown] {
    stretches.map { start, end in
      let middle = (start + end) / Fraction(2)
      guard let first = shown(at: start), let later = shown(at: middle) else {
        return Shown(start: start, end: end, media: nil, rate: Fraction(1))
      }
      return Shown(
        start: start, end: end, media: (first.media, first.time),
        rate: (later.time - first.time) / (middle - start))
    }
  }

  /// Returns the pictures that the track vends (CO-41).
  ///
  /// - Parameter media: the pictures of each media.
  func pictures(_ media: [[RangeReading.Picture]]) -> [(time: Fraction, duration: Fraction, hash: UInt64)] {
    var pictures: [(time: Fraction, duration: Fraction, hash: UInt64)] = []
    for part in shown {
      guard let (number, start) = part.media else { continue }
      let all = media[number].map { (time: Fraction($0.time), end: Fraction($0.time + $0.duration), hash: $0.hash) }
      let end = start + part.rate * (part.end - part.start)
      let first = all.lastIndex { $0.time <= start } ?? 0
      for picture in all[first...] where picture.time < end && picture.end > start {
        func place(_ time: Fraction) -> Fraction { part.start + (time - start) / part.rate }
        let shown = max(part.start, place(picture.time))
        pictures.append((shown, min(part.end, place(picture.end)) - shown, picture.hash))
      }
    }
    return pictures
  }

  /// Returns the frames that the track vends (CO-42). A stretch at another speed is `nil` for each frame.
  ///
  /// - Parameters:
  ///   - media: the frames of each media.
  ///   - silent: a frame of silence.
  func frames<Frame>(_ media: [[Frame]], silent: Frame, rate: Int) -> [Frame?] {
    var frames: [Frame?] = []
    for part in shown {
      let count = (part.end * Fraction(rate)).rounded - (part.start * Fraction(rate)).rounded
      guard let (number, start) = part.media else {
        frames += repeatElement(Optional(silent), count: count)
        continue
      }
      let first = (start * Fraction(rate)).rounded
      for frame in 0..<count {
        let exists = media[number].indices.contains(first + frame)
        frames.append(part.rate == Fraction(1) ? exists ? media[number][first + frame] : silent : nil)
      }
    }
    return frames
  }
}

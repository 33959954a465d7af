import CoreMedia
import MediaSupport
import MediaTime
import MovieFile

/// Reads a track whose edit list shows several parts of its media, or a part at another speed. Each part is read
/// separately, as a range of the media, and moved to the time at which it is shown.
///
/// Pictures are cut to their edit: the picture at the beginning of the edit is shown from then on. Sound is cut to the
/// sample. Sound of an edit at another speed is returned at its own speed, for as long as the edit lasts; an edit that
/// dwells on a moment has no sound.
final class EditedStage: ReadingStage {
  /// Returns the media at its own times.
  private let stage: any ReadingStage
  private let edits: TrackEdits
  private let isPictures: Bool
  private var range = CMTimeRange.zero
  /// The edits that follow the current one.
  private var spans: ArraySlice<EditMap.Span> = []
  /// The current edit; `nil` between two edits.
  private var part: Part?
  /// The time whose random-access point begins the first edit. It is `nil` for the range's start.
  private var accessTime: CMTime?

  /// - Parameter stage: returns the media at its own times, without any edit.
  init(_ stage: any ReadingStage, _ edits: TrackEdits, isPictures: Bool) {
    self.stage = stage
    self.edits = edits
    self.isPictures = isPictures
  }

  func seek(to range: CMTimeRange) {
    self.range = range
    (part, accessTime) = (nil, nil)
    let start = edits.media.ticks(range.start, .down) ?? 0
    let end = edits.media.ticks(range.end, .up) ?? .max
    spans = start < end ? edits.map.spans(in: start..<end) : []
  }

  func seek(to range: CMTimeRange, fromAccessPointAt time: CMTime) {
    seek(to: range)
    _ = begin(fromAccessPointAt: time)
  }

  func skip(to time: CMTime) throws {
    if begin(fromAccessPointAt: time) { return }
    if let part { try stage.skip(to: part.mediaTime(before: time)) }
  }

  /// Skips everything before the edit that is shown at a time, or last before it. The random-access point is sought in
  /// that edit.
  ///
  /// - Returns: Whether that edit is still to be read.
  private func begin(fromAccessPointAt time: CMTime) -> Bool {
    let ticks = edits.media.ticks(time, .down) ?? 0
    let index = spans.lastIndex { $0.media != nil && !$0.presentation.isEmpty && $0.presentation.lowerBound <= ticks }
    guard let index else { return false }
    (part, spans, accessTime) = (nil, spans[index...], time)
    return true
  }

  func next() throws -> CMSampleBuffer? {
    while true {
      if let part {
        if let sample = try stage.next() { return try part.moved(sample) }
        self.part = nil
      }
      guard let span = spans.popFirst() else { return nil }
      guard let part = Part(span, edits.media, isPictures: isPictures), let wanted = part.mediaRange(in: range) else {
        continue
      }
      if let time = accessTime.take() {
        try stage.seek(to: wanted, fromAccessPointAt: CMTimeMaximum(wanted.start, part.mediaTime(before: time)))
      } else {
        try stage.seek(to: wanted)
      }
      self.part = part
    }
  }
}

/// The part of the media that an edit shows, and its time.
private struct Part {
  /// The time range of the edit, on the asset's timeline.
  let shown: CMTimeRange
  /// The media's time at which the part begins.
  let mediaStart: CMTime
  /// The speed in 16.16 fixed point; 0 if one picture is shown all the time.
  let rate: Int32
  let isPictures: Bool
  private let tick: CMTime

  /// Makes the part of an edit; `nil` if nothing is shown.
  init?(_ span: EditMap.Span, _ media: TimeBase, isPictures: Bool) {
    guard let part = span.media, !span.presentation.isEmpty, isPictures || span.rate > 0 else { return nil }
    shown = CMTimeRange(
      start: media.time(span.presentation.lowerBound), end: media.time(span.presentation.upperBound))
    mediaStart = media.time(part.lowerBound)
    rate = isPictures ? max(0, span.rate) : Edit.normalRate
    tick = media.time(1)
    self.isPictures = isPictures
  }

  /// Returns the range of the media that is shown in a range of the asset's timeline; `nil` if there is none.
  func mediaRange(in range: CMTimeRange) -> CMTimeRange? {
    let start = max(shown.start, range.start)
    let end = range.end.isNumeric ? min(shown.end, range.end) : shown.end
    guard start < end else { return nil }
    if rate == 0 { return CMTimeRange(start: mediaStart, duration: tick) }
    return CMTimeRange(start: mediaTime(at: start), end: mediaTime(at: end))
  }

  /// Returns the media's time that is shown at a time, or last before it.
  func mediaTime(before time: CMTime) -> CMTime {
    rate == 0 ? mediaStart : mediaTime(at: max(shown.start, min(time, shown.end - tick)))
  }

  private func mediaTime(at time: CMTime) -> CMTime {
    let distance = time - shown.start
    if rate == Edit.normalRate { return mediaStart + distance }
    return mediaStart + CMTimeMultiplyByRatio(distance, multiplier: rate, divisor: Edit.normalRate)
  }

  private func time(of mediaTime: CMTime) -> CMTime {
    if mediaTime <= mediaStart { return shown.start }
    let distance = mediaTime - mediaStart
    if rate == Edit.normalRate { return shown.start + distance }
    return shown.start + CMTimeMultiplyByRatio(distance, multiplier: Edit.normalRate, divisor: rate)
  }

  /// Returns a sample of the media at the time at which it is shown.
  func moved(_ sample: CMSampleBuffer) throws -> CMSampleBuffer {
    let start = sample.presentationTimeStamp
    var timing = CMSampleTimingInfo(
      duration: sample.duration, presentationTimeStamp: time(of: start), decodeTimeStamp: .invalid)
    if isPictures {
      if rate == 0 {
        timing.duration = shown.duration
      } else if sample.duration.isNumeric {
        timing.duration = min(time(of: start + sample.duration), shown.end) - timing.presentationTimeStamp
      }
    } else {
      // All samples of the buffer have the same duration.
      timing.duration = try sample.sampleTimingInfo(at: 0).duration
    }
    return sample.copy(timing: timing)
  }
}

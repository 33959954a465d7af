import CoreMedia
import MediaSupport

/// Reads a track of a composition: pictures, or samples as stored. Each segment's part of its media is read separately,
/// and moved to the time at which it is shown.
///
/// One caller at a time.
final class ComposedSamples: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads; the notes are behind their own lock.
  private let track: CompositionTrack
  private let media: MediaReaders
  private let output: TrackReader.Output
  /// The ranges that are read after the current one.
  private var ranges: ArraySlice<CMTimeRange>
  private var range = CMTimeRange.zero
  /// The segments of the range that follow the current one.
  private var segments: ArraySlice<CompositionMap<ComposedMedia>.Segment> = []
  /// The current segment; `nil` between two segments.
  private var reading: Reading?
  /// The time whose random-access point begins the first segment. It is `nil` for the range's start.
  private var accessTime: CMTime?
  /// A Boolean value that says whether a sample was read since the ranges were set.
  private var hasGiven = false
  /// The time to skip to before the next sample is read; `nil` for none.
  private var skipTime: CMTime?

  /// The segment that is being read. It is an object because every sample accesses it.
  private final class Reading {
    let segment: ShownSegment
    let part: CompositionMap<ComposedMedia>.Segment
    let reader: any SampleReader
    /// A Boolean value that says whether samples of another segment come before these.
    private let followsOther: Bool
    /// The time, in the media, of the random-access point at which the segment's decoding begins. It is `nil` before
    /// the first sample, and if the first sample is no such point.
    private var accessTime: CMTime?
    private var hasBegun = false

    init(
      _ segment: ShownSegment, _ part: CompositionMap<ComposedMedia>.Segment, by reader: any SampleReader,
      followsOther: Bool
    ) {
      (self.segment, self.part, self.reader, self.followsOther) = (segment, part, reader, followsOther)
    }

    /// Returns a stored picture as the segment needs it (CO-50, CO-51).
    ///
    /// A decoder must not count on at the first picture from those of another segment.
    ///
    /// - Returns: `nil` for a picture that is useless to the segment: it follows the random-access point in decoding
    ///   order, comes before it in presentation order, and is not shown by the segment. Such a picture may refer to
    ///   others from before that point, and no picture that is shown refers to it.
    func taken(_ picture: CMSampleBuffer) -> CMSampleBuffer? {
      guard hasBegun else {
        hasBegun = true
        if !picture.flags(at: 0).contains(.notSync) { accessTime = picture.presentationTimeStamp }
        return followsOther ? picture.formatDescription?.breakingLink(picture) ?? picture : picture
      }
      let time = picture.presentationTimeStamp
      guard let accessTime, time.isNumeric, time < accessTime else { return picture }
      return segment.shows(picture) ? picture : nil
    }
  }

  /// - Throws: `MediaError`: the media of the first segment cannot be read, or not in the wanted form.
  init(_ track: CompositionTrack, _ media: MediaReaders, _ output: TrackReader.Output, in range: CMTimeRange) throws {
    (self.track, self.media, self.output) = (track, media, output.statingEnds)
    ranges = [range]
    while reading == nil, try beginSegment() {}
  }

  func next() throws -> CMSampleBuffer? {
    while true {
      if let time = skipTime.take() { skipAhead(to: time) }
      if let reading {
        if let sample = try reading.reader.next() {
          guard let sample = taken(sample, reading) else { continue }
          hasGiven = true
          return try moved(sample, reading.segment)
        }
        media.end(reading.part)
        self.reading = nil
      }
      guard try beginSegment() else { return nil }
    }
  }

  func reset(to timeRanges: [CMTimeRange]) {
    (ranges, segments, reading, accessTime, skipTime) = (timeRanges[...], [], nil, nil, nil)
    hasGiven = false
  }

  func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) {
    reset(to: [timeRange])
    accessTime = time
  }

  func skip(to time: CMTime) { skipTime = time }

  var warnings: [String] { media.warnings }
  var lostTimeRanges: [CMTimeRange] { media.lostTimeRanges }

  // MARK: Segments

  /// Begins to read the next segment; an empty one is skipped.
  ///
  /// - Returns: `false` at the end of the last range.
  private func beginSegment() throws -> Bool {
    while segments.isEmpty {
      guard let next = ranges.popFirst() else { return false }
      (range, segments) = (next, track.map.segments(in: next))
      if let accessTime { leaveOutSegments(before: accessTime) }
    }
    guard let segment = segments.popFirst(), let media = segment.media, let part = segment.part(in: range) else {
      return true
    }
    let accessTime = accessTime.take().map { part.sourceTime(before: $0) }
    let reader = try self.media.begin(media, output, part.source, fromAccessPointAt: accessTime)
    reading = Reading(ShownSegment(segment), part, by: reader, followsOther: hasGiven)
    return true
  }

  /// Skips everything before the segment that is shown at a time, or last before it.
  ///
  /// - Returns: Whether that segment is still to be read.
  @discardableResult
  private func leaveOutSegments(before time: CMTime) -> Bool {
    guard let index = segments.lastIndex(where: { !$0.isEmpty && $0.target.start <= time }) else { return false }
    segments = segments[index...]
    return true
  }

  private func skipAhead(to time: CMTime) {
    if leaveOutSegments(before: time) {
      if let reading { media.end(reading.part) }
      (reading, accessTime) = (nil, time)
    } else if let reading {
      reading.reader.skip(to: reading.part.sourceTime(before: time))
    }
  }

  /// Returns a sample as its segment needs it; `nil` for a stored sample that is useless to the segment.
  private func taken(_ sample: CMSampleBuffer, _ reading: Reading) -> CMSampleBuffer? {
    if case .pictures = output { return sample }
    if sample.numSamples != 1 { return sample }
    switch track.mediaType {
    case .video: return reading.taken(sample)
    case .audio, .timeCode: return sample
    // No other sample depends on a text.
    default: return reading.segment.cut(sample) == nil ? nil : sample
    }
  }

  private func moved(_ sample: CMSampleBuffer, _ segment: ShownSegment) throws -> CMSampleBuffer {
    if case .pictures = output { return sample.copy(timing: segment.moved(try sample.sampleTimingInfo(at: 0))) }
    let format = sample.formatDescription.map { track.shown($0) }
    switch track.mediaType {
    case .video: return segment.movedPicture(sample, format: format)
    case .audio, .timeCode: return segment.trimmed(sample, format: format)
    default: return (segment.cut(sample) ?? sample).copy(format: format, moving: segment.movedText)
    }
  }
}

extension TrackReader.Output {
  /// The same output, but with pictures that last until the next one is shown: the segments cut them.
  fileprivate var statingEnds: TrackReader.Output {
    guard case .pictures(var request) = self else { return self }
    request.needsEnds = true
    return .pictures(request)
  }
}

extension CompositionMap.Segment {
  /// Returns the media's time that is shown at a time of the track, or last before it. A random-access point after the
  /// segment is useless to it.
  fileprivate func sourceTime(before time: CMTime) -> CMTime {
    let last = CMTimeMaximum(source.start, source.end - CMTime(value: 1, timescale: 1_000_000))
    return CMTimeMaximum(source.start, CMTimeMinimum(sourceTime(at: time), last))
  }
}

/// A segment that shows media, and the times of its samples.
private struct ShownSegment {
  private let segment: CompositionMap<ComposedMedia>.Segment

  init(_ segment: CompositionMap<ComposedMedia>.Segment) { self.segment = segment }

  /// Returns the times of a decoded picture. A picture that begins before the segment's part of the media is shown from
  /// the segment's start on, and one that ends after it is shown up to the segment's end (CO-41).
  func moved(_ timing: CMSampleTimingInfo) -> CMSampleTimingInfo {
    let start = timing.presentationTimeStamp
    var moved = timing
    moved.presentationTimeStamp = start <= segment.source.start ? segment.target.start : segment.targetTime(of: start)
    if timing.duration.isNumeric {
      let end = CMTimeMinimum(segment.targetTime(of: start + timing.duration), segment.target.end)
      moved.duration = CMTimeMaximum(.zero, end - moved.presentationTimeStamp)
    }
    return moved
  }

  /// Returns whether a stored picture is presented in the segment, not only decoded.
  func shows(_ sample: CMSampleBuffer) -> Bool {
    if sample.flags(at: 0).contains(.doNotDisplay) { return false }
    let (start, duration) = (sample.presentationTimeStamp, sample.duration)
    if start >= segment.source.end { return false }
    return !duration.isNumeric || duration <= .zero || start + duration > segment.source.start
  }

  /// Returns a stored picture with its times in the composition. Pictures that are only decoded keep their distance to
  /// the others (CO-51).
  func movedPicture(_ sample: CMSampleBuffer, format: CMFormatDescription?) -> CMSampleBuffer {
    let isShown = shows(sample)
    let copy = sample.copy(format: format) { timing in
      var moved = isShown ? self.moved(timing) : shifted(timing)
      if timing.decodeTimeStamp.isNumeric {
        moved.decodeTimeStamp = segment.targetTime(of: timing.decodeTimeStamp)
        if isShown { moved.decodeTimeStamp = CMTimeMinimum(moved.decodeTimeStamp, moved.presentationTimeStamp) }
      }
      return moved
    }
    if !isShown { copy.sampleAttachments[0][.doNotDisplay] = true }
    return copy
  }

  /// Returns a stored text, or other data without reordering, cut to the segment's part of the media (CO-50). It is
  /// `nil` if the segment does not show it.
  func cut(_ sample: CMSampleBuffer) -> CMSampleBuffer? { sample.cut(to: segment.source) }

  /// Returns the times of a text, which is decoded when it is presented.
  func movedText(_ timing: CMSampleTimingInfo) -> CMSampleTimingInfo {
    var moved = self.moved(timing)
    if timing.decodeTimeStamp.isNumeric { moved.decodeTimeStamp = moved.presentationTimeStamp }
    return moved
  }

  /// Returns a stored sample whose start cannot be moved: a packet of sound, or a timecode, which states the number of
  /// its own first frame. What lies outside of the segment's part of the media is trimmed (CO-52).
  func trimmed(_ sample: CMSampleBuffer, format: CMFormatDescription?) -> CMSampleBuffer {
    let copy = sample.copy(format: format, moving: shifted)
    // Linear PCM is cut already.
    guard sample.numSamples == 1, format?.mediaSubType != .linearPCM, segment.isNormal, sample.duration.isNumeric
    else { return copy }
    let (start, length) = (sample.presentationTimeStamp, sample.duration)
    func trim(_ key: CFString, _ outside: CMTime) -> CMTime {
      min(length, max(sample.attachedTime(key) ?? .zero, outside))
    }
    let front = trim(kCMSampleBufferAttachmentKey_TrimDurationAtStart, segment.source.start - start)
    let back = trim(kCMSampleBufferAttachmentKey_TrimDurationAtEnd, start + length - segment.source.end)
    copy.setTrim(start: front, end: back)
    if front >= length || back >= length { copy.sampleAttachments[0][.doNotDisplay] = true }
    return copy
  }

  private func shifted(_ timing: CMSampleTimingInfo) -> CMSampleTimingInfo {
    var moved = timing
    moved.presentationTimeStamp = segment.targetTime(of: timing.presentationTimeStamp)
    if timing.duration.isNumeric { moved.duration = segment.targetDuration(of: timing.duration) }
    if timing.decodeTimeStamp.isNumeric { moved.decodeTimeStamp = segment.targetTime(of: timing.decodeTimeStamp) }
    return moved
  }
}

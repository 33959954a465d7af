import CoreMedia
import MediaInterop
import MediaSupport

/// Reads a track of sound of a composition, decoded, in one format from the first frame to the last.
///
/// The frames of the composition are counted from its time zero. A segment has the frames from the one nearest to its
/// start up to the one nearest to its end (CO-42). They are silent if the segment is empty, or its media has no sound
/// there.
///
/// One caller at a time.
final class ComposedSound: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads; the notes are behind their own lock.
  private typealias Segment = CompositionMap<ComposedMedia>.Segment

  private let track: CompositionTrack
  private let media: MediaReaders
  /// The form in which the media's sound is read, before it is packed.
  private let request: AudioRequest
  private let format: AudioFormat
  private var maker: SoundSampleMaker
  /// The ranges that are read after the current one.
  private var ranges: ArraySlice<CMTimeRange>
  private var range = CMTimeRange.zero
  /// The segments of the range that follow the current one.
  private var segments: ArraySlice<Segment> = []
  /// The current segment and its sound; `nil` between two segments.
  private var reading: (part: Segment, sound: any SegmentSound)?
  /// The number of the next frame of the composition.
  private var position: Int64 = 0

  /// The greatest number of frames in a buffer.
  private static let largestBuffer = 8192

  /// - Throws: `MediaError`: the media of the first segment cannot be read.
  init(
    _ track: CompositionTrack, _ media: MediaReaders, _ request: AudioRequest, in range: CMTimeRange
  ) throws {
    (self.track, self.media) = (track, media)
    maker = SoundSampleMaker(request.packing)
    var request = try request.completed(for: track.map)
    request.packing = PCMPacking()
    self.request = request
    format = request.format(for: .silent)
    ranges = [range]
    while reading == nil, try beginSegment() {}
  }

  func next() throws -> CMSampleBuffer? {
    while true {
      if let (part, sound) = reading {
        if let audio = try sound.next(most: Self.largestBuffer) {
          defer { position += Int64(audio.sampleCount) }
          return try maker.sample(audio, at: time(of: position))
        }
        media.end(part)
        reading = nil
      }
      guard try beginSegment() else { return nil }
    }
  }

  func reset(to timeRanges: [CMTimeRange]) { (ranges, segments, reading) = (timeRanges[...], [], nil) }

  var warnings: [String] { media.warnings }
  var lostTimeRanges: [CMTimeRange] { media.lostTimeRanges }

  // MARK: Segments

  /// Begins to read the next segment.
  ///
  /// - Returns: `false` at the end of the last range.
  private func beginSegment() throws -> Bool {
    while segments.isEmpty {
      guard let next = ranges.popFirst() else { return false }
      (range, segments) = (next, track.map.segments(in: next))
    }
    guard let segment = segments.popFirst(), let part = segment.part(in: range) else { return true }
    let frames = frames(of: part.target)
    guard !frames.isEmpty else { return true }
    position = frames.lowerBound
    reading = (part, try sound(of: segment, part, frames))
    return true
  }

  private func sound(of segment: Segment, _ part: Segment, _ frames: Range<Int64>) throws -> any SegmentSound {
    guard let media = segment.media else { return PlacedSound(nil, format, count: Int64(frames.count)) }
    let whole = self.frames(of: segment.target)
    let skipped = frames.lowerBound - whole.lowerBound
    if segment.isNormal {
      let start = frame(at: segment.source.start) + skipped
      return try placedSound(of: media, request, format, from: start, count: Int64(frames.count))
    }
    var floats = request
    (floats.sampleType, floats.isNonInterleaved) = (.float32, false)
    let start = frame(at: segment.source.start)
    let count = max(1, frame(at: segment.source.end) - start)
    // Stretched sound depends on where the stretching begins, so it always begins at the segment's start.
    let input = try placedSound(of: media, floats, floats.format(for: .silent), from: start, count: count)
    return try StretchedSound(
      input, count: count, request.timeStretch, to: format, length: Int64(whole.count), skipping: skipped,
      giving: Int64(frames.count))
  }

  /// Returns frames of a media's sound. They are counted from the media's time zero.
  private func placedSound(
    of media: ComposedMedia, _ request: AudioRequest, _ format: AudioFormat, from start: Int64, count: Int64
  ) throws -> PlacedSound {
    let range = CMTimeRange(start: time(of: start), duration: time(of: count))
    let reader = try self.media.begin(media, .audio(request), range)
    return PlacedSound(SoundFrames(reader, of: try media.track(), as: format, from: start), format, count: count)
  }

  private func frames(of range: CMTimeRange) -> Range<Int64> {
    let start = frame(at: range.start)
    return start..<max(start, frame(at: range.end))
  }

  private func frame(at time: CMTime) -> Int64 {
    SoundFrames.frame(at: time, CMTimeScale(clamping: format.sampleRate)) ?? 0
  }

  private func time(of frame: Int64) -> CMTime {
    CMTime(value: frame, timescale: CMTimeScale(clamping: format.sampleRate))
  }
}

extension AudioFormat {
  /// A format that only serves as a base: the request states all of its properties.
  fileprivate static let silent = AudioFormat(
    sampleRate: 48_000, layout: .default(count: 2), sampleFormat: .f32, isPlanar: false)
}

extension AudioRequest {
  /// Returns a request that states all properties of the format. Open ones are taken from the first media (CO-43).
  ///
  /// - Throws: `MediaError`: the media cannot be opened.
  fileprivate func completed(for map: CompositionMap<ComposedMedia>) throws -> AudioRequest {
    var tracks: [SourceTrack] = []
    var speakers: ChannelLayout?
    var known: Set<ComposedMedia> = []
    for media in map.segments.compactMap(\.media) where known.insert(media).inserted {
      let track = try media.track()
      tracks.append(track)
      guard channelCount == nil, speakers == nil else { continue }
      // A wait for a server could not be cancelled here, so remote media is not decoded.
      let session = media.content.isLocal ? media.content.makeSession(onDamage: .isLeftOut) : nil
      speakers = track.speakers(decodedAs: session?.decodedSpeakers(of: track))
    }
    var request = self
    let first = tracks.first
    request.sampleRate = sampleRate ?? first.map { max(1, $0.sampleRate) } ?? AudioFormat.silent.sampleRate
    if channelCount == nil {
      let speakers = speakers ?? AudioFormat.silent.layout
      (request.channelCount, request.channelMask) = (speakers.count, speakers.mask)
    }
    request.sampleType = sampleType ?? (tracks.map(\.exactSampleType).reduce(.signed16, AudioRequest.SampleType.wider))
    return request
  }
}

extension AudioRequest.SampleType {
  /// Returns the sample type that can represent the samples of both.
  fileprivate static func wider(_ one: Self, _ other: Self) -> Self {
    let order: [Self] = [.unsigned8, .signed16, .signed32, .float32, .float64]
    let rank = max(order.firstIndex(of: one) ?? 0, order.firstIndex(of: other) ?? 0)
    // A float of 32 bits cannot represent every integer of 32 bits.
    return order[rank] == .float32 && [one, other].contains(.signed32) ? .float64 : order[rank]
  }
}

extension SourceTrack {
  /// The type that can represent the track's decoded samples: integers for linear PCM and lossless codings, and floats
  /// for others.
  fileprivate var exactSampleType: AudioRequest.SampleType {
    guard let format = formatDescriptions.first, let basic = format.audioStreamBasicDescription else { return .float32 }
    switch format.mediaSubType {
    case .linearPCM where basic.mFormatFlags & kAudioFormatFlagIsFloat != 0:
      return basic.mBitsPerChannel > 32 ? .float64 : .float32
    case .linearPCM: return basic.mBitsPerChannel > 16 ? .signed32 : .signed16
    case .flac, .appleLossless:
      // Both formats state the number of bits of their source; ALAC by a flag.
      let bits = basic.mBitsPerChannel > 0 ? Int(basic.mBitsPerChannel) : basic.sourceDepth ?? 32
      return bits > 16 ? .signed32 : .signed16
    default: return .float32
    }
  }
}

import CoreMedia
package import MediaInterop
import MediaSupport

/// The frames of a sound's timeline at one rate and in one form, without gaps.
///
/// Holes that the container leaves are filled with silence, and overlapping sound is left out. One thread at a time,
/// except for `cancel()`, `interrupt()` and `resume()`.
package final class SoundFrames: @unchecked Sendable {
  // Sendable: one thread at a time reads; the calls that cancel are Sendable themselves.

  /// A stretch of the sound.
  package enum Stretch {
    case sound(PCMBuffer)
    /// A number of frames of silence.
    case silence(Int64)
  }

  /// The session of the reader. It is `nil` if the session's owner cancels it.
  private let session: (any AssetSession)?
  private let reader: any SampleReader
  private let format: (channelCount: Int, sampleRate: Int)
  /// The number of the track's frame that is the sound's first frame, and the number of frames from there to the
  /// sound's end. The latter is `nil` if the sound ends with the timeline.
  private let base: (frame: Int64, count: Int64?)
  /// The sound that follows a silence.
  private var pending: PCMBuffer?
  /// The number of the sound's next frame.
  package private(set) var position: Int64 = 0

  /// The limit of frame numbers in both directions: at 192 kHz it is centuries away. Sums of such numbers fit 64 bits,
  /// and a `Double` holds each exactly, whatever a file states.
  static let farthest: Int64 = 1 << 52

  /// Returns the frame at a time in seconds, from 0 to `farthest`.
  static func frame(at time: Double, _ sampleRate: Int) -> Int64 {
    min(max(0, Int64(clamping: time * Double(sampleRate))), farthest)
  }

  /// The number of frames by which times may be off.
  private let tolerance: Int64

  /// Returns the number of frames by which the times of a container that counts milliseconds may be off.
  private static func tolerance(_ sampleRate: Int) -> Int64 { Int64(sampleRate) / 500 }

  /// - Parameter request: the form. An unstated rate or number of channels is the sound's own, with its speakers.
  /// - Throws: `MediaError`: the sound cannot be opened again, or not be converted to that form.
  package init(_ sound: SoundFile, as request: AudioRequest) throws {
    format = (request.channelCount ?? sound.layout.count, request.sampleRate ?? sound.sampleRate)
    var request = request
    if request.channelCount == nil { request.channelMask = sound.channelMask }
    (request.channelCount, request.sampleRate) = (format.channelCount, format.sampleRate)
    tolerance = Self.tolerance(format.sampleRate)
    let session = sound.content.makeSession(onDamage: .endsReading)
    self.session = session
    reader = try session.reader(
      of: sound.track, output: .audio(request), timeRange: SoundFile.wholeRange, isRandomAccess: true)
    let scale = CMTimeScale(clamping: format.sampleRate)
    let first = Self.frame(at: sound.range.start, scale) ?? 0
    base = (first, Self.frame(at: sound.range.end, scale).map { max(0, $0 - first) })
  }

  /// Makes the frames of a reader's range, which is read to its end.
  ///
  /// - Parameters:
  ///   - reader: a reader of the track's sound in the form, from the range's start on.
  ///   - track: the track that is read.
  ///   - form: the form, with its rate and its number of channels.
  ///   - first: the number of the track's frame that is the sound's first frame.
  init(_ reader: any SampleReader, of track: SourceTrack, as form: AudioFormat, from first: Int64) {
    (session, self.reader) = (nil, reader)
    format = (form.layout.count, form.sampleRate)
    base = (first, nil)
    // If the container's times count samples of the track's own rate, their rounding is less than a frame of any rate.
    let isExact = track.hasMovieTables || track.timeScale % Int32(clamping: max(1, track.sampleRate)) == 0
    tolerance = isExact ? 1 : Self.tolerance(form.sampleRate)
  }

  /// Returns the frame that is nearest to a time, within `farthest`. It is `nil` for a time that is not numeric.
  static func frame(at time: CMTime, _ scale: CMTimeScale) -> Int64? {
    let time = CMTimeConvertScale(time, timescale: scale, method: .roundHalfAwayFromZero)
    return time.isNumeric ? min(max(-farthest, time.value), farthest) : nil
  }

  /// Makes a waiting read end soon. Any thread; does not wait.
  package func cancel() { session?.cancel() }

  /// Makes a read that waits for a server's bytes fail with `cancelled` until `resume()`, so that it can seek
  /// elsewhere. Any thread.
  package func interrupt() { session?.interrupt() }

  /// Allows reads to wait for a server's bytes again. Any thread.
  package func resume() { session?.resume() }

  /// Seeks to a frame of the sound, from 0. There is nothing after the farthest one.
  package func seek(to frame: Int64) {
    let frame = min(frame, Self.farthest)
    reader.reset(to: [timeRange(from: frame)])
    (pending, position) = (nil, frame)
  }

  /// Returns the part of the track's timeline from a frame of the sound on.
  private func timeRange(from frame: Int64) -> CMTimeRange {
    func time(_ frames: Int64) -> CMTime { CMTime(value: frames, timescale: CMTimeScale(clamping: format.sampleRate)) }
    return CMTimeRange(
      start: time(base.frame + frame),
      duration: base.count.map { time(max(0, $0 - frame)) } ?? .positiveInfinity)
  }

  /// Returns the next stretch, which has at least one frame; `nil` at the end.
  ///
  /// - Throws: `MediaError` of reading and decoding.
  package func next() throws -> Stretch? {
    if let sound = pending {
      pending = nil
      return given(sound)
    }
    while let sample = try reader.next() {
      let sound = try PCMBuffer(linearPCM: sample)
      guard sound.format.layout.count == format.channelCount, sound.sampleCount > 0 else { continue }
      let frame = Self.frame(at: sample.presentationTimeStamp, CMTimeScale(clamping: format.sampleRate))
      let distance = frame.map { $0 - base.frame - position } ?? 0
      if distance > tolerance {
        pending = sound
        position += distance
        return .silence(distance)
      }
      // The overlapping part was returned already.
      let overlap = distance < -tolerance ? Int(clamping: -distance) : 0
      if overlap < sound.sampleCount { return given(sound.slice(overlap..<sound.sampleCount)) }
    }
    return nil
  }

  private func given(_ sound: PCMBuffer) -> Stretch {
    position += Int64(sound.sampleCount)
    return .sound(sound)
  }
}

import CoreMedia
package import MediaInterop
import MediaSupport

/// The frames of a sound's timeline at one rate and in one form, one after the other without gaps.
///
/// Where the container leaves a hole there is silence, and what overlaps is left out. One thread at a time, except for
/// `cancel()`, `interrupt()` and `resume()`.
package final class SoundFrames: @unchecked Sendable {
  // Sendable: one thread at a time reads; what cancels is Sendable itself.

  /// A stretch of the sound.
  package enum Stretch {
    case sound(PCMBuffer)
    /// So many frames.
    case silence(Int64)
  }

  private let session: any AssetSession
  private let reader: any SampleReader
  private let format: (channelCount: Int, sampleRate: Int)
  /// The frame of the track's timeline that is the sound's first, and the frames from there to its end. Nil where the
  /// timeline's end is the sound's.
  private let base: (frame: Int64, count: Int64?)
  /// Sound that comes behind silence.
  private var pending: PCMBuffer?
  /// The frame of the sound that comes next.
  package private(set) var position: Int64 = 0

  /// A container that counts milliseconds rounds times by less.
  private var tolerance: Int64 { Int64(format.sampleRate) / 500 }

  /// - Parameter request: the form, with a rate and a number of channels.
  /// - Throws: `MediaError`: the sound cannot be opened again, or not be given in that form.
  package init(_ sound: SoundFile, as request: AudioRequest) throws {
    format = (request.channelCount ?? sound.layout.count, request.sampleRate ?? sound.sampleRate)
    var request = request
    (request.channelCount, request.sampleRate) = (format.channelCount, format.sampleRate)
    session = sound.content.makeSession(continuesAfterDamage: false)
    reader = try session.reader(
      of: sound.track, output: .audio(request), timeRange: SoundFile.wholeRange, isRandomAccess: true)
    let scale = CMTimeScale(clamping: format.sampleRate)
    func frame(_ time: CMTime) -> Int64? {
      let time = CMTimeConvertScale(time, timescale: scale, method: .roundHalfAwayFromZero)
      return time.isNumeric ? time.value : nil
    }
    let first = frame(sound.range.start) ?? 0
    base = (first, frame(sound.range.end).map { max(0, $0 - first) })
  }

  /// Lets a read that waits end soon. Any thread; does not wait.
  package func cancel() { session.cancel() }

  /// Lets a read that waits for a server's bytes end with `cancelled` until `resume()`; it can be sent elsewhere then. Any
  /// thread.
  package func interrupt() { session.interrupt() }

  /// Lets reads wait for a server's bytes again. Any thread.
  package func resume() { session.resume() }

  /// Goes to a frame of the sound, from 0.
  package func seek(to frame: Int64) {
    reader.reset(to: [timeRange(from: frame)])
    (pending, position) = (nil, frame)
  }

  /// The part of the track's timeline from a frame of the sound on.
  private func timeRange(from frame: Int64) -> CMTimeRange {
    func time(_ frames: Int64) -> CMTime { CMTime(value: frames, timescale: CMTimeScale(clamping: format.sampleRate)) }
    // A frame far beyond the end is one behind which there is nothing.
    let start = base.frame.addingReportingOverflow(frame)
    return CMTimeRange(
      start: time(start.overflow ? .max / 4 : start.partialValue),
      duration: base.count.map { time(max(0, $0 - frame)) } ?? .positiveInfinity)
  }

  /// The next stretch, which has at least one frame. Nil at the end.
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
      let time = CMTimeConvertScale(
        sample.presentationTimeStamp, timescale: CMTimeScale(clamping: format.sampleRate),
        method: .roundHalfAwayFromZero)
      let distance = time.isNumeric ? time.value - base.frame - position : 0
      if distance > tolerance {
        pending = sound
        position += distance
        return .silence(distance)
      }
      // What overlaps was given already.
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

import MediaInterop
import MediaSupport

/// Reads the frames of a file's sound into memory, from any position.
///
/// One thread at a time.
package final class SoundFileReader {
  package let sound: SoundFile
  private let frames: SoundFrames
  /// The number of bytes of a frame in each plane.
  private let frameSize: Int
  /// The rest of the stretch that was read last; `nil` if all of it was returned.
  private var stretch: SoundFrames.Stretch?
  private var isAtEnd = false
  /// The error that follows the frames that were returned; `nil` if there is none.
  private var error: (any Error)?
  private var place: Int64 = 0
  /// The number of frames; `nil` until `length` is first queried.
  private var knownLength: Int64?

  /// - Parameters:
  ///   - type: the type of the samples.
  ///   - isInterleaved: a Boolean value that says whether all channels are in one plane.
  /// - Throws: `MediaError`: the sound cannot be opened again, or not be converted to this form.
  package init(_ sound: SoundFile, as type: AudioRequest.SampleType, isInterleaved: Bool) throws {
    self.sound = sound
    var request = AudioRequest()
    request.sampleType = type
    request.isNonInterleaved = !isInterleaved
    frames = try SoundFrames(sound, as: request)
    frameSize = type.format.bytesPerSample * (isInterleaved ? sound.layout.count : 1)
    frames.seek(to: 0)
  }

  /// The number of the frame that is read next. Setting it seeks; the value is limited to 0 and the farthest possible
  /// frame.
  package var position: Int64 {
    get { place }
    set {
      let frame = min(max(0, newValue), SoundFrames.farthest)
      guard frame != place else { return }
      frames.seek(to: frame)
      (place, stretch, isAtEnd, error) = (frame, nil, false, nil)
    }
  }

  /// Reads frames: all that there are, or as many as wanted.
  ///
  /// - Parameter planes: memory for `count` frames, one plane or one for each channel.
  /// - Returns: The number of frames. It is 0 only at the end.
  /// - Throws: the error that ended reading, if not even one frame was read.
  package func read(into planes: [UnsafeMutableRawPointer], upTo count: Int) throws -> Int {
    var filled = 0
    do {
      while filled < count, let next = try nextStretch() {
        filled += take(next, into: planes.map { $0 + filled * frameSize }, upTo: count - filled)
      }
    } catch {
      self.error = error
      if filled == 0 { throw error }
    }
    place += Int64(filled)
    return filled
  }

  private func nextStretch() throws -> SoundFrames.Stretch? {
    if let stretch { return stretch }
    if let error { throw error }
    guard !isAtEnd, let next = try frames.next() else {
      isAtEnd = true
      return nil
    }
    return next
  }

  /// - Returns: The number of frames that were taken. The rest of the stretch is returned next.
  private func take(_ next: SoundFrames.Stretch, into planes: [UnsafeMutableRawPointer], upTo count: Int) -> Int {
    switch next {
    case .silence(let frames):
      let taken = Int(clamping: min(frames, Int64(count)))
      for plane in planes { plane.initializeMemory(as: UInt8.self, repeating: 0, count: taken * frameSize) }
      stretch = Int64(taken) < frames ? .silence(frames - Int64(taken)) : nil
      return taken
    case .sound(var sound):
      let front = sound.split(at: count)
      for (plane, source) in zip(planes, front.planes) {
        plane.copyMemory(from: source, byteCount: front.sampleCount * frameSize)
      }
      stretch = sound.sampleCount > 0 ? .sound(sound) : nil
      return front.sampleCount
    }
  }

  // MARK: Length

  /// The number of frames that the container states.
  package var statedLength: Int64 { knownLength ?? SoundFrames.frame(at: sound.duration, sound.sampleRate) }

  /// The number of frames. It is found by reading to the end: containers round durations, and some state none.
  ///
  /// - Throws: `MediaError`: the end is damaged.
  package var length: Int64 {
    get throws {
      if let knownLength { return knownLength }
      let length = try lengthByReadingTheEnd()
      knownLength = length
      return length
    }
  }

  /// The time before the stated end at which the search for the end begins, in seconds.
  private static let lookBack = 10.0

  private func lengthByReadingTheEnd() throws -> Int64 {
    let frames = try SoundFrames(sound, as: AudioRequest())
    var back = Self.lookBack
    while true {
      let start = SoundFrames.frame(at: sound.duration - back, sound.sampleRate)
      frames.seek(to: start)
      while try frames.next() != nil {}
      // If a file states a longer duration than it has, nothing is read here.
      if frames.position > start || start == 0 { return frames.position }
      back *= 4
    }
  }
}

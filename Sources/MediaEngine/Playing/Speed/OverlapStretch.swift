import Foundation

/// Changes the speed of sound and keeps its pitch: waveform-similarity overlap-add (Verhelst and Roelands, 1993).
///
/// Windows of the input are added to the output at equal distances. Each window is taken near the input position that
/// follows from the speed, where it is most similar to the input that would have followed the window before, so that
/// waves continue without a break. The middle of a window is at its exact position: sound on one side of it is early by
/// as much as sound on the other side is late.
final class OverlapStretch: TimeStretch {
  private let rate: Double
  private let channelCount: Int
  /// Half a window, in frames: the frames that one step adds to the output.
  private let step: Int
  /// The largest distance of a window from its exact position, in frames.
  private let reach: Int
  private let window: [Float]
  /// The distance between compared frames.
  private let stride: Int

  /// The input that is still needed, interleaved, and the number of its first frame. Half a window of silence precedes
  /// the sound, because the middle of the first window is at the sound's first frame.
  private var input: [Float]
  private var inputStart = 0
  private var inputEnd: Int
  /// The position of the window before; `nil` before the first.
  private var previous: Int?
  private var steps = 0
  /// The second half of the window before, weighted.
  private var tail: [Float]
  private var output: StretchOutput
  /// The ends of the input and the output, both with half a window before the sound; `nil` while more may come.
  private var end: (input: Int, output: Int)?

  /// - Parameters:
  ///   - rate: the number of input frames for each output frame, above 0.
  ///   - sampleRate: the rate in Hz.
  init(rate: Double, channelCount: Int, sampleRate: Int) {
    self.rate = rate
    self.channelCount = channelCount
    output = StretchOutput(channelCount: channelCount)
    step = max(16, sampleRate / 100)
    // The search distance is as long as the waves of the lowest voices.
    reach = step
    stride = max(1, sampleRate / 12_000)
    let size = 2 * step
    window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * (Float($0) + 0.5) / Float(size)) }
    tail = [Float](repeating: 0, count: step * channelCount)
    input = tail
    inputEnd = step
  }

  func write(_ frames: UnsafePointer<Float>?, count: Int, into ring: SoundRing) -> Int {
    guard output.flush(into: ring), ring.room > 0 else { return 0 }
    let taken = inputCount(4 * step, of: count, rate: rate)
    if let frames {
      input.append(contentsOf: UnsafeBufferPointer(start: frames, count: taken * channelCount))
    } else {
      input.append(contentsOf: repeatElement(0, count: taken * channelCount))
    }
    inputEnd += taken
    while makeStep() {}
    _ = output.flush(into: ring)
    return taken
  }

  func finish(into ring: SoundRing) -> Bool {
    if end == nil {
      let length = Int((Double(inputEnd - step) / rate).rounded())
      end = (inputEnd, length + step)
      let missing = 4 * step
      input.append(contentsOf: repeatElement(0, count: missing * channelCount))
      inputEnd += missing
      while output.frameCount < length, makeStep() {}
      output.end(at: length)
    }
    return output.flush(into: ring)
  }

  /// Returns the exact position in the input of a window.
  private func place(_ number: Int) -> Int { Int((Double(number * step) * rate).rounded()) }

  /// Adds a window, if there is enough input for it.
  private func makeStep() -> Bool {
    let limit = end?.input ?? .max
    let wanted = min(place(steps), limit)
    // Until the end is known, the sound may end where the input does: a step must not add frames beyond that.
    guard wanted + reach + 2 * step <= inputEnd, min(place(steps + 1), limit) <= inputEnd,
      (previous ?? 0) + 2 * step <= inputEnd
    else { return false }
    let found = last(steps) ?? previous.map { best(near: wanted, following: $0 + step) } ?? wanted
    for frame in 0..<step {
      for channel in 0..<channelCount {
        tail[frame * channelCount + channel] += window[frame] * sample(found + frame, channel)
      }
    }
    // The first half of the first window is before the sound.
    if previous != nil { output.append(tail) }
    for frame in 0..<step {
      for channel in 0..<channelCount {
        tail[frame * channelCount + channel] = window[step + frame] * sample(found + step + frame, channel)
      }
    }
    previous = found
    steps += 1
    forget(before: min(found + step, max(0, place(steps) - reach)))
    return true
  }

  /// Returns the position of a window that extends over the end: the input's last frame becomes the output's last.
  private func last(_ number: Int) -> Int? {
    guard let end, (number + 2) * step >= end.output else { return nil }
    return max(inputStart, end.input - (end.output - number * step))
  }

  private func sample(_ frame: Int, _ channel: Int) -> Float { input[(frame - inputStart) * channelCount + channel] }

  /// Returns the place near another from which half a window is most like the one that follows the window before: the
  /// nearest of several, as in silence, where all are alike.
  private func best(near wanted: Int, following next: Int) -> Int {
    input.withUnsafeBufferPointer { input in
      var best = (place: wanted, likeness: -Float.infinity)
      let range = max(inputStart, wanted - reach)...(wanted + reach)
      for place in range {
        var (product, energy): (Float, Float) = (0, 1e-9)
        var frame = 0
        while frame < step {
          let (first, second) = (
            (place + frame - inputStart) * channelCount, (next + frame - inputStart) * channelCount
          )
          for channel in 0..<channelCount {
            product += input[first + channel] * input[second + channel]
            energy += input[first + channel] * input[first + channel]
          }
          frame += stride
        }
        let likeness = product / energy.squareRoot()
        if likeness > best.likeness || likeness == best.likeness && abs(place - wanted) < abs(best.place - wanted) {
          best = (place, likeness)
        }
      }
      return best.place
    }
  }

  private func forget(before frame: Int) {
    // Moving the rest of the input is expensive, so it is done once for many steps.
    guard frame - inputStart > 16 * step else { return }
    input.removeFirst((frame - inputStart) * channelCount)
    inputStart = frame
  }
}

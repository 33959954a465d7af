import CoreMedia
import DeviceInterop
import Dispatch
import MediaInterop
import Glibc
import TestSupport
import Testing

@testable import MediaEngine
import MediaSupport

/// The parts that a mixer is made of, each alone.
@Suite struct MixingTests {
  // MARK: Ring

  @Test func `a ring gives what was written, and keeps its history`() {
    let ring = SoundRing(channelCount: 2, aheadFrames: 100, historyFrames: 50)
    var random = SeededGenerator(seed: 7)
    var (next, place): (Int64, Int64) = (0, 0)
    for _ in 0..<2000 {
      let wanted = Int.random(in: 0...80, using: &random)
      let frames = (0..<wanted).flatMap { [Float(next + Int64($0)), -Float(next + Int64($0))] }
      let written = frames.withUnsafeBufferPointer { $0.baseAddress.map { ring.write($0, count: wanted) } ?? 0 }
      #expect(written <= wanted && ring.written == next + Int64(written))
      next += Int64(written)
      // Everything from the oldest on is still there.
      var frame = Int64.random(in: ring.oldest...next, using: &random)
      while frame < next {
        let (samples, count) = ring.stretch(at: frame, limit: Int(next - frame))
        for index in 0..<count { #expect(samples[2 * index] == Float(frame + Int64(index))) }
        frame += Int64(count)
      }
      place = Int64.random(in: place...next, using: &random)
      ring.release(before: place)
      #expect(ring.oldest == max(0, place - 50))
    }
    #expect(next > 1000)
  }

  // MARK: Gains

  @Test func `a ramp is a straight line that ends at its target`() {
    var ramp = GainRamp(1)
    ramp.move(to: 0, over: 4)
    var gains: [Float] = []
    for _ in 0..<6 {
      gains.append(ramp.gain)
      ramp.advance()
    }
    #expect(gains == [1, 0.75, 0.5, 0.25, 0, 0])
    // Another target begins where it is.
    ramp.move(to: 1, over: 2)
    ramp.advance()
    ramp.move(to: 0, over: 2)
    #expect(ramp.gain == 0.5)
    ramp.move(to: 0.25, over: 0)
    #expect(ramp.gain == 0.25)
  }

  @Test func `changes of a gain that begin at one moment make together what they make one after the other`() {
    let all = [
      GainChange(to: 0), GainChange(to: 0.75), GainChange(to: 1, within: 4), GainChange(to: 0.25, within: 2),
    ]
    for first in all {
      for second in all {
        for third in all {
          var (each, together) = (GainRamp(0.5), GainRamp(0.5))
          for change in [first, second, third] { each.begin(change, over: Int(change.seconds)) }
          let joined = first.followed(by: second).followed(by: third)
          together.begin(joined, over: Int(joined.seconds))
          for _ in 0..<6 {
            #expect(each.gain == together.gain, "\(first) \(second) \(third)")
            each.advance()
            together.advance()
          }
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `changes of a gain that one thread leaves for another are combined, and none is lost`() {
    let pending = PendingGainChange()
    let last: Float = 20_000
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      if side == 0 {
        for gain in stride(from: 0, through: last, by: 1) {
          pending.add(GainChange(to: gain))
          pending.add(GainChange(to: gain + 0.5, within: 1))
        }
      } else {
        var gain: Float = -1
        while gain != last + 0.5 {
          guard let change = pending.take() else { continue }
          gain = change.start ?? gain
          // Each line begins where it was said before.
          if change.seconds > 0 { #expect(gain == change.target - 0.5) }
          gain = change.target
        }
      }
    }
    #expect(pending.take() == nil)
  }

  @Test func `channels go to their own speakers, or to those beside them`() {
    func gains(_ source: ChannelLayout, _ target: Int, pan: Float = 0) -> [Float] {
      ChannelMatrix(from: source, to: .default(count: target), pan: pan).gains
    }
    #expect(gains(.default(count: 2), 2) == [1, 0, 0, 1])
    #expect(gains(ChannelLayout(count: 2, mask: 0), 2) == [1, 0, 0, 1])
    #expect(gains(.default(count: 1), 2) == [1, 1])
    #expect(gains(.default(count: 1), 1) == [1])
    #expect(gains(.default(count: 2), 1) == [0.5, 0.5])
    #expect(gains(.default(count: 2), 2, pan: -1) == [1, 0, 0, 0])
    #expect(gains(.default(count: 2), 2, pan: 0.5) == [0.5, 0, 0, 1])
    // 5.1 with its surrounds at the back and at the sides.
    for mask in [0x3F, 0x60F] as [UInt64] {
      let matrix = ChannelMatrix(from: ChannelLayout(count: 6, mask: mask), to: .default(count: 2))
      let half = Float(0.5).squareRoot()
      let sum = 1 + 2 * half
      let expected = [1, 0, 0, 1, half, half, 0, 0, half, 0, 0, half].map { $0 / sum }
      #expect(zip(matrix.gains, expected).allSatisfy { abs($0 - $1) < 1e-6 })
      let six = ChannelMatrix(from: ChannelLayout(count: 6, mask: mask), to: ChannelLayout(count: 6, mask: 0x3F))
      #expect((0..<6).allSatisfy { source in (0..<6).allSatisfy { six[source, $0] == (source == $0 ? 1 : 0) } })
    }
    #expect(ChannelMatrix(assigning: [1, 7], targetCount: 2).gains == [0, 1, 0, 0])
    // Nothing gets louder than it was.
    for count in 1...16 {
      for target in 1...8 {
        let matrix = ChannelMatrix(from: ChannelLayout(count: count, mask: 0), to: .default(count: target))
        for other in 0..<target { #expect((0..<count).reduce(Float(0)) { $0 + matrix[$1, other] } < 1.0001) }
      }
    }
  }

  // MARK: Voices

  private static func voice(_ frames: Int, volume: Float = 1) -> Voice {
    let ring = SoundRing(channelCount: 1, aheadFrames: 1000, historyFrames: 500)
    let samples = (0..<frames).map { Float($0 + 1) }
    _ = ring.write(samples, count: frames)
    return Voice(
      ring, sampleRate: 48_000, matrix: ChannelMatrix(from: .default(count: 1), to: .default(count: 1)), volume: volume,
      wake: {})
  }

  private static func render(_ mixer: SoundMixer, _ count: Int, at frame: Int64) -> [Float] {
    var samples = [Float](repeating: .nan, count: count)
    samples.withUnsafeMutableBufferPointer { mixer.render($0, frameCount: count, at: frame) }
    return samples
  }

  @Test func `a voice begins at its frame, is joined in the middle, and waits for what is missing`() {
    let mixer = SoundMixer(format: SoundFormat(sampleRate: 48_000, channelCount: 1))
    let (first, late) = (Self.voice(10), Self.voice(10))
    mixer.add(first)
    first.start(at: 3, from: 0)
    #expect(Self.render(mixer, 6, at: 0) == [0, 0, 0, 1, 2, 3])
    #expect(first.place == 3 && first.place(at: 5) == 2 && first.place(at: 2) == 0)
    mixer.add(late)
    late.start(at: 4, from: 0)
    #expect(Self.render(mixer, 2, at: 6) == [4 + 3, 5 + 4])
    mixer.remove(late)
    // The ring has ten frames: what comes later is played then.
    #expect(Self.render(mixer, 8, at: 8) == [6, 7, 8, 9, 10, 0, 0, 0])
    #expect(first.starvedFrames == 3)
    _ = first.ring.write([11, 12], count: 2)
    first.endPlace = 12
    #expect(Self.render(mixer, 4, at: 16) == [11, 12, 0, 0])
    #expect(first.endFrame == 18)
  }

  @Test func `a mixer that goes back renders the same again`() {
    let mixer = SoundMixer(format: SoundFormat(sampleRate: 48_000, channelCount: 1))
    let voice = Self.voice(400)
    voice.endPlace = 300
    mixer.add(voice)
    voice.start(at: nil, from: 0)
    let once = Self.render(mixer, 350, at: 100)
    #expect(voice.endFrame == 400)
    voice.goBack(to: 150)
    #expect(voice.endFrame == nil)
    #expect(Self.render(mixer, 300, at: 150) == Array(once[50...]))
    #expect(voice.endFrame == 400)
  }

  @Test func `PL-40: a gain that is set before the sound begins is that of its first frame`() {
    let mixer = SoundMixer(format: SoundFormat(sampleRate: 48_000, channelCount: 1))
    let (muted, moved) = (Self.voice(1000), Self.voice(1000))
    for voice in [muted, moved] { mixer.add(voice) }
    muted.setVolume(GainChange(to: 0))
    moved.setMatrix(ChannelMatrix(assigning: [1], targetCount: 1), mixer.epoch)
    for voice in [muted, moved] { voice.start(at: 100, from: 0) }
    // The mixer renders before the sound begins, too.
    #expect((Self.render(mixer, 100, at: 0) + Self.render(mixer, 100, at: 100)).allSatisfy { $0 == 0 })
    // A gain that is set while the sound is heard is reached without a click.
    muted.setVolume(GainChange(to: 1))
    for (frame, sample) in Self.render(mixer, 100, at: 200).enumerated() {
      #expect(abs(sample - Float(101 + frame) * Float(frame) / Float(Voice.smoothFrames)) < 0.001)
    }
  }

  @Test(arguments: [0, 100])
  func `AP-11: a fade begins at the gain that was set before it, whatever is heard then`(heardCount: Int) {
    let mixer = SoundMixer(format: SoundFormat(sampleRate: 48_000, channelCount: 1))
    let voice = Self.voice(1000)
    mixer.add(voice)
    voice.start(at: 0, from: 0)
    _ = Self.render(mixer, heardCount, at: 0)
    voice.setVolume(GainChange(to: 0))
    voice.setVolume(GainChange(to: 1, within: 0.01))
    for (frame, sample) in Self.render(mixer, 600, at: Int64(heardCount)).enumerated() {
      let fade = min(1, Float(frame) / 480)
      // What is heard does not jump.
      let rest = heardCount > 0 ? max(0, 1 - Float(frame) / Float(Voice.smoothFrames)) : 0
      #expect(abs(sample - Float(heardCount + frame + 1) * (fade + rest)) < 0.001)
    }
  }

  @Test func `what is added to a mixer and taken out while it renders is never touched afterwards`() async throws {
    try await bounded {
      let mixer = SoundMixer(format: SoundFormat(sampleRate: 48_000, channelCount: 1))
      let output = try VirtualOutput(
        SoundRequest(sampleRate: 48_000, channelCount: 1), source: MixerFeed(mixer))
      output.start()
      for round in 0..<300 {
        let voice = Self.voice(1000)
        mixer.add(voice)
        voice.start(at: nil, from: 0)
        if round % 7 == 0 { voice.setMatrix(ChannelMatrix(assigning: [0], targetCount: 1), mixer.epoch) }
        voice.setVolume(GainChange(to: 0.5, within: 0.0002))
        voice.stop()
        mixer.epoch.synchronize()
        voice.ring.restart()
        voice.rest(at: 0)
        mixer.remove(voice)
      }
      output.close()
      #expect(mixer.voices.isEmpty)
    }
  }

  // MARK: Speed

  @Test(arguments: [0.5, 0.75, 1.3, 2], [true, false])
  func `a stretched sound has its length to the frame, its pitch, and no louder peaks`(
    rate: Double, usesLibrary: Bool
  ) throws {
    let library = RubberBandStretch(rate: rate, channelCount: 2, sampleRate: 48_000)
    if usesLibrary, library == nil {
      return print("skipped: librubberband2 is not installed, so nobody stretches by it")
    }
    let ours = OverlapStretch(rate: rate, channelCount: 2, sampleRate: 48_000)
    let stretch: any TimeStretch = usesLibrary ? try #require(library) : ours
    let ring = SoundRing(channelCount: 2, aheadFrames: 400_000, historyFrames: 0)
    let count = 100_001
    let input = (0..<count).flatMap { frame -> [Float] in
      let sample = 0.4 * sinf(Float(frame % 480) * 2 * .pi / 480) + 0.2 * sinf(Float(frame % 97) * 2 * .pi / 97)
      return [sample, -sample]
    }
    input.withUnsafeBufferPointer { input in
      var done = 0
      while done < count, let start = input.baseAddress {
        done += stretch.write(start + 2 * done, count: min(1024, count - done), into: ring)
      }
    }
    #expect(stretch.finish(into: ring))
    #expect(ring.written == Int64((Double(count) / rate).rounded()))
    let (samples, frames) = ring.stretch(at: 0, limit: Int(ring.written))
    // The library changes phases channel by channel.
    #expect(usesLibrary || (0..<frames).allSatisfy { samples[2 * $0] == -samples[2 * $0 + 1] })
    // Away from the ends the peaks of the library, which moves phases, are those of both waves together at the most.
    let inside = 9600..<frames - 9600
    #expect(inside.allSatisfy { abs(samples[2 * $0]) < (usesLibrary ? 0.75 : 0.62) })
    let power = inside.reduce(Float(0)) { $0 + samples[2 * $1] * samples[2 * $1] } / Float(inside.count)
    #expect(abs(10 * log10(power / 0.1)) < 0.5)
  }

  @Test(arguments: [TimeStretchAlgorithm.timeDomain, .spectral, .varispeed], [0.5, 0.75, 1.5, 2])
  func `a click is heard where its time is, to a hundredth of a second`(algorithm: TimeStretchAlgorithm, rate: Double) {
    let stretch = makeTimeStretch(algorithm, rate: rate, channelCount: 1, sampleRate: 48_000)
    let ring = SoundRing(channelCount: 1, aheadFrames: 500_000, historyFrames: 0)
    let (count, distance) = (200_000, 24_000)
    // Two milliseconds around each multiple of half a second.
    let input = (0..<count).map { frame -> Float in
      (frame + 48) % distance < 96 && frame > 48 ? 0.8 * sinf(2 * .pi * Float(frame % 24) / 24) : 0
    }
    input.withUnsafeBufferPointer { input in
      var done = 0
      while done < count, let start = input.baseAddress {
        done += stretch.write(start + done, count: min(1024, count - done), into: ring)
      }
    }
    #expect(stretch.finish(into: ring))
    let (samples, frames) = ring.stretch(at: 0, limit: Int(ring.written))
    for click in 1..<count / distance {
      let place = Double(click * distance) / rate
      let around = Int(place) - 4800..<min(Int(place) + 4800, frames)
      let energy = around.reduce(0) { $0 + Double(samples[$1] * samples[$1]) }
      let middle = around.reduce(0) { $0 + Double($1) * Double(samples[$1] * samples[$1]) } / energy
      #expect(energy > 1 && abs(middle - place) < 480, "\(click): \(energy), \((middle - place) / 48) ms")
    }
  }

  @Test(arguments: [TimeStretchAlgorithm.timeDomain, .spectral, .varispeed], [(1.0 / 32, 4801), (32, 100_001)])
  func `the slowest and the fastest sound that is heard have their length to the frame, through a small ring`(
    algorithm: TimeStretchAlgorithm, speed: (rate: Double, count: Int)
  ) {
    let ring = SoundRing(channelCount: 2, aheadFrames: 1000, historyFrames: 0)
    let stretch = makeTimeStretch(algorithm, rate: speed.rate, channelCount: 2, sampleRate: 48_000)
    var left = speed.count
    while left > 0 {
      left -= stretch.write(nil, count: min(left, 4096), into: ring)
      ring.release(before: ring.written)
    }
    while !stretch.finish(into: ring) { ring.release(before: ring.written) }
    #expect(ring.written == Int64((Double(speed.count) / speed.rate).rounded()))
  }
}

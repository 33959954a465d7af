import AVFAudio
import Foundation
import TestSupport
import Testing

/// `AVAudioConverter` between formats of linear PCM.
@Suite struct AudioConverterTests {
  private static let sampleRates: [Double] = [8000, 16_000, 22_050, 44_100, 48_000, 96_000]
  private static let sampleTypes: [AVAudioCommonFormat] = [
    .pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32,
  ]

  /// A format with the usual layout of its channels.
  static func format(
    _ type: AVAudioCommonFormat = .pcmFormatFloat32, _ rate: Double, channels: AVAudioChannelCount = 1,
    interleaved: Bool = false
  ) throws -> AVAudioFormat {
    guard channels == 6 else {
      return try #require(
        AVAudioFormat(commonFormat: type, sampleRate: rate, channels: channels, interleaved: interleaved))
    }
    let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    return AVAudioFormat(commonFormat: type, sampleRate: rate, interleaved: interleaved, channelLayout: layout)
  }

  /// Sound in memory, channel by channel.
  struct Sound {
    var channels: [[Double]]
    var count: Int { channels.first?.count ?? 0 }

    init(channels: [[Double]]) { self.channels = channels }

    /// A sine wave in each channel, each a little higher than the one before.
    init(_ frequency: Double, rate: Double, channelCount: Int = 1, frames: Int) {
      channels = (0..<channelCount).map { channel in
        let step = 2 * Double.pi * frequency * (1 + 0.01 * Double(channel)) / rate
        return (0..<frames).map { 0.5 * sin(step * Double($0)) }
      }
    }

    init(_ buffer: AVAudioPCMBuffer) {
      let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
      let (count, isInterleaved) = (Int(buffer.format.channelCount), buffer.format.isInterleaved)
      channels = (0..<count).map { channel in
        (0..<Int(buffer.frameLength)).map { frame in
          let memory = list[isInterleaved ? 0 : channel].mData!
          let place = isInterleaved ? frame * count + channel : frame
          return switch buffer.format.commonFormat {
          case .pcmFormatFloat64: memory.load(fromByteOffset: place * 8, as: Double.self)
          case .pcmFormatInt16: Double(memory.load(fromByteOffset: place * 2, as: Int16.self)) / 32768
          case .pcmFormatInt32: Double(memory.load(fromByteOffset: place * 4, as: Int32.self)) / 2_147_483_648
          default: Double(memory.load(fromByteOffset: place * 4, as: Float.self))
          }
        }
      }
    }

    /// A part of it as a buffer.
    func buffer(_ range: Range<Int>, _ format: AVAudioFormat) throws -> AVAudioPCMBuffer {
      let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(max(1, range.count))))
      buffer.frameLength = AVAudioFrameCount(range.count)
      let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
      for (channel, samples) in channels.enumerated() {
        for (frame, value) in samples[range].enumerated() {
          let memory = list[format.isInterleaved ? 0 : channel].mData!
          let place = format.isInterleaved ? frame * channels.count + channel : frame
          switch format.commonFormat {
          case .pcmFormatFloat64: memory.storeBytes(of: value, toByteOffset: place * 8, as: Double.self)
          case .pcmFormatInt16:
            memory.storeBytes(of: Int16((value * 32768).rounded()), toByteOffset: place * 2, as: Int16.self)
          case .pcmFormatInt32:
            memory.storeBytes(
              of: Int32((value * 2_147_483_648).rounded()), toByteOffset: place * 4, as: Int32.self)
          default: memory.storeBytes(of: Float(value), toByteOffset: place * 4, as: Float.self)
          }
        }
      }
      return buffer
    }

    static func + (first: Sound, second: Sound) -> Sound {
      first.channels.isEmpty ? second : Sound(channels: zip(first.channels, second.channels).map { $0 + $1 })
    }
  }

  /// Converts in buffers of drawn lengths of 1 to 4,096 frames.
  private static func convert(
    _ sound: Sound, with converter: AVAudioConverter, seed: UInt64 = 1, mayPause: Bool = false
  ) throws -> Sound {
    var numbers = SeededGenerator(seed: seed)
    var place = 0
    var result = Sound(channels: [])
    while true {
      let capacity = AVAudioFrameCount.random(in: 1...4096, using: &numbers)
      let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: capacity))
      var problem: (any Error)?
      var error: NSError?
      let status = converter.convert(to: output, error: &error) { wanted, status in
        if place == sound.count {
          status.pointee = .endOfStream
          return nil
        }
        if mayPause, Int.random(in: 0..<3, using: &numbers) == 0 {
          status.pointee = .noDataNow
          return nil
        }
        let count = min(sound.count - place, Int.random(in: 1...4096, using: &numbers))
        place += count
        do {
          return try sound.buffer(place - count..<place, converter.inputFormat)
        } catch {
          problem = error
          return nil
        }
      }
      if let problem { throw problem }
      result = result + Sound(output)
      switch status {
      case .haveData: #expect(output.frameLength == capacity || place == sound.count)
      case .inputRanDry: #expect(mayPause && output.frameLength < capacity)
      case .endOfStream:
        #expect(output.frameLength == 0)
        return result
      case .error: throw error ?? AVError(.unknown)
      }
    }
  }

  /// What is left of a sine wave without it, in decibels of it, and the largest sample of what is left.
  private static func residue(_ samples: [Double], _ frequency: Double, rate: Double) -> (
    decibels: Double, peak: Double
  ) {
    let step = 2 * Double.pi * frequency / rate
    // At the ends the wave begins and ends at once, which has all frequencies.
    let range = Int(rate / 20)..<samples.count - Int(rate / 20)
    var (ss, cc, sc, s, c) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in range {
      let (a, b) = (sin(step * Double(index)), cos(step * Double(index)))
      (ss, cc, sc) = (ss + a * a, cc + b * b, sc + a * b)
      (s, c) = (s + samples[index] * a, c + samples[index] * b)
    }
    let determinant = ss * cc - sc * sc
    let (inPhase, quadrature) = ((s * cc - c * sc) / determinant, (c * ss - s * sc) / determinant)
    var (power, peak) = (0.0, 0.0)
    for index in range {
      let wave = inPhase * sin(step * Double(index)) + quadrature * cos(step * Double(index))
      let rest = samples[index] - wave
      power += rest * rest
      peak = max(peak, abs(rest))
    }
    let wave = (inPhase * inPhase + quadrature * quadrature) / 2 * Double(range.count)
    return (10 * log10(power / wave), peak)
  }

  // MARK: Rates

  @Test(
    arguments: sampleRates
  )
  func `CV-10, CV-11: every pair of rates has an exact length, no clicks, and errors below -100 dB`(from source: Double)
    throws
  {
    for result in Self.sampleRates {
      for frequency in [997, 0.35 * min(source, result)] {
        let frames = Int(source * 0.4) + 17
        let converter = try #require(
          AVAudioConverter(from: try Self.format(source), to: try Self.format(result)))
        let sound = try Self.convert(Sound(frequency, rate: source, frames: frames), with: converter)
        #expect(sound.count == Int((Double(frames) * result / source).rounded(.up)))
        let residue = Self.residue(sound.channels[0], frequency, rate: result)
        #expect(residue.decibels < -100, "\(source) to \(result) Hz, a tone of \(frequency) Hz")
        #expect(residue.peak < 1e-4)
      }
    }
  }

  @Test(arguments: sampleTypes)
  func `CV-10, CV-12: every format of samples and 1, 2 and 6 channels keep their sound at another rate`(
    from type: AVAudioCommonFormat
  ) throws {
    for (other, interleaved) in Self.sampleTypes.flatMap({ type in [(type, false), (type, true)] }) {
      for channels in [1, 2, 6] {
        let source = try Self.format(type, 44_100, channels: UInt32(channels), interleaved: !interleaved)
        let result = try Self.format(other, 48_000, channels: UInt32(channels), interleaved: interleaved)
        let converter = try #require(AVAudioConverter(from: source, to: result))
        let sound = try Self.convert(
          Sound(997, rate: 44_100, channelCount: channels, frames: 8820), with: converter, seed: 7)
        #expect(sound.count == 9600 && sound.channels.count == channels)
        // The noise of rounding to 16 bits is 98 dB below a wave at full scale, of which this one has half; two of them are
        // 3 dB more.
        let roundings = [type, other].count { $0 == .pcmFormatInt16 }
        let limit = [-100, -91.0, -88][roundings]
        for channel in 0..<channels {
          let frequency = 997 * (1 + 0.01 * Double(channel))
          #expect(Self.residue(sound.channels[channel], frequency, rate: 48_000).decibels < limit)
        }
      }
    }
  }

  @Test func `CV-05: pauses of the input change nothing of what comes out`() throws {
    let converter = try #require(
      AVAudioConverter(from: try Self.format(44_100, channels: 2), to: try Self.format(16_000, channels: 2)))
    let sound = Sound(440, rate: 44_100, channelCount: 2, frames: 30_000)
    let straight = try Self.convert(sound, with: converter)
    converter.reset()
    let paused = try Self.convert(sound, with: converter, seed: 5, mayPause: true)
    #expect(paused.channels == straight.channels)
  }

  @Test func `CV-06: after its end a stream has nothing more, until the converter is reset`() throws {
    let converter = try #require(AVAudioConverter(from: try Self.format(8000), to: try Self.format(16_000)))
    let sound = Sound(440, rate: 8000, frames: 500)
    let first = try Self.convert(sound, with: converter)
    let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10))
    let status = converter.convert(to: output, error: nil) { _, _ in
      Issue.record("nothing is to be asked for")
      return nil
    }
    #expect(status == .endOfStream && output.frameLength == 0)
    converter.reset()
    #expect(try Self.convert(sound, with: converter).channels == first.channels)
  }

  @Test func `CV-13: leading frames are looked at and not given; without trailing ones the sound comes late`() throws {
    let formats = (try Self.format(44_100), try Self.format(48_000))
    let converter = try #require(AVAudioConverter(from: formats.0, to: formats.1))
    #expect(converter.primeMethod == .normal)
    let info = converter.primeInfo
    #expect(info.leadingFrames > 0 && info.trailingFrames > 0)
    let whole = Sound(440, rate: 44_100, frames: 20_000)
    let usual = try Self.convert(whole, with: converter)
    // A sound that had begun before: its first sample is right.
    let lead = Int(info.leadingFrames)
    converter.reset()
    converter.primeMethod = .pre
    let primed = try Self.convert(whole, with: converter)
    let skipped = Int((Double(lead) * 48_000 / 44_100).rounded(.up))
    #expect(primed.channels[0] == Array(usual.channels[0].dropFirst(skipped)))
    converter.reset()
    converter.primeMethod = .none
    let late = try Self.convert(whole, with: converter)
    let delay = Int((Double(info.trailingFrames) * 48_000 / 44_100).rounded(.up))
    #expect(late.count == usual.count)
    #expect(late.channels[0] == Array(repeating: 0, count: delay) + usual.channels[0].dropLast(delay))
    let same = try #require(AVAudioConverter(from: formats.0, to: formats.0))
    #expect(same.primeInfo == AVAudioConverterPrimeInfo())
  }

  // MARK: The same rate

  @Test(arguments: sampleTypes)
  func `CV-03: where no sample changes its value, none does`(_ type: AVAudioCommonFormat) throws {
    // Values that all types have.
    let samples = (0..<1000).map { Double(($0 * 7919) % 65_536 - 32_768) / 32_768 }
    let sound = Sound(channels: [samples, samples.reversed()])
    for other in Self.sampleTypes {
      for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
        let source = try Self.format(type, 48_000, channels: 2, interleaved: first)
        let result = try Self.format(other, 48_000, channels: 2, interleaved: second)
        let converter = try #require(AVAudioConverter(from: source, to: result))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: result, frameCapacity: 1200))
        try converter.convert(to: output, from: sound.buffer(0..<1000, source))
        #expect(Sound(output).channels == sound.channels)
        #expect(try Self.convert(sound, with: converter).channels == sound.channels)
      }
    }
  }

  @Test func `CV-04: a conversion of rates needs a block, and says so`() throws {
    let (source, result) = (try Self.format(44_100), try Self.format(48_000))
    let converter = try #require(AVAudioConverter(from: source, to: result))
    let output = try #require(AVAudioPCMBuffer(pcmFormat: result, frameCapacity: 100))
    let error = #expect(throws: AVError.self) {
      try converter.convert(to: output, from: Sound(channels: [[0, 0]]).buffer(0..<2, source))
    }
    #expect(error?.code == .operationNotAllowed)
  }

  // MARK: Channels

  private static func route(
    _ channels: [Double], _ source: AVAudioFormat, _ result: AVAudioFormat,
    _ change: (AVAudioConverter) -> Void = { _ in }
  ) throws -> [Double] {
    let converter = try #require(AVAudioConverter(from: source, to: result))
    change(converter)
    let output = try #require(AVAudioPCMBuffer(pcmFormat: result, frameCapacity: 1))
    try converter.convert(to: output, from: Sound(channels: channels.map { [$0] }).buffer(0..<1, source))
    return Sound(output).channels.map { $0[0] }
  }

  @Test func `CV-07: channels go where the same speakers are`() throws {
    let (mono, stereo) = (try Self.format(48_000), try Self.format(48_000, channels: 2))
    let surround = try Self.format(48_000, channels: 6)
    let other = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_D))
    let turned = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: other)
    let six = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75]
    #expect(try Self.route([0.5], mono, stereo) == [0.5, 0.5])
    #expect(try Self.route([0.25, 0.5], stereo, mono) == [0.25])
    #expect(try Self.route([0.25, 0.5], stereo, surround) == [0.25, 0.5, 0, 0, 0, 0])
    #expect(try Self.route(six, surround, stereo) == [0.125, 0.25])
    #expect(try Self.route(six, surround, mono) == [0.375])
    // Centre, left, right, the surrounds and the low frequencies.
    #expect(try Self.route(six, surround, turned) == [0.375, 0.125, 0.25, 0.625, 0.75, 0.5])
    let converter = try #require(AVAudioConverter(from: surround, to: turned))
    #expect(converter.channelMap.map(\.intValue) == [2, 0, 1, 4, 5, 3])
  }

  @Test func `CV-08: a channel map says it otherwise`() throws {
    let (stereo, surround) = (try Self.format(48_000, channels: 2), try Self.format(48_000, channels: 6))
    #expect(try Self.route([0.25, 0.5], stereo, stereo) { $0.channelMap = [1, 0] } == [0.5, 0.25])
    #expect(
      try Self.route([0.25, 0.5], stereo, surround) { $0.channelMap = [-1, 1, 1, 0, -1, 7] } == [
        0, 0.5, 0.5, 0.25, 0, 0,
      ])
  }

  @Test func `CV-09: mixing loses no channel, and nothing is louder than full scale`() throws {
    let (stereo, surround) = (try Self.format(48_000, channels: 2), try Self.format(48_000, channels: 6))
    let centre = try Self.route([0, 0, 0.5, 0, 0, 0], surround, stereo) { $0.downmix = true }
    #expect(centre[0] == centre[1] && centre[0] > 0.1)
    let left = try Self.route([0, 0, 0, 0, 0.5, 0], surround, stereo) { $0.downmix = true }
    #expect(left[0] > 0.1 && left[1] == 0)
    let all = try Self.route([1, 1, 1, 1, 1, 1], surround, stereo) { $0.downmix = true }
    #expect(all.allSatisfy { $0 > 0.99 && $0 < 1.00001 })
  }

  @Test func `CV-14: dither is noise of less than two steps, and without it there is none`() throws {
    let (source, result) = (try Self.format(48_000), try Self.format(.pcmFormatInt16, 48_000))
    let sound = Sound(channels: [[Double](repeating: 0.25 / 32_768, count: 20_000)])
    func converted(_ dithers: Bool) throws -> Set<Int> {
      let converter = try #require(AVAudioConverter(from: source, to: result))
      #expect(!converter.dither)
      converter.dither = dithers
      return Set(try Self.convert(sound, with: converter).channels[0].map { Int($0 * 32_768) })
    }
    #expect(try converted(false) == [0])
    let steps = try converted(true)
    #expect(steps.count > 1 && steps.isSubset(of: [-2, -1, 0, 1, 2]))
  }

  // MARK: Formats

  @Test func `CV-02: what cannot be converted gives no converter`() throws {
    let pcm = try Self.format(48_000)
    var bits = pcm.streamDescription.pointee
    (bits.mBitsPerChannel, bits.mBytesPerFrame, bits.mBytesPerPacket) = (24, 3, 3)
    bits.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    let packed = try #require(AVAudioFormat(streamDescription: &bits))
    let absurd = try #require(AVAudioFormat(standardFormatWithSampleRate: -5, channels: 1))
    let fraction = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100.5, channels: 1))
    for other in [packed, absurd, fraction] {
      #expect(AVAudioConverter(from: pcm, to: other) == nil)
      #expect(AVAudioConverter(from: other, to: pcm) == nil)
    }
  }

  @Test func `CV-15: what is set stays set`() throws {
    let converter = try #require(AVAudioConverter(from: try Self.format(8000), to: try Self.format(16_000)))
    #expect(converter.inputFormat.sampleRate == 8000 && converter.outputFormat.sampleRate == 16_000)
    converter.sampleRateConverterQuality = AVAudioQuality.low.rawValue
    converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_Mastering
    converter.magicCookie = Data([1])
    converter.primeInfo = AVAudioConverterPrimeInfo(leadingFrames: 3, trailingFrames: 4)
    #expect(converter.sampleRateConverterQuality == AVAudioQuality.low.rawValue)
    #expect(converter.sampleRateConverterAlgorithm == AVSampleRateConverterAlgorithm_Mastering)
    #expect(converter.magicCookie == Data([1]) && converter.primeInfo.trailingFrames == 4)
  }
}

extension AudioConverterTests {
  private static func format(_ rate: Double, channels: AVAudioChannelCount = 1) throws -> AVAudioFormat {
    try format(.pcmFormatFloat32, rate, channels: channels)
  }
}

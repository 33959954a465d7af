import AVFAudio
import AVFoundation
import Foundation
import TestSupport
import Testing

/// `AVAudioConverter` to and from compressed packets.
@Suite struct CodingConverterTests {
  typealias Sound = AudioConverterTests.Sound

  /// A coding, and what the sound is told by that comes back.
  struct Coding: CustomTestStringConvertible, Sendable {
    let name: String
    let formatID: AudioFormatID
    /// The largest RMS of what coding changes, of full scale; 0 for a codec without loss.
    let loss: Double
    /// What FFmpeg takes the packets as, one behind the other. Nil where they need a container.
    var rawFormat: String?
    var testDescription: String { name }
  }

  static let codings = [
    Coding(name: "AAC", formatID: kAudioFormatMPEG4AAC, loss: 0.01, rawFormat: "aac"),
    Coding(name: "MP3", formatID: kAudioFormatMPEGLayer3, loss: 0.01, rawFormat: "mp3"),
    Coding(name: "Opus", formatID: kAudioFormatOpus, loss: 0.03),
    Coding(name: "Vorbis", formatID: kAudioFormatVorbis, loss: 0.01),
    Coding(name: "AC-3", formatID: kAudioFormatAC3, loss: 0.01, rawFormat: "ac3"),
    Coding(name: "E-AC-3", formatID: kAudioFormatEnhancedAC3, loss: 0.01, rawFormat: "eac3"),
    Coding(name: "ALAC", formatID: kAudioFormatAppleLossless, loss: 0),
    Coding(name: "FLAC", formatID: kAudioFormatFLAC, loss: 0, rawFormat: "flac"),
  ]

  static func format(
    _ formatID: AudioFormatID, _ rate: Double = 48_000, channels: AVAudioChannelCount = 2
  ) throws -> AVAudioFormat {
    var settings: [String: Any] = [
      AVFormatIDKey: formatID, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
    ]
    if channels > 2 {
      var layout = AudioChannelLayout()
      layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
      settings[AVChannelLayoutKey] = Data(bytes: &layout, count: MemoryLayout<AudioChannelLayout>.size)
    }
    return try #require(AVAudioFormat(settings: settings))
  }

  /// Encodes a sound, and returns the packets and the frames that they decode to where they say so.
  static func encode(
    _ sound: Sound, with converter: AVAudioConverter, capacity: AVAudioPacketCount = 7, piece: Int = 1000
  ) throws -> (packets: [[UInt8]], frames: [UInt32]) {
    var (packets, frames, place): ([[UInt8]], [UInt32], Int) = ([], [], 0)
    while true {
      let output = AVAudioCompressedBuffer(
        format: converter.outputFormat, packetCapacity: capacity, maximumPacketSize: converter.maximumOutputPacketSize)
      var error: NSError?
      let status = converter.convert(to: output, error: &error) { _, status in
        let count = min(piece, sound.count - place)
        place += count
        if count == 0 { status.pointee = .endOfStream }
        return count > 0 ? try? sound.buffer(place - count..<place, converter.inputFormat) : nil
      }
      let descriptions = try #require(output.packetDescriptions)
      var end: Int64 = 0
      for index in 0..<Int(output.packetCount) {
        let packet = descriptions[index]
        #expect(packet.mStartOffset == end)
        end += Int64(packet.mDataByteSize)
        let bytes = UnsafeRawBufferPointer(
          start: output.data + Int(packet.mStartOffset), count: Int(packet.mDataByteSize))
        packets.append([UInt8](bytes))
        frames.append(packet.mVariableFramesInPacket)
      }
      #expect(end == Int64(output.byteLength))
      switch status {
      case .haveData: #expect(output.packetCount == capacity || place == sound.count)
      case .endOfStream:
        #expect(output.packetCount == 0 && output.byteLength == 0)
        return (packets, frames)
      default: throw error ?? AVError(.unknown)
      }
    }
  }

  /// A buffer with packets.
  static func buffer(_ packets: some Collection<[UInt8]>, _ format: AVAudioFormat) -> AVAudioCompressedBuffer {
    let largest = packets.map(\.count).max() ?? 0
    let buffer = AVAudioCompressedBuffer(
      format: format, packetCapacity: AVAudioPacketCount(packets.count), maximumPacketSize: largest)
    for (index, packet) in packets.enumerated() {
      let start = Int(buffer.byteLength)
      (buffer.data + start).copyMemory(from: packet, byteCount: packet.count)
      buffer.packetDescriptions?[index] = AudioStreamPacketDescription(
        mStartOffset: Int64(start), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      buffer.byteLength += UInt32(packet.count)
    }
    buffer.packetCount = AVAudioPacketCount(packets.count)
    return buffer
  }

  /// Decodes packets in buffers of drawn lengths.
  static func decode(
    _ packets: [[UInt8]], with converter: AVAudioConverter, seed: UInt64 = 1
  ) throws -> Sound {
    var numbers = SeededGenerator(seed: seed)
    var place = 0
    var result = Sound(channels: [])
    while true {
      let capacity = AVAudioFrameCount.random(in: 1...9000, using: &numbers)
      let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: capacity))
      var error: NSError?
      let status = converter.convert(to: output, error: &error) { wanted, status in
        let count = min(packets.count - place, Int.random(in: 1...max(1, Int(wanted)), using: &numbers))
        place += count
        if count == 0 { status.pointee = .endOfStream }
        return count > 0 ? buffer(packets[place - count..<place], converter.inputFormat) : nil
      }
      result = result + Sound(output)
      switch status {
      case .haveData: #expect(output.frameLength == capacity || place == packets.count)
      case .endOfStream: return result
      default: throw error ?? AVError(.unknown)
      }
    }
  }

  /// A chord that a lossy codec keeps well, with a beginning and an end that show where it lies.
  static func chord(rate: Double = 48_000, channels: Int = 2, frames: Int) -> Sound {
    var sound = Sound(440, rate: rate, channelCount: channels, frames: frames)
    for channel in sound.channels.indices {
      for frame in 0..<frames {
        let fade = min(1, Double(min(frame, frames - 1 - frame)) / (rate / 20))
        let value = sound.channels[channel][frame] * fade
        // Samples of 16 bits: what a codec without loss gives back to the bit.
        sound.channels[channel][frame] = (value * 32768).rounded() / 32768
      }
    }
    return sound
  }

  static func rms(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>) -> Double {
    sqrt(zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(max(1, a.count)))
  }

  static func expectEqual(_ sound: Sound, _ expected: Sound, _ coding: Coding) {
    #expect(sound.count == expected.count)
    #expect(sound.channels.count == expected.channels.count)
    for (channel, wanted) in zip(sound.channels, expected.channels) {
      #expect(rms(channel[...], wanted[...]) <= coding.loss)
    }
  }

  // MARK: There and back

  @Test(
    arguments: codings,
    [1, 480, 20_000, 48_001])
  func `CV-18: what is encoded comes back at its place, without a frame more or less`(coding: Coding, frames: Int)
    throws
  {
    let pcm = try AudioConverterTests.format(.pcmFormatInt16, 48_000, channels: 2, interleaved: true)
    let compressed = try Self.format(coding.formatID)
    let encoder = try #require(AVAudioConverter(from: pcm, to: compressed))
    let sound = Self.chord(frames: frames)
    let (packets, lengths) = try Self.encode(sound, with: encoder)

    let decoder = try #require(AVAudioConverter(from: compressed, to: pcm))
    decoder.magicCookie = encoder.magicCookie
    let whole = try Self.decode(packets, with: decoder)
    let padding = encoder.primeInfo
    let isVariable = compressed.streamDescription.pointee.mFramesPerPacket == 0
    #expect(lengths.reduce(0) { $0 + Int($1) } == (isVariable ? whole.count : 0))
    #expect(whole.count == frames + Int(padding.leadingFrames + padding.trailingFrames))
    decoder.reset()
    decoder.primeInfo = padding
    Self.expectEqual(try Self.decode(packets, with: decoder, seed: 2), sound, coding)
  }

  @Test(arguments: codings.filter { $0.rawFormat != nil })
  func `CV-19: another program decodes the packets`(coding: Coding) throws {
    guard Tool.ffmpeg.isInstalled(for: "no other program decodes the packets") else { return }
    let pcm = try AudioConverterTests.format(.pcmFormatFloat32, 48_000, channels: 2)
    let converter = try #require(AVAudioConverter(from: pcm, to: try Self.format(coding.formatID)))
    let sound = Self.chord(frames: 30_000)
    let packets = try Self.encode(sound, with: converter).packets
    var stream: [UInt8] = []
    if coding.formatID == kAudioFormatFLAC {
      stream = Array("fLaC".utf8) + [0x80, 0, 0, 34] + (try #require(converter.magicCookie).suffix(34))
    }
    for packet in packets {
      if coding.formatID == kAudioFormatMPEG4AAC { stream += Self.transportHeader(packet.count) }
      stream += packet
    }
    let decoded = try Tool.ffmpeg.run(
      [
        "-v", "error", "-xerror", "-f", coding.rawFormat!, "-i", "/dev/stdin", "-f", "f64le", "-ac", "2", "-",
      ], input: stream
    ).bytes.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    let padding = converter.primeInfo
    // Some of its readers leave out what comes before the sound.
    let all = 30_000 + Int(padding.leadingFrames + padding.trailingFrames)
    let skipped = all - decoded.count / 2
    let first = Int(padding.leadingFrames) - skipped
    try #require(first >= 0 && skipped >= 0 && skipped <= Int(padding.leadingFrames))
    for channel in 0..<2 {
      let samples = stride(from: first * 2 + channel, to: (first + 30_000) * 2, by: 2).map { decoded[$0] }
      #expect(Self.rms(samples[...], sound.channels[channel][...]) <= coding.loss)
    }
  }

  /// The header of a packet of AAC in an ADTS stream: AAC-LC, 48 kHz, two channels (ISO 14496-3, 1.A.2).
  private static func transportHeader(_ count: Int) -> [UInt8] {
    let length = count + 7
    return [
      0xFF, 0xF1, 0x4C, UInt8(0x80 | length >> 11), UInt8(length >> 3 & 0xFF), UInt8(length << 5 & 0xE0) | 0x1F, 0xFC,
    ]
  }

  @Test(arguments: ["speech.m4a", "speech.mp3", "speech.flac", "speech.opus", "aac-5.1.m4a", "h264-aac.mov"])
  func `CV-20: packets of files decode to what an audio file reads`(name: String) throws {
    let url = URL(fileURLWithPath: Files.fixture(name))
    let file = try AVAudioFile(forReading: url)
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    try #require(reader.startReading())
    var packets: [[UInt8]] = []
    while let sample = output.copyNextSampleBuffer() {
      var place = 0
      let bytes = try [UInt8](sample.dataBuffer?.dataBytes() ?? Data())
      for index in 0..<sample.numSamples {
        let size = CMSampleBufferGetSampleSize(sample, at: index)
        packets.append(Array(bytes[place..<place + size]))
        place += size
      }
    }
    try #require(reader.status == .completed)
    let description = try #require(track.formatDescriptions.first as! CMFormatDescription?)  // Apple's array is of Any.
    let converter = try #require(
      AVAudioConverter(from: AVAudioFormat(cmAudioFormatDescription: description), to: file.processingFormat))
    let decoded = try Self.decode(packets, with: converter)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
    try file.read(into: buffer)
    let expected = Sound(buffer)
    // A file says which frames are the sound; packets do not.
    try #require(decoded.count >= expected.count && expected.count > 0)
    let offset = try #require(
      (0...decoded.count - expected.count).first { offset in
        (0..<min(2000, expected.count)).allSatisfy { decoded.channels[0][offset + $0] == expected.channels[0][$0] }
      })
    for (channel, wanted) in zip(decoded.channels, expected.channels) {
      #expect(Self.rms(channel[offset..<offset + wanted.count], wanted[...]) == 0)
    }
  }

  @Test(arguments: codings)
  func `CV-21: rate, channels and samples change on the way`(coding: Coding) throws {
    let frames = 44_100
    let rate: Double = coding.formatID == kAudioFormatOpus ? 48_000 : 32_000
    let pcm = try AudioConverterTests.format(.pcmFormatFloat32, 44_100, channels: 2)
    let encoder = try #require(
      AVAudioConverter(from: pcm, to: try Self.format(coding.formatID, rate, channels: 1)))
    encoder.channelMap = [1]
    let sound = Self.chord(rate: 44_100, frames: frames)
    let packets = try Self.encode(sound, with: encoder).packets
    let decoder = try #require(
      AVAudioConverter(
        from: encoder.outputFormat,
        to: try AudioConverterTests.format(.pcmFormatInt32, 44_100, channels: 2, interleaved: true)))
    (decoder.magicCookie, decoder.primeInfo) = (encoder.magicCookie, encoder.primeInfo)
    let result = try Self.decode(packets, with: decoder)
    #expect(abs(result.count - frames) <= 2)
    let count = min(result.count, frames)
    for channel in result.channels {
      #expect(Self.rms(channel[..<count], sound.channels[1][..<count]) <= max(coding.loss, 0.001))
    }
  }

  /// The loss is larger where six channels share the bits of what is meant for two.
  @Test(arguments: codings.filter { $0.formatID != kAudioFormatMPEGLayer3 })
  func `CV-22: six channels keep their speakers`(coding: Coding) throws {
    let pcm = try AudioConverterTests.format(.pcmFormatInt16, 48_000, channels: 6)
    let encoder = try #require(AVAudioConverter(from: pcm, to: try Self.format(coding.formatID, channels: 6)))
    let decoder = try #require(AVAudioConverter(from: encoder.outputFormat, to: pcm))
    // One speaker after the other: others are silent meanwhile. The low-frequency one gets what it can carry.
    var sound = Sound(channels: Array(repeating: Array(repeating: 0, count: 48_000), count: 6))
    for channel in 0..<6 {
      let frequency = channel == 3 ? 60.0 : 440
      for frame in 0..<7000 {
        let value = 0.5 * sin(2 * .pi * frequency * Double(frame) / 48_000) * sin(.pi * Double(frame) / 7000)
        sound.channels[channel][channel * 8000 + frame] = (value * 32768).rounded() / 32768
      }
    }
    let packets = try Self.encode(sound, with: encoder).packets
    (decoder.magicCookie, decoder.primeInfo) = (encoder.magicCookie, encoder.primeInfo)
    let result = try Self.decode(packets, with: decoder)
    #expect(result.count == sound.count)
    for (channel, wanted) in zip(result.channels, sound.channels) {
      #expect(Self.rms(channel[...], wanted[...]) <= coding.loss * 3)
    }
  }

  // MARK: Choices

  @Test func `CV-17: two compressed formats, and those that nothing encodes or decodes, have no converter`() throws {
    let pcm = try AudioConverterTests.format(.pcmFormatFloat32, 48_000, channels: 2)
    #expect(AVAudioConverter(from: try Self.format(kAudioFormatMPEG4AAC), to: try Self.format(kAudioFormatOpus)) == nil)
    for format in [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEGLayer2, kAudioFormatAMR, 0x3F3F_3F3F] {
      #expect(AVAudioConverter(from: pcm, to: try Self.format(format)) == nil)
    }
    #expect(AVAudioConverter(from: pcm, to: try Self.format(kAudioFormatMPEG4AAC, 47_999)) == nil)
    #expect(AVAudioConverter(from: try Self.format(0x3F3F_3F3F), to: pcm) == nil)
  }

  @Test func `CV-23: a bit rate and a strategy are the encoder's, and refused where it does not have them`() throws {
    let pcm = try AudioConverterTests.format(.pcmFormatFloat32, 48_000, channels: 2)
    var numbers = SeededGenerator(seed: 3)
    let noise = Sound(channels: (0..<2).map { _ in (0..<48_000).map { _ in .random(in: -0.5...0.5, using: &numbers) } })
    let converter = try #require(AVAudioConverter(from: pcm, to: try Self.format(kAudioFormatMPEGLayer3)))
    #expect(converter.bitRate == 128_000)
    #expect(converter.availableEncodeBitRates?.contains(320_000) == true)
    #expect(converter.applicableEncodeBitRates?.contains(8000) == false, "MPEG-1 begins at 32 kb/s")
    #expect(converter.availableEncodeSampleRates?.contains(44_100) == true)
    #expect(converter.availableEncodeChannelLayoutTags?.count == 2)
    for rate in [64_000, 256_000] {
      converter.reset()
      converter.bitRate = rate
      #expect(converter.bitRate == rate)
      let size = try Self.encode(noise, with: converter).packets.joined().count * 8
      #expect(abs(Double(size) / Double(rate) - 1) < 0.1)
    }
    #expect(converter.applicableEncodeSampleRates == [32_000, 44_100, 48_000], "256 kb/s is MPEG-1's")
    converter.reset()
    converter.bitRate = 123_456
    #expect(throws: NSError.self) { try Self.encode(noise, with: converter) }
    converter.bitRate = 0
    converter.bitRateStrategy = "none that there is"
    #expect(throws: NSError.self) { try Self.encode(noise, with: converter) }
    converter.bitRateStrategy = AVAudioBitRateStrategy_Variable
    #expect(try Set(Self.encode(noise, with: converter).packets.map(\.count)).count > 1)

    let decoder = try #require(AVAudioConverter(from: try Self.format(kAudioFormatMPEGLayer3), to: pcm))
    #expect(decoder.bitRate == 0 && decoder.maximumOutputPacketSize == 0 && decoder.availableEncodeBitRates == nil)
    let lossless = try #require(AVAudioConverter(from: pcm, to: try Self.format(kAudioFormatFLAC)))
    #expect(lossless.availableEncodeBitRates == nil && lossless.bitRate == 0)
  }

  @Test(
    arguments: codings
  )
  func `CV-24: how packets are cut into buffers changes none of them, and one without room is an error`(coding: Coding)
    throws
  {
    let pcm = try AudioConverterTests.format(.pcmFormatFloat32, 48_000, channels: 2)
    let converter = try #require(AVAudioConverter(from: pcm, to: try Self.format(coding.formatID)))
    let sound = Self.chord(frames: 20_000)
    let one = try Self.encode(sound, with: converter, capacity: 1, piece: 1).packets
    converter.reset()
    #expect(try Self.encode(sound, with: converter, capacity: 1000, piece: 20_000).packets == one)
    #expect(one.allSatisfy { $0.count <= converter.maximumOutputPacketSize })
    converter.reset()
    let small = AVAudioCompressedBuffer(format: converter.outputFormat, packetCapacity: 4, maximumPacketSize: 1)
    var error: NSError?
    var isGiven = false
    let status = converter.convert(to: small, error: &error) { _, status in
      if isGiven { status.pointee = .endOfStream }
      defer { isGiven = true }
      return isGiven ? nil : try? sound.buffer(0..<20_000, pcm)
    }
    #expect(status == .error && error?.localizedDescription.isEmpty == false)
  }

  @Test(arguments: codings)
  func `noise at the highest rate fits into packets of the announced size`(coding: Coding) throws {
    let pcm = try AudioConverterTests.format(.pcmFormatFloat32, 48_000, channels: 2)
    var numbers = SeededGenerator(seed: 4)
    let noise = Sound(channels: (0..<2).map { _ in (0..<30_000).map { _ in .random(in: -1...0.999, using: &numbers) } })
    let converter = try #require(AVAudioConverter(from: pcm, to: try Self.format(coding.formatID)))
    if let most = converter.applicableEncodeBitRates?.last { converter.bitRate = most.intValue }
    let packets = try Self.encode(noise, with: converter).packets
    #expect(packets.allSatisfy { $0.count <= converter.maximumOutputPacketSize })
  }

  // MARK: Faults

  @Test(arguments: codings)
  func `CV-25: a packet that cannot be decoded is an error, and those behind it are decoded`(coding: Coding) throws {
    let pcm = try AudioConverterTests.format(.pcmFormatInt16, 48_000, channels: 2, interleaved: true)
    let encoder = try #require(AVAudioConverter(from: pcm, to: try Self.format(coding.formatID)))
    let packets = try Self.encode(Self.chord(frames: 48_000), with: encoder).packets
    let decoder = try #require(AVAudioConverter(from: encoder.outputFormat, to: pcm))
    decoder.magicCookie = encoder.magicCookie
    var numbers = SeededGenerator(seed: 5)
    for round in 0..<40 {
      decoder.reset()
      var (place, frames, faults) = (0, 0, 0)
      // Bytes of every kind instead of one packet: what decodes is not said, but nothing traps and all goes on.
      let broken = Int.random(in: packets.indices, using: &numbers)
      while true {
        let output = try #require(AVAudioPCMBuffer(pcmFormat: pcm, frameCapacity: 4096))
        var error: NSError?
        let status = decoder.convert(to: output, error: &error) { _, status in
          guard place < packets.count else {
            status.pointee = .endOfStream
            return nil
          }
          defer { place += 1 }
          var packet = packets[place]
          if place == broken {
            packet = (0..<Int.random(in: 1...packet.count + 9, using: &numbers)).map { _ in
              round == 0 ? 0xFF : .random(in: 0...255, using: &numbers)
            }
          }
          return Self.buffer([packet], decoder.inputFormat)
        }
        frames += Int(output.frameLength)
        if status == .error {
          faults += 1
          #expect(AVError(_nsError: try #require(error)).code == .decodeFailed)
          try #require(faults < 10)
        }
        if status == .endOfStream { break }
      }
      #expect(place == packets.count)
      #expect(frames + faults * 8192 + 8192 > 48_000, "the others are decoded")
    }
  }

  @Test func `CV-26: descriptions that lead out of a buffer, and a codec without its cookie, are errors`() throws {
    let pcm = try AudioConverterTests.format(.pcmFormatInt16, 48_000, channels: 2, interleaved: true)
    let compressed = try Self.format(kAudioFormatMPEG4AAC)
    let encoder = try #require(AVAudioConverter(from: pcm, to: compressed))
    let packets = try Self.encode(Self.chord(frames: 9000), with: encoder).packets
    for (offset, size) in [(0, 1 << 20), (1 << 20, 1), (-1, 1), (Int64.max, 5)] as [(Int64, UInt32)] {
      let decoder = try #require(AVAudioConverter(from: compressed, to: pcm))
      let output = try #require(AVAudioPCMBuffer(pcmFormat: pcm, frameCapacity: 4096))
      var error: NSError?
      let status = decoder.convert(to: output, error: &error) { _, _ in
        let buffer = Self.buffer(packets, compressed)
        buffer.packetDescriptions?[0].mStartOffset = offset
        buffer.packetDescriptions?[0].mDataByteSize = size
        return buffer
      }
      #expect(status == .error && error != nil)
    }
    // AAC-LC says all in its format; Apple Lossless does not.
    let decoder = try #require(AVAudioConverter(from: compressed, to: pcm))
    decoder.primeInfo = encoder.primeInfo
    #expect(try Self.decode(packets, with: decoder).count == 9000)
    let lossless = try #require(AVAudioConverter(from: try Self.format(kAudioFormatAppleLossless), to: pcm))
    #expect(throws: NSError.self) { try Self.decode(packets, with: lossless) }
    #expect(throws: NSError.self, "no cookie") {
      lossless.magicCookie = Data([1, 2, 3])
      _ = try Self.decode(packets, with: lossless)
    }
  }
}

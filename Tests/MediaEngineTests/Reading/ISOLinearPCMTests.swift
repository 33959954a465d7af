import CoreMedia
import Foundation
import MediaEngine
import MediaInterop
import MovieFile
import Testing
import MediaSupport

/// Linear PCM of ISO files (ISO 23003-5), which says its form in a `pcmC` box.
@Suite struct ISOLinearPCMTests {
  private static let rate = 48_000
  private static let frames = 5000

  static let forms =
    [16, 24, 32].flatMap { bits in
      [true, false].map { LinearPCM(bits: bits, isBigEndian: $0) }
    } + [32, 64].flatMap { bits in [true, false].map { LinearPCM(bits: bits, isFloat: true, isBigEndian: $0) } }

  @Test(arguments: forms, [1, 2, 6])
  func `every depth and byte order is copied and decoded to the sample`(_ pcm: LinearPCM, _ channels: Int) throws {
    // Writers disagree about the entry's own field: the depth, or the 16 of ISO 14496-12's template.
    for stated in [pcm.bits, 16] {
      let file = try Self.write(pcm, channels: channels, stated: stated)
      #expect(try Self.packets(file.path) == file.bytes)
      #expect(try Self.decoded(file.path) == file.values)
    }
  }

  @Test func `what each edit shows is read, and when`() throws {
    let edits: [Edit] = [
      .empty(duration: 2000), .media(start: 1100, duration: 3000), .media(start: 200, duration: 700),
    ]
    let file = try Self.write(LinearPCM(bits: 24, isBigEndian: true), channels: 2, stated: 16, edits: edits)
    let shown = [1100..<4100, 200..<900]
    #expect(try Self.packets(file.path) == shown.flatMap { file.bytes[$0.lowerBound * 6..<$0.upperBound * 6] })
    #expect(try Self.firstTime(file.path) == CMTime(value: 2000, timescale: CMTimeScale(Self.rate)))
    #expect(try Self.decoded(file.path) == shown.flatMap { file.values[$0.lowerBound * 2..<$0.upperBound * 2] })
  }

  @Test func `a part begins and ends on the sample`() throws {
    let file = try Self.write(LinearPCM(bits: 24, isBigEndian: false), channels: 1, stated: 16)
    let scale = CMTimeScale(Self.rate)
    let range = CMTimeRange(start: CMTime(value: 1500, timescale: scale), end: CMTime(value: 4001, timescale: scale))
    #expect(try Self.decoded(file.path, range) == Array(file.values[1500..<4001]))
    #expect(try Self.packets(file.path, range) == Array(file.bytes[1500 * 3..<4001 * 3]))
  }

  // MARK: Files

  /// A file of one track, and what is in it; removed with the value.
  private final class Written {
    let path = NSTemporaryDirectory() + "iso-pcm-" + UUID().uuidString + ".mp4"
    var bytes: [UInt8] = []
    var values: [Double] = []

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Each sample is another number: a byte in a wrong place cannot go unseen.
  private static func write(
    _ pcm: LinearPCM, channels: Int, stated: Int, edits: [Edit] = []
  ) throws -> Written {
    let file = Written()
    for index in 0..<frames * channels {
      let value = (index * 7919) % 30_011 - 15_000
      append(value, pcm, to: &file.bytes)
      file.values.append(pcm.isFloat ? Double(value) / 32_768 : Double(value))
    }
    let writer = try MovieWriter(creating: file.path, format: .mp4)
    var description = TrackDescription(kind: .audio, timeScale: Int32(rate))
    description.edits = edits
    let track = writer.addTrack(description)
    writer.movie.timeScale = Int32(rate)
    let format = try CMFormatDescription(pcm: pcm, sampleRate: rate, layout: .default(count: channels))
    var entry = try SampleEntry(format, in: .mp4)
    if case .audio(var fields) = entry.fields {
      fields.bitsPerSample = stated
      entry.fields = .audio(fields)
    }
    _ = writer.addSampleEntry(entry, to: track)
    let sample = MovieWriter.Sample(decodeTime: 0, duration: 1, count: frames)
    try file.bytes.withUnsafeBytes { try writer.append($0, to: track, sample) }
    try writer.finish()
    return file
  }

  /// Of integers: the high 16 bits hold the value, the others a pattern of its own.
  private static func append(_ value: Int, _ pcm: LinearPCM, to bytes: inout [UInt8]) {
    let pattern: UInt64
    switch (pcm.isFloat, pcm.bits) {
    case (true, 32): pattern = UInt64((Float(value) / 32_768).bitPattern)
    case (true, _): pattern = (Double(value) / 32_768).bitPattern
    default: pattern = UInt64(truncatingIfNeeded: value << (pcm.bits - 16))
    }
    let littleEndian = (0..<pcm.bytes).map { UInt8(truncatingIfNeeded: pattern >> UInt64($0 * 8)) }
    bytes += pcm.isBigEndian ? littleEndian.reversed() : littleEndian
  }

  // MARK: Reading

  private static let all = CMTimeRange(start: .zero, duration: .positiveInfinity)

  private static func samples(
    _ path: String, _ output: TrackReader.Output, _ range: CMTimeRange
  ) throws -> [CMSampleBuffer] {
    let source = AssetSource(url: URL(fileURLWithPath: path))
    let track = try #require(try source.load().tracks.first)
    #expect(track.isDecodable)
    let reader = try ReadingSession(source: source).reader(of: track, output: output, timeRange: range)
    var samples: [CMSampleBuffer] = []
    while let sample = try reader.next() { samples.append(sample) }
    return samples
  }

  private static func packets(_ path: String, _ range: CMTimeRange = all) throws -> [UInt8] {
    try samples(path, .packets, range).flatMap { [UInt8](try #require($0.dataBuffer).dataBytes()) }
  }

  private static func firstTime(_ path: String) throws -> CMTime? {
    try samples(path, .packets, all).first?.presentationTimeStamp
  }

  /// Integers by their high 16 bits.
  private static func decoded(_ path: String, _ range: CMTimeRange = all) throws -> [Double] {
    try samples(path, .audio(AudioRequest()), range).flatMap { sample in
      let basic = try #require(sample.formatDescription?.audioStreamBasicDescription)
      let bytes = [UInt8](try #require(sample.dataBuffer).dataBytes())
      return bytes.withUnsafeBytes { raw -> [Double] in
        switch (basic.mFormatFlags & kAudioFormatFlagIsFloat != 0, basic.mBitsPerChannel) {
        case (true, 32): raw.bindMemory(to: Float.self).map(Double.init)
        case (true, _): Array(raw.bindMemory(to: Double.self))
        case (false, 16): raw.bindMemory(to: Int16.self).map(Double.init)
        default: raw.bindMemory(to: Int32.self).map { Double($0 >> 16) }
        }
      }
    }
  }
}

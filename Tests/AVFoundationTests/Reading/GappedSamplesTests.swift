import AVFoundation
import TestSupport
import Testing

/// Linear PCM whose significant bits do not fill the bytes of its samples.
@Suite("Samples that do not fill their bytes")
struct GappedSamplesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let count = 2500
  private static let channels = 2

  private static func stored(_ form: PCMForm) -> [UInt8] {
    (0..<count).flatMap { position in (0..<channels).flatMap { form.stored(position, channel: $0) } }
  }

  /// Reads sound as it is stored and decoded, and compares both with what was written.
  private func check(_ url: URL, _ form: PCMForm) throws {
    let (asset, track) = try ReadMedia.track(url, .audio)
    #expect(track.isDecodable)
    let format = try #require(track.format.audioStreamBasicDescription)
    #expect(format.mBytesPerFrame == UInt32(form.bytes * Self.channels))
    #expect(abs(asset.duration.seconds - Double(Self.count) / 48_000) < 0.001)
    #expect(try ReadMedia.stored(url, .audio).flatMap(\.bytes) == Self.stored(form))
    let sound = try ReadMedia.sound(url)
    #expect(sound.count == Self.count && sound.channels == Self.channels)
    #expect(form.greatestDifference(from: sound) < 1 / Float(1 << 23))
  }

  @Test(arguments: PCMForm.gapped)
  func `a movie says where the bits are`(_ form: PCMForm) throws {
    let url = folder.file("out.mov")
    try form.write(to: url, settings: nil, count: Self.count, channels: Self.channels)
    try check(url, form)
  }

  @Test(arguments: PCMForm.gapped.filter(\.isAlignedHigh))
  func `in a Core Audio file the bits are the high ones`(_ form: PCMForm) throws {
    let (size, stored) = (form.bytes * Self.channels, Self.stored(form))
    var file: [UInt8] = Array("caff".utf8) + [0, 1, 0, 0]
    file += Array("desc".utf8) + Self.bigEndian(32, 8) + Self.bigEndian(Double(48_000).bitPattern, 8)
    file += Array("lpcm".utf8) + Self.bigEndian(form.isBigEndian ? 0 : 2, 4)
    for field in [size, 1, Self.channels, form.bits] { file += Self.bigEndian(UInt64(field), 4) }
    file += Array("data".utf8) + Self.bigEndian(UInt64(stored.count + 4), 8) + [0, 0, 0, 0] + stored
    let url = folder.file("out.caf")
    try Data(file).write(to: url)
    try check(url, form)
  }

  @Test func `in an extensible WAVE file the bits are the high ones`() throws {
    let form = PCMForm(bits: 24, bytes: 4, isAlignedHigh: true)
    try check(try wave(form, isExtensible: true), form)
  }

  /// libavformat counts the first by the wrong bytes, and takes the second for floating-point samples, which it may be.
  @Test func `what may be sound or noise is not decoded`() throws {
    let short = PCMForm(bits: 20, bytes: 4, isAlignedHigh: true)
    let plain = PCMForm(bits: 24, bytes: 4, isAlignedHigh: true)
    for url in [try wave(short, isExtensible: true), try wave(plain, isExtensible: false)] {
      let (asset, track) = try ReadMedia.track(url, .audio)
      #expect(!track.isDecodable)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      reader.add(output)
      if reader.startReading() { while output.copyNextSampleBuffer() != nil {} }
      #expect(reader.status == .failed)
      #expect((reader.error as? AVError)?.code == .decoderNotFound)
    }
  }

  private func wave(_ form: PCMForm, isExtensible: Bool) throws -> URL {
    let (size, stored) = (form.bytes * Self.channels, Self.stored(form))
    var format = Self.littleEndian(isExtensible ? 0xFFFE : 1, 2) + Self.littleEndian(UInt64(Self.channels), 2)
    format += Self.littleEndian(48_000, 4) + Self.littleEndian(UInt64(48_000 * size), 4)
    format += Self.littleEndian(UInt64(size), 2)
    if isExtensible {
      // The room, the significant bits, the front speakers, and the identifier of linear PCM.
      format += Self.littleEndian(UInt64(form.bytes * 8), 2) + Self.littleEndian(22, 2)
      format += Self.littleEndian(UInt64(form.bits), 2) + Self.littleEndian(3, 4)
      format += [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    } else {
      format += Self.littleEndian(UInt64(form.bits), 2)
    }
    let chunks =
      Array("WAVEfmt ".utf8) + Self.littleEndian(UInt64(format.count), 4) + format + Array("data".utf8)
      + Self.littleEndian(UInt64(stored.count), 4) + stored
    let url = folder.file("\(form.bits)-\(isExtensible).wav")
    try Data(Array("RIFF".utf8) + Self.littleEndian(UInt64(chunks.count), 4) + chunks).write(to: url)
    return url
  }

  private static func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] { littleEndian(value, count).reversed() }

  private static func littleEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
  }
}

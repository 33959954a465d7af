import AVFoundation
import TestSupport
import Testing

/// Sound in files that are nothing but frames: what is broken between two of them is damage, and what is behind it stays
/// where it was.
@Suite("Bare sound")
struct BareSoundTests {
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case mp3, aac, ac3
    var testDescription: String { rawValue }

    var frameSize: Int { self == .mp3 ? 1152 : self == .aac ? 1024 : 1536 }

    /// A frame of another block size or with other bits to borrow may need those before it.
    var settling: Int { self == .mp3 ? 3 * 1152 : self == .aac ? 2 * 1024 : 2 * 1536 }
  }

  /// A bare stream of some seconds with the places of its frames.
  private struct Bare {
    let folder: TemporaryFolder
    let kind: Kind
    var bytes: [UInt8] = []
    var frames: [Range<Int>] = []

    init(_ kind: Kind) throws {
      folder = try TemporaryFolder()
      self.kind = kind
      // Nothing in noise is silent by itself; what AAC's decoder makes up itself depends on what it decoded before.
      try Tool.ffmpeg.run(
        ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=3:r=48000:a=0.3:seed=7", "-ac", "2", "-b:a", "128k"]
          + (kind == .aac ? ["-aac_pns", "0"] : []) + ["-write_xing", "0", folder.path("whole.\(kind.rawValue)")])
      bytes = [UInt8](try Data(contentsOf: original))
      var place = bytes.starts(with: Array("ID3".utf8)) ? 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) } : 0
      let sizes = try RangeReading(original, .audio, settings: nil, isRandomAccess: false).rest()
        .map { $0.totalSampleSize + (kind == .aac ? 7 : 0) }
      for size in sizes {
        frames.append(place..<place + size)
        place += size
      }
      try #require(place == bytes.count)
    }

    var original: URL { folder.file("whole.\(kind.rawValue)") }

    func write(_ bytes: [UInt8]) throws -> URL {
      let url = folder.file("other.\(kind.rawValue)")
      try Data(bytes).write(to: url)
      return url
    }
  }

  private func error(of url: URL, settings: [String: Any]?) throws -> AVError? {
    let reading = try RangeReading(url, .audio, settings: settings, isRandomAccess: false)
    while reading.output.copyNextSampleBuffer() != nil {}
    return reading.reader.error as? AVError
  }

  @Test(arguments: Kind.allCases)
  func `a frame's header is broken: it is lost, and what is behind it stays in its place`(_ kind: Kind) throws {
    let bare = try Bare(kind)
    var bytes = bare.bytes
    bytes[bare.frames[40].lowerBound] ^= 0x10
    let url = try bare.write(bytes)
    for settings in [nil, RangeReading.Sound.settings] {
      #expect(try error(of: url, settings: settings) != nil)
    }
    let salvaged = try Salvaged(url, .audio, settings: RangeReading.Sound.settings)
    try WholeSound(bare.original).expectExact(salvaged, settling: kind.settling, "frame 40")
    // In what is no frame the demuxer of ADTS may find what looks like a header, and passes over a frame that is one.
    #expect(salvaged.lost.count <= (kind == .aac ? 2 : 1))
    #expect(salvaged.lost.first?.containsTime(CMTime(value: Int64(40 * kind.frameSize), timescale: 48_000)) == true)
  }

  /// Changes what a frame's header says of the stream, and with it how long it says that the frame is.
  private func misstate(_ frame: Range<Int>, _ kind: Kind, in bytes: inout [UInt8]) {
    switch kind {
    case .mp3: bytes[frame.lowerBound + 2] ^= 0x04
    case .aac:
      bytes[frame.lowerBound + 3] ^= 0x40
      bytes[frame.lowerBound + 4] ^= 0x10
    case .ac3: bytes[frame.lowerBound + 4] ^= 0x80
    }
  }

  @Test(arguments: Kind.allCases)
  func `a header says that the stream is another: the frames behind it stay what they are`(_ kind: Kind) throws {
    let bare = try Bare(kind)
    var bytes = bare.bytes
    misstate(bare.frames[40], kind, in: &bytes)
    let url = try bare.write(bytes)
    for settings in [nil, RangeReading.Sound.settings] {
      #expect(try error(of: url, settings: settings) != nil)
      let salvaged = try Salvaged(url, .audio, settings: settings)
      let lost = CMTime(value: Int64(40 * kind.frameSize + kind.frameSize / 2), timescale: 48_000)
      #expect(salvaged.lost.count == 1 && salvaged.lost.first?.containsTime(lost) == true, "\(salvaged.lost)")
      #expect(salvaged.lost.allSatisfy { $0.duration < CMTime(value: Int64(4 * kind.frameSize), timescale: 48_000) })
      let channels = salvaged.samples.map { $0.formatDescription?.audioStreamBasicDescription?.mChannelsPerFrame }
      #expect(Set(channels) == [2])
      let frames = settings == nil ? salvaged.samples.count : bare.frames.count
      #expect(frames > bare.frames.count - 5)
    }
  }

  @Test(arguments: Kind.allCases)
  func `the last frame's header says that the stream is another`(_ kind: Kind) throws {
    let bare = try Bare(kind)
    var bytes = bare.bytes
    misstate(try #require(bare.frames.last), kind, in: &bytes)
    let url = try bare.write(bytes)
    #expect(try error(of: url, settings: nil) != nil)
    #expect(try !Salvaged(url, .audio, settings: nil).lost.isEmpty)
  }

  @Test func `behind what is broken the stream is another: it is read, too`() throws {
    let bare = try Bare(.aac)
    let other = bare.folder.file("tone.aac")
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "sine=d=1:r=32000", "-c:a", "aac", other.path])
    let url = try bare.write(bare.bytes + [UInt8](repeating: 0, count: 300) + [UInt8](try Data(contentsOf: other)))
    #expect(try error(of: url, settings: nil) != nil)
    let salvaged = try Salvaged(url, .audio, settings: nil)
    #expect(salvaged.lost.count == 1)
    #expect(salvaged.samples.last?.formatDescription?.audioStreamBasicDescription?.mSampleRate == 32_000)
    #expect(salvaged.samples.count > bare.frames.count + 25)
  }

  /// Frames of AAC have different sizes: of longer stretches it can only be estimated how many they were.
  @Test(arguments: Kind.allCases, [1, 7, 20])
  func `a stretch is wiped`(_ kind: Kind, count: Int) throws {
    let bare = try Bare(kind)
    var bytes = bare.bytes
    // From within a frame to within another.
    let (first, last) = (bare.frames[30], bare.frames[30 + count])
    for index in first.lowerBound + first.count / 2..<last.lowerBound + last.count / 2 { bytes[index] = 0 }
    let salvaged = try Salvaged(bare.write(bytes), .audio, settings: RangeReading.Sound.settings)
    try WholeSound(bare.original).expectExact(salvaged, settling: kind.settling, "\(count) frames")
    #expect(salvaged.lost.count == 1)
  }

  @Test func `a file of MP3 that says how long it is: what is wiped is lost, and an end of zeros is a cut`() throws {
    let folder = try TemporaryFolder()
    let original = folder.file("whole.mp3")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=3:r=48000:a=0.3:seed=7", "-b:a", "128k", original.path,
    ])
    let bytes = [UInt8](try Data(contentsOf: original))
    func zeroed(_ range: Range<Int>) throws -> URL {
      let url = folder.file("zeroed.mp3")
      try Data(bytes[..<range.lowerBound] + [UInt8](repeating: 0, count: range.count) + bytes[range.upperBound...])
        .write(to: url)
      return url
    }
    let half = bytes.count / 2
    let salvaged = try Salvaged(zeroed(half..<half + 5000), .audio, settings: RangeReading.Sound.settings)
    try WholeSound(original).expectExact(salvaged, settling: Kind.mp3.settling, "5000 bytes")
    #expect(salvaged.lost.count == 1)
    #expect(try error(of: zeroed(bytes.count * 3 / 4..<bytes.count), settings: nil) != nil)
  }

  /// A header of ADTS with an impossible rate, and within its frame a whole one: libavformat puts the frame after it together
  /// of pieces, which are nowhere in the file as they are.
  @Test func `frames that are nowhere in the file are not looked for in all of it, each`() async throws {
    let bare = try Bare(.aac)
    var header = Array(bare.bytes[..<7])
    let size: UInt8 = 64
    (header[3], header[4], header[5]) = (header[3] & 0xFC, size >> 3, size << 5 | 0x1F)
    var random = SeededGenerator(seed: 1)
    var bytes = bare.bytes
    for _ in 0..<3000 {
      var unit = header
      unit[2] |= 0x3C
      unit += (7..<10).map { _ in UInt8.random(in: 0..<128, using: &random) } + header
      unit += (17..<Int(size)).map { _ in UInt8.random(in: 0..<128, using: &random) }
      bytes += unit + [UInt8](repeating: 0, count: 12)
    }
    let url = try bare.write(bytes)
    let salvaged = try await bounded { try Salvaged(url, .audio, settings: nil).samples.count }
    #expect(salvaged >= bare.frames.count)
  }

  @Test(arguments: Kind.allCases)
  func `copied frames keep their times behind a hole`(_ kind: Kind) throws {
    let bare = try Bare(kind)
    var bytes = bare.bytes
    for index in bare.frames[20].lowerBound..<bare.frames[25].lowerBound { bytes[index] = 0 }
    let whole = try RangeReading(bare.original, .audio, settings: nil, isRandomAccess: false).rest()
    let salvaged = try Salvaged(bare.write(bytes), .audio, settings: nil)
    let times = salvaged.samples.map(\.presentationTimeStamp)
    #expect(times == (whole[..<20] + whole[25...]).map(\.presentationTimeStamp))
    #expect(salvaged.lost == [CMTimeRange(start: times[19] + whole[19].duration, end: times[20])])
  }

  @Test(arguments: Kind.allCases)
  func `tags between frames, and what is around the frames, are no damage`(_ kind: Kind) throws {
    let bare = try Bare(kind)
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 128)
    let half = bare.frames[50].lowerBound
    let url = try bare.write(Array(bare.bytes[..<half]) + tag + Array(bare.bytes[half...]) + [10, 13, 10])
    #expect(try error(of: url, settings: nil) == nil)
    let whole = try RangeReading(bare.original, .audio, settings: nil, isRandomAccess: false).rest()
    let tagged = try RangeReading(url, .audio, settings: nil, isRandomAccess: false).rest()
    #expect(tagged.map(\.presentationTimeStamp) == whole.map(\.presentationTimeStamp))
  }

  @Test(arguments: Kind.allCases)
  func `a range behind a hole is what it is in a straight reading`(_ kind: Kind) throws {
    let bare = try Bare(kind)
    var bytes = bare.bytes
    for index in bare.frames[20].lowerBound..<bare.frames[25].lowerBound { bytes[index] = 0 }
    let url = try bare.write(bytes)
    let straight = try Salvaged(url, .audio, settings: nil).samples
    let (asset, track) = try ReadMedia.track(url, .audio)
    let reader = try AVAssetReader(asset: asset)
    reader.continuesAfterDamage = true
    reader.timeRange = CMTimeRange(start: CMTime(value: 3, timescale: 2), duration: .positiveInfinity)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    let first = try #require(output.copyNextSampleBuffer())
    let same = try #require(straight.first { $0.presentationTimeStamp == first.presentationTimeStamp })
    #expect(try same.dataBuffer?.dataBytes() == first.dataBuffer?.dataBytes())
  }
}

import AVFoundation
import TestSupport
import Testing

/// One decision on damage serves both kinds of readers: the one that stops there, and the one that goes on.
@Suite("Damage verdicts")
struct DamageAgreementTests {
  /// Whether a reader that stops at damage ends with an error, or hands on pictures that do not follow each other in time,
  /// which ends at the writer.
  private func stops(_ url: URL, _ type: AVMediaType, settings: [String: Any]?) throws -> Bool {
    let (asset, track) = try ReadMedia.track(url, type)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    // What the tables show to be damaged is found before anything is read.
    guard reader.startReading() else { return true }
    var isInOrder = true
    var previous = CMTime.negativeInfinity
    while let sample = output.copyNextSampleBuffer() {
      if settings != nil, sample.presentationTimeStamp <= previous { isInOrder = false }
      previous = sample.presentationTimeStamp
    }
    return reader.status == .failed || !isInOrder
  }

  private enum Damage: CaseIterable { case bit, bytes, manyBytes, hole }

  @Test(arguments: [
    "h264-aac.mov", "h264-flac-srt.mkv", "h264-open-gop.ts", "h264-interlaced.mov", "hevc10-hdr10.mp4",
    "mpeg4-odd.mp4",
    "vp9-opus.webm", "mjpeg-pcm.mov", "prores-pcm24.mov", "speech.mp3", "speech.flac", "aac-5.1.m4a",
  ])
  func `where one stops, the other lists a loss, and nowhere else`(_ name: String) throws {
    let type = ["speech.mp3", "speech.flac", "aac-5.1.m4a"].contains(name) ? AVMediaType.audio : .video
    let decoding: [String: Any] = type == .audio ? RangeReading.Sound.settings : [:]
    for seed in 0..<Rounds.count(8, full: 80) {
      let copy = try DamagedCopy(name, seed: seed)
      let kind = Damage.allCases[seed % Damage.allCases.count]
      let start = Int.random(in: copy.bytes.count / 8..<copy.bytes.count, using: &copy.random)
      let count = [.bit: 1, .bytes: 16, .manyBytes: 256, .hole: 400][kind] ?? 1
      for place in start..<min(copy.bytes.count, start + count) {
        switch kind {
        case .bit: copy.bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &copy.random)
        case .bytes, .manyBytes: copy.bytes[place] ^= UInt8.random(in: 1...255, using: &copy.random)
        case .hole: copy.bytes[place] = 0
        }
      }
      let url = try copy.write()
      // What cannot be opened is refused by both.
      guard (try? ReadMedia.track(url, type)) != nil else { continue }
      for settings in [nil, decoding] {
        let stops = try stops(url, type, settings: settings)
        let lost = try Salvaged(url, type, settings: settings).lost
        #expect(stops == !lost.isEmpty, "\(kind) at \(start), seed \(seed): \(stops), \(Stretches(lost))")
      }
    }
  }

  /// Neither the decoder nor the container complains of a hole in the middle of the coded picture.
  @Test(arguments: ["hevc10-hdr10.mp4", "h264-flac-srt.mkv"])
  func `a hole in a picture is damage, decoded or not`(_ name: String) throws {
    let copy = try DamagedCopy(name, seed: 1)
    let whole = try WholePictures(copy.original)
    let damaged = try #require(
      whole.packets.indices.dropFirst(2).max { whole.packets[$0].bytes.count < whole.packets[$1].bytes.count })
    try copy.hole(whole.packets[damaged])
    let url = try copy.write()
    #expect(try stops(url, .video, settings: nil))
    #expect(try stops(url, .video, settings: [:]))
    let decoded = try Salvaged(url, .video, settings: [:])
    try whole.expectExact(decoded, "packet \(damaged)")
    #expect(
      try Stretches(Salvaged(url, .video, settings: nil).lost) == Stretches(decoded.lost), "a copy lacks the same")
  }

  @Test func `pictures whose configuration is damaged are refused, decoded or copied`() throws {
    let copy = try DamagedCopy("hevc10-hdr10.mp4", seed: 1)
    let box = try #require(Data(copy.bytes).range(of: Data("hvcC".utf8)))
    // The length of the first parameter set (ISO 14496-15, 8.3.3.1.2).
    copy.bytes[box.upperBound + 26] = 0xFF
    let url = try copy.write()
    for settings in [nil, [:]] as [[String: Any]?] { #expect(try stops(url, .video, settings: settings)) }
  }

  /// Matroska says where packets begin: the first is whole, unlike that of a capture.
  @Test
  func `a first packet of sound whose beginning is zeros is damage where the container states the packets`() throws {
    let copy = try DamagedCopy("h264-aac.mkv", seed: 1)
    let first = try #require(RangeReading(copy.original, .audio, settings: nil, isRandomAccess: false).rest().first)
    let place = try #require(copy.place(of: RangeReading.Stored(first)))
    for index in place.lowerBound..<min(place.lowerBound + 70, place.upperBound) { copy.bytes[index] = 0 }
    let url = try copy.write()
    #expect(try stops(url, .audio, settings: RangeReading.Sound.settings))
    #expect(try !Salvaged(url, .audio, settings: RangeReading.Sound.settings).lost.isEmpty)
  }

  /// Zeros at the end of a unit alone are no damage: encoders exist that put some there.
  @Test func `a hole that reaches from one picture into the next is damage of both`() throws {
    let copy = try DamagedCopy("hevc10-hdr10.mp4", seed: 1)
    let whole = try WholePictures(copy.original)
    let places = try (2...3).map { try #require(copy.place(of: whole.packets[$0])) }
    try #require(places[0].upperBound == places[1].lowerBound)
    for index in (places[0].upperBound - places[0].count / 2)..<(places[1].lowerBound + 8) { copy.bytes[index] = 0 }
    let url = try copy.write()
    for settings in [nil, [:]] as [[String: Any]?] { #expect(try stops(url, .video, settings: settings)) }
    try whole.expectExact(Salvaged(url, .video, settings: [:]), "packets 2 and 3")
  }

  /// The decoder ends the picture there, and what it was decoded to shows what was in the memory before.
  @Test(arguments: [(0, 1815, 0x40), (16, 46, 0x20)])
  func `a slice of HEVC that says that it ends early is damage`(packet: Int, offset: Int, bit: Int) throws {
    let copy = try DamagedCopy("hevc10-hlg.mp4", seed: 1)
    let whole = try WholePictures(copy.original)
    let place = try #require(copy.place(of: whole.packets[packet]))
    copy.bytes[place.lowerBound + offset] ^= UInt8(bit)
    let url = try copy.write()
    #expect(try stops(url, .video, settings: [:]))
    try whole.expectExact(Salvaged(url, .video, settings: [:]), "packet \(packet)")
  }

  @Test(arguments: [false, true])
  func `pictures that a decoder or a filter holds come before the damage that the decoder finds`(
    isFiltered: Bool
  ) throws {
    let copy = try DamagedCopy("hevc10-hlg.mp4", seed: 1)
    let whole = try WholePictures(copy.original)
    // It is shown when it is decoded: all that is shown before it is decoded before it.
    let damaged = whole.packets[16]
    copy.bytes[try #require(copy.place(of: damaged)).lowerBound + 46] ^= 0x20
    let (asset, track) = try ReadMedia.track(copy.write(), .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    output.deinterlaces = isFiltered
    reader.add(output)
    #expect(reader.startReading())
    var times: [CMTime] = []
    while let sample = output.copyNextSampleBuffer() { times.append(sample.presentationTimeStamp) }
    #expect(times == whole.pictures.map(\.time).filter { $0 < damaged.time })
    #expect(reader.status == .failed)
  }

  /// The decoder would give a picture in which nothing was drawn.
  @Test func `a scan of Motion JPEG whose header is zeros is damage`() throws {
    let copy = try DamagedCopy("mjpeg-pcm.mov", seed: 1)
    let whole = try WholePictures(copy.original)
    let place = try #require(copy.place(of: whole.packets[3]))
    // SOS (ISO 10918-1, B.2.3): its length, and the number of its components.
    let scan = try #require(Data(copy.bytes)[place].range(of: Data([0xFF, 0xDA, 0x00, 0x0C, 0x03])))
    for index in (scan.lowerBound + 2)..<scan.upperBound { copy.bytes[index] = 0 }
    let url = try copy.write()
    #expect(try stops(url, .video, settings: [:]))
    try whole.expectExact(Salvaged(url, .video, settings: [:]), "packet 3")
  }

  @Test(arguments: 0..<6)
  func `a key frame that is damaged while one is waited for is no place to begin`(seed: Int) throws {
    let copy = try DamagedCopy("h264-fragmented.mp4", seed: seed)
    let whole = try WholePictures(copy.original)
    let keys = whole.packets.indices.filter { whole.packets[$0].isSync }
    try #require(keys.count >= 4)
    for key in keys[1...2] {
      let place = try #require(copy.place(of: whole.packets[key]))
      let middle = place.lowerBound + place.count / 2
      for index in middle..<min(place.upperBound, middle + 64) {
        copy.bytes[index] ^= UInt8.random(in: 1...255, using: &copy.random)
      }
    }
    let url = try copy.write()
    #expect(try stops(url, .video, settings: [:]))
    let salvaged = try Salvaged(url, .video, settings: [:])
    try whole.expectExact(salvaged, "seed \(seed)")
    #expect(Stretches(salvaged.lost) == Stretches(whole.unreadable(Set(keys[1...2])).map(whole.range)))
  }
}

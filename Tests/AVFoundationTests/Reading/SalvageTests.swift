import AVFoundation
import TestSupport
import Testing

/// Damaged files, read as far as they can be: what is vended is as it was, and what is not is listed exactly.
///
/// What is lost is computed from whole files and the places that are damaged.
@Suite("Salvage")
struct SalvageTests {
  @Test(arguments: Files.names(in: Files.fixtures))
  func `a whole file loses nothing`(_ name: String) throws {
    let url = MediaFiles.fixture(name)
    for type in [AVMediaType.video, .audio] where (try? ReadMedia.track(url, type)) != nil {
      for settings in [nil, [:]] as [[String: Any]?] {
        let salvaged = try Salvaged(url, type, settings: settings)
        let plain = try RangeReading(url, type, settings: settings, isRandomAccess: false).rest()
        #expect(salvaged.lost.isEmpty, "\(Stretches(salvaged.lost))")
        #expect(salvaged.samples.map(\.presentationTimeStamp) == plain.map(\.presentationTimeStamp))
      }
    }
  }

  @Test(
    arguments: [
      "h264-aac.mov", "h264-flac-srt.mkv", "h264-fragmented.mp4", "vp9-opus.webm", "hevc10-hdr10.mp4", "mjpeg-pcm.mov",
      "h264-vfr.mov",
    ], 1...3)
  func `pictures whose packets are wiped, and what refers to them`(_ name: String, seed: Int) throws {
    let copy = try DamagedCopy(name, seed: seed)
    let whole = try WholePictures(copy.original)
    let damaged = Set((0..<seed).map { _ in Int.random(in: 1..<whole.packets.count, using: &copy.random) })
    for index in damaged { try copy.wipe(whole.packets[index]) }
    let salvaged = try Salvaged(copy.write(), .video, settings: [:])
    // What is wiped says no longer that nothing refers to it.
    let lost = whole.unreadable(damaged)
    #expect(Stretches(salvaged.lost) == Stretches(lost.map(whole.range)), "packets \(damaged.sorted())")
    try whole.expectExact(salvaged, "packets \(damaged.sorted())")
  }

  @Test(arguments: ["h264-aac.mov", "h264-flac-srt.mkv", "hevc10-hdr10.mp4", "vp9-opus.webm"], 1...4)
  func `pictures with flipped bits: nothing outside of what refers to them is lost or changed`(
    _ name: String, seed: Int
  ) throws {
    let copy = try DamagedCopy(name, seed: seed)
    let whole = try WholePictures(copy.original)
    let damaged = Int.random(in: 1..<whole.packets.count, using: &copy.random)
    try copy.flip(whole.packets[damaged], bits: seed * 3)
    let salvaged = try Salvaged(copy.write(), .video, settings: [:])
    // A decoder need not notice: the coding has no checksums.
    try whole.expectExact(salvaged, doubtful: whole.unreadable([damaged]), "packet \(damaged)")
    let allowed = Stretches(whole.unreadable([damaged]).map(whole.range))
    #expect(salvaged.lost.allSatisfy { allowed.contains($0.start) }, "packet \(damaged): \(Stretches(salvaged.lost))")
  }

  @Test(arguments: ["speech.flac", "h264-flac-srt.mkv"], 1...4)
  func `lossless sound with flipped bits`(_ name: String, seed: Int) throws {
    let copy = try DamagedCopy(name, seed: seed)
    let packets = try RangeReading(copy.original, .audio, settings: nil, isRandomAccess: false).rest()
      .map(RangeReading.Stored.init)
    let damaged = Set((0..<seed).map { _ in Int.random(in: 0..<packets.count, using: &copy.random) })
    for index in damaged { try copy.flip(packets[index], bits: 1) }
    let salvaged = try Salvaged(copy.write(), .audio, settings: RangeReading.Sound.settings)
    func stretches(_ lost: Set<Int>) -> Stretches {
      Stretches(lost.map { CMTimeRange(start: packets[$0].time, duration: packets[$0].duration) })
    }
    let found = Stretches(salvaged.lost)
    // From version 7 on, libavformat may pass over the frame of a bare file behind a broken one.
    let passedOver = Tool.ffmpegVersion ?? 0 >= 7 && name.hasSuffix(".flac") ? damaged.map { $0 + 1 } : []
    let allowed = [damaged] + passedOver.filter(packets.indices.contains).map { damaged.union([$0]) }
    #expect(allowed.contains { found == stretches($0) }, "packets \(damaged.sorted()): \(found)")
    try WholeSound(copy.original).expectExact(salvaged, "packets \(damaged.sorted())")
  }

  @Test(arguments: ["speech.flac", "speech.wav", "pcm24-stereo.wav"], [30, 80])
  func `files that are cut`(_ name: String, percent: Int) throws {
    let copy = try DamagedCopy(name, seed: 0)
    copy.cut(after: copy.bytes.count * percent / 100)
    let salvaged = try Salvaged(copy.write(), .audio, settings: RangeReading.Sound.settings)
    #expect(salvaged.lost.count == 1)
    try WholeSound(copy.original).expectExact(salvaged, "\(percent) %")
  }

  @Test(arguments: [0.5, 0.7, 0.95])
  func `movies that are cut behind their index`(part: Double) throws {
    let copy = try DamagedCopy("h264-aac-small.mp4", seed: 0)
    let whole = try WholePictures(copy.original)
    let places = copy.ends(of: whole.packets)
    let sound = try WholeSound(copy.original)
    #expect(places.count == whole.packets.count)
    copy.cut(after: Int(Double(copy.bytes.count) * part))
    let damaged = Set(places.indices.filter { places[$0] > copy.bytes.count })
    let url = try copy.write()
    let salvaged = try Salvaged(url, .video, settings: [:])
    #expect(Stretches(salvaged.lost) == Stretches(whole.unreadable(damaged).map(whole.range)))
    try whole.expectExact(salvaged, "\(part)")
    try sound.expectExact(Salvaged(url, .audio, settings: RangeReading.Sound.settings), "\(part)")
  }

  /// The program identifiers of the streams of `h264-aac.ts`, as libavformat numbers them.
  private static let (videoPID, audioPID) = (0x100, 0x101)

  @Test(arguments: 1...8)
  func `packets dropped from a transport stream`(seed: Int) throws {
    let copy = try DamagedCopy("h264-aac.ts", seed: seed)
    let whole = try WholePictures(copy.original)
    let sound = try WholeSound(copy.original)
    let start = Int.random(in: 20..<copy.bytes.count / DamagedCopy.packetSize - 20, using: &copy.random)
    let dropped = start..<start + seed
    let packets = copy.packets(of: Self.videoPID)
    let damaged = Set(dropped.filter { copy.pid($0) == Self.videoPID }.map(copy.unit))
    // What is left of one that lost its head may be taken for the end of the one before, unless that ends with stuffing.
    var doubtful = damaged
    if !damaged.isEmpty, let before = packets.last(where: { $0 < dropped.lowerBound }),
      let behind = packets.first(where: { $0 >= dropped.upperBound }), !copy.startsUnit(behind)
    {
      doubtful.insert(copy.unit(of: before))
    }
    copy.drop(dropped)
    let url = try copy.write()
    let salvaged = try Salvaged(url, .video, settings: [:])
    let lost = [damaged, doubtful].map { Stretches(whole.unreadable($0).map(whole.range)) }
    #expect(lost.contains(Stretches(salvaged.lost)), "\(dropped): units \(doubtful.sorted())")
    try whole.expectExact(salvaged, "\(dropped)")
    // AAC decodes two packets, and its noise anew, before it is what it was.
    try sound.expectExact(
      Salvaged(url, .audio, settings: RangeReading.Sound.settings), settling: .max / 2, "\(dropped)")
  }

  /// libavformat passes over what is left of its frames.
  @Test(arguments: [true, false])
  func `sound that lacks a transport packet ends a reader that stops at damage`(isDecoding: Bool) throws {
    let copy = try DamagedCopy("h264-aac.ts", seed: 1)
    let packets = copy.packets(of: Self.audioPID)
    let inner = try #require(packets.dropFirst(6).first { !copy.startsUnit($0) })
    copy.drop(inner..<inner + 1)
    let (asset, track) = try ReadMedia.track(copy.write(), .audio)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: isDecoding ? RangeReading.Sound.settings : nil)
    reader.add(output)
    #expect(reader.startReading())
    while output.copyNextSampleBuffer() != nil {}
    #expect(reader.status == .failed)
  }

  @Test(arguments: [true, false])
  func `elementary packets that are lost whole end a reader that stops at damage`(isOfSound: Bool) throws {
    let copy = try DamagedCopy("h264-aac.ts", seed: 1)
    let packets = copy.packets(of: isOfSound ? Self.audioPID : Self.videoPID)
    let starts = packets.indices.filter { copy.startsUnit(packets[$0]) }
    // Its counter has 16 values.
    let unit = try #require(starts.indices.dropFirst(2).dropLast(2).first { (starts[$0 + 1] - starts[$0]) % 16 != 0 })
    for index in packets[starts[unit]..<starts[unit + 1]].reversed() { copy.drop(index..<index + 1) }
    let (asset, track) = try ReadMedia.track(copy.write(), isOfSound ? .audio : .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    while output.copyNextSampleBuffer() != nil {}
    #expect(reader.status == .failed)
  }

  @Test(arguments: 1...4)
  func `wrong times in a transport stream`(seed: Int) throws {
    let copy = try DamagedCopy("h264-aac.ts", seed: seed)
    let whole = try WholePictures(copy.original)
    let starts = copy.packets(of: Self.videoPID).filter(copy.startsUnit)
    let index = Int.random(in: 5..<starts.count - 5, using: &copy.random)
    // Bits 30 to 32 of the presentation time: hours.
    copy.bytes[copy.timePlace(starts[index])] ^= 0x02
    let salvaged = try Salvaged(copy.write(), .video, settings: [:])
    try whole.expectExact(salvaged, "unit \(index)")
    #expect(salvaged.lost.count == 1)
  }

  @Test(arguments: ["h264-flac-srt.mkv", "vp9-opus.webm"], [AVMediaType.video, .audio])
  func `wrong times in a Matroska file`(_ name: String, type: AVMediaType) throws {
    let copy = try DamagedCopy(name, seed: 1)
    let packets = try RangeReading(copy.original, type, settings: nil, isRandomAccess: false).rest()
      .map(RangeReading.Stored.init)
    let index = Int.random(in: 3..<packets.count - 3, using: &copy.random)
    // Before a block's data: its track's number, 16 bits of time, flags (RFC 9559, 10.1).
    let place = try #require(copy.place(of: packets[index])).lowerBound - 3
    copy.bytes[place] ^= 0x20
    let url = try copy.write()
    if type == .video {
      try WholePictures(copy.original).expectExact(
        Salvaged(url, type, settings: [:]), rounding: CMTime(value: 1, timescale: 1000), "packet \(index)")
    } else {
      try WholeSound(copy.original).expectExact(
        Salvaged(url, type, settings: RangeReading.Sound.settings), settling: name.hasSuffix("webm") ? .max / 2 : 0,
        "packet \(index)")
    }
  }

  @Test(arguments: [0.5, 0.9])
  func `stored samples keep their times and bytes across holes`(part: Double) throws {
    let copy = try DamagedCopy("h264-aac-small.mp4", seed: 0)
    for type in [AVMediaType.video, .audio] {
      let whole = try RangeReading(copy.original, type, settings: nil, isRandomAccess: false).rest()
        .map(RangeReading.Stored.init)
      let cut = try DamagedCopy("h264-aac-small.mp4", seed: 0)
      let places = cut.ends(of: whole)
      cut.cut(after: Int(Double(cut.bytes.count) * part))
      let salvaged = try Salvaged(cut.write(), type, settings: nil)
      let found = try salvaged.samples.map(RangeReading.Stored.init)
      let kept = whole.indices.filter { places[$0] <= cut.bytes.count }
      #expect(found.map(\.time) == kept.map { whole[$0].time })
      #expect(zip(found, kept).allSatisfy { $0.bytes == whole[$1].bytes })
      #expect(!salvaged.lost.isEmpty)
    }
  }
}

import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// The stages that decode, over codings whose decoder changes nothing.
@Suite struct DecodingStageTests {
  /// A picture each 40 ms, the first at 40, whose luma is its number.
  private static let pictures = (1...8).map { index in
    ScriptedPackets.Step(
      dts: Int64(index) * 40, duration: 40, isKey: index % 4 == 1, bytes: Array(repeating: UInt8(index), count: 6))
  }

  private func pictures(_ steps: [ScriptedPackets.Step] = Self.pictures) throws -> PictureStage {
    PictureStage(try .scripted(.tinyPictures), ScriptedPackets(steps), PictureRequest())
  }

  private func luma(_ samples: [CMSampleBuffer]) throws -> [UInt8] {
    try samples.map { sample in
      let buffer = try #require(sample.imageBuffer)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      return try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)).load(as: UInt8.self)
    }
  }

  @Test(
    arguments: [
      (0, nil, [1, 2, 3, 4, 5, 6, 7, 8]), (40, 120, [1, 2]), (41, 120, [1, 2]), (79, 81, [1, 2]), (80, 81, [2]),
      // Within the last picture, and behind it.
      (359, nil, [8]), (360, nil, []), (1000, nil, []),
      // In front of the first.
      (1, 40, []), (0, 41, [1]), (1, 200, [1, 2, 3, 4]),
    ] as [(Int64, Int64?, [UInt8])])
  func `a range begins with the picture that is shown at its start`(start: Int64, end: Int64?, shown: [UInt8]) throws {
    let samples = try pictures().samples(in: range(start, end))
    #expect(try luma(samples) == shown)
    #expect(samples.map(\.start) == shown.map { Int64($0) * 40 })
  }

  @Test func `an error behind a picture comes after it`() throws {
    var broken = Self.pictures
    broken[2].error = MediaError(.damagedMedia, .demuxing, "broken")
    let stage = try pictures(broken)
    try stage.seek(to: range(0))
    for time in [40, 80] as [Int64] { #expect(try stage.next()?.start == time) }
    #expect(throws: MediaError.self) { try stage.next() }
  }

  @Test func `a picture that is damaged comes behind those before it, and is none of a range that ends there`() throws {
    var broken = Self.pictures
    broken[2].isDamaged = true
    let stage = try pictures(broken)
    #expect(try luma(stage.samples(in: range(0, 120))) == [1, 2])
    // The picture that is on at the start is whole.
    for start in [0, 100] as [Int64] {
      try stage.seek(to: range(start))
      for time in [40, 80].drop(while: { $0 + 40 <= start }) { #expect(try stage.next()?.start == time) }
      let error = #expect(throws: MediaError.self) { try stage.next() }
      #expect(error?.place == MediaError.Place(ticks: 120, timeBase: ScriptedPackets.timeBase))
    }
    #expect(throws: MediaError.self) { try stage.samples(in: range(130)) }
  }

  @Test func `pictures of a range are the same whatever was decoded before`() throws {
    let stage = try pictures()
    for start in [200, 0, 90, 320, 0, 200, 359, 41] as [Int64] {
      #expect(try luma(stage.samples(in: range(start))) == luma(pictures().samples(in: range(start))), "\(start)")
      // And in the middle of one.
      try stage.seek(to: range(0))
      _ = try stage.next()
    }
  }

  @Test(
    arguments: [
      // The fifth is a key picture: it is given though the sixth is shown at the time that is wanted.
      (100, 250, 5), (200, 250, 5), (0, 250, 5), (0, 199, 1), (210, 250, 5), (240, 250, 6), (0, 40, 1), (130, 190, 3),
    ] as [(Int64, Int64, UInt8)])
  func `a range begins with the random-access point of a time within it`(
    start: Int64, time: Int64, first: UInt8
  ) throws {
    let packets = ScriptedPackets(Self.pictures)
    let stage = PictureStage(try .scripted(.tinyPictures), packets, PictureRequest())
    try stage.seek(to: range(start), fromAccessPointAt: CMTime(value: time, timescale: 1000))
    let sample = try #require(try stage.next())
    #expect(try luma([sample]) == [first])
    #expect(packets.places.last == .some(time))
    // What follows are all pictures behind it.
    let second = try #require(try stage.next())
    #expect(try luma([second]) == [first + 1])
  }

  @Test(
    arguments: [
      // The fifth is a key picture.
      (210, [1, 5, 6, 7, 8]), (240, [1, 6, 7, 8]), (170, [1, 4, 5, 6, 7, 8]), (40, [1, 2, 3, 4, 5, 6, 7, 8]),
      // The last one comes also where it is over.
      (330, [1, 8]), (1000, [1, 8]),
    ] as [(Int64, [UInt8])])
  func `what is shown before a time ahead is left out`(time: Int64, shown: [UInt8]) throws {
    let packets = ScriptedPackets(Self.pictures)
    let stage = PictureStage(try .scripted(.tinyPictures), packets, .urgent)
    try stage.seek(to: range(0))
    var samples = [try #require(try stage.next())]
    try stage.skip(to: CMTime(value: time, timescale: 1000))
    while let sample = try stage.next() { samples.append(sample) }
    #expect(try luma(samples) == shown)
    #expect(packets.places.count == 1, "it is read on")
  }

  @Test func `a picture is left out where another is shown before the wanted time, and none is predicted from it`() {
    var parameters = CodecParameters(codec: .h264)
    parameters.extradata = [1, 100, 0, 30, 0xff]
    /// A slice behind the length of its unit.
    func step(_ time: Int64, header: UInt8) -> ScriptedPackets.Step {
      ScriptedPackets.Step(dts: time, isKey: false, bytes: [0, 0, 0, 2, header, 0x80])
    }
    let (reference, other, key): (UInt8, UInt8, UInt8) = (0x41, 0x01, 0x65)
    // In the order of decoding.
    let steps: [(Int64, UInt8, Bool)] = [
      (0, key, true), (120, reference, true), (40, other, false), (80, other, false), (240, reference, true),
      // The last that is shown before the wanted time, and what is shown later.
      (160, other, true), (200, other, true),
    ]
    var selection = PictureSelection(wanted: 190)
    let taken = steps.map { selection.takes(step($0.0, header: $0.1).packet, in: parameters) }
    #expect(taken == steps.map(\.2))
    selection = PictureSelection(wanted: nil)
    let all = steps.map { selection.takes(step($0.0, header: $0.1).packet, in: parameters) }
    #expect(!all.contains(false))
  }

  @Test func `the picture that is on at the wanted time is known once nothing earlier can come`() {
    func packet(_ time: Int64, decoded dts: Int64?) -> Packet {
      var packet = ScriptedPackets.Step(dts: dts ?? 0, isKey: time == 0).packet
      (packet.pts, packet.dts) = (time, dts)
      return packet
    }
    var selection = PictureSelection(wanted: 90)
    let packets = [packet(0, decoded: -80), packet(120, decoded: -40), packet(40, decoded: 0), packet(80, decoded: 40)]
    for packet in packets { _ = selection.takes(packet, in: CodecParameters(codec: .h264)) }
    #expect(!selection.isOnAtWanted(40, before: packet(200, decoded: 120)), "one begins later")
    #expect(!selection.isOnAtWanted(80, before: packet(85, decoded: 80)), "one may begin later")
    #expect(!selection.isOnAtWanted(80, before: packet(200, decoded: nil)), "nobody knows")
    #expect(selection.isOnAtWanted(80, before: packet(200, decoded: 120)))
    #expect(selection.isOnAtWanted(80, before: nil))
    #expect(!selection.isOnAtWanted(120, before: nil), "it begins later")
  }

  @Test func `a picture of HEVC can be done without in the highest temporal layer alone`() {
    var parameters = CodecParameters(codec: .hevc)
    func isDispensable(_ units: [[UInt8]], layers: UInt8) -> Bool {
      parameters.extradata = [1] + Array(repeating: 0, count: 20) + [layers << 3 | 3, 0]
      let bytes: [UInt8] = units.flatMap { unit -> [UInt8] in [0, 0, 0, UInt8(unit.count)] + unit }
      return ScriptedPackets.Step(dts: 0, bytes: bytes).packet.isDispensable(in: parameters)
    }
    // The type of a unit is in six bits of the first byte, and its layer in three of the second.
    let (trailing, higher): ([UInt8], [UInt8]) = ([0, 1, 0x80], [0, 2, 0x80])
    let (reference, set): ([UInt8], [UInt8]) = ([1 << 1, 1, 0x80], [34 << 1, 1, 0x80])
    #expect(isDispensable([trailing], layers: 1) && isDispensable([higher], layers: 2))
    #expect(!isDispensable([trailing], layers: 2) && !isDispensable([trailing], layers: 0))
    #expect(!isDispensable([reference], layers: 1) && !isDispensable([set, trailing], layers: 1))
    #expect(!isDispensable([], layers: 1))
  }

  @Test(arguments: [(false, true, true), (false, true, false), (false, false, false), (true, true, true)])
  func `pictures last until the next one, but for those that somebody waits for, and those of movies, which say it`(
    isMovie: Bool, isUrgent: Bool, needsEnds: Bool
  ) throws {
    let steps = ([0, 40, 250, 260] as [Int64]).map { time in
      ScriptedPackets.Step(dts: time, duration: 40, bytes: Array(repeating: 1, count: 6))
    }
    var request = PictureRequest()
    (request.isUrgent, request.needsEnds) = (isUrgent, needsEnds)
    let stage = PictureStage(try .scripted(.tinyPictures, isMovie: isMovie), ScriptedPackets(steps), request)
    func durations(_ range: CMTimeRange) throws -> [Int64] {
      try stage.samples(in: range).map { CMTimeConvertScale($0.duration, timescale: 1000, method: .default).value }
    }
    let isStated = isMovie || isUrgent && !needsEnds
    #expect(try durations(range(0)) == (isStated ? [40, 40, 40, 40] : [40, 210, 10, 40]))
    // The next one may begin behind the range.
    #expect(try durations(range(100, 200)) == (isStated ? [40] : [210]))
    #expect(try durations(range(100, 251)) == (isStated ? [40, 40] : [210, 10]))
    #expect(try durations(range(270)) == [40])
  }

  @Test(arguments: [false, true]) func `a picture whose fields are samples of their own lasts for both`(
    isUrgent: Bool
  ) throws {
    var parameters = CodecParameters.tinyPictures
    parameters.fieldOrder = .topFirst
    let steps = (0..<6).map { index -> ScriptedPackets.Step in
      let isFirst = index % 2 == 0
      // The decoder gives one picture for two packets: here it passes over the second.
      let bytes: [UInt8] = isFirst ? Array(repeating: 1, count: 6) : []
      return ScriptedPackets.Step(dts: Int64(index) * 20, duration: 20, isKey: isFirst, bytes: bytes)
    }
    var request = PictureRequest()
    (request.isUrgent, request.needsEnds) = (isUrgent, true)
    let stage = PictureStage(try .scripted(parameters), ScriptedPackets(steps), request)
    func times(_ range: CMTimeRange) throws -> [Int64] {
      try stage.samples(in: range).flatMap { sample in
        [sample.start, CMTimeConvertScale(sample.duration, timescale: 1000, method: .default).value]
      }
    }
    #expect(try times(range(0)) == [0, 40, 40, 40, 80, 40])
    // Within the second field of the last one, and behind it.
    #expect(try times(range(110)) == [80, 40])
    #expect(try times(range(120)) == [])
  }

  @Test func `a picture that waits for the next one comes before the error in its place`() throws {
    var steps = Self.pictures
    steps[2].error = MediaError(.truncatedContainer, .demuxing, "cut")
    var request = PictureRequest()
    request.needsEnds = true
    let stage = PictureStage(try .scripted(.tinyPictures, isMovie: false), ScriptedPackets(steps), request)
    try stage.seek(to: range(0))
    for time in [40, 80] as [Int64] { #expect(try stage.next()?.start == time) }
    #expect(throws: MediaError.self) { try stage.next() }
  }

  @Test(arguments: [MediaError.Kind.damagedContainer, .truncatedContainer], [false, true])
  func `the error of a container comes behind all that was read before it`(kind: MediaError.Kind, skips: Bool) throws {
    var steps = Self.pictures
    steps[6].error = MediaError(kind, .demuxing, "an end")
    let stage = PictureStage(try .scripted(.tinyPictures), ScriptedPackets(steps), .urgent)
    try stage.seek(to: range(0))
    var samples = [try #require(try stage.next())]
    // Looking for a random-access point ahead reads up to the error.
    if skips { try stage.skip(to: CMTime(value: 250, timescale: 1000)) }
    for _ in 0..<2 {
      let error = #expect(throws: MediaError.self) { while let sample = try stage.next() { samples.append(sample) } }
      #expect(error?.kind == kind)
    }
    #expect(try luma(samples) == (skips ? [1, 6] : [1, 2, 3, 4, 5, 6]))
    // The last one lasts for 40 ms, as far as anybody knows.
    try stage.seek(to: range(279))
    #expect(try luma([#require(try stage.next())]) == [6])
    try stage.seek(to: range(280))
    #expect(throws: MediaError.self) { try stage.next() }
  }

  // MARK: Sound

  private static let sound = (0..<6).map { index in
    ScriptedPackets.Step(
      dts: Int64(index) * 10, duration: 10, bytes: (0..<10).flatMap { [UInt8(index * 10 + $0), 0] })
  }

  private func values(_ samples: [CMSampleBuffer]) throws -> [Int16] {
    try samples.flatMap { sample in
      try #require(sample.dataBuffer).dataBytes().withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
  }

  private func sound(_ steps: [ScriptedPackets.Step] = Self.sound, _ request: AudioRequest = AudioRequest()) throws
    -> AudioStage
  {
    AudioStage(try .scripted(.slowSound), ScriptedPackets(steps), request)
  }

  @Test(arguments: [(0, nil), (13, 37), (10, 20), (59, nil), (60, nil), (7, 8)] as [(Int64, Int64?)])
  func `sound is cut to the sample`(start: Int64, end: Int64?) throws {
    let samples = try sound().samples(in: range(start, end))
    let expected = (start..<min(60, end ?? 60)).map { Int16($0) }
    #expect(try values(samples) == expected)
    if !expected.isEmpty { #expect(samples.first?.start == start) }
  }

  @Test func `sound of a range is the same whatever was decoded before`() throws {
    let stage = try sound()
    for start in [40, 0, 15, 59, 0, 23] as [Int64] {
      #expect(try values(stage.samples(in: range(start))) == values(sound().samples(in: range(start))))
      try stage.seek(to: range(0))
      _ = try stage.next()
    }
  }

  @Test func `decoding begins as long before a place as any coding of the track needs it`() throws {
    var aac = CodecParameters(codec: .aac)
    (aac.sampleRate, aac.frameSize, aac.extradata) = (48_000, 1024, [0x11, 0x88])
    aac.layout = .default(count: 1)
    for (others, place) in [([], 2500), ([aac], 1500)] as [([CodecParameters], Int64)] {
      let packets = ScriptedPackets(Self.sound)
      let stage = AudioStage(try .scripted(.slowSound, others: others), packets, AudioRequest())
      try stage.seek(to: range(2500))
      #expect(packets.places.last == .some(place))
    }
  }

  @Test func `converted sound counts anew behind a hole`() throws {
    var steps = Self.sound
    for index in 3..<6 { steps[index].dts += 500 }
    var request = AudioRequest()
    request.sampleType = .float32
    let samples = try sound(steps, request).samples(in: range(0))
    #expect(samples.map(\.start).contains(530))
    #expect(samples.reduce(0) { $0 + $1.numSamples } == 60)
    let times = samples.flatMap { sample in (0..<sample.numSamples).map { sample.start + Int64($0) } }
    #expect(times == Array(0..<30) + Array(530..<560))
  }

  @Test func `sound that is damaged comes behind what is before it, and is none of a range that ends there`() throws {
    var steps = Self.sound
    steps[3].isDamaged = true
    #expect(try values(sound(steps).samples(in: range(0, 30))) == Array(0..<30))
    let stage = try sound(steps)
    try stage.seek(to: range(0))
    var samples: [CMSampleBuffer] = []
    #expect(throws: MediaError.self) { while let sample = try stage.next() { samples.append(sample) } }
    #expect(try values(samples) == Array(0..<30))
  }

  @Test func `an error of the source ends reading behind what came before it`() throws {
    var steps = Self.sound
    steps[2].error = MediaError(.truncatedContainer, .demuxing, "cut")
    let stage = try sound(steps)
    try stage.seek(to: range(0))
    var samples: [CMSampleBuffer] = []
    let error = #expect(throws: MediaError.self) { while let sample = try stage.next() { samples.append(sample) } }
    #expect(error?.kind == .truncatedContainer)
    #expect(try values(samples) == Array(0..<20))
  }
}

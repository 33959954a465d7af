import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MediaInterop

struct DecoderTests {
  @Test(arguments: [
    "h264-aac.mov", "h264-vfr.mov", "h264-interlaced.mov", "hevc10-hdr10.mp4", "mpeg4-odd.mp4", "vp9-opus.webm",
    "prores-pcm24.mov", "mjpeg-pcm.mov", "speech.flac", "speech.mp3", "speech.m4a", "aac-5.1.m4a", "h264-pcm.mov",
  ])
  func `frames do not depend on the number of threads, and none of a sound file is damaged`(name: String) throws {
    let probe = try Demuxer.probe(MediaFiles.fixture(name))
    for stream in probe.streams where stream.isDecodable {
      let one = try decode(Demuxer(reopening: probe), streamIndex: stream.index)
      let three = try decode(Demuxer(reopening: probe), streamIndex: stream.index, threads: 3)
      #expect(one.frames > 0)
      #expect(one.times == three.times && one.samples == three.samples)
      #expect(one.complaints == 0 && one.errors.isEmpty && three.complaints == 0 && three.errors.isEmpty)
    }
  }

  @Test func `a picture is the decoder's memory and outlives the decoder`() throws {
    let picture = try #require(try firstFrame("h264-aac.mov", .video).picture)
    #expect(picture.format == .yuv420p && picture.planes.count == 3)
    #expect(picture.owner is Frame)
    let row = UnsafeRawBufferPointer(start: picture.planes[0].base, count: picture.width)
    #expect(Set(row).count > 1, "moving detail, not one value")
  }

  @Test func `HDR facts are on the frame or the stream`() throws {
    let stream = try #require(try Demuxer.probe(MediaFiles.fixture("hevc10-hdr10.mp4")).streams.first)
    let frame = try firstFrame("hevc10-hdr10.mp4", .video)
    #expect(frame.picture?.format == .yuv420p10)
    #expect(frame.color.primaries == 9 && frame.color.transfer == 16)
    #expect(frame.masteringDisplay?.luminance != nil || stream.masteringDisplay?.luminance != nil)
  }

  @Test func `audio is planar or interleaved as it decodes`() throws {
    let buffer = try #require(try firstFrame("speech.m4a", .audio).audio)
    #expect(buffer.format.isPlanar && buffer.planes.count == buffer.format.layout.count)
    #expect(buffer.sampleCount > 0)
    let pcm = try #require(try firstFrame("speech.wav", .audio).audio)
    #expect(!pcm.format.isPlanar && pcm.planes.count == 1 && pcm.format.sampleFormat == .s16)
  }

  @Test(arguments: ["h264-aac-small.mp4", "mjpeg-pcm.mov", "speech.flac"])
  func `flipped bits in the media are noticed`(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try flippedBits(in: name, folder)
    let decoded = try decode(Demuxer(.file(path)), streamIndex: 0)
    #expect(decoded.complaints + decoded.errors.count > 0)
  }

  /// A bit that ends a picture of HEVC early, of which the library's decoder says nothing.
  @Test(arguments: [1, 2, 3]) func `a picture that is decoded in part is noticed`(threads: Int) throws {
    let source = MediaFiles.fixture("hevc10-hlg.mp4")
    let demuxer = try Demuxer(source)
    let stream = demuxer.probe.streams[0]
    let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: threads)
    demuxer.select(streams: [stream.index])
    var complaints: [Int] = []
    func receiveAll() throws {
      while case .frame = try decoder.receive() {}
      while let complaint = decoder.takeComplaint() { complaints.append(complaint.packet) }
    }
    while let packet = try demuxer.read() {
      var bytes = [UInt8](packet.bytes)
      if decoder.packetCount == 16 { bytes[46] ^= 0x20 }
      let storage = bytes.withUnsafeBytes { PacketStorage(copying: $0) }
      var given = packet
      given.bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage.bytes)[..<bytes.count])
      given.owner = storage
      while try !decoder.send(given) { try receiveAll() }
      try receiveAll()
    }
    try decoder.drain()
    try receiveAll()
    #expect(complaints.first == 16)
  }

  @Test(arguments: ["h264-aac-small.mp4", "h264-vfr.mov", "mpeg4-odd.mp4", "mjpeg-pcm.mov"])
  func `when a complaint is told of does not depend on how busy the threads are`(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try flippedBits(in: name, folder)
    let eager = try faults(in: path, pause: 0)
    #expect(eager.contains { $0 != nil })
    #expect(try faults(in: path, pause: 10_000) == eager)
  }

  /// What a decoder with threads of its own says, in order: the packets of its complaints and of its errors; `nil` for each
  /// step at which nothing was left.
  ///
  /// - Parameter pause: microseconds that its threads get before each look.
  private func faults(in path: String, pause: UInt32) throws -> [Int?] {
    let demuxer = try Demuxer(.file(path))
    let stream = demuxer.probe.streams[0]
    let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: 3)
    demuxer.select(streams: [0])
    var told: [Int?] = []
    func step<Value>(_ work: () throws(MediaError) -> Value) -> Value? {
      let result = Result(catching: work)
      usleep(pause)  // The decoder's threads get ahead: no result may depend on it.
      while let complaint = decoder.takeComplaint() { told.append(complaint.packet) }
      if case .failure = result { told.append(decoder.failure.packet) }
      told.append(nil)
      return try? result.get()
    }
    func receiveAll() {
      while case .frame? = step({ () throws(MediaError) in try decoder.receive() }) {}
    }
    while let packet = try demuxer.read() {
      while step({ () throws(MediaError) in try decoder.send(packet) }) == false { receiveAll() }
      receiveAll()
    }
    _ = step { () throws(MediaError) in try decoder.drain() }
    receiveAll()
    return told
  }

  /// Changes bits of a file's largest packets, away from their headers, and returns where the changed file is.
  private func flippedBits(in name: String, _ folder: TemporaryFolder) throws -> String {
    let source = MediaFiles.fixture(name)
    let demuxer = try Demuxer(source)
    demuxer.select(streams: [0])
    // In the largest packets, away from their headers.
    var file = try Data(contentsOf: URL(fileURLWithPath: source.name))
    var packets: [[UInt8]] = []
    while let packet = try demuxer.read() { packets.append([UInt8](packet.bytes)) }
    for packet in packets.sorted(by: { $0.count > $1.count }).prefix(4) {
      let range = try #require(file.range(of: Data(packet)))
      for step in 1..<8 { file[range.lowerBound + range.count * step / 8] ^= 0x55 }
    }
    let path = folder.path("flipped.") + (name.split(separator: ".").last ?? "")
    try file.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `after the end a flush starts it anew`() throws {
    let demuxer = try Demuxer(MediaFiles.fixture("speech.wav"))
    let stream = demuxer.probe.streams[0]
    let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
    let packet = try #require(try demuxer.read())
    #expect(try decoder.send(packet))
    try decoder.drain()
    while case .frame = try decoder.receive() {}
    let error = #expect(throws: MediaError.self) { try decoder.send(packet) }
    #expect(error?.kind == .invalidOperation)
    decoder.flush()
    #expect(try decoder.send(packet))
    guard case .frame = try decoder.receive() else {
      Issue.record("no frame after a flush")
      return
    }
  }

  @Test func `a coding without a decoder says so`() {
    let error = #expect(throws: MediaError.self) {
      try Decoder(CodecParameters(codec: .binaryData), timeBase: TimeBase(1, 1))
    }
    #expect(error?.kind == .decoderNotFound)
  }

  private func firstFrame(_ name: String, _ kind: MediaKind) throws -> Frame {
    let demuxer = try Demuxer(MediaFiles.fixture(name))
    let stream = try #require(demuxer.probe.streams.first { $0.parameters.kind == kind })
    let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
    demuxer.select(streams: [stream.index])
    while let packet = try demuxer.read() {
      #expect(try decoder.send(packet))
      if case .frame(let frame) = try decoder.receive() { return frame }
    }
    try decoder.drain()
    guard case .frame(let frame) = try decoder.receive() else {
      throw MediaError(.internalError, .decoding, "no frame")
    }
    return frame
  }
}

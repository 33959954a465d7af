import Bitstreams
import MediaSupport
import TestSupport
import Testing

@testable import MediaInterop

struct FramingTests {
  @Test(arguments: Framing.Container.allCases)
  func `any bytes are a step forward or an end`(container: Framing.Container) {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      var framing = Framing(container)
      var header = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Half of them begin as a part does, so that what follows is looked at too.
      if Bool.random(using: &random) { header = Self.beginnings.randomElement(using: &random)! + header }
      let offset = ([0, 1, 12, 1 << 40, .max - 1] as [Int64]).randomElement(using: &random)!
      switch framing.step(header, at: offset) {
      case .part(_, let end, let next):

        #expect(end > offset || end == .max)
        #expect(next >= end || next == .max)
      case .last(_, let end): #expect(end >= 0)
      case .cutHeader: #expect(header.count < Framing.longestHeader)
      case .end: break
      }
    }
  }

  private static let beginnings: [[UInt8]] = [
    Array("RIFF".utf8), Array("data".utf8), Array("ds64".utf8), Array("LIST".utf8), Array("SSND".utf8),
    Array("OggS".utf8), Array("wvpk".utf8), Array("caff".utf8), [0x1A, 0x45, 0xDF, 0xA3], [0x18, 0x53, 0x80, 0x67],
    [0x1F, 0x43, 0xB6, 0x75], [0xA3], [8], [9], [0, 0, 0, 1, 0x6D, 0x64, 0x61, 0x74],
  ]

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000, 0x7FFF_FF00, 0x8000_0000] as [UInt32])
  func `a size that nobody knew says nothing`(size: UInt32) {
    let bytes = Array("data".utf8) + withUnsafeBytes(of: size.littleEndian) { [UInt8]($0) }
    var framing = Framing(.wave)
    #expect(framing.step(bytes, at: 36) == .end)
  }

  @Test func `RF64 says the size of its samples before them`() {
    var framing = Framing(.wave)
    let sizes = [9, 0, 0, 0, 1, 0, 0, 0].map { UInt8($0) }
    let table = Array("ds64".utf8) + [28, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + sizes
    #expect(framing.step(table, at: 12) == .part(name: "ds64", end: 48, next: 48))
    let data = Array("data".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(framing.step(data, at: 48) == .last(name: "data", end: 56 + (1 << 32) + 9))
  }

  @Test func `odd chunks are padded, and the pad may be missing`() {
    var framing = Framing(.wave)
    #expect(framing.step(Array("LIST".utf8) + [3, 0, 0, 0], at: 12) == .part(name: "LIST", end: 23, next: 24))
  }

  @Test func `a segment of unknown size is entered`() {
    var framing = Framing(.matroska)
    let unknown: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    #expect(framing.step(unknown, at: 40) == .part(name: "segment", end: 52, next: 52))
    #expect(framing.step([0x18, 0x53, 0x80, 0x67, 0x84], at: 40) == .last(name: "segment", end: 49))
    #expect(framing.step([0x1F, 0x43], at: 52) == .cutHeader)
  }

  @Test func `the rhythm of a transport stream tells a cut packet`() {
    for (size, sync) in [(188, 0), (192, 4), (204, 0)] {
      var packet = [UInt8](repeating: 0x11, count: size)
      packet[sync] = 0x47
      let whole = Array(repeatElement(packet, count: 5).joined())
      #expect(TransportTail.cutPacket(whole, packetSize: size) == nil)
      #expect(TransportTail.cutPacket(whole + packet.prefix(100), packetSize: size) == 100)
      #expect(TransportTail.cutPacket(whole + [0, 0, 0, 0, 0, 0], packetSize: size) == nil, "something else follows")
      // A capture that began inside a packet.
      #expect(TransportTail.cutPacket(Array(whole.dropFirst(50)), packetSize: size) == nil)
    }
    #expect(TransportTail.cutPacket([], packetSize: 188) == nil)
    #expect(TransportTail.cutPacket([0x47], packetSize: 0) == nil)
  }

  @Test func `an encoder that counts its own tag's frame is not taken at its word`() throws {
    // MPEG-1 layer III, 128 kbit/s, 44.1 kHz, stereo.
    let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 32)
    let tag = header + Array("Xing".utf8) + [0, 0, 0, 3, 0, 0, 0, 100, 0, 0, 0x9C, 0x40]
    let totals = XingTag(frame: tag)
    #expect(totals?.frameCount == 100 && totals?.byteCount == 40_000)
    #expect(totals?.isMissed(frames: 99, bytes: 40_000) == false)
    #expect(totals?.isMissed(frames: 99, bytes: 39_999) == true)
    #expect(totals?.isMissed(frames: 98, bytes: 40_000) == true)
    #expect(totals?.isMissed(frames: nil, bytes: 39_999) == true)
    #expect(XingTag(frame: header) == nil && XingTag(frame: []) == nil)
    #expect(try MPEGAudioHeader(frame: header).frameSize == 417)
  }
}

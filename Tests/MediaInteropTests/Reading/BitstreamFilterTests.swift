import MediaSupport
import Testing

@testable import MediaInterop

struct BitstreamFilterTests {
  @Test func `length prefixes become start codes`() throws {
    let demuxer = try Demuxer(MediaFiles.fixture("h264-aac-small.mp4"))
    let stream = try #require(demuxer.probe.streams.first { $0.parameters.codec == .h264 })
    demuxer.select(streams: [stream.index])
    let filter = try BitstreamFilter("h264_mp4toannexb", stream.parameters, timeBase: stream.timeBase)
    var sent = 0
    var received = 0
    while let packet = try demuxer.read() {
      #expect(try filter.send(packet))
      sent += 1
      while case .packet(let reframed) = try filter.receive() {
        #expect(reframed.pts == packet.pts && reframed.dts == packet.dts)
        #expect(reframed.bytes.starts(with: [0, 0, 0, 1]) || reframed.bytes.starts(with: [0, 0, 1]))
        received += 1
      }
    }
    try filter.drain()
    guard case .end = try filter.receive() else {
      Issue.record("no end after draining")
      return
    }
    #expect(sent > 0 && received == sent)
  }

  @Test func `bytes of ours are taken as well as the library's`() throws {
    let demuxer = try Demuxer(MediaFiles.fixture("h264-aac-small.mp4"))
    let stream = try #require(demuxer.probe.streams.first { $0.parameters.codec == .h264 })
    demuxer.select(streams: [stream.index])
    let filter = try BitstreamFilter("h264_mp4toannexb", stream.parameters, timeBase: stream.timeBase)
    let packet = try #require(try demuxer.read())
    let storage = PacketStorage(copying: packet.bytes)
    var copy = packet
    copy.owner = storage
    copy.bytes = UnsafeRawBufferPointer(storage.bytes)
    #expect(try filter.send(copy))
    guard case .packet(let reframed) = try filter.receive() else {
      Issue.record("no packet")
      return
    }
    #expect(reframed.bytes.count >= packet.bytes.count)
  }

  @Test func `a name that the library does not have`() {
    let error = #expect(throws: MediaError.self) {
      try BitstreamFilter("no_such_filter", CodecParameters(codec: .h264), timeBase: TimeBase(1, 1))
    }
    #expect(error?.kind == .internalError)
  }
}

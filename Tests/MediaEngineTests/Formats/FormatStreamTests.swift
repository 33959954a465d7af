import CoreAudioTypes
import CoreMedia
import MediaEngine
import MediaInterop
import Bitstreams
import MovieFile
import Testing

/// Every stream of every file becomes a format description.
@Suite struct FormatStreamTests {
  @Test(arguments: FormatMedia.fixtures)
  func `every stream of a fixture becomes a format, and framing keeps its times`(_ path: String) throws {
    try check(path)
  }

  @Test(.enabled(if: FormatMedia.hasShared, FormatMedia.sharedReason), arguments: FormatMedia.shared)
  func `every stream of another writer's file becomes a format, and framing keeps its times`(_ path: String) throws {
    try check(path)
  }

  private func check(_ path: String) throws {
    for stream in try Demuxer.probe(.file(path)).streams where stream.attachedPicture == nil {
      let parameters = stream.parameters
      guard parameters.kind == .video || parameters.kind == .audio else { continue }
      let packet = try FormatMedia.packets(path, stream: stream.index, count: 1).first
      let format = try CMFormatDescription(stream: stream, firstPacket: packet)
      if parameters.kind == .video {
        #expect(Int(format.dimensions.width) == parameters.width, "\(path)")
        #expect(Int(format.dimensions.height) == parameters.height, "\(path)")
      } else {
        let basic = try #require(format.audioStreamBasicDescription, "\(path)")
        #expect(basic.mChannelsPerFrame > 0, "\(path)")
        #expect(basic.mSampleRate > 0, "\(path)")
      }
      var framer = PacketFramer(stream: stream)
      for packet in try FormatMedia.packets(path, stream: stream.index, count: 30) {
        let framed = try framer.frame(packet)
        #expect(framed.packet.pts == packet.pts, "\(path)")
      }
    }
  }

  /// Bytes that are in the right framing already are not copied.
  @Test(arguments: ["h264-aac.mov", "speech.mp3", "vp9-opus.webm", "h264-flac-srt.mkv"])
  func `packets that are framed already pass through`(_ name: String) throws {
    let path = FormatMedia.fixture(name)
    for stream in try Demuxer.probe(.file(path)).streams where stream.attachedPicture == nil {
      var framer = PacketFramer(stream: stream)
      for packet in try FormatMedia.packets(path, stream: stream.index, count: 5) {
        let framed = try framer.frame(packet).packet
        #expect(framed.bytes.baseAddress == packet.bytes.baseAddress)
        let isSameOwner = framed.owner === packet.owner
        #expect(isSameOwner)
      }
    }
  }

  /// A transport stream's pictures decode to the same as before, from the framing of a movie file.
  @Test(arguments: ["h264-aac.ts", "h264-open-gop.ts", "h264-size-change.ts"])
  func `framed pictures decode to the same`(_ name: String) throws {
    let path = FormatMedia.fixture(name)
    let probe = try Demuxer.probe(.file(path))
    let stream = try #require(probe.streams.first { $0.parameters.kind == .video })
    let packets = try FormatMedia.packets(path, stream: stream.index, count: 10_000)
    var framer = PacketFramer(stream: stream)
    var framed: [(packet: Packet, format: CMFormatDescription?)] = []
    for packet in packets {
      let result = try framer.frame(packet)
      framed.append((result.packet, result.newFormat))
      let units = LengthPrefixedUnits(result.packet.bytes, lengthSize: 4)
      let covered = units.reduce(0) { $0 + 4 + $1.count }
      #expect(covered == result.packet.bytes.count)
    }
    #expect(framed.first?.format != nil)
    #expect(framed.dropFirst().compactMap(\.format).isEmpty == (name != "h264-size-change.ts"))
    #expect(try pictures(of: packets, stream) == pictures(ofFramed: framed, stream))
  }

  /// The framed packets, with their configurations where a decoder looks for them.
  private func pictures(
    ofFramed framed: [(packet: Packet, format: CMFormatDescription?)], _ stream: MediaInterop.Stream
  ) throws -> [Int] {
    var stream = stream
    var packets: [Packet] = []
    for (index, item) in framed.enumerated() {
      var packet = item.packet
      if let record = item.format?.extensions.atoms.first(where: { $0.type == "avcC" })?.payload {
        if index == 0 { stream.parameters.extradata = record } else { packet.newExtradata = record }
      }
      packets.append(packet)
    }
    return try pictures(of: packets, stream)
  }

  /// A number for each decoded picture, which its samples decide.
  private func pictures(of packets: [Packet], _ stream: MediaInterop.Stream) throws -> [Int] {
    let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
    var sums: [Int] = []
    func receive() throws {
      while case .frame(let frame) = try decoder.receive() {
        if let picture = frame.picture { sums.append(checksum(picture)) }
      }
    }
    for packet in packets {
      while try !decoder.send(packet) { try receive() }
      try receive()
    }
    try decoder.drain()
    try receive()
    return sums
  }

  /// Of the luma plane: damage shows there.
  private func checksum(_ picture: Picture) -> Int {
    var hasher = Hasher()
    hasher.combine(picture.width)
    hasher.combine(picture.height)
    guard let plane = picture.planes.first else { return 0 }
    for row in 0..<picture.height {
      hasher.combine(bytes: UnsafeRawBufferPointer(start: plane.base + row * plane.stride, count: picture.width))
    }
    return hasher.finalize()
  }
}

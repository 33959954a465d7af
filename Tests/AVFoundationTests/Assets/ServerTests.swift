import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Media on a server that a user named, and servers that misbehave.
@Suite("Media on servers")
struct ServerTests {
  /// Seconds of silence that tests wait for.
  private static let timeout = 0.5

  private static func facts(_ asset: AVAsset) -> [String] {
    let tracks = asset.tracks.map { track in
      "\(track.trackID) \(track.mediaType) \(track.timeRange) \(track.naturalSize) \(track.totalSampleDataLength)"
        + " \(track.segments.map(\.timeMapping)) \(track.languageCode ?? "-")"
    }
    return [
      "\(asset.duration)",
      "\(asset.metadata.map { "\($0.identifier?.rawValue ?? "") \($0.stringValue ?? "")" })",
    ]
      + tracks
  }

  private static func sampleCounts(_ asset: AVAsset) throws -> [Int] {
    let reader = try AVAssetReader(asset: asset)
    let outputs = asset.tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: nil) }
    for output in outputs { reader.add(output) }
    #expect(reader.startReading())
    let counts = outputs.map { output in
      var count = 0
      while let sample = output.copyNextSampleBuffer() { count += sample.numSamples }
      return count
    }
    #expect(reader.status == .completed)
    return counts
  }

  @Test(arguments: ["h264-aac.mov", "h264-fragmented.mp4", "h264-aac.mkv", "speech.mp3"])
  func `a file on a server is what it is on disk`(name: String) async throws {
    let server = try MediaServer(Files.fixtures)
    let (remote, local) = (AVURLAsset(url: server.url(name)), AVURLAsset(url: MediaFiles.fixture(name)))
    let read = try await bounded { (Self.facts(remote), try Self.sampleCounts(remote)) }
    #expect(read.0 == Self.facts(local))
    #expect(try read.1 == Self.sampleCounts(local))
    // A Matroska file as small as this may have arrived whole before its index is looked for, and MP3 has none.
    if !name.hasSuffix(".mkv"), !name.hasSuffix(".mp3") { #expect(server.requests.contains { $0.start ?? 0 > 0 }) }
  }

  @Test(arguments: ["h264-aac-small.mp4", "speech.mp3"])
  func `a server that knows no ranges is read from the start`(name: String) async throws {
    let server = try MediaServer(Files.fixtures, manner: .wholeFiles)
    let (remote, local) = (AVURLAsset(url: server.url(name)), AVURLAsset(url: MediaFiles.fixture(name)))
    let (types, seconds) = try await bounded { (remote.tracks.map(\.mediaType), remote.duration.seconds) }
    #expect(types == local.tracks.map(\.mediaType))
    #expect(seconds.rounded() == local.duration.seconds.rounded())
  }

  @Test(arguments: ["h264-aac.mov", "h264-fragmented.mp4", "h264-aac.mkv", "h264-aac.ts", "speech.mp3"])
  func `a server that gives a part of what it is asked for is asked for the rest`(name: String) async throws {
    let server = try MediaServer(Files.fixtures, manner: .parts(of: 10_000))
    let (remote, local) = (AVURLAsset(url: server.url(name)), AVURLAsset(url: MediaFiles.fixture(name)))
    let read = try await bounded { (Self.facts(remote), try Self.sampleCounts(remote)) }
    #expect(read.0 == Self.facts(local))
    #expect(try read.1 == Self.sampleCounts(local))
  }

  @Test func `who asks is the user's to say`() async throws {
    let server = try MediaServer(Files.fixtures)
    let asset = AVURLAsset(url: server.url("speech.m4a"), options: [AVURLAssetHTTPUserAgentKey: "Inspector/1"])
    #expect(try await asset.load(.tracks).count == 1)
    #expect(server.requests.allSatisfy { $0.userAgent == "Inspector/1" } && !server.requests.isEmpty)
  }

  @Test func `a redirect is followed to another server's file, and to nothing else`() async throws {
    let target = try MediaServer(Files.fixtures)
    let server = try MediaServer(
      Files.fixtures, manner: .redirect(to: target.url("h264-aac.mov").absoluteString))
    #expect(try await AVURLAsset(url: server.url("elsewhere.mov")).load(.tracks).count == 2)
    #expect(!target.requests.isEmpty)
    server.manner = .redirect(to: MediaFiles.fixture("h264-aac.mov").absoluteString)
    let forbidden = AVURLAsset(url: server.url("elsewhere.mov"))
    await #expect(throws: AVError.self) { try await forbidden.load(.tracks) }
  }

  @Test(arguments: [404, 500])
  func `a server that says no: each key fails, with the answer in words`(status: Int) async throws {
    let server = try MediaServer(Files.fixtures, manner: .status(status))
    let asset = AVURLAsset(url: server.url("h264-aac.mov"))
    for load in [{ _ = try await asset.load(.duration) }, { _ = try await asset.load(.tracks) }] {
      let error = await #expect(throws: AVError.self) { try await load() }
      #expect(error?.code == .unknown)
      #expect(
        error?.localizedDescription.contains(status == 404 ? "404" : "5XX") == true, "\(String(describing: error))")
    }
  }

  @Test(arguments: [0, 20, 3000])
  func `a silent server is given up after a time`(after count: Int) async throws {
    let server = try MediaServer(Files.fixtures, manner: .silence(after: count))
    for name in ["h264-aac.mov", "h264-aac.mkv", "speech.mp3"] {
      let asset = AVURLAsset(url: server.url(name), timeout: Self.timeout)
      let error = await #expect(throws: AVError.self) { try await asset.load(.tracks) }
      #expect(
        (error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ETIMEDOUT),
        "\(name) \(String(describing: error))")
    }
  }

  @Test
  func `a silent server without ranges is given up after a time, and its file is not taken for damaged`() async throws {
    let server = try MediaServer(Files.fixtures, manner: .silenceInWholeFiles(after: 1000))
    let asset = AVURLAsset(url: server.url("h264-aac.mov"), timeout: Self.timeout)
    let error = await #expect(throws: AVError.self) { try await asset.load(.tracks) }
    #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ETIMEDOUT), "\(String(describing: error))")
  }

  @Test(arguments: [0, 20, 3000])
  func `a connection that is cut is an error or the end of what is known, and never hangs`(after count: Int)
    async throws
  {
    let server = try MediaServer(Files.fixtures, manner: .cut(after: count))
    for name in ["h264-aac.mov", "h264-aac.mkv", "speech.mp3", "h264-aac.ts"] {
      let asset = AVURLAsset(url: server.url(name), timeout: Self.timeout)
      try await bounded { _ = asset.tracks.count + asset.metadata.count }
      #expect([.loaded, .failed].contains(asset.statusOfValue(forKey: "tracks", error: nil)))
    }
  }

  @Test func `nobody listens: an error at once`() async throws {
    let url = try MediaServer(Files.fixtures).url("h264-aac.mov")
    let error = await #expect(throws: AVError.self) { try await AVURLAsset(url: url).load(.duration) }
    #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ECONNREFUSED))
  }

  /// A movie of a quarter of a gigabyte whose index comes last.
  private static func makeLargeMovie(in folder: TemporaryFolder) throws -> (name: String, size: Int) {
    let fixture = [UInt8](try Data(contentsOf: MediaFiles.fixture("h264-pcm.mov")))
    var boxes = FileBoxes(MemorySource(fixture))
    var moov: FileBoxes.Entry?
    while let box = try boxes.next() { if box.type == "moov" { moov = box } }
    let index = try #require(moov)
    #expect(index.offset + index.size == fixture.count)
    // A box that nobody needs, before the index: offsets of media stay.
    let filler = 256 << 20
    let file = folder.file("large.mov")
    try Data(fixture[..<Int(index.offset)]).write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(withUnsafeBytes(of: UInt32(filler).bigEndian, Array.init) + Array("free".utf8)))
    try handle.seek(toOffset: UInt64(index.offset) + UInt64(filler))
    try handle.write(contentsOf: Data(fixture[Int(index.offset)...]))
    try handle.close()
    return ("large.mov", fixture.count + filler)
  }

  @Test func `a movie's duration takes its index alone, and its tracks no media`() async throws {
    let folder = try TemporaryFolder()
    let (name, size) = try Self.makeLargeMovie(in: folder)
    let server = try MediaServer(folder.url)
    let asset = AVURLAsset(url: server.url(name))
    // What the connection had taken when the client hung up, which is more than what was read.
    let inFlight = 8 << 20
    let duration = try await asset.load(.duration)
    #expect(duration == AVURLAsset(url: MediaFiles.fixture("h264-pcm.mov")).duration)
    // The start; then behind the media, and behind the filler.
    #expect(server.requests.count <= 3)
    #expect(server.sentBytes < 3 * inFlight)
    let first = server.requests.count
    #expect(try await asset.load(.tracks).count == 3)
    #expect(server.requests.count <= first + 4)
    #expect(server.sentBytes < size / 4)
  }
}

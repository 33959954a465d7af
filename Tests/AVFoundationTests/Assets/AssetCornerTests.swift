import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Orders of calls and places of files that nobody thinks of first.
@Suite("Corners of assets")
struct AssetCornerTests {
  private static let name = "h264-aac.mov"
  private static var fixture: URL { MediaFiles.fixture(name) }

  @Test func `a handler may cancel, ask again, and let the asset go`() async throws {
    let (ends, end) = AsyncStream<Int>.makeStream()
    var asset: AVURLAsset? = AVURLAsset(url: Self.fixture)
    asset?.loadValuesAsynchronously(forKeys: ["duration"]) { [asset] in
      asset?.cancelLoading()
      asset?.loadValuesAsynchronously(forKeys: ["duration", "metadata"]) {
        asset?.loadValuesAsynchronously(forKeys: ["tracks"]) { end.yield(asset?.tracks.count ?? 0) }
      }
    }
    asset = nil
    for await count in ends {
      #expect(count == 2)
      break
    }
  }

  @Test func `loading begins in a deinitializer, and ends`() async throws {
    final class Holder {
      let asset: AVURLAsset
      let end: @Sendable () -> Void

      init(_ asset: AVURLAsset, _ end: @escaping @Sendable () -> Void) {
        self.asset = asset
        self.end = end
      }

      deinit { asset.loadValuesAsynchronously(forKeys: ["tracks"], completionHandler: end) }
    }
    let (ends, end) = AsyncStream<Void>.makeStream()
    _ = Holder(AVURLAsset(url: Self.fixture)) { end.yield() }
    for await _ in ends { break }
  }

  @Test func `two assets of one file have nothing in common`() async throws {
    let (first, second) = (AVURLAsset(url: Self.fixture), AVURLAsset(url: Self.fixture))
    first.loadValuesAsynchronously(forKeys: ["tracks"])
    first.cancelLoading()
    #expect(try await second.load(.tracks).count == 2)
    #expect(first.statusOfValue(forKey: "metadata", error: nil) == .unknown)
    #expect(second.tracks.first != first.tracks.first || first.tracks.isEmpty)
  }

  @Test(arguments: [1, 8])
  func `getters on many threads give the same tracks`(count: Int) async throws {
    let asset = AVURLAsset(url: Self.fixture)
    let tracks = try await withThrowingTaskGroup(of: [ObjectIdentifier].self) { group in
      for _ in 0..<count { group.addTask { try await bounded { asset.tracks.map { ObjectIdentifier($0) } } } }
      return try await group.reduce(into: Set<[ObjectIdentifier]>()) { $0.insert($1) }
    }
    #expect(tracks.count == 1, "the tracks are always the same objects")
  }

  @Test func `an empty file, a folder, and nothing: errors, and each its own`() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.file("empty.mov"))
    let empty = await #expect(throws: AVError.self) {
      try await AVURLAsset(url: folder.file("empty.mov")).load(.tracks)
    }
    #expect([.fileFormatNotRecognized, .fileFailedToParse, .failedToLoadMediaData].contains(empty?.code))
    let directory = await #expect(throws: AVError.self) { try await AVURLAsset(url: folder.url).load(.tracks) }
    #expect((directory?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(EISDIR))
    let missing = await #expect(throws: AVError.self) {
      try await AVURLAsset(url: folder.file("none.mov")).load(.tracks)
    }
    #expect((missing?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ENOENT))
  }

  @Test(arguments: ["a b%20c.mov", "a#b?c&d.mov", "http:%d.mov"])
  func `characters that mean something elsewhere are a file's name`(name: String) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: Self.fixture, to: folder.file(name))
    #expect(try await AVURLAsset(url: folder.file(name)).load(.tracks).count == 2)
    // The fragment of a URL names a place in the resource, and is no server's business.
    guard !name.contains("#"), let escaped = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) else {
      return
    }
    try FileManager.default.copyItem(at: Self.fixture, to: folder.file(escaped + "?token=%2F"))
    let server = try MediaServer(folder.url)
    #expect(try await AVURLAsset(url: server.url(escaped + "?token=%2F")).load(.tracks).count == 2)
  }

  @Test func `a file that grows is what it was when it was opened; another asset sees the rest`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("growing.mp4")
    let bytes = try Data(contentsOf: MediaFiles.fixture("h264-fragmented.mp4"))
    try bytes.prefix(bytes.count * 2 / 3).write(to: file)
    let early = AVURLAsset(url: file)
    let duration = try await early.load(.duration)
    try bytes.write(to: file)
    #expect(early.duration == duration)
    let late = AVURLAsset(url: file)
    #expect(try await late.load(.duration) == AVURLAsset(url: MediaFiles.fixture("h264-fragmented.mp4")).duration)
  }

  @Test func `a server that refuses ranges with 416`() async throws {
    let server = try MediaServer(Files.fixtures, manner: .status(416))
    await #expect(throws: AVError.self) { try await AVURLAsset(url: server.url(Self.name)).load(.tracks) }
  }

  @Test func `a redirect to itself ends`() async throws {
    let server = try MediaServer(Files.fixtures)
    server.manner = .redirect(to: server.url("again").absoluteString + "?")
    await #expect(throws: AVError.self) { try await AVURLAsset(url: server.url(Self.name), timeout: 1).load(.tracks) }
  }
}

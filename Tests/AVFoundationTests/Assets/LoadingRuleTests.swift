import AVFoundation
import Synchronization
import TestSupport
import Testing

/// The rules of loading, each by its number. A server on this machine shows what is read, and when.
@Suite("Rules of loading")
struct LoadingRuleTests {
  private static let name = "h264-two-audio.mp4"
  private static var fixture: AVURLAsset { AVURLAsset(url: MediaFiles.fixture(name)) }
  /// A movie whose coding libavformat describes: its tracks are read after its header.
  private static let twiceRead = "mpeg4-odd.mp4"
  private static let missing = URL(fileURLWithPath: "/nowhere/at/all.mov")

  /// Seconds for which no test runs: a server's silence outlasts it however busy the machine is.
  private static let patience = 2000.0

  /// An asset of the fixture on a server, which waits for a silent one as long as it takes.
  private static func asset(_ name: String = name, on server: MediaServer) -> AVURLAsset {
    AVURLAsset(url: server.url(name), timeout: patience)
  }

  private static func server(_ manner: MediaServer.Manner = .ranges) throws -> MediaServer {
    try MediaServer(Files.fixtures, manner: manner)
  }

  /// Counts, and says what it counted once somebody waits for as much.
  private final class Calls: Sendable {
    private let count = Mutex(0)
    private let stream = AsyncStream<Void>.makeStream()

    var value: Int { count.withLock { $0 } }

    func add() {
      count.withLock { $0 += 1 }
      stream.continuation.yield()
    }

    func wait(for number: Int) async throws {
      try await boundedTask { [self] in
        for await _ in stream.stream where value >= number { return }
      }
    }
  }

  @Test func `KV-01: making an asset reads nothing`() throws {
    let server = try Self.server()
    let asset = Self.asset(on: server)
    #expect(asset.url == server.url(Self.name))
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .unknown)
    #expect(server.requests.isEmpty)
    _ = AVURLAsset(url: Self.missing)
    _ = AVAsset(url: Self.missing)
  }

  @Test func `KV-02: getters block until their value is loaded`() async throws {
    let server = try Self.server()
    let asset = Self.asset(on: server)
    let durations = await withTaskGroup(of: CMTime.self) { group in
      for _ in 0..<8 { group.addTask { (try? await bounded { asset.duration }) ?? .invalid } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(durations == Array(repeating: Self.fixture.duration, count: 8))
    #expect(!server.requests.isEmpty)
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
  }

  @Test func `KV-02: getters give a neutral value where there is none`() {
    let asset = AVURLAsset(url: Self.missing)
    #expect(asset.duration == .zero && asset.tracks.isEmpty && asset.metadata.isEmpty)
    #expect(asset.lyrics == nil && asset.creationDate == nil && asset.overallDurationHint == .invalid)
    #expect(!asset.isPlayable && !asset.isReadable && !asset.isExportable && !asset.isComposable)
    #expect(asset.preferredTransform == .identity && asset.preferredRate == 1 && asset.preferredVolume == 1)
  }

  @Test func `KV-03: a loaded value is not read again`() async throws {
    let server = try Self.server()
    let asset = Self.asset(on: server)
    let tracks = try await asset.load(.tracks)
    let requests = server.requests.count
    #expect(tracks.count == 5 && requests > 0)
    #expect(try await asset.load(.tracks) == tracks)
    #expect(try await asset.loadTracks(withMediaType: .video).count == 1)
    #expect(server.requests.count == requests)
  }

  @Test func `KV-03: a loaded value is at hand while another is read`() async throws {
    let server = try Self.server()
    let asset = Self.asset(Self.twiceRead, on: server)
    let duration = try await asset.load(.duration)
    server.manner = .silence(after: 0)
    let first = server.requests.count
    let load = Task { try await asset.load(.tracks) }
    // The second step has begun when the server hears of it.
    while server.requests.count == first { await Task.yield() }
    #expect(try await bounded { asset.duration } == duration)
    #expect(try await asset.load(.duration) == duration)
    asset.cancelLoading()
    await #expect(throws: AVError.self) { try await load.value }
  }

  @Test func `KV-04: two to eight properties, and more, in the order of the arguments`() async throws {
    let asset = Self.fixture
    let two = try await asset.load(.duration, .tracks)
    #expect(two.0 == asset.duration && two.1 == asset.tracks)
    let three = try await asset.load(.isPlayable, .duration, .isReadable)
    #expect(three == (true, asset.duration, true))
    let four = try await asset.load(.isPlayable, .duration, .isReadable, .preferredRate)
    #expect(four == (true, asset.duration, true, 1))
    let five = try await asset.load(.isPlayable, .duration, .isReadable, .preferredRate, .tracks)
    #expect(five == (true, asset.duration, true, 1, asset.tracks))
    let six = try await asset.load(.isPlayable, .duration, .isReadable, .preferredRate, .tracks, .lyrics)
    #expect(six == (true, asset.duration, true, 1, asset.tracks, nil))
    let seven = try await asset.load(
      .isPlayable, .duration, .isReadable, .preferredRate, .tracks, .lyrics, .isExportable)
    #expect(seven.0 && seven.6 && seven.1 == asset.duration)
    let eight = try await asset.load(
      .isPlayable, .duration, .isReadable, .preferredRate, .tracks, .lyrics, .isExportable, .preferredVolume)
    #expect(eight.7 == 1 && eight.4 == asset.tracks)
    let nine = try await asset.load(
      .isPlayable, .duration, .isReadable, .preferredRate, .tracks, .lyrics, .isExportable, .preferredVolume,
      .isComposable)
    #expect(nine.8 && nine.4 == asset.tracks)
    let track = try #require(asset.tracks.first)
    let (size, formats, range) = try await track.load(.naturalSize, .formatDescriptions, .timeRange)
    #expect(size == track.naturalSize && formats.count == 1 && range == track.timeRange)
  }

  @Test func `KV-04: the first failure is thrown`() async throws {
    let asset = AVURLAsset(url: Self.missing)
    let error = await #expect(throws: AVError.self) { try await asset.load(.duration, .tracks) }
    #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ENOENT))
    // The second alone fails.
    let server = try Self.server()
    let half = Self.asset(Self.twiceRead, on: server)
    _ = try await half.load(.duration)
    server.manner = .status(500)
    await #expect(throws: AVError.self) { try await half.load(.duration, .tracks) }
  }

  @Test func `KV-05: a status is told without reading`() async throws {
    let server = try Self.server(.silence(after: 0))
    let asset = Self.asset(on: server)
    guard case .notYetLoaded = asset.status(of: .duration) else { return #expect(Bool(false), "nobody has asked") }
    #expect(server.requests.isEmpty)
    asset.loadValuesAsynchronously(forKeys: ["duration"])
    guard case .loading = asset.status(of: .duration) else { return #expect(Bool(false), "the server is silent") }
    guard case .notYetLoaded = asset.status(of: .tracks) else { return #expect(Bool(false), "nobody has asked") }
    asset.cancelLoading()
    withExtendedLifetime(server) {}

    let other = Self.fixture
    let duration = try await other.load(.duration)
    guard case .loaded(duration) = other.status(of: .duration) else { return #expect(Bool(false), "it is loaded") }
    let broken = AVURLAsset(url: Self.missing)
    await #expect(throws: AVError.self) { try await broken.load(.tracks) }
    guard case .failed(let error) = broken.status(of: .tracks) else { return #expect(Bool(false), "it has failed") }
    #expect(error.domain == AVFoundationErrorDomain)
  }

  @Test func `KV-06, KV-12: cancelling cancels what is loading for everyone, and nothing else`() async throws {
    let server = try Self.server()
    let asset = Self.asset(Self.twiceRead, on: server)
    let duration = try await asset.load(.duration)
    server.manner = .silence(after: 100)
    let loads = (0..<2).map { _ in Task { try await asset.load(.tracks) } }
    let calls = Calls()
    asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { calls.add() }
    asset.cancelLoading()
    try await calls.wait(for: 1)
    for load in loads {
      let error = await #expect(throws: AVError.self) { try await load.value }
      #expect(error?.code == .operationCancelled)
    }
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .cancelled && error == nil)
    guard case .failed(let failure) = asset.status(of: .tracks) else { return #expect(Bool(false), "it is cancelled") }
    #expect(failure.domain == AVFoundationErrorDomain && failure.code == -11878)
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded && asset.duration == duration)
    #expect(asset.tracks.isEmpty)
    // What nobody asked for before can be loaded still.
    server.manner = .ranges
    #expect(try await asset.load(.isPlayable))
  }

  @Test func `KV-07: one property fails and another is loaded`() async throws {
    let server = try Self.server()
    let asset = Self.asset(Self.twiceRead, on: server)
    _ = try await asset.load(.duration)
    server.manner = .status(500)
    await #expect(throws: AVError.self) { try await asset.load(.tracks) }
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .failed)
    #expect(asset.statusOfValue(forKey: "metadata", error: nil) == .unknown)
    _ = try await asset.load(.metadata)
    #expect(asset.statusOfValue(forKey: "metadata", error: nil) == .loaded)
  }

  @Test func `KV-08: 64 callers at once cause one load`() async throws {
    let alone = try Self.server()
    _ = try await AVURLAsset(url: alone.url(Self.name)).load(.tracks)
    let server = try Self.server()
    let asset = Self.asset(on: server)
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for caller in 0..<64 {
        group.addTask {
          switch caller % 3 {
          case 0: try await asset.load(.tracks).count
          case 1: try await asset.load(.duration, .tracks).1.count
          default: try await bounded { asset.tracks.count }
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 5, count: 64))
    #expect(server.requests.count == alone.requests.count)
  }

  @Test func `KV-09: the handler runs once a call, when every key is decided`() async throws {
    let asset = Self.fixture
    let calls = Calls()
    let keys = [["duration"], ["tracks", "duration", "playable"], ["isPlayable"], [], ["tracks"], ["no such key"]]
    for keys in keys {
      asset.loadValuesAsynchronously(forKeys: keys) {
        for key in keys { #expect(asset.statusOfValue(forKey: key, error: nil) == .loaded) }
        calls.add()
      }
    }
    try await calls.wait(for: keys.count)
    await asset.loadValues(forKeys: ["metadata", "tracks"])
    #expect(asset.statusOfValue(forKey: "metadata", error: nil) == .loaded)
    #expect(calls.value == keys.count)
  }

  @Test func `KV-10: the handler runs at once for a file that is not there, and after a failure`() async throws {
    let missing = AVURLAsset(url: Self.missing)
    let calls = Calls()
    missing.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { calls.add() }
    #expect(calls.value == 1)
    var error: NSError?
    #expect(missing.statusOfValue(forKey: "tracks", error: &error) == .failed)
    #expect(error?.domain == AVFoundationErrorDomain)

    let broken = AVURLAsset(url: Files.corrupt.appendingPathComponent("moov-cut.mp4"))
    await #expect(throws: AVError.self) { try await broken.load(.duration) }
    broken.loadValuesAsynchronously(forKeys: ["tracks"]) { calls.add() }
    #expect(calls.value == 2)
  }

  @Test func `KV-10: the handler runs later where something has to be read`() async throws {
    let server = try Self.server(.silence(after: 0))
    let asset = Self.asset(on: server)
    let calls = Calls()
    asset.loadValuesAsynchronously(forKeys: ["duration"]) { calls.add() }
    #expect(calls.value == 0)
    asset.cancelLoading()
    try await calls.wait(for: 1)
    #expect(calls.value == 1)
    withExtendedLifetime(server) {}
  }

  @Test func `KV-11: the numbers of statuses, and the error of a failure alone`() {
    let statuses: [AVKeyValueStatus] = [.unknown, .loading, .loaded, .failed, .cancelled]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3, 4])
    var error: NSError?
    #expect(Self.fixture.statusOfValue(forKey: "duration", error: &error) == .unknown && error == nil)
    let asset = Self.fixture
    _ = asset.duration
    #expect(asset.statusOfValue(forKey: "duration", error: &error) == .loaded && error == nil)
    #expect(asset.statusOfValue(forKey: "url", error: &error) == .loaded && error == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `KV-12: cancelling a composition ends what waits for a file that a segment names`() async throws {
    let server = try Self.server(.silence(after: 0))
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    track.segments = [
      AVCompositionTrackSegment(
        url: server.url(Self.name), trackID: 1, sourceTimeRange: second, targetTimeRange: second)
    ]
    let open = Task { try await bounded { _ = try AVAssetReader(asset: composition) } }
    while server.requests.isEmpty { await Task.yield() }
    composition.cancelLoading()
    let error = await #expect(throws: AVError.self) { try await open.value }
    #expect(error?.code == .operationCancelled)
    withExtendedLifetime(server) {}
  }

  @Test func `KV-13: assets, tracks and metadata items load their properties`() async throws {
    func title(_ object: some AVAsynchronousKeyValueLoading) -> String { "\(type(of: object))" }
    let asset = Self.fixture
    let track = try await #require(asset.load(.tracks).first)
    let item = try await #require(asset.load(.metadata).first)
    #expect([title(asset), title(track), title(item)].count == 3)
    #expect(try await track.load(.segments) == track.segments)
    #expect(try await item.load(.stringValue) == item.stringValue)
    guard case .loaded(true) = track.status(of: .isEnabled) else { return #expect(Bool(false), "it is loaded") }
    let calls = Calls()
    track.loadValuesAsynchronously(forKeys: ["timeRange"]) { calls.add() }
    #expect(calls.value == 1 && track.statusOfValue(forKey: "timeRange", error: nil) == .loaded)
  }

  @Test func `KV-14: the classes of properties, and their names`() {
    let property: AVAsyncProperty<AVAsset, CMTime> = .duration
    let partial: AVPartialAsyncProperty<AVAsset> = property
    let any: AVAnyAsyncProperty = partial
    #expect(any.description == "duration")
    let sendable: any Sendable = any
    #expect(sendable is AVAnyAsyncProperty)
  }

  @Test func `KV-15: a loaded property does not change`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: MediaFiles.fixture(Self.name), to: folder.file("a.mov"))
    let asset = AVURLAsset(url: folder.file("a.mov"))
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    try FileManager.default.removeItem(at: folder.file("a.mov"))
    #expect(asset.duration == duration)
    #expect(zip(asset.tracks, tracks).allSatisfy { $0 === $1 } && asset.tracks.count == tracks.count)
  }

  @Test func `KV-16: keys, properties and getters show one state`() async throws {
    let asset = Self.fixture
    await asset.loadValues(forKeys: ["playable"])
    guard case .loaded(true) = asset.status(of: .isPlayable) else { return #expect(Bool(false), "loaded by its key") }
    _ = try await asset.load(.lyrics)
    #expect(asset.statusOfValue(forKey: "lyrics", error: nil) == .loaded)
    _ = asset.trackGroups
    guard case .loaded = asset.status(of: .trackGroups) else { return #expect(Bool(false), "loaded by its getter") }
  }

  @Test func `KV-17: an asset that goes away cancels what it loads`() async throws {
    let server = try Self.server(.silence(after: 0))
    let calls = Calls()
    var asset: AVURLAsset? = Self.asset(on: server)
    weak let gone = asset
    asset?.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { calls.add() }
    #expect(calls.value == 0)
    asset = nil
    try await calls.wait(for: 1)
    #expect(gone == nil && calls.value == 1)
    withExtendedLifetime(server) {}
  }

  @Test func `a task that is cancelled waits no longer, and the load goes on for the others`() async throws {
    let server = try Self.server(.silence(after: 0))
    let asset = Self.asset(on: server)
    let calls = Calls()
    asset.loadValuesAsynchronously(forKeys: ["tracks"]) { calls.add() }
    let load = Task { try await asset.load(.tracks) }
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loading && calls.value == 0)
    asset.cancelLoading()
    try await calls.wait(for: 1)
    withExtendedLifetime(server) {}
  }
}

import AVFoundation
import TestSupport
import Testing

/// Media that a client's delegate supplies.
@Suite("Resource loaders")
struct ResourceLoaderTests {
  private static func movie(_ name: String) throws -> Data { try Data(contentsOf: MediaFiles.fixture(name)) }

  private static func facts(_ asset: AVAsset) -> [String] {
    asset.tracks.map {
      "\($0.trackID) \($0.mediaType) \($0.timeRange) \($0.totalSampleDataLength) \($0.segments.count)"
    }
      + ["\(asset.duration)", "\(asset.metadata.map { "\($0.identifier?.rawValue ?? "") \($0.stringValue ?? "")" })"]
  }

  /// A hash of each track's stored samples.
  private static func media(_ asset: AVAsset) throws -> [Int] {
    let reader = try AVAssetReader(asset: asset)
    let outputs = asset.tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: nil) }
    for output in outputs { reader.add(output) }
    #expect(reader.startReading())
    let hashes = try outputs.map { output in
      var hasher = Hasher()
      while let sample = output.copyNextSampleBuffer() {
        hasher.combine(sample.presentationTimeStamp)
        hasher.combine(try sample.dataBuffer?.dataBytes())
      }
      return hasher.finalize()
    }
    #expect(reader.status == .completed, "\(String(describing: reader.error))")
    return hashes
  }

  @Test(arguments: ["h264-aac.mov", "h264-fragmented.mp4", "h264-aac.mkv", "h264-aac.ts", "speech.mp3"])
  func `a movie from memory is what it is on disk`(name: String) async throws {
    let bytes = try Self.movie(name)
    let delegate = SuppliedMovie(bytes)
    let (supplied, local) = (delegate.asset(), AVURLAsset(url: MediaFiles.fixture(name)))
    let read = try await bounded { (Self.facts(supplied), try Self.media(supplied)) }
    #expect(read.0 == Self.facts(local))
    #expect(try read.1 == Self.media(local))
    #expect(delegate.wasOnQueue)
    let first = try #require(delegate.requests.first)
    #expect(first.asksForInformation && first.range == 0..<2 && first.field == "bytes=0-1")
    #expect(first.url == supplied.url)
    // What the resource is is asked for once, and nothing beyond its end.
    #expect(delegate.requests.dropFirst().allSatisfy { !$0.asksForInformation })
    let size = Int64(bytes.count)
    #expect(delegate.requests.allSatisfy { $0.range.upperBound <= size })
  }

  @Test(arguments: [1, 7, 1 << 20])
  func `the parts that a delegate gives may be of any size`(of parts: Int) async throws {
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mov"), .parts(parts))
    let supplied = delegate.asset()
    let media = try await bounded { try Self.media(supplied) }
    #expect(try media == Self.media(AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))))
    #expect(delegate.wasOnQueue)
  }

  @Test(arguments: [true, false])
  func `a delegate without ranges is asked for everything from the start`(knowsLength: Bool) async throws {
    let delegate = SuppliedMovie(
      try Self.movie("h264-aac-small.mp4"), knowsLength ? .wholeFile : .unknownLength)
    let asset = delegate.asset()
    let seconds = try await asset.load(.duration).seconds
    #expect(seconds.rounded() == AVURLAsset(url: MediaFiles.fixture("h264-aac-small.mp4")).duration.seconds.rounded())
    #expect(delegate.requests.dropFirst().allSatisfy { $0.range == 0..<Int64.max })
  }

  @Test func `the loader knows its delegate and does not keep it`() throws {
    let asset = AVURLAsset(url: URL(string: "memory:movie")!)
    let queue = DispatchQueue(label: "queue")
    var delegate: SuppliedMovie? = SuppliedMovie(Data())
    asset.resourceLoader.setDelegate(delegate, queue: queue)
    #expect(asset.resourceLoader.delegate === delegate)
    #expect(asset.resourceLoader.delegateQueue === queue)
    delegate = nil
    #expect(asset.resourceLoader.delegate == nil)
  }

  @Test func `a delegate without a queue is called too`() async throws {
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mov"))
    let asset = AVURLAsset(url: URL(string: "memory:movie")!)
    asset.resourceLoader.setDelegate(delegate, queue: nil)
    #expect(try await asset.load(.tracks).count == 2)
  }

  @Test(arguments: [true, false])
  func `nobody supplies it: each key fails, and says so beneath`(hasDelegate: Bool) async throws {
    let delegate = SuppliedMovie(Data(), .refusal)
    let asset = hasDelegate ? delegate.asset() : AVURLAsset(url: URL(string: "memory://movie.mov")!)
    for load in [{ _ = try await asset.load(.duration) }, { _ = try await asset.load(.tracks) }] {
      let error = await #expect(throws: AVError.self) { try await load() }
      #expect(error?.code == .unknown)
      #expect((error?.userInfo[NSUnderlyingErrorKey] as? URLError)?.code == .unsupportedURL)
    }
    #expect(asset.tracks.isEmpty && asset.duration == .zero)
    #expect(delegate.requests.count == (hasDelegate ? 1 : 0))
  }

  @Test(arguments: [0, 1, 2])
  func `a delegate that fails: its own error is beneath`(after count: Int) async throws {
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mkv"), .failure(after: count))
    let asset = delegate.asset()
    let error = await #expect(throws: AVError.self) {
      try await bounded { _ = try asset.loadedTracksAndMedia() }
    }
    #expect(error?.userInfo[NSUnderlyingErrorKey] as? NSError == SuppliedMovie.failure, "\(String(describing: error))")
    #expect(delegate.requests.count > count)
  }

  @Test(arguments: [0, 1])
  func `a request that is let go of has failed`(after count: Int) async throws {
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mov"), .forgetting(after: count))
    let asset = delegate.asset()
    await #expect(throws: AVError.self) { try await asset.load(.tracks) }
    #expect(delegate.requests.count == count + 1)
  }

  @Test(arguments: [0, 100, 40_000])
  func `bytes that the delegate has not, of those that it said there are, fail the load`(at place: Int) async throws {
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mov"), .cut(at: place))
    let asset = delegate.asset()
    await #expect(throws: AVError.self) { try await asset.load(.tracks) }
    #expect(delegate.requests.count > 1)
  }

  @Test(arguments: ["speech.wav", "h264-aac.ts"])
  func `sound that the delegate has not, of a length that it said, does not end in silence`(name: String) async throws {
    let bytes = try Self.movie(name)
    let delegate = SuppliedMovie(bytes, .cut(at: bytes.count / 2))
    let asset = delegate.asset()
    await #expect(throws: AVError.self) { try await bounded { _ = try asset.loadedTracksAndMedia() } }
    withExtendedLifetime(delegate) {}
  }

  @Test(arguments: ["h264-aac.mov", "h264-aac.ts", "speech.wav"])
  func `a delegate that finishes requests early is asked for the rest`(name: String) async throws {
    let delegate = SuppliedMovie(try Self.movie(name), .atMost(9_000))
    let supplied = delegate.asset()
    let media = try await bounded { try Self.media(supplied) }
    #expect(try media == Self.media(AVURLAsset(url: MediaFiles.fixture(name))))
    withExtendedLifetime(delegate) {}
  }

  @Test(arguments: [0, 1])
  func `KV-12: cancelling ends the wait for a delegate that is silent, who is told`(after count: Int) async throws {
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mov"), .silence(after: count))
    let asset = delegate.asset()
    let load = Task { try await asset.load(.tracks) }
    try await delegate.wait { $0.requests.count > count }
    asset.cancelLoading()
    let error = await #expect(throws: AVError.self) { try await boundedTask { try await load.value } }
    #expect(error?.code == .operationCancelled)
    try await delegate.wait { !$0.cancelled.isEmpty }
    #expect(delegate.wasOnQueue)
    // An answer that comes too late goes nowhere.
    for request in delegate.pending {
      #expect(request.isCancelled && !request.isFinished)
      request.dataRequest?.respond(with: Data(count: 1000))
      request.finishLoading()
      #expect(request.isCancelled && !request.isFinished)
    }
  }

  @Test(arguments: [0, 1])
  func `KV-17: an asset that goes away while a delegate is silent cancels its request`(after count: Int) async throws {
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mov"), .silence(after: count))
    var asset: AVURLAsset? = delegate.asset()
    weak let gone = asset
    let (ends, end) = AsyncStream<Void>.makeStream()
    asset?.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { end.yield() }
    try await delegate.wait { $0.requests.count > count }
    asset = nil
    try await boundedTask { for await _ in ends { break } }
    try await delegate.wait { !$0.cancelled.isEmpty }
    #expect(gone == nil)
  }

  @Test(arguments: [false, true])
  func `AR-07: cancelling a reader ends its wait for a delegate`(isComposed: Bool) async throws {
    let bytes = try Self.movie("h264-aac.mov")
    let opened = SuppliedMovie(bytes)
    _ = try await bounded { [asset = opened.asset()] in Self.facts(asset) }
    // As many requests as the properties take, and the ones of the reader behind them.
    let delegate = SuppliedMovie(bytes, .silence(after: opened.requests.count))
    let asset = delegate.asset()
    try await bounded { _ = Self.facts(asset) }
    let read: AVAsset = try isComposed ? Self.composition(of: asset) : asset
    let reader = try AVAssetReader(asset: read)
    let output = AVAssetReaderTrackOutput(track: read.tracks[0], outputSettings: nil)
    reader.add(output)
    // On a thread of its own: the tasks of two such cases could occupy all threads of the pool, which the test needs.
    async let hasSample = bounded { reader.startReading() && output.copyNextSampleBuffer() != nil }
    try await delegate.wait { !$0.pending.isEmpty }
    reader.cancelReading()
    #expect(try await !hasSample)
    try await delegate.wait { !$0.cancelled.isEmpty }
  }

  /// A composition that shows all of an asset.
  private static func composition(of asset: AVAsset) throws -> AVAsset {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
    return composition
  }

  @Test(arguments: [0, 1])
  func `EX-65: cancelling an export ends its wait for a delegate of whose asset nothing is known`(
    after count: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mov"), .silence(after: count))
    let session = try #require(
      AVAssetExportSession(asset: delegate.asset(), presetName: AVAssetExportPresetPassthrough))
    let url = folder.file("out.mov")
    let export = Task { try await session.export(to: url, as: .mov) }
    try await delegate.wait { !$0.pending.isEmpty }
    session.cancelExport()
    await #expect(throws: CancellationError.self) { try await boundedTask { try await export.value } }
    #expect(session.status == .cancelled && folder.names.isEmpty)
    try await delegate.wait { !$0.cancelled.isEmpty }
  }

  @Test(arguments: [0, 1])
  func `GI-43: cancelling images ends their wait for a delegate of whose asset nothing is known`(
    after count: Int
  ) async throws {
    let delegate = SuppliedMovie(try Self.movie("h264-aac.mov"), .silence(after: count))
    let generator = AVAssetImageGenerator(asset: delegate.asset())
    let image = Task { try await generator.image(at: .zero).actualTime }
    try await delegate.wait { !$0.pending.isEmpty }
    generator.cancelAllCGImageGeneration()
    let error = await #expect(throws: AVError.self) { try await boundedTask { try await image.value } }
    #expect(error?.code == .operationCancelled)
    try await delegate.wait { !$0.cancelled.isEmpty }
  }

  @Test(arguments: [true, false])
  func `what has expired is asked for again`(hasExpired: Bool) async throws {
    let delegate = SuppliedMovie(
      try Self.movie("h264-aac.mov"), renewalDate: hasExpired ? .distantPast : .distantFuture)
    let asset = delegate.asset()
    #expect(try await asset.load(.tracks).count == 2)
    #expect((delegate.renewals > 0) == hasExpired)
  }

  @Test func `a file and a server are never the delegate's`() async throws {
    let delegate = SuppliedMovie(Data())
    let server = try MediaServer(Files.fixtures)
    for url in [MediaFiles.fixture("h264-aac.mov"), server.url("h264-aac.mov")] {
      let asset = AVURLAsset(url: url)
      asset.resourceLoader.setDelegate(delegate, queue: delegate.queue)
      #expect(try await asset.load(.tracks).count == 2)
    }
    #expect(delegate.requests.isEmpty)
  }
}

extension AVAsset {
  /// Reads everything. - Throws: the first error.
  fileprivate func loadedTracksAndMedia() throws -> Int {
    let reader = try AVAssetReader(asset: self)
    let outputs = tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: nil) }
    for output in outputs { reader.add(output) }
    var count = 0
    if reader.startReading() {
      for output in outputs { while output.copyNextSampleBuffer() != nil { count += 1 } }
    }
    if let error = reader.error { throw error }
    return count
  }
}

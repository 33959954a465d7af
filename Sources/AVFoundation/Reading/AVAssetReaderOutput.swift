public import CoreMedia
import MediaEngine
import Synchronization

/// What a reader vends of an asset: the base of the outputs, each of which says what it reads and how.
open class AVAssetReaderOutput: @unchecked Sendable {
  // Sendable: everything that changes is behind `state`.

  /// The track that is read, and how its samples are vended.
  struct Source: Sendable {
    let track: AVAssetTrack
    let output: TrackReader.Output
  }

  private let source: Source

  private struct State {
    weak var reader: AVAssetReader?
    var isAdded = false
    var alwaysCopiesSampleData = true
    var track: TrackReader?
    var isAtEnd = false
    var isAdapted = false
  }

  private let state = Mutex(State())

  init(_ source: Source) { self.source = source }

  /// The media type of what is vended.
  public var mediaType: AVMediaType { source.track.mediaType }

  /// Whether vended data may be modified (AR-20). `true` by default. Before reading starts.
  ///
  /// Decoded pictures are what later ones are predicted from: with `false` they are vended without a copy and must
  /// not be changed. Everything else is the client's own with both values.
  @available(macOS, deprecated: 26, message: "Use AVAssetReader.outputProvider(for:)")
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.alwaysCopiesSampleData } }
    set {
      if let reader, reader.status != .unknown {
        raise(.internalInconsistency, "alwaysCopiesSampleData is set before reading starts")
      }
      state.withLock { $0.alwaysCopiesSampleData = newValue }
    }
  }

  /// Reads, decodes and returns the next sample, on the caller's thread; one caller at a time.
  ///
  /// - Returns: `nil` at the end of the time range, on failure and on cancellation: the reader's status tells
  ///   which (AR-21).
  ///
  /// Stops the process when the output is not added or reading has not started (AR-22).
  @available(macOS, deprecated: 26, message: "Use AVAssetReader.outputProvider(for:)")
  public func copyNextSampleBuffer() -> CMSampleBuffer? {
    if state.withLock({ $0.isAdapted }) {
      raise(.internalInconsistency, "the samples of an output with a metadata adaptor are read through that (AR-60)")
    }
    return nextSample(for: "copyNextSampleBuffer()")
  }

  /// The next sample, for the call that a client made.
  func nextSample(for call: String) -> CMSampleBuffer? {
    guard isAdded else { raise(.internalInconsistency, "the output is not added to a reader") }
    guard let reader, reader.status != .unknown else {
      if self.reader == nil { return nil }
      raise(.internalInconsistency, "\(call) needs startReading() first")
    }
    let (track, isAtEnd) = state.withLock { ($0.track, $0.isAtEnd) }
    guard reader.status == .reading, !isAtEnd, let track else { return nil }
    do {
      if let sample = try track.next() { return sample }
      state.withLock { $0.isAtEnd = true }
      reader.outputDidFinish()
    } catch {
      reader.fail(error)
    }
    return nil
  }

  // MARK: The reader's side

  var isAdded: Bool { state.withLock { $0.isAdded } }
  var reader: AVAssetReader? { state.withLock { $0.reader } }

  func didAdd(to reader: AVAssetReader) {
    state.withLock { state in
      state.isAdded = true
      state.reader = reader
    }
  }

  /// Leaves reading to a metadata adaptor.
  ///
  /// - Returns: `false` where there is one already, or reading has started.
  func adaptToMetadata() -> Bool {
    state.withLock { state in
      guard !state.isAdapted, state.track == nil else { return false }
      state.isAdapted = true
      return true
    }
  }

  func reads(_ asset: AVAsset) -> Bool { source.track.asset === asset }

  func start(in session: ReadingSession, timeRange: CMTimeRange) throws {
    var output = source.output
    if case .pictures(var request) = output {
      request.ownsMemory = alwaysCopiesSampleData
      output = .pictures(request)
    }
    let track = try session.reader(of: source.track.information, output: output, timeRange: timeRange)
    state.withLock { $0.track = track }
  }

  /// The engine's reader of the track, once reading has started.
  var trackReader: TrackReader? { state.withLock { $0.track } }
}

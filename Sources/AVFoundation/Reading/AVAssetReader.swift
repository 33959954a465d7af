public import Foundation
public import CoreMedia
import MediaEngine
import MediaSupport
import Synchronization

/// Reads the media of an asset's tracks through its outputs, sample by sample.
///
/// The client pulls: `copyNextSampleBuffer()` reads and decodes on the caller's thread, and one output never
/// waits for another (AR-08). Status and error may be read on any thread.
public final class AVAssetReader: NSObject, Sendable {
  /// The state of reading. `.completed`, `.failed` and `.cancelled` are final (AR-02).
  public enum Status: Int, Sendable {
    case unknown = 0
    case reading = 1
    case completed = 2
    case failed = 3
    case cancelled = 4
  }

  /// The asset that is read.
  public let asset: AVAsset
  /// The asset's content as it was when the reader was made (CO-40).
  private let content: any AssetContent

  private struct State {
    var status = Status.unknown
    var error: AVError?
    var outputs: [AVAssetReaderOutput] = []
    var finishedOutputs = 0
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var session: (any AssetSession)?
    var continuesAfterDamage = false
    var requiresAllSamples = false

    var damageTreatment: DamageTreatment {
      if continuesAfterDamage { return .isLeftOut }
      return requiresAllSamples ? .requiresAllSamples : .endsReading
    }
  }

  private let state = Mutex(State())

  /// See `continuesAfterDamage`.
  var goesOnAfterDamage: Bool {
    get { state.withLock { $0.continuesAfterDamage } }
    set {
      if status != .unknown { raise(.internalInconsistency, "continuesAfterDamage must be set before startReading()") }
      state.withLock { $0.continuesAfterDamage = newValue }
    }
  }

  /// See `requiresAllSamples`.
  var needsAllSamples: Bool {
    get { state.withLock { $0.requiresAllSamples } }
    set {
      if status != .unknown { raise(.internalInconsistency, "requiresAllSamples must be set before startReading()") }
      state.withLock { $0.requiresAllSamples = newValue }
    }
  }

  /// A reader of an asset (AR-01).
  ///
  /// - Throws: `AVError` when the asset cannot be opened: the file is missing or not readable (`.unknown` with a
  ///   POSIX error beneath), not a media file (`.fileFormatNotRecognized`), broken (`.fileFailedToParse`), or cut
  ///   before its media (`.failedToLoadMediaData`).
  public init(asset: AVAsset) throws {
    try asset.loadedInformation()
    self.asset = asset
    content = asset.content.frozen
  }

  deinit { cancelReading() }

  /// The state of reading (AR-02). Any thread.
  public var status: Status { state.withLock { $0.status } }

  /// The error that reading failed with, an `AVError`. It is `nil` unless the status is `.failed` (AR-02). Any thread.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// The part of the asset that is read: all of it by default (AR-03). Nothing is read in what is empty, lies before the
  /// asset's start, or is no time range: one whose start is not numeric, or whose duration is neither numeric nor
  /// positive infinity. Set it before `startReading()`.
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.timeRange } }
    set {
      if status != .unknown { raise(.internalInconsistency, "timeRange must be set before startReading()") }
      state.withLock { $0.timeRange = newValue }
    }
  }

  /// The outputs in the order in which they were added.
  public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

  /// Returns whether `add` would accept an output: it reads this asset and has no reader (AR-04).
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    status == .unknown && !output.isAdded && output.reads(asset)
  }

  /// Adds an output. Stops the process where `canAdd` is false (AR-04).
  @available(macOS, deprecated: 26, message: "Use AVAssetReader.outputProvider(for:)")
  public func add(_ output: AVAssetReaderOutput) {
    if status != .unknown { raise(.internalInconsistency, "outputs must be added before startReading()") }
    if output.isAdded { raise(.invalidArgument, "the output belongs to a reader already") }
    if !output.reads(asset) { raise(.invalidArgument, "the output reads a track of another asset") }
    output.didAdd(to: self)
    state.withLock { $0.outputs.append(output) }
  }

  /// Prepares every output (AR-05).
  ///
  /// A movie that was cut, as a partial download, is read up to the first sample that is missing, and fails there (see
  /// `requiresAllSamples`).
  ///
  /// - Returns: `false` when an output cannot be read as its settings ask, or the tables of its track contradict each
  ///   other; `status` is then `.failed`. `false` after `cancelReading()`, too.
  @available(macOS, deprecated: 26, message: "Use AVAssetReader.start()")
  @discardableResult
  public func startReading() -> Bool {
    let session = content.makeSession(onDamage: state.withLock { $0.damageTreatment })
    let (before, outputs, range) = state.withLock { state in
      let before = state.status
      if before == .unknown { (state.status, state.session) = (.reading, session) }
      return (before, state.outputs, state.timeRange.readable)
    }
    // Another thread may cancel at any time.
    if before == .cancelled { return false }
    if before != .unknown { raise(.internalInconsistency, "startReading() can be called only once") }
    do {
      for output in outputs { try output.start(in: session, timeRange: range) }
      return status != .cancelled
    } catch {
      fail(error)
      return false
    }
  }

  /// Stops reading: outputs give `nil` from now on (AR-07). Not while a copy is running.
  public func cancelReading() {
    let (session, outputs) = state.withLock { state in
      if state.status == .reading || state.status == .unknown { state.status = .cancelled }
      return (state.session, state.outputs)
    }
    session?.cancel()
    for output in outputs { output.sampleReader?.cancel() }
  }

  func fail(_ error: any Error) {
    state.withLock { state in
      guard state.status == .reading else { return }
      state.status = .failed
      state.error = AVError(wrapping: error)
    }
  }

  /// Notes that an output was read to its end. After the last one the reader is complete (AR-09).
  func outputDidFinish() {
    state.withLock { state in
      state.finishedOutputs += 1
      if state.finishedOutputs == state.outputs.count && state.status == .reading { state.status = .completed }
    }
  }
}

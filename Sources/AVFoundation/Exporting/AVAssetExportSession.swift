public import CoreMedia
public import Foundation
import FoundationSupplement
import Synchronization

/// Makes a file of an asset, or of a part of it, in the form of a preset (<doc:Exporting>).
///
/// A session exports once. The file appears at its URL when it is complete, and never in the place of another; after a
/// failure or a cancellation there is none.
///
/// Settings are taken as they are when the export starts. Any thread; observers and completion handlers are called on an
/// unspecified thread.
public final class AVAssetExportSession: NSObject, Sendable {
  /// The state of an export. The last three are final.
  public enum Status: Int, Sendable {
    case unknown = 0
    /// The export has begun, and no media was read yet.
    case waiting = 1
    case exporting = 2
    case completed = 3
    case failed = 4
    case cancelled = 5
  }

  /// The asset that is exported.
  public let asset: AVAsset
  let preset: ExportPreset

  struct Configuration: Sendable {
    var outputFileType: AVFileType?
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var metadata: [AVMetadataItem]?
    var metadataItemFilter: AVMetadataItemFilter?
    var fileLengthLimit: Int64 = 0
    var isOptimizedForNetworkUse = false
    var allowsParallelizedExport = true
    var timePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
    var trackGroupHandling: AVAssetTrackGroupOutputHandling = []
    var makesPasses = false
    var temporaryDirectory: URL?
    var compositing: VideoCompositing?
    var audioMix: AVAudioMix?
  }

  private struct Session {
    var configuration = Configuration()
    var lifecycle = ExportLifecycle()
    var export: Export?
  }

  private let state = Mutex(Session())
  private let observedStatus = Observed(wrappedValue: Status.unknown)
  private let observedError = Observed<AVError?>(wrappedValue: nil)
  private let observedURL = Observed<URL?>(wrappedValue: nil)
  private let observedMix = Observed<AVAudioMix?>(wrappedValue: nil)
  private let observedComposition = Observed<AVVideoComposition?>(wrappedValue: nil)
  let monitor = ExportMonitor()

  /// A session for an asset. Nothing is read yet (EX-10).
  ///
  /// - Parameter presetName: the name of a preset: one of `allExportPresets()`, or `AVAssetExportPresetPassthrough`.
  /// - Returns: `nil` for any other name.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportPreset.all.first(where: { $0.name == presetName }) else { return nil }
    self.asset = asset
    self.preset = preset
  }

  deinit { monitor.enter(.over) }

  /// The name of the preset.
  public var presetName: String { preset.name }

  // MARK: Output

  /// The type of the file, or `nil` until it is set.
  ///
  /// Stops the process for a type that is not one of `supportedFileTypes`, and after the export has started (EX-30).
  public var outputFileType: AVFileType? {
    get { configuration.outputFileType }
    set {
      if let newValue, !supportedFileTypes.contains(newValue) {
        raise(.invalidArgument, "'\(newValue.rawValue)' is not one of the supportedFileTypes of \(presetName)")
      }
      requireNotStarted("outputFileType")
      configure { $0.outputFileType = newValue }
    }
  }

  /// The URL of the file, or `nil` until it is set. Observable.
  ///
  /// Stops the process after the export has started (EX-31).
  public var outputURL: URL? {
    get { observedURL.wrappedValue }
    set {
      requireNotStarted("outputURL")
      observedURL.wrappedValue = newValue
    }
  }

  /// The types of files that the preset makes, whatever the asset holds (EX-22). `determineCompatibleFileTypes` has
  /// those that can have this asset.
  public var supportedFileTypes: [AVFileType] { preset.fileTypes }

  /// A Boolean value that says whether a movie's tables come before its media, so that it plays while it is downloaded.
  /// It is `false` by default.
  public var shouldOptimizeForNetworkUse: Bool {
    get { configuration.isOptimizedForNetworkUse }
    set { configure { $0.isOptimizedForNetworkUse = newValue } }
  }

  /// A Boolean value that says whether the export may use more resources to be done earlier. It is `true` by default.
  ///
  /// It has no effect: the encoders use all processors in any case, and their result does not depend on it.
  public var allowsParallelizedExport: Bool {
    get { configuration.allowsParallelizedExport }
    set { configure { $0.allowsParallelizedExport = newValue } }
  }

  // MARK: Part and size

  /// The part of the asset that is exported: all of it by default (EX-35). The file's time zero is the part's start.
  public var timeRange: CMTimeRange {
    get { configuration.timeRange }
    set { configure { $0.timeRange = newValue } }
  }

  /// The size in bytes that the file is not to exceed; 0, the default, for no limit (EX-50).
  public var fileLengthLimit: Int64 {
    get { configuration.fileLengthLimit }
    set { configure { $0.fileLengthLimit = max(0, newValue) } }
  }

  // MARK: Metadata

  /// The metadata of the file. With `nil`, the default, it is the asset's, under the file type's own identifiers
  /// (EX-40).
  public var metadata: [AVMetadataItem]? {
    get { configuration.metadata }
    set { configure { $0.metadata = newValue } }
  }

  /// The filter of metadata that comes from the asset; `nil`, the default, for all of it. Items of `metadata` are not
  /// filtered (EX-41).
  public var metadataItemFilter: AVMetadataItemFilter? {
    get { configuration.metadataItemFilter }
    set { configure { $0.metadataItemFilter = newValue } }
  }

  // MARK: Processing

  /// The algorithm by which sound keeps its pitch in edits of another rate; `.spectral` by default (EX-44).
  ///
  /// Stops the process for another than `.spectral`, `.timeDomain` and `.varispeed`.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { configuration.timePitchAlgorithm }
    set {
      guard newValue.isForReading else {
        raise(.invalidArgument, "audioTimePitchAlgorithm cannot be \(newValue.rawValue)")
      }
      configure { $0.timePitchAlgorithm = newValue }
    }
  }

  /// The volumes and the processing of the tracks of sound, which become one track (EX-47). The session keeps a copy. With
  /// `nil`, the default, each track is encoded for itself. Observable.
  ///
  /// Stops the process after the export has started.
  public var audioMix: AVAudioMix? {
    get { observedMix.wrappedValue }
    set {
      requireNotStarted("audioMix")
      let copy = newValue?.copy() as? AVAudioMix
      configure { $0.audioMix = copy }
      observedMix.wrappedValue = copy
    }
  }

  /// The composition of the video tracks, which become one track (EX-46). The session keeps a copy. With `nil`, the
  /// default, one track is exported. Observable.
  ///
  /// Stops the process after the export has started.
  public var videoComposition: AVVideoComposition? {
    get { observedComposition.wrappedValue }
    set {
      requireNotStarted("videoComposition")
      let compositing = newValue.map(VideoCompositing.init)
      configure { $0.compositing = compositing }
      observedComposition.wrappedValue = compositing?.composition
    }
  }

  /// The client's compositor, which was made as the composition was set. It is `nil` for the built-in one.
  public var customVideoCompositor: (any AVVideoCompositing)? { configuration.compositing?.compositor }

  /// The treatment of the alternatives of exported sound: none by default (EX-43).
  public var audioTrackGroupHandling: AVAssetTrackGroupOutputHandling {
    get { configuration.trackGroupHandling }
    set { configure { $0.trackGroupHandling = newValue } }
  }

  /// A Boolean value that says whether the export may make several passes over the asset for a better result. It is
  /// `false` by default (EX-51).
  ///
  /// It has an effect where H.264 has to keep to `fileLengthLimit`. Stops the process after the export has started.
  public var canPerformMultiplePassesOverSourceMediaData: Bool {
    get { configuration.makesPasses }
    set {
      requireNotStarted("canPerformMultiplePassesOverSourceMediaData")
      configure { $0.makesPasses = newValue }
    }
  }

  /// The folder of the unfinished file and of temporary data. With `nil`, the default, the unfinished file lies beside
  /// `outputURL` (EX-52).
  ///
  /// The export fails where no file can be made there. Stops the process after the export has started.
  public var directoryForTemporaryFiles: URL? {
    get { configuration.temporaryDirectory }
    set {
      requireNotStarted("directoryForTemporaryFiles")
      configure { $0.temporaryDirectory = newValue }
    }
  }

  var configuration: Configuration { state.withLock { $0.configuration } }

  private func configure(_ change: (inout Configuration) -> Void) { state.withLock { change(&$0.configuration) } }

  private func requireNotStarted(_ name: String) {
    let status = state.withLock { $0.lifecycle.status }
    if status == .unknown || status == .cancelled { return }
    raise(.internalInconsistency, "Cannot alter \(name) on an AVAssetExportSession after an export has started.")
  }

  /// The wishes for the export, as they are now.
  ///
  /// - Parameter fileType: the type of the file.
  func request(as fileType: AVFileType) -> ExportRequest {
    let configuration = configuration
    var request = ExportRequest(asset, preset, as: fileType)
    request.timeRange = configuration.timeRange
    request.metadata = configuration.metadata
    request.metadataItemFilter = configuration.metadataItemFilter
    request.fileLengthLimit = configuration.fileLengthLimit
    request.makesPasses = configuration.makesPasses
    request.isOptimizedForNetworkUse = configuration.isOptimizedForNetworkUse
    request.trackGroupHandling = configuration.trackGroupHandling
    request.timePitchAlgorithm = configuration.timePitchAlgorithm
    request.temporaryDirectory = configuration.temporaryDirectory
    request.compositing = configuration.compositing
    request.audioMix = configuration.audioMix
    return request
  }

  // MARK: Status

  /// The state of the export (EX-60). Observable.
  @available(macOS, deprecated: 15, message: "Use states(updateInterval:) instead")
  public var status: Status { observedStatus.wrappedValue }

  /// The error that the export failed with, an `AVError`; `.operationCancelled` for a cancelled one. It is `nil` before,
  /// and after a complete export (EX-61). Observable.
  @available(macOS, deprecated: 15, message: "Use export(to:as:) async throws instead")
  public var error: (any Error)? { observedError.wrappedValue }

  /// The fraction of the export that is done, between 0 and 1: 0 before it starts, and 1 only once the file is complete.
  /// It never becomes less. It cannot be observed (EX-62).
  @available(macOS, deprecated: 27, message: "Use states(updateInterval:) instead")
  public var progress: Float {
    let (export, status) = state.withLock { ($0.export, $0.lifecycle.status) }
    if status == .completed { return 1 }
    if let export { monitor.advance(to: export.fraction) }
    return Float(monitor.progress.fractionCompleted)
  }

  // MARK: Exporting

  /// Starts the export to `outputURL`, and returns at once. The session stays until it is over (EX-63).
  ///
  /// Stops the process where `outputFileType` is not set, and for a second export.
  ///
  /// - Parameter handler: called once, after `status` and `error` are set, however the export ended: before this returns
  ///   where it cannot begin.
  @available(macOS, deprecated: 15, message: "Use export(to:as:) async throws instead")
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    guard let type = outputFileType else {
      raise(.internalInconsistency, "outputFileType is set before exportAsynchronously(completionHandler:)")
    }
    guard begin() else { return handler() }
    guard let url = outputURL else {
      end(with: AVError.export("outputURL is not set", code: .operationNotAllowed, advice: "set it before"))
      return handler()
    }
    let export = Export(request(as: type)) { [monitor] in monitor.advance(to: $0) }
    start(export)
    DispatchQueue(label: "AVAssetExportSession").async { [self] in
      run(export, to: url)
      handler()
    }
  }

  /// The asynchronous form of `exportAsynchronously(completionHandler:)`, which does not throw: `status` and `error` say
  /// how the export ended.
  @available(macOS, deprecated: 15, message: "Use export(to:as:) async throws instead")
  public func export() async {
    await withCheckedContinuation { continuation in exportAsynchronously { continuation.resume() } }
  }

  /// Exports the asset to a file that does not exist yet (EX-64).
  ///
  /// Stops the process for a type that is not one of `supportedFileTypes`, and for a second export.
  ///
  /// - Throws: `CancellationError` where the task or the session was cancelled; else the `AVError` that the export
  ///   failed with. There is no file then.
  public func export(
    to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    if isCancelled { throw CancellationError() }
    outputURL = url
    outputFileType = fileType
    await withTaskCancellationHandler {
      await export()
    } onCancel: {
      cancelExport()
    }
    if isCancelled { throw CancellationError() }
    if let error = observedError.wrappedValue { throw error }
  }

  /// Cancels the export, which ends soon, and leaves no file; one that has not started never does (EX-65).
  ///
  /// The call does not wait for the end, though for a write in progress. After the end it has no effect.
  @available(macOS, deprecated: 27, message: "Use Task.cancel() instead")
  public func cancelExport() {
    let (cancellation, export) = state.withLock { ($0.lifecycle.cancel(), $0.export) }
    switch cancellation {
    case .nothing: break
    case .stop: export?.cancel()
    case .end: tellEnd(.cancelled, Export.cancellation)
    }
  }

  private var isCancelled: Bool { state.withLock { $0.lifecycle.status } == .cancelled }

  /// Begins the session's only export.
  ///
  /// - Returns: false where the session was cancelled before.
  private func begin() -> Bool {
    let (hasBegun, status) = state.withLock { state in (state.lifecycle.begin(), state.lifecycle.status) }
    if hasBegun {
      observedStatus.wrappedValue = .waiting
      monitor.enter(.waiting)
    } else if status != .cancelled {
      raise(.internalInconsistency, "an AVAssetExportSession exports once")
    }
    return hasBegun
  }

  /// Takes the export, so that it can be cancelled.
  private func start(_ export: Export) {
    let isCancelling = state.withLock { state in
      state.export = export
      return state.lifecycle.isCancelling
    }
    if isCancelling { export.cancel() }
  }

  /// Performs the export, on a thread of its own.
  private func run(_ export: Export, to url: URL) {
    state.withLock { $0.lifecycle.start() }
    observedStatus.wrappedValue = .exporting
    monitor.enter(.exporting)
    do {
      try export.run(to: url)
      end(with: nil)
    } catch {
      end(with: AVError(wrapping: error))
    }
  }

  private func end(with error: AVError?) {
    let status = state.withLock { state in
      state.lifecycle.end(isComplete: error == nil)
      state.export = nil
      return state.lifecycle.status
    }
    tellEnd(status, error)
  }

  private func tellEnd(_ status: Status, _ error: AVError?) {
    if status == .completed { monitor.advance(to: 1) }
    observedError.wrappedValue = error
    observedStatus.wrappedValue = status
    monitor.enter(.over)
  }
}

import AVFAudio
import CoreGraphics
public import CoreMedia
public import Dispatch
public import Foundation
import FoundationSupplement
import MediaEngine
import MediaSupport
import Synchronization

/// Takes the samples of one track of one writer's file (WI-01).
///
/// Append while `isReadyForMoreMediaData`, from one thread at a time; feed it in pull mode with
/// `requestMediaDataWhenReady(on:using:)`. Readiness is the back-pressure: with several inputs it follows
/// the ideal interleaving of the file (WI-44), and no order of calls can deadlock.
public final class AVAssetWriterInput: NSObject, @unchecked Sendable {
  // Sendable: everything that changes is behind `state`.

  /// The type of the track's media.
  public let mediaType: AVMediaType
  /// The settings by which samples are encoded. With `nil` they are stored as they come (WI-03).
  public let outputSettings: [String: Any]?
  /// The format of the samples to come, where the client knew it.
  public let sourceFormatHint: CMFormatDescription?

  struct State {
    var configuration: TrackConfiguration
    weak var writer: AVAssetWriter?
    weak var group: AVAssetWriterInputGroup?
    var associations: [TrackAssociation] = []
    var metadata: [AVMetadataItem] = []
    var isAdded = false
    var hasRequest = false
    var hasPixelBufferAdaptor = false
    var hasMetadataAdaptor = false
    var passes = PassCycle<AVAssetWriterInputPassDescription>(.everything)
    /// The client's block for passes, which may hold the input. It is `nil` before there is one, and once it is not called
    /// any more.
    var passResponse: PassResponse?
    var hasPassResponse = false
    /// Continuations of the clients that wait for the next pass to be known.
    var passWaits: [CheckedContinuation<Void, Never>] = []
    var isMarkedFinished = false
  }

  let state: Mutex<State>
  /// The track, which is set once, when writing starts. It is asked for each sample, without a lock.
  private let trackReference = AtomicLazyReference<TrackWriter>()
  let readiness = DerivedProperty()
  /// Announces to observers that the track was made. Values that exist only from `startWriting()` on follow from it.
  let start = DerivedProperty()
  /// Announces to observers that another pass is made.
  let pass = DerivedProperty()

  /// An input without a format hint (WI-02); audio settings then have no `AVEncoderAudioQualityKey` (WI-12).
  public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
    if mediaType == .audio, outputSettings?[AVEncoderAudioQualityKey] != nil {
      raise(.invalidArgument, "\(AVEncoderAudioQualityKey) needs an input with a source format hint")
    }
    self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
  }

  /// An input for samples of a known format, which supplies the values that the settings leave out (WI-07).
  ///
  /// Stops the process for settings that the documentation forbids (WI-05, WI-06, WI-08 to WI-12). For settings that
  /// are allowed and cannot be encoded here, `AVAssetWriter.canApply` is false.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?
  ) {
    self.mediaType = mediaType
    self.outputSettings = outputSettings
    self.sourceFormatHint = sourceFormatHint
    if let reason = Self.refusal(of: sourceFormatHint, for: mediaType) { raise(.invalidArgument, reason) }
    let type = CMFormatDescription.MediaType(mediaType)
    var configuration = TrackConfiguration(mediaType: type, encoding: .copy)
    do {
      configuration.encoding = try OutputSettings.encoding(outputSettings, for: mediaType, hint: sourceFormatHint)
    } catch let problem as SettingsProblem where problem.kind == .misuse {
      raise(.invalidArgument, problem.reason)
    } catch {
      // Allowed but not encodable here: `canApply` says no, and `add` refuses.
    }
    configuration.formatHint = sourceFormatHint
    configuration.volume = mediaType == .audio ? 1 : 0
    state = Mutex(State(configuration: configuration))
  }

  private static func refusal(of hint: CMFormatDescription?, for mediaType: AVMediaType) -> String? {
    guard let hint else { return nil }
    if AVMediaType(hint.mediaType) != mediaType {
      return "the source format hint is of another media type than \(mediaType.rawValue)"
    }
    guard mediaType == .video else { return nil }
    let size = CMVideoFormatDescriptionGetDimensions(hint)
    return size.width > 0 && size.height > 0
      ? nil : "the source format hint needs a width and a height greater than 0"
  }

  /// The reason why no input can be made of these arguments, in a sentence, or `nil` if one can. The initialisers stop
  /// the process for that reason. A client whose settings or hints come from a file should ask first.
  static func misuse(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?
  ) -> String? {
    if let reason = refusal(of: sourceFormatHint, for: mediaType) { return reason }
    do {
      _ = try OutputSettings.encoding(outputSettings, for: mediaType, hint: sourceFormatHint)
      return nil
    } catch {
      let problem = error as? SettingsProblem
      return problem?.kind == .misuse ? problem?.reason : nil
    }
  }

  // MARK: Appending

  /// A Boolean value that says whether a sample may be appended now (WI-40, WI-43). Any thread.
  ///
  /// It is `false` before writing starts and after `markAsFinished()`. After failure and cancellation it is `true`, so
  /// that loops that wait for it end; the append then returns `false`. Observable; handlers run on whatever thread it
  /// changes on (WI-42), and with `.prior` right before the change is told.
  @available(macOS, deprecated: 26, message: "Await a receiver's append(_:)")
  public var isReadyForMoreMediaData: Bool {
    readiness.access()
    return track?.isReady ?? isOver
  }

  /// The writer failed or was cancelled before this input started.
  private var isOver: Bool {
    let status = state.withLock { $0.writer }?.status
    return status == .failed || status == .cancelled
  }

  /// Appends a sample in decode order (WI-64). It is kept until consumed and must not change (WI-63). The closure that
  /// makes its data ready, where it has one, is called on a thread of the writer's.
  ///
  /// With settings, samples are decoded pictures or linear PCM of any byte order and of as many bits as it states, whose
  /// channels may lie in any order that its layout states. Without, they are packets as the format description says.
  /// - Returns: `false` when the writer failed, was cancelled or has no open session: read its status and
  ///   error (WI-62).
  ///
  /// Stops the process when the input was not added, writing has not started, the media type differs
  /// (WI-61), or the input is not ready (WI-41).
  @available(macOS, deprecated: 26, message: "Use AVAssetWriter.inputReceiver(for:)")
  @discardableResult
  public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    guard let track = startedTrack(for: "append(_:)") else { return false }
    requireMediaType(of: sampleBuffer)
    return didAppend(track.append(sampleBuffer), "append(_:)")
  }

  /// Appends a sample as `append(_:)` does, and returns whether it was accepted, and whether the next one may be appended
  /// now.
  package func appendAsking(_ sampleBuffer: CMSampleBuffer) -> (isAccepted: Bool, isReady: Bool) {
    guard let track = startedTrack(for: "append(_:)") else { return (false, false) }
    requireMediaType(of: sampleBuffer)
    let (acceptance, isReady) = track.appendAsking(sampleBuffer)
    return (didAppend(acceptance, "append(_:)"), isReady)
  }

  /// Says that no more samples come: the input no longer makes others wait (WI-50, WI-51). A second call has no effect.
  public func markAsFinished() {
    guard let track = startedTrack(for: "markAsFinished()") else { return }
    // The block is released outside of the lock: objects that it holds may call the input in their `deinit`.
    _ = state.withLock { state in
      state.isMarkedFinished = true
      return state.passResponse.take()
    }
    track.markAsFinished()
  }

  /// Calls the block on the queue whenever the input is ready, until it is marked finished (WI-47 to WI-49).
  ///
  /// The block should append until the input is not ready, or mark it finished, and return. When it appends
  /// nothing it is called again after a short while and does not make other inputs wait meanwhile.
  ///
  /// Stops the process when the input was not added, writing has not started, or it was called before.
  @available(macOS, deprecated: 26, message: "Await a receiver's append(_:)")
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    guard let track = startedTrack(for: "requestMediaDataWhenReady(on:using:)") else { return }
    let isFirst = state.withLock { state in
      defer { state.hasRequest = true }
      return !state.hasRequest
    }
    guard isFirst, track.requestSamples(on: queue, block) else {
      raise(.internalInconsistency, "requestMediaDataWhenReady(on:using:) was called already")
    }
  }

  // MARK: The writer's side

  var isAdded: Bool { state.withLock { $0.isAdded } }
  var writer: AVAssetWriter? { state.withLock { $0.writer } }
  /// The input's track, or `nil` before writing starts, and where it could not start.
  var track: TrackWriter? { trackReference.load() }

  func didAdd(to writer: AVAssetWriter) {
    state.withLock { state in
      state.isAdded = true
      state.writer = writer
    }
  }

  func didJoin(_ group: AVAssetWriterInputGroup) { state.withLock { $0.group = group } }

  /// The writer took the group that the input belongs to.
  func becomeAlternative(group number: Int16, isDefault: Bool) {
    state.withLock { state in
      state.configuration.alternateGroup = number
      state.configuration.isEnabled = isDefault
    }
  }

  /// Turns the metadata items into the container's records, which may ask the client for their values.
  func prepareMetadata(for container: ContainerFormat) {
    let items = metadata
    let records = MetadataMapping(to: container).records(items)
    let tags = items.filter { $0.identifier == .quickTimeUserDataTaggedCharacteristic }.compactMap(\.stringValue)
    state.withLock { state in
      state.configuration.metadata = records
      state.configuration.characteristics = Set(tags)
    }
  }

  /// Makes the input's track, which it gets once every input has one.
  ///
  /// - Parameters:
  ///   - inputs: all inputs of the writer, in the order of their tracks.
  ///   - segments: the boundaries at which encoded pictures need key frames.
  func makeTrack(
    in session: WritingSession, among inputs: [AVAssetWriterInput], segments: SegmentBoundaries?
  ) throws -> TrackWriter {
    var configuration = state.withLock { $0.configuration }
    configuration.associations = associations(among: inputs)
    configuration.segmentBoundaries = segments
    return try session.addTrack(
      configuration, readinessDidChange: { [readiness] in readiness.didChange() },
      passDidEnd: { [weak self] in self?.passDidEnd(next: $0) }, didEnd: { [weak self] in self?.trackDidEnd() })
  }

  /// Writing starts with the track that `makeTrack` made.
  func take(_ track: TrackWriter) { _ = trackReference.storeIfNil(track) }

  /// The writer started, failed to, or was cancelled before; its lock is free again.
  func didStart() {
    start.didChange()
    if track == nil { readiness.didChange() }
  }

  /// The track that samples go to, or `nil` when the writer failed or was cancelled before it started.
  func startedTrack(for call: String) -> TrackWriter? {
    if let track { return track }
    let (isAdded, writer) = state.withLock { ($0.isAdded, $0.writer) }
    if !isAdded { raise(.internalInconsistency, "\(call) needs the input to be added to a writer") }
    if let writer, writer.status == .unknown {
      raise(.internalInconsistency, "\(call) needs the writer's startWriting() first")
    }
    return nil
  }

  /// Stops the process for a sample that is not of the input's media type (WI-61).
  func requireMediaType(of sample: CMSampleBuffer) {
    if let format = sample.formatDescription, AVMediaType(format.mediaType) != mediaType {
      raise(.invalidArgument, "a sample buffer of another media type than \(mediaType.rawValue) was appended")
    }
  }

  /// Converts the track's answer into the client's: `true` for an accepted sample, `false` for a refused one. Stops the
  /// process if the input was not ready (WI-41).
  func didAppend(_ acceptance: Gate.Acceptance, _ call: String) -> Bool {
    switch acceptance {
    case .accepted: return true
    case .refused: return false
    case .notReady:
      raise(.internalInconsistency, "A sample buffer cannot be appended when readyForMoreMediaData is NO: \(call)")
    }
  }
}

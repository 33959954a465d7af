public import CoreMedia
public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// A source of samples that a reader vends: the base class of the outputs.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  // Sendable: everything that changes is behind `state`.

  /// The tracks that are read, and the form in which their samples are vended.
  struct Source: Sendable {
    /// The first track.
    let track: AVAssetTrack
    private let others: ArraySlice<AVAssetTrack>
    /// The output that the settings ask for, or the error that reading starts with.
    let requested: Result<TrackReader.Output, MediaError>

    init(track: AVAssetTrack, output: TrackReader.Output) { self.init(tracks: [track], requested: .success(output)) }

    /// - Parameter tracks: at least one.
    init(tracks: [AVAssetTrack], requested: Result<TrackReader.Output, MediaError>) {
      (track, others, self.requested) = (tracks[0], tracks.dropFirst(), requested)
    }

    func isOf(_ asset: AVAsset) -> Bool { track.asset === asset && others.allSatisfy { $0.asset === asset } }
  }

  private let source: Source

  struct State {
    weak var reader: AVAssetReader?
    var isAdded = false
    var alwaysCopiesSampleData = true
    var deinterlaces = false
    var appliesPreferredTrackTransform = false
    var mapsTonesToStandardRange = false
    var pictureLevels = PictureLevels()
    /// The turn that replaces the track's transform. Nil means none.
    var turn: PictureTurn?
    var layout: PictureLayout?
    var stills: [StillLayer] = []
    var progress = OutputProgress()
    var samples: (any SampleReader)?
    /// The adaptor that reads its samples, in words: "a metadata adaptor".
    var adaptor: String?
    var hasProvider = false
  }

  let state = Mutex(State())

  init(_ source: Source) {
    self.source = source
    super.init()
  }

  /// The media type of the samples that are vended.
  public var mediaType: AVMediaType { source.track.mediaType }

  /// A Boolean value that says whether vended data may be modified (AR-20). The default is `true`. Set it before
  /// reading starts.
  ///
  /// Later pictures are predicted from decoded ones: with `false` those are vended without a copy and must not be
  /// changed. Everything else is the client's own with both values.
  @available(macOS, deprecated: 26, message: "Use AVAssetReader.outputProvider(for:)")
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.alwaysCopiesSampleData } }
    set {
      requireNotStarted("alwaysCopiesSampleData")
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
  @discardableResult
  public func copyNextSampleBuffer() -> CMSampleBuffer? {
    if let adaptor = state.withLock({ $0.adaptor }) {
      raise(.internalInconsistency, "the output has \(adaptor): read its samples from that")
    }
    return nextSample(for: "copyNextSampleBuffer()")
  }

  /// Returns the next sample, for the call that a client made.
  func nextSample(for call: String) -> CMSampleBuffer? {
    guard let reader = startedReader(for: call) else { return nil }
    let (samples, isAtEnd) = state.withLock { ($0.samples, $0.progress.isAtEnd) }
    guard reader.status == .reading, !isAtEnd, let samples else { return nil }
    do {
      if let sample = try samples.next() { return sample }
      if state.withLock({ $0.progress.reachEnd() }) { reader.outputDidFinish() }
    } catch {
      reader.fail(error)
    }
    return nil
  }

  // MARK: The reader's side

  var isAdded: Bool { state.withLock { $0.isAdded } }
  var reader: AVAssetReader? { state.withLock { $0.reader } }

  /// The reader, once it has started, or `nil` when it is gone. Stops the process when the output is not added to one
  /// or reading has not started.
  func startedReader(for call: String) -> AVAssetReader? {
    guard isAdded else {
      raise(.internalInconsistency, "\(call) needs an output that is added to a reader")
    }
    guard let reader else { return nil }
    if reader.status == .unknown { raise(.internalInconsistency, "\(call) needs startReading() first") }
    return reader
  }

  /// Stops the process when a property is set too late.
  func requireNotStarted(_ property: String, _ name: ExceptionName = .internalInconsistency) {
    if let reader, reader.status != .unknown { raise(name, "\(property) must be set before reading starts") }
  }

  func didAdd(to reader: AVAssetReader) {
    state.withLock { state in
      state.isAdded = true
      state.reader = reader
    }
  }

  /// Lets an adaptor do the reading.
  ///
  /// - Returns: `false` where there is one already, or reading has started.
  func adapt(to adaptor: String) -> Bool {
    state.withLock { state in
      guard state.adaptor == nil, state.samples == nil else { return false }
      state.adaptor = adaptor
      return true
    }
  }

  func reads(_ asset: AVAsset) -> Bool { source.isOf(asset) }

  /// Opens the track for reading.
  func open(in session: any AssetSession, timeRange: CMTimeRange) throws -> any SampleReader {
    let reader = try session.reader(
      of: source.track.information, output: completed(source.requested.get()), timeRange: timeRange,
      isRandomAccess: supportsRandomAccess)
    let (layout, stills) = state.withLock { ($0.layout, $0.stills) }
    return try reader.laidOut(by: layout, under: stills).faded(by: pictureLevels)
  }

  /// The level of the pictures over time.
  var pictureLevels: PictureLevels { state.withLock { $0.pictureLevels } }

  /// Returns the output with the properties that were set since it was made.
  private func completed(_ output: TrackReader.Output) -> TrackReader.Output {
    switch output {
    case .pictures(var request):
      request.ownsMemory = alwaysCopiesSampleData
      applyPresentation(to: &request)
      return .pictures(request)
    case .audio(var request):
      request.timeStretch = timeStretch
      return .audio(request)
    case .packets, .glimpse, .references: return output
    }
  }

  /// The way in which sound that is shown at another speed is stretched.
  var timeStretch: TimeStretchAlgorithm { .spectral }

  /// Sets how the pictures are presented: their fields, their range, and how they are turned.
  func applyPresentation(to request: inout PictureRequest) {
    request.deinterlaces = deinterlaces
    request.mapsTones = mapsTonesToStandardRange
    if let turn = state.withLock({ $0.turn }) {
      request.turn = turn.isNone ? nil : turn
    } else if appliesPreferredTrackTransform {
      request.turn = PictureTurn(source.track.information.transform)
    }
  }

  /// Opens the tracks, and seeks to the time range.
  ///
  /// - Parameter timeRange: the range that is read. It is `nil` where nothing is.
  func start(in session: any AssetSession, timeRange: CMTimeRange?) throws {
    // Outputs of several tracks open those in their own way, and do not look at it.
    _ = try source.requested.get()
    let samples = try open(in: session, timeRange: timeRange ?? .zero)
    if timeRange == nil { samples.reset(to: []) }
    state.withLock { $0.samples = samples }
  }

  /// The engine's reader of the samples, once reading has started.
  var sampleReader: (any SampleReader)? { state.withLock { $0.samples } }
}

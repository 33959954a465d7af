public import CoreMedia
import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Segments for streaming, which are given to the delegate instead of being written to a file. Settable until writing
/// starts (AW-70 to AW-79).
extension AVAssetWriter {
  /// The duration of segments (AW-74, AW-75, AW-77).
  ///
  /// With a positive number, a segment ends before the first sync sample that is presented at or after each multiple of
  /// the interval from `initialSegmentStartTime` on; pictures that are encoded get a key frame there. There is at most
  /// one input for each media type, or a single one that passes its samples through. With `.indefinite`, a segment ends
  /// with `flushSegment()`, and inputs pass their samples through. With `.invalid`, the default, the interval is six
  /// seconds.
  public var preferredOutputSegmentInterval: CMTime {
    get { state.withLock { $0.segments.interval } }
    set {
      guard !newValue.isValid || newValue == .indefinite || newValue.isNumeric && newValue > .zero else {
        raise(.invalidArgument, "preferredOutputSegmentInterval must be positive, indefinite or invalid")
      }
      configure { $0.segments.interval = newValue }
    }
  }

  /// The time at which the first segment starts, in the source's time. Intervals are counted from here. It must be a
  /// number where the interval is one (AW-74).
  public var initialSegmentStartTime: CMTime {
    get { state.withLock { $0.segments.startTime } }
    set { configure { $0.segments.startTime = newValue } }
  }

  /// The rules that segments follow. With `nil`, the default, they are those of Apple's HTTP Live Streaming (AW-72).
  public var outputFileTypeProfile: AVFileTypeProfile? {
    get { state.withLock { $0.segments.profile } }
    set { configure { $0.segments.profile = newValue } }
  }

  /// The object that takes the segments of a writer from `init(contentType:)` (AW-70). It is held weakly. A writer with
  /// a URL writes its file and does not call it.
  public var delegate: (any AVAssetWriterDelegate)? {
    get { state.withLock { $0.segments.delegate } }
    set { configure { $0.segments.delegate = newValue } }
  }

  /// Ends the segment, which holds everything that was appended so far (AW-75, AW-79). The delegate gets it soon after,
  /// on another thread.
  ///
  /// The next sample of each input must be a sync sample, or else writing fails with
  /// `.segmentStartedWithNonSyncSample`. Stops the process where there is no delegate or
  /// `preferredOutputSegmentInterval` is not `.indefinite` (AW-76).
  public func flushSegment() {
    let (segments, session) = state.withLock { ($0.segments, $0.session) }
    if segments.delegate == nil { raise(.internalInconsistency, "flushSegment() needs a delegate that takes segments") }
    if segments.interval != .indefinite {
      raise(.internalInconsistency, "flushSegment() needs a preferredOutputSegmentInterval of .indefinite")
    }
    session?.endSegment()
  }
}

extension AVAssetWriter {
  /// The client's settings for segments.
  struct SegmentSettings {
    var interval = CMTime.invalid
    var startTime = CMTime.invalid
    var profile: AVFileTypeProfile?
    weak var delegate: (any AVAssetWriterDelegate)?

    var rule: SegmentConfiguration.Rule {
      if interval == .indefinite { return .onDemand }
      let start = startTime.isNumeric ? startTime : .zero
      return .every(
        SegmentBoundaries(
          start: start, interval: interval.isNumeric ? interval : SegmentConfiguration.defaultInterval))
    }
  }

  /// Returns the configuration of the writer's segments.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for a combination of settings and inputs that Apple excludes.
  func segmentConfiguration(_ settings: SegmentSettings, inputs: [AVAssetWriterInput]) throws -> SegmentConfiguration {
    if let problem = problem(with: settings) ?? settings.problem(with: inputs) {
      throw MediaError(.invalidOperation, .opening, "segments cannot be written: \(problem)")
    }
    let profile: SegmentConfiguration.Profile = settings.profile == .mpeg4CMAFCompliant ? .cmaf : .appleHLS
    var configuration = SegmentConfiguration(profile: profile, rule: settings.rule) { [weak self] segment in
      // A delegate that cancels is not called any more, also for segments that are complete by then.
      guard let self, let delegate, status == .writing else { return }
      delegate.assetWriter(
        self, didOutputSegmentData: Data(segment.bytes),
        segmentType: segment.isInitialization ? .initialization : .separable,
        segmentReport: segment.isInitialization ? nil : AVAssetSegmentReport(segment))
    }
    configuration.trackCount = inputs.count
    return configuration
  }

  private func problem(with settings: SegmentSettings) -> String? {
    if settings.delegate == nil { return "there is no delegate to take them" }
    switch container {
    case .mp4: break
    case .m4v,
      .m4a where settings.profile == nil:
      break
    default: return "they are written as MPEG-4, and the content type is \(outputFileType.rawValue)"
    }
    if let profile = settings.profile, profile != .mpeg4AppleHLS, profile != .mpeg4CMAFCompliant {
      return "the profile '\(profile.rawValue)' is unknown"
    }
    if settings.interval.isNumeric, !settings.startTime.isNumeric {
      return "a preferredOutputSegmentInterval needs an initialSegmentStartTime"
    }
    return nil
  }
}

extension AVAssetWriter.SegmentSettings {
  /// Returns the reason why segments cannot be written with these inputs (AW-74, AW-75). It is `nil` if they can.
  fileprivate func problem(with inputs: [AVAssetWriterInput]) -> String? {
    if let other = inputs.first(where: { $0.mediaType != .video && $0.mediaType != .audio }) {
      return "they can carry only video and audio, and an input has \(other.mediaType.rawValue)"
    }
    if Set(inputs.map(\.mediaType)).count < inputs.count { return "there is more than one input of a media type" }
    let copies = inputs.contains { $0.outputSettings == nil }
    if interval == .indefinite, inputs.contains(where: { $0.outputSettings != nil }) {
      return "an indefinite interval needs inputs without output settings, and one has some"
    }
    if interval != .indefinite, copies, inputs.count > 1 {
      return "an input without output settings must be the only one, unless the interval is indefinite"
    }
    return nil
  }
}

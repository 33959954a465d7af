import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// Reading other time ranges after the first, as an encoder of several passes asks for them.
///
/// The samples that are vended of a range are those that reading the whole track vends there, frame for frame and
/// sample for sample. Pictures are decoded from the last random-access point before the range on, sound from a second
/// before it; nothing else is decoded. Containers with an index (movies, Matroska, WAVE and their like) are read from
/// there. In others, such as transport streams, everything up to the range is read once more and passed over.
///
/// Without output settings, samples come from the last random-access point before the range on, as they are decoded:
/// those that are not shown in the range have the attachment `kCMSampleAttachmentKey_DoNotDisplay`. Linear PCM is cut to
/// the sample.
extension AVAssetReaderOutput {
  /// A Boolean value that says whether other time ranges may be read after the first. It is `false` by default (AR-24).
  /// With `true` the reader does not complete before `markConfigurationAsFinal()`.
  ///
  /// Stops the process when it is set after reading started, or once a provider reads the output.
  @available(macOS, deprecated: 26, message: "Use AVAssetReader.outputProviderWithRandomAccess(for:)")
  public var supportsRandomAccess: Bool {
    get { state.withLock { $0.progress.supportsRandomAccess } }
    set {
      requireNotStarted("supportsRandomAccess")
      if state.withLock({ $0.hasProvider }) {
        raise(.internalInconsistency, "supportsRandomAccess cannot be set on an output that a provider reads")
      }
      state.withLock { $0.progress.supportsRandomAccess = newValue }
    }
  }

  /// Reads other time ranges, in place of the reader's `timeRange` (AR-26), one after the other. After the last one
  /// `copyNextSampleBuffer()` gives `nil` again. A reader that failed or was cancelled reads nothing (AR-27).
  ///
  /// - Parameter timeRanges: values that hold a `CMTimeRange`, in the asset's time; parts outside of the asset are
  ///   passed over.
  ///
  /// Stops the process (AR-25) when a value holds something else; when a start is not numeric, or a duration negative or
  /// neither numeric nor positive infinity; when the ranges are not in the order of their starts, or overlap; before
  /// reading starts; before `copyNextSampleBuffer()` has given `nil`; when `supportsRandomAccess` is false; after
  /// `markConfigurationAsFinal()`.
  @available(macOS, deprecated: 26, message: "Use AVAssetReader.outputProviderWithRandomAccess(for:)")
  public func reset(forReadingTimeRanges timeRanges: [NSValue]) {
    for value in timeRanges where !value.holdsTimeRange {
      raise(.invalidArgument, "reset(forReadingTimeRanges:) needs values that hold a CMTimeRange, not \(value)")
    }
    reset(to: timeRanges.map(\.timeRangeValue), for: "reset(forReadingTimeRanges:)")
  }

  /// Declares that no other time ranges will be requested: the reader completes when all of its outputs are read to
  /// their ends (AR-28). It has no effect if `supportsRandomAccess` is false.
  ///
  /// Stops the process when the output is not added or reading has not started.
  @available(macOS, deprecated: 26, message: "Use AVAssetReader.outputProviderWithRandomAccess(for:)")
  public func markConfigurationAsFinal() {
    guard let reader = startedReader(for: "markConfigurationAsFinal()") else { return }
    if state.withLock({ $0.progress.markAsFinal() }) { reader.outputDidFinish() }
  }

  /// - Parameter call: the call that the client made.
  func reset(to timeRanges: [CMTimeRange], for call: String) {
    if let reason = Self.whyUnreadable(timeRanges) { raise(.invalidArgument, "\(call): \(reason)") }
    let progress = state.withLock { $0.progress }
    if !progress.supportsRandomAccess { raise(.internalInconsistency, "\(call) needs supportsRandomAccess") }
    guard let reader = startedReader(for: call) else { return }
    if progress.isFinal { raise(.internalInconsistency, "\(call) is not allowed after markConfigurationAsFinal()") }
    guard reader.status == .reading else { return }
    if !progress.isAtEnd {
      raise(.internalInconsistency, "\(call) is not allowed before the present ranges are read to their end (nil)")
    }
    sampleReader?.reset(to: timeRanges.compactMap(\.readable))
    state.withLock { $0.progress.reset() }
  }

  /// Returns the reason why time ranges cannot be read. It is `nil` where they can (AR-25).
  private static func whyUnreadable(_ timeRanges: [CMTimeRange]) -> String? {
    for range in timeRanges {
      guard range.start.isNumeric else { return "the start of a time range is not numeric" }
      guard range.duration.isNumeric || range.duration == .positiveInfinity else {
        return "the duration of a time range is neither numeric nor positive infinity"
      }
      guard range.duration >= .zero else { return "the duration of a time range is negative" }
    }
    for (range, next) in zip(timeRanges, timeRanges.dropFirst()) {
      guard range.start < next.start else { return "the time ranges must be in ascending order of their starts" }
      guard range.end <= next.start else { return "two time ranges overlap" }
    }
    return nil
  }
}

extension NSValue {
  fileprivate var holdsTimeRange: Bool {
    String(cString: objCType) == String(cString: NSValue(timeRange: .zero).objCType)
  }
}

extension CMTimeRange {
  /// The part from the asset's start on. It is `nil` if there is none, and for an invalid time range. Reading
  /// determines where the media ends: durations are estimates in some containers, and rounded in others.
  var readable: CMTimeRange? {
    guard start.isNumeric, duration.isNumeric || duration == .positiveInfinity, duration > .zero else { return nil }
    let start = max(start, .zero)
    return end > start ? CMTimeRange(start: start, end: end) : nil
  }
}

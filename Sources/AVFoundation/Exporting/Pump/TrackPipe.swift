import CoreMedia
import Dispatch

/// A pipe for one track: a reader's output feeds a writer's input, on a queue of its own.
///
/// Only the queue uses feed and input once `start` was called.
package final class TrackPipe: Sendable {
  package let feed: SampleFeed
  package let input: AVAssetWriterInput
  let queue: DispatchQueue
  let record: any PipeRecord
  private let pacing: Pacing

  /// The pace at which samples move.
  package enum Pacing: Sendable {
    /// Samples move as fast as the writer takes them.
    case writer
    /// Samples move at the source's own pace, or later if the writer is slower.
    case source(SourcePace)
    /// Samples move at the source's own pace, and are dropped where the input is not ready.
    case sourceDropping(SourcePace)
  }

  package init(
    _ feed: SampleFeed, _ input: AVAssetWriterInput, noting record: any PipeRecord, pacing: Pacing = .writer
  ) {
    self.feed = feed
    self.input = input
    self.record = record
    self.pacing = pacing
    queue = DispatchQueue(label: "avwrite.track")
  }

  /// A Boolean value that says whether the input is encoded in several passes.
  var makesPasses: Bool { input.performsMultiPassEncodingIfSupported }

  /// A Boolean value that says whether samples can be minutes apart, as those of text, metadata and timecode can.
  var isSparse: Bool { input.mediaType != .video && input.mediaType != .audio }

  /// Moves samples until the output's end or the first failure on either side; reader and writer know the reason.
  ///
  /// - Parameter onEnd: a closure that is called once, on the pipe's queue.
  package func start(onEnd: @escaping @Sendable () -> Void) {
    switch pacing {
    case .writer: pull(nil, onEnd)
    case .source(let pace): pull(pace, onEnd)
    case .sourceDropping(let pace): queue.async { [self] in push(pace, onEnd) }
    }
  }

  /// Moves samples as the writer demands them.
  private func pull(_ pace: SourcePace?, _ onEnd: @escaping @Sendable () -> Void) {
    input.requestMediaDataWhenReady(on: queue) { [self] in
      var isReady = input.isReadyForMoreMediaData
      while isReady {
        guard let sample = nextSample(pace) else { return end(onEnd) }
        let isAccepted: Bool
        (isAccepted, isReady) = input.appendAsking(sample)
        guard isAccepted else { return end(onEnd) }
        record.didMove(sample)
      }
    }
  }

  /// Moves samples by the source's clock.
  private func push(_ pace: SourcePace, _ onEnd: @Sendable () -> Void) {
    while let sample = nextSample(pace) {
      guard input.isReadyForMoreMediaData else {
        record.didDrop()
        continue
      }
      guard input.append(sample) else { break }
      record.didMove(sample)
    }
    end(onEnd)
  }

  private func nextSample(_ pace: SourcePace?) -> CMSampleBuffer? {
    guard let sample = feed.next() else { return nil }
    let time = sample.decodeTimeStamp.isNumeric ? sample.decodeTimeStamp : sample.outputPresentationTimeStamp
    return pace?.wait(for: time) == false ? nil : sample
  }

  func end(_ onEnd: @Sendable () -> Void) {
    feed.close()
    input.markAsFinished()
    record.didEnd(feed)
    onEnd()
  }
}

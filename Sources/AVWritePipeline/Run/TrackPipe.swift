internal import AVFoundation

/// One track's way: a reader's output feeds a writer's input, on a queue of its own.
///
/// The queue alone touches feed and input once `start` was called.
final class TrackPipe: Sendable {
  let feed: SampleFeed
  let input: AVAssetWriterInput
  let queue: DispatchQueue
  let index: Int
  let tally: Tally
  private let pacing: Pacing

  /// How fast samples move.
  enum Pacing: Sendable {
    /// As fast as the writer takes them.
    case writer
    /// At the source's own pace, and later where the writer is behind.
    case source(SourcePace)
    /// At the source's own pace; what finds the input not ready is dropped.
    case sourceDropping(SourcePace)
  }

  init(_ feed: SampleFeed, _ input: AVAssetWriterInput, index: Int, tally: Tally, pacing: Pacing) {
    self.feed = feed
    self.input = input
    self.index = index
    self.tally = tally
    self.pacing = pacing
    queue = DispatchQueue(label: "avwrite.track.\(index)")
  }

  /// Whether the input is encoded in several passes.
  var makesPasses: Bool { input.performsMultiPassEncodingIfSupported }

  /// Tells text, metadata and timecode, whose samples can be minutes apart, from pictures and sound.
  var isSparse: Bool { input.mediaType != .video && input.mediaType != .audio }

  /// Moves samples until the output's end or the first failure on either side; reader and writer know the reason.
  ///
  /// - Parameter onEnd: called once, on the pipe's queue.
  func start(onEnd: @escaping @Sendable () -> Void) {
    switch pacing {
    case .writer: pull(nil, onEnd)
    case .source(let pace): pull(pace, onEnd)
    case .sourceDropping(let pace): queue.async { [self] in push(pace, onEnd) }
    }
  }

  /// The writer's demand moves the samples.
  private func pull(_ pace: SourcePace?, _ onEnd: @escaping @Sendable () -> Void) {
    input.requestMediaDataWhenReady(on: queue) { [self] in
      while input.isReadyForMoreMediaData {
        guard let sample = nextSample(pace), input.append(sample) else { return end(onEnd) }
        tally.add(sample, track: index)
      }
    }
  }

  /// The source's clock moves the samples.
  private func push(_ pace: SourcePace, _ onEnd: @Sendable () -> Void) {
    while let sample = nextSample(pace) {
      guard input.isReadyForMoreMediaData else {
        tally.drop(track: index)
        continue
      }
      guard input.append(sample) else { break }
      tally.add(sample, track: index)
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
    tally.finish(track: index, lostStyles: feed.lostStyles, lostCaptions: feed.lostCaptions)
    onEnd()
  }
}

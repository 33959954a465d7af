internal import AVFoundation

/// One track's way: a reader's output feeds a writer's input, on a queue of its own.
///
/// The queue alone touches output and input once `start` was called.
final class TrackPipe: Sendable {
  private let output: AVAssetReaderOutput
  private let input: AVAssetWriterInput
  private let queue: DispatchQueue
  private let index: Int
  private let tally: Tally

  init(_ output: AVAssetReaderOutput, _ input: AVAssetWriterInput, index: Int, tally: Tally) {
    self.output = output
    self.input = input
    self.index = index
    self.tally = tally
    queue = DispatchQueue(label: "avwrite.track.\(index)")
  }

  /// Moves samples whenever the input wants some, until the output's end or the first failure on either side;
  /// reader and writer know the reason.
  ///
  /// - Parameter onEnd: called once, on the pipe's queue.
  func start(onEnd: @escaping @Sendable () -> Void) {
    input.requestMediaDataWhenReady(on: queue) { [self] in
      while input.isReadyForMoreMediaData {
        guard let sample = output.copyNextSampleBuffer(), input.append(sample) else {
          input.markAsFinished()
          tally.finish(track: index)
          return onEnd()
        }
        tally.add(sample, track: index)
      }
    }
  }
}

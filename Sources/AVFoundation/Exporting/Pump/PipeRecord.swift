package import CoreMedia

/// A record of what a pipe moves. A pipe calls it on its own queue.
package protocol PipeRecord: Sendable {
  /// Notes that the writer took a sample.
  func didMove(_ sample: CMSampleBuffer)

  /// Notes that a picture was left out, because the encoder was busy.
  func didDrop()

  /// Notes that a pass over the track's source begins.
  ///
  /// - Parameters:
  ///   - number: the number of the pass, from 1.
  ///   - ranges: the parts of the source that the pass needs.
  func willBeginPass(_ number: Int, over ranges: [CMTimeRange])

  /// Notes that a further pass has come to a time of the source.
  func didRepeat(to time: CMTime)

  /// Notes that the pipe has ended.
  func didEnd(_ feed: SampleFeed)

  /// Returns whether the samples that the writer took are shown up to a time of the source. A record that does not count
  /// them returns `true`.
  func reaches(_ time: CMTime) -> Bool
}

extension PipeRecord {
  package func didDrop() {}
  package func willBeginPass(_ number: Int, over ranges: [CMTimeRange]) {}
  package func didRepeat(to time: CMTime) {}
  package func didEnd(_ feed: SampleFeed) {}
  package func reaches(_ time: CMTime) -> Bool { true }
}

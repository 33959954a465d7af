import AVFoundation

/// Follows a recording while somebody else writes it: tells how long it is by now, and when it is finished. It is in the form
/// of programs that log sports: a fragmented asset, a minder, and notifications.
final class RecordingMonitor {
  let asset: AVFragmentedAsset
  private let minder: AVFragmentedAssetMinder
  private var observers: [NSObjectProtocol] = []

  /// - Parameters:
  ///   - onGrowth: called with the recording's duration, on any queue.
  ///   - onFinish: called when the file takes no more fragments, on any queue.
  init(
    url: URL, every interval: TimeInterval, onGrowth: @escaping @Sendable (CMTime) -> Void,
    onFinish: @escaping @Sendable () -> Void
  ) async throws {
    asset = AVFragmentedAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    minder = AVFragmentedAssetMinder()
    minder.mindingInterval = interval
    // Only what was loaded is told.
    _ = try await asset.load(.duration, .canContainFragments, .containsFragments)
    _ = try await asset.load(.tracks)
    let center = NotificationCenter.default
    observers = [
      center.addObserver(forName: .AVAssetDurationDidChange, object: asset, queue: nil) { notification in
        if let asset = notification.object as? AVFragmentedAsset { onGrowth(asset.duration) }
      },
      center.addObserver(forName: .AVAssetWasDefragmented, object: asset, queue: nil) { _ in onFinish() },
    ]
    minder.addFragmentedAsset(asset)
  }

  var isLive: Bool { asset.isAssociatedWithFragmentMinder && asset.canContainFragments }

  func stop() {
    for asset in minder.assets { minder.removeFragmentedAsset(asset) }
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  deinit { stop() }

  /// The picture that was recorded last, as far as the file is by now.
  func latestPicture() async throws -> CMSampleBuffer? {
    guard let track = try await asset.loadTracks(withMediaType: .video).first else { return nil }
    let end = track.timeRange.end
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = CMTimeRange(start: end - CMTime(value: 1, timescale: 5), end: end)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar])
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
    var last: CMSampleBuffer?
    while let sample = output.copyNextSampleBuffer() { last = sample }
    return last
  }
}

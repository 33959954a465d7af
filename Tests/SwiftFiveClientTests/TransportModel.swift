import AVFoundation
import Combine

/// A model of a player's transport, put together from the passages that Apple's article on controlling it has.
final class TransportModel: ObservableObject {
  @Published var isPlaying = false
  @Published var isReady = false
  @Published var status = AVPlayerItem.Status.unknown
  @Published var currentTime = 0.0
  @Published var duration = 0.0
  @Published var reasons: [AVPlayer.RateDidChangeReason] = []
  @Published var failedRates = 0
  @Published var interruptions = 0
  @Published var failures = 0

  let player = AVPlayer()
  private var timeObserver: Any?
  private var subscriptions: Set<AnyCancellable> = []
  private var rateChanges: Task<Void, Never>?

  // MARK: Observing readiness

  func playMedia(at url: URL) {
    let asset = AVURLAsset(url: url)
    let playerItem = AVPlayerItem(
      asset: asset,
      automaticallyLoadedAssetKeys: [.tracks, .duration, .commonMetadata]
    )
    // The status is observed before the item comes to the player.
    playerItem.publisher(for: \.status)
      .removeDuplicates()
      .receive(on: DispatchQueue.main)
      .sink { [weak self] status in
        guard let self else { return }
        switch status {
        case .readyToPlay: isReady = true
        case .failed: failures += 1
        default: break
        }
      }
      .store(in: &subscriptions)
    playerItem.publisher(for: \.status)
      .removeDuplicates()
      .receive(on: DispatchQueue.main)
      .assign(to: &$status)
    player.replaceCurrentItem(with: playerItem)
  }

  // MARK: Controlling the rate

  func observePlayingState() {
    player.publisher(for: \.timeControlStatus)
      .receive(on: DispatchQueue.main)
      .map { $0 == .playing }
      .assign(to: &$isPlaying)
  }

  func startObservingRateChanges() { rateChanges = Task { await observeRateChanges() } }

  private func observeRateChanges() async {
    let name = AVPlayer.rateDidChangeNotification
    for await notification in NotificationCenter.default.notifications(named: name) {
      // Other players of the process have theirs.
      guard notification.object as? AVPlayer === player else { continue }
      guard let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason else {
        continue
      }
      switch reason {
      case .appBackgrounded, .audioSessionInterrupted: await MainActor.run { interruptions += 1 }
      case .setRateCalled: await MainActor.run { reasons.append(reason) }
      case .setRateFailed: await MainActor.run { failedRates += 1 }
      default: break
      }
    }
  }

  // MARK: Observing the time

  func addPeriodicTimeObserver() {
    let interval = CMTime(value: 1, timescale: 20)
    timeObserver = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { [weak self] time in
      guard let self else { return }
      currentTime = time.seconds
      duration = player.currentItem?.duration.seconds ?? 0.0
    }
  }

  func removePeriodicTimeObserver() {
    guard let timeObserver else { return }
    player.removeTimeObserver(timeObserver)
    self.timeObserver = nil
  }

  // MARK: Seeking

  func seek(to timeInterval: TimeInterval) async {
    let time = CMTime(seconds: timeInterval, preferredTimescale: 600)
    await player.seek(to: time)
  }

  func seekPrecisely(to timeInterval: TimeInterval) async {
    let time = CMTime(seconds: timeInterval, preferredTimescale: 600)
    await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero)
  }

  func close() {
    removePeriodicTimeObserver()
    rateChanges?.cancel()
    player.replaceCurrentItem(with: nil)
  }
}

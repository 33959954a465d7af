import AVFoundation
import Combine

/// A model of a player in the shape that Apple's articles on transport control have it: it publishes the status, follows the
/// rate by notifications, the time by an observer, and seeks.
@MainActor
final class PlayerModel: ObservableObject {
  @Published private(set) var status = AVPlayerItem.Status.unknown
  @Published private(set) var isPlaying = false
  @Published private(set) var currentTime = 0.0
  @Published private(set) var duration = 0.0
  @Published private(set) var rateChanges: [String] = []
  @Published private(set) var hasEnded = false

  let player: AVPlayer
  private var subscriptions: Set<AnyCancellable> = []
  private var timeObserver: Any?
  private var tasks: [Task<Void, Never>] = []

  init(url: URL) {
    let item = AVPlayerItem(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: ["tracks", "duration"])
    player = AVPlayer(playerItem: item)
    item.publisher(for: \.status)
      .removeDuplicates()
      .receive(on: DispatchQueue.main)
      .sink { [weak self] status in
        MainActor.assumeIsolated {
          guard let self else { return }
          self.status = status
          if status == .readyToPlay { self.duration = item.duration.seconds }
        }
      }
      .store(in: &subscriptions)
    player.publisher(for: \.timeControlStatus)
      .map { $0 == .playing }
      .removeDuplicates()
      .receive(on: DispatchQueue.main)
      .assign(to: &$isPlaying)
    let interval = CMTime(value: 1, timescale: 50)
    timeObserver = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { [weak self] time in
      MainActor.assumeIsolated { self?.currentTime = time.seconds }
    }
    let name = AVPlayer.rateDidChangeNotification
    let rates = NotificationCenter.default.notifications(named: name, object: player)
    let ends = NotificationCenter.default.notifications(named: AVPlayerItem.didPlayToEndTimeNotification, object: item)
    tasks.append(
      Task { [weak self] in
        for await notification in rates {
          guard let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey] as? String else { continue }
          self?.rateChanges.append(reason)
        }
      })
    tasks.append(Task { [weak self] in for await _ in ends { self?.hasEnded = true } })
  }

  func seek(to seconds: Double) async -> Bool {
    await player.seek(
      to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero)
  }

  func close() {
    if let timeObserver { player.removeTimeObserver(timeObserver) }
    timeObserver = nil
    for task in tasks { task.cancel() }
    player.replaceCurrentItem(with: nil)
  }
}

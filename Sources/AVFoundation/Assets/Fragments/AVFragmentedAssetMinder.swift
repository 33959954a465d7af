public import Foundation
import Synchronization

/// Checks at intervals whether fragments were added to the files of assets (FA-10).
///
/// A minder is for one thread at a time. The assets post their notifications on no certain thread. A minder that goes
/// away minds nothing any more.
public final class AVFragmentedAssetMinder: NSObject {
  /// The assets, which the timer's queue reads.
  private final class Round: Sendable {
    let assets = Mutex<[AVFragmentedAsset]>([])

    func look() { for asset in assets.withLock({ $0 }) where asset.isAssociatedWithFragmentMinder { asset.look() } }
  }

  private let round = Round()
  private var interval: TimeInterval = 10
  private let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "AVFragmentedAssetMinder"))

  /// A minder without assets, which looks every ten seconds.
  public override init() {
    super.init()
    timer.setEventHandler { [round] in round.look() }
    schedule()
    timer.activate()
  }

  /// A minder of one asset.
  ///
  /// Stops the process as `addFragmentedAsset(_:)` and `mindingInterval` do.
  public convenience init(asset: any AVAsset & AVFragmentMinding, mindingInterval: TimeInterval) {
    self.init()
    self.mindingInterval = mindingInterval
    addFragmentedAsset(asset)
  }

  deinit {
    timer.cancel()
    for asset in round.assets.withLock({ $0 }) { asset.endMinding() }
  }

  /// The number of seconds between two checks. The default is 10. The first check comes that long after the interval is
  /// set.
  ///
  /// Stops the process for less than a thousandth of a second.
  public var mindingInterval: TimeInterval {
    get { interval }
    set {
      if !(newValue >= 0.001) { raise(.invalidArgument, "mindingInterval must be at least 0.001 s") }
      interval = newValue
      schedule()
    }
  }

  /// The assets that are minded, in the order in which they were added.
  public var assets: [any AVAsset & AVFragmentMinding] { round.assets.withLock { $0 } }

  /// Minds an asset, too. One that is minded already by this minder stays so (FA-11).
  ///
  /// Stops the process for an asset that is no `AVFragmentedAsset`, and for one that another minder looks after.
  public func addFragmentedAsset(_ asset: any AVAsset & AVFragmentMinding) {
    let asset = supported(asset)
    round.assets.withLock { assets in
      if assets.contains(where: { $0 === asset }) { return }
      if !asset.beginMinding() { raise(.invalidArgument, "the asset is minded by another minder already") }
      assets.append(asset)
    }
  }

  /// Minds an asset no more: it keeps the values that it has, and posts nothing, but for what a look that has begun
  /// finds. An asset that this minder does not look after changes nothing.
  ///
  /// Stops the process for an asset that is no `AVFragmentedAsset`.
  public func removeFragmentedAsset(_ asset: any AVAsset & AVFragmentMinding) {
    let asset = supported(asset)
    round.assets.withLock { assets in
      guard let index = assets.firstIndex(where: { $0 === asset }) else { return }
      assets.remove(at: index)
      asset.endMinding()
    }
  }

  private func supported(_ asset: any AVAsset & AVFragmentMinding) -> AVFragmentedAsset {
    guard let asset = asset as? AVFragmentedAsset else {
      raise(.invalidArgument, "\(type(of: asset)) is no asset that can be minded")
    }
    return asset
  }

  private func schedule() {
    // Dispatch counts nanoseconds in 63 bits: longer waits never end anyway.
    let time = DispatchTimeInterval.nanoseconds(Int(min(interval * 1e9, 0x1p62)))
    timer.schedule(deadline: .now() + time, repeating: time)
  }
}

import MediaEngine
import Synchronization

extension AVPlayerItem {
  /// The items of the timed metadata that began to hold last. It is `nil` until there are any (PI-10). It can be observed.
  ///
  /// The item's metadata tracks are read from the first time on that this is asked for.
  @available(macOS, deprecated: 10.15, message: "Use AVPlayerItemMetadataOutput")
  public var timedMetadata: [AVMetadataItem]? {
    changed.timedMetadata.access()
    let (items, isFirst) = state.withLock { state in
      defer { state.givesTimedMetadata = true }
      return (state.timedMetadata, !state.givesTimedMetadata)
    }
    if isFirst { addOwn(AVPlayerItemMetadataOutput(identifiers: nil) { [weak self] in self?.note($0) }) }
    return items
  }

  private func note(_ groups: [AVTimedMetadataGroup]) {
    guard let last = groups.last else { return }
    state.withLock { $0.timedMetadata = last.items }
    announce([changed.timedMetadata])
  }
}

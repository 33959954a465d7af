import MediaEngine

extension AVAsset {
  /// Whether the container says itself where its time begins, as movie files do with their edit lists.
  ///
  /// Elsewhere time may count from anywhere, and the asset's time zero is its earliest presented sample.
  public var hasTimeline: Bool { information?.movie != nil }
}

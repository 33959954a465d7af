extension AVPlayerItem {
  /// An item of an asset.
  ///
  /// - Parameter automaticallyLoadedAssetKeys: the asset's properties that are loaded before the item is ready, or cannot be
  ///   (PI-02).
  public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys.map(\.key))
  }
}

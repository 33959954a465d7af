public import CoreMedia

// Seeks of the current item (PL-30): see `AVPlayerItem`. Without an item a handler gets `false` at once.
extension AVPlayer {
  /// Goes to a time of the current item; one that cannot be sought is brought to the nearest that can.
  public func seek(to time: CMTime) {
    seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }

  /// Goes to a time of the current item: see `AVPlayerItem.seek(to:completionHandler:)`.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard let item = currentItem else { return completionHandler(false) }
    item.seek(to: time, completionHandler: completionHandler)
  }

  /// Goes to a time of the current item.
  ///
  /// - Returns: whether it got there.
  @discardableResult
  public func seek(to time: CMTime) async -> Bool { await currentItem?.seek(to: time) ?? false }

  /// Goes to a time of the current item near another.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    currentItem?.seek(
      to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completionHandler: nil)
  }

  /// Goes to a time of the current item near another.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    guard let item = currentItem else { return completionHandler(false) }
    item.seek(
      to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completionHandler: completionHandler)
  }

  /// Goes to a time of the current item near another.
  ///
  /// - Returns: whether it got there.
  @discardableResult
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    await currentItem?.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) ?? false
  }
}

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

  // MARK: Dates

  /// Goes to a date of the current item: never here, since no file says which dates its times are (PI-35).
  public func seek(to date: Date) { currentItem?.seek(to: date, completionHandler: nil) }

  /// Goes to a date of the current item.
  ///
  /// - Parameter completionHandler: gets `false` at once, since no file says which dates its times are (PI-35).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
    if currentItem?.seek(to: date, completionHandler: completionHandler) != true { completionHandler(false) }
  }

  /// Goes to a date of the current item.
  ///
  /// - Returns: whether it got there: never here, since no file says which dates its times are (PI-35).
  @discardableResult
  public func seek(to date: Date) async -> Bool { await currentItem?.seek(to: date) ?? false }
}

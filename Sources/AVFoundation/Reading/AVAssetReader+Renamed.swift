// Spellings of older documentation, so that old code gets a fix-it.
extension AVAssetReader {
  /// The older spelling of `canAdd(_:)`.
  @available(*, deprecated, renamed: "canAdd(_:)")
  public func canAddOutput(_ output: AVAssetReaderOutput) -> Bool { canAdd(output) }

  /// The older spelling of `add(_:)`.
  @available(*, deprecated, renamed: "add(_:)")
  public func addOutput(_ output: AVAssetReaderOutput) { add(output) }
}

/// The older spelling of `AVAssetReader.Status`.
@available(*, deprecated, renamed: "AVAssetReader.Status")
public typealias AVAssetReaderStatus = AVAssetReader.Status

extension AVAssetReader.Status {
  /// The older spelling of `unknown`.
  @available(*, deprecated, renamed: "unknown")
  public static var Unknown: Self { .unknown }
  /// The older spelling of `reading`.
  @available(*, deprecated, renamed: "reading")
  public static var Reading: Self { .reading }
  /// The older spelling of `completed`.
  @available(*, deprecated, renamed: "completed")
  public static var Completed: Self { .completed }
  /// The older spelling of `failed`.
  @available(*, deprecated, renamed: "failed")
  public static var Failed: Self { .failed }
  /// The older spelling of `cancelled`.
  @available(*, deprecated, renamed: "cancelled")
  public static var Cancelled: Self { .cancelled }
}

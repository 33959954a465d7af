// Spellings of older documentation, so that old code gets a fix-it.
extension AVAssetReader {
  @available(*, deprecated, renamed: "canAdd(_:)")
  public func canAddOutput(_ output: AVAssetReaderOutput) -> Bool { canAdd(output) }

  @available(*, deprecated, renamed: "add(_:)")
  public func addOutput(_ output: AVAssetReaderOutput) { add(output) }
}

@available(*, deprecated, renamed: "AVAssetReader.Status")
public typealias AVAssetReaderStatus = AVAssetReader.Status

extension AVAssetReader.Status {
  @available(*, deprecated, renamed: "unknown")
  public static var Unknown: Self { .unknown }
  @available(*, deprecated, renamed: "reading")
  public static var Reading: Self { .reading }
  @available(*, deprecated, renamed: "completed")
  public static var Completed: Self { .completed }
  @available(*, deprecated, renamed: "failed")
  public static var Failed: Self { .failed }
  @available(*, deprecated, renamed: "cancelled")
  public static var Cancelled: Self { .cancelled }
}

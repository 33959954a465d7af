public import CoreMedia

// Spellings of older documentation, so that old code gets a fix-it.
extension AVAssetWriter {
  /// The older spelling of `init(outputURL:fileType:)`.
  @available(*, deprecated, renamed: "init(outputURL:fileType:)")
  public convenience init(URL outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// The older spelling of `canApply(outputSettings:forMediaType:)`.
  @available(*, deprecated, renamed: "canApply(outputSettings:forMediaType:)")
  public func canApplyOutputSettings(
    _ outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType
  ) -> Bool {
    canApply(outputSettings: outputSettings, forMediaType: mediaType)
  }

  /// The older spelling of `canAdd(_:)`.
  @available(*, deprecated, renamed: "canAdd(_:)")
  public func canAddInput(_ input: AVAssetWriterInput) -> Bool { canAdd(input) }

  /// The older spelling of `add(_:)`.
  @available(*, deprecated, renamed: "add(_:)")
  public func addInput(_ input: AVAssetWriterInput) { add(input) }

  /// The older spelling of `canAdd(_:)`.
  @available(*, deprecated, renamed: "canAdd(_:)")
  public func canAddInputGroup(_ inputGroup: AVAssetWriterInputGroup) -> Bool { canAdd(inputGroup) }

  /// The older spelling of `add(_:)`.
  @available(*, deprecated, renamed: "add(_:)")
  public func addInputGroup(_ inputGroup: AVAssetWriterInputGroup) { add(inputGroup) }

  /// The older spelling of `startSession(atSourceTime:)`.
  @available(*, deprecated, renamed: "startSession(atSourceTime:)")
  public func startSessionAtSourceTime(_ startTime: CMTime) { startSession(atSourceTime: startTime) }

  /// The older spelling of `endSession(atSourceTime:)`.
  @available(*, deprecated, renamed: "endSession(atSourceTime:)")
  public func endSessionAtSourceTime(_ endTime: CMTime) { endSession(atSourceTime: endTime) }

  /// The older spelling of `finishWriting(completionHandler:)`.
  @available(*, deprecated, renamed: "finishWriting(completionHandler:)")
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func finishWritingWithCompletionHandler(_ handler: @escaping @Sendable () -> Void) {
    finishWriting(completionHandler: handler)
  }
}

/// The older spelling of `AVAssetWriter.Status`.
@available(*, deprecated, renamed: "AVAssetWriter.Status")
public typealias AVAssetWriterStatus = AVAssetWriter.Status

extension AVAssetWriter.Status {
  /// The older spelling of `unknown`.
  @available(*, deprecated, renamed: "unknown")
  public static var Unknown: Self { .unknown }
  /// The older spelling of `writing`.
  @available(*, deprecated, renamed: "writing")
  public static var Writing: Self { .writing }
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

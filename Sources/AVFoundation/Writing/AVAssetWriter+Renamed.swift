public import CoreMedia

// Spellings of older documentation, so that old code gets a fix-it.
extension AVAssetWriter {
  @available(*, deprecated, renamed: "init(outputURL:fileType:)")
  public convenience init(URL outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  @available(*, deprecated, renamed: "canApply(outputSettings:forMediaType:)")
  public func canApplyOutputSettings(
    _ outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType
  ) -> Bool {
    canApply(outputSettings: outputSettings, forMediaType: mediaType)
  }

  @available(*, deprecated, renamed: "canAdd(_:)")
  public func canAddInput(_ input: AVAssetWriterInput) -> Bool { canAdd(input) }

  @available(*, deprecated, renamed: "add(_:)")
  public func addInput(_ input: AVAssetWriterInput) { add(input) }

  @available(*, deprecated, renamed: "canAdd(_:)")
  public func canAddInputGroup(_ inputGroup: AVAssetWriterInputGroup) -> Bool { canAdd(inputGroup) }

  @available(*, deprecated, renamed: "add(_:)")
  public func addInputGroup(_ inputGroup: AVAssetWriterInputGroup) { add(inputGroup) }

  @available(*, deprecated, renamed: "startSession(atSourceTime:)")
  public func startSessionAtSourceTime(_ startTime: CMTime) { startSession(atSourceTime: startTime) }

  @available(*, deprecated, renamed: "endSession(atSourceTime:)")
  public func endSessionAtSourceTime(_ endTime: CMTime) { endSession(atSourceTime: endTime) }

  @available(*, deprecated, renamed: "finishWriting(completionHandler:)")
  public func finishWritingWithCompletionHandler(_ handler: @escaping @Sendable () -> Void) {
    finishWriting(completionHandler: handler)
  }
}

@available(*, deprecated, renamed: "AVAssetWriter.Status")
public typealias AVAssetWriterStatus = AVAssetWriter.Status

extension AVAssetWriter.Status {
  @available(*, deprecated, renamed: "unknown")
  public static var Unknown: Self { .unknown }
  @available(*, deprecated, renamed: "writing")
  public static var Writing: Self { .writing }
  @available(*, deprecated, renamed: "completed")
  public static var Completed: Self { .completed }
  @available(*, deprecated, renamed: "failed")
  public static var Failed: Self { .failed }
  @available(*, deprecated, renamed: "cancelled")
  public static var Cancelled: Self { .cancelled }
}

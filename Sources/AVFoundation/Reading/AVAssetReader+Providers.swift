public import CoreMedia
import MediaSupport
import Synchronization

/// Providers: outputs whose clients await each sample, in place of `add`, `startReading` and `copyNextSampleBuffer`.
extension AVAssetReader {
  /// Prepares every output.
  ///
  /// - Throws: an `AVError`, where `startReading()` would return false.
  public func start() throws {
    if startReading() { return }
    throw error ?? AVError(MediaError(.cancelled, .opening, "reading was cancelled"))
  }

  /// Adds an output and returns a provider that vends its samples.
  ///
  /// Stops the process where `canAdd` is false, and for an output with an adaptor.
  public func outputProvider(
    for output: AVAssetReaderOutput
  ) -> sending AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>> {
    if !output.adapt(to: "a provider") {
      raise(.invalidArgument, "the output has an adaptor: read its samples from that")
    }
    return provider(of: output) { output.nextSample(for: "next()").map { CMReadySampleBuffer(unsafeBuffer: $0) } }
  }

  /// Adds an output and returns a provider that vends its samples, and a controller of the time ranges that are read.
  ///
  /// Stops the process where `outputProvider(for:)` does.
  public func outputProviderWithRandomAccess(
    for output: AVAssetReaderOutput
  )
    -> sending (
      AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>>,
      AVAssetReaderOutput.RandomAccessController
    )
  {
    output.supportsRandomAccess = true
    return (outputProvider(for: output), AVAssetReaderOutput.RandomAccessController(output))
  }

  /// Adds the output of a metadata track and returns a provider that vends its timed groups.
  ///
  /// Stops the process where `canAdd` is false, and where no metadata adaptor can be made (AR-60).
  public func outputMetadataProvider(
    for output: AVAssetReaderTrackOutput
  ) -> sending AVAssetReaderOutput.Provider<AVTimedMetadataGroup> {
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    return provider(of: output) { adaptor.nextTimedMetadataGroup() }
  }

  /// Adds the output of a metadata track and returns a provider that vends its timed groups, and a controller of the
  /// time ranges that are read.
  ///
  /// Stops the process where `outputMetadataProvider(for:)` does.
  public func outputMetadataProviderWithRandomAccess(
    for output: AVAssetReaderTrackOutput
  ) -> sending (AVAssetReaderOutput.Provider<AVTimedMetadataGroup>, AVAssetReaderOutput.RandomAccessController) {
    output.supportsRandomAccess = true
    return (outputMetadataProvider(for: output), AVAssetReaderOutput.RandomAccessController(output))
  }

  /// Adds the output of a text track and returns a provider that refuses to vend its captions.
  ///
  /// Stops the process where `canAdd` is false, and where no caption adaptor can be made (AR-61).
  public func outputCaptionProvider(
    for output: AVAssetReaderTrackOutput,
    validationDelegate: (any AVAssetReaderCaptionValidationHandling)? = nil
  ) -> sending AVAssetReaderOutput.Provider<AVCaptionGroup> {
    let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
    adaptor.validationDelegate = validationDelegate
    return provider(of: output) { adaptor.nextCaptionGroup() }
  }

  /// Adds the output of a text track and returns a provider that refuses to vend its captions, and a controller of the
  /// time ranges that are read.
  ///
  /// Stops the process where `outputCaptionProvider(for:validationDelegate:)` does.
  public func outputCaptionProviderWithRandomAccess(
    for output: AVAssetReaderTrackOutput,
    validationDelegate: (any AVAssetReaderCaptionValidationHandling)? = nil
  ) -> sending (AVAssetReaderOutput.Provider<AVCaptionGroup>, AVAssetReaderOutput.RandomAccessController) {
    output.supportsRandomAccess = true
    return (
      outputCaptionProvider(for: output, validationDelegate: validationDelegate),
      AVAssetReaderOutput.RandomAccessController(output)
    )
  }

  /// - Parameter next: gives the output's next payload; `nil` at the end, on failure and on cancellation.
  private func provider<Payload>(
    of output: AVAssetReaderOutput, next: @escaping @Sendable () -> Payload?
  ) -> sending AVAssetReaderOutput.Provider<Payload> {
    add(output)
    output.state.withLock { $0.hasProvider = true }
    return AVAssetReaderOutput.Provider(of: self, next: next)
  }
}

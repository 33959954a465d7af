public import CoreMedia
public import Foundation
import MediaEngine

/// An object that is told about the flaws of a composition, and decides whether the validation continues (VC-45).
///
/// All methods are optional. The validation continues after a flaw whose method is not implemented.
public protocol AVVideoCompositionValidationHandling: NSObjectProtocol {
  /// A property has a value that is not valid.
  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool

  /// No instruction is for a stretch of time.
  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool

  /// The time range of an instruction is not valid, or begins before the end of the one before it.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool

  /// A layer is of a track that the asset does not have.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol,
    layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool
}

extension AVVideoCompositionValidationHandling {
  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol,
    layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool { true }
}

extension AVVideoComposition {
  /// Returns whether the composition says what is to be shown throughout a time range (VC-40 to VC-45).
  ///
  /// - Parameters:
  ///   - asset: its tracks and duration are held against the instructions. `nil` leaves them out.
  ///   - timeRange: only instructions that overlap it are looked at. Its duration may be infinite.
  ///   - validationDelegate: told of each flaw on the caller's thread. Without one the first flaw is enough.
  @available(macOS, deprecated: 13, message: "Use isValid(for:timeRange:validationDelegate:) async")
  public func isValid(
    for asset: AVAsset?, timeRange: CMTimeRange, validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    isValid(asset, asset?.tracks, duration: asset?.duration ?? .positiveInfinity, timeRange, validationDelegate)
  }

  /// Returns whether the composition says what is to be shown throughout a time range.
  ///
  /// - Throws: `AVError` where the asset cannot be read.
  public func isValid(
    for asset: AVAsset?, timeRange: CMTimeRange, validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) async throws -> Bool {
    let loaded = try await asset?.load(.tracks, .duration)
    return isValid(asset, loaded?.0, duration: loaded?.1 ?? .positiveInfinity, timeRange, validationDelegate)
  }

  /// Returns whether the composition says what is to be shown of tracks throughout a time range.
  ///
  /// - Parameter duration: the length of the tracks' asset.
  public func isValid(
    for tracks: [AVAssetTrack], assetDuration duration: CMTime, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool { isValid(tracks.first?.asset, tracks, duration: duration, timeRange, validationDelegate) }

  /// Finds out whether the composition says what is to be shown throughout a time range.
  ///
  /// - Parameter completionHandler: called once on any thread, with the answer, or an `AVError` where the asset cannot
  ///   be read.
  public func determineValidity(
    for asset: AVAsset?, timeRange: CMTimeRange, validationDelegate: (any AVVideoCompositionValidationHandling)?,
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    // The delegate is used by this one task, as it would be by the caller.
    nonisolated(unsafe) let delegate = validationDelegate
    Task {
      do {
        completionHandler(
          try await isValid(for: asset, timeRange: timeRange, validationDelegate: delegate), nil)
      } catch {
        completionHandler(false, error)
      }
    }
  }

  private func isValid(
    _ asset: AVAsset?, _ tracks: [AVAssetTrack]?, duration: CMTime, _ timeRange: CMTimeRange,
    _ delegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    let end = duration.isNumeric ? CMTimeMinimum(timeRange.end, duration) : timeRange.end
    let range = CMTimeRange(start: timeRange.start, end: CMTimeMaximum(timeRange.start, end))
    let flaws = pictureComposition.flaws(in: range, trackIDs: tracks.map { Set($0.map(\.trackID)) })
    let kept = instructions
    for flaw in flaws {
      guard let delegate, tell(delegate, of: flaw, kept, asset) else { break }
    }
    if !instructions.elementsEqual(kept, by: { $0 === $1 }) {
      raise(.internalInconsistency, "the delegate must not change the instructions during validation")
    }
    return flaws.isEmpty
  }

  private func tell(
    _ delegate: any AVVideoCompositionValidationHandling, of flaw: CompositionFlaw,
    _ instructions: [any AVVideoCompositionInstructionProtocol], _ asset: AVAsset?
  ) -> Bool {
    switch flaw {
    case .value(let key):
      return delegate.videoComposition(self, shouldContinueValidatingAfterFindingInvalidValueForKey: key)
    case .empty(let range):
      return delegate.videoComposition(self, shouldContinueValidatingAfterFindingEmptyTimeRange: range)
    case .range(let index):
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instructions[index])
    case .track(let index, let trackID):
      let layers = (instructions[index] as? AVVideoCompositionInstruction)?.layerInstructions
      guard let layer = layers?.first(where: { $0.trackID == trackID }), let asset else { return true }
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingInvalidTrackIDIn: instructions[index], layerInstruction: layer,
        asset: asset)
    }
  }
}

public import CoreMedia
public import Foundation
import MediaEngine

extension AVSampleCursor {
  /// Moves by a number of samples in the order in which they are decoded, backwards where the number is negative.
  ///
  /// - Returns: the number of samples by which it moved: fewer at the first and the last sample.
  @discardableResult
  public func stepInDecodeOrder(byCount stepCount: Int64) -> Int64 { place.stepInDecodeOrder(by: stepCount) }

  /// Moves by a number of samples in the order in which they are shown: see `stepInDecodeOrder(byCount:)`.
  @discardableResult
  public func stepInPresentationOrder(byCount stepCount: Int64) -> Int64 {
    place.stepInPresentationOrder(by: stepCount)
  }

  /// Moves to the last sample whose decode time is not after a time.
  ///
  /// - Parameters:
  ///   - deltaDecodeTime: the distance from this sample's decode time. It goes backwards where it is negative.
  ///   - outWasPinned: set to whether the time lies outside of the track's samples. The cursor is then at the first or
  ///     the last of them.
  /// - Returns: the time by which the cursor moved. It is invalid for a time that is not numeric, for which it does not
  ///   move.
  @discardableResult
  public func step(byDecodeTime deltaDecodeTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?)
    -> CMTime
  {
    report(place.stepByDecodeTime(deltaDecodeTime), to: outWasPinned)
  }

  /// Moves to the last sample whose presentation time is not after a time: see `step(byDecodeTime:wasPinned:)`.
  @discardableResult
  public func step(
    byPresentationTime deltaPresentationTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?
  ) -> CMTime {
    report(place.stepByPresentationTime(deltaPresentationTime), to: outWasPinned)
  }

  private func report(
    _ step: (moved: CMTime, wasPinned: Bool)?, to outWasPinned: UnsafeMutablePointer<ObjCBool>?
  ) -> CMTime {
    outWasPinned?.pointee = ObjCBool(step?.wasPinned ?? false)
    return step?.moved ?? .invalid
  }
}

public import CoreMedia
public import Foundation
import MediaEngine

extension AVSampleCursor {
  /// Moves by so many samples in the order in which they are decoded, backwards where that is negative.
  ///
  /// - Returns: by how many it moved: fewer at the first and the last sample.
  @discardableResult
  public func stepInDecodeOrder(byCount stepCount: Int64) -> Int64 { place.stepInDecodeOrder(by: stepCount) }

  /// The same in the order in which samples are shown.
  @discardableResult
  public func stepInPresentationOrder(byCount stepCount: Int64) -> Int64 {
    place.stepInPresentationOrder(by: stepCount)
  }

  /// Moves to the last sample whose decode time is not after a time.
  ///
  /// - Parameters:
  ///   - deltaDecodeTime: from this sample's decode time; backwards where it is negative.
  ///   - outWasPinned: set to whether the time lies outside of the track's samples, the first or last of which it is
  ///     then.
  /// - Returns: how far the cursor moved; invalid for a time that is not numeric, and then it did not.
  @discardableResult
  public func step(byDecodeTime deltaDecodeTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?)
    -> CMTime
  {
    report(place.stepByDecodeTime(deltaDecodeTime), to: outWasPinned)
  }

  /// The same with the times at which samples are shown.
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

import CoreMedia
import MediaSupport
import MediaTime

extension CMSampleBuffer {
  /// Returns the frames of linear PCM that are presented: those that neither of the buffer's trims takes away (WI-69).
  ///
  /// - Parameter rate: the unit of a frame.
  func presentedFrames(_ rate: TimeBase) -> Range<Int> {
    let start = min(numSamples, frames(attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtStart), rate))
    return start..<max(start, numSamples - frames(attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtEnd), rate))
  }

  private func frames(_ trim: CMTime?, _ rate: TimeBase) -> Int {
    Int(clamping: max(0, trim.flatMap { rate.ticks($0) } ?? 0))
  }
}

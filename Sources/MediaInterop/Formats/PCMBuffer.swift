/// A stretch of decoded audio: borrowed memory that `owner` keeps alive.
///
/// `planes` has one entry for an interleaved buffer, or one for each channel if `format.isPlanar`; `sampleCount` is the
/// number of samples of each channel.
package struct PCMBuffer: @unchecked Sendable {
  // Sendable: the samples are written only before the buffer is passed on.

  package var format: AudioFormat
  package var sampleCount: Int
  package var planes: [UnsafeMutableRawPointer]
  package var owner: AnyObject?

  package init(format: AudioFormat, sampleCount: Int, planes: [UnsafeMutableRawPointer], owner: AnyObject? = nil) {
    self.format = format
    self.sampleCount = sampleCount
    self.planes = planes
    self.owner = owner
  }
}

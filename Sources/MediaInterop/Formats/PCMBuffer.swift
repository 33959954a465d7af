/// A stretch of decoded audio: borrowed memory that `owner` keeps alive.
///
/// `planes` has one entry an interleaved buffer, or one a channel when `format.isPlanar`;
/// `sampleCount` is per channel.
package struct PCMBuffer: @unchecked Sendable {
  // Sendable: whoever writes to the samples does so before it is given on.

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

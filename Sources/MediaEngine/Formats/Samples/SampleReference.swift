import CoreMedia
import Foundation

/// The position of the samples of a buffer without data: contiguous, in another file (WI-71).
struct SampleReference: Equatable {
  var url: URL
  /// The offset of the first sample in that file, in bytes.
  var offset: Int64

  init(url: URL, offset: Int64) {
    self.url = url
    self.offset = offset
  }

  /// Makes the reference of a buffer; `nil` for a buffer with data or a picture, or without a stated position.
  init?(_ sample: CMSampleBuffer) {
    guard sample.dataBuffer == nil, sample.imageBuffer == nil, sample.numSamples > 0,
      let url = CMGetAttachment(sample, key: kCMSampleBufferAttachmentKey_SampleReferenceURL, attachmentModeOut: nil)
        as? NSURL,
      let offset = CMGetAttachment(
        sample, key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset, attachmentModeOut: nil) as? NSNumber
    else { return nil }
    self.init(url: url as URL, offset: offset.int64Value)
  }

  /// Attaches the position to a buffer.
  func attach(to sample: CMSampleBuffer) {
    let mode = kCMAttachmentMode_ShouldPropagate
    CMSetAttachment(
      sample, key: kCMSampleBufferAttachmentKey_SampleReferenceURL, value: url as NSURL, attachmentMode: mode)
    CMSetAttachment(
      sample, key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset, value: NSNumber(value: offset),
      attachmentMode: mode)
  }

  /// Returns the URL as it is written: relative to a base if that is an absolute URL and a folder above the file,
  /// otherwise unchanged (WI-32).
  func location(relativeTo base: URL?) -> String {
    let whole = url.absoluteString
    guard let base, base.scheme != nil, base.scheme == url.scheme, (base.host ?? "") == (url.host ?? "") else {
      return whole
    }
    var folder = base.standardized.absoluteString
    if !folder.hasSuffix("/") { folder += "/" }
    let file = url.standardized.absoluteString
    return file.hasPrefix(folder) && file.count > folder.count ? String(file.dropFirst(folder.count)) : whole
  }
}

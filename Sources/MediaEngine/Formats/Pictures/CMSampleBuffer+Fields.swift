import Bitstreams
package import CoreMedia

extension CMSampleBuffer {
  /// The layout of the two fields of an encoded picture of H.264, by Core Media's names; `nil` where the picture does
  /// not say that it has two.
  package var fieldDetail: String? {
    guard let data = dataBuffer, let format = formatDescription, let framing = NALFraming(format),
      !framing.holdsOnlyFrames, let timing = framing.timing
    else { return nil }
    let found = try? data.withContiguousBytes { timing.showsTopFirst($0, lengthSize: framing.lengthSize) }
    guard let isTopFirst = found ?? nil else { return nil }
    return String(
      describing: isTopFirst
        ? kCMFormatDescriptionFieldDetail_TemporalTopFirst : kCMFormatDescriptionFieldDetail_TemporalBottomFirst)
  }
}

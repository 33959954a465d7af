package import CoreMedia
import MediaInterop
package import TimedText

extension TextForm {
  /// Returns the texts of a sample that show something.
  package func texts(of sample: CMSampleBuffer) -> [StyledText] {
    guard let bytes = try? sample.dataBuffer?.withContiguousBytes({ [UInt8]($0) }) else { return [] }
    var texts = texts(of: bytes)
    if self == .webVTT { texts[0].cue = WebVTTCue(sample.sideData) }
    return texts.filter { !$0.isEmpty }
  }
}

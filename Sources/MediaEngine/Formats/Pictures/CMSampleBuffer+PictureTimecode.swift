import Bitstreams
package import CoreMedia
import MovieFile

extension CMSampleBuffer {
  /// The timecode that an encoded picture carries; `nil` where it carries none.
  package var pictureTimecode: String? {
    guard let data = dataBuffer, let format = formatDescription else { return nil }
    let framing = NALFraming(format)
    let found = try? data.withContiguousBytes { bytes in
      if let framing {
        return PictureTimecode(bytes, codec: framing.codec, lengthSize: framing.lengthSize, timing: framing.timing)
      }
      return format.isMPEGVideo ? PictureTimecode(mpegVideo: bytes) : nil
    }
    return (found ?? nil)?.description
  }
}

extension CMFormatDescription {
  /// A Boolean value that says whether pictures may carry a timecode, so that it is worth looking.
  package var mayHavePictureTimecodes: Bool {
    guard let framing = NALFraming(self) else { return isMPEGVideo }
    return framing.codec == .hevc || framing.timing != nil
  }

  /// A Boolean value that says whether the format is MPEG-1 or MPEG-2, by their own codes, and by cameras' codes of
  /// MPEG-2.
  var isMPEGVideo: Bool {
    let code = code.description
    return ["mp1v", "mp2v"].contains(code) || ["hdv", "xdv", "xd5"].contains { code.hasPrefix($0) }
  }
}

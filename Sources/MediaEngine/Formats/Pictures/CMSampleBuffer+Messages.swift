import Bitstreams
package import CoreMedia
import MovieFile

extension CMSampleBuffer {
  /// The registered messages (ITU-T T.35) in an encoded picture of H.264, HEVC or AV1, each from its country code on.
  var registeredMessages: [ArraySlice<UInt8>] {
    guard let format = formatDescription, let data = dataBuffer else { return [] }
    let framing = NALFraming(format)
    let isAV1 = format.mediaSubType.rawValue == kCMVideoCodecType_AV1
    let found = try? data.withContiguousBytes { bytes -> [ArraySlice<UInt8>] in
      if let framing {
        return RegisteredMessages.all(in: bytes, codec: framing.codec, lengthSize: framing.lengthSize)
      }
      return isAV1 ? RegisteredMessages.all(inAV1: [UInt8](bytes)) : []
    }
    return found ?? []
  }

  /// A Boolean value that says whether an encoded picture carries closed captions.
  package var carriesClosedCaptions: Bool {
    guard let format = formatDescription, let data = dataBuffer else { return false }
    guard format.isMPEGVideo else { return registeredMessages.contains { ClosedCaptions.areIn(message: $0) } }
    return (try? data.withContiguousBytes { ClosedCaptions.areIn(mpegVideo: $0) }) ?? false
  }
}

extension CMFormatDescription {
  /// A Boolean value that says whether pictures may carry closed captions, so that it is worth looking.
  package var mayHaveClosedCaptions: Bool {
    isMPEGVideo || mediaSubType.rawValue == kCMVideoCodecType_AV1 || NALFraming(self) != nil
  }
}

import Bitstreams
import CoreMedia
import MediaInterop
import MovieFile

/// The reverse mapping: libavcodec's coding for one of Core Media's codes.
extension StreamCodec {
  /// Returns the coding of a format; `nil` for one that the library has no name for.
  static func codec(of format: CMFormatDescription) -> CodecID? {
    if let sound = format.audioStreamBasicDescription, let pcm = LinearPCM(sound) { return pcm.codec }
    if let codec = NALCodec(sampleEntry: format.code.rawValue) { return CodecID(codec) }
    // A coding without a code of its own was given the start of the library's name.
    let name = names[format.code] ?? format.code.description.lowercased().filter { !$0.isWhitespace }
    return CodecID(name: name)
  }

  private static let names: [FourCC: String] = {
    var names: [FourCC: String] = [:]
    for (name, code) in videoCodes.merging(audioCodes, uniquingKeysWith: { $1 }).merging(
      otherCodes, uniquingKeysWith: { $1 })
    {
      names[code] = name
    }
    // Several of these codes stand for one coding.
    for code in proRes { names[code] = "prores" }
    for code in dv { names[code] = "dvvideo" }
    for code in aac { names[code] = "aac" }
    return names
  }()
}

extension CodecID {
  init(_ codec: NALCodec) {
    switch codec {
    case .h264: self = .h264
    case .hevc: self = .hevc
    }
  }
}

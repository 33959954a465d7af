/// The totals in the tag of an MP3 file's first frame: Xing's and LAME's, or Fraunhofer's VBRI.
struct MP3Totals {
  /// The number of frames of sound, without the tag's own.
  private(set) var frameCount: Int64?
  /// The number of bytes from the tag's frame to the end of the sound.
  private(set) var byteCount: Int64?

  /// Makes the totals of a first frame; `nil` for one that holds sound.
  init?(firstFrame frame: [UInt8]) {
    guard let header = MPEGAudioHeader(frame), header.layer == 3 else { return nil }
    let tag = header.sideInformationEnd
    if let code = frame.fourCC(at: tag), code == "Xing" || code == "Info" {
      guard let flags = frame.bigEndian(at: tag + 4, 4) else { return nil }
      var field = tag + 8
      if flags & 1 != 0 {
        frameCount = frame.bigEndian(at: field, 4).map(Int64.init(clamping:))
        field += 4
      }
      if flags & 2 != 0 { byteCount = frame.bigEndian(at: field, 4).map(Int64.init(clamping:)) }
    } else if frame.fourCC(at: Self.fraunhoferTag) == "VBRI" {
      byteCount = frame.bigEndian(at: Self.fraunhoferTag + 10, 4).map(Int64.init(clamping:))
      frameCount = frame.bigEndian(at: Self.fraunhoferTag + 14, 4).map(Int64.init(clamping:))
    } else {
      return nil
    }
    // A writer that could not go back left zeros.
    if frameCount == 0 { frameCount = nil }
    if byteCount == 0 { byteCount = nil }
  }

  /// The offset of Fraunhofer's tag: after the header and the side information of a stereo frame of MPEG-1.
  private static let fraunhoferTag = 36

  /// Returns whether less came than the totals.
  ///
  /// Some encoders count the tag's own frame, so one frame less is a cut only where bytes are missing too.
  func isMissed(frames: Int64?, bytes: Int64) -> Bool {
    let missesBytes = byteCount.map { bytes < $0 }
    guard let frameCount, let frames else { return missesBytes ?? false }
    return frames < frameCount - 1 || frames < frameCount && missesBytes ?? false
  }
}

import Bitstreams

extension XingTag {
  /// Returns whether less came than the tag announces.
  ///
  /// Some encoders count the tag's own frame, so one frame less is a cut only where bytes are missing too. A writer that could
  /// not go back left zeros, which announce nothing.
  ///
  /// - Parameters:
  ///   - frames: the number of frames that came. It is `nil` where they were not counted.
  ///   - bytes: the number of bytes from the tag's frame to the end of the sound.
  func isMissed(frames: Int64?, bytes: Int64) -> Bool {
    let announced = (frames: frameCount ?? 0, bytes: byteCount ?? 0)
    let missesBytes = announced.bytes == 0 ? nil : bytes < announced.bytes
    guard announced.frames != 0, let frames else { return missesBytes ?? false }
    return frames < Int64(announced.frames) - 1 || frames < announced.frames && missesBytes ?? false
  }
}

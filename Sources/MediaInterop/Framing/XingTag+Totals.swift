import Bitstreams

extension XingTag {
  /// Returns whether the sound is shorter than the tag states.
  ///
  /// Some encoders count the tag's own frame, so one frame less counts as truncated only if bytes are missing too. A
  /// writer that could not seek back left zeros, which state nothing.
  ///
  /// - Parameters:
  ///   - frames: the number of frames that came. It is `nil` if they were not counted.
  ///   - bytes: the number of bytes from the tag's frame to the end of the sound.
  func isMissed(frames: Int64?, bytes: Int64) -> Bool {
    let announced = (frames: frameCount ?? 0, bytes: byteCount ?? 0)
    let missesBytes = announced.bytes == 0 ? nil : bytes < announced.bytes
    guard announced.frames != 0, let frames else { return missesBytes ?? false }
    return frames < Int64(announced.frames) - 1 || frames < announced.frames && missesBytes ?? false
  }
}

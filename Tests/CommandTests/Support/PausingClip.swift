import TestSupport

/// A clip of 75 pictures, at first 25 per second. From 1.2 s on each picture is shown longer, and the last picture
/// before that time stays until then: it ends at a time that no container states.
///
/// Which of the pictures before the pause is decoded last depends on the encoder's choice, unless an option sets it.
enum PausingClip: CaseIterable {
  /// The encoder chooses whether the picture before the pause is decoded last, or an earlier one.
  case chosen
  /// The picture that stays is decoded before the two that are shown before it.
  case decodedEarly

  /// Writes the clip, in the container that the path's extension names.
  func write(to path: String) throws {
    let (count, order) = self == .chosen ? (30, []) : (31, ["-x264-params", "b-adapt=0:bframes=2:scenecut=0"])
    let times = "setpts='if(lt(N,\(count)),N,N*1.37)/25/TB'"
    let picture = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=3", "-vf", times, "-vsync", "vfr"]
    let coding = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"] + order
    try Tool.ffmpeg.run(["-v", "error"] + picture + coding + [path])
  }
}

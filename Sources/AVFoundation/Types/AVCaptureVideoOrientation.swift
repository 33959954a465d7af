/// The way in which a camera was held. Nothing here captures: programs store the value with the files that they write.
@available(*, deprecated, message: "Use the angle of a rotation instead")
public enum AVCaptureVideoOrientation: Int, Sendable {
  /// Upright, the home button below.
  case portrait = 1
  /// Upside down, the home button above.
  case portraitUpsideDown = 2
  /// On its side, the home button on the right.
  case landscapeRight = 3
  /// On its side, the home button on the left.
  case landscapeLeft = 4
}

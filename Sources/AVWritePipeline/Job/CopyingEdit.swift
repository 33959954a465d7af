/// An edit that keeps samples as they are stored wherever that is possible.
public enum CopyingEdit: Sendable, Hashable, Codable {
  /// The files at these paths follow the input, one after the other.
  case join([String])
  /// The part of the input that the job's time selection names.
  ///
  /// If `snaps` is true, its ends move to the nearest places where no picture has to be encoded.
  case cut(snaps: Bool)
}

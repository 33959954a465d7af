import MediaEngine

extension AVAsset {
  /// The container's name for people, such as `QuickTime / MOV (mp42)`, with the brand of a movie file that states one.
  /// It is empty where the file cannot be read.
  public var containerName: String { information?.containerTitle ?? "" }
}

import MediaEngine

extension AVAsset {
  /// What the container is, for people: `QuickTime / MOV (mp42)`, with the brand of a movie file that states one; empty
  /// where the file cannot be read.
  public var containerName: String { information?.containerTitle ?? "" }
}

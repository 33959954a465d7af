import MediaEngine

extension AVAssetReader {
  /// What was noticed and did not stop reading, one sentence each: leading pictures that cannot be decoded,
  /// trailing bytes that are not media. Any thread.
  public var warnings: [String] { outputs.flatMap { $0.trackReader?.warnings ?? [] } }
}

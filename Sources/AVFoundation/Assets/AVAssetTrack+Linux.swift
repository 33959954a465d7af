import MediaEngine

extension AVAssetTrack {
  /// How many samples the container's own tables list; 0 where it has none. Audio of movie files counts packets, or
  /// frames of linear PCM.
  public var sampleCount: Int { information.sampleCount }
}

import MediaEngine

extension AVAssetTrack {
  /// How many samples the container's own tables list; 0 where it has none. Audio of movie files counts packets, or
  /// frames of linear PCM.
  public var sampleCount: Int { information.sampleCount }

  /// Whether the container says itself that nothing is presented before `timeRange.start`, with an empty edit.
  ///
  /// Elsewhere the start is only that of the first sample, as in a file that counts from anywhere.
  public var beginsWithEmptyEdit: Bool { information.beginsWithEmptyEdit }
}

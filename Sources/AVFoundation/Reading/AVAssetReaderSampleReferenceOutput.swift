import MediaEngine

/// Vends where the samples of a track lie, and not the samples (AR-62): what a movie is made from that refers to media in
/// other files.
///
/// Each buffer has a format, times and sizes, no data, and two attachments: `kCMSampleBufferAttachmentKey_SampleReferenceURL`
/// and `kCMSampleBufferAttachmentKey_SampleReferenceByteOffset`. `alwaysCopiesSampleData` has no effect. For movie files;
/// reading a track of another container fails with `.formatUnsupported`.
public final class AVAssetReaderSampleReferenceOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: adds a constant to a Sendable class.

  /// The track whose samples are told of.
  public let track: AVAssetTrack

  public init(track: AVAssetTrack) {
    self.track = track
    super.init(Source(track: track, output: .references))
  }
}

import MediaEngine

/// Vends references to the samples of a track instead of the samples (AR-62), for making a movie that refers to media
/// in other files.
///
/// Each buffer has a format, times and sizes, no data, and two attachments: `kCMSampleBufferAttachmentKey_SampleReferenceURL`
/// and `kCMSampleBufferAttachmentKey_SampleReferenceByteOffset`. `alwaysCopiesSampleData` has no effect. For movie files;
/// reading a track of another container fails with `.formatUnsupported`.
public final class AVAssetReaderSampleReferenceOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: adds a constant to a Sendable class.

  /// The track to whose samples the references lead.
  public let track: AVAssetTrack

  public init(track: AVAssetTrack) {
    self.track = track
    super.init(Source(track: track, output: .references))
  }
}

package import AVFAudio
package import CoreMedia

extension AVAudioPlayer {
  /// A player of a part of an asset's sound, which the player takes for all of it.
  ///
  /// - Throws: as `init(contentsOf:)`.
  package convenience init(asset: AVURLAsset, range: CMTimeRange) throws {
    try self.init(asset.content, url: asset.url, data: nil, range: range)
  }
}

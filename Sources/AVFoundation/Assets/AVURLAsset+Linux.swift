public import CoreMedia
import Foundation
import MediaEngine

extension AVURLAsset {
  /// A sequence of pictures as one video track.
  ///
  /// The files are read when they are needed. `url` is that of the first file.
  ///
  /// - Parameters:
  ///   - images: local files of one picture each, of one format, in the order in which they are shown. Stops the process
  ///     where there are none, or one is not local.
  ///   - frameDuration: the duration of each picture, a positive time whose value has 31 bits. Stops the process for
  ///     another time.
  public convenience init(images: [URL], frameDuration: CMTime) {
    if images.isEmpty || !images.allSatisfy(\.isFileURL) {
      raise(.invalidArgument, "a sequence of images needs at least one file, and all must be file URLs")
    }
    if !frameDuration.isNumeric || frameDuration <= .zero || frameDuration.value > Int32.max {
      raise(.invalidArgument, "frameDuration must be positive, with a value of at most 31 bits")
    }
    self.init(
      url: images[0], content: AssetSource(images: images, frameDuration: frameDuration),
      loader: AVAssetResourceLoader(images[0]), restrictions: .defaultPolicy)
  }
}

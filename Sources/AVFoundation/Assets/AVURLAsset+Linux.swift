public import CoreMedia
import Foundation
import MediaEngine

extension AVURLAsset {
  /// A sequence of pictures as one video track.
  ///
  /// The files are read when they are needed. `url` is that of the first one.
  ///
  /// - Parameters:
  ///   - images: local files of one picture each, of one format, in the order in which they are shown. Stops the process
  ///     where there are none, or one is not local.
  ///   - frameDuration: the duration of each picture, a positive time whose value has 31 bits. Stops the process for
  ///     another time.
  public convenience init(images: [URL], frameDuration: CMTime) {
    if images.isEmpty || !images.allSatisfy(\.isFileURL) {
      raise(.invalidArgument, "a sequence of images is one local file at least")
    }
    if !frameDuration.isNumeric || frameDuration <= .zero || frameDuration.value > Int32.max {
      raise(.invalidArgument, "the images of a sequence are shown for a positive time")
    }
    self.init(
      url: images[0], source: Source(images: images, frameDuration: frameDuration),
      loader: AVAssetResourceLoader(images[0]), restrictions: .defaultPolicy)
  }
}

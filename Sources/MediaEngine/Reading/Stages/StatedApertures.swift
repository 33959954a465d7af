import CoreMedia
import MovieFile

/// The clean apertures of a track's decoded pictures, as the track's formats state them.
struct StatedApertures {
  /// The size of the pictures of each format, and their clean aperture.
  private let formats: [(width: Int, height: Int, aperture: CleanAperture?)]
  private let descriptions: ShownDescriptions?

  init(_ context: ReadingContext) {
    formats = context.track.formatDescriptions.map { format in
      let size = format.dimensions
      return (Int(size.width), Int(size.height), VideoAttributes(format.extensions).cleanAperture)
    }
    descriptions = context.descriptions
  }

  /// Returns the clean aperture of a picture. It is `nil` if the picture's format states none, if it is not known which
  /// of several formats is the picture's, and for an aperture that is not within the picture.
  ///
  /// - Parameter time: the time at which the picture is shown, in ticks of the stream; `nil` if it is not known.
  func aperture(ofWidth width: Int, height: Int, at time: Int64?) -> CleanAperture? {
    let fitting = formats.indices.filter { formats[$0].width == width && formats[$0].height == height }
    guard let first = fitting.first else { return nil }
    var stated = formats[first].aperture
    if fitting.contains(where: { formats[$0].aperture != formats[first].aperture }) {
      guard let index = time.flatMap({ descriptions?.index(at: $0) }), fitting.contains(index) else { return nil }
      stated = formats[index].aperture
    }
    return stated.flatMap { $0.isWithin(width: width, height: height) ? $0 : nil }
  }
}

extension CleanAperture {
  /// Returns whether the part lies within a picture, and is not empty.
  fileprivate func isWithin(width pictureWidth: Int, height pictureHeight: Int) -> Bool {
    width.value > 0 && width.value + 2 * abs(horizontalOffset.value) <= Double(pictureWidth)
      && height.value > 0 && height.value + 2 * abs(verticalOffset.value) <= Double(pictureHeight)
  }
}

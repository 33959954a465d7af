import MediaInterop
package import MediaSupport

extension SampleReader {
  /// Returns a reader of the same pictures in a layout. It is this reader if there is no layout.
  ///
  /// - Parameter stills: the pictures that are drawn over each of them, the lowest first.
  /// - Throws: `MediaError(.unsupportedSettings)` for a still picture of an unknown format.
  package func laidOut(by layout: PictureLayout?, under stills: [StillLayer]) throws -> any SampleReader {
    guard let layout else { return self }
    let compositor = try LayoutCompositor(layout, stills)
    return ChangedPictures(
      self, keepsPixelAspect: layout.part.size == layout.place.size, keepsCleanAperture: layout.leavesPlaces
    ) { picture, _ in
      try compositor.compose(picture)
    }
  }
}

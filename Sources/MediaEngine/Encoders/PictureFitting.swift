import MediaInterop

/// Makes pictures as their encoder takes them, and leaves those that agree untouched. After a change of size in
/// mid-stream, pictures are scaled to the place of the first one. One thread at a time.
final class PictureFitting {
  private let input: VideoInput
  private var adapter: PictureAdapter?

  init(_ input: VideoInput) { self.input = input }

  /// - Throws: `MediaError(.unsupportedSettings)` for a conversion that no converter makes.
  func fit(_ picture: Picture) throws -> Picture {
    let geometry = input.geometry(of: picture)
    let target = PictureAdapter.Target(
      format: input.pixelFormat, width: geometry.codedWidth, height: geometry.codedHeight,
      isFullRange: input.color.isFullRange, matrix: input.convertedMatrix(of: picture),
      region: geometry.sourceRegion, rectangle: geometry.target,
      repeatsEdge: geometry.needsCleanAperture && geometry.isUnscaled(picture.width, picture.height))
    if target.isMet(by: picture) { return picture }
    if adapter?.accepts(picture, target) != true { adapter = try PictureAdapter(from: picture, to: target) }
    var fitted = try adapter!.adapt(picture)
    fitted.messages = picture.messages
    return fitted
  }
}

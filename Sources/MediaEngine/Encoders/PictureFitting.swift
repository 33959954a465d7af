import CoreMedia
import MediaInterop

/// Converts pictures to what their encoder accepts, and leaves those that agree unchanged. After a change of size in
/// mid-stream, pictures are scaled into the area of the first one. Pictures of other colours than the track's are
/// converted to the track's. One thread at a time.
final class PictureFitting {
  private let input: VideoInput
  private var adapter: PictureAdapter?
  private lazy var toneMapper = ToneMapper()

  init(_ input: VideoInput) { self.input = input }

  /// - Throws: `MediaError(.unsupportedSettings)` for a conversion that no converter makes.
  func fit(_ sample: CMSampleBuffer) throws -> Picture {
    let picture = try inRange(Picture(of: sample), sample)
    let geometry = input.geometry(of: picture)
    let target = PictureAdapter.Target(
      format: input.pixelFormat, width: geometry.codedWidth, height: geometry.codedHeight,
      isFullRange: input.color.isFullRange, color: input.convertedColor(of: picture),
      region: geometry.sourceRegion, rectangle: geometry.target,
      repeatsEdge: geometry.needsCleanAperture && geometry.isUnscaled(picture.width, picture.height))
    if target.isMet(by: picture) { return picture }
    if adapter?.accepts(picture, target) != true { adapter = try PictureAdapter(from: picture, to: target) }
    var fitted = try adapter!.adapt(picture)
    fitted.messages = picture.messages
    return fitted
  }

  /// Returns a picture of high dynamic range as one of BT.709, if the track is known to have none.
  private func inRange(_ picture: Picture, _ sample: CMSampleBuffer) throws -> Picture {
    guard picture.color.isHighRange, !input.color.isHighRange, input.color.transfer != ColorDescription.unspecified,
      let attachments = sample.imageBuffer?.storedAttachments,
      let source = ToneMap.Source(of: picture, attachments: attachments)
    else { return picture }
    var mapped = try toneMapper.map(picture, source)
    mapped.messages = picture.messages
    return mapped
  }
}

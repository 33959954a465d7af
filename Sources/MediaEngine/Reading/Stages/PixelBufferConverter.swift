package import CoreVideo
import MediaInterop
import MediaSupport

/// Converts decoded pictures to the wanted form. One thread at a time.
package final class PixelBufferConverter {
  private let request: PictureRequest
  private var adapter: PictureAdapter?
  private lazy var toneMapper = ToneMapper()

  package init(_ request: PictureRequest) { self.request = request }

  /// Returns the picture in the wanted form, with its attachments. It is the same buffer if it has that form already.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for a conversion that no converter makes.
  package func convert(_ buffer: CVPixelBuffer) throws -> CVPixelBuffer {
    let given = try Picture(buffer)
    var picture = given
    let light =
      request.isOfStandardRange ? ToneMap.Source(of: picture, attachments: buffer.storedAttachments) : nil
    if let light { picture = try toneMapper.map(picture, light) }
    let target = request.target(for: picture)
    if let target { picture = try adapter(for: picture, target).adapt(picture) }
    picture.color = request.statedColor(of: picture)
    let changesColor = light != nil || request.color != nil && picture.color != given.color
    guard target != nil || changesColor || !picture.has(request.memory) else { return buffer }
    // If only the stated colours change, the samples stay the same.
    if request.ownsMemory, picture.owner === buffer {
      picture = try picture.padded(toWidth: picture.width, height: picture.height)
    }
    let result = try picture.pixelBuffer(request.memory)
    result.storedAttachments = buffer.storedAttachments
    // A clean aperture is in pixels of the picture as it was.
    if (result.width, result.height) != (buffer.width, buffer.height) {
      CVBufferRemoveAttachment(result, kCVImageBufferCleanApertureKey)
    }
    if changesColor { result.updateAttachments { picture.color.replaceColor(in: &$0, isToneMapped: light != nil) } }
    return result
  }

  private func adapter(for picture: Picture, _ target: PictureAdapter.Target) throws -> PictureAdapter {
    if let adapter, adapter.accepts(picture, target) { return adapter }
    let made = try PictureAdapter(from: picture, to: target)
    adapter = made
    return made
  }
}

extension ColorDescription {
  /// Replaces the colours in a picture's attachments by these.
  ///
  /// - Parameter isToneMapped: a Boolean value that says whether the picture was tone-mapped, so that the attachments
  ///   about its light no longer apply.
  fileprivate func replaceColor(in attachments: inout Attachments, isToneMapped: Bool) {
    attach(to: &attachments)
    guard isToneMapped else { return }
    for key in [kCVImageBufferMasteringDisplayColorVolumeKey, kCVImageBufferContentLightLevelInfoKey] {
      attachments.remove(String(describing: key))
    }
  }
}

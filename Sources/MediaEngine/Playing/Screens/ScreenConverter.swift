package import CoreVideo
import Foundation
import FoundationSupplement
import MediaInterop
import MediaSupport

/// Converts decoded pictures for a screen: bytes B, G, R and A of the part that is shown, by the pictures' own matrix
/// and range, and tone-mapped if they have high dynamic range. One thread at a time.
package final class ScreenConverter {
  /// The part of a picture that is shown, in its pixels from the top left.
  package typealias Part = (x: Double, y: Double, width: Double, height: Double)

  private var adapter: PictureAdapter?
  private var toneMap: (source: ToneMap.Source, map: ToneMap)?

  package init() {}

  /// - Parameters:
  ///   - part: the part that is shown; `nil` for all of it.
  ///   - size: the size of the result in pixels; `nil` for the size of the part.
  /// - Throws: `MediaError(.unsupportedSettings)` for pictures that no converter reads.
  package func convert(
    _ buffer: CVPixelBuffer, showing part: Part? = nil, size: (width: Int, height: Int)? = nil
  ) throws -> CVPixelBuffer {
    let picture = try Picture(buffer)
    let source = ToneMap.Source(of: picture, attachments: buffer.storedAttachments)
    let width = size?.width ?? part.map { Int($0.width.rounded()) } ?? picture.width
    let height = size?.height ?? part.map { Int($0.height.rounded()) } ?? picture.height
    let target = PictureAdapter.Target(
      format: source == nil ? .bgra : .rgba64, width: max(1, width), height: max(1, height), isFullRange: true,
      region: part.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
    let adapter =
      if let adapter, adapter.accepts(picture, target) { adapter } else {
        try PictureAdapter(from: picture, to: target)
      }
    self.adapter = adapter
    let adapted = try adapter.adapt(picture)
    return try (source.map { try map(adapted, $0) } ?? adapted).pixelBuffer()
  }

  private func map(_ picture: Picture, _ source: ToneMap.Source) throws -> Picture {
    let map = if let toneMap, toneMap.source == source { toneMap.map } else { ToneMap(source) }
    toneMap = (source, map)
    let result = try PictureStorage.picture(format: .bgra, width: picture.width, height: picture.height)
    map.map(picture, into: result)
    return result
  }
}

extension ToneMap.Source {
  /// Makes the source description for tone-mapping a picture with these attachments.
  init?(of picture: Picture, attachments: Attachments) {
    func bytes(_ key: CFString) -> [UInt8]? {
      [UInt8](bytesOf: attachments[String(describing: key)]?.value)
    }
    self.init(
      picture.color,
      content: bytes(kCVImageBufferContentLightLevelInfoKey).flatMap { try? ContentLightLevel(payload: $0) },
      screen: bytes(kCVImageBufferMasteringDisplayColorVolumeKey).flatMap { try? MasteringDisplay(payload: $0) })
  }
}

package import CoreVideo
import Dispatch
import Foundation
import MediaInterop
import MediaSupport

/// Makes decoded pictures ready for a screen: bytes B, G, R and A of the part that is shown, with the matrix and range that they
/// have, tone-mapped where they are of high dynamic range. One thread at a time.
package final class ScreenConverter {
  /// The part of a picture that is shown, in its pixels from the top left.
  package typealias Part = (x: Double, y: Double, width: Double, height: Double)

  private var adapter: PictureAdapter?
  private var toneMap: (source: ToneMap.Source, map: ToneMap)?

  /// Rows that one thread maps at once.
  private static let rowsOfThread = 32

  package init() {}

  /// - Parameters:
  ///   - part: nil is all of it.
  ///   - size: the size in pixels that the result has. Nil is that of the part.
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
    let (from, to) = (Plane(picture), Plane(result))
    let (width, height) = (picture.width, picture.height)
    DispatchQueue.concurrentPerform(iterations: (height + Self.rowsOfThread - 1) / Self.rowsOfThread) { block in
      for row in (block * Self.rowsOfThread)..<min(height, (block + 1) * Self.rowsOfThread) {
        map.map(
          (from.base + row * from.stride).assumingMemoryBound(to: UInt16.self),
          into: (to.base + row * to.stride).assumingMemoryBound(to: UInt8.self), count: width)
      }
    }
    return result
  }

  /// The only plane of a picture.
  private struct Plane: @unchecked Sendable {
    // Sendable: threads use rows of their own, and the picture outlives them.
    let base: UnsafeMutableRawPointer
    let stride: Int

    init(_ picture: Picture) { (base, stride) = (picture.planes[0].base, picture.planes[0].stride) }
  }
}

extension ToneMap.Source {
  /// H.273's numbers of transfers and primaries.
  private static let (perceptualQuantizer, hybridLogGamma) = (UInt8(16), UInt8(18))
  private static let (bt709, p3Theatre, p3) = (UInt8(1), UInt8(11), UInt8(12))

  /// The source of the tone map of a picture of high dynamic range. It is `nil` for another.
  init?(of picture: Picture, attachments: Attachments) {
    let signal: ToneMap.Signal
    switch picture.color.transfer {
    case Self.perceptualQuantizer: signal = .perceptualQuantizer
    case Self.hybridLogGamma: signal = .hybridLogGamma
    default: return nil
    }
    let primaries: ToneMap.Primaries =
      switch picture.color.primaries {
      case Self.bt709: .bt709
      case Self.p3Theatre, Self.p3: .p3
      default: .bt2020
      }
    self.init(
      signal: signal, primaries: primaries,
      peak: signal == .hybridLogGamma ? ToneMap.usualPeak : Self.peak(attachments) ?? ToneMap.usualPeak)
  }

  /// The brightest light that the pictures have, or else the screen that they were made on, in cd/m².
  private static func peak(_ attachments: Attachments) -> Double? {
    func bytes(_ key: CFString) -> [UInt8]? {
      (attachments[String(describing: key)]?.value as? NSData).map { [UInt8](Data(referencing: $0)) }
    }
    let content = bytes(kCVImageBufferContentLightLevelInfoKey).flatMap { try? ContentLightLevel(payload: $0) }
    if let maximum = content?.maximum, maximum > 0 { return Double(maximum) }
    let screen = bytes(kCVImageBufferMasteringDisplayColorVolumeKey).flatMap { try? MasteringDisplay(payload: $0) }
    guard let maximum = screen?.luminance?.maximum, maximum.numerator > 0, maximum.denominator > 0 else { return nil }
    return Double(maximum.numerator) / Double(maximum.denominator)
  }
}

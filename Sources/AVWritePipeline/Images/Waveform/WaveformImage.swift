internal import AVFoundation
internal import Foundation

/// The image of a waveform: a band for each channel, with the lowest and the highest sample of each column.
struct WaveformImage {
  private let size: PictureSize
  /// The pixels, with alpha in the highest eight bits, then red, green and blue.
  private var pixels: [UInt32]

  /// Draws the bands one below the other.
  ///
  /// - Parameters:
  ///   - bands: the extents of the columns, as many as the image has, band by band. Full scale is 1.
  ///   - background: the colour behind the wave, or nil for a transparent one.
  init(_ bands: [[WaveformPeaks.Extent]], _ size: PictureSize, _ color: PictureColor, on background: PictureColor?) {
    self.size = size
    pixels = Array(repeating: background?.pixel ?? 0, count: size.width * size.height)
    let ink = color.pixel
    for (index, columns) in bands.enumerated() {
      let rows = Self.rows(of: index, of: bands.count, height: size.height)
      for (column, extent) in columns.enumerated() {
        for row in Self.rows(of: extent, in: rows) { pixels[row * size.width + column] = ink }
      }
    }
  }

  private static func rows(of band: Int, of count: Int, height: Int) -> Range<Int> {
    band * height / count..<(band + 1) * height / count
  }

  /// Returns the rows that a column's samples reach over, in the band's rows; silence is one row in the middle.
  static func rows(of extent: WaveformPeaks.Extent, in band: Range<Int>) -> Range<Int> {
    guard let last = band.last else { return band }
    func row(_ sample: Float) -> Int {
      let level = Double(max(-1, min(1, sample)))
      return min(last, band.lowerBound + Int((1 - level) / 2 * Double(band.count)))
    }
    return row(extent.high)..<row(extent.low) + 1
  }

  /// The image in sRGB.
  var image: CGImage? {
    let data = pixels.withUnsafeBytes { NSData(bytes: $0.baseAddress, length: $0.count) }
    guard let provider = CGDataProvider(data: data), let space = CGColorSpace(name: CGColorSpace.sRGB) else {
      return nil
    }
    return CGImage(
      width: size.width, height: size.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: size.width * 4,
      space: space, bitmapInfo: [CGBitmapInfo(rawValue: CGImageAlphaInfo.first.rawValue), .byteOrder32Little],
      provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  }
}

extension PictureColor {
  /// The colour as an opaque pixel.
  fileprivate var pixel: UInt32 { 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

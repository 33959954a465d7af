import Foundation
import MediaInterop

/// Pictures made from arithmetic: a moving plaid with fine texture, the same on every machine.
enum ComputedPictures {
  /// A planar or biplanar picture of the format's own subsampling and depth; each `index` is a step in time.
  static func picture(
    _ format: PixelFormat = .yuv420p, width: Int, height: Int, index: Int, color: ColorDescription = .init()
  ) throws -> Picture {
    let picture = try PictureStorage.picture(format: format, width: width, height: height, color: color)
    let depth = format.bitsPerComponent
    for (plane, memory) in picture.planes.enumerated() {
      let components = plane == 1 && picture.planes.count == 2 ? 2 : 1
      let columns = format.bytesPerRow(width: width, plane: plane) / components / (depth > 8 ? 2 : 1)
      for y in 0..<format.rowCount(height: height, plane: plane) {
        let row = memory.base + y * memory.stride
        for x in 0..<columns {
          for component in 0..<components {
            let value = sample(plane + component, x, y, index)
            let position = x * components + component
            if depth > 8 {
              row.storeBytes(of: UInt16(value << (depth - 8)), toByteOffset: 2 * position, as: UInt16.self)
            } else {
              row.storeBytes(of: UInt8(value), toByteOffset: position, as: UInt8.self)
            }
          }
        }
      }
    }
    return picture
  }

  /// A sample of 8 bits, within video range.
  private static func sample(_ plane: Int, _ x: Int, _ y: Int, _ index: Int) -> Int {
    switch plane {
    case 0: 40 + (x + 3 * index) % 97 + (y + index) % 61 + ((x / 8 + y / 8 + index) % 2) * 20
    case 1: 90 + (x + index) % 70
    default: 100 + (y + 2 * index) % 60
    }
  }

  /// The bytes of all planes, row by row without padding, as raw video files have them.
  static func bytes(of picture: Picture) -> [UInt8] {
    picture.planes.indices.flatMap { bytes(of: picture, plane: $0) }
  }

  static func bytes(of picture: Picture, plane: Int) -> [UInt8] {
    let memory = picture.planes[plane]
    let count = picture.format.bytesPerRow(width: picture.width, plane: plane)
    return (0..<picture.format.rowCount(height: picture.height, plane: plane)).flatMap { row in
      Array(UnsafeRawBufferPointer(start: memory.base + row * memory.stride, count: count))
    }
  }
}

/// Peak signal-to-noise ratio of two runs of samples, in dB; infinite where they are equal.
func psnr(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Double {
  precondition(a.count == b.count && !a.isEmpty)
  var squares = 0
  for (a, b) in zip(a, b) { squares += (Int(a) - Int(b)) * (Int(a) - Int(b)) }
  return squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(a.count) / Double(squares))
}

/// The same of little-endian samples of 10 bits.
func psnrOfTenBits(_ a: [UInt8], _ b: some Collection<UInt8>) -> Double {
  let b = Array(b)
  precondition(a.count == b.count && a.count >= 2)
  var squares = 0
  for index in stride(from: 0, to: a.count - 1, by: 2) {
    let difference = Int(a[index]) + Int(a[index + 1]) << 8 - Int(b[index]) - Int(b[index + 1]) << 8
    squares += difference * difference
  }
  return squares == 0 ? .infinity : 10 * log10(1023 * 1023 * Double(a.count / 2) / Double(squares))
}

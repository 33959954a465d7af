import MediaInterop
import MediaSupport

extension Picture {
  /// Returns a copy in its own memory, with the last column and row repeated up to a size.
  ///
  /// An encoder of 4:2:0 takes pairs of columns and rows; a clean aperture hides the columns and rows that are added to
  /// an odd picture.
  func padded(toWidth width: Int, height: Int) throws -> Picture {
    let result = try PictureStorage.picture(
      format: format, width: width, height: height, color: color, fieldOrder: fieldOrder)
    for plane in planes.indices {
      let rows = format.rowCount(height: self.height, plane: plane)
      let rowBytes = format.bytesPerRow(width: self.width, plane: plane)
      let paddedRows = format.rowCount(height: height, plane: plane)
      let paddedBytes = format.bytesPerRow(width: width, plane: plane)
      // The size of a row's last element is the number of bytes that one more column adds, if it adds any.
      let element = max(1, paddedBytes - rowBytes)
      for row in 0..<paddedRows {
        let source = planes[plane].base + min(row, rows - 1) * planes[plane].stride
        let target = result.planes[plane].base + row * result.planes[plane].stride
        target.copyMemory(from: source, byteCount: rowBytes)
        if paddedBytes > rowBytes {
          (target + rowBytes).copyMemory(from: target + rowBytes - element, byteCount: element)
        }
      }
    }
    return result
  }

  /// Returns a view of a part, in the same memory. Its corner lies on whole chroma samples.
  func cropped(to rectangle: PictureGeometry.Rectangle) -> Picture {
    var part = self
    part.width = rectangle.width
    part.height = rectangle.height
    for plane in planes.indices {
      let row = format.rowCount(height: rectangle.y, plane: plane)
      let offset = format.bytesPerRow(width: rectangle.x, plane: plane)
      part.planes[plane].base += row * planes[plane].stride + (rectangle.x > 0 ? offset : 0)
    }
    return part
  }

  /// Copies the samples into a picture of the same format and size.
  func copySamples(into result: Picture) {
    for plane in planes.indices {
      let bytes = format.bytesPerRow(width: width, plane: plane)
      for row in 0..<format.rowCount(height: height, plane: plane) {
        (result.planes[plane].base + row * result.planes[plane].stride).copyMemory(
          from: planes[plane].base + row * planes[plane].stride, byteCount: bytes)
      }
    }
  }

  /// The index of the alpha plane: libavutil's fourth.
  private static let alphaPlane = 3

  /// Makes every sample black: opaque in planar Y'CbCr, transparent in RGB with alpha. Encoders take no other formats.
  func fillBlack() {
    let bits = format.bitsPerComponent
    let black = (color.isFullRange ?? false) ? 0 : 16 << (bits - 8)
    let neutral = 1 << (bits - 1)
    fill(
      planes.indices.map { plane in
        format.isRGB ? 0 : plane == 0 ? black : plane == Self.alphaPlane ? (1 << bits) - 1 : neutral
      })
  }

  /// Gives all samples of each plane one value.
  ///
  /// - Parameter values: the value of each plane, whose samples are components of their own.
  func fill(_ values: [Int]) {
    for (plane, value) in zip(planes.indices, values) {
      let bytes = format.bytesPerRow(width: width, plane: plane)
      for row in 0..<format.rowCount(height: height, plane: plane) {
        let start = planes[plane].base + row * planes[plane].stride
        if format.bitsPerComponent > 8 {
          start.initializeMemory(as: UInt16.self, repeating: UInt16(value), count: bytes / 2)
        } else {
          start.initializeMemory(as: UInt8.self, repeating: UInt8(value), count: bytes)
        }
      }
    }
  }
}

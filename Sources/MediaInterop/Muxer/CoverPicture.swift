/// A JPEG or PNG file that is attached to another, with the properties that libavformat must know.
package struct CoverPicture: Sendable {
  package let bytes: [UInt8]
  package let isPNG: Bool
  /// The width in samples.
  package let width: Int
  package let height: Int

  /// Makes a picture from the bytes of a file; `nil` if it is neither JPEG nor PNG, or does not state its size.
  package init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
    guard let size = isPNG ? Self.sizeOfPNG(bytes) : Self.sizeOfJPEG(bytes), size.width > 0, size.height > 0 else {
      return nil
    }
    (width, height) = size
  }

  /// Returns the size in the first chunk, which is IHDR and begins with it (PNG specification, 11.2.2).
  private static func sizeOfPNG(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard let width = bytes.bigEndian(at: 16, 4), let height = bytes.bigEndian(at: 20, 4) else { return nil }
    return (Int(width), Int(height))
  }

  /// Returns the size in the frame header among the marker segments (ITU-T T.81, B.2.2): SOF0 to SOF15 but for DHT, JPG
  /// and DAC.
  private static func sizeOfJPEG(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var place = 2
    while let marker = bytes.bigEndian(at: place, 2), marker > 0xFF00, let length = bytes.bigEndian(at: place + 2, 2) {
      if (0xFFC0...0xFFCF).contains(marker), ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
        guard let height = bytes.bigEndian(at: place + 5, 2), let width = bytes.bigEndian(at: place + 7, 2) else {
          return nil
        }
        return (Int(width), Int(height))
      }
      place += 2 + Int(length)
    }
    return nil
  }

  var parameters: CodecParameters {
    var parameters = CodecParameters(codec: isPNG ? .png : .mjpeg)
    (parameters.width, parameters.height) = (width, height)
    return parameters
  }
}

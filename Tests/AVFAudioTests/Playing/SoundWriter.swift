import Foundation

/// Writes sounds that are computed.
enum SoundWriter {
  /// Mono of 48 kHz as 32-bit floats, in a WAVE file.
  static func write(seconds: Int, to url: URL, _ sample: (Int) -> Float) throws {
    let size = seconds * 48_000 * 4
    var data = Data("RIFF".utf8)
    data.put(UInt32(36 + size))
    data.append(Data("WAVEfmt ".utf8))
    data.put(UInt32(16))
    data.put(UInt16(3))
    data.put(UInt16(1))
    data.put(UInt32(48_000))
    data.put(UInt32(192_000))
    data.put(UInt16(4))
    data.put(UInt16(32))
    data.append(Data("data".utf8))
    data.put(UInt32(size))
    for frame in 0..<seconds * 48_000 { data.put(sample(frame).bitPattern) }
    try data.write(to: url)
  }
}

extension Data {
  fileprivate mutating func put(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

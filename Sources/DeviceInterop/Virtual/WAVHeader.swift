/// The header before the samples of a WAV file of 32-bit floats: `RIFF` up to 4 GiB, `RF64` (EBU Tech 3306) beyond.
package struct WAVHeader: Sendable {
  /// The number of bytes of the header, whatever the file's length is.
  package static let size = 116

  /// The offsets of the header's chunks. The sizes of chunks are 32-bit numbers in a file that is not `RF64`.
  private enum Field {
    static let riffSize = 4
    static let wideSizes = 12
    static let format = 48
    static let fact = 96
    static let data = 108
  }

  private let format: SoundFormat

  package init(format: SoundFormat) { self.format = format }

  private var bytesPerFrame: Int { format.channelCount * MemoryLayout<Float>.size }

  /// The speakers of the channels, as `SoundFormat` orders them.
  private var channelMask: UInt32 {
    switch format.channelCount {
    case 1: 1 << 2
    case 2...18: 1 << UInt32(format.channelCount) - 1
    default: 0
    }
  }

  /// Writes the header of a file with this many frames; `bytes` must have `size` bytes. It allocates nothing.
  package func write(to bytes: UnsafeMutableRawBufferPointer, frameCount: Int64) {
    func put(_ value: some FixedWidthInteger, at offset: Int) {
      bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: type(of: value))
    }
    // Four characters, the first in the lowest byte.
    func name(_ text: StaticString) -> UInt32 {
      text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
    let dataSize = UInt64(clamping: frameCount) &* UInt64(bytesPerFrame)
    let riffSize = dataSize &+ UInt64(Self.size - 8)
    let isWide = riffSize >= UInt64(UInt32.max)
    put(name(isWide ? "RF64" : "RIFF"), at: 0)
    put(UInt32(clamping: riffSize), at: Field.riffSize)
    put(name("WAVE"), at: 8)

    put(name(isWide ? "ds64" : "JUNK"), at: Field.wideSizes)
    put(UInt32(28), at: Field.wideSizes + 4)
    put(isWide ? riffSize : 0, at: Field.wideSizes + 8)
    put(isWide ? dataSize : 0, at: Field.wideSizes + 16)
    put(isWide ? UInt64(clamping: frameCount) : 0, at: Field.wideSizes + 24)
    put(UInt32(0), at: Field.wideSizes + 32)

    put(name("fmt "), at: Field.format)
    put(UInt32(40), at: Field.format + 4)
    // This is the extensible form, which states the channels' speakers.
    put(UInt16(0xFFFE), at: Field.format + 8)
    put(UInt16(format.channelCount), at: Field.format + 10)
    put(UInt32(format.sampleRate), at: Field.format + 12)
    put(UInt32(clamping: format.sampleRate * bytesPerFrame), at: Field.format + 16)
    put(UInt16(bytesPerFrame), at: Field.format + 20)
    put(UInt16(32), at: Field.format + 22)
    put(UInt16(22), at: Field.format + 24)
    put(UInt16(32), at: Field.format + 26)
    put(channelMask, at: Field.format + 28)
    // The identifier of IEEE floats: {00000003-0000-0010-8000-00AA00389B71}.
    put(UInt64(0x0010_0000_0000_0003), at: Field.format + 32)
    put(UInt64(0x719B_3800_AA00_0080), at: Field.format + 40)

    put(name("fact"), at: Field.fact)
    put(UInt32(4), at: Field.fact + 4)
    put(UInt32(clamping: frameCount), at: Field.fact + 8)
    put(name("data"), at: Field.data)
    put(isWide ? UInt32.max : UInt32(dataSize), at: Field.data + 4)
  }
}

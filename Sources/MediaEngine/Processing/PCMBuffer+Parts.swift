import MediaInterop
import MediaSupport

extension PCMBuffer {
  /// Returns a part of the samples, in the same memory.
  func slice(_ range: Range<Int>) -> PCMBuffer {
    if range == 0..<sampleCount { return self }
    let step = bytesPerFrame * range.lowerBound
    var slice = self
    slice.planes = planes.map { $0 + step }
    slice.sampleCount = range.count
    return slice
  }

  /// Returns the samples with a stretch replaced by silence.
  func silenced(in stretch: Range<Int>) -> PCMBuffer {
    let silent = PCMBuffer.silence(format, count: sampleCount)
    let size = bytesPerFrame
    for (source, target) in zip(planes, silent.planes) {
      target.copyMemory(from: source, byteCount: stretch.lowerBound * size)
      let end = stretch.upperBound * size
      (target + end).copyMemory(from: source + end, byteCount: sampleCount * size - end)
    }
    return silent
  }

  /// Returns silence.
  static func silence(_ format: AudioFormat, count: Int) -> PCMBuffer {
    var buffer = PCMBuffer(format: format, sampleCount: count, planes: [])
    let planes = format.isPlanar ? format.layout.count : 1
    let planeSize = count * buffer.bytesPerFrame
    let storage = PacketStorage(count: planes * planeSize)
    storage.bytes.initializeMemory(as: UInt8.self, repeating: format.sampleFormat == .u8 ? 0x80 : 0)
    buffer.planes = (0..<planes).map { storage.bytes.baseAddress! + $0 * planeSize }
    buffer.owner = storage
    return buffer
  }
}

extension AudioFormat {
  /// The same format with samples in 32-bit floating point.
  var withFloats: AudioFormat {
    var format = self
    format.sampleFormat = .f32
    return format
  }
}

import Foundation
import MediaInterop
import MediaSupport

/// Sound made from arithmetic: two gliding tones with a slow tremolo, another in each channel.
enum ComputedAudio {
  /// The value of one sample within ±0.8.
  static func sample(_ position: Int, channel: Int, rate: Int) -> Double {
    let time = Double(position) / Double(rate)
    let base = 220 * Double(channel + 1)
    let tones = sin(2 * .pi * (base + 40 * time) * time) * 0.5 + sin(2 * .pi * base * 2.5 * time) * 0.2
    return tones * (1 + 0.14 * sin(2 * .pi * 3 * time))
  }

  /// Samples `start..<start + count`, in memory of their own.
  static func buffer(_ format: AudioFormat, start: Int = 0, count: Int) -> PCMBuffer {
    let channels = format.layout.count
    let bytes = format.sampleFormat.bytesPerSample
    let planeCount = format.isPlanar ? channels : 1
    let planeSize = max(1, count * bytes * (format.isPlanar ? 1 : channels))
    let storage = PacketStorage(count: planeCount * planeSize)
    let planes = (0..<planeCount).map { storage.bytes.baseAddress! + $0 * planeSize }
    for index in 0..<count {
      for channel in 0..<channels {
        let value = sample(start + index, channel: channel, rate: format.sampleRate)
        let plane = planes[format.isPlanar ? channel : 0]
        let offset = (format.isPlanar ? index : index * channels + channel) * bytes
        switch format.sampleFormat {
        case .u8: plane.storeBytes(of: UInt8(128 + (value * 127).rounded()), toByteOffset: offset, as: UInt8.self)
        case .s16: plane.storeBytes(of: Int16((value * 32767).rounded()), toByteOffset: offset, as: Int16.self)
        case .s32: plane.storeBytes(of: Int32((value * 2_147_483_647).rounded()), toByteOffset: offset, as: Int32.self)
        case .s64: plane.storeBytes(of: Int64(value * 9e18), toByteOffset: offset, as: Int64.self)
        case .f32: plane.storeBytes(of: Float(value), toByteOffset: offset, as: Float.self)
        case .f64: plane.storeBytes(of: value, toByteOffset: offset, as: Double.self)
        }
      }
    }
    return PCMBuffer(format: format, sampleCount: count, planes: planes, owner: storage)
  }

  /// The bytes of all planes, one behind the other.
  static func bytes(of buffer: PCMBuffer) -> [UInt8] {
    let size =
      buffer.sampleCount * buffer.format.sampleFormat.bytesPerSample
      * (buffer.format.isPlanar ? 1 : buffer.format.layout.count)
    return buffer.planes.flatMap { Array(UnsafeRawBufferPointer(start: $0, count: size)) }
  }
}

/// Root mean square of the difference of two runs of samples.
func rootMeanSquare(_ a: [Float], _ b: [Float]) -> Double {
  precondition(a.count == b.count && !a.isEmpty)
  return sqrt(zip(a, b).reduce(0) { $0 + Double($1.0 - $1.1) * Double($1.0 - $1.1) } / Double(a.count))
}

/// Bytes as native-endian values.
func values<Value: BitwiseCopyable>(_ bytes: [UInt8], as type: Value.Type) -> [Value] {
  bytes.withUnsafeBytes { raw in
    (0..<raw.count / MemoryLayout<Value>.size).map {
      raw.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Value>.size, as: type)
    }
  }
}

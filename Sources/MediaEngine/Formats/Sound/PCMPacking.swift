import CoreMedia
import MediaInterop

/// The order and the number of a sample's bytes, if clients request others than those of decoders and converters.
package struct PCMPacking: Sendable, Equatable {
  /// A Boolean value that says whether integers of 32 bits are given as 24: their upper bits, as encoders of 24 bits
  /// take them.
  package var isOf24Bits = false
  package var isBigEndian = false

  /// Makes the packing of decoders and converters.
  package init() {}

  /// Returns the number of bytes of a sample.
  func bytesPerSample(of format: AudioFormat) -> Int { isOf24Bits ? 3 : format.sampleFormat.bytesPerSample }

  /// Returns the planes of packed samples, and what owns their memory.
  func packed(_ audio: PCMBuffer) -> (planes: [UnsafeMutableRawPointer], owner: AnyObject?) {
    if self == PCMPacking() { return (audio.planes, audio.owner) }
    let width = audio.format.sampleFormat.bytesPerSample
    let size = bytesPerSample(of: audio.format)
    let count = audio.sampleCount * audio.bytesPerFrame / width
    let storage = PacketStorage(count: audio.planes.count * count * size)
    // An empty buffer has room too, so there is an address.
    let target = storage.bytes.baseAddress!
    var planes: [UnsafeMutableRawPointer] = []
    for (number, plane) in audio.planes.enumerated() {
      let packed = target + number * count * size
      pack(
        plane.assumingMemoryBound(to: UInt8.self), width, to: packed.assumingMemoryBound(to: UInt8.self), size,
        count: count)
      planes.append(packed)
    }
    return (planes, storage)
  }

  /// Packs samples, whose lowest byte comes first.
  ///
  /// - Parameters:
  ///   - width: the number of bytes of a sample in the source.
  ///   - size: the number of bytes of a packed one.
  private func pack(
    _ source: UnsafePointer<UInt8>, _ width: Int, to target: UnsafeMutablePointer<UInt8>, _ size: Int, count: Int
  ) {
    for sample in 0..<count {
      let (first, packed) = (source + sample * width, target + sample * size)
      for byte in 0..<size { packed[byte] = first[isBigEndian ? width - 1 - byte : width - size + byte] }
    }
  }
}

/// Makes sample buffers from decoded sound, in the requested packing.
struct SoundSampleMaker {
  private let packing: PCMPacking
  private var format: (audio: AudioFormat, description: CMFormatDescription)?

  init(_ packing: PCMPacking) { self.packing = packing }

  /// Makes a sample buffer. It is in the sound's own memory where nothing has to be packed.
  mutating func sample(_ audio: PCMBuffer, at time: CMTime) throws -> CMSampleBuffer {
    let description: CMFormatDescription
    if let format, format.audio == audio.format {
      description = format.description
    } else {
      description = try CMFormatDescription(linearPCM: audio.format, packing)
      format = (audio.format, description)
    }
    let (planes, owner) = packing.packed(audio)
    return try CMSampleBuffer(
      planes, owner: owner, bytesPerSample: packing.bytesPerSample(of: audio.format), of: audio, format: description,
      at: time)
  }
}

extension PCMBuffer {
  /// Returns the sound with its channels in another order. Planes stay in the same memory.
  ///
  /// - Parameter places: the new position of each channel, from 0; each position once.
  package func moved(to places: [Int]) -> PCMBuffer {
    var moved = self
    if format.isPlanar {
      for (channel, place) in places.enumerated() { moved.planes[place] = planes[channel] }
      return moved
    }
    guard let source = planes.first else { return self }
    let storage = PacketStorage(count: sampleCount * bytesPerFrame)
    switch format.sampleFormat.bytesPerSample {
    case 1: move(UInt8.self, from: source, to: storage.bytes, places)
    case 2: move(UInt16.self, from: source, to: storage.bytes, places)
    case 4: move(UInt32.self, from: source, to: storage.bytes, places)
    default: move(UInt64.self, from: source, to: storage.bytes, places)
    }
    (moved.planes, moved.owner) = (storage.bytes.baseAddress.map { [$0] } ?? [], storage)
    return moved
  }

  private func move<Sample: BitwiseCopyable>(
    _: Sample.Type, from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawBufferPointer, _ places: [Int]
  ) {
    let size = MemoryLayout<Sample>.size
    for start in stride(from: 0, to: sampleCount * bytesPerFrame, by: bytesPerFrame) {
      for (channel, place) in places.enumerated() {
        let sample = source.loadUnaligned(fromByteOffset: start + channel * size, as: Sample.self)
        target.storeBytes(of: sample, toByteOffset: start + place * size, as: Sample.self)
      }
    }
  }
}

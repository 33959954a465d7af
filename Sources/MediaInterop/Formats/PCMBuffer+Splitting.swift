import MediaSupport

extension PCMBuffer {
  /// The number of bytes from one sample to the next in a plane.
  package var bytesPerFrame: Int {
    format.sampleFormat.bytesPerSample * (format.isPlanar ? 1 : format.layout.count)
  }

  /// Takes at most `count` samples off the front, in the same memory.
  package mutating func split(at count: Int) -> PCMBuffer {
    var front = self
    front.sampleCount = min(count, sampleCount)
    sampleCount -= front.sampleCount
    planes = planes.map { $0 + front.sampleCount * bytesPerFrame }
    return front
  }
}

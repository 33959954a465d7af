import MediaSupport

extension PCMBuffer {
  /// The number of bytes from one sample to the next in a plane.
  package var bytesPerFrame: Int {
    format.sampleFormat.bytesPerSample * (format.isPlanar ? 1 : format.layout.count)
  }

  /// Removes at most `count` samples from the front and returns them, in the same memory.
  package mutating func split(at count: Int) -> PCMBuffer {
    var front = self
    front.sampleCount = min(count, sampleCount)
    sampleCount -= front.sampleCount
    planes = planes.map { $0 + front.sampleCount * bytesPerFrame }
    return front
  }
}

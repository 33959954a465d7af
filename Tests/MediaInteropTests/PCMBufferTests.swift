import MediaInterop
import Testing
import MediaSupport

struct PCMBufferTests {
  @Test(arguments: [SampleFormat.u8, .s16, .s32, .s64, .f32, .f64], [false, true])
  func `moved channels are the same sound elsewhere`(_ sampleFormat: SampleFormat, isPlanar: Bool) {
    let format = AudioFormat(
      sampleRate: 48_000, layout: .default(count: 4), sampleFormat: sampleFormat, isPlanar: isPlanar)
    let places = [2, 0, 3, 1]
    let original = ComputedAudio.buffer(format, count: 100)
    let moved = original.moved(to: places)
    #expect(moved.format == format && moved.sampleCount == 100 && moved.planes.count == original.planes.count)
    for (channel, place) in places.enumerated() {
      #expect(Self.bytes(of: original, channel: channel) == Self.bytes(of: moved, channel: place))
    }
    #expect(Self.bytes(of: original, channel: 0) != Self.bytes(of: original, channel: 1))
  }

  private static func bytes(of buffer: PCMBuffer, channel: Int) -> [UInt8] {
    let format = buffer.format
    let size = format.sampleFormat.bytesPerSample
    let plane = buffer.planes[format.isPlanar ? channel : 0] + (format.isPlanar ? 0 : channel * size)
    return (0..<buffer.sampleCount).flatMap { index in
      (0..<size).map { (plane + index * buffer.bytesPerFrame + $0).load(as: UInt8.self) }
    }
  }
}

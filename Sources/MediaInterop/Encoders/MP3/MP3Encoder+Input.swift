internal import CLAME
import MediaSupport

extension MP3Encoder {
  /// Returns whether `encode` accepts buffers of this format: 16- and 32-bit integers and floating point, interleaved
  /// or planar, with the settings' rate and channel count.
  package static func accepts(_ format: AudioFormat, for settings: Settings) -> Bool {
    format.sampleRate == settings.sampleRate && format.layout.count == settings.channelCount
      && [.s16, .s32, .f32, .f64].contains(format.sampleFormat)
  }

  /// Calls LAME's function for the buffer's sample format, and returns its result.
  static func feed(
    _ lame: OpaquePointer, _ buffer: PCMBuffer, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int32 {
    let count = Int32(buffer.sampleCount)
    let size = Int32(output.count)
    let left = buffer.planes[0]
    // For one channel LAME reads only the left pointer, but both must be set.
    let right = buffer.planes.count > 1 ? buffer.planes[1] : left
    let isInterleaved = !buffer.format.isPlanar && buffer.format.layout.count == 2
    let bytes = output.baseAddress
    func samples<Sample>(_ plane: UnsafeMutableRawPointer, of type: Sample.Type) -> UnsafeMutablePointer<Sample> {
      plane.assumingMemoryBound(to: type)
    }
    switch (buffer.format.sampleFormat, isInterleaved) {
    case (.s16, true): return lame_encode_buffer_interleaved(lame, samples(left, of: Int16.self), count, bytes, size)
    case (.s16, false):
      return lame_encode_buffer(
        lame, samples(left, of: Int16.self), samples(right, of: Int16.self), count, bytes, size)
    case (.s32, true):
      return lame_encode_buffer_interleaved_int(lame, samples(left, of: Int32.self), count, bytes, size)
    case (.s32, false):
      return lame_encode_buffer_int(
        lame, samples(left, of: Int32.self), samples(right, of: Int32.self), count, bytes, size)
    case (.f64, true):
      return lame_encode_buffer_interleaved_ieee_double(lame, samples(left, of: Double.self), count, bytes, size)
    case (.f64, false):
      return lame_encode_buffer_ieee_double(
        lame, samples(left, of: Double.self), samples(right, of: Double.self), count, bytes, size)
    case (_, true):
      return lame_encode_buffer_interleaved_ieee_float(lame, samples(left, of: Float.self), count, bytes, size)
    case (_, false):
      return lame_encode_buffer_ieee_float(
        lame, samples(left, of: Float.self), samples(right, of: Float.self), count, bytes, size)
    }
  }
}

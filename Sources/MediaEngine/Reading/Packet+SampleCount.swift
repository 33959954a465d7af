import MediaInterop
import MediaSupport
import MovieFile

extension Packet {
  /// The samples of each channel that a packet of sound decodes to, trimmed ones included, where its coding tells;
  /// `nil` where only the container can.
  func sampleCount(_ parameters: CodecParameters) -> Int? {
    switch parameters.codec {
    case .opus: return OpusPacket.sampleCount(bytes)
    case .flac: return FLACFrameHeader.sampleCount(bytes)
    default: break
    }
    if let pcm = LinearPCM(codecName: parameters.codec.name) {
      let frame = pcm.bytes * parameters.layout.count
      return frame > 0 && bytes.count % frame == 0 ? bytes.count / frame : nil
    }
    // Frames of one size, unless the container says that this one is shorter.
    let size = parameters.frameSize
    guard size > 0, parameters.sampleRate > 0 else { return nil }
    let stated = timeBase.rescale(duration, to: TimeBase(ticksPerSecond: Int32(clamping: parameters.sampleRate)))
    let tick = TimeBase(ticksPerSecond: Int32(clamping: parameters.sampleRate)).ticks(timeBase.time(1), .up) ?? 1
    return duration == 0 || abs(stated - Int64(size)) <= tick ? size : nil
  }
}

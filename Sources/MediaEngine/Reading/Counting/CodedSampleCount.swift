import Bitstreams
import MediaInterop
import MediaSupport
import MediaTime

/// Counts how many samples of each channel the packets of a sound stream decode to, from the coded bytes.
struct CodedSampleCount {
  private let codec: CodecID
  private let sample: TimeBase
  /// The number of samples of a packet if all packets have the same number; 0 if they have not.
  private let frameSize: Int
  /// The number of bytes of one sample of all channels of linear PCM; `nil` for other codings.
  private let pcmFrame: Int?

  init(_ parameters: CodecParameters) {
    codec = parameters.codec
    sample = parameters.samples
    frameSize = parameters.sampleRate > 0 ? parameters.frameSize : 0
    // Computed once: a stream of PCM has thousands of packets.
    pcmFrame = LinearPCM(codecName: parameters.codec.name).map { $0.bytes * parameters.layout.count }
  }

  /// Returns the number of samples that a packet decodes to, even if the container states a shorter duration. It is
  /// `nil` if only the container knows: the last packet of lossless codings may be shorter.
  func all(of packet: Packet) -> Int? {
    guard Self.wholeFrames.contains(codec) else { return nil }
    var packet = packet
    packet.duration = 0
    return of(packet)
  }

  /// The codings whose packets always decode to all samples of their frames, even the last one. If the sound ends
  /// earlier, the container states how many of the samples are not heard.
  static let wholeFrames: Set<CodecID> = [.aac, .mp3, .mp2, .ac3, .eac3, .opus]

  /// Returns the number of samples of a packet, including trimmed ones; `nil` if only the container knows.
  func of(_ packet: Packet) -> Int? {
    switch codec {
    case .opus: return OpusPacket.sampleCount(packet.bytes)
    case .flac: return FLACFrameHeader.sampleCount(packet.bytes)
    // In a movie, frames with few blocks share a packet that has six blocks in all.
    case .ac3, .eac3: if let count = AC3SyncFrame.sampleCount(in: packet.bytes) { return count }
    default: break
    }
    if let pcmFrame {
      return pcmFrame > 0 && packet.bytes.count % pcmFrame == 0 ? packet.bytes.count / pcmFrame : nil
    }
    // Frames have one size, unless the container states that this one is shorter.
    guard frameSize > 0 else { return nil }
    let stated = packet.timeBase.rescale(packet.duration, to: sample)
    let tick = sample.ticks(packet.timeBase.time(1), .up) ?? 1
    // A duration in milliseconds does not show which samples are heard.
    if stated < Int64(frameSize), Self.wholeFrames.contains(codec) { return frameSize }
    return packet.duration == 0 || abs(stated - Int64(frameSize)) <= tick ? frameSize : nil
  }
}

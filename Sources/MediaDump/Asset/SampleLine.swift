import CoreAudioTypes
import CoreMedia

/// A sample of a sample buffer. For PCM, whose samples have the same size and duration, it stands for all samples of
/// the buffer.
struct SampleLine {
  /// The timing of the first sample.
  let timing: CMSampleTimingInfo?
  let size: Int
  let isSync: Bool
  /// The number of consecutive samples with this timing.
  let count: Int

  /// Returns the lines for a buffer.
  static func lines(of buffer: CMSampleBuffer) -> [SampleLine] {
    guard buffer.numSamples > 0 else { return [] }
    if buffer.formatDescription?.audioStreamBasicDescription?.mFramesPerPacket == 1 {
      return [SampleLine(buffer, index: 0, size: buffer.totalSampleSize, count: buffer.numSamples)]
    }
    return (0..<buffer.numSamples).map { SampleLine(buffer, index: $0, size: buffer.sampleSize(at: $0), count: 1) }
  }

  private init(_ buffer: CMSampleBuffer, index: Int, size: Int, count: Int) {
    timing = try? buffer.sampleTimingInfo(at: index)
    self.size = size
    self.count = count
    let attachments = buffer.sampleAttachments
    let isNotSync = index < attachments.count ? attachments[index][.notSync] as? Bool : nil
    isSync = isNotSync != true
  }

  /// The decode time. It is the presentation time if the sample has no decode time.
  var decodeTime: CMTime {
    guard let timing else { return .invalid }
    return timing.decodeTimeStamp.isNumeric ? timing.decodeTimeStamp : timing.presentationTimeStamp
  }

  /// The duration of all samples of the line.
  var duration: CMTime {
    guard let timing, timing.duration.isNumeric else { return .invalid }
    return CMTimeMultiply(timing.duration, multiplier: Int32(clamping: count))
  }

  func text(tellsBytes: Bool) -> String {
    var text = "dts \(Notation.time(decodeTime)) pts \(Notation.time(timing?.presentationTimeStamp ?? .invalid))"
    text += " duration \(Notation.time(duration))"
    if count > 1 { text += " samples \(count)" }
    if tellsBytes { text += " size \(size)" }
    return isSync ? text + " sync" : text
  }
}

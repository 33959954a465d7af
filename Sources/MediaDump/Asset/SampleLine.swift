import CoreAudioTypes
import CoreMedia

/// One sample of a sample buffer; for PCM, whose samples are all alike, the samples of the whole buffer.
struct SampleLine {
  /// The timing of the first sample.
  let timing: CMSampleTimingInfo?
  let size: Int
  let isSync: Bool
  /// The number of samples with this timing, one after the other.
  let count: Int

  /// Returns the lines of a buffer.
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

  /// The decode time; the presentation time where the sample has no other.
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

import CoreMedia
import MovieFile

/// A summary of a track's samples, gathered as they are read.
struct SampleSummary {
  private(set) var count = 0
  private var bytes: Int64 = 0
  private var sync = RangeList()
  private var durations = RunList()
  private var scale: Int32?
  private var hasOneScale = true
  private var firstDecodeTime = CMTime.invalid
  private var start = CMTime.positiveInfinity
  private var end = CMTime.negativeInfinity

  mutating func append(_ sample: SampleLine) {
    if sample.isSync { sync.append(count..<count + sample.count) }
    if count == 0 { firstDecodeTime = sample.decodeTime }
    count += sample.count
    bytes += Int64(sample.size)
    guard let timing = sample.timing else { return }
    if timing.duration.isNumeric {
      if let scale, scale != timing.duration.timescale { hasOneScale = false }
      scale = timing.duration.timescale
      durations.append(SampleRun(count: sample.count, value: timing.duration.value))
    }
    guard timing.presentationTimeStamp.isNumeric else { return }
    start = min(start, timing.presentationTimeStamp)
    end = max(end, timing.presentationTimeStamp + (sample.duration.isNumeric ? sample.duration : .zero))
  }

  func write(to outline: Outline, tellsBytes: Bool) {
    outline.field("count", count)
    guard count > 0 else { return }
    if tellsBytes { outline.field("bytes", bytes) }
    outline.field("sync", sync.isAll(of: count) ? "all" : sync.description)
    if let scale, hasOneScale { outline.field("durations", "\(durations), in 1/\(scale)") }
    outline.field("first decode time", Notation.time(firstDecodeTime))
    if start <= end {
      outline.field("presentation", "from \(Notation.time(start)) to \(Notation.time(end))")
    }
  }
}

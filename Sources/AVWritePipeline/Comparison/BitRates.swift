internal import AVFoundation

/// The bit rate of a part of a file's first video track, second by second.
struct BitRates {
  /// The bits in each second from the part's time 0; the last may be part of a second.
  private(set) var bitsPerSecond: [Double] = []

  /// The number of seconds that are shown: two days. The last of them takes all that follows.
  private static let limit = 172_800

  /// Reads the sizes of all packets.
  ///
  /// - Throws: `JobError` of exit 65 where they cannot be read.
  init(_ stream: PictureStream) throws(JobError) {
    let (source, part) = (stream.source, stream.part)
    try source.readSamples(of: stream.track, in: part.isWhole ? nil : part.timeRange) { sample in
      // Samples that are only needed for decoding are before the part.
      guard sample.presentationTimeStamp.isNumeric, sample.isDisplayed else { return }
      add(sample.totalSampleSize * 8, at: sample.presentationTimeStamp.seconds - part.origin.seconds)
    }
  }

  private mutating func add(_ bits: Int, at seconds: Double) {
    let second = Int(max(0, min(seconds, Double(Self.limit))))
    if second >= bitsPerSecond.count {
      bitsPerSecond += Array(repeating: 0, count: second + 1 - bitsPerSecond.count)
    }
    bitsPerSecond[second] += Double(bits)
  }
}

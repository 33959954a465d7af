import Bitstreams
import CoreMedia
import MovieFile

/// Counts the samples of copied FLAC. The description that comes with them states the number and the checksum of all
/// samples of the original stream, of which the copied samples may be a part.
struct CopiedFLAC {
  private var format: CMFormatDescription?
  private var formatCount = 0
  private var sampleCount: UInt64 = 0
  /// A Boolean value that says whether every frame stated its number of samples.
  private var isCounted = true

  /// Begins a format, which applies to the frames that follow.
  mutating func begin(_ format: CMFormatDescription) {
    self.format = format.mediaSubType == .flac ? format : nil
    formatCount += 1
  }

  mutating func add(_ frame: UnsafeRawBufferPointer) {
    guard format != nil else { return }
    if let count = FLACFrameHeader.sampleCount(frame) { sampleCount += UInt64(count) } else { isCounted = false }
  }

  /// The format of the copied samples, with their own number, or without a number if not all frames state theirs. It is
  /// `nil` if the format that came with them is right.
  var completedFormat: CMFormatDescription? {
    get throws {
      guard let format, formatCount == 1, sampleCount > 0 || !isCounted else { return nil }
      // FLAC states an unknown number as 0.
      let count = isCounted ? sampleCount : 0
      return try format.flac { info in
        if info.totalSamples == count { return false }
        // Without a count the copied samples may be the whole stream.
        if info.totalSamples > 0 { info.removeChecksum() }
        info.totalSamples = count
        return true
      }
    }
  }
}

extension CMFormatDescription {
  /// Returns the format of a stream of FLAC without its last samples. It is `nil` for other codings, and where the
  /// number of samples is not stated.
  func flac(without count: UInt64) throws -> CMFormatDescription? {
    try flac { info in
      guard info.totalSamples > count else { return false }
      info.totalSamples -= count
      info.removeChecksum()
      return true
    }
  }

  /// Returns a format of FLAC with other facts about the stream. It is `nil` for other codings.
  ///
  /// - Parameter change: returns whether it has changed anything.
  fileprivate func flac(_ change: (inout FLACStreamInfo) -> Bool) throws -> CMFormatDescription? {
    guard mediaSubType == .flac, let box = extensions.atoms.first(where: { $0.type == "dfLa" }),
      var config = try? FLACConfiguration(parsing: box.payload), change(&config.streamInfo)
    else { return nil }
    var sound = SoundDescription(flac: config)
    sound.layout = audioChannelLayout
    return try sound.formatDescription()
  }
}

extension FLACStreamInfo {
  /// Removes the checksum, which is that of all samples of the stream.
  fileprivate mutating func removeChecksum() { checksum = Array(repeating: 0, count: checksum.count) }
}

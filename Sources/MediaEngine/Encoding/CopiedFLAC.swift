import Bitstreams
import CoreMedia
import MovieFile

/// Counts the samples of copied FLAC. The description that comes with them has the number and the checksum of all
/// samples of the stream that they were taken from.
struct CopiedFLAC {
  private var format: CMFormatDescription?
  private var formatCount = 0
  private var sampleCount: UInt64 = 0
  /// A Boolean value that says whether every frame stated its number of samples.
  private var isCounted = true

  /// Begins a format: the frames that follow have it.
  mutating func begin(_ format: CMFormatDescription) {
    self.format = format.mediaSubType == .flac ? format : nil
    formatCount += 1
  }

  mutating func add(_ frame: UnsafeRawBufferPointer) {
    guard format != nil else { return }
    if let count = FLACFrameHeader.sampleCount(frame) { sampleCount += UInt64(count) } else { isCounted = false }
  }

  /// The format of the copied samples. It is `nil` if the format that came with them is right, and if their number is
  /// not known.
  var completedFormat: CMFormatDescription? {
    get throws {
      guard let format, formatCount == 1, isCounted, sampleCount > 0,
        let box = format.extensions.atoms.first(where: { $0.type == "dfLa" }),
        var config = try? FLACConfiguration(parsing: box.payload), config.streamInfo.totalSamples != sampleCount
      else { return nil }
      // Without a count the copied samples may be the whole stream.
      let isPart = config.streamInfo.totalSamples > 0
      config.streamInfo.totalSamples = sampleCount
      if isPart { config.streamInfo.checksum = Array(repeating: 0, count: config.streamInfo.checksum.count) }
      var sound = SoundDescription(flac: config)
      sound.layout = format.audioChannelLayout
      return try sound.formatDescription()
    }
  }
}

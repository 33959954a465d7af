import CoreMedia
import MovieFile

/// The samples of FLAC that are copied. The description that comes with them counts the samples of the stream that they
/// were taken from, and has the checksum of all of them.
struct CopiedFLAC {
  private var format: CMFormatDescription?
  private var formatCount = 0
  private var sampleCount: UInt64 = 0
  /// Every frame said how long it is.
  private var isCounted = true

  /// Frames of a format come next.
  mutating func begin(_ format: CMFormatDescription) {
    self.format = format.mediaSubType == .flac ? format : nil
    formatCount += 1
  }

  mutating func add(_ frame: UnsafeRawBufferPointer) {
    guard format != nil else { return }
    if let count = FLACFrameHeader.sampleCount(frame) { sampleCount += UInt64(count) } else { isCounted = false }
  }

  /// The format of what was copied; `nil` where the one that came with it is right, and where the samples are not known.
  var completedFormat: CMFormatDescription? {
    get throws {
      guard let format, formatCount == 1, isCounted, sampleCount > 0,
        let box = format.extensions.atoms.first(where: { $0.type == "dfLa" }),
        var config = try? FLACConfiguration(parsing: box.payload), config.streamInfo.totalSamples != sampleCount
      else { return nil }
      // Without a count it may be all of the stream.
      let isPart = config.streamInfo.totalSamples > 0
      config.streamInfo.totalSamples = sampleCount
      if isPart { config.streamInfo.checksum = Array(repeating: 0, count: config.streamInfo.checksum.count) }
      var sound = SoundDescription(flac: config)
      sound.layout = format.audioChannelLayout
      return try sound.formatDescription()
    }
  }
}

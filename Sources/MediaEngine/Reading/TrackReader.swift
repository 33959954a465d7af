package import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// Reads one track: the first of the three path files.
///
/// Samples are read on the caller's thread, which blocks meanwhile: packets come through the track's `PacketChain`, are
/// decoded if the output asks for it, and become samples on the asset's timeline. One caller at a time.
package final class TrackReader: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads; the notes and the losses are behind their own locks.

  package enum Output: Sendable, Equatable {
    /// Samples as stored, in decode order.
    case packets
    /// Samples as stored, for a caller that examines some and passes none on. They are not checked for whether a
    /// decoder can use them, since that check takes as long as decoding a picture.
    case glimpse
    /// The file positions of the samples, without their bytes, in decode order.
    case references
    /// Decoded pictures in presentation order.
    case pictures(PictureRequest)
    /// Decoded audio.
    case audio(AudioRequest)
  }

  private let context: ReadingContext
  private let path: String
  private let stage: any ReadingStage
  /// A Boolean value that says whether the stage has more samples of the current range.
  private var isReading = true
  /// The ranges that are read after the stage's range.
  private var ranges: ArraySlice<CMTimeRange> = []
  /// The time whose random-access point begins the next range. It is `nil` for the range's own start.
  private var accessTime: CMTime?
  /// The time to skip to before the next sample is read; `nil` for none.
  private var skipTime: CMTime?

  /// - Parameters:
  ///   - path: the source's path, for messages.
  ///   - stage: makes the stage, which is then sent to the range.
  /// - Throws: `MediaError` with the track.
  init(_ context: ReadingContext, path: String, _ stage: () throws -> any ReadingStage, timeRange: CMTimeRange) throws {
    self.context = context
    self.path = path
    do {
      self.stage = try stage()
      try self.stage.seek(to: timeRange)
    } catch let error as MediaError {
      throw error.adding(path: path, trackID: context.track.trackID)
    }
  }

  /// Returns the next sample; `nil` at the end of the track or of its time ranges.
  ///
  /// - Throws: `MediaError` with the track and the time: the container or the media is damaged, the file
  ///   cannot be read, reading was cancelled.
  package func next() throws -> CMSampleBuffer? {
    do {
      while true {
        if isReading {
          if let time = skipTime.take() { try stage.skip(to: time) }
          if let sample = try stage.next() { return sample }
        }
        isReading = false
        guard let range = ranges.popFirst() else { return nil }
        context.losses?.begin(range)
        let accessTime = accessTime.take()
        if let accessTime {
          try stage.seek(to: range, fromAccessPointAt: accessTime)
        } else {
          try stage.seek(to: range)
        }
        isReading = true
      }
    } catch let error as MediaError {
      throw error.adding(path: path, trackID: context.track.trackID)
    }
  }

  /// Sets the ranges that are read next, one after the other. The samples that `next()` returns from a range do not
  /// depend on what was read before.
  package func reset(to timeRanges: [CMTimeRange]) {
    isReading = false
    ranges = timeRanges[...]
    (accessTime, skipTime) = (nil, nil)
  }

  package func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) {
    reset(to: [timeRange])
    accessTime = time
  }

  package func skip(to time: CMTime) { skipTime = time }

  /// The problems that did not stop reading, one sentence each. Any thread.
  package var warnings: [String] { context.notes.all }

  /// The time ranges that are missing because of damage, in what was read so far, on the asset's timeline, in order.
  /// The list is complete once `next()` has returned `nil`. It is empty if damage ends reading. Any thread.
  package var lostTimeRanges: [CMTimeRange] { context.losses?.ranges ?? [] }
}

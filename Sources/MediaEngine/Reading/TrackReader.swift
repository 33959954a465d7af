package import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// Reads one track: the first of the three path files.
///
/// A blocking pull on the caller's thread: packets come from the track's `PacketSource`, are decoded where the
/// output asks for it, and leave as samples on the asset's timeline. One caller at a time.
package final class TrackReader: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads; `warnings` is behind its own lock.

  package enum Output: Sendable, Equatable {
    /// Samples as stored, in decode order.
    case packets
    /// Where the samples lie, without their bytes, in decode order.
    case references
    /// Decoded pictures in presentation order.
    case pictures(PictureRequest)
    /// Decoded audio.
    case audio(AudioRequest)

    /// The samples themselves, and not only where they are.
    var needsSamples: Bool {
      if case .references = self { false } else { true }
    }
  }

  private let track: SourceTrack
  private let path: String
  private let notes: ReadingNotes
  /// `nil` where damage ends reading.
  private let losses: ReadingLosses?
  /// Makes the stage that reads a range.
  private let makeStage: (CMTimeRange) throws -> any ReadingStage
  private var stage: (any ReadingStage)?
  /// What is read after the stage's range.
  private var ranges: ArraySlice<CMTimeRange> = []

  /// - Parameters:
  ///   - continuesAfterDamage: what cannot be read is left out and told by `losses`, instead of ending with an error.
  ///   - notes: gathers what did not stop reading.
  ///   - open: opens the track's packets; not called for an output that needs none.
  init(
    track: SourceTrack, of source: Source, output: Output, timeRange: CMTimeRange, continuesAfterDamage: Bool,
    _ notes: ReadingNotes, packets open: () throws -> any PacketSource
  ) throws {
    self.track = track
    self.notes = notes
    path = source.name
    let information = try source.load()
    let timeline = AssetTimeline(timeBase: track.stream.timeBase, origin: information.origin)
    let losses = continuesAfterDamage ? ReadingLosses(of: track, timeline, in: timeRange) : nil
    self.losses = losses
    func packets() throws -> any PacketSource {
      var packets = try open()
      let isBare = HeadedFrames.areAll(of: information.probe)
      if !track.hasMovieTables, HeadedFrames.areIn(track.stream, isBare: isBare) {
        packets = HeadedFrames(
          of: packets, track.stream, isBare: isBare,
          soundEnd: information.gaplessTag.map { _ in timeline.ticks(track.timeRange.end) }, notes,
          continues: continuesAfterDamage)
      }
      guard let losses else { return packets }
      let isOrdered = output == .packets || track.mediaType != .video
      return SalvagedPackets(packets, of: track, isOrdered: isOrdered, losses)
    }
    if output.needsSamples && !track.isSelfContained {
      throw MediaError(
        .referencesForbidden, .opening, "the track's samples lie in another file, which is not opened", path: path,
        trackID: track.trackID)
    }
    do {
      switch output {
      case .packets:
        let packets = try packets()
        makeStage = { try CopyingStage(track, packets, timeline, $0, losses) }
      case .references: makeStage = { try ReferenceStage(track, in: information, url: source.url, $0) }
      case .pictures(let request):
        let packets = try packets()
        makeStage = { try PictureStage(track, packets, timeline, $0, request, notes, losses) }
      case .audio(let request):
        let packets = try packets()
        makeStage = { try AudioStage(track, packets, timeline, $0, request, notes, losses) }
      }
      stage = try makeStage(timeRange)
    } catch let error as MediaError {
      throw error.adding(path: path, trackID: track.trackID)
    }
  }

  /// The next sample; `nil` at the end of the track or of its time ranges.
  ///
  /// - Throws: `MediaError` with the track and the time: the container or the media is damaged, the file
  ///   cannot be read, reading was cancelled.
  package func next() throws -> CMSampleBuffer? {
    do {
      while true {
        if let sample = try stage?.next() { return sample }
        stage = nil
        guard let range = ranges.popFirst() else { return nil }
        losses?.begin(range)
        stage = try makeStage(range)
      }
    } catch let error as MediaError {
      throw error.adding(path: path, trackID: track.trackID)
    }
  }

  /// Reads other ranges next, one after the other, with a decoder of its own for each: what `next()` gives of a range
  /// does not depend on what was read before.
  package func reset(to timeRanges: [CMTimeRange]) {
    stage = nil
    ranges = timeRanges[...]
  }

  /// What was noticed and did not stop reading, one sentence each. Any thread.
  package var warnings: [String] { notes.all }

  /// The stretches of what was read so far that are missing because of damage, on the asset's timeline, in order:
  /// complete once `next()` gave `nil`, and empty where damage ends reading. Any thread.
  package var lostTimeRanges: [CMTimeRange] { losses?.ranges ?? [] }
}

/// How a track's packets become samples.
protocol ReadingStage: AnyObject {
  func next() throws -> CMSampleBuffer?
}

/// Sentences for people, gathered while reading.
final class ReadingNotes: Sendable {
  private let sentences = Mutex<[String]>([])

  func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
  var all: [String] { sentences.withLock { $0 } }
}

package import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// Reads one track: the first of the three path files.
///
/// A blocking pull on the caller's thread: packets come from the track's `PacketSource`, are decoded where the
/// output asks for it, and leave as samples on the asset's timeline. One caller at a time.
package final class TrackReader: @unchecked Sendable {
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
  }

  private let track: SourceTrack
  private let path: String
  private let stage: any ReadingStage
  private let notes: ReadingNotes

  /// - Parameter open: opens the track's packets; not called for an output that needs none.
  init(
    track: SourceTrack, of source: Source, output: Output, timeRange: CMTimeRange,
    packets open: () throws -> any PacketSource
  ) throws {
    self.track = track
    path = source.name
    let notes = ReadingNotes()
    self.notes = notes
    let information = try source.load()
    let timeline = AssetTimeline(timeBase: track.stream.timeBase, origin: information.origin)
    func packets() throws -> any PacketSource {
      let isRaw = !track.hasMovieTables && TrailingBytes.canBeFound(in: track.stream.parameters.codec)
      let packets = isRaw ? TrailingBytes(leftOutOf: try open(), notes) : try open()
      if timeRange.start > .zero { try packets.seek(to: timeline.ticks(timeRange.start)) }
      return packets
    }
    do {
      stage =
        switch output {
        case .packets: try CopyingStage(track, packets(), timeline, timeRange)
        case .references: try ReferenceStage(track, in: information, url: source.url, timeRange)
        case .pictures(let request): try PictureStage(track, packets(), timeline, timeRange, request, notes)
        case .audio(let request): try AudioStage(track, packets(), timeline, timeRange, request, notes)
        }
    } catch let error as MediaError {
      throw error.adding(path: path, trackID: track.trackID)
    }
  }

  /// The next sample; `nil` at the end of the track or its time range.
  ///
  /// - Throws: `MediaError` with the track and the time: the container or the media is damaged, the file
  ///   cannot be read, reading was cancelled.
  package func next() throws -> CMSampleBuffer? {
    do {
      return try stage.next()
    } catch let error as MediaError {
      throw error.adding(path: path, trackID: track.trackID)
    }
  }

  /// What was noticed and did not stop reading, one sentence each. Any thread.
  package var warnings: [String] { notes.all }
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

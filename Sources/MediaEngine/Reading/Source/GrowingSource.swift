package import Foundation
package import MediaInterop
import MediaSupport
import Synchronization

/// A local movie file to which fragments may still be added (FA-01).
///
/// Its values are those of the part that was complete at the last `look()`, which loads what was written since. Any
/// thread.
package final class GrowingSource: AssetContent {
  package let url: URL
  private let current: Mutex<AssetSource>
  /// The marks of the file at the last look; `nil` before the first. The lock is held during a look.
  private let marks = Mutex<FileMarks?>(nil)

  package init(url: URL) {
    self.url = url
    current = Mutex(AssetSource(completePartOf: url))
  }

  private var source: AssetSource { current.withLock { $0 } }

  package func header() throws -> SourceHeader { try source.header() }
  package func load(_ cancellation: Cancellation?) throws -> SourceInformation { try source.load(cancellation) }
  package func cancel() { source.cancel() }

  package func outcome(of step: SourceStep) -> Result<Void, any Error>? {
    if let outcome = source.outcome(of: step) { return outcome }
    // A missing file is reported at once, and not remembered.
    do {
      _ = try FileMarks(ofFileAt: url.path)
      return nil
    } catch {
      return .failure(error)
    }
  }

  package func cursor(in track: SourceTrack, at start: SampleCursor.Start) -> SampleCursor? {
    source.cursor(in: track, at: start)
  }

  package var isLocal: Bool { source.isLocal }
  package var frozen: any AssetContent { source }
  package var played: any AssetContent { source }

  package func makeSession(onDamage treatment: DamageTreatment) -> any AssetSession {
    source.makeSession(onDamage: treatment)
  }

  /// Loads what was written to the file since the last look.
  ///
  /// Values that were loaded before are loaded again at once, so that no caller waits for them a second time.
  ///
  /// - Returns: The changes. It is `nil` if there are none, if nothing of the file is known yet, and if it cannot be
  ///   read now: the values then stay, and the next look tries again.
  package func look() -> Growth? {
    marks.withLock { marks in
      let before = source
      guard case .success? = before.outcome(of: .header), let now = try? FileMarks(ofFileAt: url.path), now != marks
      else { return nil }
      let after = AssetSource(completePartOf: url)
      do {
        var tracks: (before: [SourceTrack], after: [SourceTrack]) = ([], [])
        var chapters: (before: [SourceChapter], after: [SourceChapter]) = ([], [])
        if case .success? = before.outcome(of: .streams) {
          let (old, new) = (try before.load(), try after.load())
          tracks = (old.tracks, new.tracks)
          chapters = (old.chapters, new.chapters)
        }
        let growth = try Growth(
          from: before.header(), tracks.before, chapters.before, to: after.header(), tracks.after, chapters.after)
        current.withLock { $0 = after }
        marks = now
        return growth.isEmpty ? nil : growth
      } catch {
        return nil
      }
    }
  }
}

/// The properties that show whether a file was changed.
private struct FileMarks: Equatable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// - Throws: `.inputUnavailable` where there is no such file.
  init(ofFileAt path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw MediaError.system(errno, .opening, "cannot open \(path)", path: path, fallback: .inputUnavailable)
    }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

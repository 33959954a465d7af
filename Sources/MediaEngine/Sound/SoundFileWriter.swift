package import CoreMedia
import Dispatch
import MediaSupport

/// Writes a file with one sound. The caller waits until each piece is accepted.
///
/// One thread at a time.
package final class SoundFileWriter: Sendable {
  private let session: WritingSession
  private let track: TrackWriter
  private let readiness = DispatchSemaphore(value: 0)

  /// Opens a file that gets its final name when it is finished, and then replaces an existing one.
  ///
  /// - Parameters:
  ///   - encoding: the encoding of the sound.
  ///   - source: the format of the samples that will be written.
  ///   - coded: the format of the encoder's packets, for a file to which nothing is written.
  /// - Throws: `MediaError`: the container cannot carry the sound, or the file cannot be made.
  package init(
    _ encoding: AudioSettings, source: CMFormatDescription, coded: CMFormatDescription, in container: ContainerFormat,
    to path: String
  ) throws {
    var file = FileConfiguration(container: container)
    file.replacesExisting = true
    session = try WritingSession(file, to: .file(path: path))
    var configuration = TrackConfiguration(mediaType: .audio, encoding: .audio(encoding))
    configuration.formatHint = source
    configuration.formatWithoutSamples = coded
    let readiness = readiness
    do {
      track = try session.addTrack(configuration, readinessDidChange: { readiness.signal() })
    } catch {
      session.abandon()
      throw error
    }
    session.start()
    _ = session.startSession(at: .zero)
  }

  deinit { session.abandon() }

  /// Writes samples that follow the earlier ones, and waits until they are accepted.
  ///
  /// - Throws: `MediaError`: an earlier sample could not be encoded or written.
  package func write(_ sample: CMSampleBuffer) throws {
    // Each change of readiness is counted, so that none is missed between the query and the wait.
    while try !track.appendIfReady(sample) { readiness.wait() }
  }

  /// Completes the file, and gives it its final name.
  ///
  /// - Throws: `MediaError`: the file could not be written, or nothing was written and the container needs at least one
  ///   packet. The file is then removed.
  package func finish() throws {
    track.markAsFinished()
    let isOver = DispatchSemaphore(value: 0)
    session.finish { isOver.signal() }
    isOver.wait()
    if let error = session.error { throw error }
  }
}

package import CoreMedia
import Dispatch
import MediaSupport

/// Writes a file of one sound, whose caller waits until each piece is taken.
///
/// One thread at a time.
package final class SoundFileWriter: Sendable {
  private let session: WritingSession
  private let track: TrackWriter
  private let readiness = DispatchSemaphore(value: 0)

  /// Opens a file that gets its name when it is finished, in the place of one that has it.
  ///
  /// - Parameters:
  ///   - encoding: the encoding of the sound.
  ///   - source: the format of the samples that will be written.
  ///   - coded: the format of the encoder's packets, which a file has to which nothing is written.
  /// - Throws: `MediaError`: the container cannot carry it, or the file cannot be made.
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

  /// Writes samples that follow those before, and waits until they are taken.
  ///
  /// - Throws: `MediaError`: an earlier sample could not be encoded or written.
  package func write(_ sample: CMSampleBuffer) throws {
    // Each change of readiness is one count: none is missed between asking and waiting.
    while try !track.appendIfReady(sample) { readiness.wait() }
  }

  /// Completes the file, which has its name then.
  ///
  /// - Throws: `MediaError`: it could not be written, or nothing was, in a container that cannot be read without any
  ///   packet. It is removed then.
  package func finish() throws {
    track.markAsFinished()
    let isOver = DispatchSemaphore(value: 0)
    session.finish { isOver.signal() }
    isOver.wait()
    if let error = session.error { throw error }
  }
}

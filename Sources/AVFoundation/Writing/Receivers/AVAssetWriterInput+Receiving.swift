import CoreMedia
import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// The appending of a sample, which all receivers share.
extension AVAssetWriterInput {
  func receive(_ sample: CMSampleBuffer) async throws {
    let track = try receivingTrack(for: sample, "append(_:)")
    do {
      try await track.appendWhenReady(sample)
    } catch let error as MediaError {
      throw AVError(error)
    }
  }

  func receiveImmediately(_ sample: CMSampleBuffer) throws -> Bool {
    let track = try receivingTrack(for: sample, "appendImmediately(_:)")
    do {
      return try track.appendIfReady(sample)
    } catch {
      throw AVError(error)
    }
  }

  /// Stops the process for a sample of another media type, and before `start()`.
  private func receivingTrack(for sample: CMSampleBuffer, _ call: String) throws -> TrackWriter {
    requireMediaType(of: sample)
    if let track = startedTrack(for: call) { return track }
    throw writerError
  }

  /// The error of a writer that ended without having started.
  private var writerError: any Error {
    let writer = state.withLock { $0.writer }
    return writer?.error ?? AVError(MediaError(.cancelled, .writing, "writing was cancelled"))
  }
}

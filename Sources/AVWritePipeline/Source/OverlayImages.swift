internal import AVFoundation

/// The pictures that are drawn over others, by the paths of their files. Each file is read once, since one may be a pipe.
struct OverlayImages: Sendable {
  private var pictures: [String: CVPixelBuffer] = [:]

  /// Reads the first picture of a file, unless it was read before.
  ///
  /// - Parameters:
  ///   - spoolFolder: the folder in which a pipe is spooled.
  ///   - check: a closure that is called now and then while a pipe is read; its error ends the reading.
  /// - Throws: `JobError` of exit 65, 66, 67 or 69.
  mutating func read(
    _ path: String, spoolFolder: String, continuing check: () throws(JobError) -> Void
  ) throws(JobError) {
    guard pictures[path] == nil else { return }
    let file = try Source(InputFile(path: path), spoolFolder: spoolFolder, continuing: check)
    guard let track = file.asset.tracks.first(where: { $0.mediaType == .video }) else {
      throw JobError(.inputNotMedia, "\(path): contains no picture")
    }
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    output.appliesPreferredTrackTransform = true
    guard let reader = try? AVAssetReader(asset: file.asset), reader.canAdd(output) else {
      throw JobError(.inputUnreadable, "\(path): cannot be read")
    }
    reader.add(output)
    guard reader.startReading(), let buffer = output.copyNextSampleBuffer()?.imageBuffer else {
      if let error = reader.error { throw JobError(reading: error, of: path) }
      throw JobError(.inputNotMedia, "\(path): contains no picture")
    }
    reader.cancelReading()
    pictures[path] = buffer
  }

  /// Returns the picture of a file that was read, upright, in the memory of its decoder.
  func picture(in path: String) throws(JobError) -> CVPixelBuffer {
    guard let picture = pictures[path] else { throw JobError(.internalError, "\(path): was not read") }
    return picture
  }
}

import AVFoundation
import Testing

/// Copies a file's samples as a client of the library does: from a reader without settings to a writer without settings.
enum LibraryCopy {
  /// - Parameter configure: called before writing starts.
  static func make(
    _ source: String, to path: String, as type: AVFileType, _ configure: (AVAssetWriter) -> Void = { _ in }
  ) async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: source))
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: path), fileType: type)
    var pairs: [Pair] = []
    for track in asset.tracks where [.audio, .video].contains(track.mediaType) {
      let hint = try #require(track.formatDescriptions.first as? CMFormatDescription)
      let input = AVAssetWriterInput(mediaType: track.mediaType, outputSettings: nil, sourceFormatHint: hint)
      input.transform = track.preferredTransform
      input.mediaTimeScale = track.mediaType == .video ? track.naturalTimeScale : 0
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      reader.add(output)
      writer.add(input)
      pairs.append(Pair(output: output, input: input))
    }
    configure(writer)
    #expect(reader.startReading())
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    await withTaskGroup(of: Void.self) { group in
      for (number, pair) in pairs.enumerated() {
        group.addTask { await pair.move(on: DispatchQueue(label: "copy.\(number)")) }
      }
    }
    await writer.finishWriting()
    #expect(reader.status == .completed)
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }
}

/// One track's way from the reader to the writer. Its queue alone uses it.
private final class Pair: @unchecked Sendable {
  private let output: AVAssetReaderTrackOutput
  private let input: AVAssetWriterInput

  init(output: AVAssetReaderTrackOutput, input: AVAssetWriterInput) {
    self.output = output
    self.input = input
  }

  func move(on queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in
      input.requestMediaDataWhenReady(on: queue) { [self] in
        while input.isReadyForMoreMediaData {
          if let sample = output.copyNextSampleBuffer(), input.append(sample) { continue }
          input.markAsFinished()
          return continuation.resume()
        }
      }
    }
  }
}

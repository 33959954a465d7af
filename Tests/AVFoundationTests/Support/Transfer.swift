import AVFoundation
import Testing

/// Whether samples are encoded or copied on their way.
enum Mode: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case encoding, copying
  var testDescription: String { rawValue }
}

/// Readers and one writer of the same tracks, to be run in the ways clients do it.
///
/// Each track has a reader of its own, unless the test wants one reader for all.
final class Transfer: Sendable {
  struct Lane: Sendable {
    let reader: AVAssetReader
    let output: AVAssetReaderTrackOutput
    let input: AVAssetWriterInput
  }

  let source: URL
  let destination: URL
  let writer: AVAssetWriter
  let lanes: [Lane]

  var video: Lane { lanes.first { $0.input.mediaType == .video }! }
  var audio: Lane { lanes.first { $0.input.mediaType == .audio }! }

  init(
    _ source: URL, to destination: URL, _ mode: Mode, fileType: AVFileType = .mov, sharesReader: Bool = false,
    video: [String: Any] = Settings.video(codecOnly: true)
  ) throws {
    self.source = source
    self.destination = destination
    writer = try AVAssetWriter(outputURL: destination, fileType: fileType)
    let asset = AVURLAsset(url: source)
    let shared = sharesReader ? try AVAssetReader(asset: asset) : nil
    var lanes: [Lane] = []
    for track in asset.tracks where track.mediaType == .video || track.mediaType == .audio {
      let reader = try shared ?? AVAssetReader(asset: asset)
      let decoded: [String: Any] = track.mediaType == .video ? [:] : [AVFormatIDKey: kAudioFormatLinearPCM]
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: mode == .encoding ? decoded : nil)
      reader.add(output)
      let input = AVAssetWriterInput(
        mediaType: track.mediaType,
        outputSettings: mode == .encoding ? track.mediaType == .video ? video : Self.sound : nil,
        sourceFormatHint: track.format)
      writer.add(input)
      lanes.append(Lane(reader: reader, output: output, input: input))
    }
    self.lanes = lanes
  }

  private static let sound: [String: any Sendable] = [AVFormatIDKey: kAudioFormatMPEG4AAC]

  /// Starts writing, its session, and every reader.
  func start() throws {
    guard writer.startWriting() else { throw writer.error ?? ReadMedia.Failure(description: "writing does not start") }
    writer.startSession(atSourceTime: .zero)
    var started: [ObjectIdentifier] = []
    for lane in lanes where !started.contains(ObjectIdentifier(lane.reader)) {
      started.append(ObjectIdentifier(lane.reader))
      guard lane.reader.startReading() else {
        throw lane.reader.error ?? ReadMedia.Failure(description: "reading does not start")
      }
    }
  }

  /// Runs the whole transfer, a request block for each lane, and blocks until the file is complete.
  func run() throws {
    try start()
    let group = DispatchGroup()
    for lane in lanes { feedOnRequest(lane, group) }
    group.wait()
    try finish()
  }

  /// Finishes and blocks until the file is complete.
  func finish() throws {
    try finishWriting(writer)
  }

  /// Registers a block for a lane that feeds it to its end; the group is left then.
  func feedOnRequest(_ lane: Lane, _ group: DispatchGroup) {
    group.enter()
    let queue = DispatchQueue(label: "feed." + lane.input.mediaType.rawValue)
    lane.input.requestMediaDataWhenReady(on: queue) {
      while lane.input.isReadyForMoreMediaData {
        guard let sample = lane.output.copyNextSampleBuffer(), lane.input.append(sample) else {
          lane.input.markAsFinished()
          group.leave()
          return
        }
      }
    }
  }
}

/// Finishes a writer and blocks until the file is complete.
///
/// - Throws: the writer's error when it failed.
func finishWriting(_ writer: AVAssetWriter) throws {
  let done = DispatchSemaphore(value: 0)
  writer.finishWriting { done.signal() }
  done.wait()
  guard writer.status == .completed else {
    throw writer.error ?? ReadMedia.Failure(description: "writing ended with status \(writer.status)")
  }
}

extension AVAssetWriterInput {
  /// Polls until the input is ready, as clients without a request block do.
  func waitUntilReady() {
    // Half a millisecond, so that polling costs no processor that the encoders want.
    while !isReadyForMoreMediaData { Thread.sleep(forTimeInterval: 0.0005) }
  }
}

import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// A duration that is said to be precise is as long as the sound that a reader gives.
@Suite struct PreciseDurationTests {
  /// Seconds of sound, decoded.
  private func secondsRead(_ asset: AVURLAsset) async throws -> (seconds: Double, rate: Double) {
    let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.add(output)
    #expect(reader.startReading())
    var (count, rate) = (0, 0.0)
    while let sample = output.copyNextSampleBuffer() {
      count += sample.numSamples
      rate = sample.formatDescription?.audioStreamBasicDescription?.mSampleRate ?? rate
    }
    #expect(reader.status == .completed, "\(reader.error.map { "\($0)" } ?? "")")
    return (Double(count) / rate, rate)
  }

  private func check(_ path: String) async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    guard try await asset.load(.providesPreciseDurationAndTiming) else { return }
    let duration = try await asset.load(.duration).seconds
    let (read, rate) = try await secondsRead(asset)
    #expect(abs(duration - read) < 1.5 / rate, "\(path): says \(duration), gives \(read)")
  }

  @Test(arguments: ["speech.mp3", "speech-bare.mp3", "speech.wav", "speech.flac"])
  func `a precise duration of a fixture is as long as its sound`(name: String) async throws {
    try await check(Files.fixture(name))
  }

  @Test(
    .enabled(if: Files.hasShared, "../shared/media is absent"),
    arguments: [
      "bear-id3.mp3", "bear-vbr-vbri-header.mp3", "bear-vbr-xing-header.mp3", "test-cbr-info-header.mp3",
      "commonKeysSample.mp3", "bear-cbr-variable-frame-size-no-seek-table.mp3",
    ])
  func `a precise duration of another writer's file is as long as its sound`(name: String) async throws {
    try await check(Files.shared("audio/" + name))
  }
}

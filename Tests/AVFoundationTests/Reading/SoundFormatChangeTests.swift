import AVFoundation
import Foundation
import TestSupport
import Testing

/// Sound whose rate and channels change in mid-stream, as where recordings were joined.
@Suite struct SoundFormatChangeTests {
  @Test func `sound that becomes another is converted to what was asked for`() throws {
    guard Tool.ffmpeg.isInstalled(for: "no sound that changes is read") else { return }
    let folder = try TemporaryFolder()
    var joined = Data()
    for (index, form) in [["-ac", "1", "-ar", "44100"], ["-ac", "2", "-ar", "48000"], ["-ac", "1", "-ar", "32000"]]
      .enumerated()
    {
      let part = folder.file("part\(index).aac")
      let tone = "sine=frequency=\(400 * (index + 1)):duration=1"
      try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", tone] + form + ["-c:a", "aac", part.path])
      joined += try Data(contentsOf: part)
    }
    let url = folder.file("joined.aac")
    try joined.write(to: url)
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
      AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
    ]
    let (asset, track) = try ReadMedia.track(url, .audio)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    #expect(reader.startReading())
    var frames = 0
    var crossings = 0
    var last: Float = 0
    while let sample = output.copyNextSampleBuffer() {
      let format = sample.formatDescription?.audioStreamBasicDescription
      #expect(format?.mSampleRate == 48_000 && format?.mChannelsPerFrame == 2)
      frames += sample.numSamples
      let bytes = try sample.dataBuffer?.dataBytes() ?? Data()
      let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      for index in stride(from: 0, to: samples.count, by: 2) {
        if last < 0, samples[index] >= 0 { crossings += 1 }
        last = samples[index]
      }
    }
    #expect(reader.status == .completed, "\(reader.error.map { "\($0)" } ?? "")")
    // A second each, and what encoders add to it.
    #expect((144_000..<160_000).contains(frames), "\(frames)")
    // The encoders' own beginnings and ends cross zero, too.
    #expect(abs(crossings - (400 + 800 + 1200)) < 200, "\(crossings)")
  }
}

import AVFoundation
import Foundation
import SoundTestSupport
import TestSupport
import Testing

/// Pictures and sound that belong together, from a movie of flashes and clicks.
@Suite struct InSyncTests {
  /// A device at the sound's own rate, and one for which it is resampled.
  @Test(arguments: [8000, 48_000])
  func `PI-82, PI-85: every click is heard at the frame at which its white picture is shown, and no later at the end`(
    sampleRate: Int
  ) async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let isOwnRate = sampleRate == FlashMovie.sampleRate
      let count = isOwnRate ? Rounds.count(120, full: 1800) : Rounds.count(20, full: 300)
      let url = folder.file("flashes.mov")
      try FlashMovie.write(url, flashes: count)
      let stepped = SteppedPlayer(url, on: SteppedDevice(sampleRate: sampleRate))
      let output = stepped.addOutput()
      try stepped.waitUntilReady()
      try stepped.play()

      var played = try stepped.frame(of: .zero)
      var offsets: [Int64] = []
      var wrongPictures: [String] = []
      // Not further at once than pictures are decoded ahead.
      let mostFrames = Int64(sampleRate / 20)
      func play(to frame: Int64) throws {
        while played < frame {
          let count = min(mostFrames, frame - played)
          try stepped.step(Int(count))
          played += count
        }
      }
      func look(at time: CMTime, isWhite: Bool) {
        var shown = CMTime.invalid
        let picture = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown)
        if picture.map(FlashMovie.isWhite) != isWhite || shown != time {
          wrongPictures.append("\(time.seconds): \(shown.seconds)")
        }
      }
      try stepped.step(Int(played))
      for flash in 0..<count {
        let time = FlashMovie.time(ofPicture: flash * FlashMovie.pictureCount)
        let frame = try stepped.frame(of: time)
        // A resampler lets a click be heard a little before and behind its frame.
        let margin = isOwnRate ? 1 : Int64(sampleRate / 1000)
        try play(to: frame + margin)
        look(at: time, isWhite: true)
        let heard = stepped.heard(from: max(stepped.device.firstFrame, frame - Int64(sampleRate) / 2))
        let loudest = heard.indices.max { abs(heard[$0]) < abs(heard[$1]) }
        offsets.append(try stepped.device.firstFrame + Int64(#require(loudest)) / 2 - frame)
        stepped.device.forget()
        let dark = FlashMovie.time(ofPicture: flash * FlashMovie.pictureCount + FlashMovie.pictureCount / 2)
        try play(to: stepped.frame(of: dark) + 1)
        look(at: dark, isWhite: false)
      }
      let late = offsets.filter { $0 != 0 }
      #expect(late.isEmpty && offsets.count == count, "\(late.count) of \(count): \(late.prefix(3)), \(late.suffix(3))")
      #expect(wrongPictures.isEmpty, "\(wrongPictures.count) of \(2 * count): \(wrongPictures.prefix(3))")
    }
  }
}

/// A movie in which about once a second a picture is white and one sample of the sound is loud, both at one time.
private enum FlashMovie {
  static let sampleRate = 8000
  /// The pictures from one that is white to the next: 30 at 29.97 a second, which is no whole number of milliseconds
  /// a picture.
  static let pictureCount = 30
  /// As many samples as so many pictures take.
  private static let sampleCount = pictureCount * 1001 * sampleRate / 30_000

  static func time(ofPicture index: Int) -> CMTime { CMTime(value: CMTimeValue(index * 1001), timescale: 30_000) }

  static func isWhite(_ picture: CVPixelBuffer) -> Bool { ReadMedia.picture(picture).luma.allSatisfy { $0 > 200 } }

  static func write(_ url: URL, flashes: Int) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let pictures = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video(width: 64, height: 64))
    let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm(rate: sampleRate))
    writer.add(pictures)
    writer.add(sound)
    try WrittenFile.start(writer)
    let (white, dark) = (picture(235), picture(16))
    var click = [Float](repeating: 0, count: sampleCount)
    click[0] = 0.9
    for flash in 0..<flashes {
      for number in 0..<pictureCount {
        let time = time(ofPicture: flash * pictureCount + number)
        let sample = try ComputedMedia.sample(number == 0 ? white : dark, at: time, duration: Self.time(ofPicture: 1))
        try append(sample, to: pictures, of: writer)
      }
      try append(samples(click, at: flash * sampleCount), to: sound, of: writer)
    }
    try finishWriting(writer)
  }

  private static func picture(_ brightness: UInt8) -> CVPixelBuffer {
    ComputedMedia.picture(width: 64, height: 64, brightness: brightness)
  }

  private static func samples(_ samples: [Float], at position: Int) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: ComputedMedia.blockBuffer(samples), formatDescription: ComputedMedia.pcmFormat(rate: sampleRate),
      numSamples: samples.count,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: CMTimeScale(sampleRate)),
          presentationTimeStamp: CMTime(value: CMTimeValue(position), timescale: CMTimeScale(sampleRate)),
          decodeTimeStamp: .invalid)
      ], sampleSizes: [MemoryLayout<Float>.size])
  }

  private static func append(_ sample: CMSampleBuffer, to input: AVAssetWriterInput, of writer: AVAssetWriter) throws {
    input.waitUntilReady()
    guard input.append(sample) else { throw writer.error ?? ReadMedia.Failure(description: "a sample was refused") }
  }
}

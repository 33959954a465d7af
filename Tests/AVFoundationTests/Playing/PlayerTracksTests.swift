import AVFoundation
import Foundation
import SoundTestSupport
import TestSupport
import Testing

/// The tracks of an item that are presented: pictures of one, the sound of all that are no alternatives.
@Suite struct PlayerTracksTests {
  /// A movie with two tracks of sound that are no alternatives: sines of 440 and 1000 Hz, a second and a half a second long.
  private static func sines(in folder: TemporaryFolder) async throws -> URL {
    var inputs: [(input: AVAssetWriterInput, output: AVAssetReaderTrackOutput, reader: AVAssetReader)] = []
    for (number, (frequency, seconds)) in [(440, "1"), (1000, "0.5")].enumerated() {
      let url = folder.file("sine\(number).wav")
      try Tool.ffmpeg.run(
        ["-v", "error", "-f", "lavfi", "-i", "sine=f=\(frequency):r=48000:d=\(seconds)", "-ac", "1", url.path])
      let asset = AVURLAsset(url: url)
      let track = asset.tracks(withMediaType: .audio)[0]
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      let reader = try AVAssetReader(asset: asset)
      reader.add(output)
      let format = try #require(track.formatDescriptions.first as? CMFormatDescription)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: format)
      inputs.append((input, output, reader))
    }
    let movie = folder.file("sines.mov")
    let writer = try AVAssetWriter(outputURL: movie, fileType: .mov)
    for (input, _, reader) in inputs {
      writer.add(input)
      #expect(reader.startReading())
    }
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (input, output, _) in inputs {
      while let sample = output.copyNextSampleBuffer() { #expect(input.append(sample)) }
      input.markAsFinished()
    }
    await writer.finishWriting()
    #expect(writer.status == .completed)
    return movie
  }

  /// The sound of a track as a stereo device plays it.
  private static func sound(_ url: URL, _ track: Int) throws -> [Float] {
    let sound = try ReadSound(url, sampleRate: 48_000, track: track)
    return sound.stereo(0..<sound.count)
  }

  /// The sum of sounds, one of which may be shorter.
  private static func sum(_ sounds: [[Float]]) -> [Float] {
    let count = sounds.map(\.count).max() ?? 0
    return (0..<count).map { index in sounds.reduce(0) { $0 + ($1.indices.contains(index) ? $1[index] : 0) } }
  }

  /// The largest difference of what was heard and a sound, from the first frame that is none of silence on.
  private static func difference(_ heard: [Float], _ sound: [Float]) throws -> Float {
    let first = try #require(heard.firstIndex { $0 != 0 }) & ~1
    let start = try first - #require(sound.firstIndex { $0 != 0 }) & ~1
    let part = heard.dropFirst(max(0, start)).prefix(sound.count)
    return part.count < sound.count ? .infinity : zip(part, sound).map { abs($0 - $1) }.max() ?? .infinity
  }

  @Test func `PI-75: tracks of sound that are no alternatives are heard together, up to the end of the longer one`()
    async throws
  {
    let folder = try TemporaryFolder()
    let url = try await Self.sines(in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      try stepped.waitUntilReady()
      #expect(stepped.item.tracks.map(\.isEnabled) == [true, true])
      let ended = stepped.countEnds()
      try stepped.play()
      try stepped.step { ended.count == 1 }
      let wanted = Self.sum([try Self.sound(url, 0), try Self.sound(url, 1)])
      let difference = try Self.difference(stepped.device.samples, wanted)
      #expect(difference < 0.0001, "\(difference)")
    }
  }

  @Test func `PI-75: a track of sound that is disabled is not heard, and is when it is enabled again`() async throws {
    let folder = try TemporaryFolder()
    let url = try await Self.sines(in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      try stepped.waitUntilReady()
      let track = stepped.item.tracks[0]
      track.isEnabled = false
      #expect(!track.isEnabled && stepped.item.tracks[1].isEnabled)
      try stepped.device.wait { stepped.item.isPrepared }
      let ended = stepped.countEnds()
      try stepped.play()
      try stepped.step { ended.count == 1 }
      let difference = try Self.difference(stepped.device.samples, try Self.sound(url, 1))
      #expect(difference < 0.0001, "\(difference)")
      // All of it, from the middle of the sound on.
      track.isEnabled = true
      try stepped.seek(to: CMTime(value: 1, timescale: 4))
      stepped.device.forget()
      try stepped.play()
      try stepped.step { ended.count == 2 }
      let both = Self.sum([try Self.sound(url, 0), try Self.sound(url, 1)])
      let rest = try Self.difference(stepped.device.samples, Array(both[(12_000 * 2)...]))
      #expect(rest < 0.0001, "\(rest)")
    }
  }

  @Test(arguments: [(seeks: false, latencyFrames: 0), (true, 0), (false, 2400)])
  func `PI-13, PL-54: behind the end of the sound, time goes on where it was paused, to where the next item begins`(
    seeks: Bool, latencyFrames: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let url = try await Self.sines(in: folder)
    try await bounded {
      let items = [AVPlayerItem(url: url), AVPlayerItem(url: MediaFiles.fixture("speech.wav"))]
      let stepped = SteppedPlayer(items, isQueue: true, on: SteppedDevice(latencyFrames: latencyFrames))
      try stepped.waitUntilReady()
      // The sound that is left is half a second of the item's whole one.
      stepped.item.tracks[0].isEnabled = false
      try stepped.device.wait { stepped.item.isPrepared }
      if seeks { try stepped.seek(to: CMTime(value: 6, timescale: 10)) }
      try stepped.play()
      try stepped.step { stepped.player.currentTime().seconds > 0.7 }
      for _ in 0..<2 {
        let before = stepped.player.currentTime()
        stepped.player.pause()
        try stepped.device.wait { stepped.player.timeControlStatus == .paused }
        #expect(stepped.player.currentTime() == before)
        try stepped.play()
        try stepped.step(2400)
      }
      #expect(stepped.player.currentTime().seconds > 0.7 && stepped.player.currentItem === items[0])
      let end = try stepped.frame(of: stepped.item.duration)
      try stepped.step { stepped.player.currentItem == nil }
      let heard = Array(stepped.heard(from: end).prefix(48_000))
      #expect(try heard == ReadSound(MediaFiles.fixture("speech.wav"), sampleRate: 48_000).stereo(0..<24_000))
    }
  }

  @Test
  func `PI-75: pictures of a track that is disabled are not presented; the sound and the time go on`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-aac.mov"))
      let output = stepped.addOutput()
      try stepped.waitUntilReady()
      let track = try #require(stepped.item.tracks.first { $0.assetTrack?.mediaType == .video })
      #expect(track.isEnabled && track.currentVideoFrameRate == 0)
      try stepped.play()
      try stepped.step(9600)
      let nominal = try #require(track.assetTrack?.nominalFrameRate)
      #expect(abs(track.currentVideoFrameRate - nominal) < 0.5, "\(track.currentVideoFrameRate)")
      let other = try #require(stepped.item.tracks.first { $0.assetTrack?.mediaType == .audio })
      #expect(other.currentVideoFrameRate == 0)
      let before = stepped.player.currentTime()
      track.isEnabled = false
      try stepped.device.wait { output.copyPixelBuffer(forItemTime: before, itemTimeForDisplay: nil) == nil }
      #expect(!track.isEnabled && track.currentVideoFrameRate == 0 && stepped.item.presentationSize == .zero)
      try stepped.step(4800)
      let later = stepped.player.currentTime()
      #expect(later > before && output.copyPixelBuffer(forItemTime: later, itemTimeForDisplay: nil) == nil)
      track.isEnabled = true
      try stepped.device.wait { output.copyPixelBuffer(forItemTime: later, itemTimeForDisplay: nil) != nil }
      try stepped.device.wait { stepped.player.timeControlStatus == .playing && stepped.item.isPrepared }
      try stepped.step(2400)
      let now = stepped.player.currentTime()
      var shown = CMTime.invalid
      let picture = try #require(output.copyPixelBuffer(forItemTime: now, itemTimeForDisplay: &shown))
      let wanted = try #require(ReadPictures(MediaFiles.fixture("h264-aac.mov")).frame(at: now))
      #expect(shown == wanted.time && ReadPictures.digest(picture) == wanted.digest)
      #expect(stepped.item.presentationSize != .zero)
    }
  }

  @Test func `PI-75: what is selected is enabled, and its alternatives are not`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-two-audio.mp4"))
      try stepped.waitUntilReady()
      let item = stepped.item
      let sounds = item.tracks.filter { $0.assetTrack?.mediaType == .audio }
      #expect(sounds.map(\.isEnabled) == [true, false])
      let group = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
      item.select(group.options[1], in: group)
      #expect(sounds.map(\.isEnabled) == [false, true])
      let texts = item.tracks.filter { $0.assetTrack?.mediaType == .subtitle }
      for text in texts {
        text.isEnabled = true
        #expect(text.isEnabled)
        text.isEnabled = false
        #expect(!text.isEnabled)
      }
      let subtitles = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
      item.select(subtitles.options[0], in: subtitles)
      #expect(texts.map(\.isEnabled) == [true])
      item.select(nil, in: subtitles)
      #expect(texts.map(\.isEnabled) == [false])
      let copy = try #require(item.copy() as? AVPlayerItem)
      #expect(copy !== item && copy.tracks.isEmpty)
      sounds[0].videoFieldMode = AVPlayerItemTrackVideoFieldModeDeinterlaceFields
      #expect(sounds[0].videoFieldMode == AVPlayerItemTrackVideoFieldModeDeinterlaceFields)
    }
  }
}

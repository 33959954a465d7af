import AVFoundation
import SoundTestSupport
import TestSupport
import Testing

/// Compositions in players.
@Suite("Playing compositions")
struct CompositionPlayingTests {
  @Test func `an exact seek shows the picture of the segment`() async throws {
    try await bounded {
      let composition = AVMutableComposition()
      let names = ["prores-pcm24.mov", "mjpeg-pcm.mov"]
      for name in names {
        let asset = AVURLAsset(url: MediaFiles.fixture(name))
        let range = CMTimeRange(
          start: CMTime(value: 8, timescale: 100), duration: CMTime(value: 20, timescale: 100))
        let loaded = asset.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
        for track in loaded {
          let target =
            composition.mutableTrack(compatibleWith: track)
            ?? composition.addMutableTrack(
              withMediaType: track.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
          try target?.insertTimeRange(range, of: track, at: .invalid)
        }
      }
      let track = composition.tracks(withMediaType: .video)[0]
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
      let pictures = try RangeReading(composition, output, isRandomAccess: false).rest()
      let stepped = SteppedPlayer([AVPlayerItem(asset: composition)])
      let shown = stepped.addOutput()
      try stepped.waitUntilReady()
      #expect(stepped.item.duration == CMTime(value: 40, timescale: 100))
      for hundredths in [Int64(31), 5, 19, 20, 39, 0] {
        let time = CMTime(value: hundredths, timescale: 100)
        try stepped.seek(to: time)
        let picture = try #require(shown.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil))
        let wanted = try #require(pictures.last { $0.presentationTimeStamp <= time }?.imageBuffer)
        #expect(ReadPictures.digest(picture) == ReadPictures.digest(wanted), "at \(hundredths)/100")
      }
    }
  }
}

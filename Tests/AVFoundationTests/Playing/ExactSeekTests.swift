import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Exact seeks: the picture that is shown there, and the sound that is heard from there on, are a reader's.
@Suite struct ExactSeekTests {
  @Test(arguments: Files.names(in: Files.fixtures))
  func `PI-33: an exact seek shows a reader's picture, and plays its sound`(name: String) async throws {
    try await Self.seek(in: Files.fixtures, name)
  }

  /// Whole files of strangers.
  private static let shared: [(name: String, byteCount: Int)] =
    Files.hasShared
    ? Files.names(in: Files.shared).filter { name in
      !["MANIFEST.csv", "README.md"].contains { name.hasSuffix($0) }
    }.map { name in
      let values = try? Files.shared.appendingPathComponent(name).resourceValues(forKeys: [.fileSizeKey])
      return (name, values?.fileSize ?? 0)
    } : []
  private static let mostBytes = 60_000
  private static let small = shared.filter { $0.byteCount <= mostBytes }.map(\.name)
  private static let large = shared.filter { $0.byteCount > mostBytes }.map(\.name)

  @Test(.enabled(if: Files.hasShared, "shared/media, where such files lie, is not there"), arguments: small)
  func `PI-33: an exact seek in a stranger's small file shows a reader's picture, and plays its sound`(name: String)
    async throws
  { try await Self.seek(in: Files.shared, name) }

  @Test(
    .enabled(
      if: Files.hasShared && Rounds.count(0, full: 1) > 0,
      "\(large.count) files of more than \(mostBytes) bytes are played with AVWRITE_FULL=1 alone"),
    arguments: large)
  func `PI-33: an exact seek in a stranger's larger file shows a reader's picture, and plays its sound`(name: String)
    async throws
  { try await Self.seek(in: Files.shared, name) }

  // MARK: The seeks

  private static func seek(in folder: URL, _ name: String) async throws {
    let url = folder.appendingPathComponent(name)
    try await bounded {
      guard let expected = try ReaderOfPlaces(url) else {
        // What strangers made may be what nobody decodes.
        #expect(folder != Files.fixtures, "\(name) cannot be decoded")
        return
      }
      let format = expected.soundFormat ?? (48_000, 2)
      let stepped = SteppedPlayer(
        url, on: SteppedDevice(sampleRate: format.sampleRate, channelCount: format.channelCount))
      let output = stepped.addOutput()
      try stepped.waitUntilReady()
      let seed = name.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
      var numbers = SeededGenerator(seed: seed)
      for number in 0..<Rounds.count(3, full: 100) {
        // A frame of the sound, where there is some.
        let scale = CMTimeScale(expected.soundFormat?.sampleRate ?? 90_000)
        let end = stepped.item.duration.convertScale(scale, method: .default).value
        let time = CMTime(value: .random(in: 0..<max(1, end), using: &numbers), timescale: scale)
        let context = "\(name), seed \(seed), seek \(number) to \(time.seconds)"
        try stepped.seek(to: time)
        #expect(stepped.player.currentTime() == time, "\(context)")
        var shown = CMTime.invalid
        let picture = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown)
        // Before the first picture nothing is shown.
        let wanted = expected.picture(at: time)
        #expect(picture.map(ReadPictures.digest) == wanted?.digest, "\(context)")
        #expect(picture == nil || shown == wanted?.time, "\(context)")
        if expected.soundFormat != nil { try hear(stepped, expected, from: time, context) }
      }
    }
  }

  /// Tracks end with a whole frame of their codec, which is a tenth of a second at most.
  private static let aFrame = CMTime(value: 1, timescale: 10)

  /// Expects that the sound from a place on is a reader's, for as long as there is some.
  private static func hear(
    _ stepped: SteppedPlayer, _ expected: ReaderOfPlaces, from time: CMTime, _ context: String
  ) throws {
    let format = try #require(expected.soundFormat)
    stepped.device.forget()
    stepped.player.play()
    // At the very end there is nothing to play.
    try stepped.device.wait { stepped.player.timeControlStatus == .playing || stepped.player.rate == 0 }
    guard stepped.player.rate != 0 else {
      #expect(stepped.item.duration - time < Self.aFrame, "\(context): it ends before its end")
      return
    }
    let first = try stepped.frame(of: time)
    let count = format.sampleRate / 10
    try stepped.step {
      stepped.heard(from: first, channelCount: format.channelCount).count >= count * format.channelCount
        || stepped.player.rate == 0
    }
    let heard = stepped.heard(from: first, channelCount: format.channelCount)
    stepped.player.pause()
    try stepped.device.wait { stepped.player.timeControlStatus == .paused && stepped.item.isPrepared }
    // Playing ends with the item, where a reader may have some sound left.
    let left = (stepped.item.duration - time).convertScale(CMTimeScale(format.sampleRate), method: .roundTowardZero)
    let playedCount = min(heard.count / format.channelCount, Int(left.value))
    #expect(playedCount >= min(count, Int(left.value)), "\(context)")
    let wanted = try expected.sound(from: time, frameCount: playedCount)
    let end = time + CMTime(value: CMTimeValue(wanted.count / format.channelCount), timescale: left.timescale)
    #expect(
      wanted.count == playedCount * format.channelCount || expected.soundEnd - end < Self.aFrame,
      "\(context): a reader's sound ends before its end")
    let difference = zip(heard, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    #expect(difference == nil, "\(context): \(difference ?? 0) of \(wanted.count) samples are the same")
  }
}

/// The pictures and the sound of a file at any place, as readers give them.
private struct ReaderOfPlaces {
  /// The form of the sound that is played. It is `nil` without sound.
  let soundFormat: (sampleRate: Int, channelCount: Int)?
  private let asset: AVURLAsset
  private let pictures: ReadPictures?
  private let soundTrack: AVAssetTrack?

  /// - Returns: `nil` for what cannot be decoded as a whole.
  init?(_ url: URL) throws {
    let asset = AVURLAsset(url: url)
    func track(_ type: AVMediaType) -> AVAssetTrack? {
      let tracks = asset.tracks(withMediaType: type).filter(\.isDecodable)
      return tracks.first(where: \.isEnabled) ?? tracks.first
    }
    let (pictureTrack, soundTrack) = (track(.video), track(.audio))
    guard pictureTrack != nil || soundTrack != nil else { return nil }
    do {
      pictures = try pictureTrack.map { try ReadPictures(asset, $0) }
      soundFormat = try soundTrack.flatMap { try Self.format(asset, $0) }
    } catch is AVError {
      return nil
    }
    (self.asset, self.soundTrack) = (asset, soundTrack)
  }

  /// The end of the sound's track.
  var soundEnd: CMTime { soundTrack?.timeRange.end ?? .zero }

  /// The picture that is shown at a time. It is `nil` before the first one.
  func picture(at time: CMTime) -> (time: CMTime, digest: Int)? { pictures?.frames.last { $0.time <= time } }

  /// The sound from a place on, interleaved, and silence where there is none. It ends with the sound.
  func sound(from time: CMTime, frameCount: Int) throws -> [Float] {
    guard let soundFormat, let soundTrack else { return [] }
    let scale = CMTimeScale(soundFormat.sampleRate)
    let first = time.convertScale(scale, method: .default)
    let wanted = frameCount * soundFormat.channelCount
    var sound: [Float] = []
    let range = CMTimeRange(start: first, duration: .positiveInfinity)
    try Self.read(asset, soundTrack, range) { start, samples, _ in
      let silence =
        Int((start.convertScale(scale, method: .default) - first).value) * soundFormat.channelCount - sound.count
      // A container that counts milliseconds rounds times.
      if silence > soundFormat.sampleRate / 500 * soundFormat.channelCount {
        sound += [Float](repeating: 0, count: min(silence, wanted))
      }
      sound += samples
      return sound.count < wanted
    }
    return Array(sound.prefix(wanted))
  }

  private static func format(_ asset: AVAsset, _ track: AVAssetTrack) throws -> (Int, Int)? {
    var format: (Int, Int)?
    try read(asset, track, CMTimeRange(start: .zero, duration: .positiveInfinity)) { _, _, description in
      format = (Int(description.mSampleRate), Int(description.mChannelsPerFrame))
      return true
    }
    return format
  }

  /// Reads a range of sound, until the closure has enough.
  private static func read(
    _ asset: AVAsset, _ track: AVAssetTrack, _ range: CMTimeRange,
    _ body: (CMTime, [Float], AudioStreamBasicDescription) throws -> Bool
  ) throws {
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = range
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
      AVLinearPCMIsNonInterleaved: false,
    ]
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? SteppedDevice.DidNotEnd() }
    while let sample = output.copyNextSampleBuffer() {
      let description = try #require(sample.formatDescription?.audioStreamBasicDescription)
      let bytes = try sample.dataBuffer?.dataBytes() ?? Data()
      let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      guard try body(sample.presentationTimeStamp, samples, description) else { return reader.cancelReading() }
    }
    if let error = reader.error { throw error }
  }
}

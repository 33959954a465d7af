import AVFAudio
import AVFoundation
import DeviceInterop
import Foundation
import MediaEngine
import Synchronization

/// A sound device whose time goes on when a test says so, and which keeps what it played.
final class SteppedDevice: Sendable {
  let device: MixingDevice
  private let opened: Opened

  private final class Opened: Sendable {
    let output = Mutex<VirtualOutput?>(nil)
    let played = Mutex<[Float]>([])
  }

  /// Keeps what a source makes.
  private final class Keeper: SoundSource {
    private let source: any SoundSource
    private let opened: Opened

    init(_ source: any SoundSource, _ opened: Opened) { (self.source, self.opened) = (source, opened) }

    func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64) {
      source.render(frames, frameCount: frameCount, at: frame)
      opened.played.withLock { $0 += frames }
    }
  }

  init(sampleRate: Int = 48_000, channelCount: Int = 2) {
    let opened = Opened()
    self.opened = opened
    device = MixingDevice { _, source, handler in
      let request = SoundRequest(sampleRate: sampleRate, channelCount: channelCount)
      let output = try VirtualOutput(request, pace: .stepped, source: Keeper(source, opened), handler: handler)
      opened.output.withLock { $0 = output }
      return output
    }
  }

  /// A player of a file on this device.
  func player(_ url: URL) throws -> AVAudioPlayer {
    let device = device
    return try AVAudioPlayer(Source(url: url), url: url, data: nil) { _ in device }
  }

  /// A player of data on this device.
  func player(_ data: Data) throws -> AVAudioPlayer {
    let device = device
    let source = Source(url: URL(fileURLWithPath: "/"), suppliedBy: MemoryResource(data))
    return try AVAudioPlayer(source, url: nil, data: data) { _ in device }
  }

  /// Everything that was played, interleaved.
  var samples: [Float] { opened.played.withLock { $0 } }

  func forget() { opened.played.withLock { $0 = [] } }

  /// Lets time go on, never faster than the players decode.
  func step(_ frames: Int, _ players: [AVAudioPlayer]) throws {
    var left = frames
    while left > 0 {
      try wait { players.allSatisfy { $0.player.isDecodedAhead ?? true } }
      let count = min(left, 960)
      opened.output.withLock { $0 }?.step(frames: count)
      left -= count
    }
  }

  /// Lets time go on until none of the players plays any more.
  func stepToEnd(_ players: [AVAudioPlayer]) throws {
    // An end is told by another thread, which may be late.
    var idle = 0
    while players.contains(where: \.isPlaying) {
      try step(960, players)
      idle += 1
      if idle > 100_000 { throw DidNotEnd() }
    }
  }

  struct DidNotEnd: Error {}

  func wait(until isDone: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !isDone() {
      guard Date() < deadline else { throw DidNotEnd() }
      // A player's time can only be looked at.
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}

/// The sound of a file as a reader decodes it.
struct ReadSound {
  let channels: [[Float]]
  var count: Int { channels[0].count }

  init(_ url: URL, sampleRate: Int) throws {
    let asset = AVURLAsset(url: url)
    let track = asset.tracks(withMediaType: .audio)[0]
    let reader = try AVAssetReader(asset: asset)
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
      AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: sampleRate,
    ]
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? SteppedDevice.DidNotEnd() }
    var samples: [Float] = []
    var channelCount = 1
    while let buffer = output.copyNextSampleBuffer() {
      channelCount = Int(buffer.formatDescription?.audioStreamBasicDescription?.mChannelsPerFrame ?? 1)
      let bytes = try buffer.dataBuffer?.dataBytes() ?? Data()
      samples += bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    if let error = reader.error { throw error }
    channels = (0..<channelCount).map { channel in
      stride(from: channel, to: samples.count, by: channelCount).map { samples[$0] }
    }
  }

  /// What a stereo device plays of it.
  func stereo(_ range: Range<Int>) -> [Float] {
    let (left, right) = (channels[0], channels[channels.count > 1 ? 1 : 0])
    return range.flatMap { [left[$0], right[$0]] }
  }
}

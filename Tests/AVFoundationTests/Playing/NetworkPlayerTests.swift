import AVFoundation
import Foundation
import MediaEngine
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Players of files on a server that has its moods, on a device whose time goes on when the test says so.
@Suite struct NetworkPlayerTests {
  private static func server(_ manner: MediaServer.Manner = .ranges) throws -> MediaServer {
    try MediaServer(MediaFiles.fixture("speech.wav").deletingLastPathComponent(), manner: manner)
  }

  private static func size(_ name: String) throws -> Int {
    try #require(try MediaFiles.fixture(name).resourceValues(forKeys: [.fileSizeKey]).fileSize)
  }

  /// The bytes of a file from a part of its length on, but for its end, where tables and tags may be.
  private static func part(of name: String, from part: Double) throws -> Range<Int> {
    let size = Double(try size(name))
    return Int(size * part)..<Int(size * 0.9)
  }

  /// Lets time go on, also where nothing is decoded for a while, as the time of a real device does.
  private static func run(_ stepped: SteppedPlayer, until isDone: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: hangLimit)
    while !isDone() {
      guard Date() < deadline else { throw SteppedDevice.DidNotEnd() }
      let patience = Date(timeIntervalSinceNow: 0.5)
      try stepped.device.wait { stepped.item.isPrepared || isDone() || Date() > patience }
      try stepped.device.step(stepped.item.isPrepared ? 480 : 9600) { true }
      stepped.item.lookAtTime()
      // What follows from that needs a moment.
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  private static func ranges(_ values: [NSValue]) -> [ClosedRange<Double>] {
    values.map { $0.timeRangeValue.start.seconds...$0.timeRangeValue.end.seconds }
  }

  @Test(arguments: ["h264-aac.mov", "h264-aac.mkv", "h264-aac.ts", "speech.mp3", "speech.flac", "aac-5.1.m4a"])
  func `PI-15, PI-70: what a server has is heard as from the disk, comes once, and the log counts as the server`(
    name: String
  ) async throws {
    try await bounded {
      let server = try Self.server()
      let stepped = SteppedPlayer(server.url(name))
      let entries = SteppedPlayer.count(AVPlayerItem.newAccessLogEntryNotification, of: stepped.item)
      let ended = stepped.countEnds()
      #expect(stepped.item.accessLog() == nil && !stepped.item.isPlaybackLikelyToKeepUp)
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { ended.count == 1 }
      let local = SteppedPlayer(MediaFiles.fixture(name))
      let localEnd = local.countEnds()
      try local.waitUntilReady()
      try local.play()
      try local.step { localEnd.count == 1 }
      let (heard, wanted) = (SteppedPlayer.trimmed(stepped.device.samples), SteppedPlayer.trimmed(local.device.samples))
      #expect(heard.count > 10_000 && heard == wanted)

      let event = try #require(stepped.item.accessLog()?.events.first)
      #expect(event.uri == server.url(name).absoluteString && event.playbackType == "FILE")
      #expect(event.numberOfStalls == 0 && event.startupTime >= 0 && event.playbackStartOffset == 0)
      #expect(abs(event.durationWatched - stepped.item.duration.seconds) < 0.1)
      try stepped.device.wait { entries.count == 1 }
      // What a jump leaves behind was sent, and did not come.
      let hasJumps = name == "h264-aac.mov"
      #expect((0...(hasJumps ? 131_072 : 0)).contains(server.sentBytes - Int(event.numberOfBytesTransferred)))
      #expect(abs(event.numberOfMediaRequests - server.requests.count) <= (hasJumps ? 2 : 0))
      #expect(try event.numberOfBytesTransferred == Int64(Self.size(name)), "each byte once")
      #expect(Self.ranges(stepped.item.loadedTimeRanges) == [0...stepped.item.duration.seconds])
      #expect(stepped.item.isPlaybackLikelyToKeepUp && stepped.item.isPlaybackBufferFull)
      #expect(!stepped.item.isPlaybackBufferEmpty && stepped.item.errorLog() == nil)
      let log = try #require(stepped.item.accessLog()?.extendedLogData())
      let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 4 && lines[2].hasPrefix("#Fields: date time uri"))
      #expect(lines[2].split(separator: " ").count - 1 == lines[3].split(separator: " ").count)
    }
  }

  @Test(arguments: ["speech.wav", "h264-pcm.mov"])
  func `PI-23, PL-09: playing stands where the bytes do not come, and goes on with the next sample when they do`(
    name: String
  ) async throws {
    try await bounded {
      let server = try Self.server(.held(Self.part(of: name, from: 0.6)))
      let stepped = SteppedPlayer(server.url(name))
      let player = stepped.player
      let stalls = SteppedPlayer.count(AVPlayerItem.playbackStalledNotification, of: stepped.item)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      // What is there would not be enough to wait for nothing.
      player.playImmediately(atRate: 1)
      try stepped.device.wait { player.timeControlStatus == .playing }
      try Self.run(stepped) { stalls.count == 1 }
      try stepped.device.wait { player.timeControlStatus == .waitingToPlayAtSpecifiedRate }
      #expect(player.rate == 1 && player.reasonForWaitingToPlay == .toMinimizeStalls)
      #expect(
        !stepped.item.isPlaybackLikelyToKeepUp && !stepped.item.isPlaybackBufferFull,
        "\(name): \(Self.ranges(stepped.item.loadedTimeRanges)) at \(player.currentTime().seconds)")
      let time = player.currentTime()
      #expect(time > .zero && time < stepped.item.duration)
      let loaded = try #require(stepped.item.loadedTimeRanges.first?.timeRangeValue)
      #expect(loaded.start == .zero && loaded.end < stepped.item.duration)
      for _ in 0..<20 { try stepped.device.step(480) { true } }
      #expect(player.currentTime() == time, "the time stands")

      server.manner = .ranges
      try stepped.device.wait { player.timeControlStatus == .playing }
      try stepped.step { ended.count == 1 }
      #expect(stalls.count == 1 && stepped.item.accessLog()?.events.first?.numberOfStalls == 1)
      let whole = try ReadSound(MediaFiles.fixture(name), sampleRate: 48_000)
      let wanted = whole.stereo(0..<Int((stepped.item.duration.seconds * 48_000).rounded()))
      let heard = stepped.device.samples
      let offset = try #require(heard.firstIndex { $0 != 0 }) - #require(wanted.firstIndex { $0 != 0 })
      // The two parts lie around the silence of the stall.
      let first = zip(heard.dropFirst(offset), wanted).prefix { $0 == $1 }.count
      let rest = SteppedPlayer.trimmed(Array(wanted.dropFirst(first)))
      let second = SteppedPlayer.trimmed(Array(heard.dropFirst(offset + first)))
      #expect(first > 0 && second == rest, "\(first) of \(wanted.count), \(second.count), \(rest.count)")
    }
  }

  /// A movie of 6 s whose pictures and sound lie in the file in turns, a second of each.
  private static func movieInSeconds(_ url: URL) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.shouldOptimizeForNetworkUse = true
    let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
    let pictures = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    for input in [sound, pictures] {
      input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 1)
      writer.add(input)
    }
    try WrittenFile.start(writer)
    for second in 0..<6 {
      sound.waitUntilReady()
      try #require(sound.append(ComputedMedia.audioSample(start: second * 48_000, count: 48_000)))
      for index in second * 25..<(second + 1) * 25 {
        pictures.waitUntilReady()
        try #require(pictures.append(ComputedMedia.videoSample(index)))
      }
    }
    try finishWriting(writer)
  }

  @Test func `PI-23: a stall ends when the sound is decoded, however long that takes once the bytes are there`()
    async throws
  {
    try await bounded {
      let folder = try TemporaryFolder()
      let url = folder.file("film.mov")
      try Self.movieInSeconds(url)
      let asset = AVURLAsset(url: url)
      let track = try #require(asset.tracks(withMediaType: .video).first)
      let cursor = try #require(track.makeSampleCursor(presentationTimeStamp: CMTime(value: 27, timescale: 10)))
      let start = Int(cursor.currentSampleStorageRange.offset)
      for _ in 0..<2 {
        let server = try MediaServer(folder.url, manner: .held(start..<Int.max))
        let stepped = SteppedPlayer(server.url("film.mov"))
        stepped.item.audioTimePitchAlgorithm = .spectral
        let output = stepped.addOutput()
        let stalls = SteppedPlayer.count(AVPlayerItem.playbackStalledNotification, of: stepped.item)
        try stepped.waitUntilReady()
        stepped.player.playImmediately(atRate: 2)
        try Self.run(stepped) { stalls.count == 1 }
        withExtendedLifetime(output) {}
        server.manner = .ranges
        try stepped.device.wait { stepped.player.timeControlStatus == .playing }
      }
    }
  }

  @Test func `PL-10: where nothing waits, playing ends at a stall, and the rate is 0`() async throws {
    try await bounded {
      let server = try Self.server(.held(Self.part(of: "speech.wav", from: 0.6)))
      let stepped = SteppedPlayer(server.url("speech.wav"))
      let player = stepped.player
      player.automaticallyWaitsToMinimizeStalling = false
      try stepped.waitUntilReady()
      try stepped.play()
      try Self.run(stepped) { player.rate == 0 }
      #expect(player.timeControlStatus == .paused && player.reasonForWaitingToPlay == nil)
      server.manner = .ranges
      let ended = stepped.countEnds()
      try stepped.play()
      try stepped.step { ended.count == 1 }
    }
  }

  @Test func `PL-09: playing begins when it will need no pause, and at once where that is wanted (PL-08, PL-11)`()
    async throws
  {
    try await bounded {
      for change in 0..<3 {
        // Less than a second of it comes: too little to begin with.
        let server = try Self.server(.held(Self.part(of: "speech.wav", from: 0.35)))
        let stepped = SteppedPlayer(server.url("speech.wav"))
        let player = stepped.player
        try stepped.waitUntilReady()
        player.play()
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate && player.rate == 1)
        #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
        switch change {
        case 0: player.playImmediately(atRate: 1)
        case 1: player.automaticallyWaitsToMinimizeStalling = false
        default: server.manner = .ranges
        }
        try stepped.device.wait { player.timeControlStatus == .playing }
      }
    }
  }

  @Test func `PL-08: linear PCM begins to play with the first of it, though libavformat looks for other codings in it`()
    async throws
  {
    try await bounded {
      // It would have read 32 packets of 4 KiB, or of 8 in later versions, before it gave out the first.
      let server = try Self.server(.held(Self.part(of: "speech.wav", from: 0.4)))
      let stepped = SteppedPlayer(server.url("speech.wav"))
      try stepped.waitUntilReady()
      stepped.player.playImmediately(atRate: 1)
      try stepped.device.wait { stepped.player.timeControlStatus == .playing }
      server.manner = .ranges
      let ended = stepped.countEnds()
      try stepped.step { ended.count == 1 }
    }
  }

  @Test func `PI-25: connections that are reset are begun anew, and the log says so`() async throws {
    try await bounded {
      let server = try Self.server(.resets(after: 20_000))
      let stepped = SteppedPlayer(server.url("speech.wav"))
      let errors = SteppedPlayer.count(AVPlayerItem.newErrorLogEntryNotification, of: stepped.item)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { ended.count == 1 }
      let wanted = try ReadSound(MediaFiles.fixture("speech.wav"), sampleRate: 48_000)
      let frames = Int((stepped.item.duration.seconds * 48_000).rounded())
      #expect(SteppedPlayer.trimmed(stepped.device.samples) == SteppedPlayer.trimmed(wanted.stereo(0..<frames)))
      let event = try #require(stepped.item.errorLog()?.events.first)
      #expect(event.errorDomain == AVError.errorDomain && event.date != nil && event.errorComment?.isEmpty == false)
      try stepped.device.wait { errors.count >= 1 }
    }
  }

  @Test func `PI-70, PI-04: an item that has left its player keeps its logs`() async throws {
    try await bounded {
      let server = try Self.server(.resets(after: 20_000))
      let stepped = SteppedPlayer(server.url("speech.wav"))
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { ended.count == 1 }
      stepped.player.replaceCurrentItem(with: nil)
      let event = try #require(stepped.item.accessLog()?.events.first)
      #expect(try event.numberOfBytesTransferred == Int64(Self.size("speech.wav")))
      #expect(abs(event.durationWatched - stepped.item.duration.seconds) < 0.1)
      #expect(stepped.item.errorLog()?.events.isEmpty == false)
    }
  }

  @Test func `PI-70: a server that gives a part of what it is asked for makes no error`() async throws {
    try await bounded {
      let server = try Self.server(.parts(of: 20_000))
      let stepped = SteppedPlayer(server.url("speech.wav"))
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { ended.count == 1 }
      #expect(stepped.item.errorLog() == nil)
      let event = try #require(stepped.item.accessLog()?.events.first)
      #expect(try event.numberOfBytesTransferred == Int64(Self.size("speech.wav")), "each byte once")
    }
  }

  @Test(arguments: ["speech.wav", "h264-aac.mov"])
  func `a server that knows no ranges gives all in order, and it plays`(name: String) async throws {
    try await bounded {
      let server = try Self.server(.wholeFiles)
      let stepped = SteppedPlayer(server.url(name))
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { ended.count == 1 }
      #expect(server.requests.count == 2, "to see that it knows none, and for all")
    }
  }

  @Test func `AP-01: a sound of a server that knows no ranges is played, wherever its index is`() async throws {
    try await bounded {
      let server = try Self.server(.wholeFiles)
      let player = try AVAudioPlayer(contentsOf: server.url("h264-aac.mov"))
      #expect(player.prepareToPlay())
      let local = try AVAudioPlayer(contentsOf: MediaFiles.fixture("h264-aac.mov"))
      #expect(player.duration == local.duration && player.duration > 1)
      player.stop()
    }
  }

  @Test func `PI-31: a seek to what is not there is overtaken by one to what is`() async throws {
    try await bounded {
      let server = try Self.server(.held(Self.part(of: "h264-pcm.mov", from: 0.6)))
      let stepped = SteppedPlayer(server.url("h264-pcm.mov"))
      try stepped.waitUntilReady()
      let end = stepped.item.duration
      let far = CMTimeMultiplyByRatio(end, multiplier: 9, divisor: 10)
      let isThere = Mutex<Bool?>(nil)
      stepped.player.seek(to: far, toleranceBefore: .zero, toleranceAfter: .zero) { isDone in
        isThere.withLock { $0 = isDone }
      }
      // It waits for the server, and nobody waits for it.
      let near = CMTimeMultiplyByRatio(end, multiplier: 1, divisor: 10)
      for _ in 0..<3 { try stepped.seek(to: near) }
      #expect(isThere.withLock { $0 } == false)
      #expect(stepped.player.currentTime() == near)
      server.manner = .ranges
      try stepped.seek(to: far)
      #expect(stepped.player.currentTime() == far)
    }
  }

  @Test
  func `PI-31: seeks of two items of one asset to what has to come first arrive, the last of each`() async throws {
    try await bounded {
      let server = try Self.server(.throttled(bytesPerSecond: 400_000))
      let asset = AVURLAsset(url: server.url("h264-pcm.mov"))
      let players = (0..<2).map { _ in SteppedPlayer([AVPlayerItem(asset: asset)]) }
      for stepped in players { try stepped.waitUntilReady() }
      let results = Mutex<[[Bool]]>([[], []])
      for number in 0..<20 {
        for (index, stepped) in players.enumerated() {
          let time = CMTime(value: CMTimeValue((number * 13 + index * 7) % 20), timescale: 20)
          stepped.player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { isThere in
            results.withLock { $0[index].append(isThere) }
          }
        }
      }
      try players[0].device.wait { results.withLock { $0.allSatisfy { $0.count == 20 } } }
      // The last seek of each is overtaken by none.
      #expect(results.withLock { $0.allSatisfy { $0.filter { $0 }.count >= 1 && $0.last == true } })
      for stepped in players { #expect(stepped.item.error == nil) }
      #expect(server.sentBytes < 3 * (try Self.size("h264-pcm.mov")))
    }
  }

  @Test func `PL-21: an item that is taken away while its sound waits for the server waits no more`() async throws {
    try await bounded {
      // No media comes, but the movie's tables.
      let server = try Self.server(.held(Self.part(of: "h264-pcm.mov", from: 0.02)))
      let stepped = SteppedPlayer(server.url("h264-pcm.mov"))
      weak let timebase = stepped.item.timebase
      try stepped.device.wait { stepped.device.device.sampleRate > 0 }
      stepped.player.replaceCurrentItem(with: nil)
      try stepped.device.wait { timebase == nil }
    }
  }

  @Test(arguments: [404, 500])
  func `PI-03, PI-25: what a server does not have fails the item, and the log says why`(status: Int) async throws {
    try await bounded {
      let server = try Self.server(.status(status))
      let item = AVPlayerItem(url: server.url("speech.wav"))
      let entries = SteppedPlayer.count(AVPlayerItem.newErrorLogEntryNotification, of: item)
      let stepped = SteppedPlayer([item])
      try stepped.device.wait { stepped.item.status == .failed }
      #expect(stepped.item.error is AVError)
      #expect(item.errorLog()?.events.isEmpty == false && item.accessLog() == nil)
      try stepped.device.wait { entries.count == 1 }
    }
  }
}

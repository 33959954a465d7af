import AVFoundation
import DeviceInterop
import Foundation
import MediaEngine
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// `AVPlayer` and `AVPlayerItem` on a device whose time goes on when the test says so.
@Suite struct PlayerTests {
  private static func url(_ name: String) -> URL { MediaFiles.fixture(name) }

  @Test(arguments: ["speech.wav", "speech.flac", "h264-pcm.mov", "h264-aac.mov"])
  func `PI-21, PL-02: the whole sound is heard to the sample, the end is told once, and the player pauses`(name: String)
    async throws
  {
    try await bounded {
      let stepped = SteppedPlayer(Self.url(name))
      let ended = stepped.countEnds()
      let rates = SteppedPlayer.count(AVPlayer.rateDidChangeNotification, of: stepped.player)
      try stepped.waitUntilReady()
      #expect(stepped.player.timeControlStatus == .paused && stepped.player.rate == 0)
      try stepped.play()
      try stepped.step { ended.count > 0 && stepped.player.rate == 0 }
      #expect(stepped.player.timeControlStatus == .paused)
      #expect(stepped.player.currentTime() == stepped.item.duration)
      try stepped.device.wait { rates.count == 2 }
      let expected = try ReadSound(Self.url(name), sampleRate: 48_000)
      let heard = stepped.device.samples
      let first = try #require(heard.firstIndex { $0 != 0 }) / 2
      let whole = expected.stereo(0..<expected.count)
      let offset = first - (try #require(whole.firstIndex { $0 != 0 })) / 2
      let count = min(whole.count, heard.count - offset * 2)
      // A device takes what lies behind the end in whole steps.
      #expect(count > whole.count - 96_000 / 10)
      #expect(Array(heard[(offset * 2)..<(offset * 2 + count)]) == Array(whole[..<count]))
      #expect(ended.count == 1)
    }
  }

  @Test(arguments: ["h264-aac.mov", "vp9-opus.webm", "h264-open-gop.ts", "h264-trimmed.mov"])
  func `PI-33: a seek with tolerances ends within them, with the place's picture, where decoding can begin`(
    name: String
  ) async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url(name))
      let output = stepped.addOutput()
      try stepped.waitUntilReady()
      let expected = try ReadPictures(Self.url(name))
      var numbers = SeededGenerator(seed: UInt64(expected.frames.count))
      for _ in 0..<Rounds.count(6, full: 100) {
        let seconds = Double.random(in: 0..<stepped.item.duration.seconds, using: &numbers)
        let time = CMTime(seconds: seconds, preferredTimescale: 90_000)
        let before = [CMTime(value: 1, timescale: 10), CMTime(value: 1, timescale: 2), .positiveInfinity]
          .randomElement(using: &numbers)!
        try stepped.seek(to: time, toleranceBefore: before)
        let place = stepped.player.currentTime()
        #expect(place <= time && place >= time - before, "\(place.seconds) for \(seconds)")
        var shown = CMTime.invalid
        // Before the first picture nothing is shown.
        guard place >= expected.frames[0].time else { continue }
        let picture = try #require(output.copyPixelBuffer(forItemTime: place, itemTimeForDisplay: &shown))
        let wanted = try #require(expected.frame(at: place))
        #expect(shown == wanted.time && ReadPictures.digest(picture) == wanted.digest, "\(seconds)")
        // Either nothing had to be decoded before it, or it is as far away as it may be, or it is what was asked for.
        #expect(place == shown || place == time - before || place == time, "\(place.seconds) for \(seconds)")
      }
    }
  }

  @Test(arguments: ["h264-aac.mov", "h264-vfr.mov"])
  func `PI-84: pictures come in their order while time goes on, each once`(name: String) async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url(name))
      let output = stepped.addOutput()
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      let expected = try ReadPictures(Self.url(name))
      var times: [CMTime] = []
      var digests: [Int] = []
      func take() {
        let time = stepped.player.currentTime()
        guard output.hasNewPixelBuffer(forItemTime: time) else { return }
        var shown = CMTime.invalid
        guard let picture = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown) else { return }
        times.append(shown)
        digests.append(ReadPictures.digest(picture))
      }
      take()
      try stepped.play()
      while ended.count == 0 {
        // A millisecond at a time, as soon as the picture of it is decoded.
        try stepped.step(48)
        let wanted = expected.frame(at: stepped.player.currentTime())?.time ?? .zero
        try stepped.device.wait {
          take()
          return times.last.map { $0 >= wanted } ?? false || ended.count > 0
        }
      }
      // The end may be told before the last one was looked for.
      take()
      let missing = expected.frames.map(\.time).filter { !times.contains($0) }
      #expect(missing.isEmpty && times.count == expected.frames.count, "\(missing.map(\.seconds))")
      #expect(digests == expected.frames.map(\.digest))
    }
  }

  @Test func `PI-36: steps forward and back show the pictures beside the one that was shown`() async throws {
    try await bounded {
      let name = "h264-vfr.mov"
      let stepped = SteppedPlayer(Self.url(name))
      try stepped.waitUntilReady()
      let times = try ReadPictures(Self.url(name)).frames.map(\.time)
      var place = 0
      for count in [1, 1, 3, -2, 5, -1, -1, 4, -8, 2, -100, 2, 1000, -3] {
        stepped.item.step(byCount: count)
        place = min(max(0, place + count), times.count - 1)
        let wanted = times[place]
        try stepped.device.wait { stepped.player.currentTime() == wanted }
      }
    }
  }

  @Test(arguments: ["h264-aac.mov", "h264-vfr.mov", "hevc10-hdr10.mp4"])
  func `PI-14: backward the same pictures come in the opposite order`(name: String) async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url(name))
      let output = stepped.addOutput()
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.seek(to: stepped.item.duration)
      let expected = try ReadPictures(Self.url(name))
      // Without sound it is the host's clock that goes on, which waits for nobody.
      let hasSound = stepped.item.asset.tracks(withMediaType: .audio).count > 0
      if hasSound { try stepped.play(-1) }
      var times: [CMTime] = []
      let deadline = Date(timeIntervalSinceNow: hangLimit)
      while ended.count == 0, Date() < deadline {
        if hasSound {
          try stepped.step(48)
        } else if !times.isEmpty {
          stepped.player.rate = -1
          Thread.sleep(forTimeInterval: 0.001)  // The host's clock goes on.
          stepped.player.pause()
          try stepped.device.wait { stepped.item.timebase?.rate == 0 && stepped.item.isPrepared || ended.count > 0 }
        }
        let time = stepped.player.currentTime()
        guard let wanted = expected.frame(at: time), wanted.time != times.last else { continue }
        var shown = CMTime.invalid
        var picture: CVPixelBuffer?
        try stepped.device.wait {
          picture = output.copyPixelBuffer(forItemTime: wanted.time, itemTimeForDisplay: &shown)
          return picture != nil && shown == wanted.time || ended.count > 0
        }
        guard shown == wanted.time, let picture else { continue }
        times.append(shown)
        #expect(ReadPictures.digest(picture) == wanted.digest, "\(shown.seconds)")
      }
      // It ends again where it is told to go on from there, before the notification of its end came.
      #expect(hasSound ? ended.count == 1 : ended.count >= 1)
      let all = Array(expected.frames.map(\.time).reversed())
      if hasSound {
        // The end may be told before the first picture was looked for.
        #expect(times == all || times == all.dropLast())
      } else {
        // On a busy machine many are passed over.
        #expect(times == times.sorted(by: >) && !times.isEmpty)
      }
      #expect(stepped.player.currentTime() == .zero)
    }
  }

  @Test func `PI-31, PI-32, PI-34: seeks that are overtaken or cannot be end with false, each once`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url("h264-aac.mov"))
      try stepped.waitUntilReady()
      let results = Mutex<[Int: [Bool]]>([:])
      /// Those that were over when each had begun.
      var over: [Set<Int>] = []
      for number in 0..<50 {
        let time = CMTime(value: CMTimeValue(number * 13 % 90), timescale: 100)
        stepped.player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { isThere in
          results.withLock { $0[number, default: []].append(isThere) }
        }
        over.append(Set(results.withLock { $0.keys }))
      }
      try stepped.device.wait { results.withLock { $0.count } == 50 }
      #expect(results.withLock { $0.values.allSatisfy { $0.count == 1 } })
      #expect(results.withLock { $0[49] } == [true])
      for number in 0..<49 where results.withLock({ $0[number] }) == [false] {
        #expect(over[number + 1].contains(number), "it ends with the next, before it is there")
      }
      #expect(stepped.player.currentTime() == CMTime(value: CMTimeValue(49 * 13 % 90), timescale: 100))
      let outside = Mutex<Bool?>(nil)
      stepped.player.seek(to: CMTime(value: 1000, timescale: 1)) { isThere in outside.withLock { $0 = isThere } }
      try stepped.device.wait { outside.withLock { $0 } == false }
      stepped.player.seek(to: CMTime(value: 1000, timescale: 1))
      try stepped.device.wait { stepped.player.currentTime() == stepped.item.duration }
    }
  }

  private static let places: [CMTime] = [
    CMTime(value: 1000, timescale: 1), .positiveInfinity, CMTime(value: -1, timescale: 1), .negativeInfinity,
  ]

  @Test func `PI-32: before the item is ready a seek elsewhere is refused, or without a handler brought into it`()
    async throws
  {
    try await bounded {
      for place in Self.places {
        let refusing = SteppedPlayer(Self.url("h264-aac.mov"))
        let answers = Told<Bool>()
        refusing.player.seek(to: place) { answers.append($0) }
        try refusing.waitUntilReady()
        #expect(answers.values == [false] && refusing.player.currentTime() == .zero, "\(place.seconds)")

        let stepped = SteppedPlayer(Self.url("h264-aac.mov"))
        stepped.player.seek(to: place)
        try stepped.waitUntilReady()
        try stepped.device.wait { stepped.player.currentTime() == (place > .zero ? stepped.item.duration : .zero) }
      }
      // The end can be sought, and is no picture before it.
      let end = AVURLAsset(url: Self.url("h264-aac.mov")).duration
      let stepped = SteppedPlayer(Self.url("h264-aac.mov"))
      let answers = Told<Bool>()
      stepped.player.seek(to: end) { answers.append($0) }
      try stepped.device.wait { answers.values.count == 1 }
      #expect(answers.values == [true] && stepped.player.currentTime() == end)
    }
  }

  @Test func `PI-32: so it is where the item has left its player`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url("h264-aac.mov"))
      try stepped.waitUntilReady()
      let place = CMTime(value: 1, timescale: 1)
      try stepped.seek(to: place)
      stepped.player.replaceCurrentItem(with: nil)
      let (item, answers) = (stepped.item, Told<Bool>())
      for place in Self.places { item.seek(to: place) { answers.append($0) } }
      #expect(answers.values == [Bool](repeating: false, count: Self.places.count) && item.currentTime() == place)
      for place in Self.places {
        item.seek(to: place)
        #expect(item.currentTime() == (place > .zero ? item.duration : .zero), "\(place.seconds)")
      }
      item.seek(to: place) { answers.append($0) }
      #expect(answers.values.last == true && item.currentTime() == place)
    }
  }

  @Test(arguments: [2, 0.5, 1.25] as [Float])
  func `PL-02: the sound takes the time of the rate, also behind a pause and a seek`(rate: Float) async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url("speech.wav"))
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.play(rate)
      try stepped.step(9600)
      stepped.player.pause()
      try stepped.device.wait { stepped.player.timeControlStatus == .paused }
      let half = CMTimeMultiplyByRatio(stepped.item.duration, multiplier: 1, divisor: 2)
      try stepped.seek(to: half)
      stepped.device.forget()
      try stepped.play(rate)
      #expect(stepped.item.timebase?.rate == Double(rate), "PI-38")
      try stepped.step { ended.count > 0 }
      func loud(_ samples: [Float]) throws -> Range<Int> {
        let first = try #require(samples.firstIndex { abs($0) > 0.001 })
        return try first / 2..<(#require(samples.lastIndex { abs($0) > 0.001 }) / 2)
      }
      let heard = try loud(stepped.device.samples).count
      let sound = try ReadSound(Self.url("speech.wav"), sampleRate: 48_000)
      let expected = try loud(sound.stereo(Int(half.seconds * 48_000)..<sound.count)).count
      #expect(abs(Double(heard) - Double(expected) / Double(rate)) < 2400)
    }
  }

  @Test func `PL-32: a preroll is answered once, with false where something comes between`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url("speech.wav"))
      try stepped.waitUntilReady()
      func preroll(_ rate: Float, then: () -> Void = {}) throws -> Bool {
        let answer = Mutex<[Bool]>([])
        stepped.player.preroll(atRate: rate) { isDone in answer.withLock { $0.append(isDone) } }
        then()
        try stepped.device.wait { answer.withLock { !$0.isEmpty } }
        return answer.withLock { $0 == [true] }
      }
      #expect(try preroll(1))
      #expect(try preroll(2))
      try stepped.play(2)
      #expect(try !preroll(1), "it plays")
      stepped.player.pause()
      for _ in 0..<20 {
        // One of both comes first, and each is answered.
        _ = try preroll(0.5) { stepped.player.seek(to: CMTime(value: 1, timescale: 5)) }
        _ = try preroll(0.5) { stepped.player.cancelPendingPrerolls() }
        _ = try preroll(0.5) { stepped.player.rate = 1 }
        stepped.player.pause()
      }
    }
  }

  @Test
  func `PL-23: an item that is sent back from its end goes on where the player does nothing there`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url("speech.wav"))
      let ended = stepped.countEnds()
      stepped.player.actionAtItemEnd = .none
      try stepped.waitUntilReady()
      try stepped.play()
      for round in 1...3 {
        try stepped.step { ended.count >= round }
        #expect(ended.count == round && stepped.player.rate == 1)
        try stepped.seek(to: .zero)
      }
    }
  }

  @Test
  func `PL-51, PL-54: a queue goes from item to item, with sound and without, and ends without one`() async throws {
    try await bounded {
      let items = ["speech.wav", "h264-one-frame.mov", "speech.flac"].map { AVPlayerItem(url: Self.url($0)) }
      for item in items { item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 5) }
      let ends = items.map { SteppedPlayer.count(AVPlayerItem.didPlayToEndTimeNotification, of: $0) }
      // Pictures alone go by the host's clock, which no stepped device knows.
      let device = MixingDevice { try VirtualOutput($0, source: $1, handler: $2) }
      let player = AVQueuePlayer(items: items) { _ in device }
      #expect(player.items() == items)
      player.play()
      let waiting = SteppedDevice()
      try waiting.wait { ends.allSatisfy { $0.count == 1 } && player.currentItem == nil }
      #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
      #expect(player.reasonForWaitingToPlay == .noItemToPlay)
    }
  }

  @Test func `PI-03, PL-05: what cannot be played fails with its error, and the player goes on`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(URL(fileURLWithPath: "/nowhere/at-all.mov"))
      #expect(throws: AVError.self) { try stepped.waitUntilReady() }
      #expect(stepped.item.status == .failed && stepped.player.status == .readyToPlay)
      stepped.player.play()
      #expect(stepped.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
      let answer = Mutex<Bool?>(nil)
      stepped.player.seek(to: .zero) { isThere in answer.withLock { $0 = isThere } }
      #expect(answer.withLock { $0 } == false)
      let good = AVPlayerItem(url: Self.url("speech.wav"))
      stepped.player.replaceCurrentItem(with: good)
      try stepped.device.wait { stepped.player.timeControlStatus == .playing }
      #expect(stepped.player.currentItem === good && good.status == .readyToPlay)
    }
  }

  @Test func `PI-22, PL-12: damage in the middle ends playing there with its error, and the rate with its reason`()
    async throws
  {
    try await bounded {
      let copy = try DamagedCopy("h264-flac-srt.mkv", seed: 1)
      let whole = try WholePictures(copy.original)
      let damaged = try #require(
        whole.packets.indices.dropFirst(20).max { whole.packets[$0].bytes.count < whole.packets[$1].bytes.count })
      try copy.hole(whole.packets[damaged])
      let stepped = SteppedPlayer(try copy.write())
      let failed = SteppedPlayer.count(AVPlayerItem.failedToPlayToEndTimeNotification, of: stepped.item)
      let reasons = Told<AVPlayer.RateDidChangeReason>()
      let token = SteppedPlayer.Token(
        NotificationCenter.default.addObserver(
          forName: AVPlayer.rateDidChangeNotification, object: stepped.player, queue: nil
        ) { note in
          let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey]
          reasons.append(reason as? AVPlayer.RateDidChangeReason ?? .init(rawValue: reason as? String ?? ""))
        })
      try stepped.waitUntilReady()
      try stepped.play()
      let deadline = Date(timeIntervalSinceNow: hangLimit)
      while failed.count == 0, Date() < deadline {
        try stepped.step(960)
      }
      #expect(failed.count == 1 && failed.error != nil)
      try stepped.device.wait { stepped.player.rate == 0 && reasons.values.count == 2 }
      #expect(reasons.values == [.setRateCalled, .setRateFailed])
      NotificationCenter.default.removeObserver(token.object)
      #expect(stepped.player.currentTime() > .zero && stepped.player.currentTime() < stepped.item.duration)
    }
  }

  @Test(arguments: ["speech.flac", "speech.wav"])
  func `PI-22: sound alone that cannot be decoded further ends there with its error, and not at its stated end`(
    name: String
  ) async throws {
    try await bounded {
      let copy = try DamagedCopy(name, seed: 0)
      let middle = copy.bytes.count / 2
      if name == "speech.wav" {
        copy.cut(after: middle)
      } else {
        for index in middle..<middle + copy.bytes.count / 10 { copy.bytes[index] = 0xFF }
      }
      let stepped = SteppedPlayer(try copy.write())
      let ended = stepped.countEnds()
      let failed = SteppedPlayer.count(AVPlayerItem.failedToPlayToEndTimeNotification, of: stepped.item)
      try stepped.waitUntilReady()
      let duration = stepped.item.duration.seconds
      try stepped.play()
      try stepped.step { failed.count + ended.count > 0 }
      #expect(failed.count == 1 && failed.error != nil && ended.count == 0)
      try stepped.device.wait { stepped.player.rate == 0 }
      let time = stepped.player.currentTime().seconds
      #expect(time > 0.2 * duration && time < 0.6 * duration, "\(time) of \(duration)")
    }
  }

  @Test func `PL-23, PL-40, PI-06, PI-20: settings are what they were set to`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url("speech.wav"))
      #expect(stepped.player.volume == 1 && !stepped.player.isMuted && stepped.player.defaultRate == 1)
      #expect(stepped.player.actionAtItemEnd == .pause)
      stepped.player.actionAtItemEnd = .none
      stepped.item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 2)
      let copy = try #require(stepped.item.copy() as? AVPlayerItem)
      #expect(copy.asset === stepped.item.asset && copy.forwardPlaybackEndTime == CMTime(value: 1, timescale: 2))
      #expect(copy.status == .unknown)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      stepped.player.isMuted = true
      try stepped.play()
      try stepped.step { ended.count > 0 }
      #expect(stepped.player.rate == 1)
      #expect(stepped.player.currentTime() == CMTime(value: 1, timescale: 2))
      #expect(stepped.device.samples.allSatisfy { $0 == 0 }, "muted")
    }
  }
}

import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Outputs of items, and the pictures of one.
@Suite struct VideoOutputTests {
  private static let url = MediaFiles.fixture("h264-aac.mov")

  @Test func `PI-80: an output is in its item once, and gives nothing where it is in none`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      let output = stepped.addOutput()
      stepped.item.add(output)
      #expect(stepped.item.outputs == [output])
      #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) == nil, "it is not open yet")
      try stepped.waitUntilReady()
      try stepped.device.wait { output.hasNewPixelBuffer(forItemTime: .zero) }
      stepped.item.remove(output)
      #expect(stepped.item.outputs.isEmpty && !output.hasNewPixelBuffer(forItemTime: .zero))
      // One that comes later has the picture of now.
      #expect(stepped.addOutput().hasNewPixelBuffer(forItemTime: .zero))
    }
  }

  @Test func `PI-82: a host's time is a time of the item, by its timebase`() async throws {
    try await bounded {
      let output = AVPlayerItemVideoOutput()
      #expect(!output.itemTime(forHostTime: 1).isValid, "it is of no item")
      // Without sound, so that the host's clock is the item's.
      let stepped = SteppedPlayer(MediaFiles.fixture("hevc10-hdr10.mp4"))
      stepped.item.add(output)
      try stepped.waitUntilReady()
      let half = CMTime(value: 1, timescale: 2)
      try stepped.seek(to: half)
      let now = CMClock.hostTimeClock.time
      #expect(output.itemTime(forHostTime: now.seconds + 10) == half, "a time that stands is the same always")
      let timebase = try #require(stepped.item.timebase)
      let moment = CMTime(seconds: now.seconds + 1000, preferredTimescale: 1_000_000_000)
      stepped.player.automaticallyWaitsToMinimizeStalling = false
      stepped.player.setRate(0.5, time: half, atHostTime: moment)
      try stepped.device.wait { timebase.rate == 0.5 }
      // At half of the speed a second of the host is half of one.
      let (later, expected) = (moment + CMTime(value: 1, timescale: 1), half + half)
      #expect(CMClock.hostTimeClock.convertTime(later, to: timebase) == expected)
      #expect(abs((output.itemTime(forHostTime: later.seconds) - expected).seconds) < 1e-6)
      let nanoseconds = CMTimeConvertScale(later, timescale: 1_000_000_000, method: .default).value
      #expect(abs((output.itemTime(forMachAbsoluteTime: nanoseconds) - expected).seconds) < 1e-6)
    }
  }

  @Test func `PI-85, PI-84: a picture that was taken is not new, for the output that took it`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      let (one, other) = (stepped.addOutput(), stepped.addOutput())
      try stepped.waitUntilReady()
      try stepped.device.wait { one.hasNewPixelBuffer(forItemTime: .zero) }
      var shown = CMTime.invalid
      #expect(one.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: &shown) != nil && shown == .zero)
      #expect(!one.hasNewPixelBuffer(forItemTime: .zero) && other.hasNewPixelBuffer(forItemTime: .zero))
      #expect(one.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) != nil, "it may be taken again")
      let nothing = CMTime(value: -1, timescale: 1)
      #expect(one.copyPixelBuffer(forItemTime: nothing, itemTimeForDisplay: nil) == nil)
      try stepped.seek(to: .zero)
      #expect(one.hasNewPixelBuffer(forItemTime: .zero), "behind a seek it is another")
    }
  }

  @Test func `PI-83: attributes that pictures cannot have stop nothing, and give no pictures`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      let format = String(kCVPixelBufferPixelFormatTypeKey)
      let impossible: [String: Any] = [format: kCVPixelFormatType_Lossless_32BGRA]
      let none = [
        AVPlayerItemVideoOutput(pixelBufferAttributes: impossible), AVPlayerItemVideoOutput(outputSettings: impossible),
      ]
      let form: [String: Any] = [
        format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, String(kCVPixelBufferWidthKey): 160,
        String(kCVPixelBufferHeightKey): 120,
      ]
      var (attributes, deep) = (form, form)
      // Keys that are no attributes of a pixel buffer are passed over.
      attributes[AVVideoCodecKey] = AVVideoCodecType.h264
      attributes["mine"] = 1
      // A reader's pictures of this format have no other size.
      deep[format] = kCVPixelFormatType_4444AYpCbCr16
      let some = [
        AVPlayerItemVideoOutput(outputSettings: form), AVPlayerItemVideoOutput(pixelBufferAttributes: attributes),
      ]
      stepped.item.add(AVPlayerItemVideoOutput(outputSettings: deep))
      for output in none + some { stepped.item.add(output) }
      try stepped.waitUntilReady()
      for output in some {
        try stepped.device.wait { output.hasNewPixelBuffer(forItemTime: .zero) }
        let picture = try #require(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil))
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        #expect(CVPixelBufferGetWidth(picture) == 160 && CVPixelBufferGetHeight(picture) == 120)
      }
      for output in none {
        #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
        #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) == nil)
      }
    }
  }

  @Test func `PI-84: the picture of a start is there while the device is not there yet`() async throws {
    try await bounded {
      let place = try ReadPictures(Self.url).frames[10].time
      let stepped = SteppedPlayer(Self.url)
      try stepped.waitUntilReady()
      try stepped.seek(to: place)
      try stepped.play()
      let time = try #require(stepped.item.timebase).time
      #expect(time < place, "the device's time stands")
      let output = stepped.addOutput()
      var shown = CMTime.invalid
      #expect(output.hasNewPixelBuffer(forItemTime: time))
      #expect(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown) != nil && shown == place)
    }
  }

  @Test func `PI-84, PI-85: a time whose picture is not decoded yet has none, nor has what is no time`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      let output = stepped.addOutput()
      try stepped.waitUntilReady()
      try stepped.device.wait { stepped.item.isPrepared }
      let far = CMTime(value: 100, timescale: 1)
      let late = CMTime(value: 2, timescale: 1)
      for time in [late, far, .positiveInfinity, .negativeInfinity, .invalid, .indefinite] {
        #expect(!output.hasNewPixelBuffer(forItemTime: time), "\(time.seconds)")
        #expect(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) == nil, "\(time.seconds)")
      }
      #expect(output.hasNewPixelBuffer(forItemTime: .zero), "none was given")
      // Behind the end the last one stays.
      let last = try #require(ReadPictures(Self.url).frames.last?.time)
      try stepped.seek(to: stepped.item.duration)
      for time in [stepped.item.duration, far] {
        var shown = CMTime.invalid
        // That none follows is known when decoding has come to the end.
        try stepped.device.wait { output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown) != nil }
        #expect(shown == last)
      }
      try stepped.seek(to: late)
      #expect(output.hasNewPixelBuffer(forItemTime: late) && !output.hasNewPixelBuffer(forItemTime: far))
    }
  }

  @Test(arguments: [false, true])
  func `PI-81: a player shows its pictures, unless an output takes them`(suppresses: Bool) async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      let output = stepped.addOutput()
      #expect(!output.suppressesPlayerRendering)
      output.suppressesPlayerRendering = suppresses
      #expect(output.suppressesPlayerRendering == suppresses)
      let shown = Mutex(0)
      let presenter = PicturePresenter(stepped.player, in: { (32, 18, 1) }) { _ in shown.withLock { $0 += 1 } }
      try stepped.waitUntilReady()
      try stepped.seek(to: CMTime(value: 1, timescale: 2))
      try stepped.device.wait { output.hasNewPixelBuffer(forItemTime: stepped.player.currentTime()) }
      if !suppresses { try stepped.device.wait { shown.withLock { $0 } > 0 } }
      presenter.redraw()
      presenter.end()
      let count = shown.withLock { $0 }
      #expect((count == 0) == suppresses && presenter.shownCount <= count)
    }
  }
}

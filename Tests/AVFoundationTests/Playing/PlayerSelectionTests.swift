import SoundTestSupport
import TestSupport
import Testing

@testable import AVFoundation

/// The languages of a file with two tracks of sound, English and German, and English subtitles.
@Suite struct PlayerSelectionTests {
  private static let url = MediaFiles.fixture("h264-two-audio.mp4")

  private static func group(_ item: AVPlayerItem) throws -> AVMediaSelectionGroup {
    try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
  }

  /// Whether frames of a stereo device are those of a track from a place on.
  private static func agree(_ heard: some Collection<Float>, _ track: Int, from place: Int) throws -> Bool {
    let whole = try ReadSound(url, sampleRate: 48_000, track: track)
    let wanted = whole.stereo(place..<min(whole.count, place + heard.count / 2))
    return zip(heard, wanted).allSatisfy { abs($0 - $1) < 0.001 } && wanted.contains { abs($0) > 0.01 }
  }

  @Test func `PI-60, PI-61, PI-63: the track that is chosen is heard, before and while it plays`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      let item = stepped.item
      try stepped.waitUntilReady()
      let group = try Self.group(item)
      let (english, german) = (group.options[0], group.options[1])
      let before = item.currentMediaSelection
      #expect(before.selectedMediaOption(in: group) == english)
      let changes = SteppedPlayer.count(AVPlayerItem.mediaSelectionDidChangeNotification, of: item)
      item.select(german, in: group)
      #expect(item.currentMediaSelection.selectedMediaOption(in: group) == german)
      #expect(before.selectedMediaOption(in: group) == english, "a snapshot")
      try stepped.device.wait { changes.count == 1 }
      try stepped.play()
      try stepped.step { stepped.player.currentTime().seconds > 0.3 }
      let heard = stepped.device.samples
      let start = try #require(heard.firstIndex { $0 != 0 })
      let whole = try ReadSound(Self.url, sampleRate: 48_000, track: 1).stereo(0..<4800)
      let offset = try start - #require(whole.firstIndex { $0 != 0 })
      #expect(try Self.agree(heard[offset..<(offset + 20_000)], 1, from: 0))

      item.select(english, in: group)
      try stepped.device.wait { stepped.item.isPrepared && stepped.player.timeControlStatus == .playing }
      let ended = stepped.countEnds()
      try stepped.step { ended.count == 1 }
      // Behind the silence in which the other track was opened it goes on where the first was left, up to its end.
      let rest = stepped.device.samples
      let first = try (#require(rest.lastIndex { abs($0) > 0.001 }) - 30_000) & ~1
      let english48 = try ReadSound(Self.url, sampleRate: 48_000)
      let wanted = english48.stereo(0..<english48.count)
      let part = Array(rest[first..<(first + 4000)])
      let matches = stride(from: 0, to: wanted.count - part.count, by: 2).contains { place in
        zip(part, wanted[place...]).allSatisfy { abs($0 - $1) < 0.001 }
      }
      #expect(matches)
    }
  }

  @Test
  func `PI-60: what is not of the group, and nothing where something has to be chosen, changes nothing`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      let item = stepped.item
      try stepped.waitUntilReady()
      let changes = SteppedPlayer.count(AVPlayerItem.mediaSelectionDidChangeNotification, of: item)
      let group = try Self.group(item)
      let other = AVPlayerItem(url: MediaFiles.fixture("h264-aac.mov")).asset.tracks(withMediaType: .audio)[0]
      item.select(AVMediaSelectionOption(other), in: group)
      item.select(nil, in: group)
      #expect(item.currentMediaSelection.selectedMediaOption(in: group) == group.options[0])
      #expect(changes.count == 0)
    }
  }

  @Test func `PL-41, PI-61, PI-62: criteria choose where nobody did, and again when they may`() async throws {
    try await bounded {
      let item = AVPlayerItem(url: Self.url)
      let stepped = SteppedPlayer([item])
      let player = stepped.player
      #expect(player.appliesMediaSelectionCriteriaAutomatically)
      #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) == nil)
      let german = AVPlayerMediaSelectionCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil)
      player.setMediaSelectionCriteria(german, forMediaCharacteristic: .audible)
      #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) === german)
      try stepped.waitUntilReady()
      let group = try Self.group(item)
      try stepped.device.wait { item.currentMediaSelection.selectedMediaOption(in: group) == group.options[1] }
      item.select(group.options[0], in: group)
      player.setMediaSelectionCriteria(german, forMediaCharacteristic: .audible)
      #expect(item.currentMediaSelection.selectedMediaOption(in: group) == group.options[0])
      player.appliesMediaSelectionCriteriaAutomatically = false
      item.selectMediaOptionAutomatically(in: group)
      #expect(item.currentMediaSelection.selectedMediaOption(in: group) == group.options[0])
      player.appliesMediaSelectionCriteriaAutomatically = true
      item.selectMediaOptionAutomatically(in: group)
      #expect(item.currentMediaSelection.selectedMediaOption(in: group) == group.options[1])
    }
  }
}

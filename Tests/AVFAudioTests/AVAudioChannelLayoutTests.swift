import AVFAudio
import Testing

/// Which role each channel has.
@Suite struct AVAudioChannelLayoutTests {
  private static func described(
    _ labels: [AudioChannelLabel], flags: AudioChannelFlags = []
  ) -> ManagedAudioChannelLayout {
    ManagedAudioChannelLayout(
      channelDescriptions: labels.map {
        AudioChannelDescription(mChannelLabel: $0, mChannelFlags: flags, mCoordinates: (0, 0, 0))
      })
  }

  private func layout(_ managed: ManagedAudioChannelLayout) -> AVAudioChannelLayout {
    managed.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
  }

  @Test(
    arguments: [
      (kAudioChannelLayoutTag_Mono, 1), (kAudioChannelLayoutTag_Stereo, 2), (kAudioChannelLayoutTag_MPEG_5_1_D, 6),
      (kAudioChannelLayoutTag_WAVE_7_1, 8), (kAudioChannelLayoutTag_DiscreteInOrder | 24, 24),
      (kAudioChannelLayoutTag_HOA_ACN_SN3D | 16, 16), (kAudioChannelLayoutTag_Unknown, 0),
    ] as [(AudioChannelLayoutTag, AVAudioChannelCount)])
  func `AF-01, AF-05: a tag makes a layout of its channels`(tag: AudioChannelLayoutTag, count: AVAudioChannelCount)
    throws
  {
    let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
    #expect(layout.layoutTag == tag && layout.channelCount == count)
    #expect(layout.layout.pointee.mChannelLayoutTag == tag)
    #expect(layout.layout.pointee.mNumberChannelDescriptions == 0)
  }

  @Test func `AF-01: tags that name no channels make none`() {
    #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelDescriptions) == nil)
    #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelBitmap) == nil)
  }

  @Test func `AF-02, AF-05: descriptions are copied and outlive what they were copied from`() {
    let labels = [kAudioChannelLabel_Right, kAudioChannelLabel_Left, kAudioChannelLabel_Narration]
    let copied = layout(Self.described(labels))
    #expect(copied.layoutTag == kAudioChannelLayoutTag_UseChannelDescriptions && copied.channelCount == 3)
    let again = ManagedAudioChannelLayout(audioChannelLayoutPointer: copied.layout)
    #expect(again.channelDescriptions.map(\.mChannelLabel) == labels)
  }

  @Test(
    arguments: [
      ([kAudioChannelLabel_Mono], kAudioChannelLayoutTag_Mono),
      ([1, 2], kAudioChannelLayoutTag_Stereo),
      ([301, 302], kAudioChannelLayoutTag_StereoHeadphones),
      ([3, 1, 2, 5, 6], kAudioChannelLayoutTag_MPEG_5_0_D),
      ([1, 2, 3, 4, 5, 6], kAudioChannelLayoutTag_MPEG_5_1_A),
      ([3, 1, 2, 5, 6, 4], kAudioChannelLayoutTag_MPEG_5_1_D),
      ([1, 2, 3, 4, 33, 34], kAudioChannelLayoutTag_WAVE_5_1_B),
      ([1, 2, 3, 4, 5, 6, 33, 34], kAudioChannelLayoutTag_MPEG_7_1_C),
      // Two tags name these in this order.
      ([1, 2, 5, 6], kAudioChannelLayoutTag_Quadraphonic),
    ] as [([AudioChannelLabel], AudioChannelLayoutTag)])
  func `AF-03: channels that a tag names become that tag`(labels: [AudioChannelLabel], tag: AudioChannelLayoutTag) {
    let made = layout(Self.described(labels))
    #expect(made.layoutTag == tag && Int(made.channelCount) == labels.count)
    #expect(made.layout.pointee.mNumberChannelDescriptions == 0)
    #expect(made == AVAudioChannelLayout(layoutTag: tag))
  }

  @Test func `AF-04: descriptions stay where no tag says the same`() {
    let backwards = layout(Self.described([2, 1]))
    #expect(backwards.layoutTag == kAudioChannelLayoutTag_UseChannelDescriptions)
    let placed = layout(Self.described([1, 2], flags: .sphericalCoordinates))
    #expect(placed.layoutTag == kAudioChannelLayoutTag_UseChannelDescriptions)
    let none = layout(Self.described([]))
    #expect(none.layoutTag == kAudioChannelLayoutTag_UseChannelDescriptions && none.channelCount == 0)
  }

  @Test func `AF-03, AF-05: a bitmap stays one and counts its bits`() {
    let bitmap = layout(ManagedAudioChannelLayout(channelBitmap: [.bit_Left, .bit_Right, .bit_LFEScreen]))
    #expect(bitmap.layoutTag == kAudioChannelLayoutTag_UseChannelBitmap && bitmap.channelCount == 3)
    #expect(bitmap.layout.pointee.mChannelBitmap == [.bit_Left, .bit_Right, .bit_LFEScreen])
  }

  @Test func `AF-06: layouts are equal where everything in them is`() throws {
    let stereo = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
    let same = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
    #expect(stereo == same && stereo.hash == same.hash && stereo.isEqual(same))
    #expect(stereo != AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MidSide))
    #expect(!stereo.isEqual("stereo") && !stereo.isEqual(nil))
    #expect(layout(Self.described([2, 1])) == layout(Self.described([2, 1])))
    #expect(layout(Self.described([2, 1])) != layout(Self.described([2, 3])))
    let (left, right) = (ManagedAudioChannelLayout(channelBitmap: .bit_Left), AudioChannelBitmap.bit_Right)
    #expect(layout(left) != layout(ManagedAudioChannelLayout(channelBitmap: right)))
  }

  @Test func `AF-07: a layout comes out of an archive as it went in`() throws {
    for managed in [Self.described([2, 1, 41]), ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)] {
      let archived = layout(managed)
      let data = try NSKeyedArchiver.archivedData(withRootObject: archived, requiringSecureCoding: true)
      let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioChannelLayout.self, from: data)
      #expect(read == archived)
    }
  }

  @Test func `AF-07: an archive that is cut gives no layout`() throws {
    for bytes in [Data(), Data(count: 11), Data([0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0])] {
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      archiver.encode(bytes as NSData, forKey: "layout")
      archiver.finishEncoding()
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
      #expect(AVAudioChannelLayout(coder: unarchiver) == nil)
    }
  }
}

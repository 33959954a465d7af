import CoreAudioTypes
import MediaEngine
import MediaInterop
import Testing
import MediaSupport

/// Masks and Core Audio's layouts.
@Suite struct ChannelLayoutTests {
  @Test(
    arguments: [
      0x4, 0x3, 0x7, 0xB, 0x33, 0x107, 0x603, 0x37, 0x607, 0x3F, 0x60F, 0x13F, 0x70F, 0x63F, 0xFF, 0x2D03F,
      0x1_8000_0003, 0x8_0000_060F,
    ] as [UInt64])
  func `a mask comes back from its channel layout`(_ mask: UInt64) throws {
    let layout = ChannelLayout(count: mask.nonzeroBitCount, mask: mask)
    #expect(ChannelLayout(audioChannelLayout: layout.audioChannelLayout) == layout)
  }

  @Test func `tags name the layouts that they can`() {
    #expect(ChannelLayout(count: 2, mask: 3).managedLayout.tag == kAudioChannelLayoutTag_Stereo)
    #expect(ChannelLayout(count: 6, mask: 0x3F).managedLayout.tag == kAudioChannelLayoutTag_MPEG_5_1_A)
    #expect(ChannelLayout(count: 8, mask: 0x63F).managedLayout.tag == kAudioChannelLayoutTag_WAVE_7_1)
    #expect(ChannelLayout(count: 6, mask: 0x60F).managedLayout.tag == kAudioChannelLayoutTag_UseChannelBitmap)
    #expect(ChannelLayout(count: 5, mask: 0).managedLayout.tag == kAudioChannelLayoutTag_DiscreteInOrder | 5)
  }

  @Test func `a codec's order is the same speakers`() throws {
    let coded = try #require(ChannelLayout(ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)))
    #expect(coded == ChannelLayout(count: 6, mask: 0x3F))
    #expect(ChannelLayout(ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Ambisonic_B_Format)) == nil)
    #expect(ChannelLayout(audioChannelLayout: ChannelLayout(count: 2, mask: 3).audioChannelLayout.prefix(8)) == nil)
  }
}

package import CoreAudioTypes
package import CoreGraphics
import MediaInterop
package import MediaSupport

/// Core Audio's layouts.
extension ChannelLayout {
  /// The layout of speakers that are all different.
  init(_ speakers: [Speaker]) { self.init(count: speakers.count, mask: Speaker.mask(of: speakers)) }

  /// Makes the layout from an `AudioChannelLayout`'s bytes, as `AVChannelLayoutKey` carries them. It is `nil` if the
  /// bytes are truncated, or name a channel that is no speaker or a speaker twice.
  ///
  /// The order of the channels is not kept: a codec has its own order, and decoded audio has the mask's.
  package init?(audioChannelLayout data: Data) {
    guard let layout = data.withUnsafeBytes({ ManagedAudioChannelLayout(bytes: $0) }) else { return nil }
    self.init(layout)
  }

  package init?(_ layout: ManagedAudioChannelLayout) {
    if let speakers = Speaker.speakers(of: layout) {
      self.init(speakers)
    } else if let count = Self.discreteCount(of: layout) {
      self.init(count: count, mask: 0)
    } else {
      return nil
    }
  }

  /// Returns the number of a layout's channels if none has a role; `nil` for another layout.
  private static func discreteCount(of layout: ManagedAudioChannelLayout) -> Int? {
    if layout.tag == kAudioChannelLayoutTag_UseChannelDescriptions {
      let labels = layout.channelDescriptions.map(\.mChannelLabel)
      return !labels.isEmpty && labels.allSatisfy(isDiscrete) ? labels.count : nil
    }
    let count = Int(AudioChannelLayoutTag_GetNumberOfChannels(layout.tag))
    let tags = [kAudioChannelLayoutTag_DiscreteInOrder, kAudioChannelLayoutTag_Unknown]
    return count > 0 && tags.contains(layout.tag & ~0xFFFF) ? count : nil
  }

  private static func isDiscrete(_ label: AudioChannelLabel) -> Bool {
    label == kAudioChannelLabel_Unknown || label == kAudioChannelLabel_Discrete
      || label >> 16 == kAudioChannelLabel_Discrete_0 >> 16
  }

  /// The layout by the tag that names these speakers in this order, or else as a bitmap, or else channel by channel.
  package var managedLayout: ManagedAudioChannelLayout {
    guard mask != 0, mask.nonzeroBitCount == count else {
      let count = AudioChannelLayoutTag(clamping: min(count, 0xFFFF))
      return ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_DiscreteInOrder | count)
    }
    if let tag = Speaker.tag(for: mask) { return ManagedAudioChannelLayout(tag: tag) }
    if mask <= Speaker.highestBitmap {
      return ManagedAudioChannelLayout(channelBitmap: AudioChannelBitmap(rawValue: UInt32(mask)))
    }
    return ManagedAudioChannelLayout(
      channelDescriptions: Speaker.speakers(in: mask).map {
        AudioChannelDescription(mChannelLabel: $0.label, mChannelFlags: [], mCoordinates: (0, 0, 0))
      })
  }

  /// The bytes of an `AudioChannelLayout`.
  package var audioChannelLayout: Data {
    let layout = managedLayout
    return layout.withUnsafePointer { Data(bytes: $0, count: layout.sizeInBytes) }
  }
}

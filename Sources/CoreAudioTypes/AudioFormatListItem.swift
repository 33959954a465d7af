/// One of the formats that a stream can be decoded as; in a list the richest comes first.
///
/// Apple declares it in AudioToolbox; here it lives with the types it is made of.
public struct AudioFormatListItem: Sendable, Hashable {
  public var mASBD: AudioStreamBasicDescription
  public var mChannelLayoutTag: AudioChannelLayoutTag

  public init() { self.init(mASBD: .init(), mChannelLayoutTag: 0) }

  public init(mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag) {
    self.mASBD = mASBD
    self.mChannelLayoutTag = mChannelLayoutTag
  }
}

public import CoreAudioTypes
public import Foundation

/// A channel of a sound device.
///
/// There is no audio session here that has such descriptions: `init(channelNumber:)` makes one.
public final class AVAudioSessionChannelDescription: NSObject, Sendable {
  /// The name for people.
  public let channelName: String
  /// The identifier of the device. An empty string means the device that is played on.
  public let owningPortUID: String
  /// The number of the channel in its device, counted from 1.
  public let channelNumber: Int
  /// The speaker of the channel. It is `kAudioChannelLabel_Unknown` where that is not known.
  public let channelLabel: AudioChannelLabel

  /// A channel of the device that is played on. Not Apple's.
  ///
  /// - Parameter channelNumber: counted from 1.
  public init(channelNumber: Int) {
    self.channelNumber = channelNumber
    channelName = "Channel \(channelNumber)"
    owningPortUID = ""
    channelLabel = kAudioChannelLabel_Unknown
  }
}

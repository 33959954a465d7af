internal import CoreAudioTypes

extension AVAudioFormat {
  /// Returns whether every byte means the same in both formats.
  func isEquivalent(to other: AVAudioFormat) -> Bool {
    streamDescription.pointee.significant == other.streamDescription.pointee.significant
      && significantLayout == other.significantLayout
  }

  /// The layout, if it says more than the number of channels does.
  private var significantLayout: ManagedAudioChannelLayout? {
    guard let layout = channelLayout?.managed else { return nil }
    return [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo].contains(layout.tag) ? nil : layout
  }
}

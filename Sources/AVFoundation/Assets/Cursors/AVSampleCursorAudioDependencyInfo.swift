public import Foundation

/// Information that says whether a sample of sound can be decoded alone.
public struct AVSampleCursorAudioDependencyInfo: Sendable {
  /// A Boolean value that says whether the sample can be decoded without any other.
  public var audioSampleIsIndependentlyDecodable: ObjCBool
  /// The number of samples, from this one on, after which the decoder needs no earlier ones. It is 0 for a sample that
  /// can be decoded without any other.
  public var audioSamplePacketRefreshCount: Int

  /// All false and zero.
  public init() {
    self.init(audioSampleIsIndependentlyDecodable: false, audioSamplePacketRefreshCount: 0)
  }

  public init(audioSampleIsIndependentlyDecodable: ObjCBool, audioSamplePacketRefreshCount: Int) {
    self.audioSampleIsIndependentlyDecodable = audioSampleIsIndependentlyDecodable
    self.audioSamplePacketRefreshCount = audioSamplePacketRefreshCount
  }
}

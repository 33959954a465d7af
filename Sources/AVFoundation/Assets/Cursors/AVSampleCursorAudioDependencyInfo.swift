public import Foundation

/// Whether a sample of sound can be decoded alone.
public struct AVSampleCursorAudioDependencyInfo: Sendable {
  /// It needs no other sample.
  public var audioSampleIsIndependentlyDecodable: ObjCBool
  /// Samples, from this one on, until the decoder needs none before: 0 for one that is independent.
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

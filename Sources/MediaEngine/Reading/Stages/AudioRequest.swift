/// The wanted form of decoded audio. A property that is `nil` leaves the choice to the decoder, which then copies
/// nothing.
package struct AudioRequest: Sendable, Equatable {
  package enum SampleType: Sendable { case unsigned8, signed16, signed32, float32, float64 }

  package var sampleRate: Int?
  package var channelCount: Int?
  /// The speakers, in WAVEFORMATEXTENSIBLE's bit order.
  package var channelMask: UInt64?
  package var sampleType: SampleType?
  /// A Boolean value that says whether each channel has its own plane. If it is `nil` and nothing else is asked for,
  /// the decoder chooses; otherwise `nil` means interleaved channels.
  package var isNonInterleaved: Bool?
  /// The packing of the returned samples.
  package var packing = PCMPacking()
  /// The method by which a composition changes the speed of sound. It has no effect on other sound.
  package var timeStretch = TimeStretchAlgorithm.spectral

  package init() {}

  /// A Boolean value that says whether the decoder's own format is wanted.
  package var isNative: Bool {
    var native = AudioRequest()
    native.timeStretch = timeStretch
    return self == native
  }
}

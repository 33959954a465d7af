package import MediaSupport

/// The parameters of a stream for a decoder or a container.
///
/// A property that a file does not state is `nil`, or zero if its comment says so. `CodecParameters+Library` converts
/// to the library's structure.
package struct CodecParameters: Hashable, Sendable {
  package var kind: MediaKind
  package var codec: CodecID
  /// The container's four characters for the coding, the first in the lowest byte; zero where it has none.
  package var tag: UInt32 = 0
  /// The decoder's configuration in the container's own form (`avcC`, AudioSpecificConfig, …); empty where there is
  /// none.
  package var extradata: [UInt8] = []
  /// The coding's own number of its profile; `nil` where unknown.
  package var profile: Int32?
  /// The coding's own number of its level; `nil` where unknown.
  package var level: Int32?
  /// The average bit rate in bits a second; zero where unknown.
  package var bitRate: Int64 = 0
  /// The number of bits of a sample as coded: 4 for ADPCM, 24 for 24-bit PCM; for video the depth that the container
  /// states.
  package var bitsPerCodedSample = 0
  /// The number of bits of a decoded sample that are used; zero where unknown.
  var bitsPerRawSample = 0
  /// The library's number of the format of decoded pictures or samples.
  var decodedFormat = CodecParameters.unknownFormat

  // MARK: Video

  package var width = 0
  package var height = 0
  /// The ratio of a pixel's width to its height; `nil` where unknown.
  package var sampleAspectRatio: Rational? { didSet { sampleAspectRatio = sampleAspectRatio?.nonZero } }
  /// The stated colours. `color` also has those that the format of decoded pictures implies.
  var statedColor = ColorDescription()
  /// The field that is shown first; `nil` if it is unknown. After setting it, fields are coded in the order of
  /// presentation.
  package var fieldOrder: FieldOrder? { didSet { codesFieldsInReverse = false } }
  /// A Boolean value that says whether the field that is shown second is coded first.
  package internal(set) var codesFieldsInReverse = false
  /// The number of pictures that a decoder holds back before the first one comes out; zero where unknown.
  package var reorderDepth = 0

  // MARK: Audio

  package var sampleRate = 0
  package var layout = ChannelLayout(count: 0, mask: 0)
  /// The number of samples per channel in a packet; zero where it varies or is unknown.
  package var frameSize = 0
  /// The number of bytes of the smallest unit that can be cut from the stream; zero where unknown.
  package var blockAlign = 0
  /// The number of samples per channel that the encoder put before the first one of its input.
  package var initialPadding = 0
  /// The number of samples per channel that the encoder put after the last one of its input.
  package var trailingPadding = 0
  /// The number of samples per channel that a decoder needs after a discontinuity; zero where unknown.
  var seekPreroll = 0

  /// Makes parameters that state the coding and nothing else.
  package init(codec: CodecID) {
    self.codec = codec
    kind = codec.kind
  }

  static let unknownFormat: Int32 = -1
}

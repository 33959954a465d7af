internal import Bitstreams
import FoundationSupplement

/// Descriptions of H.264 and HEVC whose parts were encoded by several encoders.
///
/// Each encoder numbers its parameter sets, and pictures refer to their sets by number. If no number is used twice, one
/// description can hold the sets of all parts, and a player can change from one part to the next without resetting its
/// decoder.
extension CMFormatDescription {
  /// The smallest number from 1 on that neither a sequence nor a picture parameter set has. It is `nil` for another
  /// codec, and where sets cannot be read or all 31 are used.
  package var freeParameterSetNumber: Int? {
    guard mediaSubType == .h264, !parameterSets.isEmpty else { return nil }
    var used: Set<Int> = []
    for set in parameterSets {
      guard let number = Self.number(of: [UInt8](set)) else { return nil }
      used.insert(number)
    }
    return (1...Self.highestNumber).first { !used.contains($0) }
  }

  /// Numbers of sequence parameter sets end there (H.264, 7.4.2.1.1).
  private static let highestNumber = 31

  /// Returns the number of a set, or `nil` for one that cannot be read.
  private static func number(of set: [UInt8]) -> Int? {
    guard let header = set.first else { return nil }
    if H264NALUnitType(header: header) == .sequenceParameterSet {
      return try? H264SequenceParameterSet(nalUnit: set).identifier
    }
    var reader = BitReader(EmulationPrevention.removed(from: set), of: "the H.264 picture parameter set")
    guard (try? reader.skip(8)) != nil else { return nil }
    return try? reader.exponentialGolomb(upTo: 255, "pic_parameter_set_id")
  }

  /// The facts of a sequence parameter set of H.264 that pictures of several encoders have to share.
  package struct PictureSequence: Equatable {
    /// The size of the pictures that decoders give, in pixels.
    package let width, height: Int
    /// A Boolean value that says whether pictures may be coded without loss.
    package let isLossless: Bool
  }

  /// The facts of the first sequence parameter set, or `nil` for another codec, and for a set that cannot be read.
  package var pictureSequence: PictureSequence? {
    guard parameterSetRecord?.codec == .h264 else { return nil }
    for set in parameterSets {
      if let read = try? H264SequenceParameterSet(nalUnit: [UInt8](set)) {
        return PictureSequence(width: read.width, height: read.height, isLossless: read.bypassesTransform)
      }
    }
    return nil
  }

  /// Returns the description of a video with another code for the same coding, such as `hev1` for `hvc1`, or `nil` if
  /// it has no extensions.
  package func recoded(as subType: MediaSubType) -> CMFormatDescription? {
    if mediaSubType == subType { return self }
    guard let extensions = extensionDictionary?.mutableCopy() as? NSMutableDictionary else { return nil }
    return described(by: extensions, as: subType)
  }

  /// Returns a description of the same size with other extensions, and without the sample entries that this description
  /// had in its file, since these contain its code and sets.
  private func described(by extensions: NSMutableDictionary, as subType: MediaSubType) -> CMFormatDescription? {
    extensions.removeObject(forKey: kCMFormatDescriptionExtension_VerbatimSampleDescription)
    extensions.removeObject(forKey: kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
    var description: CMFormatDescription?
    _ = CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: subType.rawValue, width: dimensions.width, height: dimensions.height,
      extensions: extensions, formatDescriptionOut: &description)
    return description
  }

  /// Returns this description with the parameter sets of another besides its own. All else is this description's.
  ///
  /// - Returns: `nil` unless both are H.264 of one size, with NAL units behind lengths of one size.
  package func addingParameterSets(of other: CMFormatDescription) -> CMFormatDescription? {
    guard mediaSubType == .h264, other.mediaSubType == .h264, nalUnitHeaderLength == other.nalUnitHeaderLength,
      let length = nalUnitHeaderLength, dimensions.width == other.dimensions.width,
      dimensions.height == other.dimensions.height,
      let united = try? CMFormatDescription(
        h264ParameterSets: Array(parameterSets) + Array(other.parameterSets), nalUnitHeaderLength: length)
    else { return nil }
    let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    guard let record = united.extensionAtoms?["avcC"],
      let merged = extensionDictionary?.mutableCopy() as? NSMutableDictionary
    else { return nil }
    let atoms = (extensionAtoms?.mutableCopy() as? NSMutableDictionary) ?? NSMutableDictionary()
    atoms["avcC"] = record
    merged[key] = atoms
    return described(by: merged, as: mediaSubType)
  }

  private var extensionAtoms: NSDictionary? {
    extensionDictionary?.object(forKey: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms) as? NSDictionary
  }
}

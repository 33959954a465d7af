internal import Bitstreams
import FoundationSupplement

/// Descriptions of H.264 whose parts were encoded by several encoders.
///
/// Each encoder numbers its parameter sets, and pictures name theirs by number. Where no number is used twice, one
/// description holds the sets of all parts, and a player changes from one part to the next without noticing.
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

  /// Returns the number of a set; `nil` for one that cannot be read.
  private static func number(of set: [UInt8]) -> Int? {
    guard let header = set.first else { return nil }
    if H264NALUnitType(header: header) == .sequenceParameterSet {
      return try? H264SequenceParameterSet(nalUnit: set).identifier
    }
    var reader = BitReader(EmulationPrevention.removed(from: set), of: "the H.264 picture parameter set")
    guard (try? reader.skip(8)) != nil else { return nil }
    return try? reader.exponentialGolomb(upTo: 255, "pic_parameter_set_id")
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
    // The entry as it stood in its file has its own sets alone.
    merged.removeObject(forKey: kCMFormatDescriptionExtension_VerbatimSampleDescription)
    merged.removeObject(forKey: kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
    var description: CMFormatDescription?
    _ = CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: mediaSubType.rawValue, width: dimensions.width, height: dimensions.height,
      extensions: merged, formatDescriptionOut: &description)
    return description
  }

  private var extensionAtoms: NSDictionary? {
    extensionDictionary?.object(forKey: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms) as? NSDictionary
  }

  /// Returns whether a random-access point may follow samples of another part: a decoder forgets what came before.
  ///
  /// In H.264 those are pictures that refresh the decoder at once (IDR): others count on from the pictures before. In
  /// HEVC all are (IRAP) where the part before ends with `endOfSequence`. Other codecs have nothing to count.
  package func startsAnew(_ sample: CMSampleBuffer) -> Bool {
    guard let length = nalUnitHeaderLength, (1...4).contains(length), let data = sample.dataBuffer else { return true }
    let isHEVC = mediaSubType != .h264 && mediaSubType.rawValue != 0x6176_6333
    return
      (try? data.withContiguousBytes { bytes in
        for unit in LengthPrefixedUnits(bytes, lengthSize: length) {
          let header = bytes[unit.lowerBound]
          let type = isHEVC ? header >> 1 & 0x3F : header & 0x1F
          if isHEVC ? (16...21).contains(type) : type == 5 { return true }
        }
        return false
      }) ?? false
  }

  /// Returns a copy of an HEVC sample that ends its sequence (H.265, 7.4.2.4.4): the next picture counts anew, and those
  /// that follow it may not refer to pictures before. It is `nil` for other codecs.
  package func endingSequence(_ sample: CMSampleBuffer) -> CMSampleBuffer? {
    guard mediaSubType == .hevc || mediaSubType.rawValue == Self.hev1, let length = nalUnitHeaderLength,
      let data = sample.dataBuffer, let bytes = try? data.withContiguousBytes({ [UInt8]($0) })
    else { return nil }
    let unit = [UInt8](repeating: 0, count: length - 1) + [2] + Self.endOfSequence
    guard let timings = try? sample.sampleTimingInfos() else { return nil }
    let ended = SampleBytes(bytes + unit)
    return CMSampleBuffer(
      dataBuffer: CMBlockBuffer(bytes: UnsafeRawBufferPointer(ended.bytes), owner: ended), format: self,
      sampleCount: 1, timings: timings, sizes: [ended.bytes.count], flags: [sample.flags(at: 0)])
  }

  /// The NAL unit of type 36.
  private static let endOfSequence: [UInt8] = [36 << 1, 1]
  private static let hev1: UInt32 = 0x6865_7631
}

/// The bytes of a sample that was changed.
private final class SampleBytes {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ content: [UInt8]) {
    bytes = .allocate(byteCount: content.count, alignment: 16)
    bytes.copyBytes(from: content)
  }

  deinit { bytes.deallocate() }
}

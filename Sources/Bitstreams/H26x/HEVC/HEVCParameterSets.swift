package import MediaSupport

/// The parameter sets of a record of one layer (`hvcC`), each of them parsed to its end.
///
/// A record is refused if an error in it would make a decoder fail. Records with features that are seldom used are
/// refused too, because such a feature may be damage that still parses.
package struct HEVCParameterSets: Hashable, Sendable {
  package let sequences: [HEVCSequenceParameterSet]
  let pictures: [HEVCPictureParameterSet]

  /// - Throws: `damagedMedia` for units whose type or layer differs from that of their array, for sets that break the
  ///   standard, that have extensions or do not end where their units do, for sets that refer to a set which is not
  ///   there, and for records that contradict their sets.
  package init(_ record: HEVCConfiguration) throws(MediaError) {
    var units: [HEVCNALUnitType: [[UInt8]]] = [:]
    for array in record.arrays {
      guard array.units.allSatisfy({ Self.isOfBaseLayer($0, array.type) }) else {
        throw Self.invalid("a unit's header")
      }
      units[array.type, default: []] += array.units
    }
    let videos = try (units.removeValue(forKey: .videoParameterSet) ?? []).map { (unit) throws(MediaError) in
      try HEVCVideoParameterSet(nalUnit: unit)
    }
    sequences = try (units.removeValue(forKey: .sequenceParameterSet) ?? []).map { (unit) throws(MediaError) in
      try HEVCSequenceParameterSet(nalUnit: unit)
    }
    pictures = try (units.removeValue(forKey: .pictureParameterSet) ?? []).map { (unit) throws(MediaError) in
      try HEVCPictureParameterSet(nalUnit: unit)
    }
    let messages = units.removeValue(forKey: .prefixSupplementalEnhancement) ?? []
    guard units.isEmpty, Self.areHarmless(messages) else { throw Self.invalid("a unit beside the parameter sets") }
    for sequence in sequences {
      guard let video = videos.last(where: { $0.identifier == sequence.videoParameterSet }),
        sequence.profileTierLevel == video.profileTierLevel, sequence.maximumSubLayers <= video.maximumSubLayers,
        sequence.isPlain, sequence.lumaBitDepth == sequence.chromaBitDepth, sequence.lumaBitDepth <= 12,
        record.agrees(with: sequence)
      else { throw Self.invalid("a sequence parameter set") }
    }
    guard !pictures.isEmpty, pictures.allSatisfy({ isPlain($0) }) else { throw Self.invalid("a picture parameter set") }
  }

  /// Returns the sequence parameter set that a picture parameter set refers to.
  func sequence(of set: HEVCPictureParameterSet) -> HEVCSequenceParameterSet? {
    sequences.last { $0.identifier == set.sequence }
  }

  private func isPlain(_ set: HEVCPictureParameterSet) -> Bool {
    guard set.isPlain, let sequence = sequence(of: set) else { return false }
    let blocks = sequence.blocks
    return set.quantizerDepth <= blocks.codingTreeBlock - blocks.smallestCodingBlock
      && set.mergeLevel <= blocks.codingTreeBlock
      && set.initialQuantizer >= -6 * (Int(sequence.lumaBitDepth) - 8)
      && set.tileColumns <= blocks.treeBlocks(in: sequence.codedWidth)
      && set.tileRows <= blocks.treeBlocks(in: sequence.codedHeight)
  }

  /// Returns whether a unit is of a type, of layer 0 and of temporal layer 0 (7.3.1.2).
  private static func isOfBaseLayer(_ unit: [UInt8], _ type: HEVCNALUnitType) -> Bool {
    unit.count > 2 && unit[0] == type.rawValue << 1 && unit[1] == 1
  }

  /// The sizes of the payloads of messages that no decoder fails on, whatever their content: user data, which begins
  /// with an identifier of 16 bytes, the mastering display and the content light level (D.2.7, D.2.28 and D.2.35).
  private static let sizes: [Int: ClosedRange<Int>] = [5: 16...Int.max, 137: 24...24, 144: 4...4]

  private static func areHarmless(_ units: [[UInt8]]) -> Bool {
    let messages = SupplementalMessages(units: units, codec: .hevc)
    return messages.areWhole && messages.types.allSatisfy { sizes[$0] != nil }
      && sizes.allSatisfy { type, sizes in messages[type].allSatisfy { sizes.contains($0.count) } }
  }

  private static func invalid(_ part: String) -> MediaError {
    MediaError(.damagedMedia, .demuxing, "the hvcC record has \(part) that is not plain")
  }
}

extension HEVCConfiguration {
  /// Returns whether the record states the same profile, chroma format and bit depths as a sequence parameter set.
  fileprivate func agrees(with set: HEVCSequenceParameterSet) -> Bool {
    profileTierLevel == set.profileTierLevel && chromaFormat == set.chromaFormat && lumaBitDepth == set.lumaBitDepth
      && chromaBitDepth == set.chromaBitDepth
  }
}

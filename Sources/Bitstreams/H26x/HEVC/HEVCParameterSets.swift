package import MediaSupport

/// The parameter sets of a record of one layer (`hvcC`), each of them read whole.
///
/// A record with a wrong bit that a decoder would stumble over is refused, and so are records with what is seldom used:
/// nobody knows then whether they are damaged.
package struct HEVCParameterSets: Hashable, Sendable {
  package let sequences: [HEVCSequenceParameterSet]
  let pictures: [HEVCPictureParameterSet]

  /// - Throws: `damagedMedia` for units of other types or layers than their arrays say, for sets that break the
  ///   standard, that have extensions or do not end where their units do, for sets that name others which are not
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

  /// Returns the sequence parameter set that a picture parameter set names.
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

  /// The sizes of messages of which no content stops a decoder: those of users, which begin with an identifier of 16
  /// bytes, the mastering display and the content light level (D.2.7, D.2.28 and D.2.35).
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
  /// Returns whether the record repeats what a sequence parameter set says.
  fileprivate func agrees(with set: HEVCSequenceParameterSet) -> Bool {
    profileTierLevel == set.profileTierLevel && chromaFormat == set.chromaFormat && lumaBitDepth == set.lumaBitDepth
      && chromaBitDepth == set.chromaBitDepth
  }
}

import Bitstreams
import MovieFile

/// An `hvcC` record whose parameter sets agree with it and with the sample entry.
struct HEVCAgreement: CodingAgreement {
  private let sets: HEVCParameterSets
  private let lengthSize: Int

  /// - Returns: `nil` if they do not agree.
  init?(of extradata: [UInt8], in fields: VideoFields) {
    guard let record = try? HEVCConfiguration(parsing: extradata), let sets = try? HEVCParameterSets(record),
      let first = sets.sequences.first, (first.width, first.height) == (Int(fields.width), Int(fields.height))
    else { return nil }
    self.sets = sets
    lengthSize = record.lengthSize
  }

  /// Returns whether a packet consists of whole units, and its first slice begins a picture of one of the parameter
  /// sets.
  func holds(for packet: UnsafeRawBufferPointer) -> Bool {
    let slice = LengthPrefixedUnits.firstSlice(of: packet, lengthSize: lengthSize) { header in
      header & 0x80 == 0 ? HEVCNALUnitType(header: header).isVideoCodingLayer : nil
    }
    guard let slice else { return false }
    return (try? HEVCIntraSliceHeader(nalUnit: packet[slice], of: sets)) != nil
  }
}

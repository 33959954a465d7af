/// The `roll` sample group that all samples of a track belong to. It states how many samples must be decoded before a
/// sample so that it is decoded correctly (ISO 14496-12 8.9 and 10.1).
enum RollGroup {
  /// Writes `sgpd` version 1 with the one description.
  ///
  /// - Parameter distance: the number of samples, as a negative number.
  static func writeDescription(distance: Int16, to stbl: inout ByteWriter) {
    stbl.fullBox("sgpd", version: 1) { box in
      box.fourCC("roll")
      box.u32(2)
      box.u32(1)
      box.i16(distance)
    }
  }

  /// Writes `sbgp` for samples of `stbl`, or of a `traf`. In a `traf`, a description number up to 65536 refers to a
  /// description in `stbl`.
  static func writeMembers(count: UInt32, to box: inout ByteWriter) {
    box.fullBox("sbgp") { box in
      box.fourCC("roll")
      box.u32(1)
      box.u32(count)
      box.u32(1)
    }
  }
}

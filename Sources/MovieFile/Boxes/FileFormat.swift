/// The members of the QuickTime / ISO base media family that `MovieWriter` writes.
package enum FileFormat: Sendable, Hashable, CaseIterable {
  /// QuickTime movie (`.mov`): QuickTime File Format's own forms of `hdlr`, `meta`, `gmhd` and sound descriptions.
  case quickTime
  /// MPEG-4 file (`.mp4`), ISO 14496-14.
  case mp4
  /// Apple's MPEG-4 video file (`.m4v`).
  case m4v
  /// Apple's MPEG-4 audio file (`.m4a`).
  case m4a

  /// A Boolean value that says whether boxes have QuickTime's form instead of ISO's.
  package var isQuickTime: Bool { self == .quickTime }

  /// The file type box at the start of a plain file of this format.
  package var fileType: FileType {
    switch self {
    case .quickTime: FileType(majorBrand: "qt  ", minorVersion: 0, compatibleBrands: ["qt  "])
    case .mp4: FileType(majorBrand: "mp42", minorVersion: 1, compatibleBrands: ["isom", "mp41", "mp42"])
    case .m4v: FileType(majorBrand: "M4V ", minorVersion: 1, compatibleBrands: ["isom", "mp42", "M4V "])
    case .m4a: FileType(majorBrand: "M4A ", minorVersion: 0, compatibleBrands: ["isom", "mp42", "M4A "])
    }
  }
}

/// The `ftyp` box (ISO 14496-12 4.3).
package struct FileType: Hashable, Sendable {
  package var majorBrand: FourCC
  package var minorVersion: UInt32
  package var compatibleBrands: [FourCC]

  package init(majorBrand: FourCC, minorVersion: UInt32, compatibleBrands: [FourCC]) {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    self.compatibleBrands = compatibleBrands
  }

  init(_ box: Box) throws {
    var reader = box.contents
    majorBrand = try reader.fourCC()
    minorVersion = try reader.u32()
    compatibleBrands = []
    while reader.remaining >= 4 { compatibleBrands.append(try reader.fourCC()) }
  }

  /// A Boolean value that says whether the file is a QuickTime movie, whose boxes may have forms that ISO's do not.
  package var isQuickTime: Bool { majorBrand == "qt  " || compatibleBrands.contains("qt  ") }

  /// - Parameter type: the box's type: `ftyp`, or `styp` at the start of a segment (ISO 14496-12 8.16.2).
  func write(to writer: inout ByteWriter, as type: FourCC = "ftyp") {
    writer.box(type) {
      $0.fourCC(majorBrand)
      $0.u32(minorVersion)
      for brand in compatibleBrands { $0.fourCC(brand) }
    }
  }
}

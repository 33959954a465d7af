/// A track of a movie that was read.
package struct Track: Sendable {
  package internal(set) var header: TrackHeader
  package internal(set) var mediaHeader: MediaHeader
  /// The language as a BCP 47 tag (`elng`).
  package internal(set) var extendedLanguage: String?
  package internal(set) var handler: Handler
  /// The type of the media header: `vmhd`, `smhd`, `gmhd`, `nmhd`, …; `nil` where there is none.
  package internal(set) var mediaHeaderType: FourCC?
  package internal(set) var edits: [Edit] = []
  package internal(set) var sampleEntries: [SampleEntry] = []
  /// A Boolean value that says whether the sample entries come from a QuickTime movie; ISO's files do not have its
  /// forms of them.
  package let isQuickTime: Bool
  package internal(set) var references: [TrackReference] = []
  package internal(set) var dataReferences: [DataReference] = []
  package internal(set) var userData: OpaqueBox?
  package internal(set) var metadata: OpaqueBox?
  /// The boxes of extended types (`uuid`), without changes.
  package internal(set) var extendedBoxes: [OpaqueBox] = []
  package internal(set) var preload: PreloadHints?
  package internal(set) var aperture: TrackAperture?
  package internal(set) var compositionBounds: CompositionBounds?
  /// The boxes `sgpd` and `sbgp`, without changes.
  package internal(set) var sampleGroups: [OpaqueBox] = []
  var tables: SampleTables
  var fragmentDefaults = FragmentDefaults()
  var fragmentRuns: [FragmentRun] = []
  /// A Boolean value that says whether a damaged fragment, which may have had samples, comes after the last sample.
  var endsInDamage = false

  package var kind: HandlerType { HandlerType(rawValue: handler.type) }
  package var trackID: UInt32 { header.trackID }
  package var timeScale: Int32 { mediaHeader.timeScale }

  /// The distance of the first `roll` sample group; `nil` where there is none.
  package var rollDistance: Int16? {
    for box in sampleGroups where box.type == "sgpd" {
      var reader = ByteReader(box.payload, boxType: "sgpd")
      guard let version = try? reader.versionAndFlags().version, (try? reader.fourCC()) == "roll" else { continue }
      // Version 1 states the length of its entries, version 2 a default entry; the count follows.
      try? reader.skip(version == 0 ? 4 : 8)
      return try? reader.i16()
    }
    return nil
  }

  init(_ box: Box, isQuickTime: Bool, fileSize: Int64) throws {
    func required(_ type: FourCC, in parent: Box) throws -> Box {
      guard let child = try parent.contents.firstBox(type) else {
        throw parent.contents.damaged("it has no '\(type)'")
      }
      return child
    }
    self.isQuickTime = isQuickTime
    header = try TrackHeader(required("tkhd", in: box))
    let media = try required("mdia", in: box)
    mediaHeader = try MediaHeader(required("mdhd", in: media))
    handler = try Handler(required("hdlr", in: media))
    let information = try required("minf", in: media)
    let table = try required("stbl", in: information)
    let dataReferences = try Self.dataReferences(in: information)
    // The size of this file does not limit the number of samples that are in other files.
    let isSelfContained = dataReferences.allSatisfy(\.isSelfContained)
    tables = try SampleTables(table, fileSize: isSelfContained ? fileSize : .max)
    self.dataReferences = dataReferences
    try readTrackBoxes(box)
    if var tag = try media.contents.firstBox("elng")?.contents {
      try tag.skip(4)
      extendedLanguage = tag.terminatedString()
    }
    try information.contents.forEachBox { child in
      if Self.mediaHeaderTypes.contains(child.type) { mediaHeaderType = child.type }
    }
    sampleEntries = try SampleEntry.read(required("stsd", in: table), kind: kind, isQuickTime: isQuickTime)
    try table.contents.forEachBox { child in
      switch child.type {
      case "cslg": compositionBounds = try CompositionBounds(child)
      case "sgpd", "sbgp": sampleGroups.append(child.opaque)
      default: break
      }
    }
  }

  private mutating func readTrackBoxes(_ box: Box) throws {
    try box.contents.forEachBox { child in
      switch child.type {
      case "edts":
        if let list = try child.contents.firstBox("elst") { edits = try Edit.read(list) }
      case "tref":
        try child.contents.forEachBox { reference in
          var reader = reference.contents
          var ids: [UInt32] = []
          while reader.remaining >= 4 { ids.append(try reader.u32()) }
          references.append(TrackReference(reference.type, ids))
        }
      case "load": preload = try PreloadHints(child)
      case "tapt": aperture = try TrackAperture(child)
      case "udta": userData = child.opaque
      case "meta": metadata = child.opaque
      case "uuid": extendedBoxes.append(child.opaque)
      default: break
      }
    }
  }

  private static let mediaHeaderTypes: Set<FourCC> = ["vmhd", "smhd", "gmhd", "nmhd", "sthd", "hmhd"]

  /// Returns the files that contain the samples, as `dinf` in `minf` names them.
  private static func dataReferences(in information: Box) throws -> [DataReference] {
    guard let data = try information.contents.firstBox("dinf"),
      var list = try data.contents.firstBox("dref")?.contents
    else { return [] }
    try list.skip(4)
    let count = Int(try list.u32())
    var references: [DataReference] = []
    while references.count < count, let reference = try list.nextBox() {
      references.append(try DataReference(reference))
    }
    return references
  }
}

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

  init(_ box: SourceBox, isQuickTime: Bool, fileSize: Int64) throws {
    func required(_ type: FourCC, in parent: SourceBox) throws -> SourceBox {
      guard let child = try parent.firstBox(type) else {
        throw parent.damaged("it has no '\(type)'")
      }
      return child
    }
    self.isQuickTime = isQuickTime
    header = try TrackHeader(required("tkhd", in: box).load())
    let media = try required("mdia", in: box)
    mediaHeader = try MediaHeader(required("mdhd", in: media).load())
    handler = try Handler(required("hdlr", in: media).load())
    let information = try required("minf", in: media)
    let table = try required("stbl", in: information)
    let dataReferences = try Self.dataReferences(in: information)
    // The size of this file does not limit the number of samples that are in other files.
    let isSelfContained = dataReferences.allSatisfy(\.isSelfContained)
    tables = try SampleTables(table, fileSize: isSelfContained ? fileSize : .max)
    self.dataReferences = dataReferences
    try readTrackBoxes(box)
    if var tag = try media.firstBox("elng")?.load().contents {
      try tag.skip(4)
      extendedLanguage = tag.terminatedString()
    }
    try information.forEachBox { child in
      if Self.mediaHeaderTypes.contains(child.type) { mediaHeaderType = child.type }
    }
    sampleEntries = try SampleEntry.read(required("stsd", in: table).load(), kind: kind, isQuickTime: isQuickTime)
    try table.forEachBox { child in
      switch child.type {
      case "cslg": compositionBounds = try CompositionBounds(child.load())
      case "sgpd", "sbgp": sampleGroups.append(try child.load().opaque)
      default: break
      }
    }
  }

  private mutating func readTrackBoxes(_ box: SourceBox) throws {
    try box.forEachBox { child in
      switch child.type {
      case "edts":
        if let list = try child.firstBox("elst") { edits = try Edit.read(list.load()) }
      case "tref":
        try child.load().contents.forEachBox { reference in
          var reader = reference.contents
          var ids: [UInt32] = []
          while reader.remaining >= 4 { ids.append(try reader.u32()) }
          references.append(TrackReference(reference.type, ids))
        }
      case "load": preload = try PreloadHints(child.load())
      case "tapt": aperture = try TrackAperture(child.load())
      case "udta": userData = try child.load().opaque
      case "meta": metadata = try child.load().opaque
      case "uuid": extendedBoxes.append(try child.load().opaque)
      default: break
      }
    }
  }

  private static let mediaHeaderTypes: Set<FourCC> = ["vmhd", "smhd", "gmhd", "nmhd", "sthd", "hmhd"]

  /// Returns the files that hold the samples, as `dinf` in `minf` names them.
  private static func dataReferences(in information: SourceBox) throws -> [DataReference] {
    guard let data = try information.firstBox("dinf"),
      var list = try data.firstBox("dref")?.load().contents
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

import Bitstreams
package import MovieFile

/// The properties of pictures beside their coding and size: one value between a stream's parameters, a sample entry's
/// boxes and a format description's extensions.
package struct VideoAttributes: Hashable, Sendable {
  /// The code points of H.273.
  package struct Color: Hashable, Sendable {
    package var primaries: UInt16
    package var transfer: UInt16
    package var matrix: UInt16

    package init(primaries: UInt16, transfer: UInt16, matrix: UInt16) {
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
    }

    /// A Boolean value that says whether all three are H.273's 2.
    package var isUnspecified: Bool { primaries == 2 && transfer == 2 && matrix == 2 }
  }

  package var color: Color?
  /// A Boolean value that says whether samples have the full range; `nil` where it is not stated.
  package var isFullRange: Bool?
  package var iccProfile: [UInt8]?
  /// H.273's chroma sample location type, 0 (left) to 5.
  package var chromaLocation: UInt8?
  package var pixelAspectRatio: PixelSpacing?
  package var cleanAperture: CleanAperture?
  /// 1 for progressive pictures, 2 for interlaced ones.
  package var fieldCount: UInt8?
  /// The order of two fields as QuickTime numbers it: 1, 6, 9 or 14; 0 for none.
  package var fieldDetail: UInt8?
  /// The payload of `mdcv`, 24 bytes.
  package var masteringDisplay: [UInt8]?
  /// The payload of `clli`, 4 bytes.
  package var contentLightLevel: [UInt8]?
  /// The depth in bits a pixel: 24 for colour, 32 with alpha, 40 and below for grey (33 to 40 in QuickTime).
  package var depth: UInt16?
  /// The number of bits of one sample of luma or of a colour; `nil` where it is not stated.
  package var bitsPerComponent: UInt8?
  package var compressorName = ""
  /// The codec's configuration and all boxes that have no place above.
  package var atoms: [OpaqueBox] = []

  package init() {}
}

/// The attributes of sample entries.
extension VideoAttributes {
  package init(_ entry: SampleEntry) {
    if case .video(let fields) = entry.fields {
      depth = fields.depth
      compressorName = fields.compressorName
    }
    for item in entry.extensions { read(item) }
    fillFromParameterSets()
  }

  private mutating func read(_ item: SampleEntryExtension) {
    switch item {
    case .color(.coded(let primaries, let transfer, let matrix, let full)):
      color = Color(primaries: primaries, transfer: transfer, matrix: matrix)
      isFullRange = full
    case .color(.profile(_, let profile)): iccProfile = profile
    case .pixelAspectRatio(let spacing): pixelAspectRatio = spacing
    case .cleanAperture(let aperture): cleanAperture = aperture
    case .fields(let count, let detail): (fieldCount, fieldDetail) = (count, detail)
    case .masteringDisplay(let payload): masteringDisplay = payload
    case .contentLightLevel: contentLightLevel = item.box(in: .mp4).payload
    case .bitRate, .box: atoms.append(item.box(in: .mp4))
    }
  }

  /// The boxes of a sample entry that hold all attributes, codec configuration first.
  package var entryExtensions: [SampleEntryExtension] {
    var items = atoms.map { SampleEntryExtension.box($0) }
    if let color, !color.isUnspecified || isFullRange == true {
      items.append(
        .color(
          .coded(
            primaries: color.primaries, transfer: color.transfer, matrix: color.matrix,
            isFullRange: isFullRange ?? false)))
    } else if isFullRange == true {
      items.append(.color(.coded(primaries: 2, transfer: 2, matrix: 2, isFullRange: true)))
    }
    if let iccProfile { items.append(.color(.profile("prof", iccProfile))) }
    if let pixelAspectRatio { items.append(.pixelAspectRatio(pixelAspectRatio)) }
    if let cleanAperture { items.append(.cleanAperture(cleanAperture)) }
    if let fieldCount { items.append(.fields(count: fieldCount, detail: fieldDetail ?? 0)) }
    if let masteringDisplay { items.append(.masteringDisplay(masteringDisplay)) }
    if let level = contentLightLevel.flatMap({ try? ContentLightRecord(parsing: $0) }) {
      items.append(.contentLightLevel(maximum: level.maximum, frameAverage: level.maximumAverage))
    }
    return items
  }
}

/// Parameter sets, which state properties that boxes often leave out.
extension VideoAttributes {
  package mutating func fillFromParameterSets() {
    for atom in atoms {
      switch atom.type {
      case "avcC":
        let sets = (try? AVCConfiguration(parsing: atom.payload))?.sequenceParameterSets.first
        guard let sets, let facts = try? H264SequenceParameterSet(nalUnit: sets) else { continue }
        fill(from: facts.usability)
        bitsPerComponent = facts.lumaBitDepth
      case "hvcC":
        let arrays = (try? HEVCConfiguration(parsing: atom.payload))?.arrays ?? []
        let set = arrays.first { $0.type == .sequenceParameterSet }?.units.first
        guard let set, let facts = try? HEVCSequenceParameterSet(nalUnit: set) else { continue }
        fill(from: facts.usability)
        bitsPerComponent = facts.lumaBitDepth
      case "av1C":
        let header = try? AV1Configuration(parsing: atom.payload).sequenceHeader()
        if let header { bitsPerComponent = header.bitDepth }
      case "vpcC":
        if let record = try? VPConfiguration(parsing: atom.payload) { bitsPerComponent = record.bitDepth }
      default: continue
      }
    }
  }

  private mutating func fill(from usability: VideoUsability?) {
    guard let usability else { return }
    if let coded = usability.color { fill(from: coded) }
    if chromaLocation == nil { chromaLocation = usability.chromaLocation }
    if pixelAspectRatio == nil, let ratio = usability.unevenPixelAspectRatio {
      pixelAspectRatio = PixelSpacing(horizontal: UInt32(ratio.horizontal), vertical: UInt32(ratio.vertical))
    }
  }

  private mutating func fill(from coded: CodedColor) {
    if isFullRange == nil { isFullRange = coded.isFullRange }
    let stated = Color(
      primaries: UInt16(coded.primaries), transfer: UInt16(coded.transfer), matrix: UInt16(coded.matrix))
    if color == nil, !stated.isUnspecified { color = stated }
  }
}

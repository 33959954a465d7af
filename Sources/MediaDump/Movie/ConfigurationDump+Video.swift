import Bitstreams
import MediaSupport
import MovieFile

extension ConfigurationDump {
  func write(_ record: AVCConfiguration) {
    outline.field("profile", record.profile)
    outline.field("compatibility", Notation.hex(record.profileCompatibility, digits: 2))
    outline.field("level", record.level)
    outline.field("length size", record.lengthSize)
    if let high = record.highProfile {
      outline.field("chroma format", high.chromaFormat)
      outline.field("bit depth", "\(high.lumaBitDepth) \(high.chromaBitDepth)")
    }
    outline.field(
      "parameter sets", "\(record.sequenceParameterSets.count) sequence, \(record.pictureParameterSets.count) picture")
    for unit in record.sequenceParameterSets {
      guard let facts = try? H264SequenceParameterSet(nalUnit: unit) else {
        outline.line("sequence parameter set that cannot be parsed")
        continue
      }
      outline.block("sequence parameter set \(facts.identifier)") {
        outline.field("picture", "\(facts.width)x\(facts.height)")
        outline.field("frames only", facts.holdsOnlyFrames)
        outline.field("reference frames", facts.maximumReferenceFrames)
        write(facts.usability)
      }
    }
  }

  func write(_ record: HEVCConfiguration) {
    let general = record.profileTierLevel
    outline.field("profile", general.profile)
    outline.field("tier", general.isHighTier ? "high" : "main")
    outline.field("level", general.level)
    outline.field("compatibility", Notation.hex(general.compatibility, digits: 8))
    outline.field("constraints", Notation.hex(general.constraints, digits: 12))
    outline.field("length size", record.lengthSize)
    outline.field("chroma format", record.chromaFormat)
    outline.field("bit depth", "\(record.lumaBitDepth) \(record.chromaBitDepth)")
    outline.field("temporal layers", record.temporalLayers)
    for array in record.arrays {
      outline.field(
        "units of type \(array.type.rawValue)", "\(array.units.count)\(array.isComplete ? ", none in samples" : "")")
      guard array.type == .sequenceParameterSet else { continue }
      for unit in array.units.prefix(Limits.listItems) {
        guard let facts = try? HEVCSequenceParameterSet(nalUnit: unit) else {
          outline.line("sequence parameter set that cannot be parsed")
          continue
        }
        outline.block("sequence parameter set \(facts.identifier)") {
          outline.field("picture", "\(facts.width)x\(facts.height)")
          outline.field("reordered pictures", facts.maximumReorderPictures)
          write(facts.usability)
        }
      }
    }
  }

  private func write(_ usability: VideoUsability?) {
    guard let usability else { return }
    outline.field("pixel aspect ratio", usability.pixelAspectRatio.map { "\($0.horizontal):\($0.vertical)" })
    outline.field("colour", usability.color.map(Self.color))
    outline.field("chroma location", usability.chromaLocation)
    outline.field("tick", usability.tick.map { "\($0.units)/\($0.scale)" })
    outline.field("reordered frames", usability.maximumReorderFrames)
  }

  private static func color(_ color: CodedColor) -> String {
    "\(color.primaries)-\(color.transfer)-\(color.matrix) \(color.isFullRange ? "full" : "limited")"
  }

  func write(_ record: AV1Configuration) {
    outline.field("profile", record.profile)
    outline.field("level", record.level)
    outline.field("tier", record.tier)
    outline.field("bit depth", record.bitDepth)
    outline.field("monochrome", record.isMonochrome)
    outline.field("subsampled", "\(record.isSubsampledHorizontally) \(record.isSubsampledVertically)")
    outline.field("chroma position", record.chromaPosition)
    outline.field("presentation delay", record.presentationDelay)
  }

  func write(_ record: VPConfiguration) {
    outline.field("profile", record.profile)
    outline.field("level", record.level)
    outline.field("bit depth", record.bitDepth)
    outline.field("chroma sampling", record.chromaSampling.rawValue)
    outline.field("colour", Self.color(record.color))
  }
}

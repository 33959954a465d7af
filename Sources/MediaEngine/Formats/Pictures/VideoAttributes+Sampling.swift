import Bitstreams
import MovieFile

extension VideoAttributes {
  /// The chroma subsampling, as the codec's configuration states it: `4:2:0` and the like. It is `nil` where there is
  /// no configuration, or it does not say.
  var samplingName: String? {
    for atom in atoms {
      switch atom.type {
      case "avcC":
        guard let configuration = try? AVCConfiguration(parsing: atom.payload),
          let set = configuration.sequenceParameterSets.first, let facts = try? H264SequenceParameterSet(nalUnit: set)
        else { continue }
        return Self.name(ofFormat: facts.chromaFormat)
      case "hvcC":
        guard let configuration = try? HEVCConfiguration(parsing: atom.payload) else { continue }
        return Self.name(ofFormat: configuration.chromaFormat)
      case "av1C":
        guard let configuration = try? AV1Configuration(parsing: atom.payload) else { continue }
        if configuration.isMonochrome { return Self.name(ofFormat: 0) }
        if !configuration.isSubsampledHorizontally { return Self.name(ofFormat: 3) }
        return Self.name(ofFormat: configuration.isSubsampledVertically ? 1 : 2)
      case "vpcC":
        guard let configuration = try? VPConfiguration(parsing: atom.payload) else { continue }
        switch configuration.chromaSampling {
        case .vertical420, .colocated420: return Self.name(ofFormat: 1)
        case .horizontal422: return Self.name(ofFormat: 2)
        case .full444: return Self.name(ofFormat: 3)
        }
      default: continue
      }
    }
    return nil
  }

  /// Returns the name of a `chroma_format_idc` (ITU-T H.264, table 6-1).
  private static func name(ofFormat number: UInt8) -> String? {
    let names = ["4:0:0", "4:2:0", "4:2:2", "4:4:4"]
    return names.indices.contains(Int(number)) ? names[Int(number)] : nil
  }
}

extension FourCC {
  /// The chroma subsampling of a coding of pictures that always has the same; `nil` where its own headers state it.
  ///
  /// Sources: Apple ProRes white paper; technical note TN2162, "Uncompressed Y'CbCr Video in QuickTime Files".
  var samplingName: String? {
    switch self {
    case "apco", "apcs", "apcn", "apch", "2vuy", "yuvs", "v210", "v216": "4:2:2"
    case "ap4h", "ap4x", "v308", "v408", "r408", "v410": "4:4:4"
    case "r210", "b64a", "b48r": "RGB"
    default: nil
    }
  }
}

import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// Damage of the decoder configuration that a container stores beside the packets. Without it no packet of a track can
/// be decoded, and a copy of the track has the same damage.
extension SourceInformation {
  /// Returns the agreement of a track's configuration with the track's other statements. It is `nil` if only a decoder
  /// can tell whether the configuration is usable.
  func configurationAgreement(of track: SourceTrack) -> ConfigurationAgreement? {
    guard track.configurationDamage == nil else { return nil }
    let stream = stream(of: track)
    guard let tables = movie?.track(id: UInt32(bitPattern: stream.id)) else { return nil }
    return ConfigurationAgreement(of: tables, stream.parameters)
  }

  /// Returns the reason why a track cannot be decoded. It is `nil` if the configuration is usable, and if this build
  /// has no decoder to check it. A configuration that agrees with the track's other statements needs no decoder.
  func configurationDamage(of track: SourceTrack, by opener: any MediaOpener) -> MediaError? {
    if let damage = track.configurationDamage { return damage }
    guard [.video, .audio].contains(track.mediaType), track.isDecodable, configurationAgreement(of: track) == nil
    else { return nil }
    let stream = stream(of: track)
    let parameters = stream.parameters
    var options = parameters.codec.decoderOptions
    do {
      if probe.traits.statesPackets, !parameters.repeatsConfiguration {
        try parameters.requireConfiguration(isLayer: track.isLayer)
        // Without this option, H.264's decoder accepts any configuration and fails at the first picture.
        options["err_detect"] = "explode"
      }
      _ = try opener.decoder(parameters, timeBase: stream.timeBase, threads: 1, options: options)
      return nil
    } catch let error as MediaError where error.kind == .damagedMedia {
      return error
    } catch {
      // Other errors are problems of the decoder, not of the configuration.
      return nil
    }
  }
}

extension SourceTrack {
  /// A Boolean value that says whether the track depends on another track of its movie, as the layers of a scalable
  /// stream do (ISO 14496-14, 3.1.2).
  fileprivate var isLayer: Bool { associations.contains { $0.type == Self.dependency.rawValue } }

  private static let dependency: FourCC = "dpnd"
}

extension CodecParameters {
  /// A Boolean value that says whether packets repeat the configuration, so that the stored one came with the first of
  /// them.
  fileprivate var repeatsConfiguration: Bool {
    [.h264, .hevc].contains(codec) && extradata.prefix(2).allSatisfy { $0 == 0 }
  }

  /// Reads the configuration, even if decoders do not require it.
  ///
  /// - Throws: `damagedMedia` for a record that cannot be parsed, or that belongs to a coding that does not exist.
  fileprivate func requireConfiguration(isLayer: Bool) throws {
    if extradata.isEmpty { return }
    switch codec {
    case .h264:
      let record = try AVCConfiguration(parsing: extradata)
      func areAll(_ units: [[UInt8]], of types: [H264NALUnitType]) -> Bool {
        units.allSatisfy { unit in unit.first.map { types.contains(H264NALUnitType(header: $0)) } ?? false }
      }
      guard areAll(record.sequenceParameterSets, of: [.sequenceParameterSet, .subsetSequenceParameterSet]),
        areAll(record.pictureParameterSets, of: [.pictureParameterSet])
      else {
        throw MediaError(.damagedMedia, .demuxing, "its avcC record has NAL units that are not parameter sets")
      }
    case .hevc: _ = try HEVCConfiguration(parsing: extradata)
    case .aac:
      let config = try AudioSpecificConfig(parsing: extradata)
      let fault: String? =
        if !config.objectType.isAssigned {
          "object type \(config.objectType.rawValue), which is reserved"
        } else if config.objectType.isSynthesis {
          "object type \(config.objectType.rawValue), which is not an audio codec"
        } else if config.layer > 0, !isLayer {
          "layer \(config.layer) of a scalable stream whose other layers are missing"
        } else {
          nil
        }
      if let fault { throw MediaError(.damagedMedia, .demuxing, "its AudioSpecificConfig is of \(fault)") }
    default: break
    }
  }
}

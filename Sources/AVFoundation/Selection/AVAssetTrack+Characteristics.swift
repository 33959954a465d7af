import CoreMedia
import Foundation
import MediaEngine

extension AVAssetTrack {
  /// The characteristics that follow from the track's media type and formats, and then those that its author tagged it with.
  var mediaCharacteristics: [AVMediaCharacteristic] {
    let ofMedia: [AVMediaCharacteristic] = [
      .visual, .audible, .legible, .frameBased, .usesWideGamutColorSpace, .containsHDRVideo, .containsAlphaChannel,
      .containsStereoMultiviewVideo,
    ]
    return ofMedia.filter(hasMediaCharacteristic)
      + information.characteristics.sorted().map(AVMediaCharacteristic.init(rawValue:))
  }

  /// Returns a Boolean value that says whether the track has a media characteristic.
  ///
  /// A track has it by its media type, by its formats, or because its author tagged the track: in the track's user data in
  /// movies, and by flags of the track in other containers, such as Matroska.
  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .visual: [.video, .subtitle, .closedCaption].contains(mediaType)
    case .audible: mediaType == .audio
    case .legible: [.text, .subtitle, .closedCaption].contains(mediaType)
    case .frameBased: mediaType == .video
    case .containsHDRVideo: says(kCMFormatDescriptionExtension_TransferFunction, oneOf: Self.transfersOfHDR)
    case .usesWideGamutColorSpace: says(kCMFormatDescriptionExtension_ColorPrimaries, oneOf: Self.widePrimaries)
    case .containsAlphaChannel:
      information.formatDescriptions.contains {
        ($0.extensions[kCMFormatDescriptionExtension_ContainsAlphaChannel] as? NSNumber)?.boolValue ?? false
      }
    case .containsStereoMultiviewVideo:
      information.formatDescriptions.contains { format in
        [kCMFormatDescriptionExtension_HasLeftStereoEyeView, kCMFormatDescriptionExtension_HasRightStereoEyeView]
          .allSatisfy { (format.extensions[$0] as? NSNumber)?.boolValue ?? false }
      }
    default: information.characteristics.contains(mediaCharacteristic.rawValue)
    }
  }

  private static var transfersOfHDR: [CFString] {
    [kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ, kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG]
  }

  private static var widePrimaries: [CFString] {
    [
      kCMFormatDescriptionColorPrimaries_ITU_R_2020, kCMFormatDescriptionColorPrimaries_P3_D65,
      kCMFormatDescriptionColorPrimaries_DCI_P3,
    ]
  }

  /// Returns whether a format description of this video track has the extension `key` with one of `values`.
  private func says(_ key: CFString, oneOf values: [CFString]) -> Bool {
    mediaType == .video
      && information.formatDescriptions.contains { format in
        (format.extensions[key] as? NSString).map(values.contains) ?? false
      }
  }
}

import MediaEngine

extension AVAssetTrack {
  /// What its media is.
  var mediaCharacteristics: [AVMediaCharacteristic] {
    [.visual, .audible, .legible, .frameBased].filter(hasMediaCharacteristic)
  }

  /// Whether the media is such by its type, or its author tagged the track so: a movie's in its user data, others' by
  /// flags, as Matroska's.
  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .visual: [.video, .subtitle, .closedCaption].contains(mediaType)
    case .audible: mediaType == .audio
    case .legible: [.text, .subtitle, .closedCaption].contains(mediaType)
    case .frameBased: mediaType == .video
    default: information.characteristics.contains(mediaCharacteristic.rawValue)
    }
  }
}

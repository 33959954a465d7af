import MediaEngine

extension AVAssetTrack {
  /// What its media is.
  var mediaCharacteristics: [AVMediaCharacteristic] {
    [.visual, .audible, .legible, .frameBased].filter(hasMediaCharacteristic)
  }

  /// Whether the media is such by its type.
  ///
  /// Characteristics that authors tag tracks with are not known here yet, and answered with no.
  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .visual: [.video, .subtitle, .closedCaption].contains(mediaType)
    case .audible: mediaType == .audio
    case .legible: [.text, .subtitle, .closedCaption].contains(mediaType)
    case .frameBased: mediaType == .video
    default: false
    }
  }
}

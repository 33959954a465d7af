import AVFoundation

extension AVAssetTrack {
  /// The format of the first samples; the array is of `Any`, as Apple's is, and holds nothing else.
  var format: CMFormatDescription {
    // Written so for both platforms: on Apple's the compiler refuses a conditional cast to this type.
    formatDescriptions[0] as! CMFormatDescription
  }
}

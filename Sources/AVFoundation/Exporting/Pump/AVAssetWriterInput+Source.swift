import MediaSupport

extension AVAssetWriterInput {
  /// Carries over the properties of a source track that are not its samples': languages, name, volume, and whether it is
  /// enabled.
  package func describe(as track: AVAssetTrack) {
    if mediaType == .audio { preferredVolume = track.preferredVolume }
    marksOutputTrackAsEnabled = track.isEnabled
    handlerName = track.handlerName
    if let code = track.languageCode, ISO639.isCode(code) { languageCode = code }
    if let tag = track.extendedLanguageTag, ISO639.isTag(tag) { extendedLanguageTag = tag }
  }
}

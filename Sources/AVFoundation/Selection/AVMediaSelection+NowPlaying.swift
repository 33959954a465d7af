public import MediaPlayer

extension AVMediaSelectionOption {
  /// Returns the option for a system's display of the media that plays. It is `nil` where the option can be neither
  /// heard nor read, or no language is known.
  ///
  /// Its identifier is the track's.
  public func makeNowPlayingInfoLanguageOption() -> MPNowPlayingInfoLanguageOption? {
    guard let type = nowPlayingType, let extendedLanguageTag else { return nil }
    let characteristics = Self.languageCharacteristics.filter(hasMediaCharacteristic).map(\.rawValue)
    return MPNowPlayingInfoLanguageOption(
      type: type, languageTag: extendedLanguageTag, characteristics: characteristics.isEmpty ? nil : characteristics,
      displayName: displayName, identifier: "\(track.trackID)")
  }

  private var nowPlayingType: MPNowPlayingInfoLanguageOptionType? {
    if hasMediaCharacteristic(.audible) { return .audible }
    return hasMediaCharacteristic(.legible) ? .legible : nil
  }

  /// The characteristics that distinguish options of the same language.
  private static let languageCharacteristics: [AVMediaCharacteristic] = [
    .isMainProgramContent, .isAuxiliaryContent, .containsOnlyForcedSubtitles, .transcribesSpokenDialogForAccessibility,
    .describesMusicAndSoundForAccessibility, .describesVideoForAccessibility, .easyToRead, .languageTranslation,
    .dubbedTranslation, .voiceOverTranslation,
  ]
}

extension AVMediaSelectionGroup {
  /// Returns the group for a system's display of the media that plays: its options that can be heard or read, and whose
  /// language is known.
  public func makeNowPlayingInfoLanguageOptionGroup() -> MPNowPlayingInfoLanguageOptionGroup {
    let options = options.compactMap { $0.makeNowPlayingInfoLanguageOption() }
    let chosen = defaultOption?.makeNowPlayingInfoLanguageOption()?.identifier
    return MPNowPlayingInfoLanguageOptionGroup(
      languageOptions: options, defaultLanguageOption: options.first { $0.identifier == chosen && chosen != nil },
      allowEmptySelection: allowsEmptySelection)
  }
}

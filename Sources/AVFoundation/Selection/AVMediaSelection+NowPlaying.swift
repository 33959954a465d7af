public import MediaPlayer

extension AVMediaSelectionOption {
  /// The option for a system's list of what plays; `nil` where it can be neither heard nor read, or no language is known.
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

  /// Those that tell one option of a language from another.
  private static let languageCharacteristics: [AVMediaCharacteristic] = [
    .isMainProgramContent, .isAuxiliaryContent, .containsOnlyForcedSubtitles, .transcribesSpokenDialogForAccessibility,
    .describesMusicAndSoundForAccessibility, .describesVideoForAccessibility, .easyToRead, .languageTranslation,
    .dubbedTranslation, .voiceOverTranslation,
  ]
}

extension AVMediaSelectionGroup {
  /// The group for a system's list of what plays: its options that can be heard or read, and whose language is known.
  public func makeNowPlayingInfoLanguageOptionGroup() -> MPNowPlayingInfoLanguageOptionGroup {
    let options = options.compactMap { $0.makeNowPlayingInfoLanguageOption() }
    let chosen = defaultOption?.makeNowPlayingInfoLanguageOption()?.identifier
    return MPNowPlayingInfoLanguageOptionGroup(
      languageOptions: options, defaultLanguageOption: options.first { $0.identifier == chosen && chosen != nil },
      allowEmptySelection: allowsEmptySelection)
  }
}

import Foundation

/// The options of an asset that a player presents: those that somebody chose, and those that it chose itself.
struct PlayerSelection: Sendable {
  /// The groups in which somebody chose: nothing is chosen there automatically.
  private(set) var chosen: [AVMediaSelection.Choice] = []
  /// The options that were chosen by criteria.
  private(set) var automatic: [AVMediaSelection.Choice] = []

  /// The option that is presented of a group. It is `nil` for none.
  func option(in group: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    let choice = (chosen + automatic).first { $0.group.options == group.options }
    return choice.map(\.option) ?? group.defaultOption
  }

  func isChosen(in group: AVMediaSelectionGroup) -> Bool { chosen.contains { $0.group.options == group.options } }

  /// Chooses an option, instead of any that is chosen automatically (PI-61).
  mutating func choose(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
    forget(group)
    chosen.append(AVMediaSelection.Choice(group: group, option: option))
  }

  /// Lets the group be chosen in automatically again (PI-62).
  mutating func forget(_ group: AVMediaSelectionGroup) { chosen.removeAll { $0.group.options == group.options } }

  /// Chooses an option where nobody did.
  mutating func chooseAutomatically(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
    automatic.removeAll { $0.group.options == group.options }
    automatic.append(AVMediaSelection.Choice(group: group, option: option, isAutomatic: true))
  }

  /// The choices as a client sees them (PI-63).
  func snapshot(of asset: AVAsset) -> AVMediaSelection {
    AVMediaSelection(asset, choices: automatic.filter { !isChosen(in: $0.group) } + chosen)
  }
}

extension AVPlayerMediaSelectionCriteria {
  /// The option of a group that fits best. Where no option has a language that is preferred it is the group's default, or
  /// none where none may be chosen.
  func option(in group: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    var options = AVMediaSelectionGroup.playableMediaSelectionOptions(from: group.options)
    if let principal = principalMediaCharacteristics {
      let fitting = AVMediaSelectionGroup.mediaSelectionOptions(from: options, withMediaCharacteristics: principal)
      if !fitting.isEmpty { options = fitting }
    }
    if let languages = preferredLanguages {
      let fitting = AVMediaSelectionGroup.mediaSelectionOptions(
        from: options, filteredAndSortedAccordingToPreferredLanguages: languages)
      guard let best = fitting.first else { return group.allowsEmptySelection ? nil : group.defaultOption }
      options = fitting.filter { $0.extendedLanguageTag == best.extendedLanguageTag }
    } else if preferredMediaCharacteristics == nil, principalMediaCharacteristics == nil {
      return group.defaultOption
    }
    let wanted = preferredMediaCharacteristics ?? []
    func fitness(_ option: AVMediaSelectionOption) -> Int { wanted.count(where: option.hasMediaCharacteristic) }
    let most = options.map(fitness).max() ?? 0
    return options.first { fitness($0) == most } ?? group.defaultOption
  }
}

import Foundation
import Synchronization

/// The settings that were made in groups whose author offers them.
struct CustomSelection: Sendable {
  /// The language and the settings that were chosen in a group, which is known by its options.
  struct Choice: Sendable {
    let group: AVMediaSelectionGroup
    /// The language as a BCP 47 tag. It is `nil` for any.
    var language: String?
    /// The settings, in the order in which they were made, one of a selector at the most.
    var settings: [AVMediaPresentationSetting] = []
  }

  /// The schemes by which a client wants groups to be offered, the best first.
  var preferredSchemes: [AVCustomMediaSelectionScheme] = []
  private var choices: [Choice] = []

  /// Returns the settings of a group.
  func choice(in group: AVMediaSelectionGroup) -> Choice {
    choices.first { $0.group.options == group.options } ?? Choice(group: group)
  }

  mutating func set(_ choice: Choice) {
    choices.removeAll { $0.group.options == choice.group.options }
    choices.append(choice)
  }
}

extension CustomSelection.Choice {
  /// Returns the settings in effect, by their selectors: the one that was chosen for a selector, or that of the option
  /// that is presented.
  func settings(of scheme: AVCustomMediaSelectionScheme) -> [AVMediaPresentationSelector: AVMediaPresentationSetting] {
    var result: [AVMediaPresentationSelector: AVMediaPresentationSetting] = [:]
    for selector in scheme.selectors { result[selector] = settings.last { selector.settings.contains($0) } }
    return result
  }

  /// The first option in the language that has the chosen settings, or `nil` if there is none.
  var option: AVMediaSelectionOption? {
    group.options.first { option in
      (language == nil || option.extendedLanguageTag == language)
        && settings.allSatisfy { option.hasMediaCharacteristic($0.mediaCharacteristic) }
    }
  }

  /// Adds a setting, which replaces that of the same selector.
  mutating func add(_ setting: AVMediaPresentationSetting, of scheme: AVCustomMediaSelectionScheme) {
    guard let selector = scheme.selectors.first(where: { $0.settings.contains(setting) }) else { return }
    settings.removeAll { selector.settings.contains($0) }
    settings.append(setting)
  }
}

// Selection by settings and languages that the author of the media offers. Playlists do so; the groups of files have no such
// scheme, and nothing happens in them.
extension AVPlayerItem {
  /// The schemes that a client offers to choose by, the best first. There are none until they are set.
  public var preferredCustomMediaSelectionSchemes: [AVCustomMediaSelectionScheme] {
    get { state.withLock { $0.customSelection.preferredSchemes } }
    set { state.withLock { $0.customSelection.preferredSchemes = newValue } }
  }

  /// Presents the option of a group that has a setting, with the language and the settings that were chosen in other
  /// selectors. Nothing changes in a group without a scheme, or that does not offer the setting.
  public func select(
    _ mediaPresentationSetting: AVMediaPresentationSetting, for mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    guard let scheme = mediaSelectionGroup.customMediaSelectionScheme else { return }
    changeCustomSelection(in: mediaSelectionGroup) { $0.add(mediaPresentationSetting, of: scheme) }
  }

  /// Presents the option of a group in a language, with the settings that were chosen. Nothing changes in a group without a
  /// scheme.
  ///
  /// - Parameter language: a BCP 47 tag.
  public func selectMediaPresentationLanguage(_ language: String, for mediaSelectionGroup: AVMediaSelectionGroup) {
    if mediaSelectionGroup.customMediaSelectionScheme == nil { return }
    changeCustomSelection(in: mediaSelectionGroup) { $0.language = language }
  }

  /// The language that was chosen in a group, as a BCP 47 tag. It is `nil` where none was.
  public func selectedMediaPresentationLanguage(for mediaSelectionGroup: AVMediaSelectionGroup) -> String? {
    state.withLock { $0.customSelection }.choice(in: mediaSelectionGroup).language
  }

  /// The settings that were chosen in a group, by their selectors. The values are `AVMediaPresentationSetting`s.
  public func selectedMediaPresentationSettings(
    for mediaSelectionGroup: AVMediaSelectionGroup
  ) -> [AVMediaPresentationSelector: Any] {
    guard let scheme = mediaSelectionGroup.customMediaSelectionScheme else { return [:] }
    return state.withLock { $0.customSelection }.choice(in: mediaSelectionGroup).settings(of: scheme)
  }

  /// The settings that the option that is presented of a group has, by their selectors. The values are
  /// `AVMediaPresentationSetting`s.
  public func effectiveMediaPresentationSettings(
    for mediaSelectionGroup: AVMediaSelectionGroup
  ) -> [AVMediaPresentationSelector: Any] {
    guard let scheme = mediaSelectionGroup.customMediaSelectionScheme,
      let option = selection.option(in: mediaSelectionGroup)
    else { return [:] }
    var result: [AVMediaPresentationSelector: Any] = [:]
    for selector in scheme.selectors {
      result[selector] = selector.settings.first { option.hasMediaCharacteristic($0.mediaCharacteristic) }
    }
    return result
  }

  private func changeCustomSelection(
    in group: AVMediaSelectionGroup, _ change: (inout CustomSelection.Choice) -> Void
  ) {
    let option = state.withLock { state in
      var choice = state.customSelection.choice(in: group)
      change(&choice)
      state.customSelection.set(choice)
      return choice.option
    }
    if let option { select(option, in: group) }
  }
}

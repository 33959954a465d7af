/// What a WebVTT cue says beside its text (W3C, "WebVTT file structure").
package struct WebVTTCue: Hashable, Sendable {
  /// What stands before its times.
  package var identifier: String
  /// What stands behind its times: `line:0 position:20% align:start`.
  package var settings: String

  package init(identifier: String = "", settings: String = "") {
    self.identifier = identifier
    self.settings = settings
  }

  /// What of it is not kept in a form that has no place for it.
  var styles: Set<LostStyle> {
    var styles: Set<LostStyle> = []
    if !identifier.isEmpty { styles.insert(.identifier) }
    if !settings.isEmpty { styles.insert(.position) }
    return styles
  }
}

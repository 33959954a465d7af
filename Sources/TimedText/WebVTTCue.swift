/// The properties of a WebVTT cue apart from its text (W3C, "WebVTT file structure").
package struct WebVTTCue: Hashable, Sendable {
  /// The identifier, which is written before the cue's times.
  package var identifier: String
  /// The settings, which are written after the cue's times, such as `line:0 position:20% align:start`.
  package var settings: String

  package init(identifier: String = "", settings: String = "") {
    self.identifier = identifier
    self.settings = settings
  }

  /// The properties that are lost in a form that cannot hold them.
  var styles: Set<LostStyle> {
    var styles: Set<LostStyle> = []
    if !identifier.isEmpty { styles.insert(.identifier) }
    if !settings.isEmpty { styles.insert(.position) }
    return styles
  }
}

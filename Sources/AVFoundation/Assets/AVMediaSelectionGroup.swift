/// Tracks of which one at most is presented at a time, such as the sound in several languages.
public class AVMediaSelectionGroup: @unchecked Sendable {
  // Sendable: has no state of its own, and its subclasses have constants.

  init() {}
}

public import Foundation
import Synchronization

/// The selected option of each group of an asset.
public class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: a weak reference that the runtime guards, and choices behind a lock.

  /// The asset, or `nil` once it is gone.
  public private(set) weak var asset: AVAsset?
  private let choices: Mutex<[Choice]>

  /// A choice of an option, or of nothing.
  struct Choice: Sendable {
    var group: AVMediaSelectionGroup
    var option: AVMediaSelectionOption?
    /// A Boolean value that says whether a player chose by its criteria, and not a client.
    var isAutomatic = false
  }

  init(_ asset: AVAsset?, choices: [Choice] = []) {
    self.asset = asset
    self.choices = Mutex(choices)
  }

  /// Returns the option that is selected in a group: its default where nobody chose.
  public func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    let choice = choices.withLock { $0.first { $0.group.options == mediaSelectionGroup.options } }
    return choice.map(\.option) ?? mediaSelectionGroup.defaultOption
  }

  /// Returns whether a player may choose in a group by its criteria: `true` until a client has chosen there (PI-62).
  public func mediaSelectionCriteriaCanBeAppliedAutomatically(to mediaSelectionGroup: AVMediaSelectionGroup) -> Bool {
    choices.withLock { !$0.contains { !$0.isAutomatic && $0.group.options == mediaSelectionGroup.options } }
  }

  func choose(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
    choices.withLock { choices in
      choices.removeAll { $0.group.options == group.options }
      choices.append(Choice(group: group, option: option))
    }
  }

  /// The selection itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  /// An `AVMutableMediaSelection` of the same choices.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableMediaSelection(asset, choices: choices.withLock { $0 })
  }

  func immutableCopy() -> AVMediaSelection { AVMediaSelection(asset, choices: choices.withLock { $0 }) }
}

/// A selection that can be changed.
public final class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Chooses an option of a group, or nothing where the group allows that.
  ///
  /// Stops the process for an option of another group.
  public func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
    if let mediaSelectionOption, !mediaSelectionGroup.options.contains(mediaSelectionOption) {
      raise(.invalidArgument, "the media selection option is not one of the group's")
    }
    if mediaSelectionOption == nil, !mediaSelectionGroup.allowsEmptySelection { return }
    choose(mediaSelectionOption, in: mediaSelectionGroup)
  }

  /// A selection that does not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any { immutableCopy() }
}

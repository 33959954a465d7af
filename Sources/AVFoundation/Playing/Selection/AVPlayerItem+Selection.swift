public import Foundation
import MediaEngine
import Synchronization

// The alternatives of an item, such as languages, that are presented.
extension AVPlayerItem {
  /// The item's selection of media options was changed, by a client or by the player's criteria (PI-25).
  public class var mediaSelectionDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemMediaSelectionDidChangeNotification")
  }

  /// The options that are presented now, which later changes leave as they are (PI-63).
  public var currentMediaSelection: AVMediaSelection { selection.snapshot(of: asset) }

  /// The option of a group that is presented. It is `nil` for none.
  @available(*, deprecated, message: "Use currentMediaSelection to obtain an instance of AVMediaSelection")
  public func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    selection.option(in: mediaSelectionGroup)
  }

  /// Presents another option of a group from now on, also instead of one that was chosen automatically (PI-61). An
  /// option of another group changes nothing, nor does `nil` where something has to be chosen (PI-60).
  ///
  /// - Parameter mediaSelectionOption: is `nil` for none.
  public func select(
    _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    guard mediaSelectionOption.map(mediaSelectionGroup.options.contains) ?? mediaSelectionGroup.allowsEmptySelection
    else { return }
    changeSelection { $0.choose(mediaSelectionOption, in: mediaSelectionGroup) }
    // The options of other groups that belong to the selected one may have changed (PL-41).
    applyCriteria()
  }

  /// Lets the player choose in a group by its criteria again. That changes nothing unless somebody chose there, and the
  /// player applies its criteria automatically (PI-62).
  public func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
    guard selection.isChosen(in: mediaSelectionGroup), state.withLock({ $0.player })?.choosesAutomatically == true
    else { return }
    changeSelection { $0.forget(mediaSelectionGroup) }
    applyCriteria()
  }

  var selection: PlayerSelection { state.withLock { $0.selection } ?? PlayerSelection() }

  /// Chooses by the player's criteria in the groups in which nobody chose (PL-41).
  func applyCriteria() {
    guard status == .readyToPlay, let player = state.withLock({ $0.player }), player.choosesAutomatically else {
      return
    }
    for characteristic in Self.selectable {
      guard let group = asset.mediaSelectionGroup(forMediaCharacteristic: characteristic) else { continue }
      let criteria = player.mediaSelectionCriteria(forMediaCharacteristic: characteristic)
      // Criteria that were taken away leave the file's default.
      let option = criteria.map { $0.option(in: group) } ?? group.defaultOption
      if selection.option(in: group) == option || selection.isChosen(in: group) { continue }
      changeSelection { $0.chooseAutomatically(option, in: group) }
    }
  }

  private static let selectable: [AVMediaCharacteristic] = [.audible, .legible]

  private func changeSelection(_ change: (inout PlayerSelection) -> Void) {
    let selection = state.withLock { state in
      var selection = state.selection ?? PlayerSelection()
      change(&selection)
      state.selection = selection
      return selection
    }
    present(selection)
    MainThread.post(Self.mediaSelectionDidChangeNotification, from: self)
  }

  /// Presents the selected options.
  func present(_ selection: PlayerSelection) {
    for choice in selection.automatic + selection.chosen {
      let option = selection.option(in: choice.group)
      let track = option.map { TrackChoice.track($0.track.trackID) } ?? .none
      if choice.group.options.contains(where: { $0.hasMediaCharacteristic(.audible) }) {
        changeTrackSelection { $0.sound = track }
      } else if choice.group.options.contains(where: { $0.hasMediaCharacteristic(.legible) }) {
        setTextTrack(track)
      }
    }
  }
}

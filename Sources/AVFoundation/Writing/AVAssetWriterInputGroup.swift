import MediaEngine
import Synchronization

/// Inputs whose tracks are alternatives of each other: sound in several languages, of which one is heard (IG-01).
///
/// The inputs are added to the writer too, before or after the group.
public final class AVAssetWriterInputGroup: AVMediaSelectionGroup, @unchecked Sendable {
  // Sendable: constants alone.

  /// The inputs that are alternatives of each other.
  public let inputs: [AVAssetWriterInput]
  /// The input whose track is enabled. It is `nil` for none.
  public let defaultInput: AVAssetWriterInput?

  /// A group of inputs.
  ///
  /// - Parameter defaultInput: one of `inputs`, whose track alone will be enabled; `nil` enables none.
  ///
  /// Stops the process for a default input that is not among the inputs.
  public init(inputs: [AVAssetWriterInput], defaultInput: AVAssetWriterInput?) {
    if let defaultInput, !inputs.contains(where: { $0 === defaultInput }) {
      raise(.invalidArgument, "the default input is not one of the group's inputs")
    }
    self.inputs = inputs
    self.defaultInput = defaultInput
    super.init()
    for input in inputs { input.didJoin(self) }
  }
}

extension AVAssetWriter {
  /// The groups in the order in which they were added (AW-24).
  public var inputGroups: [AVAssetWriterInputGroup] { state.withLock { $0.inputGroups } }

  /// Returns whether `add` would accept the group (IG-02): the file type has alternatives, and the inputs' media types
  /// can be alternatives of each other.
  public func canAdd(_ inputGroup: AVAssetWriterInputGroup) -> Bool { refusal(of: inputGroup) == nil }

  /// Adds a group: the tracks of its inputs will be alternatives, and the default input's alone is marked enabled
  /// (IG-03).
  ///
  /// Stops the process where `canAdd` is false.
  public func add(_ inputGroup: AVAssetWriterInputGroup) {
    if let reason = refusal(of: inputGroup) { raise(.invalidArgument, "the input group cannot be added: \(reason)") }
    let number = state.withLock { state in
      state.inputGroups.append(inputGroup)
      return Int16(clamping: state.inputGroups.count)
    }
    for input in inputGroup.inputs {
      input.becomeAlternative(group: number, isDefault: input === inputGroup.defaultInput)
    }
  }

  private func refusal(of group: AVAssetWriterInputGroup) -> String? {
    if status != .unknown { return "writing has started" }
    if container.movieFormat == nil {
      return "files of type \(outputFileType.rawValue) cannot have alternative tracks"
    }
    let grouped = inputGroups.flatMap(\.inputs)
    if group.inputs.contains(where: { input in grouped.contains { $0 === input } }) {
      return "an input belongs to another group already"
    }
    let kinds = Set(group.inputs.map(\.mediaType.selectionKind))
    if kinds.count > 1 || kinds.contains(nil) { return "tracks of its media types cannot be alternatives" }
    return nil
  }
}

extension AVMediaType {
  /// The kind of media, for kinds of which a user can select a track: tracks of one kind can be alternatives. It is
  /// `nil` for other media.
  fileprivate var selectionKind: Int? {
    switch self {
    case .audio: 0
    case .video: 1
    case .subtitle, .closedCaption, .text: 2
    default: nil
    }
  }
}

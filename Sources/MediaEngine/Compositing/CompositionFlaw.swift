package import CoreMedia

/// A reason why a composition of pictures is not valid (VC-40 to VC-44).
package enum CompositionFlaw: Equatable, Sendable {
  /// A value of the composition, by its name, that is not valid.
  case value(String)
  /// A stretch without an instruction.
  case empty(CMTimeRange)
  /// An instruction whose range is not valid, or begins before the end of the one before it.
  case range(instruction: Int)
  /// A layer of a track that does not exist.
  case track(instruction: Int, trackID: Int32)

  /// The reason in words.
  package var reason: String {
    switch self {
    case .value(let name): "its \(name) is not positive, or too large"
    case .empty(let range): "no instruction is for the time from \(range.start.seconds) s to \(range.end.seconds) s"
    case .range(let index): "the time range of instruction \(index) is not valid, or not behind the one before it"
    case .track(let index, let trackID): "instruction \(index) has a layer of track \(trackID), which is not there"
    }
  }
}

extension PictureComposition {
  /// Returns the flaws in a range, in the order in which they are found: the values first, then the instructions.
  ///
  /// - Parameters:
  ///   - range: the range that is checked; instructions that do not overlap it are ignored. Its duration may be
  ///     infinite if it is not known where the instructions must end.
  ///   - trackIDs: the tracks that exist; `nil` if they are not known.
  package func flaws(in range: CMTimeRange, trackIDs: Set<Int32>?) -> [CompositionFlaw] {
    flawedValues + flawedInstructions(in: range, trackIDs)
  }

  private var flawedValues: [CompositionFlaw] {
    var flaws: [CompositionFlaw] = []
    if !(frameDuration.isNumeric && frameDuration > .zero) { flaws.append(.value("frameDuration")) }
    let sides = [Double(renderSize.width), Double(renderSize.height)]
    let isSize = sides.allSatisfy { $0 > 0 && $0 <= Double(Self.longestSide) }
    if !isSize { flaws.append(.value("renderSize")) }
    let isTooLarge = isSize && sides.contains { ($0 * renderScale).rounded() > Double(Self.longestSide) }
    if !(renderScale > 0 && renderScale.isFinite) || isTooLarge { flaws.append(.value("renderScale")) }
    return flaws
  }

  private func flawedInstructions(in range: CMTimeRange, _ trackIDs: Set<Int32>?) -> [CompositionFlaw] {
    var flaws: [CompositionFlaw] = []
    /// The time up to which instructions cover the range.
    var covered = range.start
    /// The end of the last valid instruction, also of those outside of the range.
    var end = CMTime.negativeInfinity
    for (index, instruction) in instructions.enumerated() {
      let own = instruction.timeRange
      let isRange =
        own.start.isNumeric && (own.duration.isNumeric && own.duration > .zero || own.duration == .positiveInfinity)
      guard isRange else {
        flaws.append(.range(instruction: index))
        continue
      }
      let isInside = own.start < range.end && own.end > range.start
      if own.start < end {
        if isInside { flaws.append(.range(instruction: index)) }
        continue
      }
      end = own.end
      guard isInside else { continue }
      if own.start > covered { flaws.append(.empty(CMTimeRange(start: covered, end: own.start))) }
      covered = own.end
      for trackID in instruction.layerTrackIDs where trackIDs.map({ !$0.contains(trackID) }) ?? false {
        flaws.append(.track(instruction: index, trackID: trackID))
      }
    }
    if range.end.isNumeric, covered < range.end { flaws.append(.empty(CMTimeRange(start: covered, end: range.end))) }
    return flaws
  }
}

extension PictureComposition.Instruction {
  /// The tracks of the layers, the topmost first.
  package var layerTrackIDs: [Int32] {
    switch work {
    case .layers(let layers, _): layers.map(\.trackID)
    case .pass(let trackID): [trackID]
    case .client: []
    }
  }
}

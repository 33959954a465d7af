package import CoreGraphics
package import CoreMedia
import MediaInterop
package import MediaSupport

/// The instructions by which tracks become one track of composed pictures: a pure value.
package struct PictureComposition: Sendable {
  package typealias Color = PictureLayout.Color

  /// The instruction for making the pictures in one stretch of time.
  package struct Instruction: Sendable {
    package enum Work: Sendable {
      /// Layers, the topmost first, over a background.
      case layers([PictureLayer], Color)
      /// The pictures of one track, unchanged, in the size of the composed ones.
      case pass(trackID: Int32)
      /// The client's own compositor.
      case client
    }

    package var timeRange: CMTimeRange
    package var work: Work
    /// The tracks whose pictures are needed; `nil` for all.
    package var sourceTrackIDs: [Int32]?
    /// The tracks of other data that are needed.
    package var dataTrackIDs: [Int32] = []
    /// A Boolean value that says whether the composed picture can change while the source pictures stay the same.
    package var changesInTime = true

    package init(_ timeRange: CMTimeRange, _ work: Work) { (self.timeRange, self.work) = (timeRange, work) }
  }

  /// The instructions in the client's order.
  package var instructions: [Instruction] = []
  /// The time between composed pictures.
  package var frameDuration = CMTime.invalid
  /// The track whose picture times the composed pictures have. If it is `nil`, they come at whole multiples of
  /// `frameDuration`.
  package var timingTrackID: Int32?
  package var renderSize = CGSize.zero
  /// The number of the composed picture's samples in a unit of `renderSize`.
  package var renderScale = 1.0
  /// The colours of the composed pictures; unspecified ones follow from the sources.
  var color = ColorDescription()

  package init() {}

  /// Sets the colours of the composed pictures, by H.273's numbers; 2 means that a property follows from the sources.
  package mutating func setColor(primaries: Int32, transfer: Int32, matrix: Int32) {
    func code(_ number: Int32) -> UInt8 { UInt8(exactly: number) ?? ColorDescription().primaries }
    (color.primaries, color.transfer, color.matrix) = (code(primaries), code(transfer), code(matrix))
  }

  /// The largest number of columns or rows: formats count them in 32 bits.
  static let longestSide = Int64(Int32.max)

  /// The number of columns and rows of the composed pictures.
  package var size: (width: Int, height: Int) {
    func count(_ length: CGFloat) -> Int {
      Int(min(max(1, Int64(clamping: Double(length) * renderScale)), Self.longestSide))
    }
    return (count(renderSize.width), count(renderSize.height))
  }

  /// Returns the index of the instruction at a time; `nil` if there is none.
  func instruction(at time: CMTime) -> Int? { instructions.firstIndex { $0.timeRange.containsTime(time) } }

  /// Returns the stretches of a range in which a track is needed, with adjacent ones joined.
  func neededRanges(ofTrack trackID: Int32, in range: CMTimeRange, isData: Bool = false) -> [CMTimeRange] {
    instructions.filter { instruction in
      isData ? instruction.dataTrackIDs.contains(trackID) : instruction.sourceTrackIDs?.contains(trackID) ?? true
    }.map { $0.timeRange.intersection(range) }.filter { $0.isValid && $0.duration > .zero }.joined
  }
}

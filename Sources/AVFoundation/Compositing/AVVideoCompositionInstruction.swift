public import CoreGraphics
public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// An instruction for composing the pictures in one time range, with what a compositor needs to know about it.
///
/// A client's own compositor may use instructions of a client's own class.
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
  /// The time in which the instruction holds.
  var timeRange: CMTimeRange { get }
  /// A Boolean value that says whether Core Animation may work on the pictures: it never does here.
  var enablePostProcessing: Bool { get }
  /// A Boolean value that says whether the same source pictures at another time make another picture. Where it is
  /// `false`, a composed picture may be used again (VC-62).
  var containsTweening: Bool { get }
  /// The tracks whose pictures are needed, as numbers, or `nil` for all.
  var requiredSourceTrackIDs: [NSValue]? { get }
  /// The track whose pictures are passed on without asking the compositor: their clean aperture, in the size of the
  /// composed pictures (VC-61). It is `kCMPersistentTrackID_Invalid` for none.
  var passthroughTrackID: CMPersistentTrackID { get }
  /// The tracks of other data that are needed (VC-64). It need not be implemented.
  var requiredSourceSampleDataTrackIDs: [NSNumber] { get }
}

extension AVVideoCompositionInstructionProtocol {
  /// None.
  public var requiredSourceSampleDataTrackIDs: [NSNumber] { [] }
}

/// Layers over a background, in one stretch of time (VC-10).
///
/// An object of this class does not change; `mutableCopy()` gives one that can be edited. Any thread.
public class AVVideoCompositionInstruction: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: what changes is behind a lock.

  /// The values of an instruction.
  public struct Configuration: Sendable {
    /// See `AVVideoCompositionInstruction.backgroundColor`; and so the others.
    public var backgroundColor: CGColor?
    public var enablePostProcessing: Bool
    public var layerInstructions: [AVVideoCompositionLayerInstruction]
    public var requiredSourceSampleDataTrackIDs: [CMPersistentTrackID]
    public var timeRange: CMTimeRange

    public init(
      backgroundColor: CGColor? = nil, enablePostProcessing: Bool = true,
      layerInstructions: [AVVideoCompositionLayerInstruction] = [],
      requiredSourceSampleDataTrackIDs: [CMPersistentTrackID] = [], timeRange: CMTimeRange = .zero
    ) {
      self.backgroundColor = backgroundColor
      self.enablePostProcessing = enablePostProcessing
      self.layerInstructions = layerInstructions
      self.requiredSourceSampleDataTrackIDs = requiredSourceSampleDataTrackIDs
      self.timeRange = timeRange
    }

    /// The same values with copies of the layers.
    var frozen: Configuration {
      var frozen = self
      frozen.layerInstructions = layerInstructions.map { $0.copy() as? AVVideoCompositionLayerInstruction ?? $0 }
      return frozen
    }
  }

  let values: Mutex<Configuration>

  /// An instruction of the values of a configuration, whose layers are copied (VC-02).
  public convenience init(configuration: Configuration) { self.init(configuration.frozen) }

  init(_ values: Configuration) { self.values = Mutex(values) }

  /// An instruction without layers, for no time.
  public override init() { values = Mutex(Configuration()) }

  /// The colour behind the layers (VC-33). It is `nil` for black.
  public var backgroundColor: CGColor? { current.backgroundColor }

  /// A Boolean value that says whether Core Animation may work on the pictures: it never does here. It is `true`, unless
  /// it is set.
  public var enablePostProcessing: Bool { current.enablePostProcessing }

  /// The layers, the topmost first (VC-11).
  public var layerInstructions: [AVVideoCompositionLayerInstruction] { current.layerInstructions }

  /// The track whose pictures are passed on. It is always `kCMPersistentTrackID_Invalid`: whether a layer changes
  /// nothing follows from the sizes of its pictures, and is found out for each one (VC-05).
  public var passthroughTrackID: CMPersistentTrackID { kCMPersistentTrackID_Invalid }

  /// The tracks of the layers, as numbers.
  public var requiredSourceTrackIDs: [NSValue]? {
    var known: Set<CMPersistentTrackID> = []
    return layerInstructions.map(\.trackID).filter { known.insert($0).inserted }.map { NSNumber(value: $0) }
  }

  /// The tracks of other data that are needed (VC-64).
  public var requiredSourceSampleDataTrackIDs: [NSNumber] {
    current.requiredSourceSampleDataTrackIDs.map { NSNumber(value: $0) }
  }

  /// The time in which the instruction holds.
  public var timeRange: CMTimeRange { current.timeRange }

  /// A Boolean value that says whether a layer changes within the time range.
  public var containsTweening: Bool {
    let values = current
    return values.layerInstructions.contains { $0.layer.changes(in: values.timeRange) }
  }

  /// An instruction that does not change any more: this one, unless it can be edited.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// An instruction of the same values that can be edited.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoCompositionInstruction(current) }

  var current: Configuration { values.withLock { $0 } }
}

extension AVVideoCompositionInstruction: AVVideoCompositionInstructionProtocol {}

/// An instruction that can be edited. What takes it keeps a copy, which later changes do not change (VC-02).
public final class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  override init(_ values: Configuration) { super.init(values) }

  /// An instruction without layers, for no time.
  public override init() { super.init(Configuration()) }

  /// The colour behind the layers, or `nil` for black. Its opacity has no effect (VC-33).
  public override var backgroundColor: CGColor? {
    get { super.backgroundColor }
    set { values.withLock { $0.backgroundColor = newValue } }
  }

  /// A Boolean value that says whether Core Animation may work on the pictures: it never does here.
  public override var enablePostProcessing: Bool {
    get { super.enablePostProcessing }
    set { values.withLock { $0.enablePostProcessing = newValue } }
  }

  /// The layers, the topmost first. They are kept as they are, and copied with the instruction.
  public override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { super.layerInstructions }
    set { values.withLock { $0.layerInstructions = newValue } }
  }

  /// The tracks of other data that are needed (VC-64).
  public override var requiredSourceSampleDataTrackIDs: [NSNumber] {
    get { super.requiredSourceSampleDataTrackIDs }
    set { values.withLock { $0.requiredSourceSampleDataTrackIDs = newValue.map(\.int32Value) } }
  }

  /// The time in which the instruction holds.
  public override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { values.withLock { $0.timeRange = newValue } }
  }

  /// An instruction of the same values, with copies of the layers, that does not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any { AVVideoCompositionInstruction(current.frozen) }
}

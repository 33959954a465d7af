public import CoreMedia
public import Foundation
import Synchronization

/// The way in which the pictures of several tracks become one track of composed pictures (VC-01).
///
/// An object of this class does not change; `mutableCopy()` gives one that can be edited. Any thread.
public class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: what changes is behind a lock.

  /// The treatment of metadata that describes the light of single pictures.
  public struct PerFrameHDRDisplayMetadataPolicy: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The metadata of a source's pictures goes with them.
    public static let propagate = PerFrameHDRDisplayMetadataPolicy(rawValue: "Propagate")
    /// Metadata is made anew. Here it is as `propagate`.
    public static let generate = PerFrameHDRDisplayMetadataPolicy(rawValue: "Generate")
  }

  let values: Mutex<Configuration>

  /// A composition of the values of a configuration, whose instructions are copied (VC-02).
  public convenience init(configuration: Configuration) { self.init(configuration.frozen) }

  init(_ values: Configuration) { self.values = Mutex(values) }

  /// A composition without instructions.
  public override init() { values = Mutex(Configuration()) }

  /// A composition that shows an asset's video tracks as they are meant to be shown (VC-50 to VC-53).
  ///
  /// The asset's tracks and duration are loaded, where they are not. An asset that cannot be read gives a composition
  /// without instructions.
  @available(macOS, deprecated: 15, message: "Use videoComposition(withPropertiesOf:)")
  public init(propertiesOf asset: AVAsset) { values = Mutex(Configuration(propertiesOf: asset, nil)) }

  /// Returns a composition that shows an asset's video tracks as they are meant to be shown (VC-50 to VC-53).
  ///
  /// - Throws: `AVError` where the asset cannot be read.
  public class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVVideoComposition {
    AVVideoComposition(try await Configuration(for: asset))
  }

  /// Makes a composition that shows an asset's video tracks as they are meant to be shown.
  ///
  /// - Parameter completionHandler: called once on any thread, with the composition, or an `AVError` where the asset
  ///   cannot be read.
  public class func videoComposition(
    withPropertiesOf asset: AVAsset, completionHandler: @escaping @Sendable (AVVideoComposition?, (any Error)?) -> Void
  ) {
    Task {
      do { completionHandler(try await videoComposition(withPropertiesOf: asset), nil) } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// The primaries of the composed pictures, one of Core Video's constants. It is `nil` if they are determined by the
  /// sources (VC-32).
  public var colorPrimaries: String? { current.colorPrimaries }

  /// The transfer function of the composed pictures, one of Core Video's constants. It is `nil` if it is determined by
  /// the sources (VC-32).
  public var colorTransferFunction: String? { current.colorTransferFunction }

  /// The matrix of the composed pictures, one of Core Video's constants. It is `nil` if it is determined by the sources
  /// (VC-32).
  public var colorYCbCrMatrix: String? { current.colorYCbCrMatrix }

  /// The treatment of metadata that describes the light of single pictures. It is `.propagate`, unless it is set.
  public var perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy {
    current.perFrameHDRDisplayMetadataPolicy
  }

  /// The class of the compositor that makes the pictures. It is `nil` for the built-in one (VC-60).
  public var customVideoCompositorClass: (any AVVideoCompositing.Type)? { current.customVideoCompositorClass }

  /// The distance of composed pictures (VC-03).
  public var frameDuration: CMTime { current.frameDuration }

  /// The instructions in the order of their time ranges.
  public var instructions: [any AVVideoCompositionInstructionProtocol] { current.instructions }

  /// The tags of each buffer of a composed picture. It is `nil` for pictures of one buffer, as all are here.
  public var outputBufferDescription: [[CMTag]]? { current.outputBufferDescription }

  /// The samples of composed pictures in a unit of `renderSize`. It is 1, unless it is set.
  public var renderScale: Float { current.renderScale }

  /// The size of composed pictures, in square pixels.
  public var renderSize: CGSize { current.renderSize }

  /// The tracks of other data than pictures that the compositor gets (VC-64).
  public var sourceSampleDataTrackIDs: [CMPersistentTrackID] { current.sourceSampleDataTrackIDs }

  /// The track whose times of pictures the composed pictures have (VC-04). It is `kCMPersistentTrackID_Invalid` if
  /// their times are multiples of `frameDuration`.
  public var sourceTrackIDForFrameTiming: CMPersistentTrackID { current.sourceTrackIDForFrameTiming }

  /// The arrangements of two eyes' views that may be attached to composed pictures.
  public var spatialVideoConfigurations: [AVSpatialVideoConfiguration] { current.spatialVideoConfigurations }

  /// The tool that draws Core Animation's layers. It is always `nil`: there is none.
  public var animationTool: AVVideoCompositionCoreAnimationTool? { current.animationTool }

  /// A composition that does not change any more: this one, unless it can be edited.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// A composition of the same values that can be edited.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoComposition(current) }

  /// The values as they are now.
  var current: Configuration { values.withLock { $0 } }
}

/// A composition that can be edited. What takes it keeps a copy, which later changes do not change (VC-02).
public final class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  override init(_ values: Configuration) { super.init(values) }

  /// A composition without instructions, a size and a frame duration.
  public override init() { super.init(Configuration()) }

  /// A composition that shows an asset's video tracks as they are meant to be shown: see
  /// `AVVideoComposition.init(propertiesOf:)`.
  @available(macOS, deprecated: 15, message: "Use videoComposition(withPropertiesOf:)")
  public override init(propertiesOf asset: AVAsset) { super.init(Configuration(propertiesOf: asset, nil)) }

  /// A composition as of `init(propertiesOf:)`, whose instructions have the background and the post-processing of a
  /// prototype (VC-53).
  @available(macOS, deprecated: 15, message: "Use videoComposition(withPropertiesOf:prototypeInstruction:)")
  public init(propertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction) {
    super.init(Configuration(propertiesOf: asset, prototypeInstruction))
  }

  /// Returns a composition that shows an asset's video tracks as they are meant to be shown, and can be edited.
  ///
  /// - Throws: `AVError` where the asset cannot be read.
  public override class func videoComposition(
    withPropertiesOf asset: AVAsset
  ) async throws -> AVMutableVideoComposition {
    AVMutableVideoComposition(try await Configuration(for: asset))
  }

  /// Makes a composition that shows an asset's video tracks as they are meant to be shown, and can be edited.
  ///
  /// - Parameter completionHandler: called once on any thread, with the composition, or an `AVError` where the asset
  ///   cannot be read.
  public override class func videoComposition(
    withPropertiesOf asset: AVAsset,
    completionHandler: @escaping @Sendable (AVMutableVideoComposition?, (any Error)?) -> Void
  ) {
    Task {
      do {
        completionHandler(AVMutableVideoComposition(try await Configuration(for: asset)), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// Returns a composition as of `videoComposition(withPropertiesOf:)`, whose instructions have the background and the
  /// post-processing of a prototype (VC-53).
  ///
  /// - Throws: `AVError` where the asset cannot be read.
  public class func videoComposition(
    withPropertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction
  ) async throws -> AVMutableVideoComposition {
    AVMutableVideoComposition(try await Configuration(for: asset, prototypeInstruction: prototypeInstruction))
  }

  /// Makes a composition whose instructions have the background and the post-processing of a prototype.
  ///
  /// - Parameter completionHandler: called once on any thread, with the composition, or an `AVError` where the asset
  ///   cannot be read.
  public class func videoComposition(
    withPropertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction,
    completionHandler: @escaping @Sendable (AVMutableVideoComposition?, (any Error)?) -> Void
  ) {
    Task {
      do {
        let values = try await Configuration(for: asset, prototypeInstruction: prototypeInstruction)
        completionHandler(AVMutableVideoComposition(values), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// The primaries of the composed pictures, one of Core Video's constants. With `nil` the sources determine them.
  public override var colorPrimaries: String? {
    get { super.colorPrimaries }
    set { change { $0.colorPrimaries = newValue } }
  }

  /// The transfer function of the composed pictures, one of Core Video's constants. With `nil` the sources determine
  /// it.
  ///
  /// Pictures are blended in their encoded values: with `kCVImageBufferTransferFunction_Linear` in linear light.
  public override var colorTransferFunction: String? {
    get { super.colorTransferFunction }
    set { change { $0.colorTransferFunction = newValue } }
  }

  /// The matrix of the composed pictures, one of Core Video's constants. With `nil` the sources determine it.
  public override var colorYCbCrMatrix: String? {
    get { super.colorYCbCrMatrix }
    set { change { $0.colorYCbCrMatrix = newValue } }
  }

  /// The treatment of metadata that describes the light of single pictures.
  public override var perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy {
    get { super.perFrameHDRDisplayMetadataPolicy }
    set { change { $0.perFrameHDRDisplayMetadataPolicy = newValue } }
  }

  /// The class of the compositor that makes the pictures, or `nil` for the built-in one (VC-60).
  public override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
    get { super.customVideoCompositorClass }
    set { change { $0.customVideoCompositorClass = newValue } }
  }

  /// The distance of composed pictures (VC-03).
  public override var frameDuration: CMTime {
    get { super.frameDuration }
    set { change { $0.frameDuration = newValue } }
  }

  /// The instructions in the order of their time ranges. They are kept as they are, and copied with the composition.
  public override var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { super.instructions }
    set { change { $0.instructions = newValue } }
  }

  /// The samples of composed pictures in a unit of `renderSize`.
  public override var renderScale: Float {
    get { super.renderScale }
    set { change { $0.renderScale = newValue } }
  }

  /// The size of composed pictures, in square pixels.
  public override var renderSize: CGSize {
    get { super.renderSize }
    set { change { $0.renderSize = newValue } }
  }

  /// The tracks of other data than pictures that the compositor gets (VC-64).
  public override var sourceSampleDataTrackIDs: [CMPersistentTrackID] {
    get { super.sourceSampleDataTrackIDs }
    set { change { $0.sourceSampleDataTrackIDs = newValue } }
  }

  /// The track whose pictures' times the composed ones have (VC-04); `kCMPersistentTrackID_Invalid` for multiples of
  /// `frameDuration`.
  public override var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    get { super.sourceTrackIDForFrameTiming }
    set { change { $0.sourceTrackIDForFrameTiming = newValue } }
  }

  /// The tool that draws Core Animation's layers: there is none here, and `nil` alone can be set.
  public override var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { super.animationTool }
    set { change { $0.animationTool = newValue } }
  }

  /// A composition of the same values, with copies of the instructions, that does not change any more (VC-02).
  public override func copy(with zone: NSZone? = nil) -> Any { AVVideoComposition(current.frozen) }

  private func change(_ body: (inout Configuration) -> Void) { values.withLock { body(&$0) } }
}

public import CoreGraphics
public import CoreMedia
import Foundation

extension AVVideoComposition {
  /// The values of a composition.
  public struct Configuration: @unchecked Sendable {
    // Sendable: objects of clients are used by one reader at a time, as on Apple's platforms.

    /// Always `nil`: there is no Core Animation.
    public var animationTool: AVVideoCompositionCoreAnimationTool?
    /// See `AVVideoComposition.colorPrimaries`; and so the others.
    public var colorPrimaries: String?
    public var colorTransferFunction: String?
    public var colorYCbCrMatrix: String?
    public var customVideoCompositorClass: (any AVVideoCompositing.Type)?
    public var frameDuration: CMTime
    public var instructions: [any AVVideoCompositionInstructionProtocol]
    public var outputBufferDescription: [[CMTag]]?
    public var perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy
    public var renderScale: Float
    public var renderSize: CGSize
    public var sourceSampleDataTrackIDs: [CMPersistentTrackID]
    public var sourceTrackIDForFrameTiming: CMPersistentTrackID
    public var spatialVideoConfigurations: [AVSpatialVideoConfiguration]

    public init(
      animationTool: AVVideoCompositionCoreAnimationTool? = nil, colorPrimaries: String? = nil,
      colorTransferFunction: String? = nil, colorYCbCrMatrix: String? = nil,
      customVideoCompositorClass: (any AVVideoCompositing.Type)? = nil, frameDuration: CMTime = .zero,
      instructions: [any AVVideoCompositionInstructionProtocol] = [], outputBufferDescription: [[CMTag]]? = nil,
      perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy = .propagate, renderScale: Float = 1.0,
      renderSize: CGSize = .zero, sourceSampleDataTrackIDs: [CMPersistentTrackID] = [],
      sourceTrackIDForFrameTiming: Int32 = .zero, spatialVideoConfigurations: [AVSpatialVideoConfiguration] = []
    ) {
      self.animationTool = animationTool
      self.colorPrimaries = colorPrimaries
      self.colorTransferFunction = colorTransferFunction
      self.colorYCbCrMatrix = colorYCbCrMatrix
      self.customVideoCompositorClass = customVideoCompositorClass
      self.frameDuration = frameDuration
      self.instructions = instructions
      self.outputBufferDescription = outputBufferDescription
      self.perFrameHDRDisplayMetadataPolicy = perFrameHDRDisplayMetadataPolicy
      self.renderScale = renderScale
      self.renderSize = renderSize
      self.sourceSampleDataTrackIDs = sourceSampleDataTrackIDs
      self.sourceTrackIDForFrameTiming = sourceTrackIDForFrameTiming
      self.spatialVideoConfigurations = spatialVideoConfigurations
    }

    /// The values with which an asset's video tracks are shown as they are meant to be (VC-50 to VC-53).
    ///
    /// - Parameter prototypeInstruction: gives the instructions their background and post-processing.
    /// - Throws: `AVError` where the asset cannot be read.
    public init(
      for asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction? = nil
    ) async throws {
      _ = try await asset.load(.tracks, .duration)
      self.init(propertiesOf: asset, prototypeInstruction)
    }

    /// The same values with copies of the instructions.
    var frozen: Configuration {
      var frozen = self
      frozen.instructions = instructions.map { instruction in
        guard let own = instruction as? AVVideoCompositionInstruction else { return instruction }
        return own.copy() as? AVVideoCompositionInstruction ?? own
      }
      return frozen
    }
  }
}

/// Apple's tool that draws Core Animation's layers over composed pictures. There is no Core Animation here: no object of
/// this class can be made, and properties of this type are always `nil`.
public final class AVVideoCompositionCoreAnimationTool: Sendable {
  private init() {}
}

import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import MediaEngine
import MediaSupport

/// A composition as it was when it was set, with the client's compositor for it.
struct VideoCompositing: Sendable {
  let composition: AVVideoComposition
  /// The client's compositor. It is `nil` for the built-in one.
  let compositor: (any AVVideoCompositing)?

  /// Keeps a copy of a composition, and makes its compositor.
  init(_ composition: AVVideoComposition) {
    self.composition = composition.copy() as? AVVideoComposition ?? composition
    compositor = composition.customVideoCompositorClass?.init()
  }

  /// Returns the plan of composed pictures of an asset.
  ///
  /// - Parameter tracks: the tracks that are composed.
  /// - Throws: `MediaError(.unsupportedSettings)` for a compositor of pictures that there are not.
  func plan(of tracks: [AVAssetTrack], in asset: AVAsset) throws -> CompositedPictures.Plan {
    var plan = CompositedPictures.Plan(
      composition.pictureComposition, of: tracks.map(\.information), end: asset.duration)
    let data = composition.sourceSampleDataTrackIDs
    plan.dataTracks = asset.tracks.filter { data.contains($0.trackID) }.map(\.information)
    plan.compositor = try compositor.map { try ClientComposer($0, composition) }
    return plan
  }
}

extension AVAsset {
  /// The video tracks that a composition is made of: all that this build decodes.
  var composedTracks: [AVAssetTrack] { tracks.filter { $0.mediaType == .video && $0.isDecodable } }
}

extension AVVideoComposition {
  /// The composition as a value of the engine.
  var pictureComposition: PictureComposition {
    let values = current
    var composition = PictureComposition()
    composition.instructions = values.instructions.map {
      PictureComposition.Instruction($0, isClients: values.customVideoCompositorClass != nil)
    }
    composition.frameDuration = values.frameDuration
    let timing = values.sourceTrackIDForFrameTiming
    composition.timingTrackID = timing == kCMPersistentTrackID_Invalid ? nil : timing
    composition.renderSize = values.renderSize
    composition.renderScale = Double(values.renderScale)
    func name(_ value: String?) -> CFString? { value.map { $0 as NSString } }
    composition.setColor(
      primaries: CVColorPrimariesGetIntegerCodePointForString(name(values.colorPrimaries)),
      transfer: CVTransferFunctionGetIntegerCodePointForString(name(values.colorTransferFunction)),
      matrix: CVYCbCrMatrixGetIntegerCodePointForString(name(values.colorYCbCrMatrix)))
    return composition
  }
}

extension PictureComposition.Instruction {
  /// - Parameter isClients: a Boolean value that says whether the client has a compositor of its own.
  fileprivate init(_ instruction: any AVVideoCompositionInstructionProtocol, isClients: Bool) {
    let passed = instruction.passthroughTrackID
    if passed != kCMPersistentTrackID_Invalid {
      self.init(instruction.timeRange, .pass(trackID: passed))
    } else if !isClients, let own = instruction as? AVVideoCompositionInstruction {
      let color = own.backgroundColor?.redGreenBlue
      let background = color.map { PictureComposition.Color(red: $0.red, green: $0.green, blue: $0.blue) }
      self.init(instruction.timeRange, .layers(own.layerInstructions.map(\.layer), background ?? .init()))
    } else {
      self.init(instruction.timeRange, .client)
    }
    sourceTrackIDs = instruction.requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value }
    if passed != kCMPersistentTrackID_Invalid { sourceTrackIDs?.append(passed) }
    dataTrackIDs = instruction.requiredSourceSampleDataTrackIDs.map(\.int32Value)
    changesInTime = instruction.containsTweening
  }
}

import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// The composition and the mix of an item, as its client set them.
struct ItemTreatment: Sendable {
  var compositing: VideoCompositing?
  var audioMix: AVAudioMix?
  var seekingWaitsForRendering = false
}

// The composition of an item's pictures, and the mix of its sound.
extension AVPlayerItem {
  /// The composition of the video tracks. The item keeps a copy. With `nil`, the default, the pictures of one track are
  /// presented.
  ///
  /// It can be set at any time, and holds from then on. An item whose composition is not valid fails (VC-46). Stops the
  /// process for a composition whose render size, render scale or frame duration is not positive, or that has the times
  /// of a track of a negative identifier (PI-50).
  public var videoComposition: AVVideoComposition? {
    get { treatment.compositing?.composition }
    set {
      if let reason = newValue.flatMap(Self.whyUnusable) { raise(.invalidArgument, "videoComposition: \(reason)") }
      let compositing = newValue.map(VideoCompositing.init)
      state.withLock { $0.treatment.compositing = compositing }
      let asset = asset
      changeTrackSelection { selection in
        selection.composition = compositing.map { compositing in
          PictureTreatment { try compositing.plan(of: asset.composedTracks, in: asset) }
        }
      }
      if status == .readyToPlay { updatePresentationSize() }
    }
  }

  /// The client's compositor, which was made as the composition was set. It is `nil` for the built-in one (PI-50).
  public var customVideoCompositor: (any AVVideoCompositing)? { treatment.compositing?.compositor }

  /// A Boolean value that says whether seeking waits until the picture there is composed. It is `false` by default
  /// (PI-51). It is kept, and has no effect: seeking always waits for the picture.
  public var seekingWaitsForVideoCompositionRendering: Bool {
    get { treatment.seekingWaitsForRendering }
    set { state.withLock { $0.treatment.seekingWaitsForRendering = newValue } }
  }

  /// The volumes and the processing of the tracks of sound. The item keeps a copy. With `nil`, the default, all are
  /// heard as they are. Parameters for tracks that the asset does not have are passed over (PI-52), and algorithms for
  /// the pitch in parameters too: the item's counts.
  ///
  /// It can be set at any time, and holds from then on.
  public var audioMix: AVAudioMix? {
    get { treatment.audioMix }
    set {
      let copy = newValue?.copy() as? AVAudioMix
      state.withLock { $0.treatment.audioMix = copy }
      var treatments: [CMPersistentTrackID: SoundTreatment] = [:]
      for parameters in copy?.inputParameters ?? [] {
        treatments[parameters.trackID] = parameters.values.withLock { $0.treatment }
      }
      let mix = copy.map { _ in MixTreatment(treatments) }
      changeTrackSelection { $0.mix = mix }
    }
  }

  var treatment: ItemTreatment { state.withLock { $0.treatment } }

  /// Returns the reason why a composition cannot be presented. It is `nil` where it can (PI-50).
  private static func whyUnusable(_ composition: AVVideoComposition) -> String? {
    let plan = composition.pictureComposition
    let range = CMTimeRange(start: .zero, duration: .zero)
    if let flaw = plan.flaws(in: range, trackIDs: nil).first(where: { if case .value = $0 { true } else { false } }) {
      return flaw.reason
    }
    let timing = composition.sourceTrackIDForFrameTiming
    return timing < 0 ? "sourceTrackIDForFrameTiming is \(timing)" : nil
  }
}

import AVFAudio
import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// The ways in which an item's pictures and sound are presented, as its client wants them.
struct PresentationSettings: Sendable {
  var apertureMode = AVVideoApertureMode.cleanAperture
  var appliesPerFrameHDRMetadata = true
  var algorithm = AVAudioTimePitchAlgorithm.timeDomain
  /// The forms of sound that may be spread over space. It is `nil` until it is set.
  var spatializationFormats: AVAudioSpatializationFormats?
}

// The ways in which an item's pictures and sound are presented.
extension AVPlayerItem {
  /// The part of the pictures that is shown, and its shape. It decides on `presentationSize`, and on the pictures in
  /// `AVPlayerWindow`. It is `.cleanAperture` until it is set (PI-55).
  public var videoApertureMode: AVVideoApertureMode {
    get { presentation.apertureMode }
    set {
      let hasChanged = state.withLock { state in
        defer { state.presentation.apertureMode = newValue }
        return state.presentation.apertureMode != newValue && state.status == .readyToPlay
      }
      if hasChanged { updatePresentationSize() }
    }
  }

  /// A Boolean value that says whether a high-dynamic-range picture's own metadata about its light counts for that
  /// picture alone. It is `true` until it is set (PI-55). It is kept, and has no effect: the metadata about the
  /// mastering display counts.
  public var appliesPerFrameHDRDisplayMetadata: Bool {
    get { presentation.appliesPerFrameHDRMetadata }
    set { state.withLock { $0.presentation.appliesPerFrameHDRMetadata = newValue } }
  }

  /// The way in which the sound follows rates other than 1. It is `.timeDomain` until it is set (PI-53). Sound is heard at
  /// rates from 1/32 to 32, and is silent at others.
  ///
  /// It is heard when sound of that algorithm is ready, as another rate is. Stops the process for an unknown algorithm.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { presentation.algorithm }
    set {
      guard let algorithm = TimeStretchAlgorithm(newValue) else {
        raise(.invalidArgument, "there is no time pitch algorithm \(newValue.rawValue)")
      }
      let engine = state.withLock { state in
        state.presentation.algorithm = newValue
        return state.engine
      }
      engine?.setTimeStretch(algorithm)
    }
  }

  /// The forms of sound that may be spread over the space around the listener. Until it is set it is all of an item with
  /// pictures, and those of more than two channels without (PI-54). It is kept, and has no effect.
  public var allowedAudioSpatializationFormats: AVAudioSpatializationFormats {
    get {
      presentation.spatializationFormats
        ?? (status == .readyToPlay && asset.tracks(withMediaType: .video).isEmpty
          ? .multichannel : .monoStereoAndMultichannel)
    }
    set { state.withLock { $0.presentation.spatializationFormats = newValue } }
  }

  /// A Boolean value that says whether sound may be spread over the space around the listener. It is `true` until it is set
  /// (PI-54).
  @available(*, deprecated, message: "Use allowedAudioSpatializationFormats instead")
  public var isAudioSpatializationAllowed: Bool {
    get { !allowedAudioSpatializationFormats.isEmpty }
    set { allowedAudioSpatializationFormats = newValue ? .monoStereoAndMultichannel : [] }
  }

  /// The sound's algorithm, for the engine.
  var timeStretch: TimeStretchAlgorithm { TimeStretchAlgorithm(presentation.algorithm) ?? .timeDomain }

  private var presentation: PresentationSettings { state.withLock { $0.presentation } }

  // MARK: The size of pictures

  /// The track whose pictures are presented. It is `nil` without one.
  var pictureTrack: AVAssetTrack? {
    guard let information = try? asset.content.load(), let track = trackSelection.pictures(of: information) else {
      return nil
    }
    return asset.tracks.first { $0.trackID == track.trackID }
  }

  /// The size at which the pictures that are presented are to be shown.
  var sizeOfPictures: CGSize {
    guard let track = pictureTrack else { return .zero }
    return treatment.compositing?.composition.renderSize ?? track.size(in: presentation.apertureMode)
  }

  /// Looks at the size at which the pictures are to be shown.
  func updatePresentationSize() {
    let size = sizeOfPictures
    let player = state.withLock { state in
      state.presentationSize = size
      return state.player
    }
    announce([changed.presentationSize])
    player?.tell(.shapeChanged)
  }
}

extension AVAssetTrack {
  /// The size at which the pictures are to be shown, upright.
  fileprivate func size(in mode: AVVideoApertureMode) -> CGSize {
    let format = information.formatDescriptions.first
    let size: CGSize? =
      switch mode {
      case .productionAperture: format?.presentationDimensions(usePixelAspectRatio: true, useCleanAperture: false)
      case .encodedPixels: format?.presentationDimensions(usePixelAspectRatio: false, useCleanAperture: false)
      default: nil
      }
    let shown = (size ?? naturalSize).applying(preferredTransform)
    return CGSize(width: abs(shown.width), height: abs(shown.height))
  }
}

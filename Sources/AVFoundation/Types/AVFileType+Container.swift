import MediaEngine

extension AVFileType {
  /// Every type that Apple declares; others are misuse (AW-03).
  static let declared: Set<AVFileType> = [
    .AHAP, .SCC, .ac3, .aifc, .aiff, .amr, .appleiTT, .au, .avci, .caf, .dcm, .dng, .eac3, .heic, .heif, .jpg, .m4a,
    .m4v, .mobile3GPP, .mobile3GPP2, .mov, .mp3, .mp4, .qta, .tif, .wav,
  ]
}

extension ContainerFormat {
  /// The container that this build writes for a file type.
  init?(_ type: AVFileType) {
    switch type {
    case .mov: self = .quickTime
    case .mp4: self = .mp4
    case .m4v: self = .m4v
    case .m4a: self = .m4a
    case .mp3: self = .mp3
    case .wav: self = .wav
    default: return nil
    }
  }
}

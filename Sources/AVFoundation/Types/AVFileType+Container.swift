import MediaEngine
package import MediaSupport

extension AVFileType {
  /// Every type that Apple declares, and those that this build writes besides. Other types are misuse (AW-03).
  static let declared: Set<AVFileType> = Set(
    [
      .AHAP, .SCC, .ac3, .aifc, .aiff, .amr, .appleiTT, .au, .avci, .caf, .dcm, .dng, .eac3, .heic, .heif, .jpg, .m4a,
      .m4v, .mobile3GPP, .mobile3GPP2, .mov, .mp3, .mp4, .qta, .tif, .wav,
    ] + writable)

  /// The type's row in the table of containers. It is `nil` for a type that this build does not write.
  var rules: ContainerRules? { ContainerFormat(self)?.rules }

  /// The bytes that the container adds to its samples. It is `nil` for a type that this build does not write.
  package var overhead: ContainerOverhead? { rules?.overhead }
}

extension ContainerFormat {
  /// The container that this build writes for a file type.
  init?(_ type: AVFileType) { self.init(typeIdentifier: type.rawValue) }
}

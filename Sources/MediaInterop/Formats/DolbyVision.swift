internal import CFFmpeg

/// The properties of Dolby Vision that a container states beside the coding that carries it.
package struct DolbyVision: Hashable, Sendable {
  package var majorVersion: UInt8
  package var minorVersion: UInt8
  package var profile: UInt8
  package var level: UInt8
  package var hasMetadata: Bool
  package var hasEnhancementLayer: Bool
  package var hasBaseLayer: Bool
  /// The form that the base layer can be shown in without Dolby Vision: 0 none, 1 HDR10, 2 SDR, 4 HLG.
  package var compatibility: UInt8

  /// Makes the record of side data; `nil` for bytes that are too few.
  init?(sideData bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size else { return nil }
    let record = bytes.loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
    majorVersion = record.dv_version_major
    minorVersion = record.dv_version_minor
    profile = record.dv_profile
    level = record.dv_level
    hasMetadata = record.rpu_present_flag != 0
    hasEnhancementLayer = record.el_present_flag != 0
    hasBaseLayer = record.bl_present_flag != 0
    compatibility = record.dv_bl_signal_compatibility_id
  }
}

internal import Bitstreams
internal import CFFmpeg

extension DolbyVisionConfiguration {
  /// Makes the configuration from side data; `nil` for too few bytes.
  init?(sideData bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size else { return nil }
    let record = bytes.loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
    self.init(
      majorVersion: record.dv_version_major, minorVersion: record.dv_version_minor, profile: record.dv_profile,
      level: record.dv_level, hasMetadata: record.rpu_present_flag != 0,
      hasEnhancementLayer: record.el_present_flag != 0, hasBaseLayer: record.bl_present_flag != 0,
      compatibility: record.dv_bl_signal_compatibility_id)
  }

  /// The side data.
  var libraryValue: AVDOVIDecoderConfigurationRecord {
    // Later versions of FFmpeg have more members, in which zero means unspecified.
    var record = AVDOVIDecoderConfigurationRecord()
    (record.dv_version_major, record.dv_version_minor) = (majorVersion, minorVersion)
    (record.dv_profile, record.dv_level) = (profile, level)
    record.rpu_present_flag = hasMetadata ? 1 : 0
    record.el_present_flag = hasEnhancementLayer ? 1 : 0
    record.bl_present_flag = hasBaseLayer ? 1 : 0
    record.dv_bl_signal_compatibility_id = compatibility
    return record
  }
}

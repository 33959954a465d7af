// Data in the coded pictures. The first access to any of these properties reads the first pictures, without decoding
// them, and blocks its thread meanwhile. Later accesses to any of them use the result.

extension AVAssetTrack {
  /// The version of the dynamic metadata for displays with less light that the pictures carry (HDR10+, SMPTE ST
  /// 2094-40). It is `nil` if the first pictures carry none, and for other media.
  public var dynamicMetadataVersion: Int? { firstPictures.findings(in: self).dynamicMetadataVersion }

  /// The timecode in the first picture of H.264, HEVC or MPEG-2, such as `01:02:03:04`. It is `nil` if the picture has
  /// none, and for other media. It does not come from a timecode track.
  public var pictureTimecode: String? { firstPictures.findings(in: self).timecode }

  /// The layout of the two fields of the first picture of H.264 as the picture states it, by the names of
  /// `kCMFormatDescriptionExtension_FieldDetail`. It is `nil` for progressive pictures, if the picture does not state
  /// it, and for other media.
  public var pictureFieldDetail: String? { firstPictures.findings(in: self).fieldDetail }

  /// The description of itself that the encoder of H.264 or HEVC wrote into the first picture or the configuration:
  /// x264 and x265 write their version and their settings. It is `nil` if there is none, and for other media.
  public var encoderStatement: String? { firstPictures.findings(in: self).encoderStatement }

  /// A Boolean value that says whether the pictures carry closed captions of CEA-608 and CEA-708 (ATSC A/53 part 4). It
  /// is `false` if the first pictures carry none, and for other media. It says nothing about separate tracks of
  /// captions.
  public var carriesClosedCaptions: Bool { firstPictures.findings(in: self).carriesClosedCaptions }
}

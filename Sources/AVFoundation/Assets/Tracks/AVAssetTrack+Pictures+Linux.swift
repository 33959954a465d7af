// Data that the coded pictures carry. The first of these properties to be asked reads the first pictures, undecoded, and
// blocks its thread while it does; the others have the answer then.

extension AVAssetTrack {
  /// The version of the dynamic metadata that the pictures carry for screens with less light (HDR10+, SMPTE ST
  /// 2094-40); `nil` where the first ones carry none, and for other media.
  public var dynamicMetadataVersion: Int? { firstPictures.findings(in: self).dynamicMetadataVersion }

  /// The timecode that the first picture of H.264, HEVC or MPEG-2 carries, such as `01:02:03:04`. It is `nil` where the
  /// picture carries none, and for other media. A timecode track is not read for it.
  public var pictureTimecode: String? { firstPictures.findings(in: self).timecode }

  /// The layout of the two fields of the first picture of H.264 as the picture states it, by the names of
  /// `kCMFormatDescriptionExtension_FieldDetail`. It is `nil` for whole pictures, where the picture says nothing, and for
  /// other media.
  public var pictureFieldDetail: String? { firstPictures.findings(in: self).fieldDetail }

  /// The statement of the encoder of H.264 or HEVC about itself, in the first picture or in the configuration: x264 and
  /// x265 write their version and their settings. It is `nil` where there is none, and for other media.
  public var encoderStatement: String? { firstPictures.findings(in: self).encoderStatement }

  /// A Boolean value that says whether the pictures carry closed captions of CEA-608 and CEA-708 (ATSC A/53 part 4). It
  /// is `false` where the first ones carry none, and for other media. A track of captions is another thing.
  public var carriesClosedCaptions: Bool { firstPictures.findings(in: self).carriesClosedCaptions }
}

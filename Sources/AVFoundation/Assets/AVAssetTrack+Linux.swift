import MediaEngine

extension AVAssetTrack {
  /// How many samples the container's own tables list; 0 where it has none. Audio of movie files counts packets, or
  /// frames of linear PCM.
  public var sampleCount: Int { information.sampleCount }

  /// Which speakers the channels are for, by libav's names: `stereo`, `5.1(side)`, or `3 channels` where the container
  /// does not say; empty for other media.
  public var channelLayoutName: String { information.channelLayoutName }

  /// The chroma subsampling of the track's pictures: `4:2:0`, `4:2:2`, `4:4:4` and the like, or `RGB`.
  ///
  /// The string is empty where the subsampling is not known, and for tracks without pictures.
  public var chromaSampling: String { information.chromaSampling }

  /// The profile of the track's coding by libavcodec's names, such as `High`, `Main 10`, `LC` or `HQ`; empty where it is
  /// not known, and for codings without profiles.
  public var codecProfile: String { information.profile }

  /// The level of the track's coding as its standard writes it, such as `4.1`; empty where it is not known, and for
  /// codings without levels.
  public var codecLevel: String { information.level }

  /// Whether the file states, or the coding is such, that no picture of the track has two fields: `deinterlaces` then changes
  /// nothing.
  ///
  /// It is false where that is not known, and for tracks without pictures.
  public var hasWholePictures: Bool { information.hasWholePictures }

  /// Where the views of both eyes lie: `side by side`, `top and bottom` and libavutil's other names in one picture,
  /// `multiview` in layers of their own (MV-HEVC).
  ///
  /// The string is empty for pictures of one view, and for tracks without pictures.
  public var stereoLayout: String { information.stereoLayout }

  /// Whether the container says itself that nothing is presented before `timeRange.start`, with an empty edit.
  ///
  /// Elsewhere the start is only that of the first sample, as in a file that counts from anywhere.
  public var beginsWithEmptyEdit: Bool { information.beginsWithEmptyEdit }

  /// Whether the edit list shows the media otherwise than one part of it as it is: several parts, one part twice, a part at
  /// another speed.
  ///
  /// Decoded samples are vended as they are shown. Samples as stored cannot be: those that a part needs to be decoded come
  /// with it, again where they were vended before, with `kCMSampleAttachmentKey_DoNotDisplay`. Linear PCM is cut.
  public var isComposed: Bool { information.isComposed }

  /// Why all samples of the track cannot be stored as they are in files of a type; `nil` when they can.
  ///
  /// The file has to carry their format, and to say that what stands before the part that the edit list shows is not
  /// presented. One sentence that names the containers that can.
  public func refusal(ofCopyingTo fileType: AVFileType) -> String? {
    guard let format = formatDescriptions.first as? CMFormatDescription else { return nil }
    return fileType.refusal(ofCopying: format)
      ?? ContainerFormat(fileType)?.refusal(ofHiding: information.hiddenRunUp, in: format)
  }

  /// What a movie calls the track's handler (`hdlr`), which many programs use as the track's name; empty elsewhere.
  public var handlerName: String { information.handlerName }
}

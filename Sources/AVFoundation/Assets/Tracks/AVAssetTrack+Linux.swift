import MediaEngine

extension AVAssetTrack {
  /// The number of samples that the container's own tables list. It is 0 where the container has none. For audio of
  /// movie files it is the number of packets, or of frames of linear PCM.
  public var sampleCount: Int { information.sampleCount }

  /// The arrangement of the channels by the names of FFmpeg: `stereo`, `5.1(side)`, or `3 channels` if the container
  /// does not state it. The string is empty for other media.
  public var channelLayoutName: String { information.channelLayoutName }

  /// The number of bits of a sample that are enough for all of the track's sound: the bits of linear PCM, or those of
  /// the sound that a lossless coding was made from. It is 0 for lossy sound, and for other media.
  ///
  /// The number is 24 for lossless sound whose depth neither the file nor a decoder states: nothing but sound of 32 bits
  /// needs more.
  public var losslessBitDepth: Int { information.losslessDepth }

  /// The chroma subsampling of the track's pictures: `4:2:0`, `4:2:2`, `4:4:4` and the like, or `RGB`.
  ///
  /// The string is empty where the subsampling is not known, and for tracks without pictures.
  public var chromaSampling: String { information.chromaSampling }

  /// The profile of the track's coding by libavcodec's names, such as `High`, `Main 10`, `LC` or `HQ`. It is empty where the
  /// profile is not known, and for codings without profiles.
  public var codecProfile: String { information.profile }

  /// The level of the track's coding as its standard writes it, such as `4.1`. It is empty where the level is not known,
  /// and for codings without levels.
  public var codecLevel: String { information.level }

  /// A Boolean value that says whether the codec or the file states that all pictures are progressive, so that
  /// `deinterlaces` changes nothing.
  ///
  /// It is `false` where that is not known, and for tracks without pictures.
  public var hasWholePictures: Bool { information.hasWholePictures }

  /// The arrangement of the views of both eyes: `side by side`, `top and bottom` and libavutil's other names in one picture,
  /// `multiview` in layers of their own (MV-HEVC).
  ///
  /// The string is empty for pictures of one view, and for tracks without pictures.
  public var stereoLayout: String { information.stereoLayout }

  /// A Boolean value that says whether the container itself states, with an empty edit, that nothing is presented
  /// before `timeRange.start`.
  ///
  /// If it is `false`, the start is the time of the first sample, which may be any time.
  public var beginsWithEmptyEdit: Bool { information.beginsWithEmptyEdit }

  /// A Boolean value that says whether the edit list shows something other than one part of the media at its own speed:
  /// several parts, one part twice, or a part at another speed.
  ///
  /// Decoded samples are vended as they are shown. Samples as stored cannot be: the samples that are needed to decode a
  /// part come with it, again where they were vended before, with `kCMSampleAttachmentKey_DoNotDisplay`. Linear PCM is
  /// cut.
  public var isComposed: Bool { information.isComposed }

  /// A Boolean value that says whether the track has style sheets or regions of WebVTT for its texts.
  package var hasTextDefinitions: Bool { information.hasTextDefinitions }

  /// Returns the reason why not all samples of the track can be stored unchanged in files of a type. It is `nil` if
  /// they can.
  ///
  /// The file has to carry their formats, each of them and one behind the other. It also has to be able to state that
  /// samples which are needed to decode a part that an edit list or a composition shows are not presented, to hold streams
  /// that follow each other, and to hold the pauses of a composition's sound. Sound at another speed cannot be stored as it
  /// is in any file. The reason is one sentence, which names the containers that can where there are some.
  public func refusal(ofCopyingTo fileType: AVFileType) -> String? {
    guard let format = information.formatDescriptions.first else { return nil }
    guard let container = ContainerFormat(fileType) else { return fileType.refusal(ofCopying: format) }
    return copied.refusal(by: container)
  }

  /// The name of the track's handler in a movie (`hdlr`), which many programs use as the track's name. It is empty in
  /// other containers.
  public var handlerName: String { information.handlerName }
}

import CoreAudioTypes
package import CoreMedia
import MovieFile

/// Which coding each container can store as it is.
///
/// Sources: QuickTime File Format ("Video sample description", "Sound sample description") for QuickTime; the
/// registry of sample entry codes at mp4ra.org with the bindings it names for MPEG-4 (ISO 14496-14 and -15, AV1-ISOBMFF,
/// VP Codec ISO, ETSI TS 102 366 annex F, the Opus and FLAC encapsulations, ISO 23003-5 for PCM); what Apple's players
/// accept for the two MPEG-4 files that are Apple's own; RIFF's registered tags for WAVE.
extension ContainerFormat {
  /// Why this container cannot carry samples of a format as they are; `nil` when it can.
  ///
  /// What came out of a file of the same family goes back into one, also where this build does not know the coding:
  /// its sample entry is kept.
  package func refusal(of format: CMFormatDescription) -> String? {
    if let reason = refusal(of: format.mediaSubType, mediaType: format.mediaType) {
      let isKept = mediaTypes.contains(format.mediaType) && keepsEntry(of: format)
      return isKept ? nil : reason
    }
    guard format.mediaType == .audio, let sound = format.audioStreamBasicDescription else { return nil }
    if format.mediaSubType == .linearPCM { return refusal(of: LinearPCM(sound), channels: sound.mChannelsPerFrame) }
    return nil
  }

  /// Why this container cannot carry samples of a coding; `nil` when it can.
  package func refusal(
    of subType: CMFormatDescription.MediaSubType, mediaType: CMFormatDescription.MediaType
  ) -> String? {
    carries(subType, mediaType) ? nil : refusal(of: "\(FourCC(rawValue: subType.rawValue))", mediaType, subType)
  }

  private func carries(
    _ subType: CMFormatDescription.MediaSubType, _ mediaType: CMFormatDescription.MediaType
  ) -> Bool {
    guard mediaTypes.contains(mediaType) else { return false }
    return codes(mediaType)?.contains(FourCC(rawValue: subType.rawValue)) ?? true
  }

  private func refusal(
    of name: String, _ mediaType: CMFormatDescription.MediaType, _ subType: CMFormatDescription.MediaSubType
  ) -> String {
    let others = Self.allCases.filter { $0 != self && $0.carries(subType, mediaType) }
    let kind = Self.kinds[mediaType] ?? "\(FourCC(rawValue: mediaType.rawValue))"
    let refused = mediaTypes.contains(mediaType) ? "\(kind) in the format '\(name)'" : "\(kind) tracks"
    return "\(self.name) files (.\(fileExtension)) cannot carry \(refused); " + Self.advice(others)
  }

  /// PCM has one code and many forms, of which not every container has all.
  private func refusal(of pcm: LinearPCM?, channels: UInt32) -> String? {
    guard let pcm else { return "linear PCM whose flags contradict each other cannot be written to any file" }
    if carries(pcm) { return nil }
    let others = Self.allCases.filter { $0 != self && $0.carries(pcm) }
    return "\(name) files (.\(fileExtension)) cannot carry \(pcm); " + Self.advice(others)
  }

  private func carries(_ pcm: LinearPCM) -> Bool {
    switch self {
    case .quickTime: pcm.quickTimeFormat != nil
    case .mp4: pcm.isoConfiguration != nil
    case .wav: pcm.isWave
    case .m4v, .m4a, .mp3: false
    }
  }

  private static func advice(_ others: [ContainerFormat]) -> String {
    others.isEmpty
      ? "no container of this build can" : others.map { ".\($0.fileExtension)" }.joined(separator: " and ") + " can"
  }

  private func keepsEntry(of format: CMFormatDescription) -> Bool {
    switch self {
    case .quickTime: format.extensions[.verbatimSampleDescription] != nil
    case .mp4: format.extensions[.verbatimISOSampleEntry] != nil
    case .m4v, .m4a, .mp3, .wav: false
    }
  }

  private static let kinds: [CMFormatDescription.MediaType: String] = [
    .video: "video", .audio: "audio", .text: "text", .subtitle: "subtitle", .closedCaption: "closed caption",
    .timeCode: "time code", .metadata: "metadata", .muxed: "muxed",
  ]

  /// The codings of a kind that it has; `nil` for any.
  private func codes(_ mediaType: CMFormatDescription.MediaType) -> [FourCC]? {
    switch (self, mediaType) {
    case (.quickTime, .video): Self.quickTimeVideo
    case (.quickTime, .audio): Self.quickTimeAudio
    case (.quickTime, _): nil
    case (.mp4, .video): Self.isoVideo
    case (.mp4, .audio): Self.isoAudio
    case (.mp4, .metadata): ["mett", "metx", "urim", "mebx"]
    case (.mp4, .subtitle): ["tx3g", "wvtt", "stpp", "sbtt", "stxt", "c608"]
    case (.m4v, .video): ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe"]
    case (.m4v, .audio): Self.aac + ["ac-3", "ec-3", "alac"]
    case (.m4v, .metadata), (.m4a, .metadata): ["mebx"]
    case (.m4v, .subtitle): ["tx3g", "wvtt"]
    case (.m4a, .audio): Self.aac + ["alac"]
    case (.mp3, .audio): [".mp3"]
    case (.wav, .audio): ["lpcm", "ulaw", "alaw"]
    case (_, .text): ["text", "tx3g"]
    case (_, .closedCaption): ["c608", "c708"]
    default: []
    }
  }

  /// Low complexity, HE-AAC, HE-AAC v2, the low-delay family, spatial, xHE-AAC: one sample entry, `mp4a`.
  static let aac: [FourCC] = ["aac ", "aach", "aacp", "aacl", "aace", "aacf", "aacg", "aacs", "usac"]

  private static let proRes: [FourCC] = ["apco", "apcs", "apcn", "apch", "ap4h", "ap4x", "aprn", "aprh"]

  private static let quickTimeVideo: [FourCC] =
    ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "muxa", "av01", "vp09"] + proRes
    + [
      "mp4v", "h263", "s263", "mp2v", "mp1v", "jpeg", "mjpa", "mjpb", "dmb1", "mjp2", "png ", "tiff", "rle ",
      "SVQ1", "SVQ3", "cvid",
      // DV, by standard and frame rate.
      "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvhp", "dvhq", "dvh2", "dvh3", "dvh5", "dvh6",
      // MPEG-2 as cameras wrap it (XDCAM, HDV).
      "hdv1", "hdv2", "hdv3", "xdv1", "xdv2", "xdv3", "xdvb", "xdvc", "xdvd", "xdve", "xd54", "xd55", "xd5b", "xd5c",
      "AVdn", "AVdh", "CFHD", "icod",
      // Uncompressed (technical note TN2162).
      "raw ", "2vuy", "yuvs", "v308", "v408", "v210", "v216", "v410", "r408", "b64a", "b48r", "L555", "B565", "L565",
    ]

  private static let quickTimeAudio: [FourCC] =
    aac
    + [
      ".mp3", ".mp2", ".mp1", "alac", "ac-3", "ec-3", "lpcm", "ulaw", "alaw", "ima4", "samr", "sawb", "sawp", "ilbc",
      "MAC3", "MAC6", "QDMC", "QDM2", "Qclp", "agsm",
    ]

  /// MPEG-2 and MPEG-1 video are `mp4v` with an object type of their own (ISO 14496-1 table 5), as JPEG and PNG are.
  private static let isoVideo: [FourCC] = [
    "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dvav", "dva1", "av01", "vp09", "vp08", "mp4v", "mp2v", "mp1v",
    "jpeg", "png ", "s263", "h263",
  ]

  /// MP3 and MP2 are `mp4a` with an object type of their own.
  private static let isoAudio: [FourCC] =
    aac + [
      ".mp3", ".mp2", ".mp1", "alac", "ac-3", "ec-3", "opus", "flac", "lpcm", "samr", "sawb", "dtsc", "dtsh", "dtsl",
    ]
}

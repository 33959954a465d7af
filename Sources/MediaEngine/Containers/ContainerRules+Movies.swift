import CoreAudioTypes
import CoreMedia
import MovieFile

/// The movie files, which our own writer makes.
///
/// Sources: QuickTime File Format ("Video sample description", "Sound sample description") for QuickTime; the registry
/// of sample entry codes at mp4ra.org with the bindings it names for MPEG-4 (ISO 14496-14 and -15, AV1-ISOBMFF, VP
/// Codec ISO, ETSI TS 102 366 annex F, the Opus and FLAC encapsulations, ISO 23003-5 for PCM); the formats that Apple's
/// players accept for the two MPEG-4 files that are Apple's own. ISO's files carry text for chapter titles alone, which
/// Apple's players read there.
extension ContainerRules {
  private typealias KeySpace = MetadataRecord.KeySpace

  static let quickTime = ContainerRules(
    name: "QuickTime movie", fileExtensions: ["mov", "qt"], typeIdentifier: "com.apple.quicktime-movie",
    writer: .movie(.quickTime),
    codings: [
      (.video, .these(quickTimeVideo)), (.audio, .these(quickTimeAudio)), (.text, .any), (.subtitle, .any),
      (.closedCaption, .any), (.timeCode, .any), (.metadata, .any), (.muxed, .any),
    ],
    carriesPCM: { $0.quickTimeFormat != nil }, usualSound: kAudioFormatMPEG4AAC,
    keySpaces: [KeySpace.quickTimeMetadata, KeySpace.quickTimeUserData, KeySpace.iTunes, KeySpace.iTunesFreeform])

  static let mp4 = ContainerRules(
    name: "MPEG-4", fileExtensions: ["mp4"], typeIdentifier: "public.mpeg-4", writer: .movie(.mp4),
    codings: [
      (.video, .these(isoVideo)), (.audio, .these(isoAudio)), (.text, .these(titles)),
      (.subtitle, .these(["tx3g", "wvtt", "stpp", "sbtt", "stxt", "c608"])), (.closedCaption, .these(captions)),
      // Cameras write timecodes, and players of both families read them.
      (.timeCode, .these(["tmcd"])),
      (.metadata, .these(["mett", "metx", "urim", "mebx"])),
    ],
    carriesPCM: { $0.isoConfiguration != nil }, usualSound: kAudioFormatMPEG4AAC, keySpaces: isoKeySpaces)

  static let m4v = ContainerRules(
    name: "MPEG-4 video", fileExtensions: ["m4v"], typeIdentifier: "com.apple.m4v-video", writer: .movie(.m4v),
    codings: [
      (.video, .these(["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe"])),
      (.audio, .these(StreamCodec.aac + ["ac-3", "ec-3", "alac"])), (.text, .these(titles)),
      (.subtitle, .these(["tx3g", "wvtt"])),
      (.closedCaption, .these(captions)), (.metadata, .these(["mebx"])),
    ],
    usualSound: kAudioFormatMPEG4AAC, keySpaces: isoKeySpaces)

  static let m4a = ContainerRules(
    name: "MPEG-4 audio", fileExtensions: ["m4a"], typeIdentifier: "com.apple.m4a-audio", writer: .movie(.m4a),
    codings: [(.audio, .these(StreamCodec.aac + ["alac"])), (.text, .these(titles)), (.metadata, .these(["mebx"]))],
    usualSound: kAudioFormatMPEG4AAC, keySpaces: isoKeySpaces)

  private static let isoKeySpaces = [
    KeySpace.iTunes, KeySpace.iTunesFreeform, KeySpace.quickTimeMetadata, KeySpace.quickTimeUserData,
    // The texts of ISO's user data are full boxes, which QuickTime's user data does not have.
    KeySpace.isoUserData,
  ]

  private static let titles: [FourCC] = ["text", "tx3g"]
  private static let captions: [FourCC] = ["c608", "c708"]

  private static let quickTimeVideo: [FourCC] =
    ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "muxa", "av01", "vp09"] + StreamCodec.proRes
    + [
      "mp4v", "h263", "s263", "mp2v", "mp1v", "jpeg", "mjpa", "mjpb", "dmb1", "mjp2", "png ", "tiff", "rle ",
      "SVQ1", "SVQ3", "cvid",
      // These are DV, by standard and frame rate.
      "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvhp", "dvhq", "dvh2", "dvh3", "dvh5", "dvh6",
      // These are MPEG-2 as cameras wrap it (XDCAM, HDV).
      "hdv1", "hdv2", "hdv3", "xdv1", "xdv2", "xdv3", "xdvb", "xdvc", "xdvd", "xdve", "xd54", "xd55", "xd5b", "xd5c",
      "AVdn", "AVdh", "CFHD", "icod", "FFV1",
      // These are uncompressed (technical note TN2162).
      "raw ", "2vuy", "yuvs", "v308", "v408", "v210", "v216", "v410", "r408", "b64a", "b48r", "L555", "B565", "L565",
    ]

  private static let quickTimeAudio: [FourCC] =
    StreamCodec.aac
    + [
      ".mp3", ".mp2", ".mp1", "alac", "ac-3", "ec-3", "lpcm", "ulaw", "alaw", "ima4", "samr", "sawb", "sawp", "ilbc",
      "MAC3", "MAC6", "QDMC", "QDM2", "Qclp", "agsm",
    ]

  /// The codes of pictures. MPEG-2 and MPEG-1 video are `mp4v` with an object type of their own (ISO 14496-1 table 5),
  /// as JPEG and PNG are.
  private static let isoVideo: [FourCC] = [
    "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dvav", "dva1", "av01", "vp09", "vp08", "mp4v", "mp2v", "mp1v",
    "jpeg", "png ", "s263", "h263",
  ]

  /// The codes of sound. MP3 and MP2 are `mp4a` with an object type of their own.
  private static let isoAudio: [FourCC] =
    StreamCodec.aac + [
      ".mp3", ".mp2", ".mp1", "alac", "ac-3", "ec-3", "opus", "flac", "lpcm", "samr", "sawb", "dtsc", "dtsh", "dtsl",
    ]
}

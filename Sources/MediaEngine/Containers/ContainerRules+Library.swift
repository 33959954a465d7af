import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// The containers that libavformat writes.
///
/// Sources: the Matroska codec registry (matroska.org) and WebM's guidelines; ISO 13818-1 with its registered stream
/// types; RIFF's registered tags; Apple's AIFF and Core Audio file specifications; Xiph's mappings into Ogg.
extension ContainerRules {
  private typealias KeySpace = MetadataRecord.KeySpace

  private static let matroskaOverhead = ContainerOverhead(perPicture: 8, perOtherSample: 7)

  static let matroska = ContainerRules(
    name: "Matroska", fileExtensions: ["mkv", "mka"], typeIdentifier: "org.matroska.mkv",
    writer: .library(
      LibraryFormat(.matroska) {
        $0.overhead = Self.matroskaOverhead
        $0.start = .withPicturesFromZero
        $0.statesPadding = true
        $0.pictures = .attachment
        $0.hasAttachments = true
        $0.chapters = .list
        $0.hasTrackTexts = true
        $0.hasTrackFlags = true
        $0.hasTurns = true
        $0.languages = .ofTracks
        $0.creationDateName = "creation_time"
        $0.hasTextLanguages = true
      }),
    codings: [
      (
        .video,
        .these(
          lengthPrefixed + ["av01", "vp08", "vp09", "mp4v", "mp2v", "mp1v", "jpeg", "theo", "FFV1"]
            + StreamCodec.proRes.filter { !$0.description.hasPrefix("apr") })
      ),
      (
        .audio,
        .these(
          lowComplexity + [
            ".mp3", ".mp2", ".mp1", "alac", "flac", "opus", "vorb", "ac-3", "ec-3", "dtsc", "mlpa", "lpcm",
          ])
      ),
      (.subtitle, .these(["srt ", "ass ", "WVTT"])),
    ],
    // Integers of both byte orders, 8 bits unsigned; floating point little-endian.
    carriesPCM: { pcm in
      guard pcm.isPacked else { return false }
      if pcm.isFloat { return !pcm.isBigEndian && pcm.bits >= 32 }
      return pcm.bits == 8 ? !pcm.isSigned : pcm.isSigned && [16, 24, 32].contains(pcm.bits)
    },
    usualSound: kAudioFormatMPEG4AAC, isGapless: false, timeScale: 1000, keySpaces: [KeySpace.matroska])

  static let webM = ContainerRules(
    name: "WebM", fileExtensions: ["webm"], typeIdentifier: "org.webmproject.webm",
    writer: .library(
      LibraryFormat(.webM) {
        $0.overhead = Self.matroskaOverhead
        $0.start = .withPicturesFromZero
        $0.statesPadding = true
        $0.chapters = .list
        $0.hasTrackTexts = true
        $0.hasTrackFlags = true
        $0.hasTurns = true
        $0.languages = .ofTracks
        $0.creationDateName = "creation_time"
        $0.hasTextLanguages = true
      }),
    codings: [
      (.video, .these(["vp08", "vp09", "av01"])), (.audio, .these(["opus", "vorb"])), (.subtitle, .these(["WVTT"])),
    ],
    usualSound: kAudioFormatOpus, timeScale: 1000, keySpaces: [KeySpace.matroska])

  static let transportStream = ContainerRules(
    name: "MPEG transport stream", fileExtensions: ["ts"], typeIdentifier: "public.mpeg-2-transport-stream",
    writer: .library(
      LibraryFormat(.transportStream) {
        // Packets have 188 bytes, and the last packet of a picture, and of some sound, is half empty. Each packet of
        // AAC has a header of its own. The tables come eight times a second.
        $0.overhead = ContainerOverhead(perPicture: 110, perOtherSample: 20, perSecond: 3400, share: 4.0 / 184)
        $0.start = .notBeforeZero
        $0.isHeaderless = true
        $0.statesDuration = false
        $0.languages = .ofSound
      }),
    codings: [
      (.video, .these(lengthPrefixed + ["mp4v", "mp2v", "mp1v"])),
      (.audio, .these(lowComplexity + [".mp3", ".mp2", ".mp1", "ac-3", "ec-3", "opus", "dtsc", "mlpa"])),
    ],
    usualSound: kAudioFormatMPEG4AAC, isGapless: false, carriesLayers: false, timeScale: 90_000)

  static let mp3 = ContainerRules(
    name: "MP3", fileExtensions: ["mp3"], typeIdentifier: "public.mp3",
    writer: .library(
      LibraryFormat(.mp3) {
        $0.hasTagFrame = true
        $0.hasID3Tag = true
        $0.languages = .text("TLAN")
        $0.pictures = .frame
        $0.chapters = .frames
      }), codings: [(.audio, .these([".mp3"]))],
    usualSound: kAudioFormatMPEGLayer3, hasTimes: false, trackLimit: 1, keySpaces: [KeySpace.id3])

  static let wav = ContainerRules(
    name: "WAVE", fileExtensions: ["wav", "wave"], typeIdentifier: "com.microsoft.waveform-audio",
    writer: .library(
      LibraryFormat(.wav) {
        $0.streams = false
        $0.isReadWithoutPackets = true
        // Sizes beyond 4 GiB need the form of EBU Tech 3306, which is used only for such files.
        $0.options = ["rf64": "auto"]
        // The facts of RIFF's INFO list that libavformat knows.
        $0.textNames = [
          "title": "title", "artist": "artist", "album": "album", "genre": "genre", "copyright": "copyright",
          "comments": "comment", "recorded date": "date", "year": "date", "track number": "track", "subtitle": "ISBJ",
          "encoding application": "encoder", "IENG": "IENG", "IKEY": "IKEY", "IMED": "IMED", "ISRC": "ISRC",
          "ITCH": "encoded_by", "ILNG": "language",
        ]
        // EBU's extension for broadcasters.
        let names = [
          "description", "originator", "originator_reference", "origination_date", "origination_time", "time_reference",
          "umid", "coding_history",
        ]
        for name in names { $0.textNames?[name] = name }
        $0.broadcastTexts = (Set(names), "write_bext")
      }),
    codings: [(.audio, .these(["lpcm", "ulaw", "alaw"]))], carriesPCM: { $0.isWave }, usualSound: kAudioFormatLinearPCM,
    hasTimes: false, trackLimit: 1, keySpaces: [KeySpace.audioFile])

  static let aiff = ContainerRules(
    name: "AIFF", fileExtensions: ["aiff", "aif"], typeIdentifier: "public.aiff-audio",
    writer: .library(
      LibraryFormat(.aiff) {
        $0.streams = false
        $0.isReadWithoutPackets = true
        $0.options = ["write_id3v2": "1"]
        // The sizes of its chunks are unsigned numbers of 32 bits.
        $0.largestFile = Int64(UInt32.max)
        $0.languages = .text("TLAN")
        $0.pictures = .stream
      }), codings: [(.audio, .these(["lpcm"]))],
    carriesPCM: { pcm in
      pcm.isPacked && pcm.isSigned && !pcm.isFloat && [8, 16, 24, 32].contains(pcm.bits)
        && (pcm.isBigEndian || pcm.bits == 8)
    },
    hasBigEndianPCM: true, usualSound: kAudioFormatLinearPCM, hasTimes: false, trackLimit: 1,
    keySpaces: [KeySpace.id3])

  static let caf = ContainerRules(
    name: "Core Audio file", fileExtensions: ["caf"], typeIdentifier: "com.apple.coreaudio-format",
    writer: .library(
      LibraryFormat(.caf) {
        $0.streams = false
        $0.isReadWithoutPackets = true
      }),
    codings: [(.audio, .these(["lpcm", "ulaw", "alaw"]))],
    carriesPCM: { pcm in
      guard pcm.isPacked, pcm.isSigned else { return false }
      return pcm.isFloat ? pcm.bits >= 32 : [8, 16, 24, 32].contains(pcm.bits)
    },
    usualSound: kAudioFormatLinearPCM, hasTimes: false, trackLimit: 1, keySpaces: [KeySpace.audioFile])

  static let flac = ContainerRules(
    name: "FLAC", fileExtensions: ["flac"], typeIdentifier: "org.xiph.flac",
    writer: .library(
      LibraryFormat(.flac) {
        $0.isReadWithoutPackets = true
        $0.languages = .text("LANGUAGE")
        $0.pictures = .stream
        $0.chapters = .fields
      }),
    codings: [(.audio, .these(["flac"]))], usualSound: kAudioFormatFLAC, hasTimes: false,
    trackLimit: 1, keySpaces: [KeySpace.vorbisComment])

  static let ogg = ContainerRules(
    name: "Ogg", fileExtensions: ["ogg", "oga", "opus"], typeIdentifier: "org.xiph.ogg",
    writer: .library(
      LibraryFormat(.ogg) {
        $0.endsByDuration = true
        $0.start = .atFirstSound
        $0.languages = .ofTracks
        $0.hasTrackTexts = true
        $0.pictures = .field
        $0.chapters = .fields
      }),
    codings: [(.audio, .these(["opus", "vorb", "flac"]))], usualSound: kAudioFormatOpus, hasTimes: false,
    keySpaces: [KeySpace.vorbisComment])

  /// Video whose samples have lengths before their units in a movie; other containers have it too.
  private static let lengthPrefixed: [FourCC] = ["avc1", "avc3", "hvc1", "hev1"]

  /// The AAC that decoders outside of movies know: low complexity with and without spectral band replication.
  private static let lowComplexity: [FourCC] = ["aac ", "aach", "aacp"]
}

extension MetadataMeaning {
  /// The people who made a work.
  static let people: [MetadataMeaning] = [
    MetadataMeaning(
      "artist", common: "artist",
      [
        "mdta/com.apple.quicktime.artist", "udta/%A9ART", "itsk/%A9ART", "uiso/perf", "id3/TPE1", "vorb/ARTIST",
        "org.matroska/ARTIST", "caaf/info-artist",
      ], reads: ["id3/%00TP1"], free: "artist"),
    MetadataMeaning(
      "album artist", common: "contributor",
      ["itsk/aART", "id3/TPE2", "vorb/ALBUMARTIST", "org.matroska/ALBUM_ARTIST"], reads: ["id3/%00TP2"]),
    MetadataMeaning(
      "author", common: "author",
      [
        "mdta/com.apple.quicktime.author", "udta/%A9aut", "itsk/%A9aut", "uiso/auth", "id3/TEXT", "vorb/LYRICIST",
        "org.matroska/LYRICIST", "caaf/info-lyricist",
      ], reads: ["id3/%00TXT"], free: "author"),
    MetadataMeaning(
      "composer", common: "creator",
      [
        "mdta/com.apple.quicktime.composer", "udta/%A9com", "itsk/%A9wrt", "id3/TCOM", "vorb/COMPOSER",
        "org.matroska/COMPOSER", "caaf/info-composer",
      ], reads: ["udta/%A9wrt", "id3/%00TCM"], free: "composer"),
    MetadataMeaning(
      "publisher", common: "publisher",
      [
        "mdta/com.apple.quicktime.publisher", "udta/%A9pub", "itsk/%A9pub", "id3/TPUB", "vorb/ORGANIZATION",
        "org.matroska/PUBLISHER",
      ], reads: ["id3/%00TPB", "vorb/PUBLISHER", "org.matroska/LABEL"], free: "publisher"),
    MetadataMeaning(
      "conductor", ["itsk/%A9con", "id3/TPE3", "vorb/CONDUCTOR", "org.matroska/CONDUCTOR"], reads: ["id3/%00TP3"]),
    MetadataMeaning(
      "remixer", ["itlk/com.apple.iTunes.REMIXER", "id3/TPE4", "vorb/REMIXER", "org.matroska/REMIXED_BY"],
      reads: ["id3/%00TP4"]),
    MetadataMeaning(
      "arranger",
      [
        "mdta/com.apple.quicktime.arranger", "udta/%A9arg", "itsk/%A9arg", "vorb/ARRANGER", "org.matroska/ARRANGER",
      ], free: "arranger"),
    MetadataMeaning(
      "performer",
      [
        "mdta/com.apple.quicktime.performer", "udta/%A9prf", "itsk/%A9prf", "vorb/PERFORMER",
        "org.matroska/LEAD_PERFORMER",
      ], free: "performer"),
    MetadataMeaning(
      "producer",
      [
        "mdta/com.apple.quicktime.producer", "udta/%A9prd", "itsk/%A9prd", "vorb/PRODUCER", "org.matroska/PRODUCER",
      ], free: "producer"),
    MetadataMeaning(
      "director",
      [
        "mdta/com.apple.quicktime.director", "udta/%A9dir", "itsk/%A9dir", "vorb/DIRECTOR", "org.matroska/DIRECTOR",
      ], free: "director"),
    MetadataMeaning(
      "original artist",
      ["mdta/com.apple.quicktime.originalartist", "udta/%A9ope", "itsk/%A9ope", "id3/TOPE"], reads: ["id3/%00TOA"],
      free: "original_artist"),
    MetadataMeaning(
      "credits", ["mdta/com.apple.quicktime.credits", "udta/%A9src", "itsk/%A9src"], free: "credits"),
    MetadataMeaning(
      "encoded by",
      [
        "mdta/com.apple.quicktime.encodedby", "udta/%A9enc", "itsk/%A9enc", "id3/TENC", "vorb/ENCODED-BY",
        "org.matroska/ENCODED_BY",
      ], reads: ["id3/%00TEN", "vorb/ENCODEDBY"], free: "encoded_by"),
    MetadataMeaning("sound engineer", ["itsk/%A9sne", "vorb/ENGINEER", "org.matroska/SOUND_ENGINEER"]),
  ]
}

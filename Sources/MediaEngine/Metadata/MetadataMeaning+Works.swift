/// The table of meanings.
///
/// Sources: the QuickTime File Format ("User data atoms", "QuickTime metadata keys"); 3GPP TS 26.244, 8; ID3v2.4 native
/// frames; Xiph's "Ogg Vorbis I format specification: comment field and header" and the later agreements of its users;
/// Matroska's registry of tags; Apple's Core Audio Format ("Information chunk"). Where these are silent, the table
/// follows ffmpeg, exiftool and MusicBrainz's Picard.
extension MetadataMeaning {
  /// The names of a work, and the works that it belongs to.
  static let works: [MetadataMeaning] = [
    MetadataMeaning(
      "title", common: "title",
      [
        "mdta/com.apple.quicktime.title", "udta/%A9nam", "itsk/%A9nam", "uiso/titl", "id3/TIT2", "vorb/TITLE",
        "org.matroska/TITLE", "caaf/info-title",
      ], reads: ["id3/%00TT2", "org.matroska/Title", "org.matroska/Name", "icy/StreamTitle"], free: "title"),
    MetadataMeaning(
      "subtitle", ["itsk/%A9st3", "id3/TIT3", "vorb/SUBTITLE", "org.matroska/SUBTITLE", "caaf/info-subtitle"],
      reads: ["id3/%00TT3"]),
    MetadataMeaning(
      "album", common: "albumName",
      [
        "mdta/com.apple.quicktime.album", "udta/%A9alb", "itsk/%A9alb", "uiso/albm", "id3/TALB", "vorb/ALBUM",
        "org.matroska/ALBUM", "caaf/info-album",
      ], reads: ["id3/%00TAL", "org.matroska/ALBUM%2FTITLE"], free: "album"),
    MetadataMeaning(
      "track number", form: .place,
      ["itsk/trkn", "id3/TRCK", "vorb/TRACKNUMBER", "org.matroska/PART_NUMBER", "caaf/info-track%20number"],
      reads: ["id3/%00TRK", "udta/%A9trk"],
      totals: ["vorb/TRACKTOTAL", "vorb/TOTALTRACKS", "org.matroska/TOTAL_PARTS"], free: "track"),
    MetadataMeaning(
      "disc number", form: .place, ["itsk/disk", "id3/TPOS", "vorb/DISCNUMBER", "org.matroska/DISC"],
      reads: ["id3/%00TPA"],
      totals: ["vorb/DISCTOTAL", "vorb/TOTALDISCS"], free: "disc"),
    MetadataMeaning(
      "compilation", form: .number, ["itsk/cpil", "id3/TCMP", "vorb/COMPILATION", "org.matroska/COMPILATION"],
      reads: ["id3/%00TCP"]),
    MetadataMeaning(
      "genre", common: "type",
      [
        "mdta/com.apple.quicktime.genre", "udta/%A9gen", "itsk/%A9gen", "uiso/gnre", "id3/TCON", "vorb/GENRE",
        "org.matroska/GENRE", "caaf/info-genre",
      ], reads: ["itsk/gnre", "id3/%00TCO"], free: "genre"),
    MetadataMeaning(
      "grouping", ["itsk/%A9grp", "id3/TIT1", "vorb/GROUPING", "org.matroska/GROUPING"],
      reads: ["itsk/grup", "id3/%00TT1", "id3/GRP1"]),
    MetadataMeaning(
      "creation date", common: "creationDate", form: .date,
      [
        "mdta/com.apple.quicktime.creationdate", "udta/%A9day", "itsk/%A9day", "id3/TDRC", "vorb/DATE",
        "org.matroska/DATE_RECORDED", "caaf/info-recorded%20date",
      ],
      reads: [
        "uiso/date", "uiso/yrrc", "id3/TYER", "id3/%00TYE", "caaf/info-year", "org.matroska/DATE_RELEASED",
        "org.matroska/DATE", "org.matroska/DateUTC",
      ], free: "date"),
    MetadataMeaning("release date", form: .date, ["id3/TDRL", "vorb/RELEASEDATE"]),
    MetadataMeaning(
      "original date", form: .date, ["id3/TDOR", "vorb/ORIGINALDATE"], reads: ["id3/TORY", "id3/%00TOR"]),
    MetadataMeaning("year", ["mdta/com.apple.quicktime.year", "vorb/YEAR"]),
    MetadataMeaning(
      "description", common: "description",
      [
        "mdta/com.apple.quicktime.description", "udta/%A9des", "itsk/desc", "uiso/dscp", "vorb/DESCRIPTION",
        "org.matroska/DESCRIPTION",
      ], reads: ["itsk/%A9des"], free: "description"),
    MetadataMeaning(
      "comment", common: "description",
      [
        "mdta/com.apple.quicktime.comment", "udta/%A9cmt", "itsk/%A9cmt", "id3/COMM", "vorb/COMMENT",
        "org.matroska/COMMENT", "caaf/info-comments",
      ], reads: ["id3/%00COM", "vorb/COMMENTS"], free: "comment"),
    MetadataMeaning("synopsis", ["itsk/ldes", "vorb/SYNOPSIS", "org.matroska/SYNOPSIS"]),
    MetadataMeaning(
      "keywords",
      [
        "mdta/com.apple.quicktime.keywords", "udta/%A9key", "itsk/keyw", "uiso/kywd", "vorb/KEYWORDS",
        "org.matroska/KEYWORDS",
      ], free: "keywords"),
    MetadataMeaning("information", ["mdta/com.apple.quicktime.information", "udta/%A9inf"], free: "information"),
    MetadataMeaning(
      "lyrics", ["itsk/%A9lyr", "id3/USLT", "vorb/LYRICS", "org.matroska/LYRICS", "caaf/info-lyrics"],
      reads: ["id3/%00ULT", "vorb/UNSYNCEDLYRICS"]),
    MetadataMeaning(
      "artwork", common: "artwork", form: .picture,
      [
        "mdta/com.apple.quicktime.artwork", "itsk/covr", "id3/APIC", "vorb/METADATA_BLOCK_PICTURE",
        "org.matroska/AttachedFile",
      ], reads: ["id3/%00PIC"]),
    MetadataMeaning(
      "copyright", common: "copyrights",
      [
        "mdta/com.apple.quicktime.copyright", "udta/%A9cpy", "itsk/cprt", "uiso/cprt", "id3/TCOP", "vorb/COPYRIGHT",
        "org.matroska/COPYRIGHT", "caaf/info-copyright",
      ], reads: ["itsk/%A9cpy", "id3/%00TCR"], free: "copyright"),
    MetadataMeaning(
      "phonogram rights", ["mdta/com.apple.quicktime.phonogramrights", "udta/%A9phg", "itsk/%A9phg"],
      free: "phonogram_rights"),
    MetadataMeaning(
      "accessibility description", common: "accessibilityDescription",
      ["mdta/com.apple.quicktime.accessibility.description", "udta/%A9ade", "uiso/ades"]),
    MetadataMeaning(
      "language", common: "language", ["id3/TLAN", "vorb/LANGUAGE"], reads: ["id3/%00TLA"], free: "language"),
    MetadataMeaning(
      "beats per minute", form: .number, ["itsk/tmpo", "id3/TBPM", "vorb/BPM", "org.matroska/BPM", "caaf/info-tempo"],
      reads: ["id3/%00TBP", "vorb/TEMPO"], free: "BPM"),
    MetadataMeaning(
      "initial key",
      ["itlk/com.apple.iTunes.initialkey", "id3/TKEY", "vorb/INITIALKEY", "org.matroska/INITIAL_KEY"],
      reads: ["id3/%00TKE", "caaf/info-key%20signature"]),
    MetadataMeaning("mood", ["itlk/com.apple.iTunes.MOOD", "id3/TMOO", "vorb/MOOD", "org.matroska/MOOD"]),
    MetadataMeaning(
      "recording code",
      ["itlk/com.apple.iTunes.ISRC", "id3/TSRC", "vorb/ISRC", "org.matroska/ISRC"], reads: ["id3/%00TRC"], free: "ISRC"),
    MetadataMeaning(
      "original medium",
      ["itlk/com.apple.iTunes.MEDIA", "id3/TMED", "vorb/MEDIA", "org.matroska/ORIGINAL_MEDIA_TYPE"],
      reads: ["id3/%00TMT"]),
    MetadataMeaning("title for sorting", ["itsk/sonm", "id3/TSOT", "vorb/TITLESORT"], free: "titlesort"),
    MetadataMeaning("artist for sorting", ["itsk/soar", "id3/TSOP", "vorb/ARTISTSORT"], free: "artistsort"),
    MetadataMeaning("album for sorting", ["itsk/soal", "id3/TSOA", "vorb/ALBUMSORT"], free: "albumsort"),
    MetadataMeaning(
      "album artist for sorting", ["itsk/soaa", "id3/TSO2", "vorb/ALBUMARTISTSORT"], free: "albumartistsort"),
    MetadataMeaning("composer for sorting", ["itsk/soco", "id3/TSOC", "vorb/COMPOSERSORT"], free: "composersort"),
  ]
}

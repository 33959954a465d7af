extension MetadataMeaning {
  /// The place of a recording, and the devices it was made with.
  static let recordings: [MetadataMeaning] = [
    MetadataMeaning(
      "location", common: "location",
      [
        "mdta/com.apple.quicktime.location.ISO6709", "udta/%A9xyz", "uiso/loci", "vorb/LOCATION",
        "org.matroska/LOCATION",
      ], reads: ["itsk/%A9xyz", "org.matroska/RECORDING_LOCATION"], free: "location"),
    MetadataMeaning("make of the device", common: "make", ["mdta/com.apple.quicktime.make", "udta/%A9mak"]),
    MetadataMeaning("model of the device", common: "model", ["mdta/com.apple.quicktime.model", "udta/%A9mod"]),
    MetadataMeaning(
      "software of the device", common: "software", ["mdta/com.apple.quicktime.software", "udta/%A9swr"]),
    MetadataMeaning(
      "encoder", common: "software",
      ["itsk/%A9too", "id3/TSSE", "vorb/ENCODER", "org.matroska/ENCODER", "caaf/info-encoding%20application"],
      reads: ["id3/%00TSS", "org.matroska/WritingApp"]),
    MetadataMeaning("lens", ["mdta/com.apple.quicktime.camera.lens_model"]),
    MetadataMeaning("focal length", ["mdta/com.apple.quicktime.camera.focal_length.35mm_equivalent"]),
    MetadataMeaning("camera", ["mdta/com.apple.quicktime.camera.identifier"]),
    MetadataMeaning("name of the location", ["mdta/com.apple.quicktime.location.name"]),
    MetadataMeaning("accuracy of the location", ["mdta/com.apple.quicktime.location.accuracy.horizontal"]),
    MetadataMeaning("identifier of the content", ["mdta/com.apple.quicktime.content.identifier"]),
    MetadataMeaning("display name", ["mdta/com.apple.quicktime.displayname"]),
    MetadataMeaning(
      "rating by the user", ["mdta/com.apple.quicktime.rating.user", "uiso/urat"]),
    MetadataMeaning("collection", ["mdta/com.apple.quicktime.collection.user", "uiso/coll"]),
    MetadataMeaning("host computer", ["udta/%A9hst"]),
    MetadataMeaning("original format", ["udta/%A9fmt"]),
    MetadataMeaning("product", ["udta/%A9PRD"]),
    MetadataMeaning("disclaimer", ["udta/%A9dis"]),
    MetadataMeaning("warning", ["udta/%A9wrn"]),
    MetadataMeaning("requirements for playback", ["udta/%A9req"]),
  ]

  /// The facts that a broadcaster or a shop adds. The free names are those of ffmpeg.
  static let programmes: [MetadataMeaning] = [
    MetadataMeaning("show", ["itsk/tvsh", "vorb/SHOW"]),
    MetadataMeaning("network", ["itsk/tvnn"]),
    MetadataMeaning("episode", ["itsk/tven"], free: "episode_id"),
    MetadataMeaning("episode number", form: .number, ["itsk/tves"], free: "episode_sort"),
    MetadataMeaning("season number", form: .number, ["itsk/tvsn"], free: "season_number"),
    MetadataMeaning("show for sorting", ["itsk/sosn"], free: "show_sort"),
    MetadataMeaning("kind of media", form: .number, ["itsk/stik"], free: "media_type"),
    MetadataMeaning("advisory rating", form: .number, ["itsk/rtng"], free: "rating"),
    MetadataMeaning("gapless playback", form: .number, ["itsk/pgap"], free: "gapless_playback"),
    MetadataMeaning("high definition", form: .number, ["itsk/hdvd"], free: "hd_video"),
    MetadataMeaning("podcast", form: .number, ["itsk/pcst"]),
    MetadataMeaning("category", ["itsk/catg"]),
    MetadataMeaning("purchase date", form: .date, ["itsk/purd"], free: "purchase_date"),
  ]
}

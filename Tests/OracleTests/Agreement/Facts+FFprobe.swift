import Foundation

extension Facts {
  /// What `ffprobe -show_format -show_streams -show_chapters` says of a file.
  init(ffprobe document: Document) {
    let format = document["format"]
    add("duration", format["duration"].number, within: 0.0011)
    addTags(format["tags"])
    for (index, chapter) in document["chapters"].list.enumerated() {
      add("chapter \(index + 1) title", chapter["tags"]["title"].text)
      add("chapter \(index + 1) start", chapter["start_time"].number)
    }
    let pictures = document["streams"].list.filter { $0["disposition"]["attached_pic"].number == 1 }
    add(
      "artwork", pictures.compactMap { $0["extradata_size"].text }.sorted().joined(separator: ", "))
    var positions: [String: Int] = [:]
    for stream in document["streams"].list where stream["disposition"]["attached_pic"].number != 1 {
      guard let kind = stream["codec_type"].text, ["video", "audio"].contains(kind) else {
        continue
      }
      positions[kind, default: 0] += 1
      add(stream, "\(kind) \(positions[kind] ?? 0)")
    }
  }

  private mutating func addTags(_ tags: Document) {
    let values = Dictionary(
      tags.names.map { ($0.lowercased(), tags[$0].text) }, uniquingKeysWith: { first, _ in first })
    for name in ["title", "artist", "album", "genre", "composer", "copyright"] {
      add(name, values[name] ?? nil)
    }
    for name in ["make", "model"] {
      add(name, values["com.apple.quicktime.\(name)"] ?? values["com.android.\(name)"] ?? nil)
    }
    add("location", values["com.apple.quicktime.location.iso6709"] ?? values["location"] ?? nil)
  }

  private mutating func add(_ stream: Document, _ name: String) {
    let codec = stream["codec_name"].text
    let family = ["pcm", "adpcm", "amr"].first { codec?.hasPrefix($0 + "_") == true }
    add("\(name) codec", family ?? codec)
    add("\(name) duration", stream["duration"].number, within: 0.0011)
    add("\(name) samples", stream["nb_frames"].number)
    let language = stream["tags"]["language"].text
    add("\(name) language", language == "und" ? nil : language.map(Coding.language))
    add("\(name) sample rate", stream["sample_rate"].number)
    add("\(name) channels", stream["channels"].number)
    add("\(name) layout", stream["channel_layout"].text.map(Coding.layout))
    add("\(name) width", stream["width"].number)
    add("\(name) height", stream["height"].number)
    let aspect = (stream["sample_aspect_ratio"].text ?? "").split(separator: ":").compactMap {
      Double($0)
    }
    if aspect.count == 2, aspect[0] > 0, aspect[1] > 0 {
      add("\(name) pixel aspect", aspect[0] / aspect[1])
    }
    let rate = (stream["avg_frame_rate"].text ?? "").split(separator: "/").compactMap { Double($0) }
    if rate.count == 2, rate[0] > 0, rate[1] > 0, stream["codec_type"].text == "video" {
      add("\(name) rate", rate[0] / rate[1])
    }
    add("\(name) primaries", known(stream["color_primaries"].text))
    add("\(name) transfer", known(stream["color_transfer"].text).map(Self.transfer))
    add("\(name) matrix", known(stream["color_space"].text).map(Coding.unified))
    add("\(name) full range", known(stream["color_range"].text).map { "\($0 == "pc")" })
    for data in stream["side_data_list"].list { addSideData(data, name) }
  }

  /// Apple has one name for the curves of BT.709 and BT.601, which are the same.
  private static func transfer(_ name: String) -> String {
    ["smpte170m", "bt470bg"].contains(name) ? "bt709" : Coding.unified(name)
  }

  private func known(_ text: String?) -> String? {
    text == "unknown" || text == "reserved" ? nil : text
  }

  private mutating func addSideData(_ data: Document, _ name: String) {
    if let rotation = data["rotation"].number, rotation.truncatingRemainder(dividingBy: 90) == 0 {
      // Counterclockwise, from -180 to 180.
      add("\(name) rotation", (360 - rotation).truncatingRemainder(dividingBy: 360))
    }
    func fraction(_ text: String?) -> Double? {
      let parts = (text ?? "").split(separator: "/").compactMap { Double($0) }
      return parts.count == 2 && parts[1] > 0 ? parts[0] / parts[1] : nil
    }
    add("\(name) mastering_max", fraction(data["max_luminance"].text))
    add("\(name) mastering_min", fraction(data["min_luminance"].text))
    if data["max_content"].number ?? 0 > 0 {
      add("\(name) max_cll", data["max_content"].number)
      add("\(name) max_fall", data["max_average"].number)
    }
  }
}

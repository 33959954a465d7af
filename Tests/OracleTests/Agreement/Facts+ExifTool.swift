import Foundation

extension Facts {
  /// What `exiftool -json -G1 -n -a` says of a file. It prints the fields of a sample entry, of which ISO 14496-12 has the
  /// channels as a template (12.2.3): they are not taken.
  ///
  /// - Parameter kinds: of our tracks, in the file's order: exiftool numbers all tracks of a movie alike.
  init(exiftool document: Document, kinds: [String]) {
    add("duration", document["QuickTime:Duration"].number, within: 0.0011)
    add(date: "created", document["QuickTime:CreateDate"].text)
    for (name, tags) in Self.tags {
      add(name, tags.lazy.compactMap { document[$0].text }.first)
    }
    let pictures = [
      "ItemList:CoverArt", "ID3v2_2:Picture", "ID3v2_3:Picture", "ID3v2_4:Picture", "FLAC:Picture",
      "Vorbis:Picture",
    ]
    let sizes = pictures.compactMap { document[$0].text }.compactMap {
      $0.split(separator: " ").first { Int($0) != nil }
    }
    add("artwork", sizes.map(String.init).sorted().joined(separator: ", "))
    for number in 1...64 where document.names.contains("Chapter\(number):ChapterTimeStart") {
      add("chapter \(number) title", document["Chapter\(number):ChapterString"].text)
    }
    var positions: [String: Int] = [:]
    for (index, kind) in kinds.enumerated() {
      positions[kind, default: 0] += 1
      if ["video", "audio"].contains(kind) {
        add(document, "Track\(index + 1):", "\(kind) \(positions[kind] ?? 0)")
      }
    }
    add(
      "audio 1 sample rate",
      document["RIFF:SampleRate"].number ?? document["FLAC:SampleRate"].number)
    add("audio 1 channels", document["RIFF:NumChannels"].number ?? document["FLAC:Channels"].number)
  }

  private static let tags: [(String, [String])] = [
    (
      "title",
      [
        "ItemList:Title", "Keys:Title", "UserData:Title", "ID3v2_2:Title", "ID3v2_3:Title",
        "ID3v2_4:Title",
        "Vorbis:Title", "RIFF:Title",
      ]
    ),
    (
      "artist",
      [
        "ItemList:Artist", "Keys:Artist", "ID3v2_2:Artist", "ID3v2_3:Artist", "ID3v2_4:Artist",
        "Vorbis:Artist", "RIFF:Artist",
      ]
    ),
    (
      "album",
      ["ItemList:Album", "ID3v2_2:Album", "ID3v2_3:Album", "ID3v2_4:Album", "Vorbis:Album"]
    ),
    ("genre", ["ItemList:Genre", "ID3v2_3:Genre", "ID3v2_4:Genre", "Vorbis:Genre"]),
    ("make", ["Keys:Make", "UserData:Make", "Keys:AndroidMake"]),
    ("model", ["Keys:Model", "UserData:Model", "Keys:AndroidModel"]),
    ("copyright", ["Vorbis:Copyright", "ItemList:Copyright"]),
  ]

  private mutating func add(_ document: Document, _ group: String, _ name: String) {
    func number(_ tag: String) -> Double? { document[group + tag].number }
    let isMovie = document["QuickTime:MovieHeaderVersion"].value != nil
    if name.hasPrefix("video") {
      add("\(name) width", number("SourceImageWidth") ?? (isMovie ? nil : number("ImageWidth")))
      add("\(name) height", number("SourceImageHeight") ?? (isMovie ? nil : number("ImageHeight")))
      if isMovie { add("\(name) rate", number("VideoFrameRate"), within: 0.0011) }
    } else {
      add("\(name) sample rate", number("AudioSampleRate"))
    }
    let language =
      document[group + "MediaLanguageCode"].text ?? document[group + "TrackLanguage"].text
    add("\(name) language", ["und", "32767"].contains(language) ? nil : language.map(Coding.language))
    add("\(name) duration", number("TrackDuration"), within: 0.0011)
  }
}

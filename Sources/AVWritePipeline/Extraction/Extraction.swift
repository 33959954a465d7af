internal import AVFoundation
internal import Foundation

/// Writes parts of a file as files of their own: subtitles, covers and attached files.
///
/// It blocks the calling thread, and runs once.
public struct Extraction {
  private let description: ExtractionDescription

  public init(_ description: ExtractionDescription) { self.description = description }

  /// Writes all files, or none.
  ///
  /// - Throws: `JobError` of exit 65 to 67 or 69 for the input, of 69 where it does not have what was asked for, and of
  ///   73 or 74 for the files.
  public func run() throws(JobError) -> ExtractionResult {
    let input = try InputFile(path: description.input)
    let source = try Source(input, spoolFolder: NSTemporaryDirectory())
    let names = OutputNames(description.name, folder: description.folder, of: input, named: description.input)
    let files = try OutputSet(of: names, replaces: description.replaces, sources: input.identities)
    defer { files.discard() }
    var result = ExtractionResult(input: input.name)
    func write(_ data: Data, _ file: ExtractionResult.File) throws(JobError) {
      try files.write(data, to: file.path)
      result.files.append(file)
    }
    for (track, data, lost) in try subtitles(of: source) {
      let path = names.folder + names.stem + "." + Self.mark(track) + "." + description.textForm.rawValue
      try write(data, .init(kind: .subtitle, path: path, bytes: data.count, track: track.id, lost: lost))
    }
    for (number, data) in try covers(of: source).enumerated() {
      let path =
        names.folder + names.stem + "-cover" + (number > 0 ? "-\(number + 1)" : "") + Self.pictureExtension(data)
      try write(data, .init(kind: .cover, path: path, bytes: data.count))
    }
    for (name, data) in try attachments(of: source) {
      try write(data, .init(kind: .attachment, path: names.folder + name, bytes: data.count))
    }
    try files.publish()
    return result
  }

  private typealias Subtitle = (track: TrackFacts, data: Data, lost: [String])

  private func subtitles(of source: Source) throws(JobError) -> [Subtitle] {
    guard let selection = description.subtitles else { return [] }
    let tracks = zip(source.facts.tracks, source.asset.tracks).filter { facts, _ in
      [.subtitle, .text, .caption].contains(facts.kind) && selection.contains(facts)
    }
    guard !tracks.isEmpty else {
      throw JobError(
        .noTracks, "\(source.input.name): has no such track of text", hint: "avwrite inspect shows its tracks")
    }
    let form: AVTimedTextFile.Form = description.textForm == .srt ? .subRip : .webVTT
    return try tracks.map { (facts, track) throws(JobError) in
      let origin = CMTime(source.facts.tracks.earliestStart)
      guard let format = track.format, var file = AVTimedTextFile(form, from: format, origin: origin) else {
        throw JobError(
          .decoderMissing, "\(source.input.name): the text of track \(facts.id) is of a coding that is not read here")
      }
      do {
        try source.asset.readSamples(of: track) { try file.append($0) }
        let text = try file.finish()
        return (facts, Data(text.utf8), file.lostStyles)
      } catch {
        throw JobError(reading: error, of: source.input.name)
      }
    }
  }

  private func covers(of source: Source) throws(JobError) -> [Data] {
    guard description.covers else { return [] }
    let found = source.asset.commonMetadata.filter { $0.commonKey == .commonKeyArtwork }.compactMap(\.dataValue)
    if found.isEmpty { throw JobError(.noTracks, "\(source.input.name): has no cover") }
    return found
  }

  private func attachments(of source: Source) throws(JobError) -> [(name: String, data: Data)] {
    guard description.attachments else { return [] }
    let found = source.asset.attachedFiles
    if found.isEmpty { throw JobError(.noTracks, "\(source.input.name): has no attached files") }
    var taken: Set<String> = []
    return try found.map { (file) throws(JobError) in
      let data: Data
      do {
        data = try file.withContents { Data($0) }
      } catch {
        throw JobError(reading: error, of: source.input.name)
      }
      let name = Self.safe(file.name, sparing: taken)
      taken.insert(name)
      return (name, data)
    }
  }

  /// Returns the part of a subtitle's file name that distinguishes it from others: its language and the number of its
  /// track.
  private static func mark(_ track: TrackFacts) -> String {
    let language = track.languages.first.map { safe($0, sparing: []) + "." } ?? ""
    return language + "\(track.id)"
  }

  /// Returns a container's name for a file as a name in a folder: a stranger's name leads nowhere else, and hides
  /// nothing.
  private static func safe(_ name: String, sparing taken: Set<String>) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    var plain = String(last.printable.drop { $0 == "." })
    while plain.utf8.count > 200 { plain.removeFirst() }
    if plain.isEmpty { plain = "attachment" }
    var (candidate, number) = (plain, 2)
    while taken.contains(candidate) { (candidate, number) = ("\(number)-\(plain)", number + 1) }
    return candidate
  }

  /// Returns the extension of a picture's name by its first bytes, with its dot.
  private static func pictureExtension(_ data: Data) -> String {
    let signatures: [(bytes: [UInt8], name: String)] = [
      ([0xFF, 0xD8, 0xFF], ".jpg"), ([0x89, 0x50, 0x4E, 0x47], ".png"), ([0x47, 0x49, 0x46], ".gif"),
      ([0x42, 0x4D], ".bmp"), ([0x52, 0x49, 0x46, 0x46], ".webp"),
    ]
    return signatures.first { data.starts(with: $0.bytes) }?.name ?? ".bin"
  }
}

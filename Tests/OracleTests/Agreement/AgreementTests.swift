import Foundation
import TestSupport
import Testing

/// `avwrite inspect` says of every file what other programs say of it.
///
/// Where it does not, the reason is in `Disagreement.reasons`: an unexplained disagreement fails, and so does a reason
/// that nothing needs any more.
@Suite(.enabled(if: Tool.avwrite.path != nil)) struct AgreementTests {
  /// All good files: those of the project, and those of strangers where they are there.
  static let files: [String: URL] = {
    var files = Dictionary(
      uniqueKeysWithValues: Files.names(in: Files.fixtures).map { ($0, Files.fixtures.appendingPathComponent($0)) })
    if !Files.hasShared { print("skipped: shared/media is absent, so its files are not compared with other readers") }
    for name in Files.names(in: Files.shared)
    where
      !["bad/", "damaged/"].contains(where: name.hasPrefix) && !["csv", "md"].contains(name.suffix)
    {
      files["shared/" + name] = Files.shared.appendingPathComponent(name)
    }
    return files
  }()

  /// The document of inspect for all of them.
  private static let inspected: Result<Data, any Error> = Result {
    try Tool.avwrite.run(["inspect", "--json"] + files.values.map(\.path)).data
  }

  /// - Parameter read: the other program's facts of a file; nil where it does not read it.
  private func expectAgreement(_ program: Tool, _ read: (URL, Document) throws -> Facts?) throws {
    let inspected = try Document(Self.inspected.get())["files"].list.reduce(into: [String: Document]()) {
      $0[$1["path"].text ?? ""] = $1
    }
    var used: Set<Int> = []
    var facts = 0
    for (name, url) in Self.files.sorted(by: { $0.key < $1.key }) {
      let file = try #require(inspected[url.path])
      guard let theirs = try read(url, file) else { continue }
      facts += theirs.values.count
      for disagreement in Facts(inspected: file).disagreements(with: theirs) {
        if let reason = Disagreement.reason(for: disagreement, in: name, with: program) {
          used.insert(reason)
        } else {
          Issue.record("\(name), \(program.rawValue): \(disagreement)")
        }
      }
    }
    // The package's own files are few, and mutagen reads those of sound alone.
    #expect(facts > (Files.hasShared ? 100 : 20))
    guard Files.hasShared else { return }
    for (index, reason) in Disagreement.reasons.enumerated()
    where reason.program == program && !reason.isOfSomeVersions && !used.contains(index) {
      Issue.record("nothing needs the reason \"\(reason.why)\" for \(reason.fact) of \(program.rawValue) any more")
    }
  }

  @Test(.enabled(if: Tool.ffprobe.isInstalled(for: "inspect is not compared with it")))
  func `inspect and ffprobe agree`() throws {
    try expectAgreement(.ffprobe) { url, _ in
      let output = try Tool.ffprobe.run([
        "-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", url.path,
      ])
      return Facts(ffprobe: try Document(output.data))
    }
  }

  @Test(.enabled(if: Tool.mediainfo.isInstalled(for: "inspect is not compared with it")))
  func `inspect and mediainfo agree`() throws {
    let output = try Tool.mediainfo.run(["--Output=JSON"] + Self.files.values.map(\.path))
    let reports = try Document(output.data).list.reduce(into: [String: Document]()) {
      $0[$1["media"]["@ref"].text ?? ""] = $1
    }
    try expectAgreement(.mediainfo) { url, _ in reports[url.path].map { Facts(mediainfo: $0) } }
  }

  @Test(.enabled(if: Tool.exiftool.isInstalled(for: "inspect is not compared with it")))
  func `inspect and exiftool agree`() throws {
    let output = try Tool.exiftool.run(
      ["-q", "-if", "not $Error", "-json", "-G1", "-a", "-n"] + Self.files.values.map(\.path))
    let reports = try Document(output.data).list.reduce(into: [String: Document]()) {
      $0[$1["SourceFile"].text ?? ""] = $1
    }
    try expectAgreement(.exiftool) { url, file in
      reports[url.path].map { Facts(exiftool: $0, kinds: file["tracks"].list.compactMap { $0["kind"].text }) }
    }
  }

  @Test(.enabled(if: Facts.hasMutagen))
  func `inspect and mutagen agree`() throws {
    let output = try Tool.python3.run(["-c", Facts.mutagenScript] + Self.files.values.map(\.path))
    let reports = try Document(output.data)
    try expectAgreement(.python3) { url, _ in Facts(mutagen: reports[url.path]) }
  }
}

extension String {
  fileprivate var suffix: String { (self as NSString).pathExtension }
}

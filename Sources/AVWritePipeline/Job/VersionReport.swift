internal import AVFoundation

/// The program, its libraries, and the containers and codecs of this build, as `avwrite --version` shows them.
package enum VersionReport {
  /// The version of the program: its one place, which the scripts and the package read.
  private static let version = "0.1.0"

  private static var video: [String] { Set(Container.allCases.flatMap(\.videoEncoders)).map(\.rawValue).sorted() }
  private static var audio: [String] { Set(Container.allCases.flatMap(\.audioEncoders)).map(\.rawValue).sorted() }

  package static var text: String {
    let libraries = LibraryVersions.all.map { "\($0.name) \($0.version)" }
    let lists = [
      ("writes", Container.allCases.map(\.rawValue)), ("encodes video", video), ("encodes audio", audio),
    ]
    let lines = ["avwrite \(version)"] + libraries + lists.map { "\($0): \($1.joined(separator: ", "))" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report as JSON, which `Schemas/version.schema.json` describes.
  package static var json: JSON {
    [
      "v": 1, "type": "version", "version": JSON(version),
      "libraries": .array(LibraryVersions.all.map { ["name": JSON($0.name), "version": JSON($0.version)] }),
      "containers": .array(Container.allCases.map { JSON($0.rawValue) }), "video": .array(video.map { JSON($0) }),
      "audio": .array(audio.map { JSON($0) }),
    ]
  }
}

internal import AVFoundation
internal import MediaSupport

/// The program, its libraries, and the containers and codecs of this build, as `avwrite --version` shows them.
package enum VersionReport {
  /// The version of the program. It is defined only here; the scripts and the package read it from this line.
  static let version = "0.1.0"

  private static var video: [String] { Set(Container.allCases.flatMap(\.videoEncoders)).map(\.rawValue).sorted() }
  private static var audio: [String] { Set(Container.allCases.flatMap(\.audioEncoders)).map(\.rawValue).sorted() }

  package static var text: String {
    let libraries = LoadedLibrary.all.map { library in
      [library.name, library.version, "(\(library.file))"].compactMap(\.self).joined(separator: " ")
    }
    let lists = [
      ("writes", Container.allCases.map(\.rawValue)), ("encodes video", video), ("encodes audio", audio),
    ]
    let lines =
      ["avwrite \(version)", "opens when they are needed, and was built with these versions:"]
      + (["FFmpeg \(LoadedLibrary.versionOfFFmpeg)"] + libraries).map { "  " + $0 }
      + lists.map { "\($0): \($1.joined(separator: ", "))" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report as JSON, which `Schemas/version.schema.json` describes.
  package static var json: JSON {
    [
      "v": 1, "type": "version", "version": JSON(version), "ffmpeg": JSON(LoadedLibrary.versionOfFFmpeg),
      "libraries": .array(LoadedLibrary.all.map(\.json)),
      "containers": .array(Container.allCases.map { JSON($0.rawValue) }), "video": .array(video.map { JSON($0) }),
      "audio": .array(audio.map { JSON($0) }),
    ]
  }
}

extension LoadedLibrary {
  fileprivate var json: JSON {
    [
      "name": JSON(name), "version": JSON(version), "file": JSON(file), "need": JSON(need.rawValue),
      "package": need == .elsewhere ? .null : JSON(package),
    ]
  }
}

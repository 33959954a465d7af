internal import CLoading

/// A library that is opened when its first function is called: the program starts without it, and runs without it if no
/// job needs it. Each value is a row of the only table of libraries.
package struct LoadedLibrary: Sendable, Hashable {
  /// The dependency of a Debian package of this program on the library's package.
  package enum Need: String, Sendable {
    case depends, recommends, suggests
    /// Debian does not have the library.
    case elsewhere
  }

  private let identifier: CLoadingLibrary.RawValue

  private init(_ library: CLoadingLibrary) { identifier = library.rawValue }

  package static let avformat = LoadedLibrary(CLOADING_AVFORMAT)
  package static let avcodec = LoadedLibrary(CLOADING_AVCODEC)
  package static let avutil = LoadedLibrary(CLOADING_AVUTIL)
  package static let avfilter = LoadedLibrary(CLOADING_AVFILTER)
  package static let swscale = LoadedLibrary(CLOADING_SWSCALE)
  package static let swresample = LoadedLibrary(CLOADING_SWRESAMPLE)
  package static let zimg = LoadedLibrary(CLOADING_ZIMG)
  package static let x264 = LoadedLibrary(CLOADING_X264)
  package static let svtAV1 = LoadedLibrary(CLOADING_SVTAV1)
  package static let lame = LoadedLibrary(CLOADING_LAME)
  package static let ebur128 = LoadedLibrary(CLOADING_EBUR128)
  package static let yaml = LoadedLibrary(CLOADING_YAML)
  package static let pulse = LoadedLibrary(CLOADING_PULSE)
  package static let sdl2 = LoadedLibrary(CLOADING_SDL2)

  /// All libraries, in the order in which media passes through them.
  package static var all: [LoadedLibrary] {
    (0..<CLOADING_COUNT.rawValue).map { LoadedLibrary(CLoadingLibrary(rawValue: $0)) }
  }

  /// FFmpeg's own version in the headers that this build was compiled with.
  package static var versionOfFFmpeg: String { String(cString: cloading_ffmpeg_version) }

  private var row: CLoadingRow { cloading_row(CLoadingLibrary(rawValue: identifier)).pointee }

  /// The display name.
  package var name: String { String(cString: row.name) }

  /// The file name that the dynamic linker searches for. Its number is that of the headers' binary interface.
  package var file: String { String(cString: row.file) }

  /// The version of the headers that this build was made with, or nil if they have none.
  package var version: String? { row.version.map { String(cString: $0) } }

  package var need: Need {
    switch row.need {
    case CLOADING_DEPENDS: .depends
    case CLOADING_RECOMMENDS: .recommends
    case CLOADING_SUGGESTS: .suggests
    default: .elsewhere
    }
  }

  /// Debian's package of the library: the file's name and its number, separated by a hyphen if the name ends with a
  /// digit (Debian Policy, 8.1). The name of x264's package has this form too.
  package var package: String {
    let parts = file.lowercased().split(separator: ".so.", maxSplits: 1)
    let hyphen = parts[0].last?.isNumber == true ? "-" : ""
    return parts[0] + hyphen + parts[1]
  }

  /// Opens the library, if it is not open yet. Any thread may call it.
  ///
  /// Callers must call this before they call the library's functions: a call without the library ends the process.
  ///
  /// - Parameter stage: the stage in the pipeline, for the error.
  /// - Throws: `MediaError(.libraryMissing)`, whose message names the package to install.
  package func require(_ stage: MediaError.Stage) throws(MediaError) {
    guard let text = cloading_open(CLoadingLibrary(rawValue: identifier)) else { return }
    let reason = String(cString: text)
    throw MediaError(.libraryMissing, stage, Self.missing(by: reason, or: self).absence, libraryMessage: reason)
  }

  /// Returns the library whose file name the dynamic linker's message begins with. This may be a library that the other
  /// one needs.
  private static func missing(by reason: String, or library: LoadedLibrary) -> LoadedLibrary {
    let file = reason.prefix { $0 != ":" }.split(separator: "/").last
    return all.first { $0.file == file.map(String.init) } ?? library
  }

  /// The sentence about its absence, without a full stop.
  package var absence: String {
    need == .elsewhere ? "\(name) is not installed" : "\(name) cannot be loaded: Debian has it as \(package)"
  }
}

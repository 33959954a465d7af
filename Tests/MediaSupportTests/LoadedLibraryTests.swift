import MediaSupport
import Testing

@Suite struct LoadedLibraryTests {
  @Test func `a package's name is the file's, without its dots`() {
    let packages = LoadedLibrary.all.map { ($0.file, $0.package) }
    func package(of beginning: String) -> String? { packages.first { $0.0.hasPrefix(beginning) }?.1 }
    #expect(package(of: "libmp3lame.") == "libmp3lame0")
    #expect(package(of: "libebur128.") == "libebur128-1")
    #expect(package(of: "libyaml-") == "libyaml-0-2")
    #expect(package(of: "libSDL2-") == "libsdl2-2.0-0")
    #expect(package(of: "libx264.")?.hasPrefix("libx264-") == true)
    #expect(package(of: "libavcodec.")?.wholeMatch(of: /libavcodec\d+/) != nil)
    #expect(package(of: "libSvtAv1Enc.")?.wholeMatch(of: /libsvtav1enc\d+/) != nil)
  }

  @Test func `a library that is there is opened, as often as it is asked for`() throws {
    try LoadedLibrary.x264.require(.encoding)
    try LoadedLibrary.x264.require(.encoding)
    try LoadedLibrary.avformat.require(.opening)
  }
}

import AVFoundation
import Foundation
import TestSupport
import Testing

/// Uniform types: names, tags and what builds on what.
@Suite("Uniform types")
struct UTTypeTests {
  @Test(arguments: [
    ("mov", "video/quicktime", UTType.quickTimeMovie), ("mp4", "video/mp4", .mpeg4Movie), ("mp3", "audio/mpeg", .mp3),
    ("wav", "audio/vnd.wave", .wav), ("png", "image/png", .png), ("m3u8", "audio/mpegurl", .m3uPlaylist),
    ("json", "application/json", .json), ("heic", "image/heic", .heic), ("ts", "video/mp2t", .mpeg2TransportStream),
  ])
  func `an extension and a MIME type lead to the type, and back`(name: String, mime: String, type: UTType) throws {
    #expect(UTType(filenameExtension: name) == type && UTType(filenameExtension: name.uppercased()) == type)
    #expect(UTType(mimeType: mime) == type)
    #expect(type.tags[.filenameExtension]?.contains(name) == true && type.preferredMIMEType == mime)
    #expect(UTType(type.identifier) == type && type.isDeclared && type.localizedDescription?.isEmpty == false)
    #expect(try JSONDecoder().decode([UTType].self, from: JSONEncoder().encode([type])) == [type])
  }

  @Test func `what builds on what`() {
    #expect(UTType.mpeg4Movie.conforms(to: .movie) && UTType.mpeg4Movie.conforms(to: .audiovisualContent))
    #expect(UTType.mpeg4Movie.conforms(to: .mpeg4Movie) && !UTType.mpeg4Movie.isSubtype(of: .mpeg4Movie))
    #expect(UTType.mp3.conforms(to: .audio) && !UTType.mp3.conforms(to: .movie))
    #expect(UTType.image.isSupertype(of: .jpeg) && UTType.jpeg.supertypes.contains(.data))
    #expect(UTType(filenameExtension: "mp3", conformingTo: .movie)?.isDynamic == true)
  }

  @Test
  func `every type of files that this build writes has its usual extension, and says whether it is heard or seen`()
    throws
  {
    for fileType in AVFileType.writable {
      let type = try #require(UTType(fileType.rawValue), "\(fileType.rawValue)")
      let usual = try #require(fileType.fileExtensions.first)
      #expect(type.tags[.filenameExtension]?.contains(usual) == true, "\(fileType.rawValue)")
      #expect(type.conforms(to: .audiovisualContent), "\(fileType.rawValue)")
      for name in fileType.fileExtensions {
        #expect(UTType(filenameExtension: name, conformingTo: .audiovisualContent)?.isDeclared == true, "\(name)")
      }
    }
  }

  @Test func `every type of files that this build reads is declared, with its media types`() {
    let types = AVURLAsset.audiovisualContentTypes
    #expect(types.map(\.identifier) == AVURLAsset.audiovisualTypes().map(\.rawValue))
    for type in types { #expect(type.conforms(to: .audiovisualContent), "\(type)") }
    for name in AVURLAsset.audiovisualMIMETypes() {
      #expect(UTType(mimeType: name, conformingTo: .audiovisualContent)?.isDeclared == true, "\(name)")
    }
  }

  @Test func `what nobody declared is known by its tag, or as its program says`() throws {
    let unknown = try #require(UTType(filenameExtension: "No-Such"))
    #expect(unknown.isDynamic && !unknown.isDeclared && unknown.preferredFilenameExtension == "no-such")
    #expect(unknown.conforms(to: .data) && unknown == UTType(filenameExtension: "no-such"))
    #expect(unknown != UTType(filenameExtension: "other") && unknown != UTType(mimeType: "no-such"))
    #expect(UTType(filenameExtension: "") == nil && UTType("com.example.project") == nil)
    let own = UTType(exportedAs: "com.example.project", conformingTo: .package)
    #expect(own.conforms(to: .directory) && own.tags.isEmpty && !own.isPublic && "\(own)" == "com.example.project")
    #expect(UTType(importedAs: "public.mpeg-4").preferredFilenameExtension == "mp4")
    let types = UTType.types(tag: "3gp", tagClass: .filenameExtension, conformingTo: .movie)
    #expect(types.map(\.identifier) == ["public.3gpp"])
  }
}

internal import CFFmpeg
internal import CLAME
internal import CX264
internal import CZimg

/// A library that the process is linked with.
package struct LibraryVersion: Sendable, Hashable {
  package var name: String
  /// The version as the library writes it.
  package var version: String

  /// The libraries that do the work, in the order in which media goes through them.
  package static var all: [LibraryVersion] {
    var zimg = (major: UInt32(0), minor: UInt32(0), micro: UInt32(0))
    zimg_get_version_info(&zimg.major, &zimg.minor, &zimg.micro)
    return [
      LibraryVersion("FFmpeg", String(cString: av_version_info())),
      LibraryVersion("libavformat", packed: avformat_version()),
      LibraryVersion("libavcodec", packed: avcodec_version()),
      LibraryVersion("libavutil", packed: avutil_version()),
      LibraryVersion("zimg", "\(zimg.major).\(zimg.minor).\(zimg.micro)"),
      // x264 does not tell its version while it runs; its name as a library ends with the number in the middle.
      LibraryVersion("x264", X264_POINTVER),
      LibraryVersion("LAME", String(cString: get_lame_version())),
    ]
  }

  private init(_ name: String, _ version: String) { (self.name, self.version) = (name, version) }

  /// - Parameter version: the version, with a byte each for minor and micro, as in FFmpeg's libraries.
  private init(_ name: String, packed version: UInt32) {
    self.init(name, "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)")
  }
}

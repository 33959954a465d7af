import Foundation
import TestSupport
import Testing

/// The decoding of a movie by GStreamer.
enum GStreamerDecoding {
  /// Decodes the H.264 of a movie to its end, and expects no word about it.
  ///
  /// - Returns: the number of pictures.
  static func pictureCount(of path: String) throws -> Int {
    let output = try Tool.gstreamer.run([
      "-v", "filesrc", "location=" + path, "!", "qtdemux", "!", "avdec_h264", "output-corrupt=false", "!", "fakesink",
      "sync=false", "silent=false",
    ])
    #expect(!output.text.contains("corrupted") && !(output.text + output.errors).contains("WARN"), "\(output.errors)")
    return output.text.components(separatedBy: "last-message = chain ").count - 1
  }
}

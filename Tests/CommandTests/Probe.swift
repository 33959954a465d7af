internal import Foundation

/// What `ffprobe`, another implementation, reads in a file.
struct Probe {
  struct Stream: Decodable {
    var codec_type: String
    var codec_name: String?
    var width: Int?
    var height: Int?
    var channels: Int?
    var sample_rate: String?
  }

  private struct Packet: Decodable {
    var pts_time: String?
    var data_hash: String?
  }

  private struct Document: Decodable {
    var streams: [Stream]?
    var packets: [Packet]?
  }

  let path: String

  init(_ path: String) { self.path = path }

  /// The streams that hold media in time; cover pictures are none.
  func streams() throws -> [Stream] { try run("-show_streams").streams ?? [] }

  /// Presentation times of one stream's packets in seconds, sorted.
  func times(_ stream: String) throws -> [Double] {
    try run("-show_packets", "-select_streams", stream).packets?.compactMap { $0.pts_time.flatMap(Double.init) }
      .sorted() ?? []
  }

  /// A hash of each packet's bytes, in the order of the file.
  func hashes(_ stream: String) throws -> [String] {
    try run("-show_packets", "-select_streams", stream, "-show_data_hash", "crc32").packets?.compactMap(\.data_hash)
      ?? []
  }

  private func run(_ arguments: String...) throws -> Document {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ffprobe")
    process.arguments = ["-v", "error", "-of", "json"] + arguments + [path]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Document.self, from: data)
  }
}

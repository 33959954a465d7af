import MovieFile

/// The names of containers, found by the bytes at the start of the file.
///
/// They are only for the person who reads a dump.
enum ContainerName {
  private static let signatures: [(at: Int, bytes: [UInt8], name: String)] = [
    (0, [0x1A, 0x45, 0xDF, 0xA3], "Matroska or WebM"),
    (8, Array("WAVE".utf8), "WAVE"),
    (8, Array("AIFF".utf8), "AIFF"),
    (8, Array("AIFC".utf8), "AIFF-C"),
    (8, Array("AVI ".utf8), "AVI"),
    (0, Array("caff".utf8), "Core Audio Format"),
    (0, Array("fLaC".utf8), "FLAC"),
    (0, Array("OggS".utf8), "Ogg"),
    (0, Array("FLV".utf8), "Flash Video"),
    (0, Array("ID3".utf8), "MPEG audio with ID3"),
  ]

  /// The distance between the sync bytes of a transport stream's packets.
  private static let transportPacket = 188
  private static let transportMark: UInt8 = 0x47

  /// Returns the name; `nil` if the first bytes do not identify a container.
  static func of(_ source: any ByteSource) throws -> String? {
    let start = try source.read(2 * transportPacket + 1, at: 0)
    for signature in signatures where start.dropFirst(signature.at).starts(with: signature.bytes) {
      return signature.name
    }
    let marks = stride(from: 0, to: start.count, by: transportPacket).map { start[$0] }
    if marks == [transportMark, transportMark, transportMark] { return "MPEG transport stream" }
    // Eleven set bits begin a frame of MPEG audio (ISO 11172-3 2.4.2.3); with layer 0 it is ADTS.
    guard start.count >= 2, start[0] == 0xFF, start[1] & 0xE0 == 0xE0 else { return nil }
    return start[1] & 0x06 == 0 ? "ADTS" : "MPEG audio"
  }
}

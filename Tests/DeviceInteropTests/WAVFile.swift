import Foundation

/// A WAV file as its own header tells it, read without the code that wrote it.
struct WAVFile {
  var sampleRate = 0
  var channelCount = 0
  var tag = 0
  var riffSize = 0
  var factFrames = 0
  var samples: [Float] = []

  init?(path: String) {
    guard let data = FileManager.default.contents(atPath: path), data.count >= 12 else { return nil }
    let bytes = [UInt8](data)
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    func name(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
    guard name(0) == "RIFF", name(8) == "WAVE" else { return nil }
    riffSize = number(4, 4)
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = number(offset + 4, 4)
      let body = offset + 8
      guard body + size <= bytes.count else { return nil }
      switch name(offset) {
      case "fmt ":
        (tag, channelCount, sampleRate) = (number(body, 2), number(body + 2, 2), number(body + 4, 4))
        if tag == 0xFFFE { tag = number(body + 24, 2) }
      case "fact": factFrames = number(body, 4)
      case "data":
        samples = stride(from: body, to: body + size, by: 4).map {
          Float(bitPattern: UInt32(number($0, 4)))
        }
      default: break
      }
      offset = body + size
    }
    guard offset == bytes.count, riffSize == bytes.count - 8 else { return nil }
  }
}

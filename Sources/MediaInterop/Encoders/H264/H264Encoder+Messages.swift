internal import CX264
import Glibc

extension x264_sei_t {
  /// `user_data_registered_itu_t_t35` (H.264, D.2.1).
  private static let registeredData: Int32 = 4

  /// Creates the messages for x264, which does not copy them: it frees the memory when the picture is written, or the
  /// encoder is closed.
  init(registering messages: [[UInt8]]) {
    self.init()
    guard !messages.isEmpty else { return }
    let list = Self.allocate(x264_sei_payload_t.self, messages.count)
    for (index, message) in messages.enumerated() {
      let bytes = Self.allocate(UInt8.self, message.count)
      bytes.initialize(from: message, count: message.count)
      list[index] = x264_sei_payload_t(
        payload_size: Int32(message.count), payload_type: Self.registeredData, payload: bytes)
    }
    num_payloads = Int32(messages.count)
    payloads = list
    sei_free = { free($0) }
  }

  /// Allocates memory that `free` can release.
  private static func allocate<Element>(_ type: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element> {
    // A process that cannot allocate a few hundred bytes cannot report it either.
    guard let memory = malloc(max(1, count * MemoryLayout<Element>.stride)) else { fatalError("out of memory") }
    return memory.bindMemory(to: type, capacity: count)
  }
}

import MediaInterop
import MediaSupport
import Synchronization

@testable import MediaEngine

/// A file that is taken down as lines of text: a session is tested with it, without a container. Any thread may look.
final class CapturingContainer: ContainerWriter {
  /// What fails; the numbers of writes begin with 1.
  enum Fault: Hashable {
    case write(Int), finish, publish
  }

  /// What a fault throws.
  static let error = MediaError(.diskFull, .writing, "the test's disk is full")

  private struct State {
    var lines: [String] = []
    var timelines: [TrackTimeline] = []
    var writeCount = 0
  }

  let keepsOrder: Bool
  private let fault: Fault?
  private let state = Mutex(State())

  init(keepsOrder: Bool = false, fault: Fault? = nil) {
    self.keepsOrder = keepsOrder
    self.fault = fault
  }

  /// What was done, in order; what failed is not among it.
  var lines: [String] { state.withLock { $0.lines } }
  /// What the file was finished with.
  var timelines: [TrackTimeline] { state.withLock { $0.timelines } }

  private func note(_ line: String) { state.withLock { $0.lines.append(line) } }

  private static func text(of sample: EncodedSample) -> String {
    switch sample {
    case .format: return "format"
    case .completedFormat: return "completed format"
    case .tag(let bytes): return "tag of \(bytes.count) bytes"
    case .packet(let packet):
      let times = [("dts", packet.dts), ("pts", packet.pts)].map { name, time in
        "\(name) \(time.map { String($0) } ?? "none")"
      }
      return "packet \(times.joined(separator: " ")) \(packet.bytes.count) bytes" + (packet.isKeyFrame ? " key" : "")
    }
  }

  // MARK: ContainerWriter

  func addTrack(_ configuration: TrackConfiguration) {}

  func rehearsal() -> (any ContainerWriter)? { nil }

  var size: Int64 { 0 }

  func write(_ sample: EncodedSample, track: Int) throws {
    let number = state.withLock { state in
      state.writeCount += 1
      return state.writeCount
    }
    if fault == .write(number) { throw Self.error }
    note("\(track) \(Self.text(of: sample))")
  }

  func endSegment() { note("segment") }

  func finish(_ timelines: [TrackTimeline]) throws {
    if fault == .finish { throw Self.error }
    state.withLock { $0.timelines = timelines }
    note("finish")
  }

  func publish() throws {
    if fault == .publish { throw Self.error }
    note("publish")
  }

  func cancel() { note("cancel") }

  func abandon() { note("abandon") }
}

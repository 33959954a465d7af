import Foundation
import Synchronization

/// A PulseAudio server for one test, with a sink that consumes sound in real time and plays nothing, and whose monitor
/// can be recorded sample for sample. It ends when it is released.
package final class PulseServer: Sendable {
  package static let rate = 48000
  package static let channelCount = 2
  /// The names of the sinks: the default one, and another.
  package static let sink = "null0"
  package static let otherSink = "null1"

  /// The longest time that a server exists. No test needs a tenth of it.
  private static let lifeSeconds: TimeInterval = 300

  private let folder: TemporaryFolder
  private let process = Mutex<Process?>(nil)

  /// Returns whether a test can use one. If not, prints what is skipped.
  package static func isInstalled(for what: String) -> Bool {
    Tool.pulseaudio.isInstalled(for: what) && Tool.parec.isInstalled(for: what)
  }

  /// Starts the server, and waits until it accepts connections.
  ///
  /// - Throws: `Tool.Failure` where it does not come up.
  package init() throws {
    folder = try TemporaryFolder()
    let sinks = [Self.sink, Self.otherSink].map {
      "load-module module-null-sink sink_name=\($0) format=float32le rate=\(Self.rate) channels=2 norewinds=1\n"
    }
    try folder.write(
      "load-module module-native-protocol-unix auth-anonymous=1 socket=\(socket)\n" + sinks.joined()
        + "set-default-sink \(Self.sink)\n", to: "server.pa")
    try start()
  }

  deinit { kill() }

  private var socket: String { folder.path("socket") }

  /// The address by which clients find the server.
  package var address: String { "unix:" + socket }

  private var environment: [String: String] {
    [
      "PULSE_SERVER": address, "PULSE_RUNTIME_PATH": folder.path, "PULSE_STATE_PATH": folder.path,
      "PULSE_COOKIE": folder.path("cookie"), "XDG_RUNTIME_DIR": folder.path,
    ]
  }

  /// Starts the server again after it was killed.
  ///
  /// - Throws: `Tool.Failure` where it does not come up.
  package func start() throws {
    guard let path = Tool.pulseaudio.path else { throw Tool.Failure(description: "pulseaudio is not installed") }
    try? FileManager.default.removeItem(atPath: socket)
    let server = Process()
    try folder.write("", to: "log")
    server.standardError = try FileHandle(forWritingTo: folder.file("log"))
    server.standardOutput = FileHandle.nullDevice
    server.standardInput = FileHandle.nullDevice
    server.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // The server closes all descriptors that it inherits. Foundation takes that for the end of the process, and then
    // blocks until it really ends. So the server has a parent, which leads a process group of the two, and ends a
    // server that is left behind.
    try server.start(
      "/usr/bin/timeout",
      [
        "--kill-after=5", "\(Int(Self.lifeSeconds))", path, "-n", "-F", folder.path("server.pa"), "--daemonize=no",
        "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no", "--high-priority=no",
      ])
    process.withLock { $0 = server }
    let deadline = Date(timeIntervalSinceNow: hangLimit)
    while !isListening {
      guard server.isRunning, Date() < deadline else {
        throw Tool.Failure(description: "pulseaudio did not start: \((try? folder.read("log")) ?? "")")
      }
      // Only an accepted connection shows that a server is ready.
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  private var isListening: Bool {
    let file = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(socket.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  /// Ends it at once, as a crash does, and waits until it is gone.
  package func kill() { signal(SIGKILL) { $0.waitUntilExit() } }

  /// Stops the server's process with a signal, so that it does not answer until it is killed.
  package func freeze() { signal(SIGSTOP) { _ in } }

  private func signal(_ number: Int32, then body: (Process) -> Void) {
    process.withLock { process in
      guard let process, process.isRunning else { return }
      Glibc.kill(-process.processIdentifier, number)
      body(process)
    }
  }

  /// Records what the sink plays, from now until `SoundRecording.stop`.
  ///
  /// - Throws: `Tool.Failure` where nothing is heard of the recorder.
  package func record(sink: String = PulseServer.sink) throws -> SoundRecording {
    try SoundRecording(sink: sink, environment: environment)
  }
}

/// A recording of what a server's sink plays, from its monitor.
package final class SoundRecording: Sendable {
  private let folder: TemporaryFolder
  private let process = Process()

  fileprivate init(sink: String, environment: [String: String]) throws {
    folder = try TemporaryFolder()
    guard let path = Tool.parec.path else { throw Tool.Failure(description: "parec is not installed") }
    try folder.write("", to: "sound")
    try folder.write("", to: "log")
    process.standardOutput = try FileHandle(forWritingTo: folder.file("sound"))
    process.standardError = try FileHandle(forWritingTo: folder.file("log"))
    process.standardInput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.start(
      path,
      [
        "--raw", "--device=\(sink).monitor", "--format=float32le", "--rate=\(PulseServer.rate)",
        "--channels=\(PulseServer.channelCount)", "--latency-msec=20",
      ])
    try wait(for: "something to record") { !samples.isEmpty }
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Interleaved samples so far, silence and all.
  package var samples: [Float] {
    guard let data = try? Data(contentsOf: folder.file("sound")) else { return [] }
    let count = data.count / MemoryLayout<Float>.size
    // All empty arrays share their storage, to which the code below would write.
    guard count > 0 else { return [] }
    return [Float](unsafeUninitializedCapacity: count) { buffer, written in
      data.copyBytes(to: UnsafeMutableRawBufferPointer(buffer), from: 0..<count * MemoryLayout<Float>.size)
      written = count
    }
  }

  /// Waits until the recording meets a condition. The recorder writes sound a little after it is heard.
  ///
  /// - Throws: `Tool.Failure` where that does not happen.
  package func wait(for what: String, until isDone: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: hangLimit)
    while !isDone() {
      guard process.isRunning, Date() < deadline else {
        throw Tool.Failure(description: "no \(what): \((try? folder.read("log")) ?? "")")
      }
      // The growth of a file cannot be waited for.
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// Ends the recording.
  package func stop() {
    process.interrupt()
    process.waitUntilExit()
  }
}

import Foundation
import TestSupport
import Testing

/// The thread that a device makes its sound on, in a process of its own whose heap is counted.
@Suite struct RenderThreadTests {
  @Test(arguments: ["virtual", "pulse"])
  func `sixteen players take nothing from the heap while they are rendered`(device: String) async throws {
    try await bounded {
      let server = device == "pulse" && PulseServer.isInstalled(for: "no server renders") ? try PulseServer() : nil
      if device == "pulse", server == nil { return }
      let sound = server.map { "AVWRITE_SOUND=pulse:\($0.address)" } ?? "AVWRITE_SOUND=virtual"
      let output = try Tool.playbench.run(
        ["players", "16", "3", Files.fixture("speech.m4a")], environment: sound)
      let figures = try JSONDecoder().decode([String: Int].self, from: output.data)
      #expect(try #require(figures["renderings"]) > 50)
      // A sanitizer has the heap to itself.
      if figures["allocations"] == -1 { return }
      #expect(figures["allocations"] == 0)
      withExtendedLifetime(server) {}
    }
  }
}

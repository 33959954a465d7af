import AVFoundation
import TestSupport
import Testing

@Suite("Clients: a movie whose pictures are changed offline")
struct CyanTests {
  @Test func `a queue runs the operation to its end: pictures without red, and the sound untouched`() async throws {
    let folder = try TemporaryFolder()
    let source = URL(fileURLWithPath: Files.fixture("h264-aac.mov"))
    let operation = CyanOperation(sourceURL: source, outputURL: folder.file("cyan.mov"))
    let queue = OperationQueue()
    queue.addOperation(operation)
    // What a program waits for that has an operation after it.
    await withCheckedContinuation { done in
      let last = BlockOperation { done.resume() }
      last.addDependency(operation)
      queue.addOperation(last)
    }
    guard case .success? = operation.result else {
      Issue.record("\(String(describing: operation.result))")
      return
    }
    let (original, written) = (try Probe.read(source.path), try Probe.read(folder.path("cyan.mov")))
    #expect(written.hashes("a:0") == original.hashes("a:0"))
    #expect(written.times("v:0") == original.times("v:0"))
    let colours = try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path("cyan.mov"), "-frames:v", "1", "-vf", "scale=1:1", "-f", "rawvideo", "-pix_fmt",
      "rgb24", "-",
    ]).bytes
    #expect(colours.count == 3 && colours[0] < 12 && colours[1] > 30 && colours[2] > 30, "\(colours)")
  }

  @Test func `an operation that was cancelled before it began is over too`() throws {
    let folder = try TemporaryFolder()
    let operation = CyanOperation(
      sourceURL: URL(fileURLWithPath: Files.fixture("h264-aac.mov")), outputURL: folder.file("cyan.mov"))
    operation.cancel()
    let queue = OperationQueue()
    queue.addOperations([operation], waitUntilFinished: true)
    guard case .cancellation? = operation.result else {
      Issue.record("\(String(describing: operation.result))")
      return
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("cyan.mov")))
  }
}

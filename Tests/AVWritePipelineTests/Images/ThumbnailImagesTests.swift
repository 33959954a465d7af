import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct ThumbnailImagesTests {
  /// libdispatch stops a process that frees a semaphore below its first value.
  @Test func `images that nobody takes any more are let go of`() async throws {
    let path = Files.fixture("h264-aac.mov")
    let description = ThumbnailDescription(input: path, times: .count(20))
    let source = try Source(InputFile(path: path), spoolFolder: NSTemporaryDirectory(), imageRate: nil)
    weak var left: ThumbnailImages?
    do {
      let images = ThumbnailImages(of: source, at: try ThumbnailTimes(description, of: source), description)
      // As many are made as there may be ahead, and the next one waits.
      try await Task.sleep(for: .milliseconds(200))
      #expect(try images.next() != nil)
      try await Task.sleep(for: .milliseconds(50))
      images.cancel()
      left = images
    }
    // It is over when the thread that makes images has let go of them. A hang ends with the whole run's limit.
    while left != nil { try await Task.sleep(for: .milliseconds(1)) }
  }
}

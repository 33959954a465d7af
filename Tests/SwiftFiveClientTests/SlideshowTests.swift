import AVFoundation
import TestSupport
import Testing

@Suite("Clients in Swift 5 mode")
struct SlideshowTests {
  @Test func `a slide show, made with blocks that change what they captured`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("slides.mov")
    let progress = Told<Int>()
    let error: Error? = await withCheckedContinuation { done in
      let maker = SlideshowMaker()
      maker.makeMovie(at: url, grays: [0, 100, 200], progress: { progress.append($0) }) { isComplete, error in
        done.resume(returning: isComplete ? nil : error ?? AVError(.unknown))
      }
    }
    #expect(error == nil)
    #expect(progress.values == [1, 2, 3])
    #expect(AVURLAsset(url: url).tracks(withMediaType: .video).count == 1)
  }
}

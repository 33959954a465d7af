import Foundation
import TestSupport
import Testing

/// The report of `avwrite compare` as a browser understands it.
@Suite(.enabled(if: Tool.chromium.isInstalled(for: "no browser opens the report")))
struct ReportPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a browser shows the charts and the worst moments`() throws {
    let (source, page) = (Files.fixture("h264-aac-small.mp4"), folder.path("page.html"))
    try Tool.avwrite.run([
      "transcode", source, folder.path("out.mp4"), "-q", "--crf", "40", "--speed", "ultrafast", "--drop", "audio",
    ])
    try Tool.avwrite.run(["compare", source, folder.path("out.mp4"), "--report", page])
    let document = try Tool.chromium.run([
      "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "file://\(page)",
    ]).text
    func count(_ part: String) -> Int { document.components(separatedBy: part).count - 1 }
    #expect(count("<svg") == 3)
    #expect(count("<polyline") == 4)
    #expect(count("<img") >= 2)
    #expect(count("<h1") == 1)
    // What it cannot parse it puts into a page of its own about the error.
    #expect(!document.contains("parsererror"))
  }
}

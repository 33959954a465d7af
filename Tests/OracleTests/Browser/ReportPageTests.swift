import Foundation
import TestSupport
import Testing

/// The report of `avwrite compare` as a browser understands it.
@Suite(.enabled(if: Tool.chromium.isInstalled(for: "no browser opens the report")))
struct ReportPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page that opens another in a frame as wide as a telephone, and writes what it measured: how wide its contents
  /// are, the smallest letters, and the highest row of a table in lines.
  private static let telephone = """
    <!doctype html><iframe id="page" src="page.html" width="390" height="844" style="border:0"></iframe>
    <script>
    document.getElementById('page').onload = (event) => {
      const page = event.target.contentDocument, root = page.documentElement;
      const letters = [...page.querySelectorAll('body *')].filter((e) => e.textContent && !e.closest('svg'))
        .map((e) => parseFloat(page.defaultView.getComputedStyle(e).fontSize));
      const ends = [...page.querySelectorAll('body *')].map((e) => e.getBoundingClientRect().right);
      const begins = [...page.querySelectorAll('.scale span')].map((e) => e.getBoundingClientRect().left);
      const rows = [...page.querySelectorAll('td')].map((e) => e.getBoundingClientRect().height / 24);
      const found = [root.scrollWidth, Math.max(...ends), Math.min(...begins), Math.min(...letters), Math.max(...rows)];
      document.title = 'MEASURED ' + found.join(' ');
    };
    </script>
    """

  @Test func `a telephone shows all of it in letters that can be read`() throws {
    let source = Files.fixture("h264-aac-small.mp4")
    let output = folder.path(
      "a-name-that-is-longer-than-any-telephone-is-wide-\(String(repeating: "x", count: 60)).mp4")
    try Tool.avwrite.run([
      "transcode", source, output, "-q", "--crf", "40", "--speed", "ultrafast",
    ])
    try Tool.avwrite.run(["compare", source, output, "--report", folder.path("page.html")])
    try folder.write(Self.telephone, to: "telephone.html")
    let document = try Tool.chromium.run([
      "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--virtual-time-budget=5000",
      "--dump-dom", "file://" + folder.path("telephone.html"),
    ]).text
    let found = try #require(
      document.components(separatedBy: "MEASURED ").dropFirst().first?.split(separator: "<").first)
    let numbers = found.split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 5, "\(found)")
    #expect(numbers[0] <= 390 && numbers[1] <= 390 && numbers[2] >= 0, "\(numbers)")
    #expect(numbers[3] >= 11 && numbers[4] < 5, "\(numbers)")
  }

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
    let perceived = document.contains("not measured (libvmaf is not installed)") ? 0 : 1
    #expect(count("<svg") == 3 + perceived)
    #expect(count("<polyline") == 4 + perceived)
    #expect(count("<img") >= 2)
    #expect(count("<h1") == 1)
    // The encoder's own words.
    #expect(document.contains("crf=40.0"))
    // What it cannot parse it puts into a page of its own about the error.
    #expect(!document.contains("parsererror"))
  }
}

import Foundation
import FoundationXML
import TestSupport
import Testing

/// `avwrite compare`, beside ffmpeg's own filters.
@Suite struct ComparisonTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What the document says of all pictures, and of one.
  private struct Figures: Decodable {
    struct Values: Decodable {
      var y: Double?
      var cb: Double?
      var cr: Double?
      var all: Double?
    }
    struct Picture: Decodable {
      var psnr: Values
      var ssim: Values
      var vmaf: Double?
    }
    struct Time: Decodable {
      var value: Int
      var scale: Int
    }
    var mean: Picture
    var worst: Picture
    var pictures: [Picture]
    var missing: [Time]
    var extra: [Time]
    var vmaf: Double?
  }

  private func compare(_ reference: String, _ output: String, _ part: [String] = []) throws -> Figures {
    let ending = try Command(["compare", reference, output, "--json"] + part, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Schema("compare").problems(with: ending.output) == [])
    return try JSONDecoder().decode(Figures.self, from: Data(ending.output.utf8))
  }

  private func transcode(_ arguments: String...) throws { try transcode(arguments) }

  private func transcode(_ arguments: [String]) throws {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
  }

  /// What ffmpeg's filter of that name prints after "All:" or "average:".
  ///
  /// - Parameter first: a filter for the output's pictures before they are compared, with a comma behind it.
  private func peer(
    _ filter: String, _ name: String, _ reference: String, _ output: String, first: String = ""
  ) throws -> Double {
    let result = try Tool.ffmpeg.run([
      "-nostdin", "-hide_banner", "-i", output, "-i", reference, "-lavfi",
      "[0:v]\(first)settb=1/1000,setpts=N[a];[1:v]settb=1/1000,setpts=N[b];[a][b]\(filter)", "-f", "null", "-",
    ])
    let found = try #require(result.errors.split(separator: "\n").last { $0.contains(name + ":") })
    let text = try #require(found.split(separator: " ").first { $0.hasPrefix(name + ":") })
    return try #require(Double(text.dropFirst(name.count + 1)))
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "figures are not compared with its filters'")),
    arguments: ["h264-aac-small.mp4", "hevc10-hdr10.mp4", "h264-interlaced.mov", "h264-vfr.mov"])
  func `PSNR and SSIM are those of ffmpeg's filters`(name: String) throws {
    let source = Files.fixture(name)
    // Of the source's own form: where one is converted, converters differ.
    let codec = name.hasPrefix("hevc10") ? ["hevc", "--profile", "main10"] : ["h264"]
    try transcode([source, "out.mp4", "--crf", "38", "--speed", "ultrafast", "--video-codec"] + codec)
    let figures = try compare(source, "out.mp4")
    let ssim = try peer("ssim", "All", source, folder.path("out.mp4"))
    let psnr = try peer("psnr", "average", source, folder.path("out.mp4"))
    #expect(abs(try #require(figures.mean.ssim.all) - ssim) < 0.0001)
    #expect(abs(try #require(figures.mean.psnr.all) - psnr) < 0.01)
    #expect(figures.missing.isEmpty && figures.extra.isEmpty)
    #expect(figures.pictures.count == (try Probe.read(source).times("v:0").count))
    #expect(try #require(figures.worst.ssim.all) <= ssim)
  }

  /// A container that cannot say how pictures are turned has turned ones, and an encoder makes sizes even.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "figures are not compared with its filters'")),
    arguments: [
      ("h264-rotated.mov", "out.mkv", ""), ("h264-rotated.mov", "out.mp4", ""),
      ("mpeg4-odd.mp4", "out.mp4", "crop=321:241:0:0:exact=1,"),
      ("mpeg4-odd.mp4", "out.mkv", "crop=321:241:0:0:exact=1,"),
    ])
  func `pictures are compared as they are shown`(name: String, output: String, first: String) throws {
    let source = Files.fixture(name)
    try transcode(source, output, "--crf", "12", "--speed", "ultrafast")
    let figures = try compare(source, output)
    let ssim = try peer("ssim", "All", source, folder.path(output), first: first)
    let psnr = try peer("psnr", "average", source, folder.path(output), first: first)
    #expect(psnr > 40)
    // Of pictures on their side the windows of SSIM lie at other places.
    #expect(abs(try #require(figures.mean.ssim.all) - ssim) < 0.001)
    #expect(abs(try #require(figures.mean.psnr.all) - psnr) < 0.01)
    #expect(figures.missing.isEmpty && figures.extra.isEmpty)
  }

  /// FFmpeg 9, where `scripts/hunt` or `scripts/benchmark` fetched it: its filter has the library built in.
  private static let peerWithVMAF: String? = {
    let places = ".build/ffmpeg9/lib/python3*/site-packages/imageio_ffmpeg/binaries/ffmpeg-*"
    return try? Tool.python3.run(["-c", "import glob; print(glob.glob('\(Files.root.path)/\(places)')[0])"]).text
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }()

  @Test(arguments: ["h264-aac-small.mp4", "hevc10-hdr10.mp4"])
  func `VMAF is that of ffmpeg's filter, where the library is installed`(name: String) throws {
    let source = Files.fixture(name)
    let codec = name.hasPrefix("hevc10") ? ["hevc", "--profile", "main10"] : ["h264"]
    try transcode(
      [source, "out.mp4", "--crf", "38", "--speed", "ultrafast", "--drop", "audio", "--video-codec"] + codec)
    let figures = try compare(source, "out.mp4")
    let text = try Command.run("compare", source, "out.mp4", in: folder).output
    guard let vmaf = figures.vmaf else {
      print("skipped: libvmaf is not installed, so VMAF is not measured")
      #expect(text.contains("VMAF: not measured (libvmaf is not installed)"))
      return
    }
    #expect(
      figures.pictures.allSatisfy { ($0.vmaf ?? -1) >= 0 } && text.contains("VMAF: \(String(format: "%.2f", vmaf))"))
    guard let peer = Self.peerWithVMAF else {
      return print("skipped: FFmpeg 9 is not fetched, so VMAF is not compared")
    }
    let ending = try Command(
      [
        "-nostdin", "-hide_banner", "-i", folder.path("out.mp4"), "-i", source, "-lavfi",
        "[0:v]settb=1/1000,setpts=N[a];[1:v]settb=1/1000,setpts=N[b];[a][b]libvmaf", "-f", "null", "-",
      ], of: peer, in: folder
    ).ending()
    let theirs = try #require(ending.errors.components(separatedBy: "VMAF score: ").last?.split(separator: "\n").first)
    #expect(abs(try #require(Double(theirs)) - vmaf) < 0.1, "\(theirs), \(vmaf)")
  }

  @Test func `equal pictures are equal, in whatever file they are`() throws {
    let source = Files.fixture("h264-aac-small.mp4")
    try transcode(source, "out.mov", "--video-codec", "copy")
    let figures = try compare(source, "out.mov")
    #expect(figures.mean.psnr.all == nil)
    #expect(figures.mean.ssim.all == 1)
    #expect(figures.pictures.allSatisfy { $0.psnr.all == nil && $0.ssim.y == 1 })
  }

  @Test func `another size and depth are losses of the output`() throws {
    let source = Files.fixture("prores-pcm24.mov")
    try transcode(source, "out.mp4", "--max-size", "160x160", "--crf", "1", "--speed", "ultrafast")
    let figures = try compare(source, "out.mp4")
    #expect(try #require(figures.mean.ssim.all) < 0.995)
    #expect(try #require(figures.mean.psnr.y) > 25)
  }

  @Test func `pictures without a counterpart are told`() throws {
    let source = Files.fixture("h264-aac-small.mp4")
    try transcode(source, "out.mp4", "--end", "0.5", "--speed", "ultrafast")
    let count = try Probe.read(source).times("v:0").count
    let short = try compare(source, "out.mp4")
    #expect(short.pictures.count + short.missing.count == count)
    #expect(short.missing.allSatisfy { Double($0.value) / Double($0.scale) >= 0.49 })
    let long = try compare("out.mp4", source)
    #expect(long.extra.count == short.missing.count)
    #expect(long.missing.isEmpty)
  }

  /// Without loss, so that any other picture shows: also where the part begins within a picture, and with sound that does
  /// not begin with it.
  @Test(arguments: [
    (["--start", "1.5", "--duration", "1"], "out.mkv"), (["--start", "0.51", "--end", "1.234"], "out.mkv"),
    (["--start", "1.51"], "out.mov"), (["--end", "0:00.7"], "out.mov"), (["--start", "00:00:01:05"], "out.mkv"),
  ])
  func `a part is compared with its own pictures, exactly`(part: [String], output: String) throws {
    let codec = output.hasSuffix("mkv") ? ["ffv1"] : ["h264", "--crf", "0", "--pixel-format", "yuv420p"]
    let source = Files.fixture("h264-late-audio.mov")
    try transcode([source, output, "--speed", "ultrafast", "--video-codec"] + codec + part)
    let figures = try compare(source, output, part)
    #expect(figures.missing.isEmpty && figures.extra.isEmpty, "\(figures.missing) \(figures.extra)")
    #expect(figures.pictures.count == (try Probe.read(folder.path(output)).times("v:0").count))
    #expect(figures.mean.psnr.all == nil)
    #expect(figures.mean.ssim.all == 1)
    // A picture off, and it is another.
    let frame = 1.0 / 25
    if part[0] == "--start", let start = Double(part[1]) {
      let other = try compare(source, output, ["--start", String(format: "%.3f", start + frame)] + part.dropFirst(2))
      #expect(other.mean.psnr.all != nil)
    }
  }

  @Test func `a part that is not there is an error of use`() throws {
    let source = Files.fixture("h264-aac-small.mp4")
    for part in [["--start", "60"], ["--start", "1", "--end", "0.5"], ["--end", "1", "--duration", "1"]] {
      let ending = try Command(["compare", source, source] + part, in: folder).ending()
      #expect(ending.exit == 64, "\(ending)")
    }
  }

  @Test func `what cannot be compared says why`() throws {
    let source = Files.fixture("h264-aac.mov")
    for (arguments, exit) in [
      ([source, Files.fixture("speech.wav")], 69), ([Files.fixture("speech.m4a"), source], 69),
      ([source, "none.mov"], 66), ([source], 64), (["-", "-"], 64), ([source, "/dev/null"], 66),
    ] as [([String], Int32)] {
      let ending = try Command(["compare"] + arguments, in: folder).ending()
      #expect(ending.exit == exit, "\(arguments): \(ending.errors)")
      #expect(ending.output.isEmpty)
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac.mkv")))
    try whole.prefix(whole.count / 2).write(to: folder.file("cut.mkv"))
    #expect(try Command.run("compare", Files.fixture("h264-aac.mkv"), "cut.mkv", in: folder).exit == 65)
  }

  @Test func `the report is one page with charts and the worst moments, and replaces nothing`() throws {
    let source = Files.fixture("hevc10-hlg.mp4")
    let name = "a <b> & \"c\".mp4"
    try transcode(source, name, "--crf", "40", "--speed", "ultrafast")
    let ending = try Command.run("compare", source, name, "--report", "page.html", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let page = try Page(Data(contentsOf: folder.file("page.html")))
    let text = try folder.read("page.html")
    let perceived = text.contains("not measured (libvmaf is not installed)") ? 0 : 1
    #expect(page.counts["svg"] == 3 + perceived)
    #expect(page.counts["polyline"] == 4 + perceived)
    // Sizes, codecs and settings of both, and where each axis begins.
    for name in [source, folder.path(name)] {
      #expect(text.contains("\(try Data(contentsOf: URL(fileURLWithPath: name)).count) bytes"))
    }
    #expect(text.contains("<td>hvc1 Main 10@L2</td>") && text.contains("4:2:0 10 bits, HLG"), "\(text.prefix(4000))")
    #expect(
      text.components(separatedBy: "not from 0").count == 3 + perceived
        && text.contains("</strong>, from 0; time from 00:00:00.000"))
    // One moment a second, each with its original.
    #expect(page.counts["img"] == page.counts["h3"].map { 2 * $0 })
    #expect(page.title == name)
    #expect(page.references.allSatisfy { $0.hasPrefix("data:image/jpeg;base64,/9j/") })
    #expect(try Command.run("compare", source, name, "--report", "page.html", in: folder).exit == 73)
    #expect(try Command.run("compare", source, name, "--report", name, "--force", in: folder).exit == 73)
    #expect(try Command.run("compare", source, name, "--report", "page.html", "--force", in: folder).exit == 0)
    #expect(folder.names == [name, "page.html"])
  }
}

/// What a page that is well-formed XML consists of.
private final class Page: NSObject, XMLParserDelegate {
  private(set) var counts: [String: Int] = [:]
  private(set) var references: [String] = []
  private(set) var title = ""
  private var isInTitle = false

  init(_ data: Data) throws {
    super.init()
    let parser = XMLParser(data: data)
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    isInTitle = name == "title" && title.isEmpty
    if let source = attributes["src"] ?? attributes["href"] { references.append(source) }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    isInTitle = false
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { if isInTitle { title += string } }
}

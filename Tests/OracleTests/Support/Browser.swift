import Dispatch
import Foundation
import TestSupport

/// A headless Chromium that plays one file to its end.
///
/// The page and the film are files; nothing is fetched. The page writes its result to the console, and the browser
/// writes the console to its standard error, where this waits for it.
struct Browser {
  /// What the page saw.
  struct Playback: Decodable {
    var error: String?
    /// The size as it is shown: turned, cropped and with its pixels made square.
    var width = 0
    var height = 0
    var duration = 0.0
    var currentTime = 0.0
    /// The presentation time of the last picture that was shown.
    var lastPicture = 0.0
    /// Pictures that were decoded, and shown or dropped.
    var pictures = 0
    /// Mean brightness of the last picture's cells, row by row, 0 to 255; empty where there is no picture.
    var cells: [Double] = []

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      error = try values.decodeIfPresent(String.self, forKey: .error)
      if error != nil { return }
      width = try values.decode(Int.self, forKey: .width)
      height = try values.decode(Int.self, forKey: .height)
      duration = try values.decode(Double.self, forKey: .duration)
      currentTime = try values.decode(Double.self, forKey: .currentTime)
      lastPicture = try values.decode(Double.self, forKey: .lastPicture)
      pictures = try values.decode(Int.self, forKey: .pictures)
      cells = try values.decode([Double].self, forKey: .cells)
    }

    private enum Key: CodingKey {
      case error, width, height, duration, currentTime, lastPicture, pictures, cells
    }
  }

  /// Cells of a picture in each direction: coarse enough that scaling and colour conversion do not matter, fine
  /// enough that another picture of the film differs.
  static let cellsAcross = 16

  /// A browser that says nothing for so long is ended.
  private static let limitSeconds = 90

  private static let page = """
    <!doctype html><title>playing</title><video id="video" muted playsinline></video>
    <script>
    const video = document.getElementById('video');
    let last = 0;
    const report = (result) => console.log('RESULT ' + JSON.stringify(result) + ' END');
    const step = (now, picture) => { last = picture.mediaTime; video.requestVideoFrameCallback(step); };
    video.requestVideoFrameCallback(step);
    const cells = () => {
      const [w, h, n] = [video.videoWidth, video.videoHeight, \(cellsAcross)];
      if (!w) return [];
      const canvas = document.createElement('canvas');
      canvas.width = w; canvas.height = h;
      const context = canvas.getContext('2d');
      context.drawImage(video, 0, 0);
      const data = context.getImageData(0, 0, w, h).data;
      const sums = new Array(n * n).fill(0), counts = new Array(n * n).fill(0);
      for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) {
        const at = 4 * (y * w + x), cell = Math.floor(y * n / h) * n + Math.floor(x * n / w);
        sums[cell] += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
        counts[cell] += 1;
      }
      return sums.map((sum, i) => Math.round(sum / counts[i]));
    };
    video.onerror = () => report({ error: video.error.code + ' ' + video.error.message });
    // The callback of the last picture may come after the end.
    video.onended = () => setTimeout(() => report({
      width: video.videoWidth, height: video.videoHeight, duration: video.duration, currentTime: video.currentTime,
      lastPicture: last, pictures: video.getVideoPlaybackQuality().totalVideoFrames, cells: cells() }), 300);
    video.defaultPlaybackRate = Number(location.search.slice(1));
    video.src = decodeURIComponent(location.hash.slice(1));
    video.play().catch((error) => report({ error: String(error) }));
    </script>
    """

  /// Plays a file of the folder to its end.
  ///
  /// - Parameter rate: how many times as fast as it is.
  /// - Throws: `Tool.Failure` with what the browser said, when it gave no result.
  static func play(_ name: String, in folder: TemporaryFolder, rate: Int = 1) throws -> Playback {
    try Data(page.utf8).write(to: URL(fileURLWithPath: folder.path("page.html")))
    guard let path = Tool.chromium.path else { throw Tool.Failure(description: "chromium is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [
      // Machines of tests have no screen, no graphics processor, a small /dev/shm, and often only root.
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--disable-extensions", "--disable-background-networking", "--user-data-dir=" + folder.path("profile"),
      "--autoplay-policy=no-user-gesture-required",
      // A page may look at the pixels of a file beside it.
      "--allow-file-access-from-files", "--enable-logging=stderr", "--log-level=0",
      "file://" + folder.path("page.html") + "?\(rate)#" + name,
    ]
    let log = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = log
    try process.run()
    // Not a signal that can be blocked: a child inherits what this process's threads block. Its own children end
    // with it.
    let end = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limitSeconds), execute: end)
    defer {
      end.cancel()
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
    var text = ""
    while true {
      let more = log.fileHandleForReading.availableData
      if more.isEmpty { throw Tool.Failure(description: "chromium gave no result: \(text.suffix(2000))") }
      text += String(decoding: more, as: UTF8.self)
      guard let start = text.range(of: "RESULT "),
        let end = text.range(of: " END", range: start.upperBound..<text.endIndex)
      else { continue }
      return try JSONDecoder().decode(Playback.self, from: Data(text[start.upperBound..<end.lowerBound].utf8))
    }
  }
}

import Foundation
import TestSupport

extension Browser {
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

  private static let playbackPage = """
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
    let result = try show(playbackPage, query: "\(rate)", fragment: name, in: folder)
    return try JSONDecoder().decode(Playback.self, from: result)
  }
}

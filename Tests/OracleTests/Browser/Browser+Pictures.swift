import Foundation
import TestSupport

extension Browser {
  /// A picture of a film that is to be looked at.
  struct Look: Encodable {
    var name: String
    /// Where the film is paused, in seconds.
    var time: Double
  }

  private struct Shown: Decodable {
    var error: String?
    var width: Int?
    var height: Int?
    /// Red, green and blue, as base 64.
    var pixels: String?
  }

  private static let picturesPage = """
    <!doctype html><title>looking</title>
    <script>
    const pixels = (video) => {
      const [width, height] = [video.videoWidth, video.videoHeight];
      const canvas = document.createElement('canvas');
      canvas.width = width; canvas.height = height;
      const context = canvas.getContext('2d', { colorSpace: 'srgb' });
      context.drawImage(video, 0, 0);
      const data = context.getImageData(0, 0, width, height).data;
      // Nothing was drawn: the place is sought, and its picture is not there yet.
      if (data[3] === 0) return null;
      let text = '';
      for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at], data[at + 1], data[at + 2]);
      return { width, height, pixels: btoa(text) };
    };
    const look = ({ name, time }) => new Promise((done) => {
      const video = document.createElement('video');
      video.muted = true;
      video.onerror = () => done({ error: video.error.code + ' ' + video.error.message });
      const draw = () => {
        const shown = pixels(video);
        if (shown) done(shown); else setTimeout(draw, 20);
      };
      video.onseeked = draw;
      video.onloadeddata = () => { video.currentTime = time; };
      video.src = name;
    });
    const report = async () => {
      const shown = [];
      for (const one of JSON.parse(decodeURIComponent(location.hash.slice(1)))) shown.push(await look(one));
      const text = JSON.stringify(shown), length = 50000;
      let at = 0;
      for (; text.length - at > length; at += length) console.log('PART ' + text.slice(at, at + length) + ' END');
      console.log('RESULT ' + text.slice(at) + ' END');
    };
    report();
    </script>
    """

  /// Shows films of the folder, each paused at a time, as a screen with sRGB has them.
  ///
  /// - Throws: `Tool.Failure` with what the browser said of a film that it cannot show, or when it gave no result.
  static func pictures(of looks: [Look], in folder: TemporaryFolder) throws -> [ScreenPicture] {
    let list = String(decoding: try JSONEncoder().encode(looks), as: UTF8.self)
    let fragment = list.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let result = try show(picturesPage, fragment: fragment, in: folder)
    return try zip(looks, JSONDecoder().decode([Shown].self, from: result)).map { look, shown in
      guard let width = shown.width, let height = shown.height, let pixels = shown.pixels,
        let data = Data(base64Encoded: pixels)
      else { throw Tool.Failure(description: "chromium does not show \(look.name): \(shown.error ?? "no pixels")") }
      return ScreenPicture(width: width, height: height, samples: [UInt8](data))
    }
  }
}

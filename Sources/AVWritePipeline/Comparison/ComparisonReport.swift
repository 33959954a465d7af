internal import Foundation

/// A comparison as a page that needs no other file: quality and bit rate over time, and the worst moments.
struct ComparisonReport {
  /// A moment with both pictures as JPEG files.
  struct Moment {
    var time: ExactTime
    var quality: PictureQuality
    var original: Data
    var picture: Data
  }

  let result: ComparisonResult
  let referenceRates: BitRates
  let outputRates: BitRates
  let moments: [Moment]

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>\(result.output.escapedForMarkup)</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <h1>\(result.output.escapedForMarkup)</h1>
    <p>beside \(result.reference.escapedForMarkup): \(result.pictures.count) pictures, \(result.format)\(unmatched)</p>
    \(table)
    \(charts.map { "<figure>\n\($0.svg)\n</figure>" }.joined(separator: "\n"))
    <h2>Worst moments</h2>
    \(moments.map(section).joined(separator: "\n"))
    </body>
    </html>

    """
  }

  private static let style = """
    :root{color-scheme:light dark}
    body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
    h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem}
    table{border-collapse:collapse}td,th{padding:.2rem .9rem;text-align:right;border-bottom:1px solid #8884}
    figure{margin:1.2rem 0}svg{width:100%}text{font-size:12px;fill:currentColor}
    .title{font-weight:600}.scale{text-anchor:end;dominant-baseline:middle}.time{text-anchor:middle}
    .grid{stroke:#8885;fill:none}polyline{fill:none;stroke-width:1.5}
    .output{stroke:#2a7de1}.reference{stroke:#999}
    .pair{display:grid;grid-template-columns:1fr 1fr;gap:.5rem}.pair img{width:100%}figcaption{font-size:.85rem}
    """

  private var unmatched: String {
    [(result.missing.count, "missing"), (result.extra.count, "extra")]
      .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }

  private var table: String {
    guard let mean = result.mean, let worst = result.worst else { return "" }
    let rows = [
      ("Y", mean, mean.luma), ("Cb", mean, mean.blueChroma), ("Cr", mean, mean.redChroma), ("all", mean, mean.all),
      ("worst, at \(worst.time.clock)", worst.quality, worst.quality.all),
    ].map { name, quality, component in
      "<tr><th>\(name)</th><td>\(quality.psnrText(component))</td><td>\(component.ssimText)</td></tr>"
    }
    return "<table>\n<tr><th></th><th>PSNR</th><th>SSIM</th></tr>\n\(rows.joined(separator: "\n"))\n</table>"
  }

  private var charts: [LineChart] {
    let duration = result.pictures.last?.time.seconds ?? 0
    func line(_ name: String, _ value: (PictureQuality) -> Double?) -> LineChart.Line {
      let points = result.pictures.compactMap { picture in
        value(picture.quality).map { (time: picture.time.seconds, value: $0) }
      }
      return LineChart.Line(name: name, style: "output", points: points)
    }
    func line(_ name: String, _ style: String, _ rates: BitRates) -> LineChart.Line {
      // Each second is a step of two points.
      let points = rates.bitsPerSecond.enumerated().flatMap { second, bits in
        [second, second + 1].map { (time: Double($0), value: bits / 1000) }
      }
      return LineChart.Line(name: name, style: style, points: points)
    }
    let rates = [
      line("\(result.reference), bit rate", "reference", referenceRates),
      line("\(result.output), bit rate", "output", outputRates),
    ]
    let highest = rates.flatMap { $0.points.map(\.value) }.max() ?? 1
    return [
      LineChart(title: "SSIM", unit: "", lines: [line("SSIM", \.all.ssim)], duration: duration),
      LineChart(title: "PSNR", unit: " dB", lines: [line("PSNR") { $0.psnr($0.all) }], duration: duration),
      LineChart(
        title: "Bit rate (grey: the original's)", unit: " kb/s", lines: rates, duration: duration,
        range: 0...max(highest, 1)),
    ]
  }

  private func section(_ moment: Moment) -> String {
    func picture(_ name: String, _ jpeg: Data) -> String {
      let text = name.escapedForMarkup
      return """
        <figure><img alt="\(text)" src="data:image/jpeg;base64,\(jpeg.base64EncodedString())"/>\
        <figcaption>\(text)</figcaption></figure>
        """
    }
    return """
      <h3>\(moment.time.clock): PSNR \(moment.quality.psnrText(moment.quality.all)), \
      SSIM \(moment.quality.all.ssimText)</h3>
      <div class="pair">
      \(picture(result.reference, moment.original))
      \(picture(result.output, moment.picture))
      </div>
      """
  }
}

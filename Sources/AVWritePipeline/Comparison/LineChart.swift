internal import Foundation

/// Values over time as a drawing for a page (SVG 1.1).
struct LineChart {
  /// One line of the chart.
  struct Line {
    var name: String
    /// The class by which the page's style gives it a colour.
    var style: String
    /// The points, as times in seconds and values, in the order of time.
    var points: [(time: Double, value: Double)]
  }

  let title: String
  let unit: String
  let lines: [Line]
  /// The values at the lower and the upper edge.
  let range: ClosedRange<Double>
  let duration: Double

  /// The size of the drawing in its own coordinates; the page scales it.
  private static let size = (width: 1000.0, height: 220.0)
  private static let margin = (left: 84.0, right: 44.0, top: 26.0, bottom: 22.0)
  /// The number of places across the drawing. Of more points, only the lowest and the highest of each place are drawn.
  private static let places = 500

  /// - Parameter range: the values at the lower and the upper edge; nil for the range of the lines' values.
  init(title: String, unit: String, lines: [Line], duration: Double, range: ClosedRange<Double>? = nil) {
    self.title = title
    self.unit = unit
    self.lines = lines
    self.duration = max(duration, .leastNormalMagnitude)
    let values = lines.flatMap { $0.points.map(\.value) }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    self.range = range ?? low...(high > low ? high : low + 1)
  }

  var svg: String {
    let (width, height) = Self.size
    var parts = [
      #"<svg viewBox="0 0 \#(Int(width)) \#(Int(height))" role="img" aria-label="\#(title.escapedForMarkup)">"#,
      #"<text class="title" x="0" y="14">\#(title.escapedForMarkup)</text>"#,
    ]
    for step in 0...4 {
      let value = range.lowerBound + (range.upperBound - range.lowerBound) * Double(step) / 4
      let y = Self.number(place(0, value).y)
      parts.append(#"<path class="grid" d="M\#(Int(Self.margin.left)) \#(y)H\#(Int(width - Self.margin.right))"/>"#)
      parts.append(
        #"<text class="scale" x="\#(Int(Self.margin.left - 6))" y="\#(y)">\#(label(value))\#(unit)</text>"#)
    }
    for step in 0...5 {
      let time = duration * Double(step) / 5
      let x = Self.number(place(time, range.lowerBound).x)
      let clock = ExactTime(value: Int64(time * 1000), scale: 1000).clock
      parts.append(#"<text class="time" x="\#(x)" y="\#(Int(height - 4))">\#(clock)</text>"#)
    }
    for line in lines {
      let points = Self.thinned(line.points, over: duration).map { point in
        let place = place(point.time, point.value)
        return Self.number(place.x) + "," + Self.number(place.y)
      }
      parts.append(
        #"<polyline class="\#(line.style)" points="\#(points.joined(separator: " "))"><title>"#
          + line.name.escapedForMarkup + "</title></polyline>")
    }
    return parts.joined(separator: "\n") + "\n</svg>"
  }

  private func place(_ time: Double, _ value: Double) -> (x: Double, y: Double) {
    let width = Self.size.width - Self.margin.left - Self.margin.right
    let height = Self.size.height - Self.margin.top - Self.margin.bottom
    let inside = min(max(value, range.lowerBound), range.upperBound)
    let share = (inside - range.lowerBound) / (range.upperBound - range.lowerBound)
    return (
      Self.margin.left + min(max(time / duration, 0), 1) * width, Self.margin.top + (1 - share) * height
    )
  }

  private static func thinned(
    _ points: [(time: Double, value: Double)], over duration: Double
  ) -> [(time: Double, value: Double)] {
    guard points.count > 2 * places else { return points }
    var thinned: [(time: Double, value: Double)] = []
    let groups = Dictionary(grouping: points) { Int($0.time / duration * Double(places)) }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      let extremes = [group.min { $0.value < $1.value }, group.max { $0.value < $1.value }].compactMap { $0 }
      thinned += extremes.sorted { $0.time < $1.time }
    }
    return thinned
  }

  private static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  /// Returns a value with as many decimals as tell the scale's steps apart.
  private func label(_ value: Double) -> String {
    let decimals = max(0, min(6, 1 - Int(log10((range.upperBound - range.lowerBound) / 4).rounded(.down))))
    return String(format: "%.\(decimals)f", value)
  }
}

extension String {
  /// The text as a page's markup needs it (XML 1.0, 2.4). Characters that XML cannot carry are left out.
  var escapedForMarkup: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        break
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

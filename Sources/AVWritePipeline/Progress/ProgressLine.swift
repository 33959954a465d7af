/// Progress as one line of text.
package struct ProgressLine {
  /// The number of columns of the terminal; nil off a terminal, where no bar is drawn.
  package var width: Int?
  package var usesColour: Bool

  package init(width: Int?, usesColour: Bool) {
    self.width = width
    self.usesColour = usesColour
  }

  /// The longest bar, in columns: more columns tell no more.
  private static let widestBar = 40
  /// The shortest bar, in columns: a shorter one would say less than the percentage beside it.
  private static let narrowestBar = 8

  package func text(_ progress: Progress) -> String {
    let figures = figures(progress)
    guard let width else { return figures }
    // One column stays free: a full last column makes some terminals wrap.
    let room = min(Self.widestBar, width - 1 - figures.count - 3)
    guard room >= Self.narrowestBar else { return String(figures.prefix(max(0, width - 1))) }
    let filled = Int(progress.fraction * Double(room))
    let done = String(repeating: "=", count: filled)
    let bar = usesColour ? "\u{1B}[32m\(done)\u{1B}[0m" : done
    return "[\(bar)\(String(repeating: " ", count: room - filled))] \(figures)"
  }

  private func figures(_ progress: Progress) -> String {
    var parts = [
      Self.padded(Self.decimal(progress.fraction * 100) + "%", 6),
      Self.padded(Self.decimal(progress.speed) + "x", 6),
    ]
    if progress.frames > 0 { parts.append(Self.padded(Self.decimal(progress.fps) + " fps", 9)) }
    parts.append(progress.secondsLeft.map { "\(Self.clock($0)) left" } ?? "--:-- left")
    return parts.joined(separator: "  ")
  }

  private static func decimal(_ number: Double) -> String {
    let tenths = Int(min(number * 10, 1e15).rounded(.down))
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 1e9))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let rest = "\(two(whole / 60 % 60)):\(two(whole % 60))"
    return whole < 3600 ? rest : "\(whole / 3600):\(rest)"
  }
}

extension JobResult.Output {
  /// The last line of a job, for people.
  package var text: String {
    let duration = tracks.compactMap { $0.start.adding($0.duration) }.max()
    var parts = ["\(bytes) bytes"]
    if let duration { parts.append(duration.clock) }
    parts += tracks.map { "\($0.kind.rawValue) \($0.codec.withoutTrailingSpaces)" }
    let dropped = tracks.reduce(0) { $0 + $1.droppedSamples }
    if dropped > 0 { parts.append("\(dropped) pictures dropped") }
    if !losses.isEmpty { parts.append("\(losses.count) \(losses.count == 1 ? "range" : "ranges") lost") }
    if let passes { parts.append(passes.text + (passes.isReached ? "" : ", target not reached")) }
    parts += levelings.compactMap(\.text)
    parts.append("\(ledger.kept.count) facts kept")
    let details = ledger.detailCount
    if details > 0 { parts.append("\(details) \(details == 1 ? "detail" : "details") changed (-v)") }
    if verification != .none { parts.append("verified") }
    return "\(path.outputName.printable): " + parts.joined(separator: ", ")
  }
}

extension JobResult.Passes {
  package var text: String {
    let similarity = "SSIM \(ssim.rounded(digits: 4)), worst part \(worstSSIM.rounded(digits: 4))"
    let passes = count == 1 ? "1 pass" : "\(count) passes, \(repeatedFrames) pictures encoded again"
    return "\(passes) (\(similarity))" + (isAtBestQuality ? ", best quality, smaller than the target size" : "")
  }
}

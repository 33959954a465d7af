extension Ledger {
  /// Returns the ledger with the changes of level that were asked for: the volume of sound, and fades.
  func noting(levelsOf plan: Plan) -> Ledger {
    var ledger = self
    for track in plan.tracks {
      let (name, change) = (track.source.factName, track.action.levelChange)
      guard let change else { continue }
      ledger.converted.append(
        Entry(name + (track.kind == .video ? ".video.level" : ".audio.level"), to: change.text, reason: change.options))
    }
    return ledger
  }
}

extension TrackPlan.Action {
  /// A short description of the change of level, and the options that asked for it. It is nil if the level is not
  /// changed.
  fileprivate var levelChange: (text: String, options: String)? {
    let (volume, fades): (Decibels?, Fades?) =
      switch self {
      case .encodeVideo(let encoding): (nil, encoding.fades)
      case .encodeAudio(let encoding): (encoding.volume, encoding.fades)
      case .copy, .convertText: (nil, nil)
      }
    let texts = [volume?.text, fades?.text].compactMap(\.self)
    let options = [volume.map { _ in "--volume" }, fades?.choice.options].compactMap(\.self)
    return texts.isEmpty ? nil : (texts.joined(separator: ", "), options.joined(separator: " and "))
  }
}

extension Settings {
  /// The reason why the speed cannot be changed: sound that is copied keeps its own. It is nil where it can.
  var contradictionOfSpeed: String? {
    guard speedFactor != nil, !drops.contains(.audio) else { return nil }
    let option = audio.codec == .copy ? "--audio-codec copy" : copies.contains(.audio) ? "--copy audio" : nil
    return option.map { "--speed-factor cannot change sound that is copied: leave out \($0), or give --drop audio" }
  }
}

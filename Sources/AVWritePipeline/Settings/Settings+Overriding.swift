extension Settings {
  /// These settings with what others say in their place: a preset's with the command line's.
  package func overridden(by over: Settings) -> Settings {
    var result = self
    if let codec = over.video.codec { result.video.forgetEncoding(unlessWith: codec) }
    if let codec = over.audio.codec { result.audio.forgetEncoding(unlessWith: codec) }
    result.drops.subtract(over.copies)
    result.copies.subtract(over.drops)
    for setting in Setting.all { setting.override(&result, over) }
    return result
  }

  /// These settings for an output of this name: its extension names the container, where it has one that does.
  package func named(_ output: String) -> Settings {
    var result = self
    if Container(fileName: output) != nil { result.format = nil }
    return result
  }
}

extension VideoChoice {
  /// Leaves out what was said with another codec in mind: a quality is on that codec's own scale, a profile its own
  /// subset, and where nothing is encoded nothing can be said of it.
  fileprivate mutating func forgetEncoding(unlessWith codec: Codec) {
    guard codec.encodes else {
      self = VideoChoice()
      return
    }
    guard !codecs.contains(codec) else { return }
    rateControl = nil
    (maximumBitRate, isMultiPass, isBestEffort) = (nil, nil, nil)
    profile = nil
    pixelFormat = nil
  }
}

extension AudioChoice {
  /// As of video.
  fileprivate mutating func forgetEncoding(unlessWith codec: Codec) {
    guard codec.encodes else {
      self = AudioChoice()
      return
    }
    guard self.codec != codec else { return }
    bitRate = nil
    pcmForm = nil
  }
}

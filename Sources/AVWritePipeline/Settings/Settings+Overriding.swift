extension Settings {
  /// Returns these settings, overridden by others: for example, those of a preset by those of the command line.
  package func overridden(by over: Settings) -> Settings {
    var result = self
    if let codec = over.video.codec { result.video.forgetEncoding(unlessWith: codec) }
    if let codec = over.audio.codec { result.audio.forgetEncoding(unlessWith: codec) }
    // A track that is copied cannot be faded.
    if over.video.codec == .copy || over.audio.codec == .copy { result.fades = FadeChoice() }
    if over.audio.codec == .copy { result.speedFactor = nil }
    result.drops.subtract(over.copies)
    result.copies.subtract(over.drops)
    for setting in Setting.all { setting.override(&result, over) }
    return result
  }

  /// Returns these settings for an output of this name, whose extension, if it names a container, replaces `format`.
  package func named(_ output: String) -> Settings {
    var result = self
    if Container(fileName: output) != nil { result.format = nil }
    return result
  }
}

extension VideoChoice {
  /// Removes settings that were meant for another codec. If nothing is encoded, only settings that can be applied to
  /// the matrix are kept.
  fileprivate mutating func forgetEncoding(unlessWith codec: Codec) {
    guard codec.encodes else {
      let turns = codec == .copy ? edits.ofMatrix : PictureEdits()
      self = VideoChoice()
      edits = turns
      return
    }
    guard !codecs.contains(codec) else { return }
    compression.forgetCodec()
    if codec.encodesKeyFramesAlone { compression.keyFrameInterval = nil }
    (isMultiPass, isBestEffort) = (nil, nil)
  }
}

extension AudioChoice {
  /// Removes settings that were meant for another codec, as for video.
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

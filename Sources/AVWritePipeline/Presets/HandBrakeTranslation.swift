internal import YAML

/// The translation of one of HandBrake's presets to settings, and its fields that have none.
struct HandBrakeTranslation {
  private(set) var settings = Settings()
  private(set) var summary: String
  /// The fields that ask for something that is not done, with their values.
  private(set) var ignored: [String] = []
  /// The fields that are not translated yet.
  private var fields: [String: YAMLNode]

  init(_ fields: [YAMLNode.Entry]) {
    self.fields = Dictionary(
      fields.compactMap { field in field.key.text.map { ($0, field.value) } }, uniquingKeysWith: { first, _ in first })
    summary = self.fields["PresetDescription"]?.text ?? "a HandBrake preset"
    translateFile()
    translateVideo()
    translatePicture()
    translateSound()
    for name in Self.ofHandBrakeAlone { self.fields[name] = nil }
    for filter in Self.filters { leaveOut(filter) }
    // Chapters are kept in any case.
    translate("ChapterMarkers") { $0 == "true" }
    ignored += self.fields.filter { !$0.value.isNeutral }.map { Self.phrase($0.key, $0.value) }
    ignored.sort()
  }

  /// Translates a field. A field that asks for something and is not understood is listed in `ignored`.
  private mutating func translate(_ name: String, _ read: (String) -> Bool) {
    guard let node = fields.removeValue(forKey: name), !node.isNeutral else { return }
    if node.text.map(read) != true { ignored.append(Self.phrase(name, node)) }
  }

  private static func phrase(_ name: String, _ node: YAMLNode) -> String { node.text.map { "\(name) \($0)" } ?? name }

  private mutating func translateFile() {
    var settings = settings
    translate("FileFormat") { text in
      let name = text.hasPrefix("av_") ? String(text.dropFirst(3)) : text
      settings.format = Container(rawValue: name)
      return settings.format != nil
    }
    for name in ["Optimize", "Mp4HttpOptimize"] {
      translate(name) { text in
        settings.file.fastStart = Bool(text)
        return settings.file.fastStart != nil
      }
    }
    if ["MetadataPassthru", "MetadataPassthrough"].contains(where: { fields[$0]?.text == "false" }) {
      settings.metadata.isStripped = true
    }
    self.settings = settings
  }

  private mutating func translateVideo() {
    var video = settings.video
    translate("VideoEncoder") { name in
      guard let encoder = Self.videoEncoders[name] else { return false }
      (video.codec, video.compression.pixelFormat) = encoder
      return true
    }
    let goal = fields.removeValue(forKey: "VideoQualityType")?.text ?? "2"
    let (used, unused) =
      goal == "1" ? ("VideoAvgBitrate", "VideoQualitySlider") : ("VideoQualitySlider", "VideoAvgBitrate")
    fields[unused] = nil
    translate(used) { text in
      // HandBrake writes the field for every encoder, also for one that loses nothing.
      if let codec = video.codec, codec.qualities == nil { return false }
      if goal == "1" {
        video.compression.averageBitRate = BitRate(argument: text + "k")
      } else {
        let quality = Double(text)
        video.compression.quality = video.codec?.hasWholeQualities == true ? quality?.rounded() : quality
      }
      return video.compression.rateControl != nil
    }
    translate("VideoPreset") { text in
      video.compression.speed = VideoCompression.Speed(rawValue: text)
      return video.compression.speed != nil
    }
    translate("VideoProfile") { text in
      guard let profile = VideoCompression.Profile(rawValue: text),
        !profile.codecs.isDisjoint(with: video.codecs)
      else { return false }
      video.compression.profile = profile
      return true
    }
    // In the other modes the rate is an upper limit, or an average.
    let isConstant = fields.removeValue(forKey: "VideoFramerateMode")?.text == "cfr"
    translate("VideoFramerate") { text in
      guard isConstant else { return false }
      video.frameRate = FrameRate(argument: text)
      return video.frameRate != nil
    }
    settings.video = video
  }

  private mutating func translatePicture() {
    if let width = fields["PictureWidth"]?.text, let height = fields["PictureHeight"]?.text,
      let box = PictureSize(argument: "\(width)x\(height)")
    {
      settings.video.size = .within(.size(box))
      (fields["PictureWidth"], fields["PictureHeight"]) = (nil, nil)
    }
    // Each of HandBrake's filters looks for interlaced pictures, as this package's does.
    if let filter = fields["PictureDeinterlaceFilter"], !filter.isNeutral { settings.video.isDeinterlaced = true }
    for name in fields.keys where name.hasPrefix("PictureDeinterlace") || name.hasPrefix("PictureCombDetect") {
      fields[name] = nil
    }
  }

  /// Translates the sound. Of several tracks that are made from one source, only the first is made.
  private mutating func translateSound() {
    guard let tracks = fields.removeValue(forKey: "AudioList")?.elements, let first = tracks.first else {
      return
    }
    if tracks.count > 1 { ignored.append("AudioList: all tracks but the first") }
    guard let encoder = first["AudioEncoder"]?.text else { return }
    var audio = AudioChoice()
    audio.codec = encoder.hasPrefix("copy") ? .copy : Self.audioEncoders[encoder]
    guard let codec = audio.codec else { return ignored.append("AudioEncoder \(encoder)") }
    if codec.encodes {
      audio.channels = first["AudioMixdown"]?.text.flatMap { Self.channels[$0] }.map { .atMost($0) }
      audio.sampleRate = first["AudioSamplerate"]?.text.flatMap(Double.init).map { Int(($0 * 1000).rounded()) }
      if let node = first["AudioBitrate"], !node.isNeutral {
        if codec.isLossless {
          ignored.append(Self.phrase("AudioBitrate", node))
        } else {
          audio.bitRate = node.text.flatMap { BitRate(argument: $0 + "k") }
        }
      }
    }
    settings.audio = audio
  }

  /// Leaves out a filter that this package does not have. Its switch is listed if it is on, and its tuning never.
  private mutating func leaveOut(_ filter: String) {
    let switches = [filter, filter + "Filter", filter + "Preset"]
    let first = switches.first { fields[$0] != nil }
    if let first, let node = fields[first], !node.isNeutral { ignored.append(Self.phrase(first, node)) }
    for name in fields.keys where name.hasPrefix(filter) { fields[name] = nil }
  }
}

extension YAMLNode {
  /// A Boolean value that says whether the value of a field changes nothing.
  fileprivate var isNeutral: Bool {
    elements?.isEmpty ?? text.map { ["", "off", "none", "auto", "false", "0", "0.0", "-1", "-1.0"].contains($0) }
      ?? true
  }
}

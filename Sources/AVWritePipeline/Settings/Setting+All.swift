extension Setting {
  /// All settings that presets and files of settings can have, in the order in which they are written.
  package static let all: [Setting] =
    [
      word("format", \.format)
    ] + video + audio + fades + tracks + metadata + file

  /// The settings of video tracks.
  static let video: [Setting] = [
    word("video-codec", \.video.codec),
    one("crf", "a number in the range of the codec", \.video.compression.quality),
    one("video-bitrate", bitRate, \.video.compression.averageBitRate),
    one("max-bitrate", bitRate, \.video.compression.maximumBitRate),
    one("target-size", "a number of bytes, such as 700k, 25M or 1.5G", \.video.compression.targetSize),
    number("target-ssim", "a number above 0 and below 1", \.video.compression.targetSSIM, in: similarities),
    flag("multi-pass", \.video.isMultiPass),
    flag("best-effort", \.video.isBestEffort),
    word("parallel", \.video.parallelism),
    word("speed", \.video.compression.speed),
    word("tune", \.video.compression.tune),
    word("profile", \.video.compression.profile),
    number("keyframe-interval", seconds, \.video.compression.keyFrameInterval, in: secondsRange),
    one("crop", pictureArea + ", such as 640x480+10+20, 640x480 or 1:1", \.video.edits.crop),
    word("rotate", \.video.edits.rotation),
    word("flip", \.video.edits.flip),
    one("size", pictureSize, \.video.exactSize),
    one("max-size", pictureSize, \.video.largestSize),
    one("pad", pictureArea + " and @COLOR, such as 1280x720, 16:9 or 16:9@white", \.video.edits.pad),
    many("overlay", "IMAGE@X,Y, such as logo.png@16,16 or logo.png@-16,-16", \.video.edits.overlays),
    one("frame-rate", "a number of pictures per second, such as 25, 29.97 or 30000/1001", \.video.frameRate),
    flag("deinterlace", \.video.isDeinterlaced),
    word("tone-map", \.video.toneMapping),
    word("pixel-format", \.video.compression.pixelFormat),
  ]

  private static let audio: [Setting] = [
    word("audio-codec", \.audio.codec),
    one("audio-bitrate", bitRate, \.audio.bitRate),
    number("sample-rate", "a number of hertz from 1 to 768000", \.audio.sampleRate, in: 1...768_000),
    number("channels", channelCount, \.audio.exactChannels, in: channelRange),
    number("max-channels", channelCount, \.audio.mostChannels, in: channelRange),
    word("sample-format", \.audio.pcmForm),
    number("loudness", "a number of LUFS from -70 to -5", \.audio.loudness, in: -70 ... -5),
    one("volume", "a number of decibels from -100 to 40 with its unit, such as -6dB or +3dB", \.audio.volume),
  ]

  private static let fades: [Setting] = [
    one("speed-factor", "a number from 0.25 to 4, such as 1.5 or 25/24", \.speedFactor),
    number("fade-in", seconds, \.fades.fadeIn, in: secondsRange),
    number("fade-out", seconds, \.fades.fadeOut, in: secondsRange),
  ]

  private static let tracks: [Setting] = [
    one("tracks", "a list of tracks, such as 1,3 or video:1,audio:eng", \.tracks),
    many("drop", kinds, \.droppedKinds),
    many("copy", kinds, \.copiedKinds),
    many("add", "FILE, FILE:KIND or FILE:KIND:LANGUAGE, which is not the standard input", \.additions),
  ]

  private static let metadata: [Setting] = [
    many(
      "metadata",
      "KEY=VALUE with an identifier or a name, such as \(MetadataChoice.Item.names.joined(separator: ", "))",
      \.metadata.items
    ) { $0.identifier == $1.identifier },
    many("track-metadata", "N:KEY=VALUE", \.metadata.listedTrackItems) {
      $0.track == $1.track && $0.value.identifier == $1.value.identifier
    },
    many("language", "N:TAG", \.metadata.listedLanguages) { $0.track == $1.track },
    one("cover", "the name of a picture file", \.metadata.cover),
    one("chapters", "the name of a chapter file", \.metadata.chapters),
    flag("strip-metadata", \.metadata.isStripped),
    flag("strip-location", \.metadata.isLocationStripped),
    many(
      "require",
      "the name of a fact, or one of \(Requirement.Group.allCases.map(\.rawValue).joined(separator: ", "))",
      \.requirements),
  ]

  private static let file: [Setting] = [
    flag("fast-start", \.file.fastStart),
    number("fragment", seconds, \.file.fragment, in: secondsRange),
    number("chunk-duration", seconds, \.file.chunkDuration, in: secondsRange),
    number("chunk-alignment", "a number of bytes from 1 to 1048576", \.file.chunkAlignment, in: 1...1 << 20),
    flag("keep-times", \.file.keepsTimes),
    one("verify", "true, false or full", \.file.verification),
  ]

  private static let channelCount = "a number from 1 to 64"
  private static let channelRange = 1...64
  private static let bitRate = "a number of bits per second, such as 128k or 4M"
  private static let similarities = Double.leastNonzeroMagnitude..<1
  private static let pictureSize =
    "WIDTHxHEIGHT or a number of lines such as 720p, each from 2 to \(PictureSize.largestEdge)"
  private static let pictureArea = "WIDTHxHEIGHT or an aspect ratio, with or without a place +X+Y"
  private static let kinds = "one of \(TrackKind.allCases.map(\.rawValue).joined(separator: ", "))"
  private static let seconds = "a number of seconds above 0 and up to 3600"
  /// The range of durations, in seconds. An hour is more than any player waits for.
  private static let secondsRange = Double.leastNonzeroMagnitude...3600
}

// The words of the table are written as their names.
extension VideoChoice.Parallelism: SettingValue {}
extension VideoChoice.ToneMapping: SettingValue {}
extension VideoCompression.Speed: SettingValue {}
extension VideoCompression.Tune: SettingValue {}
extension VideoCompression.Profile: SettingValue {}
extension VideoCompression.PixelFormat: SettingValue {}
extension PCMForm: SettingValue {}
extension TrackKind: SettingValue {}
extension Container: SettingValue {}

/// The fades at the ends of an output: of its pictures from and to black, and of its sound from and to silence.
public struct FadeChoice: Sendable, Hashable, Codable {
  /// The duration of the fade at the start, in seconds. There is none when nil.
  public var fadeIn: Double?
  /// The duration of the fade at the end, in seconds. There is none when nil.
  public var fadeOut: Double?

  public init() {}

  /// A Boolean value that says whether there is no fade.
  var isNone: Bool { fadeIn == nil && fadeOut == nil }

  /// The options that were given, as they are written.
  var options: String {
    [fadeIn.map { _ in "--fade-in" }, fadeOut.map { _ in "--fade-out" }].compactMap(\.self)
      .joined(separator: " and ")
  }
}

extension Settings {
  /// The reason why the fades cannot be made: a track that is copied cannot be faded. It is nil where they can.
  var contradictionOfFades: String? {
    if fades.isNone { return nil }
    func refusal(_ kind: TrackKind, _ option: String) -> String? {
      drops.contains(kind)
        ? nil
        : "\(fades.options) cannot fade \(kind.rawValue) that is copied: leave out \(option), or give --drop "
          + kind.rawValue
    }
    if video.codec == .copy { return refusal(.video, "--video-codec copy") }
    if copies.contains(.video) { return refusal(.video, "--copy video") }
    if audio.codec == .copy { return refusal(.audio, "--audio-codec copy") }
    return copies.contains(.audio) ? refusal(.audio, "--copy audio") : nil
  }
}

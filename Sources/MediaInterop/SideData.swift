/// Data that a container stores for one packet in addition to its bytes.
package struct SideData: Hashable, Sendable {
  package enum Kind: Sendable, CaseIterable {
    /// The text before a WebVTT cue's times.
    case cueIdentifier
    /// The text behind a WebVTT cue's times.
    case cueSettings
    /// Matroska's `BlockAdditional`: eight bytes of `BlockAddID`, and the addition itself.
    case blockAddition
    /// The color table of indexed pictures: 256 colours of 32 bits in the machine's byte order, with alpha, red, green
    /// and blue from the highest bits down.
    case palette
  }

  package var kind: Kind
  package var bytes: [UInt8]

  package init(_ kind: Kind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}

extension [SideData] {
  /// The side data with a cue in the form of `D_WEBVTT`. In `S_TEXT/WEBVTT`, one addition contains lines of settings,
  /// identifier and comments (Matroska, "Subtitles", "WebVTT").
  var withCueOfAddition: [SideData] {
    guard let addition = first(where: { $0.kind == .blockAddition }) else { return self }
    let lines = addition.bytes.dropFirst(SideData.additionHeaderSize)
      .split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    let parts = zip([SideData.Kind.cueSettings, .cueIdentifier], lines).map { SideData($0, [UInt8]($1)) }
    return filter { $0.kind != .blockAddition } + parts.filter { !$0.bytes.isEmpty }
  }
}

extension SideData {
  fileprivate static let additionHeaderSize = 8
}

/// What a container has for one packet beside its bytes.
package struct SideData: Hashable, Sendable {
  package enum Kind: Sendable, CaseIterable {
    /// Of a WebVTT cue: what stands before its times.
    case cueIdentifier
    /// Of a WebVTT cue: what stands behind its times.
    case cueSettings
    /// Matroska's `BlockAdditional`: eight bytes of `BlockAddID`, and what it is for.
    case blockAddition
  }

  package var kind: Kind
  package var bytes: [UInt8]

  package init(_ kind: Kind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}

extension [SideData] {
  /// With a cue's in the form that `D_WEBVTT` has it in: `S_TEXT/WEBVTT` has lines of settings, identifier and comments
  /// in one addition (Matroska, "Subtitles", "WebVTT").
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

import MediaInterop
import TimedText

extension WebVTTCue {
  init(_ sideData: [SideData]) {
    func text(_ kind: SideData.Kind) -> String {
      sideData.first { $0.kind == kind }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }
    self.init(identifier: text(.cueIdentifier), settings: text(.cueSettings))
  }

  var sideData: [SideData] {
    [(SideData.Kind.cueIdentifier, identifier), (.cueSettings, settings)]
      .filter { !$1.isEmpty }.map { SideData($0, [UInt8]($1.utf8)) }
  }
}

extension Movie {
  /// The samples that an AAC encoder added, from an `iTunSMPB` item; `nil` where there is none, or it cannot be read.
  package var priming: AudioPriming? {
    guard let userData,
      let meta = try? ByteReader(userData.payload, boxType: userData.type).firstBox("meta"),
      var list = try? Self.children(ofMeta: meta).firstBox("ilst")?.contents
    else { return nil }
    while let item = try? list.nextBox() {
      if item.type == "----", let text = try? Self.text(of: item, named: "iTunSMPB") {
        return AudioPriming(iTunesText: text)
      }
    }
    return nil
  }

  /// Returns the children of a `meta`. ISO's is a full box, whose version comes before its children; QuickTime's is
  /// not.
  private static func children(ofMeta meta: Box) throws -> ByteReader {
    var children = meta.contents
    if try children.firstBox("hdlr") == nil { try children.skip(4) }
    return children
  }

  /// Returns the value of an item with its own name; `nil` for another name.
  private static func text(of item: Box, named name: String) throws -> String? {
    guard var nameReader = try item.contents.firstBox("name")?.contents,
      var data = try item.contents.firstBox("data")?.contents
    else { return nil }
    try nameReader.skip(4)
    guard nameReader.rest().elementsEqual(name.utf8) else { return nil }
    try data.skip(8)
    return String(decoding: data.rest(), as: UTF8.self)
  }
}

extension AudioPriming {
  /// Reads the text that `iTunesItem` writes: hexadecimal numbers, of which the first is reserved.
  init?(iTunesText: String) {
    let numbers = iTunesText.split(separator: " ").prefix(4).compactMap { Int64($0, radix: 16) }
    guard numbers.count == 4, numbers.allSatisfy({ (0...Int64(UInt32.max)).contains($0) }) else { return nil }
    self.init(priming: Int(numbers[1]), remainder: Int(numbers[2]), validFrames: numbers[3])
  }
}

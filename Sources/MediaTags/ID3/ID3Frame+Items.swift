import MovieFile

extension ID3Frame {
  /// The forms of frames. The table below lists them by the frames' names in version 2.2 and in later versions.
  private enum Form {
    case text, genre, people, userText, address, userAddress, comment, termsOfUse, picture, owned, object, rating,
      counter, data
  }

  private var form: Form {
    switch identifier {
    case "TXXX", "TXX": .userText
    case "TCON", "TCO": .genre
    case "TIPL", "TMCL", "IPLS", "IPL": .people
    case "WXXX", "WXX": .userAddress
    case "COMM", "COM", "USLT", "ULT": .comment
    case "USER": .termsOfUse
    case "APIC", "PIC": .picture
    case "PRIV", "UFID", "UFI": .owned
    case "GEOB", "GEO": .object
    case "POPM", "POP": .rating
    case "PCNT", "CNT": .counter
    default: identifier.hasPrefix("T") ? .text : identifier.hasPrefix("W") ? .address : .data
    }
  }

  /// The frame's items, one for each of its values. The list is empty if the bytes do not have the frame's form.
  var items: [TagItem] {
    var reader = ByteReader(body, boxType: "ID3 ")
    return (try? items(&reader)) ?? []
  }

  private func items(_ reader: inout ByteReader) throws -> [TagItem] {
    switch form {
    case .text: return try reader.id3Texts().map { TagItem(identifier, text: $0) }
    case .genre: return try reader.id3Texts().flatMap(ID3Genre.names).map { TagItem(identifier, text: $0) }
    case .people: return Self.people(try reader.id3Texts(), identifier)
    case .userText:
      let texts = try reader.id3Texts(keepingEmpty: true)
      return texts.dropFirst().map { TagItem(identifier, text: $0, note: texts[0]) }
    case .address: return [TagItem(identifier, text: reader.id3Rest(.latin1))]
    case .userAddress:
      let encoding = try reader.id3Encoding()
      let note = reader.id3Text(encoding)
      return [TagItem(identifier, text: reader.id3Rest(.latin1), note: note)]
    case .comment:
      let encoding = try reader.id3Encoding()
      let language = try reader.id3Language()
      let note = reader.id3Text(encoding)
      return [TagItem(identifier, text: reader.id3Rest(encoding), language: language, note: note.isEmpty ? nil : note)]
    case .termsOfUse:
      let encoding = try reader.id3Encoding()
      let language = try reader.id3Language()
      return [TagItem(identifier, text: reader.id3Rest(encoding), language: language)]
    case .picture: return [try picture(&reader)]
    case .owned:
      let owner = reader.id3Text(.latin1)
      return [TagItem(identifier, .data(reader.rest()), note: owner)]
    case .object:
      let encoding = try reader.id3Encoding()
      _ = reader.id3Text(.latin1)
      let names = [reader.id3Text(encoding), reader.id3Text(encoding)]
      return [TagItem(identifier, .data(reader.rest()), note: names.first { !$0.isEmpty })]
    case .rating:
      let owner = reader.id3Text(.latin1)
      return [TagItem(identifier, text: "\(try reader.u8())", note: owner)]
    case .counter: return ID3Frame.number(reader.rest()).map { [TagItem(identifier, text: "\($0)")] } ?? []
    case .data: return [TagItem(identifier, .data(reader.rest()))]
    }
  }

  /// Reads a counter; `nil` for more than eight bytes, which no real counter has.
  private static func number(_ bytes: [UInt8]) -> UInt64? {
    bytes.count <= 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }

  /// Returns the items of a list that names a role and a person in turn.
  private static func people(_ texts: [String], _ identifier: String) -> [TagItem] {
    stride(from: 0, to: texts.count - 1, by: 2).map { TagItem(identifier, text: texts[$0 + 1], note: texts[$0]) }
  }

  /// The media type of a picture that is given by its address.
  private static let link = "-->"

  private func picture(_ reader: inout ByteReader) throws -> TagItem {
    let encoding = try reader.id3Encoding()
    let mediaType: String
    if version == .two {
      let format = String(latin1: try reader.bytes(3))
      mediaType = ["JPG": "image/jpeg", "PNG": "image/png"][format.uppercased()] ?? format
    } else {
      let written = reader.id3Text(.latin1)
      mediaType = written.contains("/") || written == Self.link ? written : "image/" + written.lowercased()
    }
    let kind = UInt32(try reader.u8())
    let note = reader.id3Text(encoding)
    if mediaType == Self.link { return TagItem(identifier, .address(reader.id3Rest(.latin1)), note: note) }
    let picture = TagPicture(
      mediaType: mediaType == "image/jpg" ? "image/jpeg" : mediaType, kind: kind, bytes: reader.rest())
    return TagItem(identifier, .picture(picture), note: note)
  }
}

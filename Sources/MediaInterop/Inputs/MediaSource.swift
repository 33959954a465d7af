/// The source of media, as the user named it.
package enum MediaSource: Sendable {
  /// A path of the file system, in which no character has a special meaning, including colons and percent signs.
  case file(String)
  /// An `http` or `https` URL.
  case network(String, NetworkOptions = NetworkOptions())
  /// Bytes that the client's code supplies.
  case supplied(any SuppliedResource)
  /// Files of one picture each, of one coding and size, with a frame rate.
  case images([String], framesPerSecond: Rational)

  /// The path or URL, for messages.
  package var name: String {
    switch self {
    case .file(let path): path
    case .network(let url, _): url
    case .supplied(let resource): resource.name
    case .images(let paths, _): firstName + (paths.count > 1 ? " and \(paths.count - 1) others" : "")
    }
  }

  /// A Boolean value that says whether each seek takes time, as with a request to a server.
  package var isDistant: Bool {
    switch self {
    case .file, .images: false
    case .network: true
    case .supplied(let resource): resource.isDistant
    }
  }

  /// The name that is opened first: a sequence's first file, or otherwise the whole source.
  var firstName: String {
    if case .images(let paths, _) = self { paths.first ?? "no file" } else { name }
  }

  /// The protocols that opening and reading may use; redirects to others are refused.
  var protocols: String {
    switch self {
    case .file, .images: "file"
    case .network: "http,https,tcp,tls"
    case .supplied: ""
    }
  }

  /// A file name for probing that consists only of the extension.
  ///
  /// Some formats are recognized by it if the bytes are ambiguous. The rest of the name is hidden from the library,
  /// which would interpret `a%d.png` as a sequence of files.
  var probeName: String {
    let last = firstName.split(separator: "/").last ?? ""
    guard let dot = last.lastIndex(of: ".") else { return "media" }
    let suffix = last[last.index(after: dot)...]
    guard suffix.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 }) else {
      return "media"
    }
    return "media." + suffix
  }
}

/// Where media is read from, as the user named it.
package enum MediaSource: Sendable {
  /// A path of the file system: every character means itself, colons and percent signs too.
  case file(String)
  /// An `http` or `https` URL.
  case network(String, NetworkOptions = NetworkOptions())
  /// Bytes that the user's own code hands over.
  case supplied(any SuppliedResource)
  /// Files of one picture each, of one coding and size, so many a second.
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

  /// What is opened first: of a sequence of pictures its first file, else all there is.
  var firstName: String {
    if case .images(let paths, _) = self { paths.first ?? "no file" } else { name }
  }

  /// Everything that opening and reading may use; a redirect to anything else is refused.
  var protocols: String {
    switch self {
    case .file, .images: "file"
    case .network: "http,https,tcp,tls"
    case .supplied: ""
    }
  }

  /// A file name for probing that says nothing but the extension.
  ///
  /// Some formats are recognised by it when the bytes leave a doubt. The rest of the name is kept away from the
  /// library, which reads `a%d.png` as a sequence of files.
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

internal import AVFoundation
internal import Foundation

/// The file that a job reads: the one named, which may be on a server, or the standard input. Either may be a pipe.
struct InputFile: Sendable {
  /// The user's name for the file.
  let name: String
  /// The identity of the file on this machine, or nil for a pipe, and for a file on a server.
  let identity: FileIdentity?
  /// The times of the last reading and change before this job, or nil if there is no identity, and for several files.
  let times: FileTimes?
  /// The URL from which the file is read; for what is spooled, only after `makeSeekable`.
  private(set) var url: URL
  private let isStandardInput: Bool
  private let isPipe: Bool
  private var spool: InputSpool?
  /// The open file, for a name that is no text; nil otherwise.
  private var file: OpenFile?
  /// The files of a pattern, or nil for one file.
  let images: ImageSequence?

  /// Finds the file, and reads nothing.
  ///
  /// - Parameter path: a path, a pattern of image files, or an http or https URL; only `-` is the standard input.
  /// - Throws: `JobError` of exit 66.
  init(path: String) throws(JobError) {
    if let remote = Self.remote(path) {
      (name, url, identity, times, isStandardInput, isPipe, images) = (path, remote, nil, nil, false, false, nil)
      return
    }
    var status = stat()
    if path != "-", stat(path: path, followingLinks: true) == nil, let sequence = try ImageSequence(pattern: path) {
      (name, url, identity, times, isStandardInput, isPipe) = (path, sequence.files[0], nil, nil, false, false)
      images = sequence
      return
    }
    images = nil
    isStandardInput = path == "-"
    if isStandardInput {
      guard fstat(STDIN_FILENO, &status) == 0 else { throw .input(errno, "standard input") }
      name = "standard input"
      url = URL(fileURLWithPath: "/proc/self/fd/\(STDIN_FILENO)")
      identity = status.isRegularFile ? FileIdentity(status) : nil
      times = status.isRegularFile ? FileTimes(status) : nil
      isPipe = identity == nil
      if status.isDirectory { throw .input(EISDIR, name) }
      return
    }
    guard let found = stat(path: path, followingLinks: true) else {
      let number = errno
      throw Self.refusal(ofScheme: path) ?? .input(number, path)
    }
    status = found
    if status.isDirectory { throw .input(EISDIR, path) }
    guard status.isRegularFile || status.isPipe else {
      throw JobError(.inputUnreadable, "\(path): is neither a file nor a pipe")
    }
    guard withPath(path, { access($0, R_OK) }) == 0 else { throw .input(errno, path) }
    name = path
    if path.hasRawBytes {
      let file = try OpenFile(path)
      url = file.url
      self.file = file
    } else {
      // A path such as "-clip.mov" or "a:b" stays a path.
      url = URL(fileURLWithPath: path)
    }
    identity = status.isRegularFile ? FileIdentity(status) : nil
    times = status.isRegularFile ? FileTimes(status) : nil
    isPipe = identity == nil
  }

  /// The identities of the local files that are read: those of a sequence's images, or that of one file. The list is
  /// empty for a pipe, and for a resource on a server.
  var identities: [FileIdentity] { images?.identities ?? [identity].compactMap(\.self) }

  /// Returns the identities of the files on this machine that a path or a pattern of image files names; none where it
  /// names nothing that can be read.
  static func identities(of path: String) -> [FileIdentity] {
    if let status = stat(path: path, followingLinks: true) { return [FileIdentity(status)] }
    return (try? ImageSequence(pattern: path))?.identities ?? []
  }

  /// The schemes of the URLs that are read.
  private static let schemes = ["http", "https"]

  /// Returns the URL of a resource on a server, or nil for a path. A file whose name begins so is named by `./http:…`.
  static func remote(_ text: String) -> URL? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), schemes.contains(scheme),
      url.host?.isEmpty == false
    else { return nil }
    return url
  }

  /// Returns the reason why a URL of another scheme, or one that names no server, cannot be read. It is nil for a path.
  private static func refusal(ofScheme text: String) -> JobError? {
    guard let end = text.firstRange(of: "://"), end.lowerBound != text.startIndex,
      text[..<end.lowerBound].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    if schemes.contains(text[..<end.lowerBound].lowercased()) {
      return JobError(.inputUnreadable, "\(text): is not a valid URL", hint: "give a path, or http://SERVER/PATH")
    }
    return JobError(
      .inputUnreadable, "\(text): the URL scheme \(text[..<end.lowerBound]) is not supported",
      hint: "give a path, or a URL of http or https")
  }

  /// The size of all files, in bytes, or nil if only a server knows it.
  var byteCount: Int64? {
    guard url.isFileURL else { return nil }
    let sizes = (images?.files ?? [url]).map { stat(path: $0.path, followingLinks: true).map { Int64($0.st_size) } }
    return sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Copies a pipe, or a resource whose server does not support byte ranges, into a temporary file. A file that can
  /// seek is read in place.
  ///
  /// - Parameters:
  ///   - folder: the folder in which the spool lies.
  ///   - access: the access to servers, which are asked, or nil for a resource that is read from its server in any
  ///     case.
  ///   - always: true if a resource is spooled whatever parts of it the server gives.
  ///   - check: a closure that is called now and then meanwhile; its error ends the spooling.
  /// - Throws: `JobError` of exit 66, or of 73 or 74 when the folder cannot take the spool.
  mutating func makeSeekable(
    spoolingIn folder: String, asking access: ServerAccess? = nil, always: Bool = false,
    continuing check: () throws(JobError) -> Void
  ) throws(JobError) {
    if !url.isFileURL {
      if let access { try spoolResource(in: folder, access, always: always, continuing: check) }
      return
    }
    guard isPipe else { return }
    // A named pipe is opened without waiting for its writer, for whom the spool waits where it can be cancelled.
    let descriptor = isStandardInput ? STDIN_FILENO : open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .input(errno, name) }
    defer { if !isStandardInput { close(descriptor) } }
    let spool = try InputSpool(of: name, descriptor: descriptor, folder: folder, continuing: check)
    url = spool.url
    self.spool = spool
  }

  /// Copies a resource into a temporary file if its server supports no byte ranges, or does not state the length: the
  /// index of a movie may be at its end.
  private mutating func spoolResource(
    in folder: String, _ access: ServerAccess, always: Bool, continuing check: () throws(JobError) -> Void
  ) throws(JobError) {
    let name = name
    let read: ((UnsafeMutableRawBufferPointer) throws -> Int)?
    do { read = try access.bytesInOrder(of: url, always: always) } catch { throw JobError(reading: error, of: name) }
    guard let read else { return }
    let spool = try InputSpool(of: name, folder: folder) {
      (block: UnsafeMutableRawBufferPointer) throws(JobError) -> Int? in
      try check()
      do { return try read(block) } catch { throw JobError(reading: error, of: name) }
    }
    url = spool.url
    self.spool = spool
  }
}

internal import Foundation
internal import MediaSupport

/// Files read as if they were one, each behind the one before.
final class FileSequence: SuppliedResource {
  private let paths: [String]

  init(_ paths: [String]) { self.paths = paths }

  var name: String { (paths.first ?? "no file") + (paths.count > 1 ? " and \(paths.count - 1) others" : "") }

  func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes { try Bytes(of: paths) }

  /// One reader's side: one file is open at a time.
  private final class Bytes: SuppliedBytes {
    private let paths: [String]
    /// Where each file begins, and where the last ends.
    private let starts: [Int64]
    private var current: (index: Int, descriptor: Int32)?

    init(of paths: [String]) throws(MediaError) {
      self.paths = paths
      var starts: [Int64] = [0]
      for path in paths {
        var status = stat()
        guard stat(path, &status) == 0 else {
          throw MediaError(.inputUnavailable, .opening, "cannot open the input", path: path, code: errno)
        }
        let (end, overflow) = starts[starts.count - 1].addingReportingOverflow(Int64(status.st_size))
        guard status.st_mode & S_IFMT == S_IFREG, !overflow else {
          throw MediaError(.inputUnavailable, .opening, "a picture of a sequence is no file", path: path, code: EINVAL)
        }
        starts.append(end)
      }
      self.starts = starts
    }

    deinit { if let current { close(current.descriptor) } }

    var byteCount: Int64? { starts[starts.count - 1] }
    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
      // The last file that begins there or before, past those that are empty.
      guard offset >= 0, let after = firstStart(behind: offset) else { return 0 }
      let index = after - 1
      let descriptor = try self.descriptor(of: index)
      let wanted = Int(min(Int64(buffer.count), starts[after] - offset))
      while true {
        let count = pread(descriptor, buffer.baseAddress, wanted, off_t(offset - starts[index]))
        if count < 0, errno == EINTR { continue }
        // A file may have become shorter meanwhile.
        if count > 0 { return count }
        throw .system(count < 0 ? errno : EIO, .demuxing, "cannot read the input", path: paths[index])
      }
    }

    /// Starts rise, and may be many: `nil` where none is behind.
    private func firstStart(behind offset: Int64) -> Int? {
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] > offset { high = middle } else { low = middle + 1 }
      }
      return low < starts.count ? low : nil
    }

    private func descriptor(of index: Int) throws(MediaError) -> Int32 {
      if let current, current.index == index { return current.descriptor }
      if let current { close(current.descriptor) }
      current = nil
      let descriptor = Foundation.open(paths[index], O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .system(errno, .demuxing, "cannot read the input", path: paths[index]) }
      current = (index, descriptor)
      return descriptor
    }
  }
}

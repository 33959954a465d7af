internal import CFFmpeg
internal import MediaSupport

/// The complaints that one of the library's contexts has logged, from any thread.
///
/// The library prints nothing. `check` attaches the calling thread's last line to an error. This class is for
/// containers, which often log an error and continue reading, and for codecs, which also work on threads of their own.
final class LibraryLog {
  let pointer: OpaquePointer

  init() throws(MediaError) {
    try LibraryLog.install(for: .avutil, .opening)
    guard let log = cff_log_alloc() else { throw .outOfMemory(.opening) }
    pointer = log
    LiveObjects.increment()
  }

  deinit {
    cff_log_free(pointer)
    LiveObjects.decrement()
  }

  /// The number of complaints since `reset`.
  var errorCount: Int { Int(cff_log_error_count(pointer)) }

  var lastLine: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: LibraryLog.longestLine) { line in
      cff_log_last_line(pointer, line.baseAddress, line.count) != 0 ? String(cString: line.baseAddress!) : nil
    }
  }

  func reset() { cff_log_reset(pointer) }

  /// Checks the pictures of packets that the decoder has finished for missing parts.
  ///
  /// - Parameter limit: the number of the first packet that may still be in work.
  func settlePictures(before limit: Int) { cff_log_settle_pictures(pointer, Int64(limit)) }

  /// Removes the complaint about the earliest packet from the log, and returns it; `nil` if none is left.
  ///
  /// - Parameter limit: the number of the first packet whose complaints are not wanted yet.
  func takeComplaint(before limit: Int) -> Complaint? {
    var packet: Int64 = 0
    let kinds = Int(cff_log_take_complaint(pointer, Int64(limit), &packet))
    if kinds == 0 { return nil }
    return Complaint(packet: Int(packet), isOfMedia: kinds & CFF_COMPLAINT_MEDIA != 0)
  }

  /// Opens one of FFmpeg's libraries, silences it, and makes its errors known to `check`. Every owner of a context
  /// calls it first.
  ///
  /// - Throws: `MediaError(.libraryMissing)`.
  static func install(for library: LoadedLibrary, _ stage: MediaError.Stage) throws(MediaError) {
    try library.require(stage)
    _ = installed
  }

  private static let installed: Void = cff_log_install()
  private static let longestLine = 512
}

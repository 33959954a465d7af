internal import CFFmpeg
internal import MediaSupport

/// The complaints of one of the library's contexts, from any thread.
///
/// The library prints nothing. Its last line of the calling thread is attached to an error by `check`; this is for
/// containers, which often log an error and read on, and for codecs, which also work on threads of their own.
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

  /// Looks for parts that are missing in the pictures of the packets that a decoder is done with.
  ///
  /// - Parameter limit: the number of the first packet that may still be worked on.
  func settlePictures(before limit: Int) { cff_log_settle_pictures(pointer, Int64(limit)) }

  /// Takes the complaint about the earliest packet that has one out of the log; `nil` if none is left.
  ///
  /// - Parameter limit: the number of the first packet whose complaints are not wanted yet.
  func takeComplaint(before limit: Int) -> Complaint? {
    var packet: Int64 = 0
    let kinds = Int(cff_log_take_complaint(pointer, Int64(limit), &packet))
    if kinds == 0 { return nil }
    return Complaint(packet: Int(packet), isOfMedia: kinds & CFF_COMPLAINT_MEDIA != 0)
  }

  /// Opens one of FFmpeg's libraries, makes them silent and their errors known to `check`: every owner of a context
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

internal import CX264
import Foundation
import Synchronization

/// The last complaint of x264, kept for error messages: nothing is printed.
///
/// x264 may log from threads of its own, so the line is behind a lock.
final class X264Log: Sendable {
  private let line = Mutex<String?>(nil)

  var lastLine: String? { line.withLock { $0 } }

  /// Makes `parameters` log here. The encoder opened with them must not outlive this object.
  ///
  /// - Parameter measures: whether x264 measures its pictures. It measures only what it would print, and it prints that
  ///   at the information level.
  func attach(to parameters: inout x264_param_t, measures: Bool) {
    parameters.i_log_level = measures ? X264_LOG_INFO : X264_LOG_WARNING
    parameters.p_log_private = Unmanaged.passUnretained(self).toOpaque()
    parameters.pf_log = { context, level, format, arguments in
      guard level <= X264_LOG_WARNING, let context, let format, let arguments else { return }
      Unmanaged<X264Log>.fromOpaque(context).takeUnretainedValue().record(format, arguments)
    }
  }

  private func record(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
    // Longer lines are cut; x264's own are far shorter.
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      vsnprintf(buffer.baseAddress!, buffer.count, format, arguments)
      return String(cString: buffer.baseAddress!)
    }
    line.withLock { $0 = text.trimmingCharacters(in: .whitespacesAndNewlines) }
  }
}

import Foundation
import TestSupport

/// Why another program says something else of a file than `avwrite inspect`.
enum Disagreement {
  struct Reason {
    var program: Tool
    /// The name of the fact, with `#` for a track's number.
    var fact: String
    /// Names of files, or how they end; none stands for every file.
    var files: [String] = []
    /// Holds only where inspect says nothing.
    var isMissing = false
    /// Needed with some versions of the program alone, older or newer ones.
    var isOfSomeVersions = false
    var why: String
  }

  /// The place of the reason that explains a disagreement in `reasons`; nil where none does.
  static func reason(for disagreement: Facts.Disagreement, in file: String, with program: Tool) -> Int? {
    let fact = disagreement.fact.replacingOccurrences(of: "[0-9]+", with: "#", options: .regularExpression)
    return reasons.firstIndex { reason in
      reason.program == program && reason.fact == fact && (!reason.isMissing || disagreement.ours == nil)
        && (reason.files.isEmpty || reason.files.contains(where: file.hasSuffix))
    }
  }

  static let reasons: [Reason] = everywhere + ffprobe + mediainfo + exiftool + mutagen

  /// The same reason for several programs.
  static func shared(
    _ programs: [Tool], _ facts: [String], _ files: [String], isMissing: Bool = false, isOfSomeVersions: Bool = false,
    _ why: String
  ) -> [Reason] {
    programs.flatMap { program in
      facts.map {
        Reason(
          program: program, fact: $0, files: files, isMissing: isMissing, isOfSomeVersions: isOfSomeVersions, why: why)
      }
    }
  }
}

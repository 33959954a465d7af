internal import Foundation
internal import MediaSupport

/// A machine that has begun a task: its name, its program, and the features of its processors on which encoders' bytes
/// depend.
struct ClusterNode: Codable, Hashable {
  var name: String
  var program: ClusterPlan.Program
  /// The features of the processors, in the order of their names.
  var features: [String]

  /// The machine of this process.
  ///
  /// - Throws: `JobError` of exit 66 where the program's own file cannot be read.
  static func current() throws(JobError) -> ClusterNode {
    var digest = ContentDigest()
    try digest.update(contentOf: "/proc/self/exe")
    let processors = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    return ClusterNode(
      name: ProcessInfo.processInfo.hostName,
      program: ClusterPlan.Program(version: VersionReport.version, digest: digest.text),
      features: features(inProcessors: processors))
  }

  /// The prefixes of the features that name instructions an encoder may choose (proc_cpuinfo(5)), on x86-64 and on ARM.
  /// Other features describe the kernel, virtual machines and defects.
  private static let families = [
    "3dnow", "abm", "aes", "amx", "asimd", "avx", "bmi", "f16c", "fma", "fp", "i8mm", "mmx", "neon", "pni", "popcnt",
    "sse",
    "ssse3", "sve",
  ]

  /// Returns the features of the first processor of the kernel's list. Those of one machine are alike.
  static func features(inProcessors text: String) -> [String] {
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags") || $0.hasPrefix("Features") }
    let names = line?.split(separator: ":", maxSplits: 1).last?.split(separator: " ").map(String.init) ?? []
    return Set(names.filter { name in families.contains { name.hasPrefix($0) } }).sorted()
  }
}

import Foundation
import TestSupport
import Testing

/// What Apple's newest SDK deprecates is marked so, for its platforms.
@Suite("Deprecated members")
struct DeprecatedTests {
  private static let hasExtractor = Tool.symbolGraphExtract.isInstalled(for: "what is marked is not looked at")

  /// The part of a symbol graph that is looked at.
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Availability: Decodable {
        struct Version: Decodable { var major: Int }
        var domain: String?
        var deprecated: Version?
        var message: String?
      }

      var pathComponents: [String]
      var availability: [Availability]?

      var name: String { pathComponents.joined(separator: ".") }
    }

    var symbols: [Symbol]
  }

  private static let deprecated: Set<String> = [
    "AVAssetWriter.add(_:)", "AVAssetWriter.startWriting()", "AVAssetWriterInput.append(_:)",
    "AVAssetWriterInput.expectsMediaDataInRealTime", "AVAssetWriterInput.isReadyForMoreMediaData",
    "AVAssetWriterInput.requestMediaDataWhenReady(on:using:)", "AVAssetWriterInputPixelBufferAdaptor",
    "AVAssetWriterInputTaggedPixelBufferGroupAdaptor", "AVAssetWriterInputMetadataAdaptor", "AVAssetReader.add(_:)",
    "AVAssetReader.startReading()", "AVAssetReaderOutput.alwaysCopiesSampleData",
    "AVAssetReaderOutput.supportsRandomAccess", "AVAssetReaderOutput.reset(forReadingTimeRanges:)",
    "AVAssetReaderOutput.markConfigurationAsFinal()",
    "AVAssetReaderOutput.copyNextSampleBuffer()", "AVAssetReaderOutputMetadataAdaptor",
  ]

  @Test(.enabled(if: hasExtractor))
  func `WI-94: what receivers and providers replace is deprecated from macOS 26 on`() throws {
    let folder = try TemporaryFolder()
    let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    var arguments = ["-module-name", "AVFoundation", "-minimum-access-level", "public", "-output-dir", folder.path]
    arguments += ["-target", "x86_64-unknown-linux-gnu", "-I", products.appendingPathComponent("Modules").path]
    for name in try FileManager.default.contentsOfDirectory(atPath: products.path) where name.hasSuffix(".build") {
      let map = products.appendingPathComponent("\(name)/module.modulemap").path
      if FileManager.default.fileExists(atPath: map) { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
    }
    try Tool.symbolGraphExtract.run(arguments)
    let graph = try JSONDecoder().decode(
      Graph.self, from: Data(contentsOf: folder.file("AVFoundation.symbols.json")))
    let marked = graph.symbols.filter { symbol in
      symbol.availability?.contains { $0.domain == "macOS" && $0.deprecated?.major == 26 && $0.message != nil } ?? false
    }
    // The members of a class that is marked are marked with it.
    let names = marked.map(\.name).filter { name in
      !Self.deprecated.contains { name.hasPrefix($0 + ".") }
    }
    #expect(Set(names) == Self.deprecated)
  }
}

import AVFoundation
import Testing

/// Wrong use of the API that Apple answers with an Objective-C exception.
///
/// The raw value is the rule's number and what is done wrong. An exit test commits it in a process of its own.
protocol Misuse: RawRepresentable<String>, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
  /// The exception's name, and words that its reason must have.
  var exception: (name: ExceptionName, words: [String]) { get }

  /// Does it. The process must not come back from here.
  func commit(in folder: URL) throws
}

extension Misuse {
  var testDescription: String { rawValue }
}

enum ExceptionName: String {
  case invalidArgument = "NSInvalidArgumentException"
  case internalInconsistency = "NSInternalInconsistencyException"
}

/// Expects Apple's style of message: the exception's name, and a reason that says what was wrong.
func expectException(
  _ misuse: some Misuse, _ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let result else { return }
  let message = String(decoding: result.standardErrorContent, as: UTF8.self)
  let (name, words) = misuse.exception
  let start = "*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '"
  guard let line = message.split(separator: "\n").first(where: { $0.hasPrefix(start) }) else {
    Issue.record("no message of an exception: \(message.prefix(1000))", sourceLocation: sourceLocation)
    return
  }
  for word in words { #expect(line.contains(word), sourceLocation: sourceLocation) }
}

/// A writer of one input, as many misuses need it.
struct WriterWithInput {
  let writer: AVAssetWriter
  let input: AVAssetWriterInput

  init(
    in folder: URL, fileType: AVFileType = .mov, mediaType: AVMediaType = .video,
    settings: [String: Any]? = Settings.video()
  ) throws {
    let name = "\(UUID().uuidString)"
    writer = try AVAssetWriter(outputURL: folder.appendingPathComponent(name), fileType: fileType)
    input = AVAssetWriterInput(mediaType: mediaType, outputSettings: settings)
    writer.add(input)
  }

  func start() {
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
  }
}

internal import AVWritePipeline
internal import ArgumentParser
internal import Foundation
internal import MediaDump

struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", _superCommandName: Avwrite.name,
    abstract: "Prints a file's structure as text for reviews and comparisons.",
    discussion: "Equal files give equal text: it does not depend on the clock, the path or the machine.")

  @Argument(
    help: ArgumentHelp("File or http(s) URL to print. '-' is the standard input.", valueName: "IN"),
    completion: .file())
  var input: String

  @Flag(help: "Add the tree of boxes with their fields (QuickTime and ISO files).")
  var boxes = false

  @Flag(help: "Add a line for every sample.")
  var samples = false

  @Flag(help: "Add the CRC-32 of every sample's bytes to its line.")
  var checksums = false

  @Flag(help: "Leave out byte sizes, bit rates and checksums, which differ between versions of an encoder.")
  var structureOnly = false

  /// The number of bytes that are written at once.
  private static let batch = 1 << 16

  func validate() throws {
    if checksums, !samples { throw ValidationError("--checksums has no effect without --samples.") }
    if checksums, structureOnly { throw ValidationError("--checksums has no effect with --structure-only.") }
  }

  func run() throws {
    var options: MediaDump.Options = []
    if boxes { options.insert(.boxes) }
    if samples { options.insert(.samples) }
    if checksums { options.insert(.checksums) }
    if structureOnly { options.insert(.structureOnly) }
    var pending = ""
    // The readable part is printed even when the rest cannot be read.
    defer { Console.write(pending) }
    do throws(JobError) {
      let file = try LocalInput(path: input)
      do {
        try withExtendedLifetime(file) {
          try MediaDump.write(file.url, options: options) { line in
            pending += line
            guard pending.utf8.count >= Self.batch else { return }
            Console.write(pending)
            pending = ""
          }
        }
      } catch {
        throw JobError(reading: error, of: file.name)
      }
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
  }
}

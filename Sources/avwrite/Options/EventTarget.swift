internal import AVWritePipeline
internal import ArgumentParser

/// The target to which `--events` writes.
enum EventTarget: Hashable, ExpressibleByArgument {
  case standardOutput
  case descriptor(Int32)
  case file(String)

  init?(argument: String) {
    if argument == "-" || argument == "fd:1" {
      self = .standardOutput
    } else if argument.hasPrefix("fd:") {
      guard let number = Int32(argument.dropFirst(3)), number >= 0 else { return nil }
      self = .descriptor(number)
    } else if argument.isEmpty || argument.hasRawBytes {
      return nil
    } else {
      self = .file(argument)
    }
  }
}

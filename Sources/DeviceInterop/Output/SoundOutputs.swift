internal import Foundation
internal import MediaSupport

/// The choice of sound devices, made by the environment variable `AVWRITE_SOUND`. Without it the first of these that
/// exists is used: PulseAudio (or PipeWire), SDL 2 with a driver that plays, and a silent device that runs in real
/// time.
package enum SoundChoice: Sendable, Hashable {
  /// The first that exists; at last the silent device.
  case automatic
  /// A PulseAudio server, or an error. `nil` means the server that all programs of this environment use.
  case pulse(server: String?)
  /// SDL 2, whatever its driver, or an error.
  case sdl
  /// A device without hardware in real time, with the path of a WAV file for its recording; `nil` to record nothing.
  case virtual(recording: String?)

  /// The name of the environment variable.
  package static let variable = "AVWRITE_SOUND"

  /// Parses `pulse`, `pulse:SERVER`, `sdl`, `virtual` or `virtual:FILE.wav`; `nil` or an empty text is `automatic`.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for another text.
  package init(_ text: String?) throws {
    switch text ?? "" {
    case "": self = .automatic
    case "pulse": self = .pulse(server: nil)
    case let text where text.hasPrefix("pulse:") && text.count > "pulse:".count:
      self = .pulse(server: String(text.dropFirst("pulse:".count)))
    case "sdl": self = .sdl
    case "virtual": self = .virtual(recording: nil)
    case let text where text.hasPrefix("virtual:") && text.count > "virtual:".count:
      self = .virtual(recording: String(text.dropFirst("virtual:".count)))
    case let text:
      throw MediaError(
        .unsupportedSettings, .opening,
        "\(Self.variable) is \"\(text)\", and may be pulse, pulse:SERVER, sdl, virtual or virtual:FILE.wav")
    }
  }

  /// The choice of the process's environment.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` if the variable has any other value.
  package static var current: SoundChoice {
    get throws { try SoundChoice(ProcessInfo.processInfo.environment[variable]) }
  }
}

/// The functions for opening a sound device.
package enum SoundOutputs {
  /// Opens a device. It may take 2 s if a server does not answer. Any thread may call it.
  ///
  /// The identifier of a requested device determines where it is searched for: `virtual`, `sdl:NAME`, or a server's
  /// sink.
  ///
  /// - Parameter choice: the choice of devices; `nil` to read the environment.
  /// - Throws: `MediaError(.deviceUnavailable)` for a device or choice that is not there; `.unsupportedSettings` for a
  ///   format that no device has and an unknown choice; `.outputUnavailable`, `.inputOutput` or `.diskFull` for a
  ///   recording.
  package static func open(
    _ request: SoundRequest = SoundRequest(), choice: SoundChoice? = nil, source: any SoundSource,
    handler: @escaping SoundEventHandler = { _ in }
  ) throws -> any SoundOutput {
    switch try choice ?? .current {
    case .pulse(let server): return try PulseOutput(request, server: server, source: source, handler: handler)
    case .sdl: return try SDLOutput(request, source: source, handler: handler)
    case .virtual(let recording):
      if let device = request.device, device != VirtualOutput.uid { throw missing(device) }
      return try VirtualOutput(request, recording: recording, source: source, handler: handler)
    case .automatic:
      if let device = request.device { return try open(device, request, source, handler) }
      // A format that no device has is the caller's mistake, and must not lead to the silent device.
      _ = try request.format(of: SoundFormat(sampleRate: 48000, channelCount: 2))
      if let output = try? PulseOutput(request, source: source, handler: handler) { return output }
      if hasHardware, let output = try? SDLOutput(request, source: source, handler: handler), !output.isSilent {
        return output
      }
      return try VirtualOutput(request, source: source, handler: handler)
    }
  }

  private static func open(
    _ device: String, _ request: SoundRequest, _ source: any SoundSource, _ handler: @escaping SoundEventHandler
  ) throws -> any SoundOutput {
    if device == VirtualOutput.uid { return try VirtualOutput(request, source: source, handler: handler) }
    if device.hasPrefix(SDLOutput.uidPrefix) { return try SDLOutput(request, source: source, handler: handler) }
    return try PulseOutput(request, source: source, handler: handler)
  }

  /// Returns the devices that can be opened by identifier: a server's, SDL's if no server answers, and the virtual one
  /// last.
  ///
  /// - Parameter choice: the choice of devices; `nil` to read the environment.
  /// - Throws: `MediaError(.unsupportedSettings)` for an unknown choice, `.deviceUnavailable` for one that is not there.
  package static func devices(choice: SoundChoice? = nil) throws -> [SoundDevice] {
    switch try choice ?? .current {
    case .pulse(let server): return try PulseOutput.devices(server: server)
    case .sdl: return try SDLOutput.devices()
    case .virtual: return [virtualDevice]
    case .automatic:
      if let found = try? PulseOutput.devices() { return found + [virtualDevice] }
      let found = hasHardware ? (try? SDLOutput.devices()) ?? [] : []
      return found.filter { !$0.isSilent } + [virtualDevice]
    }
  }

  /// A Boolean value that says whether SDL may find a device: the kernel has one that plays, or SDL's own variable
  /// names a driver. Without either, ALSA would write to the standard error that it found none.
  private static var hasHardware: Bool {
    if ProcessInfo.processInfo.environment["SDL_AUDIODRIVER"] != nil { return true }
    let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/snd")) ?? []
    return devices.contains { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
  }

  private static var virtualDevice: SoundDevice {
    SoundDevice(uid: VirtualOutput.uid, name: "virtual device", format: nil, isSilent: true)
  }

  private static func missing(_ device: String) -> MediaError {
    MediaError(.deviceUnavailable, .opening, "there is no sound device \"\(device)\"")
  }
}

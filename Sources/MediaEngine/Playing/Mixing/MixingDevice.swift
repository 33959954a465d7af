package import CoreMedia
package import DeviceInterop
import Dispatch
import Foundation
import MediaSupport
import Synchronization

/// A sound device that all sounds of the process on that device share, so that they can be synchronized. It also has
/// the clock of the sound that is heard from it.
///
/// It is open while it has users. If the device or its server disappears, a virtual device continues in its place at
/// the same moment, so that time neither jumps nor stops. The sound moves back when the device can be opened again.
package final class MixingDevice: DeviceTime {
  /// Opens an output.
  package typealias Opener =
    @Sendable (SoundRequest, any SoundSource, @escaping SoundEventHandler) throws -> any SoundOutput

  /// A move of the sound, reported after it.
  package enum Move: Sendable, Equatable {
    /// The device disappeared, and a virtual one continues.
    case lost(reason: String)
    /// The sound is on the device again.
    case returned(SoundDevice)
  }

  /// The output that is used now, and the state by which its frames are counted.
  private struct Current {
    var output: any SoundOutput
    var feed: MixerFeed
    let mixer: SoundMixer
    /// The frame that was heard when the output began, and the host's time then. Until the output's first frame is
    /// heard, the time is extrapolated from there.
    var bridge: (frame: Int64, hostTime: Int64)
    /// The distance from a frame that is heard to the first frame that is certainly not rendered yet.
    let leadFrames: Int64
    var isStandIn = false
  }

  /// The number of users, and the timer that checks for a lost device. Locked while the device is opened and closed.
  private struct Users {
    var count = 0
    var retries: (any DispatchSourceTimer)?
  }

  /// The device's unique identifier; `nil` for the default device.
  package let uid: String?
  private let opener: Opener
  private let users = Mutex(Users())
  private let current = Mutex<Current?>(nil)
  private let heardFrames = Atomic<Int64>(0)
  private let underruns = Atomic<Int>(0)
  private let observers = Mutex<[ObjectIdentifier: @Sendable (Move) -> Void]>([:])

  /// The time between two checks for a lost device, in milliseconds.
  private static let retryMilliseconds = 400
  /// The time in seconds that a device may take in advance in addition to its latency: a period.
  private static let period = 0.02

  package init(uid: String? = nil, opener: @escaping Opener = MixingDevice.open) {
    self.uid = uid
    self.opener = opener
  }

  /// Opens the device that `AVWRITE_SOUND` chooses.
  package static let open: Opener = { try SoundOutputs.open($0, source: $1, handler: $2) }

  // MARK: The process's devices

  private struct Shared {
    weak var device: MixingDevice?
  }

  private static let all = Mutex<[String: Shared]>([:])

  /// Returns the device with an identifier, for all sounds of the process.
  ///
  /// - Parameter uid: the unique identifier; `nil` for the default device.
  package static func shared(_ uid: String?) -> MixingDevice {
    all.withLock { all in
      if let device = all[uid ?? ""]?.device { return device }
      let device = MixingDevice(uid: uid)
      all[uid ?? ""] = Shared(device: device)
      return device
    }
  }

  // MARK: Users

  /// Opens the device for its first user. Each user calls `release` when done.
  ///
  /// - Throws: the errors of opening the output.
  @discardableResult
  func acquire() throws -> SoundMixer {
    try users.withLock { users in
      if users.count == 0 { try begin() }
      guard let mixer = current.withLock({ $0?.mixer }) else {
        throw MediaError(.internalError, .opening, "the sound device is not open")
      }
      users.count += 1
      return mixer
    }
  }

  /// Ends one use of the device. The last user closes it.
  ///
  /// - Parameter draining: a Boolean value that says whether rendered sound is heard to its end before the device is
  ///   closed. The call does not wait for that, since a device reports what it plays only to some thousandths of a
  ///   second.
  func release(draining: Bool = false) {
    users.withLock { users in
      users.count -= 1
      guard users.count == 0 else { return }
      users.retries?.cancel()
      users.retries = nil
      let ended = current.withLock { current in
        defer { current = nil }
        return current?.output
      }
      if draining, let ended {
        DispatchQueue.global().async(group: Self.closings) { ended.close(draining: true) }
      } else {
        ended?.close()
      }
      heardFrames.store(0, ordering: .releasing)
    }
  }

  /// The released devices whose rendered sound is still being heard.
  private static let closings = DispatchGroup()

  /// Waits until devices that were released draining are closed. Call it before the process ends, if the last of a
  /// sound should be heard.
  ///
  /// - Parameter seconds: the greatest time to wait. A device takes about its latency.
  package static func waitForClosing(seconds: Double) { _ = closings.wait(timeout: .now() + seconds) }

  deinit { current.withLock { $0?.output.close() } }

  private func begin() throws {
    let feed = MixerFeed()
    let output = try opener(SoundRequest(device: uid), feed, handler)
    let mixer = SoundMixer(format: output.format)
    feed.mixer = mixer
    let lead = output.latency > 0 ? output.latency + Self.period : 0
    current.withLock {
      $0 = Current(
        output: output, feed: feed, mixer: mixer, bridge: (0, output.position.hostTime),
        leadFrames: Int64(lead * Double(output.format.sampleRate)))
    }
    output.start()
  }

  /// Calls the handler after moves, until `owner` passes `nil`.
  package func observe(_ owner: AnyObject, _ handler: (@Sendable (Move) -> Void)?) {
    observers.withLock { $0[ObjectIdentifier(owner)] = handler }
  }

  // MARK: Time

  /// The mixer's frame that is heard now. It never decreases while the device is in use, and is 0 while it is not.
  package var heardFrame: Int64 {
    guard let (frame, _) = current.withLock({ $0.map(Self.heard) }) else { return 0 }
    return heardFrames.max(frame, ordering: .acquiringAndReleasing).newValue
  }

  private static func heard(_ current: Current) -> (frame: Int64, hostTime: Int64) {
    let position = current.output.position
    let base = current.feed.baseFrame
    if position.frame > 0 { return (base + position.frame, position.hostTime) }
    let elapsed = current.mixer.format.frames(nanoseconds: max(0, position.hostTime - current.bridge.hostTime))
    return (min(base, current.bridge.frame + elapsed), position.hostTime)
  }

  /// The number of frames in a second, in Hz. It is 0 while the device has no users.
  package var sampleRate: Int { current.withLock { $0?.mixer.format.sampleRate ?? 0 } }

  /// The largest distance from a frame that is heard to one that the device takes. It is 0 while the device has no
  /// users.
  var leadFrames: Int { current.withLock { Int($0?.leadFrames ?? 0) } }

  /// The device's time in seconds, which runs while the device has users, and is 0 otherwise.
  ///
  /// It is ahead of the sound that is heard by the time that the device takes in advance, so that a sound can begin at
  /// any later time.
  package var time: Double {
    guard let (lead, rate) = current.withLock({ $0.map { ($0.leadFrames, $0.mixer.format.sampleRate) } }) else {
      return 0
    }
    return Double(heardFrame + lead) / Double(rate)
  }

  /// Returns the mixer's frame at a device's time in seconds. Times before the first frame are frame 0.
  package func frame(at time: Double) -> Int64 { SoundFrames.frame(at: time, sampleRate) }

  /// The clock of the device. All callers get the same one while any of them holds it.
  package var clock: CMClock {
    heldClock.withLock { held in
      if let clock = held.clock { return clock }
      let clock = CMClock(self)
      held.clock = clock
      return clock
    }
  }

  private struct HeldClock { weak var clock: CMClock? }
  private let heldClock = Mutex(HeldClock())

  /// The time of the sound that is heard, in frames.
  package var reading: ClockReading {
    // The frame and the rate must be from the same moment, because the device may be closed the next.
    current.withLock { current in
      guard let current else { return ClockReading(time: .zero, hostTime: .zero, rate: 0) }
      let (frame, hostTime) = Self.heard(current)
      return ClockReading(
        time: CMTime(value: frame, timescale: CMTimeScale(clamping: current.mixer.format.sampleRate)),
        hostTime: CMTime(value: hostTime, timescale: 1_000_000_000), rate: 1)
    }
  }

  /// The device that plays now; a virtual one while the device is lost. It is `nil` while the device has no users.
  package var playing: SoundDevice? {
    current.withLock { $0?.output }.map {
      SoundDevice(uid: $0.uid, name: $0.name, format: $0.format, isSilent: $0.isSilent)
    }
  }

  /// The number of times that the device had nothing to play.
  package var underrunCount: Int { underruns.load(ordering: .relaxed) }

  // MARK: Loss and return of the device

  private var handler: SoundEventHandler {
    { [weak self] event in
      switch event {
      case .lost(let error): self?.deviceWasLost(error)
      case .underrun: self?.underruns.wrappingAdd(1, ordering: .relaxed)
      case .changed: break
      }
    }
  }

  private func deviceWasLost(_ error: MediaError) {
    let isMoved = users.withLock { users in
      guard users.count > 0, let lost = current.withLock({ $0 }), !lost.isStandIn else { return false }
      let request = SoundRequest(
        sampleRate: lost.mixer.format.sampleRate, channelCount: lost.mixer.format.channelCount)
      let feed = MixerFeed(lost.mixer)
      // A virtual device with the format of another device cannot fail.
      guard let output = try? VirtualOutput(request, source: feed) else { return false }
      lost.output.close()
      move(to: output, feed, isStandIn: true)
      users.retries = retries(request)
      return true
    }
    if isMoved { tell(.lost(reason: error.reason)) }
  }

  private func retries(_ request: SoundRequest) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    let interval = DispatchTimeInterval.milliseconds(Self.retryMilliseconds)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { [weak self] in self?.lookForDevice(request) }
    timer.resume()
    return timer
  }

  private func lookForDevice(_ request: SoundRequest) {
    guard let mixer = current.withLock({ $0?.isStandIn == true ? $0?.mixer : nil }) else { return }
    let feed = MixerFeed(mixer)
    var wanted = request
    wanted.device = uid
    // This may take seconds, in which the virtual device continues.
    guard let output = try? opener(wanted, feed, handler) else { return }
    let standIn: (any SoundOutput)? = users.withLock { users in
      guard users.count > 0, let standIn = current.withLock({ $0 }), standIn.isStandIn, standIn.mixer === mixer,
        !(output is VirtualOutput), output.format == mixer.format
      else { return nil }
      users.retries?.cancel()
      users.retries = nil
      standIn.output.pause()
      move(to: output, feed, isStandIn: false)
      return standIn.output
    }
    guard let standIn else { return output.close() }
    standIn.close()
    if let playing { tell(.returned(playing)) }
  }

  /// Switches to an output, which begins with the frame that will be heard when its first frame is. Frames that the
  /// former output has already rendered are not rendered again.
  private func move(to output: any SoundOutput, _ feed: MixerFeed, isStandIn: Bool) {
    let latency = output.latency
    current.withLock { current in
      guard let before = current else { return }
      let heard = max(Self.heard(before).frame, heardFrames.load(ordering: .acquiring))
      let now = output.position.hostTime
      feed.baseFrame = heard + Int64(latency * Double(before.mixer.format.sampleRate))
      for voice in before.mixer.voices { voice.goBack(to: feed.baseFrame) }
      current?.output = output
      current?.feed = feed
      current?.bridge = (heard, now)
      current?.isStandIn = isStandIn
    }
    output.start()
  }

  private func tell(_ move: Move) { for handler in observers.withLock({ Array($0.values) }) { handler(move) } }
}

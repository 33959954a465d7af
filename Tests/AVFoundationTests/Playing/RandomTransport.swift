import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport

/// A queue player on which threads make calls at random, and everything that came into being by that.
final class RandomTransport: Sendable, CustomStringConvertible {
  let stepped = SteppedPlayer([], isQueue: true)
  let answers = Answers()
  let owners = Owners()
  private let queue: AVQueuePlayer
  private let client = Client()
  private let looper = Mutex<AVPlayerLooper?>(nil)
  /// What was seen that no state machine allows.
  private let wrong = Mutex<[String]>([])
  /// A Boolean value that says whether rates are set at times, which a player that waits by itself refuses.
  private let setsTimedRates: Bool

  init(setsTimedRates: Bool) throws {
    self.setsTimedRates = setsTimedRates
    queue = try stepped.queue
    if setsTimedRates { queue.automaticallyWaitsToMinimizeStalling = false }
    owners.add(queue)
    owners.add(client)
  }

  var wrongStates: [String] { wrong.withLock { $0 } }

  /// The answers that were asked for, each with how often it was given.
  final class Answers: Sendable {
    private let counts = Mutex<[Int]>([])

    func ask() -> @Sendable (Bool) -> Void {
      let number = counts.withLock { counts in
        counts.append(0)
        return counts.count - 1
      }
      return { _ in self.counts.withLock { $0[number] += 1 } }
    }

    var missing: Int { counts.withLock { $0.count { $0 == 0 } } }
    var givenTwice: Int { counts.withLock { $0.count { $0 > 1 } } }
  }

  /// The objects that ought to be gone when nobody has them.
  final class Owners: Sendable {
    private struct Weak: @unchecked Sendable {  // Sendable: weak references are read and cleared atomically.
      weak var object: AnyObject?
    }
    private let all = Mutex<[Weak]>([])

    func add(_ object: AnyObject) { all.withLock { $0.append(Weak(object: object)) } }

    /// The types of those that are still there.
    var left: [String] { all.withLock { $0 }.compactMap { $0.object.map { "\(type(of: $0))" } } }
  }

  /// Is told of everything, and keeps nothing.
  private final class Client: NSObject, AVPlayerItemOutputPullDelegate, AVPlayerItemLegibleOutputPushDelegate,
    AVPlayerItemMetadataOutputPushDelegate, AVPlayerItemRenderedLegibleOutputPushDelegate
  {
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
  }

  private static let clientQueue = DispatchQueue(label: "clients")
  private static let names = [
    "speech.wav", "h264-aac.mov", "h264-one-frame.mov", "hevc10-hdr10.mp4", "speech.mp3", "vp9-opus.webm",
    "h264-open-gop.ts", "h264-two-audio.mp4", "many-facts.mov", "h264-flac-srt.mkv", "../corrupt/mdat-cut.mp4",
    "../corrupt/random.mp3",
  ]

  private func makeItem(_ numbers: inout SeededGenerator) -> AVPlayerItem {
    let item = AVPlayerItem(url: MediaFiles.fixture(Self.names.randomElement(using: &numbers) ?? ""))
    owners.add(item)
    return item
  }

  // MARK: Calls

  private static let calls: [@Sendable (RandomTransport, inout SeededGenerator) -> Void] = [
    { $0.seek(&$1) }, { $0.seek(&$1) }, { $0.seek(&$1) }, { $0.setRate(&$1) }, { $0.setRate(&$1) },
    { $0.setTimedRate(&$1) }, { transport, _ in transport.queue.pause() }, { $0.step(&$1) },
    { transport, _ in transport.queue.currentItem?.cancelPendingSeeks() }, { $0.setEnd(&$1) }, { $0.setVolume(&$1) },
    { $0.preroll(&$1) }, { $0.observeTime(&$1) }, { $0.changeQueue(&$1) }, { $0.changeQueue(&$1) }, { $0.select(&$1) },
    { $0.select(&$1) }, { $0.addPictures(&$1) }, { $0.addPushOutput(&$1) }, { $0.addPushOutput(&$1) },
    { transport, _ in transport.removeOutput() }, { $0.loop(&$1) }, { transport, _ in transport.look() },
  ]

  /// Makes a call.
  func call(_ numbers: inout SeededGenerator) {
    let call = Self.calls.randomElement(using: &numbers)
    call?(self, &numbers)
  }

  private func time(_ numbers: inout SeededGenerator) -> CMTime {
    CMTime(value: .random(in: -100...3000, using: &numbers), timescale: 1000)
  }

  private func seek(_ numbers: inout SeededGenerator) {
    let time = time(&numbers)
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: queue.seek(to: time, completionHandler: answers.ask())
    case 1: queue.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: answers.ask())
    case 2: queue.currentItem?.seek(to: time, completionHandler: answers.ask())
    default: queue.seek(to: time)
    }
  }

  private static let rates: [Float] = [0, 1, 2, 0.5, -1, -2]

  private func setRate(_ numbers: inout SeededGenerator) {
    let rate = Self.rates.randomElement(using: &numbers) ?? 1
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0:
      queue.defaultRate = rate
      queue.play()
    case 1: queue.playImmediately(atRate: rate)
    default: queue.rate = rate
    }
  }

  private func setTimedRate(_ numbers: inout SeededGenerator) {
    guard setsTimedRates else {
      queue.automaticallyWaitsToMinimizeStalling = .random(using: &numbers)
      return
    }
    let place = Bool.random(using: &numbers) ? time(&numbers) : .invalid
    let moment = CMClock.hostTimeClock.time + CMTime(value: .random(in: -10...50, using: &numbers), timescale: 1000)
    queue.setRate(
      Self.rates.randomElement(using: &numbers) ?? 1, time: place,
      atHostTime: Bool.random(using: &numbers) ? moment : .invalid)
  }

  private func step(_ numbers: inout SeededGenerator) {
    queue.currentItem?.step(byCount: .random(in: -4...4, using: &numbers))
  }

  private func setEnd(_ numbers: inout SeededGenerator) {
    let time = Bool.random(using: &numbers) ? time(&numbers) : .invalid
    if Bool.random(using: &numbers) {
      queue.currentItem?.forwardPlaybackEndTime = time
    } else {
      queue.currentItem?.reversePlaybackEndTime = time
    }
    queue.actionAtItemEnd = [.pause, .none, .advance].randomElement(using: &numbers) ?? .pause
  }

  private func setVolume(_ numbers: inout SeededGenerator) {
    queue.volume = .random(in: -1...2, using: &numbers)
    queue.isMuted = .random(using: &numbers)
  }

  private func preroll(_ numbers: inout SeededGenerator) {
    // It needs a player that has had an item.
    guard queue.status == .readyToPlay, Bool.random(using: &numbers) else { return queue.cancelPendingPrerolls() }
    queue.preroll(atRate: 2, completionHandler: answers.ask())
  }

  private func observeTime(_ numbers: inout SeededGenerator) {
    let interval = CMTime(value: 1, timescale: .random(in: 10...100, using: &numbers))
    let token =
      Bool.random(using: &numbers)
      ? queue.addPeriodicTimeObserver(forInterval: interval, queue: Self.clientQueue) { _ in }
      : queue.addBoundaryTimeObserver(forTimes: [NSValue(time: interval)], queue: Self.clientQueue) {}
    queue.currentItem?.lookAtTime()
    queue.removeTimeObserver(token)
  }

  private func changeQueue(_ numbers: inout SeededGenerator) {
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0, 1: queue.replaceCurrentItem(with: makeItem(&numbers))
    case 2, 3: if queue.items().count < 6 { queue.insert(makeItem(&numbers), after: nil) }
    case 4: queue.advanceToNextItem()
    case 5: queue.items().randomElement(using: &numbers).map(queue.remove)
    case 6: if Int.random(in: 0..<10, using: &numbers) == 0 { queue.removeAllItems() }
    default: queue.replaceCurrentItem(with: Int.random(in: 0..<10, using: &numbers) == 0 ? nil : makeItem(&numbers))
    }
  }

  private func select(_ numbers: inout SeededGenerator) {
    let characteristic: AVMediaCharacteristic = Bool.random(using: &numbers) ? .audible : .legible
    let criteria = AVPlayerMediaSelectionCriteria(
      preferredLanguages: [["de"], ["en"], ["fr", "de"]].randomElement(using: &numbers),
      preferredMediaCharacteristics: nil)
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: queue.setMediaSelectionCriteria(criteria, forMediaCharacteristic: characteristic)
    case 1: queue.appliesMediaSelectionCriteriaAutomatically = .random(using: &numbers)
    default:
      // Before it is ready its tracks would be waited for.
      guard let item = queue.currentItem, item.status == .readyToPlay,
        let group = item.asset.mediaSelectionGroup(forMediaCharacteristic: characteristic)
      else { return }
      if Bool.random(using: &numbers) { item.selectMediaOptionAutomatically(in: group) }
      item.select(group.options.randomElement(using: &numbers), in: group)
    }
  }

  private func addPictures(_ numbers: inout SeededGenerator) {
    let output = AVPlayerItemVideoOutput()
    owners.add(output)
    output.suppressesPlayerRendering = .random(using: &numbers)
    output.setDelegate(client, queue: Self.clientQueue)
    queue.currentItem?.add(output)
    output.requestNotificationOfMediaDataChange(withAdvanceInterval: .random(in: 0...1, using: &numbers))
    _ = output.copyPixelBuffer(forItemTime: time(&numbers), itemTimeForDisplay: nil)
    _ = output.hasNewPixelBuffer(forItemTime: queue.currentTime())
  }

  private func addPushOutput(_ numbers: inout SeededGenerator) {
    guard let item = queue.currentItem, item.outputs.count < 4 else { return }
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0:
      let output = AVPlayerItemLegibleOutput()
      output.setDelegate(client, queue: Self.clientQueue)
      add(output, to: item)
    case 1:
      let output = AVPlayerItemMetadataOutput(identifiers: nil)
      output.setDelegate(client, queue: Self.clientQueue)
      output.advanceIntervalForDelegateInvocation = .random(in: 0...3, using: &numbers)
      add(output, to: item)
    default:
      let output = AVPlayerItemRenderedLegibleOutput(videoDisplay: CGSize(width: 64, height: 36))
      output.setDelegate(client, queue: Self.clientQueue)
      add(output, to: item)
    }
  }

  private func add(_ output: AVPlayerItemOutput, to item: AVPlayerItem) {
    owners.add(output)
    item.add(output)
  }

  private func removeOutput() {
    guard let item = queue.currentItem else { return }
    item.outputs.first.map(item.remove)
  }

  private func loop(_ numbers: inout SeededGenerator) {
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0:
      let looper = AVPlayerLooper(player: queue, templateItem: makeItem(&numbers))
      owners.add(looper)
      let former = self.looper.withLock { held in
        defer { held = looper }
        return held
      }
      former?.disableLooping()
    case 1: looper.withLock { $0 }?.disableLooping()
    default: look()
    }
  }

  // MARK: States

  /// Looks at the states of what there is: each of them allows only some others behind it.
  private func look() {
    let (status, rate, volume) = (queue.status, queue.rate, queue.volume)
    expect(status != .failed && queue.error == nil, "the player has failed")
    expect(status == .unknown || queue.status == .readyToPlay, "the player is not ready any more")
    expect(Self.rates.contains(rate), "a rate of \(rate)")
    expect((0...1).contains(volume), "a volume of \(volume)")
    _ = (queue.timeControlStatus, queue.reasonForWaitingToPlay, queue.currentTime())
    if let item = queue.currentItem {
      let status = item.status
      switch status {
      case .unknown: break
      case .failed: expect(item.status == .failed && item.error is AVError, "an item has failed without an error")
      case .readyToPlay:
        expect(item.status != .unknown, "an item is not ready any more")
        expect(item.duration.isNumeric && item.currentTime().isNumeric, "an item has no time")
      }
      _ = (item.tracks.count, item.presentationSize, item.loadedTimeRanges, item.timebase?.time)
    }
    guard let looper = looper.withLock({ $0 }) else { return }
    let (state, count) = (looper.status, looper.loopCount)
    expect(state == .unknown || looper.status != .unknown, "a looper is not ready any more")
    expect(state.rawValue < AVPlayerLooper.Status.failed.rawValue || looper.status == state, "an end of a looper ended")
    expect(looper.loopCount >= count, "loops were taken back")
  }

  private func expect(_ isRight: Bool, _ what: String) { if !isRight { wrong.withLock { $0.append(what) } } }

  /// Waits until what is seen from outside is what the item does, as has to come when nobody calls any more.
  func settle() throws {
    try stepped.device.wait {
      let item = queue.currentItem
      // At an end where the player does nothing, it plays on, and the time stands (PL-23).
      let timeRuns = item?.timebase.map { $0.rate != 0 } ?? false || item?.hasReachedEnd == true
      return answers.missing == 0 && (queue.timeControlStatus == .playing) == (queue.rate != 0 && timeRuns)
        && (queue.rate == 0) == (queue.timeControlStatus == .paused)
        && (queue.reasonForWaitingToPlay == nil) == (queue.timeControlStatus != .waitingToPlayAtSpecifiedRate)
    }
  }

  /// The states of what there is, for the message of a test that fails.
  var description: String {
    let item = queue.currentItem
    return """
      \(answers.missing) answers are missing; the player's rate is \(queue.rate), \(queue.timeControlStatus), at the end \
      \(queue.actionAtItemEnd); the item is \(String(describing: item?.status)), its time \
      \(item?.currentTime().seconds ?? -1) of \(item?.duration.seconds ?? -1) at \(item?.timebase?.rate ?? 0), at its end \
      \(item?.hasReachedEnd == true), prepared \(item?.isPrepared == true)
      """
  }

  /// Ends it: nothing keeps what it had.
  func end() {
    looper.withLock { $0.take() }?.disableLooping()
    queue.removeAllItems()
  }
}

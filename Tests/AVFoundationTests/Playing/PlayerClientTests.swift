import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// What programs that were written for Apple's platforms do with players.
@Suite struct PlayerClientTests {
  private static let sound = MediaFiles.fixture("speech.wav")
  private static let movie = MediaFiles.fixture("h264-aac.mov")

  // MARK: Classes of clients

  // Sendable: as its superclass, with a constant and a value behind a lock.
  private final class NamedPlayer: AVPlayer, @unchecked Sendable {
    let name: String
    let calls = Mutex(0)

    init(name: String, item: AVPlayerItem) {
      self.name = name
      super.init(playerItem: item)
    }

    override init() {
      name = "none"
      super.init()
    }

    override func play() {
      calls.withLock { $0 += 1 }
      super.play()
    }
  }

  // Sendable: as its superclass, with a constant.
  private final class Playlist: AVQueuePlayer, @unchecked Sendable {
    let title = "list"
  }

  @Test func `players can be subclassed`() async throws {
    try await bounded {
      let player = NamedPlayer(name: "film", item: AVPlayerItem(url: Self.sound))
      (player as AVPlayer).play()
      #expect(player.calls.withLock { $0 } == 1 && player.rate == 1 && player.name == "film")
      #expect(NamedPlayer().currentItem == nil)
      let list = Playlist(items: [AVPlayerItem(url: Self.sound)])
      #expect(list.items().count == 1 && list.actionAtItemEnd == .advance && list.title == "list")
      #expect(Playlist().items().isEmpty && Playlist(url: Self.sound).items().count == 1)
    }
  }

  /// Pulls pictures and is given texts: one method serves both.
  private final class BothWays: NSObject, AVPlayerItemOutputPullDelegate, AVPlayerItemLegibleOutputPushDelegate {
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
    func legibleOutput(
      _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
      nativeSampleBuffers: [Any], forItemTime itemTime: CMTime
    ) {}
  }

  @Test func `one class is a delegate of outputs of both kinds`() {
    let delegate = BothWays()
    let (pictures, texts) = (AVPlayerItemVideoOutput(), AVPlayerItemLegibleOutput())
    pictures.setDelegate(delegate, queue: .main)
    texts.setDelegate(delegate, queue: .main)
    #expect(pictures.delegate === delegate && texts.delegate === delegate)
  }

  // MARK: The end of an item

  @Test
  func `PI-21, PL-22: who is notified of the end finds the player paused, and can play the item again`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.sound)
      let rates = Mutex<[Float]>([])
      let token = NotificationCenter.default.addObserver(
        forName: AVPlayerItem.didPlayToEndTimeNotification, object: stepped.item, queue: nil
      ) { _ in
        rates.withLock { $0.append(stepped.player.rate) }
        stepped.player.seek(to: .zero)
        stepped.player.play()
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { rates.withLock { $0.count } == 3 }
      #expect(rates.withLock { $0 } == [0, 0, 0])
    }
  }

  @Test func `PL-03: at the end of an item a player is paused, and does not wait in between`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.sound)
      let statuses = Mutex<[AVPlayer.TimeControlStatus]>([])
      try stepped.waitUntilReady()
      try stepped.play()
      let observation = stepped.player.observe(\.timeControlStatus) { player, _ in
        statuses.withLock { $0.append(player.timeControlStatus) }
      }
      defer { observation.invalidate() }
      let ends = stepped.countEnds()
      try stepped.step { ends.count == 1 && !statuses.withLock { $0.isEmpty } }
      // What is told of the beginning can come after the observer: it has the newest status, which is playing.
      #expect(statuses.withLock { $0 }.drop { $0 == .playing } == [.paused])
    }
  }

  // MARK: Queues

  @Test func `a handler of a seek that ends with a loop's turn may use the player`() async throws {
    try await bounded {
      let stepped = SteppedPlayer([], isQueue: true)
      let player = try stepped.queue
      let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: Self.sound))
      try stepped.device.wait { looper.status == .ready && player.currentItem?.status == .readyToPlay }
      let other = AVPlayerItem(url: Self.movie)
      let answers = Mutex(0)
      for round in 0..<50 {
        player.pause()
        player.seek(to: CMTime(value: CMTimeValue(round % 7), timescale: 10)) { _ in
          player.play()
          player.actionAtItemEnd = .advance
          if player.canInsert(other, after: nil) { player.insert(other, after: nil) }
          answers.withLock { $0 += 1 }
        }
        player.advanceToNextItem()
      }
      try stepped.device.wait { answers.withLock { $0 } == 50 }
      looper.disableLooping()
    }
  }

  @Test func `PL-53: a queue takes out its own items alone`() async throws {
    try await bounded {
      let one = SteppedPlayer([AVPlayerItem(url: Self.sound)], isQueue: true)
      let two = SteppedPlayer([], isQueue: true)
      try one.waitUntilReady()
      try one.play()
      try two.queue.remove(one.item)
      #expect(one.player.currentItem === one.item && one.item.timebase != nil)
      #expect(one.player.timeControlStatus == .playing)
    }
  }

  @Test func `PL-53: a queue without items has stopped`() async throws {
    try await bounded {
      let stepped = SteppedPlayer([AVPlayerItem(url: Self.sound), AVPlayerItem(url: Self.movie)], isQueue: true)
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.queue.removeAllItems()
      #expect(stepped.player.rate == 0 && stepped.player.timeControlStatus == .paused)
    }
  }

  @Test func `PI-05: an item whose player is gone may have another`() async throws {
    try await bounded {
      let item = AVPlayerItem(url: Self.sound)
      do { _ = AVPlayer(playerItem: item) }
      let stepped = SteppedPlayer([item])
      try stepped.waitUntilReady()
      #expect(stepped.player.currentItem === item)
    }
  }

  // MARK: Alternatives and outputs

  @Test func `PI-62: a group in which criteria chose is still open to them, until a client chooses`() async throws {
    try await bounded {
      let item = AVPlayerItem(url: MediaFiles.fixture("h264-two-audio.mp4"))
      let stepped = SteppedPlayer([item])
      let german = AVPlayerMediaSelectionCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil)
      stepped.player.setMediaSelectionCriteria(german, forMediaCharacteristic: .audible)
      try stepped.waitUntilReady()
      let group = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
      try stepped.device.wait { item.currentMediaSelection.selectedMediaOption(in: group) == group.options[1] }
      #expect(item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: group))
      stepped.player.setMediaSelectionCriteria(nil, forMediaCharacteristic: .audible)
      #expect(item.currentMediaSelection.selectedMediaOption(in: group) == group.defaultOption)
      item.select(group.options[1], in: group)
      #expect(!item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: group))
      let copy = try #require(item.copy() as? AVPlayerItem)
      #expect(copy.currentMediaSelection.selectedMediaOption(in: group) == group.options[1])
    }
  }

  @Test
  func `PI-80: an output that is added to another item leaves the first, whatever becomes of that`() async throws {
    try await bounded {
      let (first, second) = (AVPlayerItem(url: Self.movie), AVPlayerItem(url: Self.movie))
      let output = AVPlayerItemVideoOutput()
      first.add(output)
      let stepped = SteppedPlayer([first])
      try stepped.waitUntilReady()
      second.add(output)
      #expect(first.outputs.isEmpty && second.outputs == [output])
      stepped.player.replaceCurrentItem(with: second)
      try stepped.device.wait { second.status == .readyToPlay }
      #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) != nil)
    }
  }

  @Test func `attributes of pictures that programs give`() async throws {
    try await bounded {
      let item = AVPlayerItem(url: Self.movie)
      let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
        String(kCVPixelBufferPixelFormatTypeKey): [kCVPixelFormatType_Lossless_32BGRA, kCVPixelFormatType_32BGRA],
        String(kCVPixelBufferOpenGLESCompatibilityKey): true,
        String(kCVPixelBufferIOSurfacePropertiesKey): [String: Any](),
        String(kCVPixelBufferBytesPerRowAlignmentKey): 16,
        AVVideoColorPropertiesKey: [
          AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
          AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
          AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
        ],
      ])
      item.add(output)
      let stepped = SteppedPlayer([item])
      try stepped.waitUntilReady()
      let picture = try #require(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil))
      #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA)
      let primaries = CVBufferCopyAttachment(picture, kCVImageBufferColorPrimariesKey, nil) as? NSString
      #expect(primaries == kCVImageBufferColorPrimaries_ITU_R_709_2)
    }
  }

  // MARK: Observers of the time

  @Test func `PL-35: times that a seek jumps over are not passed`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.sound)
      try stepped.waitUntilReady()
      let queue = DispatchQueue(label: "boundaries")
      let passed = Mutex(0)
      let times = (1...9).map { NSValue(time: CMTime(value: $0, timescale: 10)) } + [NSValue(time: .indefinite)]
      let token = stepped.player.addBoundaryTimeObserver(forTimes: times, queue: queue) { passed.withLock { $0 += 1 } }
      defer { stepped.player.removeTimeObserver(token) }
      try stepped.play()
      queue.suspend()
      try stepped.step { stepped.player.currentTime() > CMTime(value: 12, timescale: 100) }
      // The first of them is to be told of, and the place of the seek is not reached, when the queue goes on.
      stepped.player.seek(to: CMTime(value: 95, timescale: 100), toleranceBefore: .zero, toleranceAfter: .zero)
      queue.resume()
      try stepped.device.wait { stepped.item.timebase.map { $0.time.seconds > 0.9 } ?? false }
      queue.sync {}
      #expect(passed.withLock { $0 } <= 1)
    }
  }

  @Test func `PL-34: multiples of an interval are exact, however many there are`() {
    let interval = CMTime(value: 1, timescale: 90_000)
    let day = CMTime(value: 90_000 * 86_400, timescale: 90_000)
    #expect(day.multiple(of: interval, isAfter: true) == day + interval)
    #expect(day.multiple(of: interval, isAfter: false) == day - interval)
    let between = CMTime(value: 1, timescale: 180_000)
    #expect((day + between).multiple(of: interval, isAfter: true) == day + interval)
    #expect((day + between).multiple(of: interval, isAfter: false) == day)
    #expect((.zero - between).multiple(of: interval, isAfter: true) == .zero)
    #expect((.zero - between).multiple(of: interval, isAfter: false) == .zero - interval)
    #expect(CMTime.positiveInfinity.multiple(of: interval, isAfter: true) == nil)
    let last = CMTime(value: .max, timescale: 1)
    #expect(last.multiple(of: CMTime(value: 1, timescale: 1), isAfter: true) == nil)
  }
}

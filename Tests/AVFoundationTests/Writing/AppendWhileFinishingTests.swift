import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Appends that run while another thread ends the input or the file: Apple asks clients not to (AW-51), and a client
/// that does it loses no sample for which append was true.
@Suite("Appending while another thread finishes")
struct AppendWhileFinishingTests {
  private static let rounds = Rounds.count(20, full: 2000)
  /// Of the sound: so low that a sample takes no time to make, and many are appended while the other thread finishes.
  private static let rate = 8000
  private static let samplesPerBuffer = 16

  enum End: String, CaseIterable, CustomTestStringConvertible {
    case markAsFinished, finishWriting, receiverFinish
    var testDescription: String { rawValue }
  }

  /// What the appending thread is told and tells.
  private final class Race: Sendable {
    let isOver = Atomic<Bool>(false)
    let accepted = Atomic<Int>(0)
    let ended = DispatchSemaphore(value: 0)
  }

  private static func sample(_ index: Int) throws -> CMSampleBuffer {
    try ComputedMedia.audioSample(start: index * samplesPerBuffer, count: samplesPerBuffer, rate: rate)
  }

  /// Appends until it is refused, or told that the input is finished.
  private static func append(_ race: Race, isReady: () -> Bool, _ append: (CMSampleBuffer) throws -> Bool) throws {
    while true {
      let next = try sample(race.accepted.load(ordering: .relaxed))
      while !isReady() {
        if race.isOver.load(ordering: .acquiring) { return }
        // As a client that polls.
        Thread.sleep(forTimeInterval: 0.0001)
      }
      guard try append(next) else { return }
      race.accepted.add(1, ordering: .releasing)
    }
  }

  @Test(arguments: End.allCases)
  func `AW-51: every sample for which append was true is in the file`(_ end: End) async throws {
    let folder = try TemporaryFolder()
    var accepted = 0
    for round in 0..<Self.rounds {
      let url = folder.file("\(round).mov")
      let race = Race()
      try await bounded {
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm(rate: Self.rate))
        let receiver = end == .receiverFinish ? writer.inputReceiver(for: input) : nil
        if end != .receiverFinish { writer.add(input) }
        try WrittenFile.start(writer)
        Thread.detachNewThread {
          if let receiver {
            // What is refused because of the end is thrown here.
            try? Self.append(race, isReady: { true }) { sample in
              while try !receiver.appendImmediately(CMReadySampleBuffer(unsafeBuffer: sample)) {}
              return true
            }
          } else {
            try? Self.append(race, isReady: { input.isReadyForMoreMediaData }, input.append)
          }
          race.ended.signal()
        }
        // Another place in each round.
        while race.accepted.load(ordering: .acquiring) < round % 20 {}
        switch end {
        case .markAsFinished: input.markAsFinished()
        case .receiverFinish: receiver?.finish()
        case .finishWriting: break
        }
        try finishWriting(writer)
        race.isOver.store(true, ordering: .releasing)
        race.ended.wait()
      }
      let count = race.accepted.load(ordering: .acquiring)
      let stored = count == 0 ? 0 : try ReadMedia.sound(url).count
      #expect(stored == count * Self.samplesPerBuffer, "round \(round)")
      accepted += count
    }
    #expect(accepted > Self.rounds)
  }

  @Test
  func `AW-51: an input that is finished between the client's question and its append refuses it, and once`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.start()
    #expect(made.input.isReadyForMoreMediaData)
    made.input.markAsFinished()
    try #expect(!made.input.append(ComputedMedia.videoSample(0)))
    #expect(!made.input.isReadyForMoreMediaData)
    made.writer.cancelWriting()
  }
}

import Foundation
import FoundationSupplement
import TestSupport
import Testing

/// Classes as clients write them, with `willChangeValue(for:)` and `didChangeValue(for:)` around their changes.
@Suite("Properties that clients' own objects announce")
struct AnnouncedPropertyTests {
  class Recorder: NSObject {
    private(set) var isRecording = false {
      willSet { willChangeValue(for: \.isRecording) }
      didSet { didChangeValue(for: \.isRecording) }
    }
    var takes = 0

    func toggle() { isRecording.toggle() }
  }

  final class Booth: NSObject {
    let recorder = Recorder()
  }

  @Test func `each announced change is told, with the options' values`() {
    let recorder = Recorder()
    let told = Told<String>()
    let observation = recorder.observe(\.isRecording, options: [.initial, .prior, .old, .new]) { recorder, change in
      told.append("\(change.isPrior) \(change.oldValue as Any) \(change.newValue as Any) \(recorder.isRecording)")
    }
    recorder.toggle()
    #expect(
      told.values == [
        "false nil Optional(false) false", "true Optional(false) nil false",
        "false Optional(false) Optional(true) true",
      ])
    observation.invalidate()
    recorder.toggle()
    #expect(told.values.count == 3)
  }

  @Test func `only the property that is announced, and only of the object that announces it`() {
    let (first, second) = (Recorder(), Recorder())
    let told = Told<String>()
    let observations = [
      first.observe(\.isRecording) { _, _ in told.append("first") },
      second.observe(\.isRecording) { _, _ in told.append("second") },
      first.observe(\.takes) { _, _ in told.append("takes") },
    ]
    second.toggle()
    #expect(told.values == ["second"])
    first.takes = 1
    first.didChangeValue(for: \.takes)
    #expect(told.values == ["second", "takes"])
    // One of two observers of the same property goes; the other stays.
    let again = first.observe(\.isRecording) { _, _ in told.append("again") }
    observations[0].invalidate()
    first.toggle()
    #expect(told.values == ["second", "takes", "again"])
    again.invalidate()
    for observation in observations { observation.invalidate() }
  }

  @Test func `an object at the address of one that is gone is not taken for it`() {
    let told = Told<Int>()
    var observations: [NSKeyValueObservation] = []
    for index in 0..<100 {
      // Each is gone at the end of its round, and the next one often lies where it lay.
      let recorder = Recorder()
      observations.append(recorder.observe(\.isRecording) { _, _ in told.append(index) })
      recorder.toggle()
    }
    #expect(told.values == Array(0..<100))
    for observation in observations { observation.invalidate() }
  }

  @Test func `a chain is told of what its last object announces only when it is observed from that object`() {
    let booth = Booth()
    let told = Told<String>()
    let observations = [
      booth.observe(\.recorder.isRecording) { _, _ in told.append("from the booth") },
      booth.recorder.observe(\.isRecording) { _, _ in told.append("from the recorder") },
    ]
    booth.recorder.toggle()
    #expect(told.values == ["from the recorder"])
    booth.didChangeValue(for: \.recorder.isRecording)
    #expect(told.values == ["from the recorder", "from the booth"])
    for observation in observations { observation.invalidate() }
  }
}

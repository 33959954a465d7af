import MediaSupport
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct ContentKeyTests {
  private func key(
    _ source: ContentDigest = ContentDigest(), output: String = "a.mp4",
    _ change: (inout JobDescription) -> Void = { _ in }
  ) -> ContentKey {
    var job = JobDescription(input: "in.mov", output: output)
    change(&job)
    return ContentKey(source: source, job.renditions[0], of: job)
  }

  @Test func `a key is what it is made of, and not how that is called`() {
    #expect(key() == key(output: "sub/b.mp4"))
    #expect(key() == key { $0.input = "other.mov" })
    #expect(key() == key { $0.renditions[0].format = .mp4 })
    #expect(key() == key { $0.renditions[0].file.verification = FileChoice.Verification.none })
    #expect(key() == key { $0.renditions[0].replaces = true })
  }

  @Test func `whatever changes the output changes the key`() {
    var content = ContentDigest()
    withUnsafeBytes(of: 1) { content.update($0) }
    let keys = [
      key(), key(content), key(output: "a.mkv"), key { $0.renditions[0].video.compression.rateControl = .quality(20) },
      key { $0.renditions[0].drops = [.audio, .text] }, key { $0.renditions[0].copies = [.audio, .text] },
      key { $0.time.start = TimePoint(argument: "1") }, key { $0.time.end = TimePoint(argument: "1").map { .at($0) } },
      key { $0.time.end = TimePoint(argument: "1").map { .after($0) } }, key { $0.isRealTime = true },
      key { $0.damagePolicy = .salvage }, key { $0.renditions[0].metadata.isStripped = true },
    ]
    #expect(Set(keys).count == keys.count)
  }

  @Test func `the content of a picture that is drawn over changes the key`() throws {
    let folder = try TemporaryFolder()
    func key(_ content: String) throws -> ContentKey {
      try folder.write(content, to: "logo.png")
      return self.key {
        $0.renditions[0].video.edits.overlays = [.init(path: folder.path("logo.png"), x: .init(0), y: .init(0))]
      }
    }
    #expect(try key("a") != key("b"))
    #expect(try key("a") == key("a"))
  }

  @Test func `a stored key is known again, and nothing else is taken for one`() {
    #expect(ContentKey(text: key().text) == key())
    for text in ["", "avwrite:", "avwrite:1:2:3", "a title", key().text + "0", "x" + key().text] {
      #expect(ContentKey(text: text) == nil, "\(text)")
    }
  }

  @Test func `every container with metadata of its own has a place for it`() {
    let fact = MetadataFact(identifier: ContentKey.identifier, value: key().text)
    #expect(fact.isOfTheFile)
    #expect(Container.allCases.filter { !$0.carries(fact) }.map(\.rawValue).sorted() == ["ts", "wav"])
  }
}

import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// Edits against an oracle that walks over every tick of the presentation.
@Suite struct EditMapTests {
  static let alphabet: [Edit] = [
    .empty(duration: 0), .empty(duration: 2), .media(start: 0, duration: 3), .media(start: 0, duration: 0),
    .media(start: 4, duration: 2), .media(start: 2, duration: 4, rate: Edit.normalRate / 2),
    .media(start: 1, duration: 3, rate: 2 * Edit.normalRate), .media(start: 5, duration: 2, rate: 0),
  ]
  static let mediaEnd: Int64 = 9

  /// Every list of up to three edits.
  static let lists: [[Edit]] = {
    var lists: [[Edit]] = [[]]
    var longest = lists
    for _ in 0..<3 {
      longest = longest.flatMap { list in alphabet.map { list + [$0] } }
      lists += longest
    }
    return lists
  }()

  /// What each tick shows, found by playing; both time scales are the same.
  static func played(_ edits: [Edit]) -> [Int64?] {
    var ticks: [Int64?] = []
    for (index, edit) in edits.enumerated() {
      guard let start = edit.mediaStart else {
        ticks += Array(repeating: nil, count: Int(edit.duration))
        continue
      }
      let isOpen = edit.duration == 0 && index == edits.count - 1
      let length = isOpen ? max(0, mediaEnd - start) : edit.duration
      ticks += (0..<length).map { start + $0 * Int64(edit.rate) / Int64(Edit.normalRate) }
    }
    return ticks
  }

  static func map(_ edits: [Edit], movie: Int32 = 600, media: Int32 = 600) -> EditMap {
    EditMap(edits, movieTimeScale: movie, mediaTimeScale: media, mediaEnd: mediaEnd)
  }

  @Test func `every tick of the presentation shows what playing shows`() {
    for edits in Self.lists where !edits.isEmpty {
      let (map, played) = (Self.map(edits), Self.played(edits))
      for time in -2..<Int64(played.count + 3) {
        let expected = played.indices.contains(Int(time)) ? played[Int(time)] : nil
        #expect(map.mediaTime(at: time) == expected, "\(edits) at \(time)")
      }
      #expect(map.spans.map(\.presentation).last?.upperBound == Int64(played.count))
      for (span, next) in zip(map.spans, map.spans.dropFirst()) {
        #expect(span.presentation.upperBound == next.presentation.lowerBound)
      }
    }
  }

  @Test func `a moment of the media is shown where playing shows it first in each edit`() {
    for edits in Self.lists where !edits.isEmpty {
      let (map, played) = (Self.map(edits), Self.played(edits))
      for moment in 0..<Int64(12) {
        let times = map.presentationTimes(of: moment)
        #expect(times == times.sorted())
        // At double speed half of the moments lie between two ticks, and are shown with the next.
        let shown = map.spans.compactMap { span -> Int64? in
          guard span.media.map({ $0.contains(moment) || $0.isEmpty && $0.lowerBound == moment }) ?? false else {
            return nil
          }
          return span.presentation.first { time in (played[Int(time)] ?? .min) >= moment }
        }
        #expect(times == shown, "\(edits) of \(moment)")
      }
    }
  }

  @Test func `the spans in a stretch of the presentation show what its ticks show, and none lies beside it`() {
    for edits in Self.lists where !edits.isEmpty {
      let map = Self.map(edits)
      // Two ticks behind the end show nothing.
      let played = Self.played(edits) + [nil, nil]
      for start in 0..<played.count {
        for end in start + 1..<played.count + 1 {
          let stretch = Int64(start)..<Int64(end)
          let spans = map.spans(in: stretch)
          let shown = stretch.map { time in spans.compactMap { $0.mediaTime(at: time) }.first }
          #expect(shown == Array(played[start..<end]), "\(edits) in \(stretch)")
          let beside = spans.filter { !$0.presentation.isEmpty && !$0.presentation.overlaps(stretch) }
          #expect(beside.isEmpty, "\(edits) in \(stretch)")
        }
      }
    }
  }

  @Test(
    arguments: [
      // Within the span, over each of its ends, over both, and beside it.
      (.media(start: 10, duration: 20), 12..<15, 7..<10), (.media(start: 10, duration: 20), 0..<12, 5..<7),
      (.media(start: 10, duration: 20), 25..<99, 20..<25), (.media(start: 10, duration: 20), 0..<99, 5..<25),
      (.media(start: 10, duration: 20), 10..<30, 5..<25), (.media(start: 10, duration: 20), 0..<10, nil),
      (.media(start: 10, duration: 20), 30..<40, nil), (.media(start: 10, duration: 20), 12..<12, nil),
      (.empty(duration: 20), 0..<99, nil),
      // At half speed each tick of the media is shown for two; at double speed every second one is not shown.
      (.media(start: 2, duration: 4, rate: Edit.normalRate / 2), 3..<4, 7..<9),
      (.media(start: 1, duration: 3, rate: 2 * Edit.normalRate), 3..<5, 6..<7),
      (.media(start: 1, duration: 3, rate: 2 * Edit.normalRate), 2..<3, nil),
      (.media(start: 1, duration: 3, rate: 2 * Edit.normalRate), 2..<9, 6..<8),
    ] as [(Edit, Range<Int64>, Range<Int64>?)])
  func `a stretch of the media is shown as far as the span shows it`(
    edit: Edit, stretch: Range<Int64>, shown: Range<Int64>?
  ) throws {
    let span = try #require(Self.map([.empty(duration: 5), edit]).spans.last)
    #expect(span.presentation(of: stretch) == shown)
  }

  @Test func `a stretch of the media is shown at the ticks that play it`() {
    for edits in Self.lists where (1...2).contains(edits.count) && edits.allSatisfy({ $0.rate > 0 }) {
      let (map, played) = (Self.map(edits), Self.played(edits))
      for span in map.spans {
        for start in 0..<Int64(10) {
          for end in start...10 {
            let ticks = span.presentation.filter { played[Int($0)].map { (start..<end).contains($0) } ?? false }
            let expected = ticks.first.map { $0..<($0 + Int64(ticks.count)) }
            #expect(span.presentation(of: start..<end) == expected, "\(edits) of \(start)..<\(end)")
          }
        }
      }
    }
  }

  @Test func `without edits both time lines are the same`() {
    let map = Self.map([])
    #expect(map.isIdentity)
    #expect(map.presentationTimes(of: 7) == [7])
    #expect(map.mediaTime(at: 7) == 7)
    #expect(map.spans(in: 3..<8).isEmpty)
    #expect(!map.isComposed)
    #expect(map.sole == nil)
    #expect(map.emptyStart == 0)
  }

  @Test func `each end is rounded, so that roundings do not add up`() {
    // A third of a second of the movie is 2666⅔ ticks of the media.
    let edits = Array(repeating: Edit.media(start: 0, duration: 1), count: 3000)
    let map = Self.map(edits, movie: 3, media: 8000)
    #expect(map.spans.last?.presentation.upperBound == 8_000_000)
    #expect(map.spans[0].presentation == 0..<2667)
    #expect(map.spans[1].presentation == 2667..<5333)
    #expect(map.tick == 2667)
    #expect(map.spans.allSatisfy { $0.media?.count == $0.presentation.count })
  }

  @Test func `one part behind empty edits is the sole one`() {
    let map = Self.map([.empty(duration: 300), .empty(duration: 300), .media(start: 50, duration: 1200)], media: 1000)
    #expect(map.emptyStart == 600)
    #expect(map.mediaStart == 50)
    #expect(map.sole?.presentation == 1000..<3000)
    #expect(map.sole?.media == 50..<2050)
    #expect(!map.isComposed)
    #expect(Self.map([.media(start: 0, duration: 0)]).sole == nil)
    #expect(Self.map([.media(start: 0, duration: 2), .media(start: 4, duration: 2)]).sole == nil)
    #expect(Self.map([.empty(duration: 7)]).emptyStart == 7)
  }

  @Test(
    arguments: [
      ([.media(start: 0, duration: 2), .media(start: 0, duration: 2)], true),
      ([.media(start: 0, duration: 2), .empty(duration: 1), .media(start: 0, duration: 2)], true),
      ([.media(start: 0, duration: 2, rate: 0)], true), ([.media(start: 0, duration: 2)], false),
      ([.empty(duration: 3), .media(start: 0, duration: 0)], false), ([.empty(duration: 3)], false),
    ] as [([Edit], Bool)])
  func `several parts and other speeds are composed`(edits: [Edit], isComposed: Bool) {
    #expect(Self.map(edits).isComposed == isComposed)
  }

  @Test func `numbers at the ends of their range stop at it`() {
    let huge: [Edit] = [
      .media(start: .max, duration: .max), .empty(duration: .max), .media(start: .min, duration: .max, rate: .max),
      .media(start: .max - 1, duration: .max, rate: .min), .media(start: .min, duration: 0),
    ]
    for movie in [1, 600, Int32.max] {
      for media in [1, 600, Int32.max] {
        let map = EditMap(huge, movieTimeScale: movie, mediaTimeScale: media, mediaEnd: .max)
        for time in [Int64.min, -1, 0, 1, .max - 1, .max] {
          _ = map.mediaTime(at: time)
          _ = map.presentationTimes(of: time)
          _ = map.spans(in: min(0, time)..<max(0, time))
        }
        #expect(map.spans.allSatisfy { $0.presentation.lowerBound >= 0 })
      }
    }
    _ = EditMap(huge, movieTimeScale: 0, mediaTimeScale: -5, mediaEnd: 0)
  }

  @Test func `random lists agree with playing in their own time scale`() {
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<300 {
      let edits = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        let duration = Int64.random(in: 0...9, using: &generator)
        return Bool.random(using: &generator)
          ? Edit.media(start: .random(in: 0...20, using: &generator), duration: duration) : .empty(duration: duration)
      }
      let (map, played) = (Self.map(edits), Self.played(edits))
      for (time, expected) in played.enumerated() { #expect(map.mediaTime(at: Int64(time)) == expected) }
    }
  }

  @Test func `a million edits take as long as a million edits`() {
    let edits = Array(repeating: Edit.media(start: 3, duration: 5), count: 1_000_000)
    let clock = ContinuousClock()
    let few = clock.measure { _ = Self.map(Array(edits.prefix(100_000)), movie: 600, media: 90_000) }
    var map = Self.map([])
    let many = clock.measure { map = Self.map(edits, movie: 600, media: 90_000) }
    // Linear, with room for a loaded machine.
    #expect(many < few * 40 + .seconds(1))
    #expect(map.spans(in: 749_999_000..<749_999_100).count == 1)
    #expect(map.mediaTime(at: 750 * 999_999 + 1) == 4)
  }

  /// A file that was recorded on in fragments, with an edit list from before.
  @Test func `an edit to the last sample of the tables goes on in the fragments`() throws {
    let folder = try TemporaryFolder()
    let plain = folder.path("plain.mp4")
    try SyntheticMovie.write(to: plain, format: .mp4)
    var track = try #require(try Movie(path: plain).tracks.first { $0.kind == .audio })
    let tables = track.sampleDuration
    func shown(_ length: Int64) -> Range<Int64>? {
      track.edits = [.media(start: 1024, duration: length)]
      return EditMap(of: track, movieTimeScale: 48000).spans.first?.media
    }
    #expect(shown(tables - 1024) == 1024..<tables)
    // Ten samples like those of the tables.
    var defaults = FragmentDefaults()
    (defaults.duration, defaults.size) = (1024, 1)
    let box = try #require(
      try ByteReader([0, 0, 0, 16] + Array("trun".utf8) + [0, 0, 0, 0, 0, 0, 0, 10], boxType: "traf").firstBox("trun"))
    let run = try FragmentRun(box, defaults: defaults, base: 0, follows: 0, decodeTime: tables, fileSize: .max)
    track.fragmentRuns = [run]
    let all = tables + run.duration
    #expect(shown(tables - 1024) == 1024..<all)
    // Within the last sample, and a tick beyond it: a movie's coarser ticks round.
    #expect(shown(tables - 2047) == 1024..<all)
    #expect(shown(tables + 1) == 1024..<all)
    // One that is cut within the tables, or says where the fragments end, means what it says.
    #expect(shown(tables - 2048) == 1024..<tables - 1024)
    #expect(shown(all - 1024) == 1024..<all)
    #expect(shown(all - 1025) == 1024..<all - 1)
  }
}

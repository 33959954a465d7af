import Foundation

/// Plays for `scripts/bench`, and says what that came to.
///
///     playbench players COUNT SECONDS FILE  sounds at once beside four busy threads, on the device of AVWRITE_SOUND: gaps,
///                                           and what the render thread took from the heap
///     playbench clock SECONDS FILE          each millisecond the time of the host in ns and the place that is heard in s
///     playbench memory MINUTES FILE         the most memory in KiB, on a device that is stepped
///     playbench play FILE                   the number of pictures, and the time of the host in ns when the first was there
///     playbench seek REST FILE TIME…        the seconds of a seek to each time, exactly and roughly, with a rest in s
///                                           before each
///     playbench flashes RATE SECONDS FILE   of each picture the times of the host in ns when it was taken and when it
///                                           became due, and its brightness
///     playbench queue FILE…                 of each picture the number of its file, its time in s, and the time of the host
///                                           in ns when it became due, or 0 where it was there before the time ran
///     playbench loop COUNT FILE             nothing: the sound is played so often
///     playbench decode FILE                 the sound as 32-bit floats, as a reader decodes it
///     playbench times FILE                  the times of the pictures in s, as a reader decodes them
@main
enum PlayBench {
  private struct WrongUse: Error {}

  static func main() async throws {
    do {
      try await perform(Array(CommandLine.arguments.dropFirst()))
    } catch is WrongUse {
      FileHandle.standardError.write(Data("playbench: see PlayBench.swift for the commands\n".utf8))
      exit(64)
    }
  }

  private static func perform(_ words: [String]) async throws {
    func word(_ place: Int) throws -> String {
      guard words.indices.contains(place) else { throw WrongUse() }
      return words[place]
    }
    func number(_ place: Int) throws -> Double {
      guard let number = Double(try word(place)) else { throw WrongUse() }
      return number
    }
    func url(_ place: Int) throws -> URL { URL(fileURLWithPath: try word(place)) }

    switch try word(0) {
    case "players": try playSeveral(Int(number(1)), seconds: number(2), url(3))
    case "clock": try tellTimes(seconds: number(1), url(2))
    case "memory": try playSteps(minutes: Int(number(1)), url(2))
    case "play": try await play(url(1))
    case "seek": try await seek(in: url(2), to: words.indices.dropFirst(3).map(number), rest: number(1))
    case "flashes": try await tellPictures(rate: Float(number(1)), seconds: number(2), url(3))
    case "queue": try await playQueue(words.indices.dropFirst().map(url))
    case "loop": try await playLoop(Int(number(1)), url(2))
    case "decode": try await decodeSound(url(1))
    case "times": try await tellPictureTimes(url(1))
    default: throw WrongUse()
    }
  }

  /// Writes what was asked for to the standard output.
  static func tell(_ figures: some Encodable) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(figures))
  }

  static func tell(_ lines: [String]) {
    FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}

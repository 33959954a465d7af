import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MovieFile
import TestSupport
import Testing

@testable import MediaEngine

/// Movies that are opened by their own tables have the tracks that they have with libavformat.
struct MovieProbeTests {
  /// Opens every source with libavformat.
  private struct FormerOpener: MediaOpener {
    private let opener = LibraryOpener()

    func probe(_ source: MediaSource, _ movie: Movie?, cancellation: Cancellation) throws -> MediaInterop.Probe {
      try Demuxer.probe(source, cancellation: cancellation)
    }

    func demuxer(
      reopening probe: MediaInterop.Probe, options: Demuxer.Options, cancellation: Cancellation
    ) throws -> any ContainerDemuxer {
      try opener.demuxer(reopening: probe, options: options, cancellation: cancellation)
    }

    func decoder(
      _ parameters: CodecParameters, timeBase: TimeBase, threads: Int, options: [String: String]
    ) throws -> any PacketDecoder {
      try opener.decoder(parameters, timeBase: timeBase, threads: threads, options: options)
    }
  }

  private static let paths =
    Files.names(in: Files.fixtures).map(Files.fixture) + Files.names(in: Files.corrupt).map(Files.corrupt)
    + (Files.hasShared ? Files.names(in: Files.shared).map(Files.shared) : [])

  private static func information(_ path: String, by opener: any MediaOpener) throws -> SourceInformation? {
    let source = MediaSource.file(path)
    let cancellation = Cancellation()
    guard let movie = try? Movie.read(source, cancellation: cancellation) else { return nil }
    return try SourceInformation(of: source, movie: movie, by: opener, cancellation: cancellation)
  }

  /// The properties of libavformat's streams that nothing asks for in a movie: its tables have them, or sample entries.
  private static let unused: Set<String> = [
    "stream startTime", "stream duration", "stream frameCount", "stream averageFrameRate", "stream realFrameRate",
    "stream metadata", "stream displayMatrix", "stream dolbyVision", "stream parameters", "parameters bitRate",
    "parameters profile", "parameters level", "parameters blockAlign", "parameters codesFieldsInReverse",
    "parameters seekPreroll", "stream statedAspectRatio",
  ]

  /// The layout of pictures of which one stream has those of both eyes.
  private static let multiview = "multiview"

  /// The properties that libavformat has of such pictures from version 7.1 on: it adds the parameter sets of the second
  /// eye to those of the first.
  private static let ofTwoEyes: Set<String> = ["stream disposition", "stream stereoLayout", "track stereoLayout"]

  /// The properties of which libavformat says less than the movie.
  private static let comparedApart: Set<String> = [
    "parameters extradata", "parameters reorderDepth", "track reordersFrames", "parameters layout",
  ]

  /// The properties that libavformat finds by decoding packets, where it is not content with the movie's boxes.
  private static let decoded: Set<String> = [
    "parameters decodedFormat", "parameters bitsPerRawSample", "parameters statedColor", "track pictureFormat",
    "parameters frameSize",
  ]

  /// Returns a value in a form that is the same for equal fractions, and for a colour of limited range whether or not
  /// that is said.
  private static func description(of value: Any) -> String {
    switch value {
    case let ratio as Rational: return "\(ratio.doubleValue)"
    case var color as ColorDescription:
      if color.isFullRange == false { color.isFullRange = nil }
      return "\(color)"
    default: return "\(value)"
    }
  }

  /// Returns what is asked of a source, by name.
  private static func facts(_ information: SourceInformation, without unasked: Set<String>) -> [String: String] {
    let passedOver = unused.union(unasked)
    var facts = ["duration": "\(information.duration)", "tracks": "\(information.tracks.map(\.trackID))"]
    for track in information.tracks {
      let stream = information.stream(of: track)
      for (subject, value) in [("track", track as Any), ("stream", stream), ("parameters", stream.parameters)] {
        for child in Mirror(reflecting: value).children {
          guard let name = child.label.map({ "\(subject) \($0)" }), !passedOver.contains(name) else { continue }
          facts["\(track.trackID) \(name)"] = description(of: child.value)
        }
      }
    }
    return facts
  }

  /// Returns the sizes that ffprobe's decoder finds in tracks whose sample entry states another one than we do, by the
  /// names of the properties: libavformat has the entry's size if it decodes no packet.
  private static func decodedSizes(_ path: String, _ information: SourceInformation) throws -> [String: String] {
    let movie = try Movie.read(.file(path), cancellation: Cancellation())
    var sizes: [String: String] = [:]
    for track in information.tracks {
      let entry = movie?.tracks.first { Int($0.trackID) == Int(track.trackID) }?.sampleEntries.first
      guard case .video(let fields)? = entry?.fields else { continue }
      let parameters = information.stream(of: track).parameters
      if Int(fields.width) == parameters.width, Int(fields.height) == parameters.height { continue }
      let stream = "i:0x" + String(track.trackID, radix: 16)
      for (name, size) in try Probe.values(of: path, stream: stream, fields: ["width", "height"]) {
        sizes["\(track.trackID) parameters \(name)"] = size
      }
    }
    return sizes
  }

  @Test(arguments: paths)
  func `a movie's tracks are what libavformat says`(path: String) throws {
    guard let own = try? Self.information(path, by: LibraryOpener()),
      let former = try Self.information(path, by: FormerOpener())
    else { return }
    for track in own.tracks where former.tracks.contains(where: { $0.trackID == track.trackID }) {
      // libavformat does not look at the times of fragments, and only at those of H.264.
      let (found, known) = (own.stream(of: track), former.stream(of: track))
      #expect(found.parameters.reorderDepth >= known.parameters.reorderDepth)
      if ![.video, .audio].contains(track.mediaType) { continue }
      if track.stereoLayout != Self.multiview { #expect(found.parameters.extradata == known.parameters.extradata) }
      // libavformat does not read every form of a `chan` box, and finds speakers by decoding.
      let (layout, stated) = (found.parameters.layout, known.parameters.layout)
      let isUnread = layout.mask == 0 || stated.mask == 0
      #expect(layout.count == stated.count && (isUnread || layout.mask == stated.mask), "\(layout), \(stated)")
    }
    var unasked = Self.comparedApart
    if former.probe.wasAnalyzed { unasked.formUnion(Self.decoded) }
    if own.tracks.contains(where: { $0.stereoLayout == Self.multiview }) { unasked.formUnion(Self.ofTwoEyes) }
    let (facts, expected) = (Self.facts(own, without: unasked), Self.facts(former, without: unasked))
    let sizes = try Self.decodedSizes(path, own)
    for name in Set(facts.keys).union(expected.keys).sorted() {
      #expect(facts[name] == sizes[name] ?? expected[name], "\(name)")
    }
  }
}

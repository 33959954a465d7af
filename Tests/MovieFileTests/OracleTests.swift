import Foundation
import TestSupport
import Testing

@testable import Bitstreams
@testable import MovieFile

/// Our output, read by others; and others' files, read by us.
@Suite struct OracleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fileName(_ format: FileFormat) -> String { folder.path(format.isQuickTime ? "a.mov" : "a.mp4") }

  /// ffprobe's packets are ours, on the caller's time line: its edit list brings media time back to it.
  @Test(
    .enabled(if: Tool.ffprobe.isInstalled(for: "our movies are not compared with its reading")),
    arguments: FileFormat.allCases)
  func `ffprobe reads every packet`(format: FileFormat) throws {
    let path = fileName(format)
    let written = try SyntheticMovie.write(to: path, format: format)
    let movie = try Movie(path: path)
    for (stream, sources) in [written.video, written.audio].enumerated() {
      let text = try Tool.ffprobe.run([
        "-v", "quiet", "-select_streams", "\(stream)", "-show_entries",
        "packet=pts,dts,duration,size,pos,flags:packet_side_data=none", "-of", "csv=p=0", path,
      ]).text
      let packets = text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        .filter { $0.count >= 6 }
      #expect(packets.count == sources.count)
      for ((packet, source), sample) in zip(zip(packets, sources), movie.tracks[stream].samples) {
        let sourceSample = source.sample
        #expect(packet[0] == "\(sourceSample.decodeTime + sourceSample.compositionOffset)")
        #expect(packet[1] == "\(sourceSample.decodeTime)")
        // Of the last audio packet ffprobe counts only what the edit shows.
        let isLast = sample.index == sources.count - 1
        #expect(packet[2] == "\(isLast && stream == 1 ? sourceSample.duration - 300 : sourceSample.duration)")
        #expect(packet[3] == "\(source.bytes.count)")
        #expect(packet[4] == "\(sample.offset)")
        #expect(packet[5].hasPrefix("K") == sourceSample.isSync)
      }
    }
  }

  @Test(.enabled(if: Tool.ffprobe.isInstalled(for: "our movies are not compared with its reading")))
  func `ffprobe reads descriptions`() throws {
    let path = fileName(.mp4)
    try SyntheticMovie.write(to: path, format: .mp4) { writer in
      writer.updateDescription(of: 1) { $0.isEnabled = false }
    }
    let text = try Tool.ffprobe.run(["-v", "quiet", "-show_streams", "-show_format", path]).text
    for line in [
      "codec_name=h264", "width=64", "height=48", "sample_aspect_ratio=4:3", "color_primaries=bt709",
      "time_base=1/30000", "nb_frames=60", "codec_name=aac", "sample_rate=48000", "channels=2", "TAG:language=deu",
      "TAG:major_brand=mp42", "TAG:iTunSMPB= 00000000 00000840 0000012C 0000000000015E94",
    ] {
      #expect(text.contains(line), "\(line)")
    }
  }

  @Test(
    .enabled(if: Tool.mediainfo.isInstalled(for: "our movies are not compared with its reading")),
    arguments: [FileFormat.quickTime, .mp4])
  func `mediainfo reads descriptions`(format: FileFormat) throws {
    let path = fileName(format)
    try SyntheticMovie.write(to: path, format: format)
    let video = try Tool.mediainfo.run([
      "--Inform=Video;%FrameCount%|%Width%|%Height%|%Format%|%FrameRate%|%colour_primaries%|%PixelAspectRatio%", path,
    ]).text
    #expect(video.trimmingCharacters(in: .whitespacesAndNewlines) == "60|64|48|AVC|29.970|BT.709|1.333")
    let audio = try Tool.mediainfo.run(["--Inform=Audio;%Format%|%Channels%|%SamplingRate%|%Language%", path]).text
    #expect(audio.trimmingCharacters(in: .whitespacesAndNewlines) == "AAC|2|48000|de-CH")
    let general = try Tool.mediainfo.run(["--Inform=General;%IsStreamable%", path]).text
    #expect(general.trimmingCharacters(in: .whitespacesAndNewlines) == "Yes")
  }

  /// Movies of many writers: our tables hold what ffprobe counts, and nothing disagrees.
  @Test(
    .enabled(if: Files.hasShared, "SKIPPED: needs ../shared/media; movies of other writers are not read"),
    .enabled(if: Tool.ffprobe.isInstalled(for: "movies of other writers are not compared with its reading")),
    arguments: ["mov", "mp4"])
  func `ffprobe counts the samples that are read from movies of other writers`(folder: String) throws {
    let root = Files.shared(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
      .filter { ["mov", "mp4", "m4a", "m4v"].contains(($0 as NSString).pathExtension) }
    #expect(!names.isEmpty)
    for name in names {
      let movie = try Movie(path: "\(root)/\(name)")
      #expect(movie.firstInconsistency() == nil, "\(name)")
      for track in movie.tracks { #expect(Array(track.samples).count == track.sampleCount, "\(name)") }
      guard !movie.isFragmented else { continue }
      let counts = try Tool.ffprobe.run([
        "-v", "quiet", "-show_entries", "stream=id,nb_frames", "-of", "csv=p=0", "\(root)/\(name)",
      ]).text
      for line in counts.split(separator: "\n") {
        let fields = line.split(separator: ",")
        guard fields.count == 2, let id = UInt32(fields[0].dropFirst(2), radix: 16), let count = Int(fields[1]),
          let track = movie.track(id: id)
        else { continue }
        #expect(track.sampleCount == count, "\(name), track \(id)")
      }
    }
  }
}

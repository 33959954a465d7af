import Foundation
import MediaSupport
import Testing

@testable import MediaInterop

/// Real files from strangers, which lie beside the package.
@Suite(.enabled(if: MediaFiles.hasShared, "../shared/media is absent: real and corrupt files are not tested"))
struct SharedMediaTests {
  // Larger ones take seconds each to decode and hold no other kind of content.
  private static let largest = 400_000

  /// Whose last AC-3 frame is cut in the file: the decoder is right about them.
  private static let cut: Set<String> = ["audio/sample.ac3", "mp4/sample_ac3_aac.mp4"]
  /// Of these, the one without a container that counts.
  private static let endingEarly: Set<String> = ["audio/sample.ac3"]
  /// With an ID3v1 tag after the last frame, which the demuxer gives as a packet.
  private static let trailing: Set<String> = ["audio/bear-id3.mp3"]

  @Test(arguments: ["audio", "mov", "mp4", "other"].flatMap { MediaFiles.shared($0, upTo: largest) })
  func `no frame of a sound file is taken for damaged`(name: String) throws {
    let demuxer = try Demuxer(.file(MediaFiles.shared + "/" + name))
    for stream in demuxer.probe.streams where stream.isDecodable {
      let decoded = try decode(Demuxer(reopening: demuxer.probe), streamIndex: stream.index)
      #expect(Self.cut.contains(name) || decoded.complaints == 0)
      #expect(Self.trailing.contains(name) || decoded.errors.isEmpty)
    }
    while try demuxer.read() != nil {}
    #expect((demuxer.endedEarly == nil) != Self.endingEarly.contains(name))
  }

  @Test(arguments: MediaFiles.shared("bad"))
  func `a bad file ends in an error or an end`(name: String) throws {
    let demuxer: Demuxer
    do throws(MediaError) {
      demuxer = try Demuxer(.file(MediaFiles.shared + "/" + name))
    } catch {
      #expect([.unrecognizedFormat, .damagedContainer, .truncatedContainer].contains(error.kind))
      return
    }
    for stream in demuxer.probe.streams where stream.isDecodable {
      do throws(MediaError) {
        _ = try Decoder(stream.parameters, timeBase: stream.timeBase)
      } catch {
        #expect(error.kind == .damagedMedia)
        continue
      }
      let decoded = try decode(Demuxer(reopening: demuxer.probe), streamIndex: stream.index)
      #expect(decoded.frames + decoded.errors.count <= 16 * decoded.packets + 64, "bounded by what was read")
    }
  }

  @Test func `flipped bits in the media of a movie are damage`() throws {
    let path = MediaFiles.shared + "/bad/drv_bitflips_in_mdat.mp4"
    let video = try decode(Demuxer(.file(path)), streamIndex: 0)
    #expect(video.complaints > 0)
    let audio = try decode(Demuxer(.file(path)), streamIndex: 1)
    #expect(!audio.errors.isEmpty)
  }

  @Test func `half of a movie ends early`() throws {
    let demuxer = try Demuxer(.file(MediaFiles.shared + "/bad/drv_half_of_sample.mp4"))
    while try demuxer.read() != nil {}
    #expect(demuxer.endedEarly != nil)
  }
}

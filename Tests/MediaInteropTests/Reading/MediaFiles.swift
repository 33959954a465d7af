import Foundation
import MediaSupport
import TestSupport

@testable import MediaInterop

/// The files that the reading tests read.
enum MediaFiles {
  /// Made by `scripts/make-fixtures` and part of the package.
  static let fixtures = Files.fixtures.path

  /// Real media from strangers, beside the package and not part of it: tests that need it are skipped without it.
  static let shared = Files.shared.path
  static let hasShared = Files.hasShared

  static func fixture(_ name: String) -> MediaSource { .file(fixtures + "/" + name) }

  /// The files of a folder of the shared media, by their path from there.
  static func shared(_ folder: String, upTo byteCount: Int = .max) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: shared + "/" + folder)) ?? []
    return names.sorted().map { folder + "/" + $0 }.filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: shared + "/" + name)
      return attributes?[.type] as? FileAttributeType == .typeRegular
        && (attributes?[.size] as? NSNumber)?.intValue ?? .max <= byteCount
    }
  }
}

/// What came out of a stream that was read to its end and decoded.
struct Decoded {
  var packets = 0
  var frames = 0
  var samples = 0
  var times: [Int64?] = []
  /// Complaints of the decoder, and frames that it flags.
  var complaints = 0
  var errors: [String] = []

}

/// Reads and decodes one stream of a file to its end; errors of the decoder are kept and passed over.
func decode(_ demuxer: Demuxer, streamIndex: Int, threads: Int = 1) throws -> Decoded {
  let stream = demuxer.probe.streams[streamIndex]
  let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: threads)
  demuxer.select(streams: [streamIndex])
  var result = Decoded()
  func receiveAll() {
    while true {
      do {
        guard case .frame(let frame) = try decoder.receive() else { return }
        result.frames += 1
        result.samples += frame.sampleCount
        result.times.append(frame.pts)
        if frame.hasErrorFlags { result.complaints += 1 }
      } catch {
        result.errors.append(error.description)
      }
    }
  }
  while let packet = try demuxer.read() {
    result.packets += 1
    do {
      while try !decoder.send(packet) { receiveAll() }
    } catch {
      result.errors.append(error.description)
    }
    receiveAll()
    while decoder.takeComplaint() != nil { result.complaints += 1 }
  }
  try decoder.drain()
  receiveAll()
  while decoder.takeComplaint() != nil { result.complaints += 1 }
  return result
}

extension MediaInterop.Stream {
  /// Whether it has packets, and a decoder for them.
  var isDecodable: Bool {
    (parameters.kind == .video || parameters.kind == .audio) && attachedPicture == nil && parameters.codec.hasDecoder
  }
}

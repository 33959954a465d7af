import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import MovieFile

/// A writer of the text about a file of a container other than QuickTime and ISO. It uses the public API.
struct AssetDump {
  private let asset: AVURLAsset
  private let source: any ByteSource
  let options: MediaDump.Options
  let outline: Outline

  init(_ url: URL, source: any ByteSource, options: MediaDump.Options, outline: Outline) {
    asset = AVURLAsset(url: url)
    self.source = source
    self.options = options
    self.outline = outline
  }

  /// A Boolean value that says whether sizes, rates and checksums are written.
  var tellsBytes: Bool { !options.contains(.structureOnly) }

  /// Writes everything that the options ask for. There are no boxes to write.
  ///
  /// - Throws: `AVError` for a file that cannot be opened, before anything is written. If a track cannot be read to its
  ///   end, no error is thrown: the track's block states the damage.
  func write() throws {
    _ = try AVAssetReader(asset: asset)
    try outline.block("file") {
      outline.field("container", try ContainerName.of(source) ?? "other")
      if tellsBytes { outline.field("bytes", source.byteCount) }
      outline.field("duration", Notation.time(asset.duration))
      outline.field("tracks", asset.tracks.count)
    }
    for track in asset.tracks { write(track) }
  }

  private func write(_ track: AVAssetTrack) {
    outline.block("track \(track.trackID)") {
      outline.field("kind", "'\(track.mediaType.rawValue)'")
      outline.field("enabled", track.isEnabled)
      outline.field("language", track.languageCode ?? "unstated")
      outline.field("extended language", track.extendedLanguageTag.map(Notation.quoted))
      if track.mediaType == .video {
        outline.field("size", Self.size(track.naturalSize))
        let turn = track.preferredTransform
        if !turn.isIdentity {
          let numbers = [turn.a, turn.b, turn.c, turn.d, turn.tx, turn.ty]
          outline.field("matrix", numbers.map { Notation.number(Double($0)) }.joined(separator: " "))
        }
      }
      outline.field("time scale", track.naturalTimeScale)
      outline.field("start", Notation.time(track.timeRange.start))
      outline.field("duration", Notation.time(track.timeRange.duration))
      for case let (index, format as CMFormatDescription) in track.formatDescriptions.enumerated() {
        FormatDump(format, tellsBytes: tellsBytes, outline: outline).write(number: index + 1)
      }
      outline.block("samples") { writeSamples(of: track) }
    }
  }

  private static func size(_ size: CGSize) -> String {
    "\(Notation.number(Double(size.width)))x\(Notation.number(Double(size.height)))"
  }

  /// Reads the track's samples without decoding them, and writes the block about them.
  private func writeSamples(of track: AVAssetTrack) {
    do {
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      guard reader.canAdd(output) else { return outline.field("damage", "the track cannot be read") }
      reader.add(output)
      var summary = SampleSummary()
      if reader.startReading() {
        while let buffer = output.copyNextSampleBuffer() { try write(buffer, summary: &summary) }
      }
      summary.write(to: outline, tellsBytes: tellsBytes)
      if let error = reader.error { outline.damage(error.localizedDescription) }
    } catch {
      outline.damage(error.localizedDescription)
    }
  }

  private func write(_ buffer: CMSampleBuffer, summary: inout SampleSummary) throws {
    let data = tellsBytes && options.contains(.checksums) ? try buffer.dataBuffer?.dataBytes() : nil
    var offset = 0
    for sample in SampleLine.lines(of: buffer) {
      if options.contains(.samples), summary.count < Limits.sampleLines {
        var line = "\(summary.count): \(sample.text(tellsBytes: tellsBytes))"
        if let data, offset + sample.size <= data.count {
          var checksum = Checksum()
          checksum.update(data.dropFirst(offset).prefix(sample.size))
          line += " crc32 \(checksum)"
        }
        outline.line(line)
      }
      offset += sample.size
      summary.append(sample)
    }
  }
}

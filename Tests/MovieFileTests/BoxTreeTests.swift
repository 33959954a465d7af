import Foundation
import TestSupport
import Testing

@testable import MovieFile

/// The structure of both kinds of file, as text.
@Suite struct BoxTreeTests {
  /// The boxes of a small movie in order, those within a box in parentheses.
  private func tree(_ format: FileFormat) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder.path("a")
    try SyntheticMovie.write(to: path, format: format, frames: 12)
    let source = try FileSource(path: path)
    var text = ""
    var depth = 0
    var end: Int64 = 0
    try BoxTree.walk(source) { node in
      if node.depth > depth {
        text += "("
      } else {
        text += String(repeating: ")", count: depth - node.depth) + (text.isEmpty ? "" : " ")
      }
      text += node.type.description.trimmingCharacters(in: .whitespaces)
      depth = node.depth
      if depth == 0 {
        #expect(node.offset == end)
        end += node.size
      }
    }
    #expect(end == source.byteCount, "the boxes are the file, without a gap")
    return text
  }

  @Test func `a QuickTime movie has its boxes in their order`() throws {
    #expect(
      try tree(.quickTime) == """
        ftyp moov(mvhd \
        trak(tkhd tapt(clef prof enof) edts(elst) mdia(mdhd hdlr minf(vmhd hdlr dinf(dref(url)) \
        stbl(stsd(avc1) stts ctts cslg stss sdtp stsc stsz stco)))) \
        trak(tkhd edts(elst) mdia(mdhd hdlr elng minf(smhd hdlr dinf(dref(url)) \
        stbl(stsd(mp4a) stts stsc stsz stco sgpd sbgp))))) \
        mdat
        """)
  }

  @Test func `an MPEG-4 file has its boxes in their order`() throws {
    #expect(
      try tree(.mp4) == """
        ftyp moov(mvhd \
        trak(tkhd edts(elst) mdia(mdhd hdlr minf(vmhd dinf(dref(url)) \
        stbl(stsd(avc1) stts ctts stss sdtp stsc stsz stco)))) \
        trak(tkhd edts(elst) mdia(mdhd hdlr elng minf(smhd dinf(dref(url)) \
        stbl(stsd(mp4a) stts stsc stsz stco sgpd sbgp)))) \
        udta(meta(hdlr ilst(----(mean name data))))) \
        mdat
        """)
  }

  /// Media headers of the kinds that are neither pictures nor sound, and everything a caller may hand through.
  @Test(arguments: [FileFormat.quickTime, .mp4])
  func `tracks of other kinds and boxes of the caller come back`(format: FileFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a")
    let writer = try MovieWriter(creating: path, format: format)
    writer.movie.userData = [OpaqueBox("name", [1, 2])]
    writer.movie.metadata = OpaqueBox("meta", [3, 4])
    writer.movie.creationTime = 1 << 33
    writer.movie.extraBrands = ["dby1"]
    let kinds: [(HandlerType, SampleEntry)] = [
      (.timecode, .timecode(.init(flags: [], timeScale: 25, frameDuration: 1, framesPerSecond: 25))),
      (.text, .other(format: "text", payload: [UInt8](repeating: 0, count: 43))),
      (.metadata, .other(format: "mebx", payload: [])),
      (.isoSubtitle, .other(format: "stpp", payload: [0, 0, 0])),
    ]
    for (kind, entry) in kinds {
      var track = TrackDescription(kind: kind, timeScale: 25)
      track.isEnabled = false
      track.layer = -1
      track.alternateGroup = 2
      track.handlerName = "Name \(kind.rawValue)"
      track.references = [TrackReference("cdsc", [1, 2])]
      track.preload = .wholeTrack
      track.userData = [OpaqueBox("tagc", [5])]
      track.metadata = OpaqueBox("meta", [6])
      track.matrix = TransformMatrix(a: 0, b: 1, c: -1, d: 0, tx: 1080.5, ty: 0)
      let index = writer.addTrack(track)
      _ = writer.addSampleEntry(entry, to: index)
      try [0, 0, 0, 1].withUnsafeBytes { try writer.append($0, to: index, .init(decodeTime: 0, duration: 25)) }
    }
    try writer.finish()
    let movie = try Movie(path: path)
    #expect(movie.firstInconsistency() == nil)
    #expect(movie.fileType?.compatibleBrands.last == "dby1")
    #expect(movie.header.creationTime == 1 << 33)
    #expect(movie.metadata == OpaqueBox("meta", [3, 4]))
    #expect(movie.userData?.payload == [0, 0, 0, 10] + Array("name".utf8) + [1, 2])
    let headers: [FourCC] = format.isQuickTime ? ["gmhd", "gmhd", "gmhd", "gmhd"] : ["nmhd", "nmhd", "nmhd", "sthd"]
    #expect(movie.tracks.map(\.mediaHeaderType) == headers)
    for (track, (kind, entry)) in zip(movie.tracks, kinds) {
      #expect(track.kind == kind)
      #expect(track.sampleEntries == [entry])
      #expect(track.header.flags == [.inMovie, .inPreview])
      #expect(track.header.layer == -1 && track.header.alternateGroup == 2)
      #expect(track.header.matrix.affine == (0, 1, -1, 0, 1080.5, 0))
      #expect(track.handler.name == "Name \(kind.rawValue)")
      #expect(track.references == [TrackReference("cdsc", [1, 2])])
      #expect(track.preload == (format.isQuickTime ? .wholeTrack : nil))
      #expect(track.metadata == OpaqueBox("meta", [6]))
      #expect(track.userData?.payload.suffix(1) == [5])
    }
  }
}

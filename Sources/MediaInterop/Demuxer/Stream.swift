package import Bitstreams
package import MediaSupport

/// The properties of one of a container's streams.
package struct Stream: Sendable {
  /// The index in the container, to which packets refer.
  package var index: Int
  /// The container's own identifier (a movie's track ID, a transport stream's PID); zero where it has none.
  package var id: Int32
  package var parameters: CodecParameters
  /// The unit of all times below and of the stream's packets.
  package var timeBase: TimeBase
  /// The presentation time of the first sample; `nil` if only the packets state it.
  package var startTime: Int64?
  /// The duration; `nil` where the container does not say.
  package var duration: Int64?
  /// The number of samples in the stream; zero where the container does not say.
  package var frameCount: Int64 = 0
  package var averageFrameRate: Rational?
  /// The lowest rate at which every picture's time is a whole number; `nil` where unknown.
  package var realFrameRate: Rational?
  package var disposition: Disposition = []
  package var metadata: [String: String] = [:]
  /// The rotation, scale and translation as a movie's track header has them: rows of `a b u`, `c d v`, `x y w`, in
  /// 16.16 and 2.30 fixed point; `nil` where there are none.
  package var displayMatrix: [Int32]?

  /// The turn of the pictures by the matrix. It is `nil` if they stay as they are, and if the matrix does more than
  /// turn and mirror.
  package var turn: PictureTurn? {
    guard let m = displayMatrix, m.count == 9 else { return nil }
    let turn = PictureTurn(a: Double(m[0]), b: Double(m[1]), c: Double(m[3]), d: Double(m[4]))
    return turn?.isNone == true ? nil : turn
  }

  /// The pixel aspect ratio that the container states, whatever the coded pictures state; `nil` if it states none. Only
  /// a movie's own box states square pixels, since libavformat reports them by default.
  package var statedAspectRatio: Rational?
  package var masteringDisplay: MasteringDisplay?
  package var contentLightLevel: ContentLightLevel?
  package var dolbyVision: DolbyVisionConfiguration?
  /// The arrangement of the views of both eyes in the pictures, by libavutil's names, such as `side by side`; `nil`
  /// where there is one view.
  package var stereoLayout: String?
  /// The language as a BCP 47 tag, for writing, if that is more specific than `language`; otherwise `nil`.
  package var languageTag: String?
  /// The cover picture's file, for a stream that represents one. Such a stream has no packets.
  package var attachedPicture: [UInt8]?

  package init(index: Int, id: Int32 = 0, parameters: CodecParameters, timeBase: TimeBase) {
    self.index = index
    self.id = id
    self.parameters = parameters
    self.timeBase = timeBase
  }

  /// The language as the container writes it (ISO 639-2/T in movies, "und" included); `nil` where it does not say.
  package var language: String? { metadata["language"] }
}

extension Stream {
  /// The purposes of a stream, by the library's bits.
  package struct Disposition: OptionSet, Hashable, Sendable {
    package var rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
  }
}

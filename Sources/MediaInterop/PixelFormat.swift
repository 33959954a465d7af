internal import CFFmpeg

/// A pixel format by libavutil's number (`AVPixelFormat`).
package struct PixelFormat: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

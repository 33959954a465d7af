import MovieFile

extension FourCC {
  /// The bits of a component that this coding of pictures always has; `nil` if its own headers state them.
  ///
  /// Sources: Apple ProRes white paper; technical note TN2162, "Uncompressed Y'CbCr Video in QuickTime Files".
  var pictureDepth: UInt8? { Self.pictureDepths[self] }

  private static let pictureDepths: [FourCC: UInt8] = [
    "apco": 10, "apcs": 10, "apcn": 10, "apch": 10, "ap4h": 12, "ap4x": 12, "aprn": 12, "aprh": 12,
    "v210": 10, "v410": 10, "r210": 10, "v216": 16, "b64a": 16, "b48r": 16,
    "2vuy": 8, "yuvs": 8, "v308": 8, "v408": 8, "r408": 8,
  ]
}

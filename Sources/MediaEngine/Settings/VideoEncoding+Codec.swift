import MediaInterop
import MovieFile

extension VideoEncoding.Codec {
  /// For people, and as the compressor's name in a movie.
  package var name: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "HEVC"
    case .proRes(let profile): profile.name
    case .jpeg: "Motion JPEG"
    }
  }

  /// The sample entry's, and Apple's value of `AVVideoCodecKey`.
  var code: FourCC {
    switch self {
    case .h264: "avc1"
    case .hevc: "hvc1"
    case .proRes(let profile): profile.code
    case .jpeg: "jpeg"
    }
  }

  /// The codec of four characters; `nil` for one that is not encoded here.
  package init?(code: String) {
    let all: [Self] = [.h264, .hevc, .jpeg] + VideoEncoding.ProResProfile.allCases.map { .proRes($0) }
    guard let codec = all.first(where: { $0.code.description == code }) else { return nil }
    self = codec
  }

  /// What `RateControl.constantQuality` is where nothing is asked for: x264's and x265's own defaults, and of JPEG's 2 to
  /// 31 a scale at which nobody sees blocks; ProRes has its profiles.
  package var defaultQuality: Double? {
    switch self {
    case .h264: 23
    case .hevc: 28
    case .proRes: nil
    case .jpeg: 3
    }
  }
}

extension VideoEncoding.ProResProfile {
  var name: String {
    switch self {
    case .proxy: "Apple ProRes 422 Proxy"
    case .light: "Apple ProRes 422 LT"
    case .standard: "Apple ProRes 422"
    case .highQuality: "Apple ProRes 422 HQ"
    case .profile4444: "Apple ProRes 4444"
    case .profile4444XQ: "Apple ProRes 4444 XQ"
    }
  }

  var code: FourCC {
    switch self {
    case .proxy: "apco"
    case .light: "apcs"
    case .standard: "apcn"
    case .highQuality: "apch"
    case .profile4444: "ap4h"
    case .profile4444XQ: "ap4x"
    }
  }
}

import MediaInterop
import MovieFile

extension VideoSettings.Codec {
  package static let hevc = library(.hevc)
  package static let av1 = library(.av1)
  package static let vp9 = library(.vp9)
  package static func proRes(_ profile: VideoSettings.ProResProfile) -> Self { library(.proRes(profile)) }
  package static let jpeg = library(.jpeg)
  package static let ffv1 = library(.ffv1)

  private static let all: [Self] =
    [.h264, .hevc, .av1, .vp9, .jpeg, .ffv1] + VideoSettings.ProResProfile.allCases.map { .proRes($0) }

  /// Makes the codec of a four-character code; `nil` for one that is not encoded here.
  package init?(code: String) {
    guard let codec = Self.all.first(where: { $0.traits.code.description == code }) else { return nil }
    self = codec
  }

  package var traits: VideoCodecTraits {
    switch self {
    case .h264: .h264
    case .library(.hevc): .hevc
    case .library(.av1): .av1
    case .library(.vp9): .vp9
    case .library(.proRes(let profile)): .proRes(profile)
    case .library(.jpeg): .jpeg
    case .library(.ffv1): .ffv1
    }
  }
}

extension VideoSettings.ProResProfile {
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

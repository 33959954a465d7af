internal import AVFoundation
internal import Foundation

extension TrackFacts {
  /// The purpose of a track, as its author tagged it.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case forced, auxiliary, original, dubbed, voiceOver, translation, main, describesVideo, transcribesDialog,
      describesSound, enhancesSpeech, easyToRead, machineGenerated

    /// Apple's name for the role.
    var characteristic: AVMediaCharacteristic {
      switch self {
      case .forced: .containsOnlyForcedSubtitles
      case .auxiliary: .isAuxiliaryContent
      case .original: .isOriginalContent
      case .dubbed: .dubbedTranslation
      case .voiceOver: .voiceOverTranslation
      case .translation: .languageTranslation
      case .main: .isMainProgramContent
      case .describesVideo: .describesVideoForAccessibility
      case .transcribesDialog: .transcribesSpokenDialogForAccessibility
      case .describesSound: .describesMusicAndSoundForAccessibility
      case .enhancesSpeech: .enhancesSpeechIntelligibility
      case .easyToRead: .easyToRead
      case .machineGenerated: .machineGenerated
      }
    }
  }
}

extension AVAssetTrack {
  var roles: [TrackFacts.Role] { TrackFacts.Role.allCases.filter { hasMediaCharacteristic($0.characteristic) } }
}

extension TrackFacts.Role {
  /// The item that tags a track with the role.
  var item: AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = .quickTimeUserDataTaggedCharacteristic
    item.value = characteristic.rawValue as NSString
    return item
  }
}

extension AVMetadataItem {
  /// A Boolean value that says whether the item tags a track with a known role.
  var isRole: Bool {
    guard identifier == .quickTimeUserDataTaggedCharacteristic else { return false }
    return TrackFacts.Role.allCases.contains { $0.characteristic.rawValue == stringValue }
  }
}

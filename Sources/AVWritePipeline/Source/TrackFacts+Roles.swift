internal import AVFoundation
internal import Foundation

extension TrackFacts {
  /// What a track is for, as its author tagged it.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case forced, auxiliary, original, dubbed, voiceOver, translation, main, describesVideo, transcribesDialog,
      describesSound, enhancesSpeech, easyToRead, machineGenerated

    /// Apple's name of it.
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
  /// What tags a track with it.
  var item: AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = .quickTimeUserDataTaggedCharacteristic
    item.value = characteristic.rawValue as NSString
    return item
  }
}

extension AVMetadataItem {
  /// Whether it tags a track with a role that is known.
  var isRole: Bool {
    guard identifier == .quickTimeUserDataTaggedCharacteristic else { return false }
    return TrackFacts.Role.allCases.contains { $0.characteristic.rawValue == stringValue }
  }
}

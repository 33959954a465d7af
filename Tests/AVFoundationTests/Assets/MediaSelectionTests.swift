import Foundation
import MediaPlayer
import TestSupport
import Testing

@testable import AVFoundation

@Suite("Media selection")
struct MediaSelectionTests {
  /// A movie whose sound is in two languages, the second of which is enabled, and tagged as dubbed.
  private func makeAsset(_ folder: TemporaryFolder) throws -> AVURLAsset {
    let url = folder.file("languages.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let inputs = ["eng", "fra"].map { language in
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
      input.languageCode = language
      return input
    }
    let tag = AVMutableMetadataItem()
    tag.identifier = .quickTimeUserDataTaggedCharacteristic
    tag.value = AVMediaCharacteristic.dubbedTranslation.rawValue as NSString
    inputs[1].metadata = [tag]
    for input in inputs { writer.add(input) }
    writer.add(AVAssetWriterInputGroup(inputs: inputs, defaultInput: inputs[1]))
    try WrittenFile.start(writer)
    for input in inputs {
      input.waitUntilReady()
      #expect(input.append(try ComputedMedia.audioSample(start: 0, count: 4800)))
      input.markAsFinished()
    }
    try finishWriting(writer)
    return AVURLAsset(url: url)
  }

  @Test func `the tracks of an alternate group are the options, and the enabled one is the default`() async throws {
    let folder = try TemporaryFolder()
    let asset = try await bounded { try makeAsset(folder) }
    #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions == [.audible])
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .legible) == nil)
    let group = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
    #expect(group.options.map(\.extendedLanguageTag) == ["eng", "fra"])
    #expect(group.defaultOption == group.options[1])
    #expect(!group.allowsEmptySelection)
    let characteristics = try await asset.load(.tracks).map { $0.mediaCharacteristics }
    #expect(characteristics == [[.audible], [.audible, .dubbedTranslation]])
    let option = group.options[0]
    #expect(option.mediaType == .audio)
    #expect(option.isPlayable)
    #expect(option.mediaSubTypes == [NSNumber(value: kAudioFormatLinearPCM)])
    #expect(option.hasMediaCharacteristic(.audible))
    #expect(!option.hasMediaCharacteristic(.visual))
    #expect(option.displayName(with: Locale(identifier: "en")) == "English")
    #expect(group.mediaSelectionOption(withPropertyList: option.propertyList()) == option)
    #expect(group.mediaSelectionOption(withPropertyList: "none") == nil)
  }

  @Test func `one track of subtitles is a choice, since there may be none`() async throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-two-audio.mp4"))
    #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions == [.audible, .legible])
    let group = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
    // The texts that name its chapters are none of them.
    #expect(group.options.map(\.mediaType) == [.subtitle] && group.allowsEmptySelection)
    #expect(group.defaultOption == group.options[0])
    #expect(asset.allMediaSelections.count == 4)
    // It has no alternative, and nor has sound alone.
    #expect(asset.trackGroups.map(\.trackIDs) == [[2, 3]])
    let sound = AVURLAsset(url: MediaFiles.fixture("h264-aac-small.mp4"))
    #expect(sound.availableMediaCharacteristicsWithMediaSelectionOptions.isEmpty)
  }

  @Test(
    arguments: [
      ("hevc10-hdr10.mp4", [.containsHDRVideo, .usesWideGamutColorSpace]),
      ("hevc10-hlg.mp4", [.containsHDRVideo, .usesWideGamutColorSpace]), ("h264-aac.mov", []),
    ] as [(String, [AVMediaCharacteristic])])
  func `pictures of high dynamic range, of wide colours and with alpha say so`(
    name: String, expected: [AVMediaCharacteristic]
  ) async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: Files.fixture(name)))
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let all: [AVMediaCharacteristic] = [.containsHDRVideo, .usesWideGamutColorSpace, .containsAlphaChannel]
    #expect(all.filter(track.hasMediaCharacteristic) == expected)
    #expect(try await asset.loadTracks(withMediaCharacteristic: .containsHDRVideo).isEmpty == expected.isEmpty)
  }

  @Test func `options become what a system's list of what plays shows`() async throws {
    let folder = try TemporaryFolder()
    let asset = try await bounded { try makeAsset(folder) }
    let group = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
    let made = group.makeNowPlayingInfoLanguageOptionGroup()
    #expect(made.languageOptions.map(\.languageTag) == ["eng", "fra"])
    #expect(made.languageOptions.allSatisfy { $0.languageOptionType == .audible && $0.displayName != nil })
    #expect(made.defaultLanguageOption === made.languageOptions[1])
    #expect(!made.allowEmptySelection)
    #expect(Set(made.languageOptions.compactMap(\.identifier)).count == 2)
  }

  @Test func `an option has the metadata of its track`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("titles.mov")
    let lanes = try ["eng", "fra"].map { language in
      let lane = try WrittenTracks.sound()
      let title = AVMutableMetadataItem()
      title.identifier = .quickTimeMetadataTitle
      title.value = NSString(string: "in " + language)
      lane.input.metadata = [title]
      lane.input.languageCode = language
      return lane
    }
    try WrittenTracks.write(url, lanes) { writer in
      writer.add(AVAssetWriterInputGroup(inputs: lanes.map(\.input), defaultInput: nil))
    }
    let asset = AVURLAsset(url: url)
    let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    #expect(group.customMediaSelectionScheme == nil)
    #expect(group.options.map { $0.commonMetadata.map(\.stringValue) } == [["in eng"], ["in fra"]])
    #expect(group.options[0].commonMetadata.map(\.identifier) == [.commonIdentifierTitle])
    let format = AVMetadataFormat.quickTimeMetadata.rawValue
    #expect(group.options.map(\.availableMetadataFormats) == [[format], [format]])
    #expect(group.options[1].metadata(forFormat: format).map(\.identifier) == [.quickTimeMetadataTitle])
    #expect(group.options[1].metadata(forFormat: "org.mp4ra").isEmpty)
  }

  @Test func `a custom scheme offers what some option has, in the language that was chosen`() async throws {
    let folder = try TemporaryFolder()
    let asset = try await bounded { try makeAsset(folder) }
    let options = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible)).options
    let heard = AVMediaPresentationSetting(
      .audible, names: LocalizedNames([(language: "en", name: "Sound"), (language: "de-AT", name: "Ton")]))
    let seen = AVMediaPresentationSetting(.visual, names: LocalizedNames([]))
    let selector = AVMediaPresentationSelector(
      identifier: "medium", settings: [heard, seen], names: LocalizedNames([(language: "fr", name: "Média")]))
    let scheme = AVCustomMediaSelectionScheme(options: options, selectors: [selector], offersLanguages: true)
    let group = AVMediaSelectionGroup(options: options, scheme: scheme)
    #expect(group.customMediaSelectionScheme === scheme)
    #expect(scheme.availableLanguages == ["eng", "fra"])
    #expect(scheme.shouldOfferLanguageSelection)
    func offered(_ language: String?, _ settings: [AVMediaPresentationSetting]) -> [AVMediaPresentationSetting] {
      scheme.mediaPresentationSettings(for: selector, complementaryToLanguage: language, settings: settings)
    }
    #expect(offered(nil, []) == [heard])
    #expect(offered("fra", [heard]) == [heard])
    #expect(offered("deu", []).isEmpty)
    #expect(offered("eng", [seen]).isEmpty)
    #expect(heard.displayName(forLocaleIdentifier: "de_AT") == "Ton")
    #expect(heard.displayName(forLocaleIdentifier: "it") == "Sound")
    #expect(seen.displayName(forLocaleIdentifier: "it") == AVMediaCharacteristic.visual.rawValue)
    #expect(selector.displayName(forLocaleIdentifier: "en") == "Média")
    #expect(selector.identifier == "medium" && selector.settings == [heard, seen])
  }

  @Test func `options are filtered by language, locale and characteristic`() async throws {
    let folder = try TemporaryFolder()
    let asset = try await bounded { try makeAsset(folder) }
    let options = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible)).options
    func languages(_ options: [AVMediaSelectionOption]) -> [String?] { options.map(\.extendedLanguageTag) }
    #expect(
      languages(
        AVMediaSelectionGroup.mediaSelectionOptions(
          from: options, filteredAndSortedAccordingToPreferredLanguages: ["fra", "eng"])) == ["fra", "eng"])
    #expect(
      languages(AVMediaSelectionGroup.mediaSelectionOptions(from: options, with: Locale(identifier: "eng"))) == ["eng"])
    #expect(
      AVMediaSelectionGroup.mediaSelectionOptions(from: options, withMediaCharacteristics: [.audible]).count == 2)
    #expect(
      AVMediaSelectionGroup.mediaSelectionOptions(from: options, withoutMediaCharacteristics: [.audible]).isEmpty)
    #expect(AVMediaSelectionGroup.playableMediaSelectionOptions(from: options) == options)
  }

  @Test func `a selection is the default until something is chosen, and a copy keeps its choices`() async throws {
    let folder = try TemporaryFolder()
    let asset = try await bounded { try makeAsset(folder) }
    let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    let preferred = asset.preferredMediaSelection
    #expect(preferred.asset === asset)
    #expect(preferred.selectedMediaOption(in: group) == group.options[1])
    let mutable = try #require(preferred.mutableCopy() as? AVMutableMediaSelection)
    #expect(mutable.mediaSelectionCriteriaCanBeAppliedAutomatically(to: group))
    mutable.select(group.options[0], in: group)
    let copy = try #require(mutable.copy() as? AVMediaSelection)
    // Sound cannot be without a choice.
    mutable.select(nil, in: group)
    #expect(mutable.selectedMediaOption(in: group) == group.options[0])
    mutable.select(group.options[1], in: group)
    #expect(copy.selectedMediaOption(in: group) == group.options[0])
    #expect(!mutable.mediaSelectionCriteriaCanBeAppliedAutomatically(to: group))
    #expect(preferred.selectedMediaOption(in: group) == group.options[1])
  }
}

import AVFoundation
import TestSupport
import Testing

/// Settings of players and items that have no effect on files.
@Suite struct PlayerSettingsTests {
  @Test func `PI-35, PI-40, PI-42, PI-43: what is said of streams is kept, also by copies`() throws {
    let item = AVPlayerItem(url: MediaFiles.fixture("speech.wav"))
    #expect(item.preferredForwardBufferDuration == 0)
    #expect(item.preferredPeakBitRate == 0 && item.preferredPeakBitRateForExpensiveNetworks == 0)
    #expect(item.preferredMaximumResolution == .zero && item.preferredMaximumResolutionForExpensiveNetworks == .zero)
    #expect(!item.startsOnFirstEligibleVariant && item.variantPreferences == [])
    #expect(!item.canUseNetworkResourcesForLiveStreamingWhilePaused && !item.automaticallyPreservesTimeOffsetFromLive)
    #expect(!item.configuredTimeOffsetFromLive.isValid && !item.recommendedTimeOffsetFromLive.isValid)
    #expect(item.currentDate() == nil && !item.seek(to: Date(), completionHandler: nil))
    item.preferredForwardBufferDuration = 5
    item.preferredPeakBitRate = 1_000_000
    item.preferredMaximumResolution = CGSize(width: 640, height: 480)
    item.variantPreferences = .scalabilityToLosslessAudio
    item.canUseNetworkResourcesForLiveStreamingWhilePaused = true
    item.configuredTimeOffsetFromLive = CMTime(value: 3, timescale: 1)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.preferredForwardBufferDuration == 5 && copy.preferredPeakBitRate == 1_000_000)
    #expect(copy.preferredMaximumResolution.width == 640 && copy.variantPreferences == .scalabilityToLosslessAudio)
    #expect(copy.canUseNetworkResourcesForLiveStreamingWhilePaused)
    #expect(copy.configuredTimeOffsetFromLive.seconds == 3)
    item.preferredForwardBufferDuration = -.infinity
    #expect(item.preferredForwardBufferDuration == 0)
  }

  @Test func `PL-42, PL-44: what is said of other screens is kept`() {
    let player = AVPlayer()
    #expect(player.allowsExternalPlayback && !player.isExternalPlaybackActive)
    #expect(!player.usesExternalPlaybackWhileExternalScreenIsActive && !player.preventsDisplaySleepDuringVideoPlayback)
    #expect(player.audiovisualBackgroundPlaybackPolicy == .automatic && player.networkResourcePriority == .default)
    #expect(AVPlayer.NetworkResourcePriority.low.rawValue == 1 && AVPlayer.NetworkResourcePriority.high.rawValue == 2)
    #expect(!AVPlayer.eligibleForHDRPlayback && AVPlayer.availableHDRModes.isEmpty)
    player.allowsExternalPlayback = false
    player.preventsDisplaySleepDuringVideoPlayback = true
    player.networkResourcePriority = .high
    #expect(!player.allowsExternalPlayback && player.preventsDisplaySleepDuringVideoPlayback)
    #expect(player.networkResourcePriority == .high && !player.isOutputObscuredDueToInsufficientExternalProtection)
    #expect(player.externalPlaybackVideoGravity == .resizeAspect && !player.allowsCaptureOfClearKeyVideo)
    #expect(!player.preventsAutomaticBackgroundingDuringVideoPlayback && player.preferredVideoDecoderGPURegistryID == 0)
    player.externalPlaybackVideoGravity = .resize
    player.preferredVideoDecoderGPURegistryID = 7
    #expect(player.externalPlaybackVideoGravity == .resize && player.preferredVideoDecoderGPURegistryID == 7)
    #expect(AVPlayer.WaitingReason.interstitialEvent != .waitingForCoordinatedPlayback)
    #expect(AVPlayer.rateDidChangeOriginatingParticipantKey != AVPlayer.rateDidChangeReasonKey)
  }

  @Test
  func `PI-54, PI-55: forms of sound and pictures have their defaults, and are kept, also by copies`() async throws {
    let sound = SteppedPlayer(MediaFiles.fixture("speech.wav"))
    let item = AVPlayerItem(url: MediaFiles.fixture("h264-anamorphic.mp4"))
    let pictures = SteppedPlayer([item])
    try await bounded {
      try sound.waitUntilReady()
      try pictures.waitUntilReady()
    }
    #expect(sound.item.allowedAudioSpatializationFormats == .multichannel)
    #expect(item.allowedAudioSpatializationFormats == .monoStereoAndMultichannel)
    #expect(item.videoApertureMode == .cleanAperture && item.appliesPerFrameHDRDisplayMetadata)
    let format = try #require(
      item.asset.tracks(withMediaType: .video)[0].formatDescriptions.first as? CMFormatDescription)
    let shown = item.presentationSize
    #expect(shown == format.presentationDimensions())
    item.videoApertureMode = .encodedPixels
    #expect(item.presentationSize.width == CGFloat(format.dimensions.width) && item.presentationSize != shown)
    item.allowedAudioSpatializationFormats = .monoAndStereo
    item.appliesPerFrameHDRDisplayMetadata = false
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.videoApertureMode == .encodedPixels && copy.allowedAudioSpatializationFormats == .monoAndStereo)
    #expect(!copy.appliesPerFrameHDRDisplayMetadata && copy.template == nil && item.interstitialEventIdentifier == nil)
    #expect(item.automaticallyHandlesInterstitialEvents && item.preferredCustomMediaSelectionSchemes.isEmpty)
  }

  @Test func `PI-03: what is not protected needs nobody's permission`() async throws {
    let item = AVPlayerItem(url: MediaFiles.fixture("speech.wav"))
    #expect(!item.isAuthorizationRequiredForPlayback && item.isContentAuthorizedForPlayback)
    #expect(item.isApplicationAuthorizedForPlayback && item.contentAuthorizationRequestStatus == .unknown)
    await item.requestContentAuthorization(withTimeoutInterval: 1)
    #expect(item.contentAuthorizationRequestStatus == .completed)
    let isAllowed = try await item.requestPlaybackRestrictionsAuthorization()
    #expect(isAllowed)
    item.cancelContentAuthorizationRequest()
    item.cancelPlaybackRestrictionsAuthorizationRequest()
  }
}

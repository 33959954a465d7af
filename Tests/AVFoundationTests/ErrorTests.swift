import AVFoundation
import TestSupport
import Testing

@Suite("Errors")
struct ErrorTests {
  /// The codes as Apple's SDK declares them.
  private static let codes = """
    unknown -11800 outOfMemory -11801 sessionNotRunning -11803 deviceAlreadyUsedByAnotherSession -11804
    noDataCaptured -11805 sessionConfigurationChanged -11806 diskFull -11807 deviceWasDisconnected -11808
    mediaChanged -11809 maximumDurationReached -11810 maximumFileSizeReached -11811 mediaDiscontinuity -11812
    maximumNumberOfSamplesForFileFormatReached -11813 deviceNotConnected -11814 deviceInUseByAnotherApplication
    -11815 deviceLockedForConfigurationByAnotherProcess -11817 sessionWasInterrupted -11818
    mediaServicesWereReset -11819 exportFailed -11820 decodeFailed -11821 invalidSourceMedia -11822 fileAlreadyExists -11823 compositionTrackSegmentsNotContiguous
    -11824 invalidCompositionTrackSegmentDuration -11825 invalidCompositionTrackSegmentSourceStartTime -11826
    invalidCompositionTrackSegmentSourceDuration -11827 fileFormatNotRecognized -11828 fileFailedToParse -11829
    maximumStillImageCaptureRequestsExceeded -11830 contentIsProtected -11831 noImageAtTime -11832
    decoderNotFound -11833 encoderNotFound -11834 contentIsNotAuthorized -11835 applicationIsNotAuthorized
    -11836 deviceIsNotAvailableInBackground -11837 operationNotSupportedForAsset -11838
    decoderTemporarilyUnavailable -11839 encoderTemporarilyUnavailable -11840 invalidVideoComposition -11841
    referenceForbiddenByReferencePolicy -11842 invalidOutputURLPathExtension -11843 screenCaptureFailed -11844
    displayWasDisabled -11845 torchLevelUnavailable -11846 operationInterrupted -11847 incompatibleAsset -11848
    failedToLoadMediaData -11849 serverIncorrectlyConfigured -11850 applicationIsNotAuthorizedToUseDevice -11852
    failedToParse -11853 fileTypeDoesNotSupportSampleReferences -11854 undecodableMediaData -11855
    airPlayControllerRequiresInternet -11856 airPlayReceiverRequiresInternet -11857 videoCompositorFailed -11858
    recordingAlreadyInProgress -11859 createContentKeyRequestFailed -11860 unsupportedOutputSettings -11861
    operationNotAllowed -11862 contentIsUnavailable -11863 formatUnsupported -11864 malformedDepth -11865
    contentNotUpdated -11866 noLongerPlayable -11867 noCompatibleAlternatesForExternalDisplay -11868
    noSourceTrack -11869 externalPlaybackNotSupportedForAsset -11870 operationNotSupportedForPreset -11871
    sessionHardwareCostOverage -11872 unsupportedDeviceActiveFormat -11873 incorrectlyConfigured -11875
    segmentStartedWithNonSyncSample -11876 rosettaNotInstalled -11877 operationCancelled -11878
    contentKeyRequestCancelled -11879 invalidSampleCursor -11880 failedToLoadSampleData -11881
    airPlayReceiverTemporarilyUnavailable -11882 encodeFailed -11883 sandboxExtensionDenied -11884
    toneMappingFailed -11885 mediaExtensionDisabled -11886 mediaExtensionConflict -11887 contentKeyInvalid
    -11889 noSmartFramingsEnabled -11890 autoWhiteBalanceNotLocked -11891 followExternalSyncDeviceTimedOut
    -11892
    """

  @Test func `ER-04: codes have Apple's names and numbers`() {
    let words = Self.codes.split(whereSeparator: \.isWhitespace).map(String.init)
    var apples: [String: Int] = [:]
    for index in stride(from: 0, to: words.count, by: 2) { apples[words[index]] = Int(words[index + 1]) }
    #expect(apples.count == words.count / 2)
    let ours = AVError.Code.allCases.map { ("\($0)", $0.rawValue) }
    #expect(Dictionary(ours) { first, _ in first } == apples)
  }

  @Test func `ER-08 the properties of an error are the values under its keys`() {
    let (time, stamp) = (CMTime(value: 3, timescale: 2), CMTime.positiveInfinity)
    let full = AVError(
      .maximumFileSizeReached,
      userInfo: [
        AVErrorTimeKey: NSValue(time: time), AVErrorPresentationTimeStampKey: NSValue(time: stamp),
        AVErrorPersistentTrackIDKey: 7, AVErrorMediaSubTypeKey: [NSNumber(value: 0x6176_6331), 2],
        AVErrorMediaTypeKey: AVMediaType.video.rawValue, AVErrorFileTypeKey: AVFileType.mov, AVErrorPIDKey: Int32(12),
        AVErrorFileSizeKey: Int64(1) << 40, AVErrorRecordingSuccessfullyFinishedKey: true,
      ])
    #expect(full.time == time && full.presentationTimeStamp == stamp)
    #expect(full.persistentTrackID == 7 && full.mediaSubtypes == [0x6176_6331, 2])
    #expect(full.mediaType == .video && full.fileType == .mov)
    #expect(full.processID == 12 && full.fileSize == 1 << 40 && full.recordingSuccessfullyFinished == true)
    let bare = AVError(.unknown)
    #expect(bare.time == nil && bare.presentationTimeStamp == nil && bare.persistentTrackID == nil)
    #expect(bare.mediaSubtypes == nil && bare.mediaType == nil && bare.fileType == nil)
    #expect(bare.processID == nil && bare.fileSize == nil && bare.recordingSuccessfullyFinished == nil)
  }

  @Test func `ER-02: an error of reading says where: the file, the track and the time`() throws {
    let url = MediaFiles.fixture("../corrupt/mdat-flipped.mp4")
    let reader = try AVAssetReader(asset: AVURLAsset(url: url))
    let track = try #require(reader.asset.tracks(withMediaType: .video).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    reader.add(output)
    #expect(reader.startReading())
    while output.copyNextSampleBuffer() != nil {}
    let userInfo = try #require(reader.error as? AVError).userInfo
    #expect(userInfo[NSFilePathErrorKey] as? String == url.path)
    #expect((userInfo[AVErrorPersistentTrackIDKey] as? NSNumber)?.int32Value == track.trackID)
    let time = try #require(userInfo[AVErrorTimeKey] as? NSValue).timeValue
    #expect(track.timeRange.containsTime(time))
  }

  @Test func `ER-02: the keys of what an error is about are different`() {
    let keys = [
      AVErrorDeviceKey, AVErrorDiscontinuityFlagsKey, AVErrorFileSizeKey, AVErrorFileTypeKey, AVErrorMediaSubTypeKey,
      AVErrorMediaTypeKey, AVErrorPIDKey, AVErrorPersistentTrackIDKey, AVErrorPresentationTimeStampKey,
      AVErrorRecordingSuccessfullyFinishedKey, AVErrorTimeKey, NSFilePathErrorKey, NSUnderlyingErrorKey,
    ]
    #expect(Set(keys).count == keys.count)
  }
}

public import Foundation

extension AVError {
  /// Apple's codes of `AVFoundationErrorDomain`, with Apple's numbers (ER-04).
  public enum Code: Int, _ErrorCodeProtocol, Sendable, CaseIterable {
    /// The error type that Foundation's pattern matching finds for a code: `catch AVError.diskFull`.
    public typealias _ErrorType = AVError

    case unknown = -11800
    case outOfMemory = -11801
    case sessionNotRunning = -11803
    case deviceAlreadyUsedByAnotherSession = -11804
    case noDataCaptured = -11805
    case sessionConfigurationChanged = -11806
    case diskFull = -11807
    case deviceWasDisconnected = -11808
    case mediaChanged = -11809
    case maximumDurationReached = -11810
    case maximumFileSizeReached = -11811
    case mediaDiscontinuity = -11812
    case maximumNumberOfSamplesForFileFormatReached = -11813
    case deviceNotConnected = -11814
    case deviceInUseByAnotherApplication = -11815
    case deviceLockedForConfigurationByAnotherProcess = -11817
    case sessionWasInterrupted = -11818
    case mediaServicesWereReset = -11819
    case exportFailed = -11820
    case decodeFailed = -11821
    case invalidSourceMedia = -11822
    case fileAlreadyExists = -11823
    case compositionTrackSegmentsNotContiguous = -11824
    case invalidCompositionTrackSegmentDuration = -11825
    case invalidCompositionTrackSegmentSourceStartTime = -11826
    case invalidCompositionTrackSegmentSourceDuration = -11827
    case fileFormatNotRecognized = -11828
    case fileFailedToParse = -11829
    case maximumStillImageCaptureRequestsExceeded = -11830
    case contentIsProtected = -11831
    case noImageAtTime = -11832
    case decoderNotFound = -11833
    case encoderNotFound = -11834
    case contentIsNotAuthorized = -11835
    case applicationIsNotAuthorized = -11836
    case deviceIsNotAvailableInBackground = -11837
    case operationNotSupportedForAsset = -11838
    case decoderTemporarilyUnavailable = -11839
    case encoderTemporarilyUnavailable = -11840
    case invalidVideoComposition = -11841
    case referenceForbiddenByReferencePolicy = -11842
    case invalidOutputURLPathExtension = -11843
    case screenCaptureFailed = -11844
    case displayWasDisabled = -11845
    case torchLevelUnavailable = -11846
    case operationInterrupted = -11847
    case incompatibleAsset = -11848
    case failedToLoadMediaData = -11849
    case serverIncorrectlyConfigured = -11850
    case applicationIsNotAuthorizedToUseDevice = -11852
    case failedToParse = -11853
    case fileTypeDoesNotSupportSampleReferences = -11854
    case undecodableMediaData = -11855
    case airPlayControllerRequiresInternet = -11856
    case airPlayReceiverRequiresInternet = -11857
    case videoCompositorFailed = -11858
    case recordingAlreadyInProgress = -11859
    case createContentKeyRequestFailed = -11860
    case unsupportedOutputSettings = -11861
    case operationNotAllowed = -11862
    case contentIsUnavailable = -11863
    case formatUnsupported = -11864
    case malformedDepth = -11865
    case contentNotUpdated = -11866
    case noLongerPlayable = -11867
    case noCompatibleAlternatesForExternalDisplay = -11868
    case noSourceTrack = -11869
    case externalPlaybackNotSupportedForAsset = -11870
    case operationNotSupportedForPreset = -11871
    case sessionHardwareCostOverage = -11872
    case unsupportedDeviceActiveFormat = -11873
    case incorrectlyConfigured = -11875
    case segmentStartedWithNonSyncSample = -11876
    case rosettaNotInstalled = -11877
    case operationCancelled = -11878
    case contentKeyRequestCancelled = -11879
    case invalidSampleCursor = -11880
    case failedToLoadSampleData = -11881
    case airPlayReceiverTemporarilyUnavailable = -11882
    case encodeFailed = -11883
    case sandboxExtensionDenied = -11884
    case toneMappingFailed = -11885
    case mediaExtensionDisabled = -11886
    case mediaExtensionConflict = -11887
    case contentKeyInvalid = -11889
    case noSmartFramingsEnabled = -11890
    case autoWhiteBalanceNotLocked = -11891
    case followExternalSyncDeviceTimedOut = -11892
  }
}

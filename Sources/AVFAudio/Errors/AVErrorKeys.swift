/// Keys of `AVError.userInfo` (ER-02). Of these the readers and writers of this framework set the time and the track,
/// and the file's path under `NSFilePathErrorKey`.

public let AVErrorDeviceKey = "AVErrorDeviceKey"
public let AVErrorDiscontinuityFlagsKey = "AVErrorDiscontinuityFlagsKey"
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// The `AVFileType` as a string.
public let AVErrorFileTypeKey = "AVErrorFileTypeKey"
/// The codec's four characters in an array of numbers.
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
/// The `AVMediaType` as a string.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
public let AVErrorPIDKey = "AVErrorPIDKey"
/// The track's identifier in its file, a number.
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"
/// A presentation time as an `NSValue` of a `CMTime`.
public let AVErrorPresentationTimeStampKey = "AVErrorPresentationTimeStampKey"
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"
/// A time on the asset's timeline as an `NSValue` of a `CMTime`.
public let AVErrorTimeKey = "AVErrorTimeKey"

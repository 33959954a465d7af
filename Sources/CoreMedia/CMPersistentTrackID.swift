/// The identifier of a track in its file.
public typealias CMPersistentTrackID = Int32

/// No track has it.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

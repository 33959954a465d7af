/// The identifier of a track in its file.
public typealias CMPersistentTrackID = Int32

/// An identifier that no track has.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

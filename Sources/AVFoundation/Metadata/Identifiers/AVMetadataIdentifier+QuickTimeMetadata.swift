/// Identifiers of QuickTime metadata (QuickTime File Format, "QuickTime metadata keys").
extension AVMetadataIdentifier {
  public static let quickTimeMetadataAccessibilityDescription = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.accessibility.description")
  public static let quickTimeMetadataAlbum = AVMetadataIdentifier("mdta/com.apple.quicktime.album")
  public static let quickTimeMetadataArranger = AVMetadataIdentifier("mdta/com.apple.quicktime.arranger")
  public static let quickTimeMetadataArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.artist")
  public static let quickTimeMetadataArtwork = AVMetadataIdentifier("mdta/com.apple.quicktime.artwork")
  public static let quickTimeMetadataAuthor = AVMetadataIdentifier("mdta/com.apple.quicktime.author")
  public static let quickTimeMetadataAutoLivePhoto = AVMetadataIdentifier("mdta/com.apple.quicktime.live-photo.auto")
  public static let quickTimeMetadataCameraFrameReadoutTime = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  public static let quickTimeMetadataCameraIdentifier = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.camera.identifier")
  public static let quickTimeMetadataCollectionUser = AVMetadataIdentifier("mdta/com.apple.quicktime.collection.user")
  public static let quickTimeMetadataComment = AVMetadataIdentifier("mdta/com.apple.quicktime.comment")
  public static let quickTimeMetadataComposer = AVMetadataIdentifier("mdta/com.apple.quicktime.composer")
  public static let quickTimeMetadataContentIdentifier = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.content.identifier")
  public static let quickTimeMetadataCopyright = AVMetadataIdentifier("mdta/com.apple.quicktime.copyright")
  public static let quickTimeMetadataCreationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.creationdate")
  public static let quickTimeMetadataCredits = AVMetadataIdentifier("mdta/com.apple.quicktime.credits")
  public static let quickTimeMetadataDescription = AVMetadataIdentifier("mdta/com.apple.quicktime.description")
  public static let quickTimeMetadataDetectedCatBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-cat-body")
  public static let quickTimeMetadataDetectedDogBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-dog-body")
  public static let quickTimeMetadataDetectedFace = AVMetadataIdentifier("mdta/com.apple.quicktime.detected-face")
  public static let quickTimeMetadataDetectedHumanBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-human-body")
  public static let quickTimeMetadataDetectedSalientObject = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-salient-object")
  public static let quickTimeMetadataDirectionFacing = AVMetadataIdentifier("mdta/com.apple.quicktime.direction.facing")
  public static let quickTimeMetadataDirectionMotion = AVMetadataIdentifier("mdta/com.apple.quicktime.direction.motion")
  public static let quickTimeMetadataDirector = AVMetadataIdentifier("mdta/com.apple.quicktime.director")
  public static let quickTimeMetadataDisplayName = AVMetadataIdentifier("mdta/com.apple.quicktime.displayname")
  public static let quickTimeMetadataEncodedBy = AVMetadataIdentifier("mdta/com.apple.quicktime.encodedby")
  public static let quickTimeMetadataFullFrameRatePlaybackIntent = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.full-frame-rate-playback-intent")
  public static let quickTimeMetadataGenre = AVMetadataIdentifier("mdta/com.apple.quicktime.genre")
  public static let quickTimeMetadataInformation = AVMetadataIdentifier("mdta/com.apple.quicktime.information")
  public static let quickTimeMetadataIsMontage = AVMetadataIdentifier("mdta/com.apple.quicktime.is-montage")
  public static let quickTimeMetadataiXML = AVMetadataIdentifier("mdta/info.ixml.xml")
  public static let quickTimeMetadataKeywords = AVMetadataIdentifier("mdta/com.apple.quicktime.keywords")
  public static let quickTimeMetadataLivePhotoVitalityScore = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.live-photo.vitality-score")
  public static let quickTimeMetadataLivePhotoVitalityScoringVersion = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.live-photo.vitality-scoring-version")
  public static let quickTimeMetadataLocationBody = AVMetadataIdentifier("mdta/com.apple.quicktime.location.body")
  public static let quickTimeMetadataLocationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.location.date")
  public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.location.accuracy.horizontal")
  public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier("mdta/com.apple.quicktime.location.ISO6709")
  public static let quickTimeMetadataLocationName = AVMetadataIdentifier("mdta/com.apple.quicktime.location.name")
  public static let quickTimeMetadataLocationNote = AVMetadataIdentifier("mdta/com.apple.quicktime.location.note")
  public static let quickTimeMetadataLocationRole = AVMetadataIdentifier("mdta/com.apple.quicktime.location.role")
  public static let quickTimeMetadataMake = AVMetadataIdentifier("mdta/com.apple.quicktime.make")
  public static let quickTimeMetadataModel = AVMetadataIdentifier("mdta/com.apple.quicktime.model")
  public static let quickTimeMetadataOriginalArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.originalartist")
  public static let quickTimeMetadataPerformer = AVMetadataIdentifier("mdta/com.apple.quicktime.performer")
  public static let quickTimeMetadataPhonogramRights = AVMetadataIdentifier("mdta/com.apple.quicktime.phonogramrights")
  public static let quickTimeMetadataPreferredAffineTransform = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.preferred-affine-transform")
  public static let quickTimeMetadataProducer = AVMetadataIdentifier("mdta/com.apple.quicktime.producer")
  public static let quickTimeMetadataPublisher = AVMetadataIdentifier("mdta/com.apple.quicktime.publisher")
  public static let quickTimeMetadataRatingUser = AVMetadataIdentifier("mdta/com.apple.quicktime.rating.user")
  public static let quickTimeMetadataSoftware = AVMetadataIdentifier("mdta/com.apple.quicktime.software")
  public static let quickTimeMetadataSpatialOverCaptureQualityScore = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.spatial-overcapture.quality-score")
  public static let quickTimeMetadataSpatialOverCaptureQualityScoringVersion = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.spatial-overcapture.quality-scoring-version")
  public static let quickTimeMetadataTitle = AVMetadataIdentifier("mdta/com.apple.quicktime.title")
  public static let quickTimeMetadataVideoOrientation = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.video-orientation")
  public static let quickTimeMetadataYear = AVMetadataIdentifier("mdta/com.apple.quicktime.year")
}

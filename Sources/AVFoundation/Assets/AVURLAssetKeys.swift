// Keys of the options that an `AVURLAsset` is made with. Their values are their names.

/// Whether duration and timing must be exact, a Boolean. They are as exact here as the container allows, always.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// What the container may refer to, the raw value of an `AVAssetReferenceRestrictions` as a number.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
/// Who asks a server, a string for the `User-Agent` of requests.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"

// These change nothing here.

/// Cookies for requests. None are sent here.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
/// Whether a cellular network may be used, a Boolean. Networks are not told apart here.
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"
/// Whether an expensive network may be used, a Boolean. Networks are not told apart here.
public let AVURLAssetAllowsExpensiveNetworkAccessKey = "AVURLAssetAllowsExpensiveNetworkAccessKey"
/// Whether a constrained network may be used, a Boolean. Networks are not told apart here.
public let AVURLAssetAllowsConstrainedNetworkAccessKey = "AVURLAssetAllowsConstrainedNetworkAccessKey"
/// The media type that is taken for the server's, a string. What the bytes are decides here.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"
/// Whether aliases to other files are followed, a Boolean. No other file is opened here.
public let AVURLAssetShouldSupportAliasDataReferencesKey = "AVURLAssetShouldSupportAliasDataReferencesKey"
/// Whether tags of spherical video in other forms than Apple's are read, a Boolean.
public let AVURLAssetShouldParseExternalSphericalTagsKey = "AVURLAssetShouldParseExternalSphericalTagsKey"
/// The session that this one belongs to, a UUID.
public let AVURLAssetPrimarySessionIdentifierKey = "AVURLAssetPrimarySessionIdentifierKey"
/// On whose behalf requests are made.
public let AVURLAssetURLRequestAttributionKey = "AVURLAssetURLRequestAttributionKey"

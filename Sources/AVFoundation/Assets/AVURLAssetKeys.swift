// Keys of the options that an `AVURLAsset` is made with. Their values are their names.

/// A Boolean value that says whether duration and timing must be exact. They are always as exact here as the container
/// allows.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// The restrictions on the container's references to other files, the raw value of an `AVAssetReferenceRestrictions` as
/// a number.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
/// The name of the client in requests to a server, a string for their `User-Agent`.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"

// These change nothing here.

/// Cookies for requests. None are sent here.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
/// A Boolean value that says whether a cellular network may be used. It has no effect, since kinds of networks are not
/// distinguished here.
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"
/// A Boolean value that says whether an expensive network may be used. It has no effect, since kinds of networks are
/// not distinguished here.
public let AVURLAssetAllowsExpensiveNetworkAccessKey = "AVURLAssetAllowsExpensiveNetworkAccessKey"
/// A Boolean value that says whether a constrained network may be used. It has no effect, since kinds of networks are
/// not distinguished here.
public let AVURLAssetAllowsConstrainedNetworkAccessKey = "AVURLAssetAllowsConstrainedNetworkAccessKey"
/// The media type that is taken in place of the server's, a string. The bytes decide here.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"
/// A Boolean value that says whether aliases to other files are followed. No other file is opened here.
public let AVURLAssetShouldSupportAliasDataReferencesKey = "AVURLAssetShouldSupportAliasDataReferencesKey"
/// A Boolean value that says whether tags of spherical video in other forms than Apple's are read.
public let AVURLAssetShouldParseExternalSphericalTagsKey = "AVURLAssetShouldParseExternalSphericalTagsKey"
/// The session that this one belongs to, a UUID.
public let AVURLAssetPrimarySessionIdentifierKey = "AVURLAssetPrimarySessionIdentifierKey"
/// The party on whose behalf requests are made.
public let AVURLAssetURLRequestAttributionKey = "AVURLAssetURLRequestAttributionKey"

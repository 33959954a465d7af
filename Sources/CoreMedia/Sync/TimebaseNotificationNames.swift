public import CoreGraphics

// Names of a timebase's notifications, and the key in their user info.
//
// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

nonisolated(unsafe) public let kCMTimebaseNotification_EffectiveRateChanged: CFString = "EffectiveRateChanged"
nonisolated(unsafe) public let kCMTimebaseNotification_TimeJumped: CFString = "TimeJumped"
nonisolated(unsafe) public let kCMTimebaseNotificationKey_EventTime: CFString = "EventTime"

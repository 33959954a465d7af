public import Dispatch
public import Foundation

// The names of CoreFoundation and of the old Mac headers which clients of the media frameworks write, as far as
// Foundation does not have them on Linux. Toll-free bridged types are their Foundation counterparts themselves.

/// Any CoreFoundation object.
public typealias CFTypeRef = AnyObject

/// A string; the type of the frameworks' constant keys.
public typealias CFString = NSString

/// An immutable dictionary.
public typealias CFDictionary = NSDictionary

/// A dictionary that may be changed.
public typealias CFMutableDictionary = NSMutableDictionary

/// An immutable array.
public typealias CFArray = NSArray

/// An array that may be changed.
public typealias CFMutableArray = NSMutableArray

/// A number.
public typealias CFNumber = NSNumber

/// A Boolean, which is a number on Linux.
public typealias CFBoolean = NSNumber

/// Immutable bytes.
public typealias CFData = NSData

/// Bytes that may be changed.
public typealias CFMutableData = NSMutableData

/// A location of a resource.
public typealias CFURL = NSURL

/// An error.
public typealias CFError = NSError

/// A timer of a run loop.
public typealias CFRunLoopTimer = Timer

/// A run loop.
public typealias CFRunLoop = RunLoop

/// A source of dispatch events, such as a timer.
public typealias dispatch_source_t = any DispatchSourceProtocol

/// A value of a property list: a string, number, date, data, array or dictionary.
public typealias CFPropertyList = CFTypeRef

/// A signed count or position.
public typealias CFIndex = Int

/// Bits that stand for options.
public typealias CFOptionFlags = UInt

/// A duration in seconds.
public typealias CFTimeInterval = Double

/// A point in time in seconds since the first instant of 1 January 2001, GMT.
public typealias CFAbsoluteTime = CFTimeInterval

/// A character encoding by CoreFoundation's number.
public typealias CFStringEncoding = UInt32

/// The result of a C function: `noErr` or an error's number.
public typealias OSStatus = Int32

/// Four ASCII characters in one number, the first in the most significant byte.
public typealias FourCharCode = UInt32

/// A code of four characters that names a format, an atom or a key.
public typealias OSType = FourCharCode

/// A C Boolean as CoreFoundation declares it: zero is false.
public typealias Boolean = UInt8

/// The result of a C function that succeeded.
public var noErr: OSStatus { 0 }

/// True as an object.
public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }

/// False as an object.
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }

/// The current time in seconds since the first instant of 1 January 2001, GMT.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

public import Foundation

/// A pointer through which a function of Objective-C returns an object, such as `&variable`.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

/// A pointer to a variable for the error of a function. It is `nil` if the caller does not want the error.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

public import Foundation

/// A pointer through which a function of Objective-C gives an object back: `&variable` is one.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

/// A pointer to the place where a function puts the error that it met. It is `nil` when the caller does not want the
/// error.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

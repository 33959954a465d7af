public import Foundation

/// A pointer through which a function of Objective-C gives an object back: `&variable` is one.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

/// Where a function puts the error that it met; `nil` when the caller does not want it.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

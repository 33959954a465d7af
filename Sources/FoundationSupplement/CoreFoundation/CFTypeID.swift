/// Identifies a class of objects in the running program. The numbers mean nothing beyond it.
public typealias CFTypeID = UInt

extension CFTypeID {
  /// The identity of a class that has no subclasses.
  package init(of type: AnyClass) { self.init(bitPattern: ObjectIdentifier(type)) }
}

/// Returns the identity of an object's class, to be compared with what the class's own function returns, such as
/// `CMClockGetTypeID()`.
public func CFGetTypeID(_ cf: CFTypeRef) -> CFTypeID { CFTypeID(of: type(of: cf)) }

/// An asset that tells of its growth while a minder looks after it.
public protocol AVFragmentMinding: AnyObject {
  /// A Boolean value that says whether a minder looks after the asset. It posts notifications of changes only then
  /// (FA-12).
  var isAssociatedWithFragmentMinder: Bool { get }
}

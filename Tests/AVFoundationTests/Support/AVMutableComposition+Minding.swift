public import AVFoundation

/// An asset of a class that no minder knows.
extension AVMutableComposition: AVFragmentMinding {
  public var isAssociatedWithFragmentMinder: Bool { false }
}

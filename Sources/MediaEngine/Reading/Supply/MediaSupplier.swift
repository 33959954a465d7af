/// A supplier of the bytes of a resource that is neither a file nor on a server that is known here.
package protocol MediaSupplier: AnyObject, Sendable {
  /// Takes a request, and answers it at any time and on any thread.
  ///
  /// - Returns: A closure that is called, once, where nobody waits for the answer any more.
  func ask(_ request: SupplyRequest) -> @Sendable () -> Void
}

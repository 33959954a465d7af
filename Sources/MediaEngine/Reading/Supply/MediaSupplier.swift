/// A supplier of the bytes of a resource that is neither a file nor on a known kind of server.
package protocol MediaSupplier: AnyObject, Sendable {
  /// Receives a request, and may answer it at any time and on any thread.
  ///
  /// - Returns: A closure that is called once if the answer is no longer wanted.
  func ask(_ request: SupplyRequest) -> @Sendable () -> Void
}

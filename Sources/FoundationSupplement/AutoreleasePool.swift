/// Calls the function and returns its result.
///
/// On Apple's systems, objects that Objective-C code created meanwhile are released when this returns. Without
/// Objective-C, objects are released as soon as nothing refers to them, in a pool or not.
///
/// - Throws: what the function throws.
public func autoreleasepool<Result: ~Copyable, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}

/// Calls the function and returns its result.
///
/// On Apple's systems objects that Objective-C code made on the way are freed when this returns. Without Objective-C
/// objects are freed as soon as nobody holds them, in and outside of a pool.
///
/// - Throws: what the function throws.
public func autoreleasepool<Result: ~Copyable, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}

/// Several properties at once: the forms of two to eight that were there before parameter packs. The values come in the
/// order of the arguments, and the first failure is thrown (KV-04).
extension AVAsynchronousKeyValueLoading {
  /// Returns the values of two properties.
  ///
  /// - Throws: `AVError` of the first property that cannot be loaded.
  public nonisolated(nonsending) func load<A, B>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
  ) async throws -> (A, B) {
    try await load(propertyA, propertyB, isolation: #isolation)
  }

  /// Returns the values of three properties.
  ///
  /// - Throws: `AVError` of the first property that cannot be loaded.
  public nonisolated(nonsending) func load<A, B, C>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>
  ) async throws -> (A, B, C) {
    try await load(propertyA, propertyB, propertyC, isolation: #isolation)
  }

  /// Returns the values of four properties.
  ///
  /// - Throws: `AVError` of the first property that cannot be loaded.
  public nonisolated(nonsending) func load<A, B, C, D>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>
  ) async throws -> (A, B, C, D) {
    try await load(propertyA, propertyB, propertyC, propertyD, isolation: #isolation)
  }

  /// Returns the values of five properties.
  ///
  /// - Throws: `AVError` of the first property that cannot be loaded.
  public nonisolated(nonsending) func load<A, B, C, D, E>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>, _ propertyE: AVAsyncProperty<Self, E>
  ) async throws -> (A, B, C, D, E) {
    try await load(propertyA, propertyB, propertyC, propertyD, propertyE, isolation: #isolation)
  }

  /// Returns the values of six properties.
  ///
  /// - Throws: `AVError` of the first property that cannot be loaded.
  public nonisolated(nonsending) func load<A, B, C, D, E, F>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
    _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>
  ) async throws -> (A, B, C, D, E, F) {
    try await load(propertyA, propertyB, propertyC, propertyD, propertyE, propertyF, isolation: #isolation)
  }

  /// Returns the values of seven properties.
  ///
  /// - Throws: `AVError` of the first property that cannot be loaded.
  public nonisolated(nonsending) func load<A, B, C, D, E, F, G>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
    _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>, _ propertyG: AVAsyncProperty<Self, G>
  ) async throws -> (A, B, C, D, E, F, G) {
    try await load(propertyA, propertyB, propertyC, propertyD, propertyE, propertyF, propertyG, isolation: #isolation)
  }

  /// Returns the values of eight properties.
  ///
  /// - Throws: `AVError` of the first property that cannot be loaded.
  public nonisolated(nonsending) func load<A, B, C, D, E, F, G, H>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
    _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
    _ propertyG: AVAsyncProperty<Self, G>, _ propertyH: AVAsyncProperty<Self, H>
  ) async throws -> (A, B, C, D, E, F, G, H) {
    try await load(
      propertyA, propertyB, propertyC, propertyD, propertyE, propertyF, propertyG, propertyH,
      isolation: #isolation)
  }
}

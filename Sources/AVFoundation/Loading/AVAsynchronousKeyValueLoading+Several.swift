/// Several properties at once: the forms of two to eight that were there before parameter packs. The values come in the
/// order of the arguments, and the first failure is thrown (KV-04).
extension AVAsynchronousKeyValueLoading {
  /// The values of two properties.
  public nonisolated(nonsending) func load<A, B>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
  ) async throws -> (A, B) {
    try await propertyA.loading(self)()
    try await propertyB.loading(self)()
    return (propertyA.value(self), propertyB.value(self))
  }

  /// The values of three properties.
  public nonisolated(nonsending) func load<A, B, C>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>
  ) async throws -> (A, B, C) {
    try await propertyA.loading(self)()
    try await propertyB.loading(self)()
    try await propertyC.loading(self)()
    return (propertyA.value(self), propertyB.value(self), propertyC.value(self))
  }

  /// The values of four properties.
  public nonisolated(nonsending) func load<A, B, C, D>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
    _ propertyD: AVAsyncProperty<Self, D>
  ) async throws -> (A, B, C, D) {
    try await propertyA.loading(self)()
    try await propertyB.loading(self)()
    try await propertyC.loading(self)()
    try await propertyD.loading(self)()
    return (propertyA.value(self), propertyB.value(self), propertyC.value(self), propertyD.value(self))
  }

  /// The values of five properties.
  public nonisolated(nonsending) func load<A, B, C, D, E>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
    _ propertyD: AVAsyncProperty<Self, D>, _ propertyE: AVAsyncProperty<Self, E>
  ) async throws -> (A, B, C, D, E) {
    try await propertyA.loading(self)()
    try await propertyB.loading(self)()
    try await propertyC.loading(self)()
    try await propertyD.loading(self)()
    try await propertyE.loading(self)()
    return (
      propertyA.value(self), propertyB.value(self), propertyC.value(self), propertyD.value(self), propertyE.value(self)
    )
  }

  /// The values of six properties.
  public nonisolated(nonsending) func load<A, B, C, D, E, F>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
    _ propertyD: AVAsyncProperty<Self, D>, _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>
  ) async throws -> (A, B, C, D, E, F) {
    try await propertyA.loading(self)()
    try await propertyB.loading(self)()
    try await propertyC.loading(self)()
    try await propertyD.loading(self)()
    try await propertyE.loading(self)()
    try await propertyF.loading(self)()
    return (
      propertyA.value(self), propertyB.value(self), propertyC.value(self), propertyD.value(self), propertyE.value(self),
      propertyF.value(self)
    )
  }

  /// The values of seven properties.
  public nonisolated(nonsending) func load<A, B, C, D, E, F, G>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
    _ propertyD: AVAsyncProperty<Self, D>, _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
    _ propertyG: AVAsyncProperty<Self, G>
  ) async throws -> (A, B, C, D, E, F, G) {
    try await propertyA.loading(self)()
    try await propertyB.loading(self)()
    try await propertyC.loading(self)()
    try await propertyD.loading(self)()
    try await propertyE.loading(self)()
    try await propertyF.loading(self)()
    try await propertyG.loading(self)()
    return (
      propertyA.value(self), propertyB.value(self), propertyC.value(self), propertyD.value(self), propertyE.value(self),
      propertyF.value(self), propertyG.value(self)
    )
  }

  /// The values of eight properties.
  public nonisolated(nonsending) func load<A, B, C, D, E, F, G, H>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
    _ propertyD: AVAsyncProperty<Self, D>, _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
    _ propertyG: AVAsyncProperty<Self, G>, _ propertyH: AVAsyncProperty<Self, H>
  ) async throws -> (A, B, C, D, E, F, G, H) {
    try await propertyA.loading(self)()
    try await propertyB.loading(self)()
    try await propertyC.loading(self)()
    try await propertyD.loading(self)()
    try await propertyE.loading(self)()
    try await propertyF.loading(self)()
    try await propertyG.loading(self)()
    try await propertyH.loading(self)()
    return (
      propertyA.value(self), propertyB.value(self), propertyC.value(self), propertyD.value(self), propertyE.value(self),
      propertyF.value(self), propertyG.value(self), propertyH.value(self)
    )
  }
}

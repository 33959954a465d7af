import Testing

@testable import MediaEngine

@Suite struct ReadableContainerTests {
  @Test func `every container of the table has a demuxer that may be used`() {
    #expect(ReadableContainer.all.map(\.typeIdentifier) == ReadableContainer.known.map(\.typeIdentifier))
    let types = ReadableContainer.known.flatMap(\.mimeTypes)
    #expect(Set(types).count == types.count)
  }
}

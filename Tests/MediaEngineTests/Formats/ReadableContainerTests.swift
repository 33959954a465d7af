import Testing

@testable import MediaEngine

@Suite struct ReadableContainerTests {
  @Test func `every container of the table has a demuxer that may be used`() {
    #expect(ReadableContainer.all.map(\.identifier) == ReadableContainer.known.map(\.identifier))
    let types = ReadableContainer.mimeTypes
    #expect(Set(types).count == types.count)
  }
}

internal import CFFmpeg
import MediaSupport

extension Muxer {
  /// Adds a chapter before the header is written.
  ///
  /// - Parameter range: the chapter's time range in nanoseconds, from the file's zero.
  package func addChapter(_ title: String, _ range: Range<Int64>) throws {
    try require(.adding, "a chapter is added after the header")
    let count = Int(context.pointee.nb_chapters) + 1
    guard let memory = av_mallocz(MemoryLayout<AVChapter>.size) else { throw MediaError.outOfMemory(.writing) }
    guard
      let list = av_realloc_array(
        context.pointee.chapters, count, MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride)
    else {
      av_free(memory)
      throw MediaError.outOfMemory(.writing)
    }
    // The context frees the list and the chapter from here on.
    let chapter = memory.assumingMemoryBound(to: AVChapter.self)
    context.pointee.chapters = list.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
    context.pointee.chapters[count - 1] = chapter
    context.pointee.nb_chapters = UInt32(count)
    chapter.pointee.id = Int64(count)
    chapter.pointee.time_base = AVRational(num: 1, den: 1_000_000_000)
    chapter.pointee.start = range.lowerBound
    chapter.pointee.end = range.upperBound
    try set(["title": title], in: &chapter.pointee.metadata)
  }
}

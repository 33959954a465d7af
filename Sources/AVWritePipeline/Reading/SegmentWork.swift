/// The journal in which segments are stored, and the number that are encoded at once.
struct SegmentWork {
  let journal: SegmentJournal
  let encoderCount: Int
}

/// Where segments are stored, and how many are encoded at once.
struct SegmentWork {
  let journal: SegmentJournal
  let encoderCount: Int
}

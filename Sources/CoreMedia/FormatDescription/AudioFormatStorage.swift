package import CoreAudioTypes

/// An audio format's parts in memory that stays where it is, since the C functions hand out pointers to it.
package final class AudioFormatStorage: @unchecked Sendable {
  // Sendable: nothing changes what the pointers point to once it was copied.

  package let basicDescription: UnsafePointer<AudioStreamBasicDescription>
  package let layout: ManagedAudioChannelLayout?
  /// The decoder's configuration, or `nil` if there is none.
  package let magicCookie: UnsafeRawBufferPointer?
  let formatList: UnsafeBufferPointer<AudioFormatListItem>

  /// Copies all arguments.
  init(
    basicDescription: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout?,
    magicCookie: UnsafeRawBufferPointer?
  ) {
    let description = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
    description.initialize(to: basicDescription)
    self.basicDescription = UnsafePointer(description)
    self.layout = layout
    self.magicCookie = magicCookie.flatMap { source in
      guard source.count > 0 else { return nil }
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 16)
      copy.copyMemory(from: source)
      return UnsafeRawBufferPointer(copy)
    }
    let items = UnsafeMutableBufferPointer<AudioFormatListItem>.allocate(capacity: 1)
    items.initialize(
      repeating: AudioFormatListItem(
        mASBD: basicDescription, mChannelLayoutTag: layout?.tag ?? kAudioChannelLayoutTag_Unknown))
    formatList = UnsafeBufferPointer(items)
  }

  deinit {
    basicDescription.deallocate()
    magicCookie?.deallocate()
    formatList.deallocate()
  }

  func isEqual(to other: AudioFormatStorage) -> Bool {
    basicDescription.pointee == other.basicDescription.pointee && layout == other.layout && hasSameCookie(as: other)
  }

  func hasSameCookie(as other: AudioFormatStorage) -> Bool {
    (magicCookie.map { [UInt8]($0) } ?? []) == (other.magicCookie.map { [UInt8]($0) } ?? [])
  }
}

import MediaInterop
import MediaSupport
import MovieFile
import Synchronization

/// The part of a movie file that was complete when the file was first opened, while more is written behind it.
///
/// All readers of it see the same bytes. Any thread.
final class CompletePart: SuppliedResource {
  private let path: String
  private let end = Mutex<Int64?>(nil)

  init(of path: String) { self.path = path }

  var name: String { path }
  var isDistant: Bool { false }

  func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes {
    do {
      let file = try FileSource(path: path)
      let end = try self.end.withLock { known in
        let end = try known ?? FileBoxes.completeEnd(of: file)
        known = end
        return end
      }
      return Bytes(file, upTo: end)
    } catch let error as MediaError {
      throw error
    } catch {
      throw MediaError(.inputOutput, .opening, "cannot read \(path): \(error)", path: path)
    }
  }

  private final class Bytes: SuppliedBytes {
    private let file: FileSource
    private let end: Int64

    init(_ file: FileSource, upTo end: Int64) { (self.file, self.end) = (file, end) }

    var byteCount: Int64? { end }
    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
      let count = Int(max(0, min(Int64(buffer.count), end - offset)))
      do {
        return try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
      } catch let error as MediaError {
        throw error
      } catch {
        throw MediaError(.inputOutput, .demuxing, "\(error)")
      }
    }
  }
}

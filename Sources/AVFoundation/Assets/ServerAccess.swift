internal import Foundation
import MediaEngine

/// The access of one client to servers, which ends for all of its assets at once. Any thread.
package final class ServerAccess: Sendable {
  private let requests = ServerRequests()

  package init() {}

  /// Lets all requests end soon with an error, those that come later too. Unlike `cancelLoading()` it stays so, and
  /// reaches readers.
  package func cancel() { requests.cancel() }

  /// Creates an asset of a file, or of a resource on a server.
  package func asset(at url: URL) -> AVURLAsset {
    AVURLAsset(
      url: url, content: AssetSource(url: url, requests: requests), loader: AVAssetResourceLoader(url),
      restrictions: .defaultPolicy)
  }

  /// Asks a server which version of a resource it has.
  ///
  /// - Returns: A text that is another for each version; nil where the server does not tell versions apart, by an entity
  ///   tag or the date of the last change.
  /// - Throws: `AVError`.
  package func version(of url: URL) throws -> String? {
    do { return try requests.version(of: url) } catch { throw AVError(wrapping: error) }
  }

  /// Asks a server for a resource, and waits for the beginning of its answer.
  ///
  /// - Parameter always: true if a resource that can be read in any order is wanted from the first byte to the last, too.
  /// - Returns: A function that waits for the next bytes, puts them into a buffer and returns their number, 0 at the
  ///   end. It is `nil` where the resource can be read in any order.
  /// - Throws: `AVError`, as the function does.
  package func bytesInOrder(
    of url: URL, always: Bool = false
  ) throws -> ((UnsafeMutableRawBufferPointer) throws -> Int)? {
    do {
      guard let transfer = try requests.transfer(of: url, always: always) else { return nil }
      return { buffer in
        do { return try transfer.read(into: buffer) } catch { throw AVError(wrapping: error) }
      }
    } catch {
      throw AVError(wrapping: error)
    }
  }
}

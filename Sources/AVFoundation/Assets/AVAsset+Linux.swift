import MediaEngine

extension AVAsset {
  /// The container's name for people, such as `QuickTime / MOV (mp42)`, with the brand of a movie file that states one.
  /// It is empty where the file cannot be read.
  public var containerName: String { information?.containerTitle ?? "" }

  /// The files that the container has beside its media, such as the fonts of its subtitles, in the container's order.
  /// The array is empty for files that are not Matroska, and if the file cannot be read.
  public var attachedFiles: [AVAttachedFile] { information?.attachments.map { AVAttachedFile($0) } ?? [] }
}

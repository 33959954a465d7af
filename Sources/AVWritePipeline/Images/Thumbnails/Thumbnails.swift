internal import AVFoundation
internal import Foundation

/// Writes images of a file's pictures: each to a file, or several to a sheet.
///
/// It blocks the calling thread, and runs once.
public struct Thumbnails {
  private let description: ThumbnailDescription

  public init(_ description: ThumbnailDescription) { self.description = description }

  /// Writes all files, or none.
  ///
  /// - Throws: `JobError` of exit 64 for times that are not there, of 65 to 67 or 69 for the input, of 69 for a kind of
  ///   file that this build does not write, and of 73 or 74 for the files.
  public func run() throws(JobError) -> ThumbnailResult {
    let type = description.format.fileType(quality: Double(description.quality) / 100)
    guard type.isAvailable else {
      throw JobError(.encoderMissing, "this build writes no \(description.format.rawValue) files")
    }
    let input = try InputFile(path: description.input)
    if description.imageRate != nil, input.images == nil {
      throw JobError(.usage, "--frame-rate has no effect: \(input.name) is no sequence of images")
    }
    let source = try Source(input, spoolFolder: NSTemporaryDirectory(), imageRate: description.imageRate)
    let times = try ThumbnailTimes(description, of: source)
    try source.requireAllPictures()
    let names = OutputNames(
      description.name, folder: description.folder, of: input, named: description.input)
    let files = try OutputSet(of: names, replaces: description.replaces, sources: input.identities)
    defer { files.discard() }
    let images = ThumbnailImages(of: source, at: times, description)
    defer { images.cancel() }
    var run = Run(description, type, names, files, ThumbnailResult(input: input.name))
    for index in times.times.indices { if let image = try images.next() { try run.add(image, at: index) } }
    try run.finish(times, from: CMTime(source.facts.tracks.earliestStart))
    if run.result.pictures.isEmpty { throw JobError(.inputEmpty, "\(input.name): has no pictures") }
    try files.publish()
    return run.result
  }
}

extension Source {
  /// Requires that the file has all pictures that thumbnails can be taken of.
  ///
  /// - Throws: `JobError` of the reader.
  fileprivate func requireAllPictures() throws(JobError) {
    let tracks = asset.tracks(withMediaType: .video)
    guard let track = tracks.first(where: \.isEnabled) ?? tracks.first else { return }
    do {
      try asset.readSamples(of: track, while: { false }, { _ in })
    } catch {
      throw JobError(reading: error, of: input.name)
    }
  }
}

extension OutputNames {
  /// Returns the path of a file by its number, from 1 on.
  fileprivate func path(_ number: Int, isSheet: Bool, _ fileExtension: String) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return folder + stem + (isSheet ? "-sheet-" : "-") + padded + "." + fileExtension
  }

  fileprivate var index: String { folder + stem + ".vtt" }
}

/// The files that are made, as far as pictures came.
private struct Run {
  let description: ThumbnailDescription
  let type: AVImageFileType
  let names: OutputNames
  let files: OutputSet
  var result: ThumbnailResult
  /// The places among the times of the pictures that came.
  private var indices: [Int] = []
  private var sheet: ContactSheet?
  private var sheetForm: (space: CGColorSpace, bitmapInfo: CGBitmapInfo)?
  private var fileCount = 0

  init(
    _ description: ThumbnailDescription, _ type: AVImageFileType, _ names: OutputNames, _ files: OutputSet,
    _ result: ThumbnailResult
  ) {
    (self.description, self.type, self.names, self.files) = (description, type, names, files)
    self.result = result
  }

  /// Adds the picture for one of the times.
  mutating func add(_ thumbnail: ThumbnailImages.Thumbnail, at index: Int) throws(JobError) {
    let image = thumbnail.image
    var picture = ThumbnailResult.Picture(
      requested: ExactTime(thumbnail.requested) ?? .zero, at: ExactTime(thumbnail.actual) ?? .zero, path: "",
      width: image.width, height: image.height)
    if let grid = description.sheet {
      // Taken out: a second reference would have all of the sheet copied for each picture.
      var current = sheet.take() ?? ContactSheet(grid, cell: (image.width, image.height))
      sheetForm = sheetForm ?? image.colorSpace.map { ($0, image.bitmapInfo) }
      picture.path = names.path(fileCount + 1, isSheet: true, description.format.fileExtension)
      (picture.x, picture.y, picture.width, picture.height) = current.add(image)
      sheet = current
      if current.isFull { try writeSheet() }
    } else {
      fileCount += 1
      picture.path = names.path(fileCount, isSheet: false, description.format.fileExtension)
      try write(image, to: picture.path)
    }
    result.pictures.append(picture)
    indices.append(index)
  }

  /// Writes the last sheet and the index.
  mutating func finish(_ times: ThumbnailTimes, from start: CMTime) throws(JobError) {
    if sheet != nil { try writeSheet() }
    guard description.writesIndex else { return }
    var index = ThumbnailIndex()
    for (place, picture) in zip(indices, result.pictures) {
      guard let from = ExactTime(times.bounds[place] - start), let to = ExactTime(times.bounds[place + 1] - start),
        from < to
      else { continue }
      index.add(picture, for: from..<to, isPart: description.sheet != nil)
    }
    try files.write(Data(index.text.utf8), to: names.index)
    result.index = names.index
  }

  private mutating func writeSheet() throws(JobError) {
    guard let made = sheet.take(), let form = sheetForm, let image = made.image(form.space, form.bitmapInfo) else {
      throw JobError(.internalError, "\(result.input): a sheet of its pictures has no memory")
    }
    fileCount += 1
    try write(image, to: names.path(fileCount, isSheet: true, description.format.fileExtension))
  }

  private func write(_ image: CGImage, to path: String) throws(JobError) {
    let data: Data
    do { data = try image.fileData(as: type) } catch { throw JobError(writing: error, to: path) }
    try files.write(data, to: path)
  }
}

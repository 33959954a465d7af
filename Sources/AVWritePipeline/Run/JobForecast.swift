/// What a job comes to, as far as that can be foretold before it is done.
public struct JobForecast: Sendable, Hashable {
  /// One output.
  public struct Output: Sendable, Hashable {
    public var path: String
    /// Nil where nothing can be said.
    public var size: SizeForecast?
    /// What is left where it goes; nil for the standard output, and where nobody tells.
    public var disk: DiskSpace?

    init(_ rendition: Rendition, size: SizeForecast?) {
      path = rendition.output
      self.size = size
      disk = rendition.isStream ? nil : DiskSpace(folder: rendition.output.folder)
    }
  }

  /// Whether a file system holds what goes there.
  public enum Room: String, Sendable, Hashable {
    case enough, uncertain, tooLittle = "too-little"
  }

  public var outputs: [Output]
  /// Seconds that the job takes; nil where nothing can be said.
  public var seconds: ClosedRange<Double>?
}

extension [JobForecast.Output] {
  /// The file systems that may not hold all that goes to them: the first of the folders there, and what is left.
  public var shortages: [(disk: DiskSpace, room: JobForecast.Room)] {
    var disks: [DiskSpace] = []
    for case let disk? in map(\.disk) where !disks.contains(where: { $0.device == disk.device }) { disks.append(disk) }
    return disks.compactMap { disk in
      let sizes = filter { $0.disk?.device == disk.device }.compactMap(\.size)
      let least = sizes.reduce(0.0) { $0 + Double($1.least ?? 0) }
      let most = sizes.reduce(0.0) { $0 + Double($1.most) }
      if least > Double(disk.free) { return (disk, .tooLittle) }
      return most > Double(disk.free) ? (disk, .uncertain) : nil
    }
  }
}

/// A forecast of the sizes of a job's outputs and of the time that it takes.
public struct JobForecast: Sendable, Hashable {
  /// The forecast of one output.
  public struct Output: Sendable, Hashable {
    public var path: String
    /// The size of the output, or nil if it cannot be predicted.
    public var size: SizeForecast?
    /// The free space at the output's destination. It is nil for the standard output, and if it is not known.
    public var disk: DiskSpace?

    init(_ rendition: Rendition, size: SizeForecast?) {
      path = rendition.output
      self.size = size
      disk = rendition.isStream ? nil : DiskSpace(folder: rendition.output.folder)
    }
  }

  /// The room that a file system has for the outputs that go there.
  public enum Room: String, Sendable, Hashable {
    case enough, uncertain, tooLittle = "too-little"
  }

  public var outputs: [Output]
  /// The time that the job takes, in seconds, or nil if it cannot be predicted.
  public var seconds: ClosedRange<Double>?
}

extension [JobForecast.Output] {
  /// The file systems that may not hold all their outputs, each by the first of the outputs' folders on it.
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

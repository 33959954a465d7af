package import MovieFile

extension ContainerFormat {
  package init(_ format: FileFormat) {
    switch format {
    case .quickTime: self = .quickTime
    case .mp4: self = .mp4
    case .m4v: self = .m4v
    case .m4a: self = .m4a
    }
  }
}

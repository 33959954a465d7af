import Foundation
import MediaInterop
import MediaSupport
import MovieFile

extension SourceInformation {
  /// The container's name in plain English, with the brand of a movie file that states one: `QuickTime / MOV (mp42)`.
  package var containerTitle: String {
    guard let brand = movie?.fileType?.majorBrand else { return probe.formatTitle }
    return probe.formatTitle + " (" + "\(brand)".trimmingCharacters(in: .whitespaces) + ")"
  }
}

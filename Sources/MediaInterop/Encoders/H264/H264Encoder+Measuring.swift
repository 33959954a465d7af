internal import CX264
import MediaSupport

extension H264Encoder {
  /// x264's figures for one picture.
  package struct Measurement: Sendable, Hashable {
    /// The constant rate factor of the picture, if the rate control is `constantQuality`: the settings' own, or as a
    /// receiver's buffer changed it.
    package var rateFactor: Double
    /// The mean structural similarity of luma, 1 for equal pictures.
    package var ssim: Double
    /// The peak signal-to-noise ratio in decibels, over all planes.
    package var psnr: Double

    init(_ properties: x264_image_properties_t) {
      (rateFactor, ssim, psnr) = (properties.f_crf_avg, properties.f_ssim, properties.f_psnr_avg)
    }
  }

  /// Changes the constant rate factor, from the next picture on that x264 begins: pictures that wait in its look-ahead
  /// get it too. Changes of less than a tenth are ignored.
  ///
  /// - Throws: `MediaError(.invalidOperation)` if the rate control is not `constantQuality`, `.encodingFailed` from
  ///   x264.
  package func changeRateFactor(to factor: Double) throws {
    guard let rateFactor else {
      throw MediaError(.invalidOperation, .encoding, "only a constant rate factor can be changed")
    }
    guard abs(factor - rateFactor) >= Self.leastRateFactorChange else { return }
    var parameters = x264_param_t()
    x264_encoder_parameters(encoder, &parameters)
    parameters.rc.f_rf_constant = Float(factor)
    let code = x264_encoder_reconfig(encoder, &parameters)
    guard code >= 0 else {
      throw MediaError(
        .encodingFailed, .encoding, "x264 refuses the rate factor \(factor)", code: code, libraryMessage: log.lastLine)
    }
    self.rateFactor = factor
  }

  /// The least change of the rate factor: a smaller one is hardly visible, and x264 checks all its parameters each
  /// time.
  private static let leastRateFactorChange = 0.1
}

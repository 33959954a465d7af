import MediaInterop
import MediaSupport
import TestSupport
import Testing

@Suite("Measuring by x264")
struct H264MeasuringTests {
  private typealias Measured = (packets: [Packet], measurements: [H264Encoder.Measurement], encoder: H264Encoder)

  /// - Parameter change: the rate factor from a picture on.
  private func encode(
    _ settings: H264Encoder.Settings, count: Int = 60, change: (at: Int, factor: Double)? = nil
  ) throws -> Measured {
    let encoder = try H264Encoder(settings)
    var measured: Measured = ([], [], encoder)
    func take(_ packet: Packet) {
      measured.packets.append(packet)
      if let measurement = encoder.measurement { measured.measurements.append(measurement) }
    }
    for index in 0..<count {
      if let change, change.at == index { try encoder.changeRateFactor(to: change.factor) }
      let picture = try ComputedPictures.picture(width: settings.width, height: settings.height, index: index)
      try encoder.encode(picture, pts: Int64(index) * 20, duration: 20, emit: take)
    }
    try encoder.finish(emit: take)
    return measured
  }

  private func settings(rateFactor: Double) -> H264Encoder.Settings {
    var settings = H264EncoderTests.settings(preset: .medium)
    settings.rateControl = .constantQuality(crf: rateFactor)
    return settings
  }

  @Test func `measuring leaves the bytes as they are`() throws {
    var settings = settings(rateFactor: 26)
    let plain = try encode(settings)
    settings.measuresQuality = true
    let measured = try encode(settings)
    #expect(plain.measurements.isEmpty)
    #expect(measured.measurements.count == 60)
    #expect(plain.packets.map { [UInt8]($0.bytes) }.hashValue == measured.packets.map { [UInt8]($0.bytes) }.hashValue)
  }

  @Test func `a smaller rate factor is more similar, and told for each picture`() throws {
    let similarities = try [20.0, 32].map { factor in
      var settings = settings(rateFactor: factor)
      settings.measuresQuality = true
      let measurements = try encode(settings).measurements
      #expect(measurements.allSatisfy { abs($0.rateFactor - factor) < 0.01 && $0.ssim < 1 && $0.psnr > 20 })
      return measurements.reduce(0) { $0 + $1.ssim } / Double(measurements.count)
    }
    #expect(similarities[0] > similarities[1])
  }

  @Test func `the rate factor changes in the middle of a stream, the same way each time`() throws {
    var settings = settings(rateFactor: 20)
    settings.measuresQuality = true
    let first = try encode(settings, count: 120, change: (at: 60, factor: 35))
    let second = try encode(settings, count: 120, change: (at: 60, factor: 35))
    #expect(Set(first.measurements.map { $0.rateFactor.rounded() }) == [20, 35])
    #expect(first.packets.map { [UInt8]($0.bytes) }.hashValue == second.packets.map { [UInt8]($0.bytes) }.hashValue)
  }

  @Test func `only a constant rate factor is changed`() throws {
    var settings = settings(rateFactor: 20)
    settings.rateControl = .averageBitRate(100_000)
    let encoder = try H264Encoder(settings)
    #expect(throws: MediaError.self) { try encoder.changeRateFactor(to: 30) }
  }

  @Test func `parts of one stream share their parameter sets, and only the first records the settings`() throws {
    let first = try encode(settings(rateFactor: 20))
    var settings = settings(rateFactor: 35)
    settings.recordsSettings = false
    let second = try encode(settings)
    #expect(first.encoder.sps == second.encoder.sps && first.encoder.pps == second.encoder.pps)
    let supplemental: UInt8 = 6
    #expect(H264EncoderTests.units(first.packets[0]).contains { $0.type == supplemental })
    #expect(!H264EncoderTests.units(second.packets[0]).contains { $0.type == supplemental })
  }
}

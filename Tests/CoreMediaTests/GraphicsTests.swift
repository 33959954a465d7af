import CoreGraphics
import Foundation
import Testing

@Suite struct GraphicsTests {
  private let transforms: [CGAffineTransform] = [
    .identity, CGAffineTransform(translationX: 3, y: -2), CGAffineTransform(scaleX: 2, y: -0.5),
    CGAffineTransform(rotationAngle: .pi / 3), CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0),
    CGAffineTransform(1, 2, 3, 4, 5, 6),
  ]
  private let points = [CGPoint.zero, CGPoint(x: 1, y: 0), CGPoint(x: 0, y: 1), CGPoint(x: -7, y: 2.5)]

  private func areNear(_ first: CGPoint, _ second: CGPoint) -> Bool {
    abs(first.x - second.x) < 1e-9 && abs(first.y - second.y) < 1e-9
  }

  @Test func `a rotation goes from the x axis to the y axis`() {
    #expect(areNear(CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2)), CGPoint(x: 0, y: 1)))
    // A portrait video's track transform: a quarter turn and a shift back into the picture.
    let portrait = transforms[4]
    #expect(CGPoint(x: 0, y: 0).applying(portrait) == CGPoint(x: 1080, y: 0))
    #expect(CGSize(width: 1920, height: 1080).applying(portrait) == CGSize(width: -1080, height: 1920))
    #expect(
      CGRect(x: 0, y: 0, width: 1920, height: 1080).applying(portrait)
        == CGRect(x: 0, y: 0, width: 1080, height: 1920))
  }

  @Test func `concatenated transforms apply one after the other`() {
    for first in transforms {
      for second in transforms {
        for point in points {
          #expect(areNear(point.applying(first.concatenating(second)), point.applying(first).applying(second)))
        }
      }
    }
  }

  @Test func `an inverse undoes its transform, and one that has no inverse stays as it is`() {
    for transform in transforms {
      for point in points { #expect(areNear(point.applying(transform).applying(transform.inverted()), point)) }
    }
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
    #expect(CGAffineTransform.identity.isIdentity && !CGAffineTransform().isIdentity)
  }

  @Test func `rotating, scaling and translating come before the transform that they are added to`() {
    let shift = CGAffineTransform(translationX: 10, y: 20)
    let point = CGPoint(x: 1, y: 2)
    #expect(point.applying(shift.scaledBy(x: 2, y: 3)) == CGPoint(x: 12, y: 26))
    #expect(areNear(point.applying(shift.rotated(by: .pi)), CGPoint(x: 9, y: 18)))
    #expect(point.applying(CGAffineTransform(scaleX: 2, y: 2).translatedBy(x: 1, y: 1)) == CGPoint(x: 4, y: 6))
  }

  @Test func `a transformed rectangle is the bounds of its corners, and null stays null`() {
    let square = CGRect(x: -1, y: -1, width: 2, height: 2)
    let turned = square.applying(CGAffineTransform(rotationAngle: .pi / 4))
    #expect(abs(turned.width - 2 * 2.0.squareRoot()) < 1e-9 && abs(turned.midX) < 1e-9)
    #expect(CGRect.null.applying(transforms[1]).isNull)
  }

  @Test func `transforms and vectors are coded as numbers without keys`() throws {
    let transform = transforms[5]
    let json = try JSONEncoder().encode(transform)
    #expect(String(decoding: json, as: UTF8.self) == "[1,2,3,4,5,6]")
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: json) == transform)
    let vector = CGVector(dx: 3, dy: -4)
    #expect(try JSONDecoder().decode(CGVector.self, from: JSONEncoder().encode(vector)) == vector)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CGAffineTransform.self, from: Data("[1,2]".utf8)) }
  }

  @Test func `names of Core Foundation bridge to Swift's types`() {
    let key: CFString = "key"
    let settings = [key as String: 7, "\(key)2": kCFBooleanTrue!] as [String: Any] as CFDictionary
    #expect((settings["key"] as? CFNumber)?.intValue == 7)
    #expect(settings["key2"] as? Bool == true && kCFBooleanFalse == false)
    #expect(kCFAllocatorDefault == nil && kCFAllocatorNull !== kCFAllocatorMalloc)
    #expect(noErr == 0 && abs(CFAbsoluteTimeGetCurrent() - Date.timeIntervalSinceReferenceDate) < 60)
  }
}

/// Returns the greatest common divisor of numbers that are not negative; for a number and zero it is the number.
@inlinable
package func greatestCommonDivisor<Number: FixedWidthInteger>(_ first: Number, _ second: Number) -> Number {
  // Inlinable, because times are hashed with it: another module's generic function does not know the type of its numbers.
  var (larger, smaller) = (first, second)
  while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
  return larger
}

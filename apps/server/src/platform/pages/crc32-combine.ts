/** CRC-32 of concatenated texts, from those of the parts (the algorithm of zlib's `crc32_combine`). */

/** The polynomial of CRC-32 (ISO 3309), bits reversed. */
const polynomial = 0xedb88320
const highBit = 0x80000000

/** The product of two polynomials over GF(2), modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = highBit; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1
  }
  return product >>> 0
}

/** x^(2^n), for n from 0 to 31. */
const powers = ((): number[] => {
  const squares = [highBit >>> 1]
  while (squares.length < 32) squares.push(multiply(squares.at(-1) ?? 0, squares.at(-1) ?? 0))
  return squares
})()

/** The factor that shifts a checksum over so many bytes, for `crc32Joined`. */
export function crc32Shift(bytes: number): number {
  let shift = highBit
  let power = 3
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(powers[power & 31] ?? 0, shift)
    power++
  }
  return shift >>> 0
}

/**
 * The checksum of two concatenated texts.
 * @param shift `crc32Shift` of the second text's length
 */
export const crc32Joined = (first: number, second: number, shift: number): number =>
  (multiply(shift, first) ^ second) >>> 0

/** Writes boxes of an ISO base media file (ISO/IEC 14496-12). */

export const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** 32-bit numbers, one after the other. */
export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4))
  return bytes
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 8)
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...content], size)
}

/** A box with a version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Buffer =>
  box(type, u32(version * 0x1000000 + flags), ...content)

/** A table of 32-bit numbers, `width` in each entry, preceded by the number of entries. */
export function tableBox(type: string, version: number, values: ArrayLike<number>, width: number): Buffer {
  const bytes = Buffer.allocUnsafe(16 + values.length * 4)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.writeUInt32BE(version * 0x1000000, 8)
  bytes.writeUInt32BE(values.length / width, 12)
  for (let at = 0; at < values.length; at++) bytes.writeUInt32BE((values[at] ?? 0) >>> 0, 16 + at * 4)
  return bytes
}

/** Runs of equal values as pairs of count and value (`stts`, `ctts`). */
export function runsOf(values: ArrayLike<number>): number[] {
  const runs: number[] = []
  let count = 0
  for (let at = 0; at < values.length; at++) {
    count++
    const value = values[at] ?? 0
    if (values[at + 1] === value) continue
    runs.push(count, value)
    count = 0
  }
  return runs
}

/** Container boxes on the path to the sample entries (ISO/IEC 14496-12), and the bytes before their children. */
const containerHeaderBytes = new Map([
  ['moov', 0],
  ['trak', 0],
  ['mdia', 0],
  ['minf', 0],
  ['stbl', 0],
  ['stsd', 8],
])
/** Fields of a visual sample entry before its child boxes (14496-12, 12.1.3). */
const visualEntryBytes = 78
/** Offset of the number of arrays in `hvcC` (14496-15, 8.3.3.1.2). */
const arraysOffset = 22

interface Box {
  readonly type: string
  /** Start and end of its content. */
  readonly from: number
  readonly to: number
}

/** The boxes between two offsets; stops at the first malformed one. */
function boxesOf(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > to) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at + 8, to: at + size })
    at += size
  }
  return boxes
}

function entriesOf(bytes: Buffer, from: number, to: number): Box[] {
  return boxesOf(bytes, from, to).flatMap((box) => {
    const headerBytes = containerHeaderBytes.get(box.type)
    if (headerBytes === undefined) return []
    return box.type === 'stsd'
      ? boxesOf(bytes, box.from + headerBytes, box.to)
      : entriesOf(bytes, box.from + headerBytes, box.to)
  })
}

/**
 * Changes the sample entry `hev1` to `hvc1` in an init segment, in place, because Safari plays only `hvc1`. ffmpeg's
 * `-tag:v hvc1` cannot be used: it fails for other codecs, and the codec of a source is not known beforehand. The
 * parameter sets are in the init segment in both cases. Returns whether anything was changed.
 */
export function tagHevc(init: Buffer): boolean {
  const entries = entriesOf(init, 0, init.length).filter(({ type }) => type === 'hev1')
  for (const { from, to } of entries) {
    init.write('hvc1', from - 4, 'latin1')
    for (const box of boxesOf(init, from + visualEntryBytes, to)) if (box.type === 'hvcC') completeArrays(init, box)
  }
  return entries.length > 0
}

/** Sets array_completeness: `hvc1` requires that all parameter sets are in the arrays (14496-15, 8.3.3.1.3). */
function completeArrays(init: Buffer, { from, to }: Box): void {
  const count = from + arraysOffset < to ? init.readUInt8(from + arraysOffset) : 0
  let at = from + arraysOffset + 1
  for (let array = 0; array < count && at + 3 <= to; array++) {
    init.writeUInt8(init.readUInt8(at) | 0x80, at)
    const units = init.readUInt16BE(at + 1)
    at += 3
    for (let unit = 0; unit < units && at + 2 <= to; unit++) at += 2 + init.readUInt16BE(at)
  }
}

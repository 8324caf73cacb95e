/** Boxes that hold boxes, on the way from a file to what its samples are (ISO/IEC 14496-12), and what stands before those. */
const containerHeaderBytes = new Map([
  ['moov', 0],
  ['trak', 0],
  ['mdia', 0],
  ['minf', 0],
  ['stbl', 0],
  ['stsd', 8],
])
/** Of a visual sample entry, before the boxes that it holds (14496-12, 12.1.3). */
const visualEntryBytes = 78
/** Of `hvcC`, before the number of its arrays (14496-15, 8.3.3.1.2). */
const arraysOffset = 22

interface Box {
  readonly type: string
  /** Of its content. */
  readonly from: number
  readonly to: number
}

/** The boxes between two places; whatever does not fit ends them. */
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
 * Says `hvc1` in place of `hev1` where an init segment holds HEVC, as `-tag:v hvc1` does, which ffmpeg takes for HEVC alone:
 * what a source sends is known when it has come. Safari plays HEVC under this name only. The parameter sets stand in the
 * init segment under either. Returns whether anything was changed, in place.
 */
export function tagHevc(init: Buffer): boolean {
  const entries = entriesOf(init, 0, init.length).filter(({ type }) => type === 'hev1')
  for (const { from, to } of entries) {
    init.write('hvc1', from - 4, 'latin1')
    for (const box of boxesOf(init, from + visualEntryBytes, to)) if (box.type === 'hvcC') completeArrays(init, box)
  }
  return entries.length > 0
}

/** Under `hvc1` an array of parameter sets is all there are (14496-15, 8.3.3.1.3): the first bit of its type says so. */
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

import { inflateRawSync } from 'node:zlib'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const maxEntries = 100

/**
 * The files of a ZIP archive (APPNOTE 4.3), without their names: archives of bills have them in no stated encoding. Null
 * for an archive that is damaged, encrypted, or larger than `maxBytes` when unpacked.
 */
export function readZip(bytes: Buffer, maxBytes: number): Buffer[] | null {
  try {
    return readEntries(bytes, maxBytes)
  } catch (err) {
    // A position outside the file, or data that cannot be inflated.
    if (err instanceof RangeError || (err instanceof Error && 'code' in err)) return null
    throw err
  }
}

function readEntries(bytes: Buffer, maxBytes: number): Buffer[] | null {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + endBytes > bytes.length || bytes.readUInt32LE(end) !== endSignature) return null
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxEntries) return null
  const files: Buffer[] = []
  let at = bytes.readUInt32LE(end + 16)
  let left = maxBytes
  for (let entry = 0; entry < count; entry++) {
    if (bytes.readUInt32LE(at) !== entrySignature) return null
    const file = readEntry(bytes, at, left)
    if (file === null) return null
    left -= file.length
    files.push(file)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}

/** Reads one file by its entry in the central directory: sizes in local headers can be missing. */
function readEntry(bytes: Buffer, at: number, maxBytes: number): Buffer | null {
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
  const [packedBytes, fileBytes] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
  const header = bytes.readUInt32LE(at + 42)
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
  if ((flags & 1) !== 0 || fileBytes > maxBytes || start + packedBytes > bytes.length) return null
  const packed = bytes.subarray(start, start + packedBytes)
  const file = unpack(packed, method, fileBytes)
  return file?.length === fileBytes ? file : null
}

function unpack(packed: Buffer, method: number, fileBytes: number): Buffer | null {
  if (method === 0) return packed
  if (method !== 8) return null
  return fileBytes === 0 ? Buffer.alloc(0) : inflateRawSync(packed, { maxOutputLength: fileBytes })
}

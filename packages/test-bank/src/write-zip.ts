import { crc32, deflateRawSync } from 'node:zlib'

/** Writes a ZIP archive (APPNOTE 4.3). */
export function writeZip(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = [Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, rest, Buffer.from(name))
    parts.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06'), end])
}

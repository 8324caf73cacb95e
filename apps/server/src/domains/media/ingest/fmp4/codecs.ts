import { boxesIn, findBox } from './mp4-boxes.ts'

const hex = (value: number): string => value.toString(16).padStart(2, '0')

/** Size of a sample entry before its child boxes (ISO/IEC 14496-12, sections 12.1.3 and 12.2.3). */
const videoEntryBytes = 78
const audioEntryBytes = 28

/**
 * The codecs of an initialisation segment for the CODECS attribute (RFC 6381): `avc1.64001f`, `hvc1.1.6.L93.B0`,
 * `mp4a.40.2`.
 * @throws Error for a segment without a track of a known codec
 */
export function codecsOf(init: Uint8Array): string {
  const codecs = sampleEntriesOf(init).map(codecOf)
  if (codecs.length === 0 || codecs.includes(''))
    throw new Error('the initialisation segment has no track of a known codec')
  return codecs.join(',')
}

/** The first sample entry of a track: its type, empty if there is none, and its child boxes. */
interface SampleEntry {
  type: string
  children: Uint8Array
}

/** The sample entries of all tracks, in their order. */
export const sampleEntriesOf = (init: Uint8Array): SampleEntry[] =>
  boxesIn(init, ['moov'])
    .filter(({ path }) => path === 'moov/trak')
    .map(({ start, end }) => sampleEntryOf(init.subarray(start, end)))

function sampleEntryOf(trak: Uint8Array): SampleEntry {
  const stsd = findBox(trak, ['mdia', 'minf', 'stbl', 'stsd'])
  const entries = stsd?.subarray(8) ?? new Uint8Array()
  const [box] = boxesIn(entries)
  if (!box) return { type: '', children: new Uint8Array() }
  const headerBytes = box.path === 'mp4a' ? audioEntryBytes : videoEntryBytes
  return { type: box.path, children: entries.subarray(box.start, box.end).subarray(headerBytes) }
}

/** Empty for an unknown codec. */
function codecOf(entry: SampleEntry): string {
  const { type, children } = entry
  if (type === 'avc1' || type === 'avc3') {
    const avcC = findBox(children, ['avcC'])
    return avcC && avcC.length >= 4 ? `${type}.${[...avcC.subarray(1, 4)].map(hex).join('')}` : ''
  }
  if (type === 'hvc1' || type === 'hev1') {
    const hvcC = findBox(children, ['hvcC'])
    return hvcC && hvcC.length >= 13 ? `${type}.${hevcProfile(hvcC)}` : ''
  }
  const config = audioConfigOf(entry)
  return config ? `mp4a.40.${aacObjectType(config)}` : ''
}

/** ISO/IEC 14496-15 section E.3: profile, compatibility, tier and level, constraints. */
function hevcProfile(hvcC: Uint8Array): string {
  const general = hvcC[1] ?? 0
  const space = ['', 'A', 'B', 'C'][general >> 6] ?? ''
  const flags = new DataView(hvcC.buffer, hvcC.byteOffset + 2, 4).getUint32(0)
  let compatibility = 0
  for (let bit = 0; bit < 32; bit++) if ((flags >>> bit) & 1) compatibility += 2 ** (31 - bit)
  const constraints = [...hvcC.subarray(6, 12)]
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop()
  const tier = general & 0x20 ? 'H' : 'L'
  return [
    `${space}${general & 0x1f}`,
    compatibility.toString(16).toUpperCase(),
    `${tier}${hvcC[12] ?? 0}`,
    ...constraints.map((value) => value.toString(16).toUpperCase()),
  ].join('.')
}

/** The audio object type of an AudioSpecificConfig (ISO/IEC 14496-3 section 1.6.2.1). */
function aacObjectType([first = 0, second = 0]: Uint8Array): number {
  const type = first >> 3
  return type === 31 ? 32 + (((first & 7) << 3) | (second >> 5)) : type
}

/** The AudioSpecificConfig of AAC from the descriptors of its esds box (ISO/IEC 14496-1 section 7.2.6); else null. */
export function audioConfigOf({ type, children }: SampleEntry): Uint8Array | null {
  const esds = type === 'mp4a' ? findBox(children, ['esds']) : null
  const stream = esds && descriptor(esds.subarray(4), 0x03)
  if (!stream) return null
  const flags = stream[2] ?? 0
  const before = 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? 1 + (stream[3] ?? 0) : 0) + (flags & 0x20 ? 2 : 0)
  const config = descriptor(stream.subarray(before), 0x04)
  if (!config || config[0] !== 0x40) return null
  const specific = descriptor(config.subarray(13), 0x05)
  return specific && specific.length >= 2 ? specific : null
}

/** The payload of the descriptor at the beginning of these bytes if it has this tag, else null. */
function descriptor(bytes: Uint8Array, tag: number): Uint8Array | null {
  if (bytes[0] !== tag) return null
  let size = 0
  for (let at = 1; at <= 4; at++) {
    const part = bytes[at]
    if (part === undefined) return null
    size = (size << 7) | (part & 0x7f)
    if ((part & 0x80) === 0) return bytes.subarray(at + 1, Math.min(bytes.length, at + 1 + size))
  }
  return null
}

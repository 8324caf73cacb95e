import { audioConfigOf, sampleEntriesOf } from './codecs.ts'
import { findBox } from './mp4-boxes.ts'

/** What a rendition has besides its size and codecs. */
export interface TrackFacts {
  /** Of the sound in it; 0 if it has none or does not say. */
  channels: number
  hdr: boolean
}

/** Channels of the channel configurations 1 to 14 (ISO/IEC 23001-8, table 2); 0 is described elsewhere. */
const channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 3, 4, 7, 8, 24, 8] as const

/** Transfer characteristics of HDR (ITU-T H.273): 16 is PQ, 18 is HLG. */
const hdrTransfers = [16, 18] as const

/** Reads an initialisation segment; what is broken or missing counts as absent. */
export function trackFactsOf(init: Uint8Array): TrackFacts {
  const entries = sampleEntriesOf(init)
  const counts = entries.map((entry) => {
    const config = audioConfigOf(entry)
    return config ? channelsOf(config) : 0
  })
  return { channels: Math.max(0, ...counts), hdr: entries.some(({ children }) => isHdrColour(children)) }
}

/** The channels of an AudioSpecificConfig (ISO/IEC 14496-3, section 1.6.2.1): the header of an mp4a entry always says 2. */
function channelsOf(config: Uint8Array): number {
  let at = 0
  const read = (bits: number): number => {
    let value = 0
    for (const end = at + bits; at < end; at++) value = (value << 1) | (((config[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  if (read(5) === 31) read(6)
  if (read(4) === 15) read(24)
  return channelCounts[read(4)] ?? 0
}

/** Whether a colour box (ISO/IEC 14496-12, section 12.1.5) names a transfer function of HDR. */
function isHdrColour(children: Uint8Array): boolean {
  const colour = findBox(children, ['colr'])
  if (!colour || colour.length < 8 || !['nclx', 'nclc'].includes(String.fromCharCode(...colour.subarray(0, 4))))
    return false
  const transfer = ((colour[6] ?? 0) << 8) | (colour[7] ?? 0)
  return hdrTransfers.some((one) => one === transfer)
}

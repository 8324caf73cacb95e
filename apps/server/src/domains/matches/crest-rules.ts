import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'

/** Pairs of colours that are told apart at a glance, first and second. */
const pairs = [
  ['#c8372d', '#f2efe6'],
  ['#1f4f8f', '#f2efe6'],
  ['#1f7a52', '#e0a526'],
  ['#6d1f2f', '#f0c9d0'],
  ['#e0a526', '#17191f'],
  ['#3b8fc4', '#f2efe6'],
  ['#e2702c', '#17191f'],
  ['#53606f', '#f2efe6'],
  ['#5b3a86', '#e0a526'],
  ['#0f6f78', '#f2efe6'],
] as const

export interface CrestOwner {
  id: number
  name: string
  colour: string
  colour2: string
}

/** The colours of a team: its own, or a pair that follows from its name. */
export function coloursOf({ name, colour, colour2 }: Omit<CrestOwner, 'id'>): readonly [string, string] {
  if (colour !== '') return [colour, colour2 === '' ? '#f2efe6' : colour2]
  return pairs[hash('sha256', name, 'buffer').readUInt16BE(0) % pairs.length] ?? pairs[0]
}

const kinds = { team: 't', competition: 'c' } as const
export type CrestKind = keyof typeof kinds

/** Of the drawings: a change of how crests look changes their addresses. */
const drawingVersion = 1
/** Every card of a match has three: their digests would be most of what a list costs. */
const addresses = new LRUCache<string, string>({ max: 20_000 })

/** The address of a crest or emblem, relative to `image_base`. It changes with the picture, so that it can be cached. */
export function crestAddress(kind: CrestKind, { id, name, colour, colour2 }: CrestOwner): string {
  const key = `${kinds[kind]}${id} ${colour} ${colour2} ${name}`
  const known = addresses.get(key)
  if (known !== undefined) return known
  const shown = JSON.stringify([drawingVersion, name, ...coloursOf({ name, colour, colour2 })])
  const address = `/media/crests/${kinds[kind]}${id}-${hash('sha256', shown, 'base64url').slice(0, 8)}.svg`
  addresses.set(key, address)
  return address
}

/** Parses the file name of such an address; null if it is none. */
export function parseCrestFile(file: string): { kind: CrestKind; id: number } | null {
  const [, kind, id] = /^([tc])([1-9]\d{0,8})-[\w-]{8}\.svg$/.exec(file) ?? []
  return kind === undefined ? null : { kind: kind === 't' ? 'team' : 'competition', id: Number(id) }
}

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
  const [first, second] = pairs[hash('sha256', name, 'buffer').readUInt16BE(0) % pairs.length] ?? pairs[0]
  if (colour === '') return [first, second]
  return [colour, colour2 === '' ? '#f2efe6' : colour2]
}

const kinds = { team: 't', competition: 'c' } as const
export type CrestKind = keyof typeof kinds

/** The address of a crest or emblem, relative to `image_base`. It changes with the picture, so that it can be cached. */
export function crestAddress(kind: CrestKind, owner: CrestOwner): string {
  const shown = JSON.stringify([owner.name, ...coloursOf(owner)])
  return `/media/crests/${kinds[kind]}${owner.id}-${hash('sha256', shown, 'base64url').slice(0, 8)}.svg`
}

/** Parses the file name of such an address; null if it is none. */
export function parseCrestFile(file: string): { kind: CrestKind; id: number } | null {
  const [, kind, id] = /^([tc])([1-9]\d{0,8})-[\w-]{8}\.svg$/.exec(file) ?? []
  return kind === undefined ? null : { kind: kind === 't' ? 'team' : 'competition', id: Number(id) }
}

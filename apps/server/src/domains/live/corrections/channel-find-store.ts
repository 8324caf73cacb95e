import type { Kysely } from 'kysely'
import type { LiveTables } from '../live-tables.ts'
import { probesOf, type SourceProbe } from '../probes/probe-store.ts'
import type { ChannelState } from './channel-field-rules.ts'
import { readLines, readWholeChannels, type LineState, type WholeChannel } from './channel-rows-store.ts'

/** A channel as operators find it, whether visitors see it or not. */
export interface FoundChannel {
  id: number
  number: number
  name: string
  group: string
  hidden: boolean
  lockedFields: string[]
}

/** What the last probe of an address found; null if it was not probed. */
interface ShownSource {
  address: string
  probe: SourceProbe | null
}

export interface ShownLine extends Omit<LineState, 'sources'> {
  /** Its number within the channel. */
  line: number
  sources: ShownSource[]
}

export interface ShownChannel extends FoundChannel {
  /** The fields by column; the group by name. */
  columns: ChannelState
  lines: ShownLine[]
}

export interface ChannelQuery {
  /** A part of a name or other name, an id or a number; empty finds all. */
  text: string
  only?: 'hidden' | undefined
  limit: number
}

function foundChannel({ id, row, lockedFields }: WholeChannel): FoundChannel {
  const text = (column: string): string => (typeof row[column] === 'string' ? row[column] : '')
  return {
    id,
    number: typeof row['number'] === 'number' ? row['number'] : 0,
    name: text('name'),
    group: text('group_id'),
    hidden: row['hidden'] === true,
    lockedFields,
  }
}

function matches({ id, row }: WholeChannel, text: string): boolean {
  const names = [row['name'], ...(Array.isArray(row['aliases']) ? row['aliases'] : [])].map(String)
  return (
    names.some((name) => name.toLowerCase().includes(text.toLowerCase())) ||
    [String(id), String(row['number'])].includes(text)
  )
}

/** Channels of the station by number. */
export async function findChannels(
  db: Kysely<LiveTables>,
  { text, only, limit }: ChannelQuery,
): Promise<FoundChannel[]> {
  const all = [...(await readWholeChannels(db, null)).values()]
  return all
    .filter((channel) => (only === undefined || channel.row['hidden'] === true) && matches(channel, text))
    .slice(0, limit)
    .map(foundChannel)
}

/** A channel with its lines and what probes found; null if there is none. */
export async function showChannel(db: Kysely<LiveTables>, id: number): Promise<ShownChannel | null> {
  const whole = (await readWholeChannels(db, [id])).get(id)
  if (!whole) return null
  const lines = (await readLines(db, [id])).get(id) ?? []
  const probes = await probesOf(
    db,
    lines.flatMap(({ sources }) => sources.map(({ address }) => address)),
  )
  return {
    ...foundChannel(whole),
    columns: whole.row,
    lines: lines.map(({ sources, ...line }, at) => ({
      ...line,
      line: at + 1,
      sources: sources.map(({ address }) => ({ address, probe: probes.get(address) ?? null })),
    })),
  }
}

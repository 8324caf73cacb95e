import { sql, type Kysely } from 'kysely'
import * as z from 'zod/mini'
import { groupId } from '../channel-store.ts'
import type { LiveTables } from '../live-tables.ts'
import type { ChannelState } from './channel-field-rules.ts'

const SourceState = z.object({
  address: z.string(),
  user_agent: z.string(),
  catchup_type: z.string(),
  catchup_days: z.int(),
  catchup_source: z.string(),
})

/** A line of a channel. Its number is its place in the list. */
const LineState = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(['linear', 'recorded']),
  on_demand: z.boolean(),
  quality: z.string(),
  saving: z.boolean(),
  disabled: z.boolean(),
  sources: z.array(SourceState),
})
export type LineState = z.output<typeof LineState>

/** What corrections change: columns of channels, and all lines of channels, by the channel's id; null is no channel any more. */
export interface ChannelRows {
  channel: Readonly<Record<string, ChannelState | null>>
  lines: Readonly<Record<string, readonly LineState[]>>
}

const StoredRows = z.object({
  channel: z._default(z.record(z.string(), z.nullable(z.record(z.string(), z.unknown()))), {}),
  lines: z._default(z.record(z.string(), z.array(LineState)), {}),
})

/** The rows in an entry of the audit log. */
export function channelRowsOf(stored: unknown): ChannelRows {
  const parsed = StoredRows.safeParse(stored)
  return parsed.success ? parsed.data : { channel: {}, lines: {} }
}

const lockPrefix = 'lock:'
/** The name under which a channel's state says that a column is locked. */
export const lockKey = (column: string): string => `${lockPrefix}${column}`

/** A channel of the station with all columns; its group by name. */
export interface WholeChannel {
  id: number
  row: Record<string, unknown>
  lockedFields: string[]
}

/** Channels of the station by id, locked until the end of the transaction. Channels of matches are not among them. */
export async function readWholeChannels(
  db: Kysely<LiveTables>,
  ids: readonly number[] | null,
): Promise<Map<number, WholeChannel>> {
  const { rows } = await sql<WholeChannel>`
    select channel.id, channel.locked_fields as "lockedFields",
      to_jsonb(channel) || jsonb_build_object('group_id', channel_group.name) as row
    from channel join channel_group on channel_group.id = channel.group_id
    where match_id is null and (${ids === null} or channel.id = any(${[...(ids ?? [])]}::int[]))
    order by channel.number, channel.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** All lines of channels, in their order. */
export async function readLines(
  db: Kysely<LiveTables>,
  channelIds: readonly number[],
): Promise<Map<number, LineState[]>> {
  const { rows } = await sql<{ channelId: number; line: unknown }>`
    select channel_id as "channelId", jsonb_build_object('id', id, 'name', name, 'kind', kind, 'on_demand', on_demand,
      'quality', quality, 'saving', saving, 'disabled', disabled, 'sources', coalesce((
        select jsonb_agg(to_jsonb(source) - 'stream_id' - 'position' order by source.position)
        from stream_source as source where stream_id = stream.id), '[]')) as line
    from stream where channel_id = any(${[...channelIds]}::int[]) order by channel_id, position`.execute(db)
  const lines = new Map<number, LineState[]>()
  for (const { channelId, line } of rows) lines.set(channelId, [...(lines.get(channelId) ?? []), LineState.parse(line)])
  return lines
}

/** An id for a line that is added. */
export async function nextLineId(db: Kysely<LiveTables>): Promise<number> {
  const { rows } = await sql<{ id: string }>`select nextval(pg_get_serial_sequence('stream', 'id')) as id`.execute(db)
  return Number(rows[0]?.id)
}

/** What the same columns and lines are now. */
export async function readChannelRows(db: Kysely<LiveTables>, like: ChannelRows): Promise<ChannelRows> {
  const whole = await readWholeChannels(db, Object.keys(like.channel).map(Number))
  const lines = await readLines(db, Object.keys(like.lines).map(Number))
  const states = Object.entries(like.channel).map(([id, state]) => {
    const found = whole.get(Number(id))
    if (!found || state === null) return [id, null] as const
    const columns = Object.keys(state).map((name) => [
      name,
      name.startsWith(lockPrefix) ? found.lockedFields.includes(name.slice(lockPrefix.length)) : found.row[name],
    ])
    return [id, Object.fromEntries(columns)] as const
  })
  const ofLines = Object.keys(like.lines).map((id) => [id, lines.get(Number(id)) ?? []] as const)
  return { channel: Object.fromEntries(states), lines: Object.fromEntries(ofLines) }
}

async function writeChannel(tx: Kysely<LiveTables>, id: number, state: ChannelState): Promise<void> {
  const { group_id: group, ...columns } = state
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(columns).filter(([name]) => !name.startsWith(lockPrefix)),
  )
  if (typeof group === 'string') {
    const { rows } = await sql<{ overseas: boolean }>`
      select coalesce((select overseas from channel_group where name = ${group}), tag_id is not null) as overseas
      from channel where id = ${id}`.execute(tx)
    given['group_id'] = await groupId(tx, { name: group, overseas: rows[0]?.overseas === true })
  }
  const names = Object.keys(given)
  if (names.length > 0)
    await sql`
      update channel set ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`))}
      from jsonb_populate_record(null::channel, ${JSON.stringify(given)}::jsonb) as given
      where channel.id = ${id}`.execute(tx)
  const named = (isLocked: boolean): string[] =>
    Object.entries(state)
      .filter(([name, locked]) => name.startsWith(lockPrefix) && locked === isLocked)
      .map(([name]) => name.slice(lockPrefix.length))
  await sql`
    update channel set locked_fields = array(
      select distinct field from unnest(locked_fields || ${named(true)}::text[]) as field
      where field <> all(${named(false)}::text[]) order by field
    ) where id = ${id}`.execute(tx)
}

async function writeLines(tx: Kysely<LiveTables>, channelId: number, lines: readonly LineState[]): Promise<void> {
  const ids = lines.map(({ id }) => id)
  await sql`delete from stream where channel_id = ${channelId} and id <> all(${ids}::int[])`.execute(tx)
  // Numbers are unique within a channel: lines exchange theirs.
  await sql`update stream set position = -id where channel_id = ${channelId}`.execute(tx)
  for (const [at, { sources, ...line }] of lines.entries()) {
    await sql`
      insert into stream (id, channel_id, position, name, kind, on_demand, quality, saving, disabled)
      overriding system value values (${line.id}, ${channelId}, ${at + 1}, ${line.name}, ${line.kind}, ${line.on_demand},
        ${line.quality}, ${line.saving}, ${line.disabled})
      on conflict (id) do update set position = excluded.position, name = excluded.name, disabled = excluded.disabled,
        on_demand = excluded.on_demand, quality = excluded.quality, saving = excluded.saving`.execute(tx)
    await sql`delete from stream_source where stream_id = ${line.id}`.execute(tx)
    const rows = sources.map((source, position) => ({ ...source, stream_id: line.id, position }))
    await sql`
      insert into stream_source
      select * from jsonb_populate_recordset(null::stream_source, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
  }
}

/** Makes channels and lines what they are given to be. The caller has locked the channels. */
export async function writeChannelRows(tx: Kysely<LiveTables>, { channel, lines }: ChannelRows): Promise<void> {
  for (const [id, state] of Object.entries(channel)) if (state !== null) await writeChannel(tx, Number(id), state)
  for (const [id, list] of Object.entries(lines)) await writeLines(tx, Number(id), list)
}

/** Whether no other channel has one of the numbers or names that these are given, and all of them differ. */
export async function arePlacesFree(db: Kysely<LiveTables>, { channel }: ChannelRows): Promise<boolean> {
  const ids = Object.keys(channel).map(Number)
  const given = (column: string): string[] =>
    Object.values(channel).flatMap((state) => {
      const value = state?.[column]
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    })
  const numbers = given('number').filter((number) => number !== '0')
  const names = given('name')
  if (new Set(numbers).size < numbers.length || new Set(names).size < names.length) return false
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from channel where match_id is null and id <> all(${ids}::int[])
      and (number = any(${numbers}::int[]) or name = any(${names}::text[]))) as taken`.execute(db)
  return rows[0]?.taken !== true
}

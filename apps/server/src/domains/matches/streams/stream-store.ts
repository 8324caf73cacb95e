import { maxToldStreams } from '@yunmu/contract'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { OwnChannels } from '../matches-needs.ts'
import type { MatchesTables } from '../matches-tables.ts'
import { channelsToKeep, type KnownChannel } from './stream-rules.ts'

/** A stream: a channel of the station, or one with sources of its own. */
export interface StreamToSave {
  name: string
  anchor: string
  /** Whether its picture contains a score plate. */
  plate: boolean
  /** Null if it has sources of its own. */
  channel: number | null
  /** Addresses in the order of failover. */
  sources: readonly string[]
}

export interface StoredStream {
  number: number
  name: string
  anchor: string
  plate: boolean
  channelId: number
  /** Empty for a channel of the station. */
  sources: readonly string[]
}

type Tx = Transaction<MatchesTables>

/** Whether a feed or file may name an address: it opens no port of this machine and reads no file of it. */
export const mayTell = ({ sourceKindOf }: Pick<OwnChannels, 'sourceKindOf'>, address: string): boolean =>
  address === 'push:' || sourceKindOf(address) === 'remote'

const rowOf = ({ number, name, anchor, plate, channelId, sources }: StoredStream, matchId: number) => ({
  match_id: matchId,
  number,
  name,
  anchor,
  plate,
  channel_id: channelId,
  sources: [...sources],
})

/** The streams of a match in the order of their numbers. */
export const streamsOf = (db: Kysely<MatchesTables>, matchId: number): Promise<StoredStream[]> =>
  db
    .selectFrom('match_stream')
    .select(['number', 'name', 'anchor', 'plate', 'channel_id as channelId', 'sources'])
    .where('match_id', '=', matchId)
    .orderBy('number')
    .execute()

const hasSameSources = (one: Pick<StoredStream, 'name' | 'sources'>, other: StoredStream): boolean =>
  one.name === other.name && JSON.stringify(one.sources) === JSON.stringify(other.sources)

/** The channels that told streams may go on with: those of the stored ones, and those of others that were taken back. */
async function knownChannels(
  tx: Tx,
  matchId: number,
  { stored, ownChannels }: { stored: readonly StoredStream[]; ownChannels: Pick<OwnChannels, 'ofMatchIn'> },
): Promise<KnownChannel[]> {
  const streamOf = new Map(stored.map((stream) => [stream.channelId, stream]))
  const channels = await ownChannels.ofMatchIn(tx, matchId)
  return channels.flatMap(({ id, name, isTold }): KnownChannel[] => {
    const stream = streamOf.get(id)
    if (!stream) return isTold ? [{ id, name, number: null }] : []
    return stream.number <= maxToldStreams ? [{ id, name: stream.name, number: stream.number }] : []
  })
}

/**
 * Replaces the streams that a source told of a match, whose row is locked. Those that the operator added stay. A stream with
 * sources of its own keeps its channel, by its name.
 */
export async function replaceToldStreams(
  tx: Tx,
  { matchId, streams }: { matchId: number; streams: readonly StreamToSave[] },
  ownChannels: Pick<OwnChannels, 'saveIn' | 'ofMatchIn'>,
): Promise<{ isChanged: boolean; hasChannels: boolean }> {
  const stored = await streamsOf(tx, matchId)
  const before = stored.filter(({ number }) => number <= maxToldStreams)
  const own = streams.flatMap(({ name, channel }, at) => (channel === null ? [{ number: at + 1, name }] : []))
  const known = own.length === 0 ? [] : await knownChannels(tx, matchId, { stored, ownChannels })
  const keptIds = channelsToKeep(own, known)
  let hasChannels = false
  const after: StoredStream[] = []
  for (const [at, { channel, ...stream }] of streams.entries()) {
    const number = at + 1
    const id = keptIds.get(number) ?? null
    const same = before.find((one) => one.channelId === id && hasSameSources(stream, one))
    let channelId = channel ?? same?.channelId ?? null
    if (channelId === null) {
      channelId = await ownChannels.saveIn(tx, { id, matchId, isTold: true, ...stream })
      hasChannels = true
    }
    const { name, anchor, plate, sources } = stream
    after.push({ number, name, anchor, plate, channelId, sources })
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return { isChanged: false, hasChannels }
  await tx.deleteFrom('match_stream').where('match_id', '=', matchId).where('number', '<=', maxToldStreams).execute()
  if (after.length > 0)
    await tx
      .insertInto('match_stream')
      .values(after.map((stream) => rowOf(stream, matchId)))
      .execute()
  return { isChanged: true, hasChannels }
}

/** The number after those of all streams of a match, and of the recordings of removed ones, which keep theirs. */
async function nextNumber(tx: Tx, matchId: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select greatest(${maxToldStreams}::int, max(number)) + 1 as number from (
      select number from match_stream where match_id = ${matchId}
      union all select number from match_recording where match_id = ${matchId}
    ) as known`.execute(tx)
  return rows[0]?.number ?? maxToldStreams + 1
}

/** Adds a stream after all others of a match. Returns its number. */
export async function addStream(
  tx: Tx,
  { matchId, stream }: { matchId: number; stream: StreamToSave },
  ownChannels: Pick<OwnChannels, 'saveIn'>,
): Promise<number> {
  const number = await nextNumber(tx, matchId)
  const { channel, ...rest } = stream
  const channelId = channel ?? (await ownChannels.saveIn(tx, { id: null, matchId, isTold: false, ...rest }))
  await tx
    .insertInto('match_stream')
    .values(rowOf({ ...rest, number, channelId }, matchId))
    .execute()
  return number
}

/**
 * Removes a stream of a match, whose row is locked, and the channel of its own if that has no recording that stays. Returns
 * null if there is no such stream.
 */
export async function removeStream(
  tx: Tx,
  { matchId, number }: { matchId: number; number: number },
  ownChannels: Pick<OwnChannels, 'removeIn'>,
): Promise<{ hasChannels: boolean } | null> {
  const { rows } = await sql<{ channelId: number; hasChannels: boolean }>`
    delete from match_stream s where match_id = ${matchId} and number = ${number}
    returning channel_id as "channelId", sources <> '{}'
      and not exists (select from match_recording r where r.channel_id = s.channel_id and r.settled) as "hasChannels"
    `.execute(tx)
  const [removed] = rows
  if (!removed) return null
  const { channelId, hasChannels } = removed
  if (hasChannels) await ownChannels.removeIn(tx, [channelId])
  return { hasChannels }
}

/** Locks a match, so that two changes of its streams follow each other. Returns its competition, or null if it is not there. */
export async function lockMatch(tx: Tx, matchId: number): Promise<number | null> {
  const match = await tx
    .selectFrom('match')
    .select('competition_id')
    .where('id', '=', matchId)
    .forUpdate()
    .executeTakeFirst()
  return match?.competition_id ?? null
}

/** Which of these channels have no recording and are of no match that began since a time or is not over. */
export async function unusedChannels(
  db: Kysely<MatchesTables>,
  ids: readonly number[],
  sinceSec: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::int[]) as own (id)
    where not exists (select from match_recording where channel_id = own.id)
      and not exists (
        select from match_stream s join match m on m.id = s.match_id
        where s.channel_id = own.id and (m.state <> 'over' or m.kickoff_sec >= ${sinceSec})
      )`.execute(db)
  return rows.map(({ id }) => id)
}

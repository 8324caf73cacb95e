import { sql, type Kysely } from 'kysely'
import type { LiveTables } from '../live-tables.ts'
import { nextProbeSec, type ProbeResult } from './probe-rules.ts'

/** A stored probe of an address. Times are Unix seconds. */
export interface SourceProbe extends ProbeResult {
  /** Failures in a row. */
  fails: number
  checkedSec: number
}

/** An address that is to be probed. */
export interface DueSource {
  address: string
  userAgent: string
}

const hashOf = (address: unknown) => sql`sha256(convert_to(${address}, 'UTF8'))`
const columns = sql`probe.state, probe.height, probe.codec, probe.start_ms as "startMs", probe.reason, probe.fails,
  probe.checked_sec::float8 as "checkedSec"`

/** What the last probes of addresses found. */
export async function probesOf(
  db: Kysely<LiveTables>,
  addresses: readonly string[],
): Promise<Map<string, SourceProbe>> {
  const { rows } = await sql<SourceProbe & { address: string }>`
    select given.address, ${columns} from unnest(${[...new Set(addresses)]}::text[]) as given (address)
    join source_probe as probe on probe.address_hash = ${hashOf(sql.ref('given.address'))}`.execute(db)
  return new Map(rows.map(({ address, ...probe }) => [address, probe]))
}

/** A source of a line with its probe; null was not probed. */
interface ProbedSource {
  streamId: number
  probe: SourceProbe | null
}

/** The sources of all lines with what probes found. */
export async function probedSources(db: Kysely<LiveTables>): Promise<ProbedSource[]> {
  const { rows } = await sql<{ streamId: number } & (SourceProbe | { state: null })>`
    select source.stream_id as "streamId", ${columns} from stream_source as source
    left join source_probe as probe on probe.address_hash = ${hashOf(sql.ref('source.address'))}`.execute(db)
  return rows.map(({ streamId, ...probe }) => ({ streamId, probe: probe.state === null ? null : probe }))
}

interface DueQuery {
  nowSec: number
  /** Lines that are being recorded: their sources may allow one connection. */
  running: readonly number[]
  /** Of one host: a large provider does not keep the others waiting. */
  maxOfHost: number
  limit: number
}

/**
 * The addresses of lines that visitors may see and whose time has come, those that were not probed for the longest time
 * first. Addresses of matches are not among them: they are live at certain times only.
 */
export async function dueSources(
  db: Kysely<LiveTables>,
  { nowSec, running, maxOfHost, limit }: DueQuery,
): Promise<DueSource[]> {
  const { rows } = await sql<DueSource>`
    select address, "userAgent" from (
      select *, row_number() over (
        partition by lower(substring(address from '(?i)^[a-z]+://([^/?#]+)')) order by next_sec, address
      ) as of_host
      from (
        select source.address, min(source.user_agent) as "userAgent", coalesce(min(probe.next_sec), 0) as next_sec
        from stream_source as source
        join stream on stream.id = source.stream_id join channel on channel.id = stream.channel_id
        left join source_probe as probe on probe.address_hash = ${hashOf(sql.ref('source.address'))}
        where channel.match_id is null and not channel.hidden and not stream.disabled
          and source.address ~* '^https?://' and stream.id <> all(${[...running]}::int[])
        group by source.address
      ) as source where next_sec <= ${nowSec}
    ) as due where of_host <= ${maxOfHost} order by next_sec, address limit ${limit}`.execute(db)
  return rows
}

/** The addresses of a channel's lines that can be probed. */
export async function sourcesOfChannel(db: Kysely<LiveTables>, channelId: number): Promise<DueSource[]> {
  const { rows } = await sql<DueSource>`
    select distinct on (source.address) source.address, source.user_agent as "userAgent"
    from stream_source as source join stream on stream.id = source.stream_id
    where stream.channel_id = ${channelId} and source.address ~* '^https?://' order by source.address`.execute(db)
  return rows
}

/** Stores what a probe found. Returns whether visitors may see a difference. */
export async function saveProbe(
  db: Kysely<LiveTables>,
  address: string,
  result: ProbeResult,
  nowSec: number,
): Promise<boolean> {
  const before = (await probesOf(db, [address])).get(address)
  const fails = result.state === 'dead' ? (before?.fails ?? 0) + 1 : 0
  const { state, codec, startMs, reason } = result
  // What is known of the picture stays known while its host is away.
  const height = state === 'dead' ? (before?.height ?? 0) : result.height
  const known = { height, codec: state === 'dead' ? (before?.codec ?? '') : codec }
  await sql`
    insert into source_probe (address_hash, state, height, codec, start_ms, reason, fails, checked_sec, next_sec)
    values (${hashOf(address)}, ${state}, ${known.height}, ${known.codec}, ${startMs}, ${reason}, ${fails}, ${nowSec},
      ${nextProbeSec(result, fails, nowSec)})
    on conflict (address_hash) do update set state = excluded.state, height = excluded.height, codec = excluded.codec,
      start_ms = excluded.start_ms, reason = excluded.reason, fails = excluded.fails, checked_sec = excluded.checked_sec,
      next_sec = excluded.next_sec`.execute(db)
  return before?.state !== state || before.height !== height || state === 'dead'
}

/** Forgets probes of addresses that no line has any more. */
export async function removeUnusedProbes(db: Kysely<LiveTables>): Promise<void> {
  await sql`
    delete from source_probe as probe where not exists (
      select from stream_source as source where ${hashOf(sql.ref('source.address'))} = probe.address_hash)`.execute(db)
}

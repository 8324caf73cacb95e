import { sql, type Kysely, type Transaction } from 'kysely'
import { lockGuide } from './guide-lock-store.ts'
import type { GuideTables } from './guide-tables.ts'

/** The texts of a programme; `at` is its index in the import. */
export interface StagedText {
  at: number
  name: string
  sub: string
  intro: string
  category: string
  img: string
}

export interface StagedShowing {
  at: number
  channelId: number
  startSec: number
  endSec: number
}

/** The span of a channel that an import replaces. Programmes outside it are kept. */
export interface CoveredSpan {
  channelId: number
  fromSec: number
  toSec: number
}

/**
 * A guide being imported. All work is done in one transaction with temporary tables: readers see the old guide until the
 * commit, and a killed process leaves nothing behind.
 */
export interface GuideDraft {
  stageTexts(texts: readonly StagedText[]): Promise<void>
  stageShowings(showings: readonly StagedShowing[]): Promise<void>
  /**
   * Spans that a source leaves out, because they belong to sources that it keeps, if they end after `fromSec`; by channel,
   * ordered by start. Until the draft is merged nobody else writes programmes.
   */
  keptSpans(
    channelIds: readonly number[],
    fromSec: number,
    keeps: readonly number[],
  ): Promise<Map<number, { startSec: number; endSec: number }[]>>
  /**
   * Replaces the guide in the covered spans by the draft, except programmes that the operator removed. Unchanged programmes
   * keep their ids. Returns the number of rows written or deleted.
   */
  merge(spans: readonly CoveredSpan[], source: MergedSource): Promise<number>
}

/** The source of a draft, and those whose programmes it never changes. */
export interface MergedSource {
  id: number
  keeps: readonly number[]
}

type Tx = Transaction<GuideTables>

async function makeTables(tx: Tx): Promise<void> {
  await sql`
    create temp table guide_text (at int, name text, sub text, intro text, category text, img text) on commit drop
  `.execute(tx)
  await sql`
    create temp table guide_showing (at int, channel_id int, start_sec bigint, end_sec bigint) on commit drop
  `.execute(tx)
  await sql`create temp table guide_span (channel_id int, from_sec bigint, to_sec bigint) on commit drop`.execute(tx)
}

async function mergeDraft(tx: Tx, { id, keeps }: MergedSource): Promise<number> {
  const isKept = sql`programme.source_id = any(${[...keeps]}::int[])`
  // With the default work_mem a join of hundreds of thousands of rows spills to disk in dozens of batches.
  await sql`set local work_mem = '64MB'`.execute(tx)
  await sql`analyze guide_text, guide_showing, guide_span`.execute(tx)
  await sql`
    delete from guide_showing as showing using guide_text as text, removed_programme as gone
    where text.at = showing.at and gone.channel_id = showing.channel_id and gone.name = text.name
      and showing.start_sec >= gone.start_sec and showing.start_sec < gone.end_sec
  `.execute(tx)
  const removed = await sql`
    delete from programme using guide_span as span
    where programme.channel_id = span.channel_id
      and programme.start_sec >= span.from_sec and programme.start_sec < span.to_sec
      and not ${isKept}
      and not exists (select from guide_showing as showing
        where showing.channel_id = programme.channel_id and showing.start_sec = programme.start_sec)
  `.execute(tx)
  const cut = await sql`
    update programme set end_sec = span.from_sec from guide_span as span
    where programme.channel_id = span.channel_id
      and programme.start_sec < span.from_sec and programme.end_sec > span.from_sec
      and not ${isKept}
  `.execute(tx)
  const changed = await sql`
    update programme set end_sec = showing.end_sec, source_id = ${id}, name = text.name, sub = text.sub,
      intro = text.intro, category = text.category, img = text.img
    from guide_showing as showing join guide_text as text using (at)
    where programme.channel_id = showing.channel_id and programme.start_sec = showing.start_sec
      and not ${isKept}
      and (programme.end_sec, programme.source_id, programme.name, programme.sub, programme.intro, programme.category,
        programme.img) is distinct from
        (showing.end_sec, ${id}::int, text.name, text.sub, text.intro, text.category, text.img)
  `.execute(tx)
  const added = await sql`
    insert into programme (channel_id, start_sec, end_sec, source_id, name, sub, intro, category, img)
    select showing.channel_id, showing.start_sec, showing.end_sec, ${id}::int, text.name, text.sub, text.intro,
      text.category, text.img
    from guide_showing as showing join guide_text as text using (at)
    where not exists (select from programme
      where programme.channel_id = showing.channel_id and programme.start_sec = showing.start_sec)
    order by showing.channel_id, showing.start_sec
  `.execute(tx)
  return [removed, cut, changed, added].reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}

function draftOn(tx: Tx): GuideDraft {
  return {
    async stageTexts(texts) {
      // One JSON parameter is much cheaper to build and send than six arrays of short texts.
      await sql`
        insert into guide_text select * from json_to_recordset(${JSON.stringify(texts)}::json)
          as staged (at int, name text, sub text, intro text, category text, img text)
      `.execute(tx)
    },

    async stageShowings(showings) {
      await sql`
        insert into guide_showing
        select * from unnest(${showings.map(({ at }) => at)}::int[],
          ${showings.map(({ channelId }) => channelId)}::int[], ${showings.map(({ startSec }) => startSec)}::bigint[],
          ${showings.map(({ endSec }) => endSec)}::bigint[])
      `.execute(tx)
    },

    async keptSpans(channelIds, fromSec, keeps) {
      await lockGuide(tx)
      const { rows } = await sql<{ channelId: number; startSec: number; endSec: number }>`
        select channel_id as "channelId", start_sec as "startSec", end_sec as "endSec" from programme
        where source_id = any(${[...keeps]}::int[]) and channel_id = any(${[...channelIds]}::int[])
          and end_sec > ${fromSec}
        order by "startSec"
      `.execute(tx)
      return Map.groupBy(rows, ({ channelId }) => channelId)
    },

    async merge(spans, source) {
      await sql`
        insert into guide_span
        select * from unnest(${spans.map(({ channelId }) => channelId)}::int[],
          ${spans.map(({ fromSec }) => fromSec)}::bigint[], ${spans.map(({ toSec }) => toSec)}::bigint[])
      `.execute(tx)
      return mergeDraft(tx, source)
    },
  }
}

/** Runs `work` with a draft in a transaction: `work` fills and merges the draft, or throws and nothing changes. */
export function writeGuide<Result>(
  db: Kysely<GuideTables>,
  work: (draft: GuideDraft) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await makeTables(tx)
    return work(draftOn(tx))
  })
}

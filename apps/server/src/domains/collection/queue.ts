import { planSourceOf } from './apply-run.ts'
import type { KnownTitle } from './collection-needs.ts'
import type { CollectionParts } from './collection-parts.ts'
import { withSourceLock } from './run-lock-store.ts'
import { planBatch, type Decision } from './plan-batch.ts'
import type { DoubtRow } from './run-store.ts'
import type { SourceDecisions } from './source-decisions.ts'
import { planAndWrite } from './write-batch.ts'

export interface ListedDoubt extends DoubtRow {
  sourceName: string
  /** The titles that it may be, the best first. */
  titles: KnownTitle[]
}

/** The titles of which the station is not sure. */
export interface Queue {
  doubts(sourceId: number | null, limit: number): Promise<ListedDoubt[]>
  doubt(id: number): Promise<ListedDoubt | null>
  /** Decides about a doubtful title. Null if there is no such one; `busy` while its source is collected. */
  decide(doubtId: number, decision: Decision | { kind: 'refuse' }): Promise<{ titleId: number | null } | 'busy' | null>
}

export function createQueue(parts: CollectionParts, decisions: Pick<SourceDecisions, 'note'>): Queue {
  const { sources, runs, items, needs } = parts

  const decideNow = async (doubt: DoubtRow, decision: Decision): Promise<number | null> => {
    const source = await sources.find(doubt.source_id)
    const run = await runs.find(doubt.run_id)
    if (!source || !run) return null
    const vod = doubt.vod
    const planSource = await planSourceOf(parts, source)
    const decisions = new Map([[vod.id, decision]])
    const plan = async () => ({
      ...(await planBatch(parts, planSource, { rows: [vod], repeated: new Set() }, decisions)),
      counts: {},
    })
    const { page, page_count: pageCount, counts, examples } = run
    const progress = { page, pageCount, counts, examples }
    // The decision belongs to the run that asked for it, and is undone with it.
    await planAndWrite(parts, plan, { source, runId: run.id, progress, page, pageCount })
    return (await items.find(source.id, [vod.id])).get(vod.id)?.title_id ?? null
  }

  const noteDecision = async (
    doubt: DoubtRow,
    { kind: decision }: Decision | { kind: 'refuse' },
    titleId: number | null,
  ): Promise<void> => {
    const source = (await sources.find(doubt.source_id))?.name ?? ''
    const after = { name: doubt.vod.name, decision, titleId }
    await parts.inTransaction((tx) => decisions.note(tx, { act: 'collect decide', source, before: null, after }))
  }

  const listed = async (rows: readonly DoubtRow[]): Promise<ListedDoubt[]> => {
    const all = await sources.list()
    const facts = await needs.titles.facts([
      ...new Set(rows.flatMap(({ candidates }) => candidates.map(({ id }) => id))),
    ])
    const byId = new Map(facts.map((title) => [title.id, title]))
    return rows.map((row) => ({
      ...row,
      sourceName: all.find(({ id }) => id === row.source_id)?.name ?? '',
      titles: row.candidates.flatMap(({ id }) => byId.get(id) ?? []),
    }))
  }

  return {
    doubts: async (sourceId, limit) => listed(await runs.doubts(sourceId, limit)),

    async doubt(id) {
      const row = await runs.doubt(id)
      return row ? ((await listed([row]))[0] ?? null) : null
    },

    async decide(doubtId, decision) {
      const doubt = await runs.doubt(doubtId)
      if (!doubt) return null
      return withSourceLock(parts.db, doubt.source_id, (whileWriting) =>
        whileWriting(async () => {
          const note = (titleId: number | null) => noteDecision(doubt, decision, titleId)
          if (decision.kind !== 'refuse') {
            const titleId = await decideNow(doubt, decision)
            if (titleId !== null) await note(titleId)
            return { titleId }
          }
          const item = (await items.find(doubt.source_id, [doubt.remote_id])).get(doubt.remote_id)
          if (item) await items.save(doubt.source_id, [{ ...item, state: 'refused' }])
          await runs.removeDoubts(doubt.source_id, [doubt.remote_id])
          await note(null)
          return { titleId: null }
        }),
      )
    },
  }
}

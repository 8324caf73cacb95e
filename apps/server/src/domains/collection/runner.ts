import { setTimeout as delay } from 'node:timers/promises'
import { applyRun } from './apply-run.ts'
import type { CollectionParts } from './collection-parts.ts'
import { UnreadableSourceError } from './fetch-page.ts'
import { isSourceLocked, withSourceLock } from './run-lock-store.ts'
import { hoursSince, type RunProgress } from './run-rules.ts'
import type { RunRow } from './run-store.ts'
import type { CollectionSourceRow } from './source-store.ts'
import { undoRun } from './undo-run.ts'

export interface ExecuteOptions {
  signal: AbortSignal
  /** What is stored of the run, by whichever process executes it. */
  onProgress?(progress: RunProgress): void
}

export interface RunSettings {
  /** Everything, not only what changed since the last run. */
  full?: boolean
  /** 0 or absent for all. */
  maxPages?: number
}

export interface Runner {
  /** Begins a run, or joins one of the source that has not ended. */
  begin(
    source: CollectionSourceRow,
    phase: 'preview' | 'apply',
    settings?: RunSettings,
  ): Promise<{ run: RunRow; isNew: boolean }>
  /**
   * Executes a run until it ends. If another process executes it, waits for its end; if that process dies, goes on where
   * it stopped.
   */
  execute(runId: number, options: ExecuteOptions): Promise<RunRow>
  /** Executes a run in a thread of its own, which bounds its memory. */
  executeApart(runId: number, options: ExecuteOptions): Promise<RunRow>
}

const pollMs = 300
/** A source that failed is tried again soon. */
const retrySec = 30 * 60

/** How runs end, for them and for their sources. */
function createEndings({ runs, sources, nowSec }: CollectionParts) {
  const succeed = async (source: CollectionSourceRow, run: RunRow, gaveAll: boolean): Promise<void> => {
    // Otherwise the next run reads everything again.
    const isWhole = gaveAll && run.max_pages === 0
    await runs.end(run.id, 'done', { nowSec: nowSec() })
    if (run.phase !== 'apply') return
    await sources.update(source.id, {
      checked_sec: nowSec(),
      problem: '',
      next_sec: nowSec() + source.every_minutes * 60,
      ...(isWhole ? { since_sec: run.started_sec } : {}),
    })
  }

  const fail = async (source: CollectionSourceRow, run: RunRow, problem: string): Promise<void> => {
    await runs.end(run.id, 'failed', { nowSec: nowSec(), problem })
    const pauseSec = Math.min(retrySec, source.every_minutes * 60)
    await sources.update(source.id, { checked_sec: nowSec(), problem, next_sec: nowSec() + pauseSec })
  }

  return { succeed, fail }
}

export function createRunner(parts: CollectionParts): Runner {
  const { runs, sources, needs, nowSec } = parts
  const { succeed, fail } = createEndings(parts)

  const findRun = async (id: number): Promise<RunRow> => {
    const run = await runs.find(id)
    if (!run) throw new Error(`run ${id} was removed`)
    return run
  }

  const work = async (
    run: RunRow,
    options: ExecuteOptions,
    whileWriting: Parameters<typeof applyRun>[3]['whileWriting'],
  ) => {
    const { signal, onProgress = () => undefined } = options
    const source = await sources.find(run.source_id)
    if (!source) return
    try {
      if (run.phase === 'undo') {
        await undoRun(parts, run, {
          signal,
          whileWriting,
          onProgress: ({ page, page_count, counts, examples }) =>
            onProgress({ page, pageCount: page_count, counts, examples }),
        })
        return
      }
      const gaveAll = await applyRun(parts, source, run, { signal, onProgress, whileWriting })
      await succeed(source, run, gaveAll)
    } catch (err) {
      // An interrupted run stays as it is, to be continued.
      signal.throwIfAborted()
      if (!(err instanceof UnreadableSourceError)) throw err
      await fail(source, run, err.message)
    }
  }

  return {
    begin: (source, phase, { full = false, maxPages = 0 } = {}) =>
      runs.begin({
        sourceId: source.id,
        phase,
        hours: full ? 0 : hoursSince(source.since_sec, nowSec()),
        maxPages,
        nowSec: nowSec(),
      }),

    async execute(runId, options) {
      for (;;) {
        options.signal.throwIfAborted()
        const run = await findRun(runId)
        if (run.state !== 'running') return run
        if (run.phase === 'preview') {
          await work(run, options, (write) => write())
          continue
        }
        const result = await withSourceLock(parts.db, run.source_id, async (whileWriting) => {
          // It may have ended while we waited.
          const current = await findRun(runId)
          if (current.state === 'running') await work(current, options, whileWriting)
        })
        if (result !== 'busy') continue
        options.onProgress?.({ page: run.page, pageCount: run.page_count, counts: run.counts, examples: run.examples })
        await delay(pollMs, undefined, { signal: options.signal })
      }
    },

    async executeApart(runId, { signal, onProgress = () => undefined }) {
      for (;;) {
        signal.throwIfAborted()
        const run = await findRun(runId)
        if (run.state !== 'running') return run
        // To wait for another process needs no thread.
        if (run.phase !== 'preview' && (await isSourceLocked(parts.db, run.source_id))) {
          onProgress({ page: run.page, pageCount: run.page_count, counts: run.counts, examples: run.examples })
          await delay(pollMs, undefined, { signal })
          continue
        }
        if ((await needs.executeApart(runId, { signal, onProgress })) === 'ended') continue
        // The same page would need as much again: the run is not continued.
        const source = await sources.find(run.source_id)
        if (source) await fail(source, await findRun(runId), '对方给的数据太大，内存放不下')
      }
    },
  }
}

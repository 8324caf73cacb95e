import { openTitleWriter } from '../apps/server/src/testing/title-writer.ts'
import type { TitleDraft } from '../apps/server/src/domains/catalog/title-drafts.ts'
import { cpuMs } from './lib/cpu.ts'
import { check, report, round } from './lib/report.ts'
import { openScratchDatabase } from './lib/scratch-database.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventTexts } from './lib/title-names.ts'
import { seededWords } from './seed.ts'

/**
 * Importing titles with twelve episodes in each of two sources, in batches of 200: for the first time, a second time with
 * nothing changed, and a third time with one in a hundred changed. Titles per second of wall time and of CPU (this process
 * and PostgreSQL's that serves it). Linux only: CPU is read from /proc.
 */
const titles = Number(process.argv[2] ?? 20_000)
const batchSize = 200
const [episodes, sources] = [12, ['云播', '高清']]
const goals = { first: 500, unchanged: 5000 }

const random = seededRandom(7)
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('the list is empty')
  return item
}

function inventTitle(at: number): TitleDraft {
  const { actors, ...texts } = inventTexts(random)
  return {
    ...texts,
    origin: `bench:${at}`,
    pidId: 2,
    typeId: 2,
    actors: actors.map((name) => ({ name, role: '' })),
    letter: pick(seededWords.letters),
    area: pick(seededWords.areas),
    lang: pick(seededWords.langs),
    year: 1985 + Math.floor(random() * 42),
    genres: [...new Set([pick(seededWords.genres), pick(seededWords.genres)])],
    intro: '港口的雾散去以后，一封寄错的信让两个人重新相遇。'.repeat(3),
    remarks: `更新至${episodes}集`,
    updatedSec: 1_700_000_000 + at,
    episodes: sources.flatMap((source, sourcePosition) =>
      Array.from({ length: episodes }, (_, index) => ({
        source,
        sourcePosition,
        level: index + 1,
        name: `第${String(index + 1).padStart(2, '0')}集`,
        state: 'ready' as const,
      })),
    ),
  }
}

const database = await openScratchDatabase()
try {
  const { writer } = openTitleWriter(database)
  const drafts = Array.from({ length: titles }, (_, at) => inventTitle(at))

  const save = async (all: readonly TitleDraft[], nowSec: number) => {
    const begun = performance.now()
    const cpuBefore = await spentCpu()
    let changed = 0
    for (let at = 0; at < all.length; at += batchSize) {
      const saved = await writer.saveTitles(all.slice(at, at + batchSize), nowSec)
      changed += saved.filter((title) => title.changed).length
    }
    const wallSec = (performance.now() - begun) / 1000
    const cpuSec = ((await spentCpu()) - cpuBefore) / 1000
    return {
      changed,
      perSec: Math.round(titles / wallSec),
      perCpuSec: Math.round(titles / cpuSec),
      wallSec: round(wallSec),
    }
  }
  const spentCpu = async (): Promise<number> => {
    const { rows: backends } = await database.pool.query<{ pid: number }>(`
      select pid from pg_stat_activity where backend_type in ('client backend', 'checkpointer', 'walwriter', 'background writer')`)
    return cpuMs([process.pid, ...backends.map(({ pid }) => pid)])
  }

  const first = await save(drafts, 1_700_000_000)
  await database.pool.query('vacuum analyze')
  const unchanged = await save(drafts, 1_700_100_000)
  const some = drafts.map((draft, at) => (at % 100 === 0 ? { ...draft, remarks: '已完结' } : draft))
  const hundredth = await save(some, 1_700_200_000)
  report('import-titles', { titles, episodesEach: episodes * sources.length, batchSize, first, unchanged, hundredth })
  check({
    [`at least ${goals.first} new titles a second`]: first.perCpuSec >= goals.first,
    [`at least ${goals.unchanged} unchanged titles a second`]: unchanged.perCpuSec >= goals.unchanged,
    'only changed titles are written': unchanged.changed === 0 && hundredth.changed === Math.ceil(titles / 100),
  })
} finally {
  await database.close()
}

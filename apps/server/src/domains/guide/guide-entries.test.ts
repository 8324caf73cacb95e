import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  clock,
  db,
  guide,
  importBytes,
  nowMs,
  nowSec,
  observed,
  programme,
  shown,
  usual,
  workerGuide,
  xml,
} from './guide.fixture.ts'
import { ownSources } from './guide-tables.ts'
import { writeGuide } from './merge-store.ts'
import { runSchedule } from '../../testing/modules.ts'

const hour = (hours: number): number => nowSec + hours * 3600
const span = (from: number, to: number) => ({ startSec: hour(from), endSec: hour(to) })
const input = (name: string, from: number, to: number, channelId = 1) => ({
  channelId,
  name,
  sub: '',
  intro: '',
  category: '',
  ...span(from, to),
})
async function add(...given: Parameters<typeof input>): Promise<number> {
  const added = await guide.entries.add(input(...given))
  if (!(added instanceof Object) || !('id' in added)) throw new Error(`not added: ${JSON.stringify(added)}`)
  return added.id
}
const idOf = async (name: string): Promise<number> => {
  const found = await guide.of(1, hour(-48), hour(48))
  return found.find((one) => one.name === name)?.id ?? 0
}
const file = xml(...usual, programme('a', '新闻', 0), programme('a', '电影', 1, 2), programme('a', '综艺', 3))

test('[G04] an entry by hand is refused on a channel that does not exist, and over another one by hand', async () => {
  expect(await guide.entries.add(input('决赛', 0, 1, 9))).toEqual({ reason: 'NoSuchChannel' })
  const id = await add('决赛', 1, 2)
  const other = expect.objectContaining({ id, name: '决赛', startSec: hour(1), endSec: hour(2) })
  expect(await guide.entries.add(input('颁奖', 1.5, 3))).toEqual({ reason: 'Overlaps', other })
  const second = await add('颁奖', 2, 3)
  expect(await guide.entries.move(second, span(0.5, 1.5))).toEqual({ reason: 'Overlaps', other })
  expect(await guide.entries.move(id, { channelId: 9, ...span(1, 2) })).toEqual({ reason: 'NoSuchChannel' })
  expect(await guide.entries.move(second, span(3, 2))).toEqual({ reason: 'EndsBeforeStart' })
  for (const unknown of [second + 1, 2_147_483_648])
    expect([await guide.entries.move(unknown, span(0, 1)), await guide.entries.remove(unknown)]).toEqual([
      'NoSuchEntry',
      'NoSuchEntry',
    ])
  expect(await shown(1)).toEqual([
    ['决赛', 1, 2],
    ['颁奖', 2, 3],
  ])
})

test('[G04] an entry by hand takes the time of imported ones at once, and imports leave it in place', async () => {
  await importBytes(file)
  observed.changes = 0
  const added = await guide.entries.add({
    ...input('直播：决赛', 0.5, 2),
    sub: '第二场',
    intro: '直播',
    category: '体育',
  })
  expect(added).toMatchObject({ displaced: { removed: 1, cut: 1 } })
  expect(observed.changes).toBe(1)
  const after = [
    ['新闻', 0, 0.5],
    ['直播：决赛', 0.5, 2],
    ['综艺', 3, 4],
  ]
  expect(await shown(1)).toEqual(after)
  expect(await guide.programme(await idOf('直播：决赛'), nowMs)).toMatchObject({ sub: '第二场', category: '体育' })
  await importBytes(xml(...usual, programme('a', '新闻', 0), programme('a', '电影', 1, 2), programme('a', '改了', 3)))
  expect(await shown(1)).toEqual([...after.slice(0, 2), ['改了', 3, 4]])
})

test('[G04] a schedule of own films leaves entries by hand in place', async () => {
  await add('停机检修', 1, 2)
  await guide.saveProgrammes(1, [
    { ...span(0, 1.5), name: '影片一' },
    { ...span(1.5, 3), name: '影片二' },
    { ...span(3, 4), name: '影片三' },
  ])
  expect(await shown(1)).toEqual([
    ['影片一', 0, 1],
    ['停机检修', 1, 2],
    ['影片三', 3, 4],
  ])
})

test('[G04] an entry that is added by hand while a schedule is being saved keeps its time', async () => {
  const isBlocked = async (): Promise<boolean> => {
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
    return (await waiting.execute(db)).rows.length > 0
  }
  const adding = await writeGuide(db, async (draft) => {
    await draft.stageTexts([{ at: 0, name: '影片', sub: '', intro: '', category: '', img: '' }])
    await draft.stageShowings([{ at: 0, channelId: 1, ...span(0, 3) }])
    expect(await draft.keptSpans([1], hour(0), [ownSources.hand])).toEqual(new Map())
    let isAdded = false
    const added = add('停机检修', 1, 2).then(() => (isAdded = true))
    await expect.poll(async () => isAdded || (await isBlocked())).toBe(true)
    const covered = { channelId: 1, fromSec: hour(0), toSec: hour(3) }
    await draft.merge([covered], { id: ownSources.schedule, keeps: [ownSources.hand] })
    return { added }
  })
  await adding.added
  expect(await shown(1)).toEqual([
    ['影片', 0, 1],
    ['停机检修', 1, 2],
  ])
})

test('[G04] a draft with a programme at the start of an entry by hand leaves the entry as it is', async () => {
  await add('停机检修', 1, 2)
  await writeGuide(db, async (draft) => {
    await draft.stageTexts([{ at: 0, name: '影片', sub: '', intro: '', category: '', img: '' }])
    await draft.stageShowings([{ at: 0, channelId: 1, ...span(1, 3) }])
    const covered = { channelId: 1, fromSec: hour(1), toSec: hour(3) }
    await draft.merge([covered], { id: ownSources.schedule, keeps: [ownSources.hand] })
  })
  expect(await shown(1)).toEqual([['停机检修', 1, 2]])
})

test('[G04] in the time of a removed entry other programmes are imported, and not the removed one', async () => {
  await importBytes(file)
  await guide.entries.remove(await idOf('电影'))
  await importBytes(
    xml(
      ...usual,
      programme('a', '新闻', 0),
      programme('a', '纪录片', 1),
      programme('a', '电影', 2),
      programme('a', '综艺', 3),
    ),
  )
  expect(await shown(1)).toEqual([
    ['新闻', 0, 1],
    ['纪录片', 1, 2],
    ['综艺', 3, 4],
  ])
})

test('[G04] a moved entry keeps its id, and the next import of the same file fills its former time', async () => {
  await importBytes(file)
  const id = await add('决赛', 1, 2)
  expect(await guide.entries.move(id, { startSec: hour(5), endSec: undefined })).toMatchObject({
    entry: { id, origin: 'hand', ...span(5, 6) },
    displaced: { removed: 0, cut: 0 },
  })
  expect((await importBytes(file)).results).toEqual(['imported'])
  expect(await shown(1)).toEqual([
    ['新闻', 0, 1],
    ['电影', 1, 3],
    ['综艺', 3, 4],
    ['决赛', 5, 6],
  ])
  expect(await idOf('决赛')).toBe(id)
  await guide.entries.move(id, { channelId: 2, ...span(5, 6) })
  expect(await shown(2)).toEqual([['决赛', 5, 6]])
})

test('[G04] a moved imported entry is not imported at its former time again', async () => {
  await importBytes(file)
  const id = await idOf('新闻')
  await guide.entries.move(id, span(0.5, 1.5))
  const after = [
    ['新闻', 0.5, 1.5],
    ['综艺', 3, 4],
  ]
  expect(await shown(1)).toEqual(after)
  await importBytes(file)
  expect(await shown(1)).toEqual(after)
  expect(await idOf('新闻')).toBe(id)
})

test('[G04] a removed imported entry is not imported again until it is restored', async () => {
  await importBytes(file)
  const id = await idOf('电影')
  expect(await guide.entries.remove(id)).toMatchObject({ id, origin: 'import', name: '电影' })
  const without = [
    ['新闻', 0, 1],
    ['综艺', 3, 4],
  ]
  expect(await shown(1)).toEqual(without)
  await importBytes(xml(...usual, programme('a', '新闻', 0), programme('a', '电影', 1, 2), programme('a', '综艺', 3)))
  expect(await shown(1)).toEqual(without)
  expect(await guide.entries.ofChannel(1, span(0, 24))).toMatchObject([
    { name: '新闻', origin: 'import' },
    { id: 0, name: '电影', origin: 'removed', ...span(1, 3) },
    { name: '综艺', origin: 'import' },
  ])
  expect(await guide.entries.restore(1, span(2, 3))).toBe(0)
  expect(await guide.entries.restore(1, span(0, 3))).toBe(1)
  await importBytes(file)
  expect(await shown(1)).toEqual([without[0], ['电影', 1, 3], without[1]])
})

test('[G04] after an entry by hand was removed, the next import fills its time, also from an unchanged file', async () => {
  await importBytes(file)
  const before = await shown(1)
  const id = await add('决赛', 1, 2)
  expect(await guide.entries.remove(id)).toMatchObject({ origin: 'hand' })
  const source = await guide.sources.list()
  const options = { signal: new AbortController().signal, report: () => undefined }
  expect(await guide.importSources(source, options)).toEqual(['imported'])
  expect(await shown(1)).toEqual(before)
})

test('[G04] what was edited by hand is listed until it has ended, and what was removed is forgotten with the archive', async () => {
  await importBytes(file)
  await add('决赛', 5, 6)
  await guide.entries.remove(await idOf('新闻'))
  const list = async () => (await guide.entries.byHand()).map(({ name, origin }) => [name, origin])
  expect(await list()).toEqual([
    ['新闻', 'removed'],
    ['决赛', 'hand'],
  ])
  clock.now = nowMs + 2 * 3_600_000
  expect(await list()).toEqual([['决赛', 'hand']])
  clock.now = nowMs + 46 * 86_400_000
  await runSchedule(guide.module, 'guide.deleteOld')
  expect(await guide.entries.ofChannel(1, span(0, 24))).toEqual([])
})

test('[G04] during an import the guide is not edited by hand', async () => {
  const source = await guide.sources.save('/nowhere/guide.xml', {}, nowSec)
  const edits: Promise<unknown>[] = []
  const report = (): void => {
    if (edits.length === 0) edits.push(guide.entries.add(input('决赛', 1, 2)), guide.entries.remove(1))
  }
  await workerGuide.importSources([source], { signal: new AbortController().signal, report })
  expect(await Promise.all(edits)).toEqual(['busy', 'busy'])
})

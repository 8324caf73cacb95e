import { appendFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFile, makeMedia } from '../../testing/make-media.ts'
import { openFolder } from '../../testing/open-folder.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { isQuiet, quietMs } from './quiet-rules.ts'

const { station, platform, clock } = await buildTestApp()
const { watched, module } = station.operations

/** What the station does once a minute. */
async function look(afterMs = 0): Promise<void> {
  clock.set(clock.nowMs() + afterMs)
  for (const { run } of module.schedules ?? []) await run({ signal: new AbortController().signal })
}
const titles = async () =>
  (await platform.pool.query('select name from title order by name')).rows.map(({ name }) => name)
/** A short film, different from all others. */
const film = (folder: string, name: string) =>
  makeMedia(folder, { name, sec: 1, width: 160, height: 90, more: ['-metadata', `comment=${name}`] })

test('a file is quiet when its size and time have stayed the same for a minute', () => {
  const seen = { size: 5, mtimeMs: 1, sinceMs: 1000 }
  expect(isQuiet(seen, 1000 + quietMs - 1)).toBe(false)
  expect(isQuiet(seen, 1000 + quietMs)).toBe(true)
  expect(isQuiet({ ...seen, size: 0 }, 1000 + quietMs)).toBe(false)
  expect(isQuiet(undefined, 1000 + quietMs)).toBe(false)
})

test('[M02] new files of a watched folder are imported when they are quiet; a folder that is not there does not hold up others', async () => {
  const folder = openFolder()
  const gone = openFolder()
  expect(await watched.add({ path: folder, typeId: 99, withLadder: false })).toBe('NoSuchType')
  await watched.add({ path: folder, typeId: 21, withLadder: false })
  await watched.add({ path: join(gone, '不在'), typeId: null, withLadder: false })
  expect((await watched.all()).map(({ path }) => path)).toContain(folder)

  await film(folder, '夜雨 (2024).mp4')
  const growing = await film(openFolder(), '长河 (2024).mp4')
  const copied = makeFile(folder, '长河 (2024).mp4', 'first bytes')
  await look()
  expect(await titles()).toEqual([])
  appendFileSync(copied, 'more bytes')
  await look(quietMs)
  expect(await titles()).toEqual(['夜雨'])
  renameSync(growing, copied)
  await look(quietMs - 1)
  expect(await titles()).toEqual(['夜雨'])
  await look(quietMs)
  expect(await titles()).toEqual(['夜雨', '长河'])
  const types = await platform.pool.query('select distinct type_id from title')
  expect(types.rows).toEqual([{ type_id: 21 }])

  makeFile(folder, '夜雨 (2024).nfo', '<movie><title>夜雨</title><plot>雨夜的故事</plot></movie>')
  await look()
  const { rows } = await platform.pool.query("select intro from title where name = '夜雨'")
  expect(rows).toEqual([{ intro: '雨夜的故事' }])
  expect(await watched.remove(folder)).toBe(true)
  expect(await watched.remove(folder)).toBe(false)
})

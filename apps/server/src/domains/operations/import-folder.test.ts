import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { vodDetail, vodList } from '@yunmu/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeFile, makeMedia, subtitleBytes, type MediaRecipe } from '../../testing/make-media.ts'
import { openFolder } from '../../testing/open-folder.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { StartRefusal } from '../../platform/process/start-refusal.ts'
import { setDeleted } from '../catalog/bin-store.ts'
import { changeTitles } from '../catalog/change-titles.ts'
import type { ImportEvent } from './index.ts'

const { station, platform, make, refreshLists } = await buildTestApp()
const { dataDir } = platform.config

async function importAll(
  folder: string,
  more: { typeId?: number; signal?: AbortSignal; onEvent?: (event: ImportEvent) => void } = {},
) {
  const events: ImportEvent[] = []
  const done = await station.operations.importFolder({
    folder,
    withLadder: false,
    signal: new AbortController().signal,
    ...more,
    report(event) {
      events.push(event)
      more.onEvent?.(event)
    },
  })
  const ofKind = <Kind extends ImportEvent['event']>(kind: Kind) =>
    events.filter((event): event is Extract<ImportEvent, { event: Kind }> => event.event === kind)
  return { done, events, ofKind }
}

const anyFilter = { area: '0', year: '0', genre: '0', letter: '0', vip: '0', lang: '0', page: 1, size: 50 }
const listed = async (type: number) => {
  await refreshLists()
  const { data } = await make(vodList, { ...anyFilter, order: '最新', type })
  return vodList.reply.parse(data).list
}
const detailOf = async (type: number, id: number) => {
  const { data } = await make(vodDetail, { type, id })
  return vodDetail.reply.parse(data)
}

const tiny: Partial<MediaRecipe> = { sec: 1, width: 160, height: 90 }
let pitch = 0
/** A short film, different from all others. */
const film = (folder: string, name: string, more: Partial<MediaRecipe> = {}): Promise<string> =>
  makeMedia(folder, { name, ...tiny, more: ['-metadata', `comment=${++pitch}`], ...more })

test('every file that cannot be imported is reported with its reason, and the others are imported', async () => {
  const folder = openFolder()
  const good = await film(folder, '好片 (2024).mp4')
  makeFile(folder, '空.mp4', '')
  makeFile(folder, '坏.mkv', Buffer.alloc(5000, 7))
  makeFile(
    folder,
    '假\n\u001b[31m.mp4',
    `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile://${good}\n#EXT-X-ENDLIST\n`,
  )
  await film(folder, '只有声音.mkv', { video: [] })
  const { done, ofKind } = await importAll(folder)
  expect(done).toMatchObject({ imported: 1, failed: 4, stopped: false })
  expect(ofKind('failed').map(({ file, reason }) => [file, reason])).toEqual([
    ['假\\u{a}\\u{1b}[31m.mp4', '不是支持的视频格式，例如伪装成视频的播放列表'],
    ['只有声音.mkv', '里面没有视频画面'],
    ['坏.mkv', '文件已损坏，或者不是视频'],
    ['空.mp4', '文件是空的'],
  ])
  expect(ofKind('imported').map(({ title }) => title)).toEqual(['好片'])
  expect(readdirSync(join(dataDir, 'work'))).toEqual([])
})

test.each(['FFPROBE_PATH', 'FFMPEG_PATH'])(
  'if %s names no program, this is reported once instead of for each file',
  async (name) => {
    const folder = openFolder()
    for (const at of [1, 2]) await film(folder, `缺${name} 第0${at}集.mp4`)
    vi.stubEnv(name, '/nowhere/tool')
    onTestFinished(() => void vi.unstubAllEnvs())
    const failed: ImportEvent[] = []
    const onEvent = (event: ImportEvent): void => void (event.event === 'failed' && failed.push(event))
    await expect(importAll(folder, { onEvent })).rejects.toThrow(/^找不到 \/nowhere\/tool，不能处理影片。/)
    expect(failed).toEqual([])
  },
)

test('an import whose lock is lost with its connection ends, and the next one resumes', async () => {
  const folder = openFolder()
  await film(folder, '断线.mp4')
  const cut = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${0x796d696d}`
  let ended: Promise<unknown> | undefined
  const onEvent = ({ event }: ImportEvent): void => void (event === 'found' && (ended = platform.pool.query(cut)))
  await expect(importAll(folder, { onEvent })).rejects.toThrow(StartRefusal)
  await ended
  expect((await importAll(folder)).done).toMatchObject({ failed: 0 })
})

test('files become playable titles and episodes, and a second import changes nothing', async () => {
  const folder = openFolder()
  await film(folder, '长剧/长剧.S01E02.1080p.mkv', { audio: [{ codec: ['-c:a', 'ac3'], language: 'yue' }] })
  await film(folder, '长剧/长剧 第01集.mp4')
  await film(folder, '长剧/长剧.S02E01.mp4')
  await film(folder, '短片 (2023).mp4')
  makeFile(folder, '短片 (2023).chs.srt', subtitleBytes.gb18030)
  const first = await importAll(folder)
  expect(first.done).toMatchObject({ imported: 4, failed: 0 })

  const [series] = (await listed(1)).filter(({ name }) => name === '长剧')
  expect(series).toMatchObject({
    remarks: '更新至2集',
    img: expect.stringMatching(/^\/media\/pictures\/\d+-1-poster-[0-9a-f]{20}\.webp$/),
  })
  const detail = await detailOf(1, series?.id ?? 0)
  expect(detail.seasons.map(({ name }) => name)).toEqual(['长剧', '长剧 第二季'])
  expect(detail.sources).toMatchObject([
    {
      name: '本站',
      episodes: [
        { level: 1, name: '第1集', state: 'ready' },
        { level: 2, name: '第2集', state: 'ready' },
      ],
    },
  ])
  const [short] = (await listed(2)).filter(({ name }) => name === '短片')
  expect(short).toMatchObject({ remarks: '90P' })

  const titles = () => platform.pool.query('select * from title order by id')
  const before = (await titles()).rows
  const again = await importAll(folder)
  expect(again.done).toMatchObject({ imported: 0, unchanged: 4, moved: 0, failed: 0 })
  expect((await titles()).rows).toEqual(before)
})

test('a renamed or moved file is recognised, and a copy is not imported twice', async () => {
  const folder = openFolder()
  const path = await film(folder, '旧名 (2020).mp4')
  await importAll(folder)
  const [before] = (await listed(2)).filter(({ name }) => name === '旧名')
  mkdirSync(join(folder, '电影'))
  renameSync(path, join(folder, '电影/旧名 (2020).mp4'))
  expect((await importAll(folder)).done).toMatchObject({ imported: 0, moved: 1 })
  expect((await listed(2)).filter(({ name }) => name === '旧名')).toEqual([before])

  renameSync(join(folder, '电影/旧名 (2020).mp4'), join(folder, '新名 (2021).mp4'))
  expect((await importAll(folder)).ofKind('moved')).toMatchObject([{ title: '新名', episode: '正片' }])
  const names = (await listed(2)).map(({ name }) => name)
  expect(names).toContain('新名')
  expect(names).not.toContain('旧名')
  const [after] = (await listed(2)).filter(({ name }) => name === '新名')
  expect(after).toMatchObject({ img: before?.img, remarks: before?.remarks })
  expect((await detailOf(2, after?.id ?? 0)).sources[0]?.episodes).toMatchObject([{ level: 1, state: 'ready' }])

  copyFileSync(join(folder, '新名 (2021).mp4'), join(folder, '抄本.mp4'))
  const copied = await importAll(folder)
  expect(copied.done).toMatchObject({ imported: 0, unchanged: 1, duplicate: 1 })
})

test('a file with new content replaces the video of its episode', async () => {
  const folder = openFolder()
  await film(folder, '换片.mp4')
  await importAll(folder)
  const [before] = (await listed(2)).filter(({ name }) => name === '换片')
  await film(folder, '换片.mp4', { sec: 2 })
  expect((await importAll(folder)).done).toMatchObject({ imported: 1 })
  const after = (await listed(2)).filter(({ name }) => name === '换片')
  expect(after.map(({ id }) => id)).toEqual([before?.id])
  const { sources } = await detailOf(2, before?.id ?? 0)
  expect(sources).toHaveLength(1)
  expect(sources[0]?.episodes[0]?.duration).toBeGreaterThan(1.9)
})

test('a category can be set for all files, and an unknown one is refused', async () => {
  const folder = openFolder()
  await film(folder, '番剧 第01集.mp4')
  expect((await importAll(folder, { typeId: 99 })).done).toBe('NoSuchType')
  expect((await importAll(folder, { typeId: 41 })).done).toMatchObject({ imported: 1 })
  expect((await listed(4)).map(({ name }) => name)).toContain('番剧')
})

test('of two concurrent imports, the second is refused', async () => {
  const folder = openFolder()
  await film(folder, '独占.mp4')
  let second: Promise<unknown> | undefined
  const first = await importAll(folder, {
    onEvent(event) {
      if (event.event === 'found') second ??= importAll(folder).then(({ done }) => done)
    },
  })
  expect(await second).toBe('busy')
  expect(first.done).toMatchObject({ imported: 1 })
})

test('an interrupted import keeps what it has imported, and the next one resumes', async () => {
  const folder = openFolder()
  await film(folder, '停 第01集.mp4')
  await film(folder, '停 第02集.avi', { sec: 16, video: ['-c:v', 'mpeg4'] })
  const stop = new AbortController()
  const first = await importAll(folder, {
    signal: stop.signal,
    onEvent(event) {
      if (event.event === 'progress' && event.at === 2 && event.step === 'encode' && event.share > 0.6) stop.abort()
    },
  })
  expect(first.done).toMatchObject({ imported: 1, stopped: true })
  const second = await importAll(folder)
  expect(second.done).toMatchObject({ imported: 1, unchanged: 1, stopped: false })
  expect(second.ofKind('imported')[0]?.resumedChunks).toBeGreaterThan(0)
})

test('a file that fails during its import leaves neither asset nor title', async () => {
  const folder = openFolder()
  const path = await film(folder, '中途.mp4', { sec: 2 })
  const before = readdirSync(join(dataDir, 'media')).length
  const { ofKind } = await importAll(folder, {
    onEvent(event) {
      if (event.event === 'checked' && existsSync(path)) rmSync(path)
    },
  })
  expect(ofKind('failed').map(({ file }) => file)).toEqual(['中途.mp4'])
  expect(readdirSync(join(dataDir, 'media'))).toHaveLength(before)
  expect((await listed(2)).map(({ name }) => name)).not.toContain('中途')
})

test('importing the files of a deleted title again brings it back, also after it was removed for good', async () => {
  const folder = openFolder()
  await film(folder, '归来 (2014).mp4')
  await importAll(folder)
  const { rows } = await platform.pool.query<{ id: number; asset_id: number }>(`
    select title.id, asset_id from title join source on title_id = title.id join episode on source_id = source.id
    where title.name = '归来'`)
  const [title] = rows
  if (!title) throw new Error('the film was not imported')
  await changeTitles(platform, (tx) => setDeleted(tx, [title.id], 1))
  expect((await listed(2)).some(({ name }) => name === '归来')).toBe(false)
  expect((await importAll(folder)).done).toMatchObject({ unchanged: 1, imported: 0 })
  expect((await detailOf(2, title.id)).name).toBe('归来')

  await platform.pool.query('delete from title where id = $1', [title.id])
  await station.media.assets.removeAssets([title.asset_id])
  expect((await importAll(folder)).done).toMatchObject({ unchanged: 0, imported: 1 })
  expect((await listed(2)).some(({ name }) => name === '归来')).toBe(true)
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { makeMedia } from '../testing/make-media.ts'

const { folder, yunmu, refusal, database } = await createCommandLine()
const films = join(folder, '影片')
let made = 0
/** A short film, different from all others. */
const film = (name: string) =>
  makeMedia(films, { name, sec: 1, width: 160, height: 90, more: ['-metadata', `comment=${++made}`] })

test('[M02] a preview shows what would be named how, is corrected as a table, and imported from it', async () => {
  await film('长街/长街.S01E01.mp4')
  await film('长街/长街 预告片.mp4')
  await film('综艺/夜谈/夜谈.20240105.第1期上.mp4')
  await film('错名 (2023).mp4')

  const shown = await yunmu('import', '影片', '--preview')
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/^长街（电视剧，1 个花絮和预告）$/m)
  expect(shown.stdout).toMatch(/^ {2}20240105期上 +综艺\/夜谈\/夜谈\.20240105\.第1期上\.mp4$/m)
  expect(shown.stdout).toMatch(/共 3 部，4 个文件。还没有导入。/)

  expect(await yunmu('import', '影片', '--preview', '名字.tsv')).toMatchObject({ code: 0 })
  const table = join(folder, '名字.tsv')
  const written = readFileSync(table, 'utf8')
  const lines = written.trimEnd().split('\r\n')
  writeFileSync(table, written.replace('\t电影\t错名\t', '\t连环画\t\t'))
  const wrong = await yunmu('import', '影片', '--from', '名字.tsv')
  const line = lines.findIndex((each) => each.startsWith('错名')) + 1
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain(`第 ${line} 行：“类型”应是`)
  expect(wrong.stderr).toContain(`第 ${line} 行：“名称”是空的`)
  const none = await database.pool.query('select count(*)::int as count from title')
  expect(none.rows).toEqual([{ count: 0 }])

  writeFileSync(
    table,
    written.replace('\t电影\t错名\t', '\t电影\t正名\t').replace(/^(长街.*预告片\.mp4)\t是/m, '$1\t否'),
  )
  const done = await yunmu('import', '影片', '--from', '名字.tsv', '--json')
  expect(done).toMatchObject({ code: 0, stderr: '' })
  const names = async () =>
    (await database.pool.query('select name from title order by name')).rows.map(({ name }) => name)
  expect(new Set(await names())).toEqual(new Set(['夜谈', '正名', '长街']))
  // A correction is remembered: the next import without the table leaves the name as it is.
  expect((await yunmu('import', '影片', '--json')).code).toBe(0)
  expect(await names()).toContain('正名')
  expect(await names()).not.toContain('错名')
})

test('folders are watched until they are not, and wrong use is named', async () => {
  expect(await yunmu('import', '影片', '--watch', '--type', '3')).toMatchObject({ code: 0 })
  expect((await yunmu('import', '--watched')).stdout).toBe(`${films}  分类 3\n`)
  expect((await yunmu('import', '影片', '--unwatch')).code).toBe(0)
  expect((await yunmu('import', '--watched')).stdout).toBe('没有自动导入的文件夹。\n')
  expect(await refusal(['import', '影片', '--unwatch'])).toContain('没有设为自动导入')
  expect(await refusal(['import', '影片', '--from', '没有.tsv'])).toContain('找不到表格')
  expect(await refusal(['import', '影片', '--preview', 'a', '--from', 'b'])).toContain('不能一起用')
})

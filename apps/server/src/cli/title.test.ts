import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { openTitleWriter } from '../testing/title-writer.ts'
import { aTitle } from '../testing/titles.ts'

const { database, folder, yunmu, refusal } = await createCommandLine()
const { writer } = openTitleWriter(database)
const draft = aTitle({ name: '雾港来信', year: 2023 })
const { id } = await writer.saveTitle(draft, 1)

test.each([
  [['title', 'show', '雾港'], '没有编号为“雾港”的影片'],
  [['title', 'show', '2000000'], '没有这部影片'],
  [['title', 'set', '2000000', '片名=无'], '没有这部影片'],
  [['title', 'set', `${id}`, '新的片名'], '看不懂“新的片名”，要写成 字段=值'],
  [['title', 'set', `${id}`, '名字=无'], '没有“名字”这个字段：可用 片名、'],
  [['title', 'set', `${id}`, '片名='], '不能用作片名'],
  [['title', 'set', `${id}`, '年份=去年'], '“去年”不能用作年份，要写 0 到 2200 的数字'],
  [['title', 'set', `${id}`, '会员=也许'], '要写 是 或 否'],
  [['title', 'set', `${id}`, '分类=3'], '分类用 title move 改'],
  [['title', 'set', `${id}`, '年份=2023', '--no-lock'], '它已经是这样了'],
  [['title', 'move', `${id}`, '999'], '没有这个分类'],
  [['title', 'publish', `${id}`], '它已经是这样了'],
  [['title', 'restore', `${id}`], '它已经是这样了'],
  [['title', 'lock', `${id}`, '名字'], '没有“名字”这个字段'],
  [['audit', 'undo', '一'], '“一”不是审计日志的编号'],
  [['audit', 'undo', '777'], '审计日志里没有这一条'],
])('[E07] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[E07] a corrected field is locked, is not overwritten by an importer, and the correction is undone', async () => {
  const set = await yunmu('title', 'set', `${id}`, '片名=雾港的来信', 'year=2024')
  expect(set).toMatchObject({ code: 0, stderr: '' })
  expect(set.stdout).toMatch(
    /^片名：雾港来信 → 雾港的来信\n年份：2023 → 2024\n改过的字段已锁定.*\n撤销：audit undo \d+（30 天内）\n$/,
  )
  await writer.saveTitle({ ...draft, remarks: '全片' }, 2)
  const shown = (await yunmu('title', 'show', `${id}`)).stdout
  expect(shown).toContain('片名：雾港的来信（已锁定）\n')
  expect(shown).toContain('备注：全片\n')
  const listed = await yunmu('audit', 'list', '--of', `${id}`)
  expect(listed.stdout).toContain(`运营者  改影片  影片 ${id}《雾港的来信》  可撤销\n`)
  expect(listed.stdout).toContain('        片名：雾港来信 → 雾港的来信\n        年份：2023 → 2024\n')
  expect(listed.stdout).toContain('        锁定：片名、年份\n')
  const number = /^\d+/.exec(listed.stdout)?.[0] ?? ''
  expect((await yunmu('audit', 'undo', number)).stdout).toMatch(/^已撤销/)
  expect((await yunmu('title', 'show', `${id}`)).stdout).toContain('片名：雾港来信\n')
  expect(await refusal(['audit', 'undo', number])).toContain('已经撤销过了')
})

test('[E07] a title is hidden, deleted, found among the deleted ones, and taken back', async () => {
  expect((await yunmu('title', 'hide', `${id}`)).stdout).toContain('“雾港来信”已隐藏。')
  expect((await yunmu('title', 'find', '雾港', '--hidden')).stdout).toContain(`${id}`)
  expect((await yunmu('title', 'publish', `${id}`)).stdout).toContain('“雾港来信”已上架。')
  expect((await yunmu('title', 'delete', `${id}`)).stdout).toContain('30 天后删除')
  expect(await refusal(['title', 'publish', `${id}`])).toContain('在回收站里')
  expect((await yunmu('title', 'find', '--deleted')).stdout).toContain('已删除')
  expect((await yunmu('title', 'restore', `${id}`)).stdout).toContain('“雾港来信”已找回。')
  expect((await yunmu('title', 'find', '没有这样的')).stdout).toBe('没有找到影片。\n')
})

test('[E07] an undo is refused while a later change holds', async () => {
  const numberOf = (text: string): string => /audit undo (\d+)/.exec(text)?.[1] ?? ''
  const first = numberOf((await yunmu('title', 'set', `${id}`, '备注=一')).stdout)
  const second = numberOf((await yunmu('title', 'set', `${id}`, '备注=二')).stdout)
  expect(await refusal(['audit', 'undo', first])).toContain('在那以后又有改动')
  expect((await yunmu('audit', 'undo', second)).code).toBe(0)
  expect((await yunmu('audit', 'undo', first)).code).toBe(0)
})

test('[E07] a picture is set from a file, shown as locked, and taken away', async () => {
  const file = join(folder, 'poster.png')
  await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c00' } }).toFile(file)
  expect(await refusal(['picture', 'set', `${id}`, '封面', 'poster.png'])).toContain('可用 海报、横图、标志')
  expect(await refusal(['picture', 'set', `${id}`, '海报'])).toContain('要写一个来源')
  expect(await refusal(['picture', 'set', `${id}`, '海报', '--frame', '云播'])).toContain('要写成 线路:集:时间')
  expect(await refusal(['title', 'set', `${id}`, '海报=a.png'])).toContain('图片用 picture set 改')
  expect((await yunmu('picture', 'set', `${id}`, '海报', 'poster.png')).stdout).toContain('海报已换，并且锁定')
  expect((await yunmu('picture', 'show', `${id}`)).stdout).toMatch(
    /^海报：\/media\/posters\/.{22}\.webp（已锁定）\n横图：本站绘制\n标志：没有\n$/,
  )
  expect((await yunmu('picture', 'remove', `${id}`, '海报')).stdout).toContain('海报已去掉')
  expect((await yunmu('picture', 'unlock', `${id}`, '海报')).stdout).toContain('海报已解锁')
})

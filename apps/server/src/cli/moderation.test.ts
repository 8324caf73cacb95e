import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { makePeople } from '../testing/people.ts'

const { database, folder, yunmu, refusal } = await createCommandLine()
const people = await makePeople(database.pool, 1_800_000_000)

test.each([
  [['moderation', 'show', '12'], '看不懂“12”'],
  [['moderation', 'remove', 'comment:99'], '都已经不在了'],
  [['moderation', 'mute', '没有人'], '没有这个用户'],
  [['moderation', 'mute', 'lin', '--hours', '0'], '选项的值不对'],
  [['moderation', 'words', 'add', '禁止', '长'.repeat(41)], '每个词要 1 到 40 个字'],
])('yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[I04] an operator reads the queue, decides, mutes and unmutes a user', async () => {
  await database.pool.query(
    `insert into comment (user_id, kind, subject_id, content, state, found, created_at) values
      ($1, 'vod', 1, E'一行\n两行', 'held', '链接', 1800000000), ($1, 'vod', 1, '另一条', 'held', '手机号', 1800000001)`,
    [people.lin.userId],
  )
  const { stdout } = await yunmu('moderation', 'queue')
  expect(stdout).toMatch(/^comment:1 {2}未公开 {2}链接 {2}林（#\d+） .* 一行 ⏎ 两行\ncomment:2 .*\n一共 2 条。\n$/)
  expect((await yunmu('moderation', 'show', 'comment:1', 'comment:99')).stdout).toBe('已公开 1 条。\n')
  expect((await yunmu('moderation', 'remove', 'comment:2')).stdout).toBe('已删掉 1 条。\n')

  expect((await yunmu('moderation', 'mute', 'lin', '--hours', '2', '--reason', '广告')).stdout).toMatch(
    /^“林?lin?”到 .* 不能发/,
  )
  expect((await yunmu('moderation', 'mute')).stdout).toMatch(/^#\d+ {2}到 .* {2}广告\n$/)
  expect((await yunmu('moderation', 'unmute', `#${people.lin.userId}`)).stdout).toBe('“林”可以发评论和弹幕了。\n')
})

test('[I04] an operator manages the word lists', async () => {
  expect((await yunmu('moderation', 'words', 'add', '禁止', '甲', '乙', '甲')).stdout).toBe(
    '现在禁止 2 个词，待审 0 个词。\n',
  )
  const file = join(folder, 'words.txt')
  await writeFile(file, '丙\r\n\n 丁 \n')
  expect((await yunmu('moderation', 'words', 'load', '待审', file)).stdout).toBe('现在禁止 2 个词，待审 2 个词。\n')
  expect((await yunmu('moderation', 'words', 'list')).stdout).toBe('禁止  甲\n禁止  乙\n待审  丙\n待审  丁\n')
})

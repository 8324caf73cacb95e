import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { runCommand } from '../testing/run-command.ts'
import { openTitleWriter } from '../testing/title-writer.ts'
import { aTitle } from '../testing/titles.ts'

const { database, folder, env, yunmu, refusal } = await createCommandLine()

const { writer } = openTitleWriter(database)
const { id } = await writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
const d = (sec: number, text: string): string => `<d p="${sec},1,25,16777215,1795000000,0,abc,1">${text}</d>`
writeFileSync(join(folder, 'a.xml'), `<i>${d(3, '来了')}${d(3, '来了')}${d(9.5, '灯塔！')}<d p="1,7,25,0">[]</d></i>`)
writeFileSync(join(folder, 'words.txt'), '没有弹幕')

test.each([
  [['danmaku', 'import', '雾港', 'a.xml'], '看不懂“雾港”'],
  [['danmaku', 'import', `${id}`, 'words.txt'], '这不是弹幕文件'],
])('[I02] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[I02] an operator imports danmaku, shifts, exports and removes them', async () => {
  const place = `vod:${id}:2`
  const imported = await yunmu('danmaku', 'import', place, 'a.xml')
  expect(imported).toMatchObject({ code: 0, stderr: '' })
  expect(imported.stdout).toBe(
    '读到 3 条弹幕（B 站 XML），另有 1 条显示不了，已略过\n完成：雾港来信 第 2 集 新增 3 条弹幕。\n',
  )
  expect((await yunmu('danmaku', 'offset', place, '-2')).stdout).toContain('导入的 3 条弹幕都早了 2 秒')
  expect((await yunmu('danmaku', 'export', place, 'b.json')).stdout).toContain('3 条弹幕存到 b.json（DPlayer）')
  const written: { data: unknown[] } = JSON.parse(readFileSync(join(folder, 'b.json'), 'utf8'))
  expect(written.data.at(-1)).toEqual([7.5, 0, 16_777_215, 'abc', '灯塔！'])
  expect((await yunmu('danmaku', 'list')).stdout).toMatch(/^vod:\d+:2 +3 条（导入 3） {2}雾港来信\n$/)
  // No running server listens to this database, so nothing would stop showing them.
  const removed = await runCommand({
    args: ['danmaku', 'remove', place, '--imported'],
    folder,
    env: {
      ...env,
      REDIS_URL: 'redis://127.0.0.1:9',
    },
  })
  expect(removed.stdout).toContain('导入的 3 条弹幕')
  expect(removed).toMatchObject({ code: 1, stderr: expect.stringContaining('没能通知正在运行的站点') })
})

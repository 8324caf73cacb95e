import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { spawnCommand } from '../testing/run-command.ts'

const { folder, env } = await createCommandLine()

/** Each costs seconds of the processor: what a command does is tested in this process, and here only what a process is. */
const yunmu = (args: readonly string[], input = '') => spawnCommand({ args, env, folder, input })

test('a process that was used wrongly ends with code 2, and speaks beside its output', async () => {
  const { code, said, hinted } = await yunmu(['user', 'add', '林夏'])
  expect({ code, said }).toEqual({ code: 2, said: '' })
  expect(hinted).toBe('没有读到密码：请在终端里输入，或从标准输入给出。\n')
})

test('a process takes a password from a pipe, and ends well by itself', async () => {
  const ended = await yunmu(['user', 'add', '林夏'], 'wanquan-budui-93\n')
  expect(ended).toEqual({ code: 0, said: '已新建用户“林夏”。\n', hinted: '' })
})

test('a process finds a file where its operator is, not where npm runs it', async () => {
  writeFileSync(join(folder, 'words.txt'), '丙\r\n\n 丁 \n')
  const ended = await yunmu(['moderation', 'words', 'load', '待审', 'words.txt'])
  expect(ended).toEqual({ code: 0, said: '现在禁止 0 个词，待审 2 个词。\n', hinted: '' })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { spawnCommand } from '../testing/run-command.ts'

const { folder, env } = await createCommandLine()

/**
 * A process costs seconds of CPU time: what commands do is tested within this process, and only properties of a process
 * are tested here.
 */
const yunmu = (args: readonly string[], input = '') => spawnCommand({ args, env, folder, input })

test('a process that was used wrongly exits with code 2 and writes to standard error', async () => {
  const { code, stdout, stderr } = await yunmu(['user', 'add', '林夏'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe('没有读到密码：请在终端里输入，或从标准输入给出。\n')
})

test('a process reads a password from a pipe and exits by itself', async () => {
  const ended = await yunmu(['user', 'add', '林夏'], 'wanquan-budui-93\n')
  expect(ended).toEqual({ code: 0, stdout: '已新建用户“林夏”。\n', stderr: '' })
})

test("a process resolves a file relative to the operator's folder, not to npm's", async () => {
  writeFileSync(join(folder, 'words.txt'), '丙\r\n\n 丁 \n')
  const ended = await yunmu(['moderation', 'words', 'load', '待审', 'words.txt'])
  expect(ended).toEqual({ code: 0, stdout: '现在禁止 0 个词，待审 2 个词。\n', stderr: '' })
})

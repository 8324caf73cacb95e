import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'

const { folder, yunmu, refusal } = await createCommandLine()

const banner = '\n> yunmu@0.2.0 yunmu\n> exec node scripts/yunmu.mjs legal show terms\n\n'
writeFileSync(join(folder, 'banner.md'), `${banner}# 用户协议\n`)

test.each([
  [['legal', 'show', 'rules'], 'terms（用户协议）、privacy（隐私政策）'],
  [['legal', 'show', 'terms', '--version-number', '3'], '没有第 3 版'],
  [['legal', 'set', 'terms', '/no/such/file.md'], '读不了文件'],
  // What a redirected `npm run` writes.
  [['legal', 'set', 'terms', 'banner.md'], 'npm 印出的行'],
])('yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('an operator sees that the default texts are in use, takes one as a beginning, and publishes versions', async () => {
  expect((await yunmu('legal', 'list')).stdout).toMatch(/^terms {5}用户协议 {2}自带文本第 1 版（2026-11-27），请读一遍/)
  expect((await yunmu('legal', 'show', '用户协议', '--output', 'old.md')).stdout).toBe('')
  const text = readFileSync(join(folder, 'old.md'), 'utf8')
  expect((await yunmu('legal', 'show', '用户协议')).stdout).toBe(text)
  writeFileSync(join(folder, 'terms.md'), text.replace('## 一、账号', '## 一、我们的账号'))
  expect((await yunmu('legal', 'set', 'terms', 'terms.md')).stdout).toBe('《用户协议》第 1 版已发布，公告已发出。\n')
  expect((await yunmu('legal', 'show', 'terms')).stdout).toContain('## 一、我们的账号')
  expect((await yunmu('bulletin', 'list')).stdout).toContain('《用户协议》已更新')
  expect((await yunmu('legal', 'set', 'terms', 'terms.md', '--quiet')).stdout).toBe('《用户协议》第 2 版已发布。\n')
  expect((await yunmu('legal', 'list')).stdout).toMatch(/^terms {5}用户协议 {2}第 2 版（\d{4}-\d\d-\d\d）\n/)
  expect((await yunmu('legal', 'show', 'terms', '--version-number', '1')).stdout).toContain('我们的账号')
})

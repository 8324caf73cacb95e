import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { createJsonServer } from '../testing/json-server.ts'

const { folder, yunmu, refusal } = await createCommandLine()

const key = 'k'.repeat(32)
writeFileSync(join(folder, 'key.txt'), `${key}\n`)
writeFileSync(join(folder, 'password.txt'), 'geheim93\n')
const id = 'a'.repeat(32)
const server = await createJsonServer(({ pathname }, { headers }) => {
  if (pathname === '/player_api.php') return { body: { user_info: { auth: 0 } } }
  if (headers.authorization !== `MediaBrowser Token="${key}"`) return { status: 401, body: '' }
  if (pathname === '/System/Info') return { body: { Id: id, Version: '10.10.7' } }
  return { body: pathname === '/Users' ? [{ Id: id, Name: 'mei' }] : [] }
})

test.each([
  [['jellyfin', '--url', 'films.local', '--key', key], '--url 要写成 http://主机:端口'],
  [['jellyfin', '--url', 'http://films.local'], '--key 和 --key-file 要写一个'],
  [['jellyfin', '--url', 'http://films.local', '--key', 'a b c d e f g'], '密钥只能有字母'],
  [
    ['xc', '--url', 'http://mei:x@panel.example', '--user', 'mei', '--password-file', 'password.txt'],
    '账号写在别的选项里',
  ],
  [['xc', '--url', 'http://panel.example', '--user', 'mei', '--password-file', 'none.txt'], '读不了文件：none.txt'],
])('[M02] yunmu migrate %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(['migrate', ...args])).toContain(words)
})

test('[M02] an account that the server refuses ends with code 1 and a sentence without it', async () => {
  const xc = await yunmu('migrate', 'xc', '--url', server.origin, '--user', 'mei', '--password-file', 'password.txt')
  expect(xc).toEqual({ code: 1, stdout: '', stderr: `${server.origin} 不认这个账号。\n` })
})

test('[M02] an operator takes a server, and hands over the passwords of a file that only its owner reads', async () => {
  const taken = await yunmu(
    'migrate',
    'jellyfin',
    '--url',
    server.origin,
    '--key-file',
    'key.txt',
    '--passwords',
    'p.tsv',
  )
  expect(taken).toMatchObject({ code: 0, stderr: '' })
  expect(taken.stdout).toContain(`Jellyfin 10.10.7 ${server.origin}\n`)
  expect(taken.stdout).toContain('用户：读到 1，新增 1，更新 0，没有变 0')
  expect(readFileSync(join(folder, 'p.tsv'), 'utf8')).toMatch(/^mei\t[\w-]{16}\n$/)
  expect(statSync(join(folder, 'p.tsv')).mode & 0o777).toBe(0o600)
  expect((await yunmu('migrate', 'report')).stdout).toContain('已完成。\nJellyfin 10.10.7')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aGoal, sampleLeague } from '../matches.fixture.ts'

/** The example of a client in the documentation, run against a station. */
const client = path.join(import.meta.dirname, '../../../../../../docs/examples/feed-client.mjs')

let t: TestApp
let address: string
let folder: string
let nowSec: number
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  address = await t.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(path.join(tmpdir(), 'feed-client-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(args: readonly string[], { token, input = '' }: { token?: string; input?: string }) {
  const child = spawn(process.execPath, [client, ...args], {
    env: token === undefined ? {} : { FEED_TOKEN: token },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, err, code: Number(code) }
}

const jsonLines = (records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n')

test('[H01] the example client says how it is used, and ends when the token is refused', async () => {
  expect(await run([address], {})).toMatchObject({ code: 2, err: expect.stringContaining('usage') })
  const refused = await run([address], { token: 'feed_wrong', input: jsonLines([aGoal('g', nowSec)]) })
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('401') })
})

test('[H01] the example client feeds a file and standard input, and prints what was refused', async () => {
  const token = (await t.station.matches.tokens.add('example', nowSec)) ?? ''
  const league = sampleLeague(nowSec)
  const file = path.join(folder, 'season.jsonl')
  await writeFile(file, jsonLines(league))
  const first = await run([address, file], { token })
  expect(JSON.parse(first.out)).toEqual({ stored: league.length, unchanged: 0, refused: 0 })
  expect([first.code, first.err]).toEqual([0, ''])
  const second = await run([address], { token, input: `${jsonLines([aGoal('g1', nowSec)])}\nno json\n` })
  expect(JSON.parse(second.out)).toEqual({ stored: 1, unchanged: 0, refused: 1 })
  expect([second.code, second.err]).toEqual([1, '2: 不是 JSON\n'])
  expect(JSON.parse((await run([address, file], { token })).out)).toMatchObject({ stored: 0, refused: 0 })
})
